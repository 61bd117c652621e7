package search

import (
	"context"
	"slices"

	"tafelrunde/lancelot"
)

// New is a searcher for play: the strongest here, with memory of its own. Games
// with different seeds differ.
func New(seed uint64) Searcher { return &Engine{Seed: seed} }

// The levels of play.
const MinLevel, MaxLevel = 1, 10

// Engine is the strongest searcher for every number of seats.
type Engine struct {
	Seed uint64
	// Level is the strength from MinLevel to MaxLevel; 0 means MaxLevel.
	Level int
	// Threads is how many goroutines search; 0 means one.
	Threads int
	// Memory is about how many bytes the search may remember; 0 means 64 MiB.
	Memory int

	tree  Tree
	alpha AlphaBeta
}

// Search is what the number of seats asks for.
func (e *Engine) Search(ctx context.Context, p *lancelot.Position, limits Limits, report func(Line)) Line {
	if p.Seats() == 2 {
		e.alpha.Seed, e.alpha.Memory = e.Seed, e.Memory
		return e.alpha.Search(ctx, p, limits, report)
	}
	e.tree.Seed, e.tree.Threads, e.tree.Memory = e.Seed, e.Threads, e.Memory
	return e.tree.Search(ctx, p, limits, report)
}

// player is a searcher with a name.
type player struct {
	name string
	make func(seed uint64) Searcher
}

// players are all searchers, the plain ones first.
var players = []player{
	{"random", func(seed uint64) Searcher { return &Random{Seed: seed} }},
	{"greedy", func(seed uint64) Searcher { return &Greedy{Seed: seed} }},
	{"uct", func(seed uint64) Searcher { return &UCT{Seed: seed} }},
	{"paranoid", func(seed uint64) Searcher { return &AlphaBeta{Seed: seed} }},
	{"best-reply", func(seed uint64) Searcher { return &AlphaBeta{Seed: seed, Manner: BestReply} }},
	{"tree", func(seed uint64) Searcher { return &Tree{Seed: seed} }},
	{"engine", New},
}

// Names are the names of all searchers.
func Names() []string {
	var names []string
	for _, p := range players {
		names = append(names, p.name)
	}
	return names
}

// Named makes the searcher of that name, nil if there is none.
func Named(name string, seed uint64) Searcher {
	i := slices.IndexFunc(players, func(p player) bool { return p.name == name })
	if i < 0 {
		return nil
	}
	return players[i].make(seed)
}
