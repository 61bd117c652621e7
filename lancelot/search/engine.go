package search

import (
	"context"
	"slices"

	"tafelrunde/internal/wyrand"
	"tafelrunde/lancelot"
)

// New returns the strongest searcher of the package, with memory of its own.
// Games with different seeds differ.
func New(seed uint64) Searcher { return &Engine{Seed: seed} }

// MinLevel and MaxLevel are the weakest and the strongest playing level.
const MinLevel, MaxLevel = 1, 10

// Engine is the strongest searcher for every number of seats: a [Tree], which
// with the same evaluation is stronger than [AlphaBeta] for two seats too.
type Engine struct {
	Seed uint64
	// Level is the playing level from MinLevel to MaxLevel; 0 means MaxLevel.
	Level int
	// Threads is the number of goroutines that search; 0 means one. Levels below
	// MaxLevel always use one.
	Threads int
	// Memory is the approximate size of the tree in bytes; 0 means 64 MiB.
	Memory int

	tree Tree
}

// level is the strength of a level below MaxLevel: the number of visits to the
// root, and how many of a thousand turns are random.
type level struct {
	visits         int32
	randomPerMille int
}

var levels = [MaxLevel]level{
	1: {1, 700}, 2: {1, 480}, 3: {1, 300}, 4: {1, 140}, 5: {1, 0},
	6: {10, 0}, 7: {80, 0}, 8: {500, 0}, 9: {2500, 0},
}

// Search implements [Searcher] at the level of e.
func (e *Engine) Search(ctx context.Context, p *lancelot.Position, limits Limits, report func(Info)) Info {
	e.tree.Seed, e.tree.Threads, e.tree.Memory, e.tree.visits = e.Seed, e.Threads, e.Memory, 0
	if e.Level == 0 || e.Level >= MaxLevel {
		return e.tree.Search(ctx, p, limits, report)
	}
	level := levels[max(e.Level, MinLevel)]
	c := wyrand.Source(e.Seed ^ p.Key() ^ uint64(e.Level)<<56)
	if c.Below(1000) < level.randomPerMille {
		turns := appendSingleActions(nil, p)
		shares := trained.winShares(p)
		info := Info{PV: []lancelot.Turn{turns[c.Below(len(turns))]}, WinShares: shares.scores(), Depth: 1, Nodes: 1}
		info.Score = info.WinShares[p.ToAct()]
		if report != nil {
			report(info)
		}
		return info
	}
	e.tree.visits, e.tree.Threads = level.visits, 1
	return e.tree.Search(ctx, p, limits, report)
}

type namedSearcher struct {
	name string
	make func(seed uint64) Searcher
}

// searchersByName are all searchers in the order of the package comment.
var searchersByName = []namedSearcher{
	{"random", func(seed uint64) Searcher { return &Random{Seed: seed} }},
	{"greedy", func(seed uint64) Searcher { return &Greedy{Seed: seed} }},
	{"uct", func(seed uint64) Searcher { return &UCT{Seed: seed} }},
	{"paranoid", func(seed uint64) Searcher { return &AlphaBeta{Seed: seed} }},
	{"best-reply", func(seed uint64) Searcher { return &AlphaBeta{Seed: seed, Opponents: BestReply} }},
	{"tree", func(seed uint64) Searcher { return &Tree{Seed: seed} }},
	{"engine", New},
}

// Names returns the names of all searchers.
func Names() []string {
	var names []string
	for _, p := range searchersByName {
		names = append(names, p.name)
	}
	return names
}

// Named returns a new searcher by name, or nil if there is none with this name.
func Named(name string, seed uint64) Searcher {
	i := slices.IndexFunc(searchersByName, func(p namedSearcher) bool { return p.name == name })
	if i < 0 {
		return nil
	}
	return searchersByName[i].make(seed)
}
