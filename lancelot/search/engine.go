package search

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strconv"
	"time"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/excerpt"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
)

// New returns an engine of full strength. Games with different seeds differ.
func New(seed uint64) *Engine { return &Engine{Seed: seed} }

// MinLevel and MaxLevel are the weakest and the strongest numbered playing level.
// The Beginners are weaker than level 3; FirstBeginner is the level of the weakest.
const (
	MinLevel      = 1
	MaxLevel      = engines.FullLevel
	FirstBeginner = engines.FirstBeginner
	Beginners     = engines.Beginners
)

// Engine is the strongest searcher for every number of seats: a [Tree], which
// with the same evaluation is stronger than [AlphaBeta] for two seats too.
type Engine struct {
	// Seed is the seed of the random numbers.
	Seed uint64
	// Level is the playing level: from MinLevel to MaxLevel, or from FirstBeginner
	// on those of the beginners, the weakest first. 0 means MaxLevel.
	Level int
	// Threads is the number of goroutines that search; 0 means one. Levels other
	// than MaxLevel always use one.
	Threads int
	// Memory is the approximate size of the tree in bytes; 0 means 64 MiB.
	Memory int

	tree Tree
	// The options Level and Beginner as set, 0 before.
	optionLevel, optionBeginner int
}

// playingLevel returns the level that the options select.
func (e *Engine) playingLevel() int {
	if e.optionBeginner > 0 {
		return FirstBeginner + e.optionBeginner - 1
	}
	return e.optionLevel
}

// limited is the strength of a level below MaxLevel: the number of visits to the
// root, and how many of a thousand turns are random.
type limited struct {
	visits         int32
	randomPerMille int
}

var levels = [MaxLevel]limited{
	1: {1, 700}, 2: {1, 480}, 3: {1, 300}, 4: {1, 140}, 5: {1, 0},
	6: {10, 0}, 7: {80, 0}, 8: {500, 0}, 9: {2500, 0},
}

// Search searches the current position of a game at the level of e. See
// [engine.Searcher].
func (e *Engine) Search(ctx context.Context, game *lancelot.Game, limits engine.Limits, report func(engine.Info)) engine.Result {
	return searchGame(ctx, game, limits, report, e.searchPosition)
}

// searchPosition is [Engine.Search] for a position.
func (e *Engine) searchPosition(ctx context.Context, p *lancelot.Position, limits engine.Limits, report func(engine.Info)) engine.Info {
	e.tree.Seed, e.tree.Threads, e.tree.Memory, e.tree.visits = e.Seed, e.Threads, e.Memory, 0
	if n := engines.Beginner(e.Level); n > 0 {
		info := beginnerFor(n, p).play(p, e.Seed)
		if report != nil {
			report(info)
		}
		return info
	}
	if e.Level == 0 || e.Level >= MaxLevel {
		return e.tree.searchPosition(ctx, p, limits, report)
	}
	strength := levels[max(e.Level, MinLevel)]
	c := engines.Random(e.Seed ^ p.Key() ^ uint64(e.Level)<<56)
	if c.Below(1000) < strength.randomPerMille {
		turns := appendSingleActions(nil, p)
		shares := trained().winShares(p)
		info := engine.Info{PV: []lancelot.Turn{turns[c.Below(len(turns))]}, WinShares: shares.scores(), Depth: 1, Nodes: 1}
		info.Score = info.WinShares[p.ToMove()]
		if report != nil {
			report(info)
		}
		return info
	}
	e.tree.visits, e.tree.Threads = strength.visits, 1
	return e.tree.searchPosition(ctx, p, limits, report)
}

// NewGame discards the search tree.
func (e *Engine) NewGame() { e.tree = Tree{} }

// maxSeed is the largest value of the option Seed.
const maxSeed = 1 << 62

// Options returns the options for user interfaces; docs/formats/lancelot-engine.md
// describes them.
func (e *Engine) Options() []engine.Option {
	return []engine.Option{
		{Name: "Level", Default: strconv.Itoa(MaxLevel), Min: MinLevel, Max: MaxLevel},
		{Name: "Beginner", Default: "0", Min: 0, Max: Beginners}, // counts instead of Level, unless 0
		{Name: "Threads", Default: "1", Min: 1, Max: MaxThreads},
		{Name: "Hash", Default: "64", Min: 1, Max: MaxHash}, // MiB
		{Name: "Seed", Default: "0", Min: 0, Max: maxSeed},  // 0: a fresh one
	}
}

// SetOption sets one of Options. The error is an [*engine.ValueError], or says that
// there is no such option or that the memory is too small; nothing changes then.
func (e *Engine) SetOption(name, value string) error {
	o, ok := engine.FindOption(e.Options(), name)
	if !ok {
		return unknownOption(name)
	}
	text, err := o.Parse(value)
	if err != nil {
		return err
	}
	n, _ := strconv.ParseInt(text, 10, 64) // checked by Parse
	switch o.Name {
	case "Level":
		e.optionLevel = int(n)
		e.Level = e.playingLevel()
	case "Beginner":
		e.optionBeginner = int(n)
		e.Level = e.playingLevel()
	case "Threads":
		e.Threads = min(int(n), runtime.NumCPU())
	case "Hash":
		if err := engines.CheckMemory(int(n)); err != nil {
			return err
		}
		e.Memory = int(n) << 20
		e.NewGame() // the tree may be larger than the new limit
	case "Seed":
		if e.Seed = uint64(n); n == 0 {
			e.Seed = uint64(time.Now().UnixNano())
		}
	}
	return nil
}

func unknownOption(name string) error {
	return errors.New("no option " + strconv.Quote(excerpt.Of(name)))
}

type namedSearcher struct {
	name string
	make func(seed uint64) engine.Searcher
}

// searchersByName are all searchers in the order of the package comment.
var searchersByName = []namedSearcher{
	{"random", func(seed uint64) engine.Searcher { return &Random{Seed: seed} }},
	{"greedy", func(seed uint64) engine.Searcher { return &Greedy{Seed: seed} }},
	{"uct", func(seed uint64) engine.Searcher { return &UCT{Seed: seed} }},
	{"paranoid", func(seed uint64) engine.Searcher { return &AlphaBeta{Seed: seed} }},
	{"best-reply", func(seed uint64) engine.Searcher { return &AlphaBeta{Seed: seed, Opponents: BestReply} }},
	{"tree", func(seed uint64) engine.Searcher { return &Tree{Seed: seed} }},
	{"engine", func(seed uint64) engine.Searcher { return New(seed) }},
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
func Named(name string, seed uint64) engine.Searcher {
	i := slices.IndexFunc(searchersByName, func(p namedSearcher) bool { return p.name == name })
	if i < 0 {
		return nil
	}
	return searchersByName[i].make(seed)
}
