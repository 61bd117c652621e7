package search

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"

	"tafelrunde/internal/engines"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// Engine searches positions. It keeps its hash table and histories from one
// search to the next. Its methods must not be called concurrently.
type Engine struct {
	config Config
	// defaultEvaluator is Config.NewEvaluator without EvalFile.
	defaultEvaluator func() Evaluator
	strength         strength
	seed             uint64 // of the current game
	table            table
	workers          []*worker
	shared           shared
	// atLevel says that the evaluators are those of Config.NewLevelEvaluator.
	atLevel bool
}

var _ engine.Searcher = (*Engine)(nil)

// New returns an engine. It panics if c.NewEvaluator is nil.
func New(c Config) *Engine {
	e := &Engine{}
	e.Configure(c)
	return e
}

// Configure replaces the configuration and starts a new game with its seed.
// Hash table and histories are kept as far as the sizes stay the same. It
// panics if c.NewEvaluator is nil.
func (e *Engine) Configure(c Config) {
	c.setDefaults()
	e.defaultEvaluator = c.NewEvaluator
	e.strength = strength{level: c.Level, elo: maxElo}
	e.apply(c)
	e.chooseSeed()
}

// apply uses a configuration from now on.
func (e *Engine) apply(c Config) {
	c.setDefaults()
	e.config = c
	e.table.resize(c.Hash)
	workers := e.workers[:min(len(e.workers), c.Threads)]
	for len(workers) < c.Threads {
		workers = append(workers, &worker{index: len(workers)})
	}
	e.workers = slices.Clone(workers)
	e.shared.table = &e.table
	e.shared.workers = e.workers
	e.shared.poll = c.Poll
	newEvaluator := c.NewEvaluator
	atLevel := c.Level != MaxLevel && c.NewLevelEvaluator != nil
	if atLevel {
		newEvaluator = c.NewLevelEvaluator
	}
	if atLevel != e.atLevel {
		e.atLevel = atLevel
		defer e.Clear() // the hash table has evaluations
	}
	for _, w := range e.workers {
		w.shared = &e.shared
		w.evaluator = newEvaluator()
	}
}

// chooseSeed sets the seed of a new game.
func (e *Engine) chooseSeed() {
	e.seed = e.config.Seed
	if e.seed == 0 {
		e.seed = rand.Uint64()
	}
}

// NewGame clears hash table and histories and, unless Config.Seed is set,
// chooses another seed for levels below 10.
func (e *Engine) NewGame() {
	e.chooseSeed()
	e.Clear()
}

// Clear clears hash table and histories.
func (e *Engine) Clear() {
	e.table.clear()
	for _, w := range e.workers {
		w.h.clear()
	}
}

// Search searches the current position of a game until a limit is reached or
// ctx is done. Earlier positions of the game count for repetition. Search calls
// report, if not nil, for each principal variation found. Result.Best is a
// legal move if there is one that limits.Moves allow, even if ctx is done
// already.
func (e *Engine) Search(ctx context.Context, game *wotn.Game, limits engine.Limits, report func(engine.Info)) engine.Result {
	if report == nil {
		report = func(engine.Info) {}
	}
	root := *game.Position()
	past := make([]uint64, game.Len())
	for i := range past {
		past[i] = game.PositionAfter(i).Key()
	}

	tm := &e.shared.time
	tm.begin(limits, root.ToMove(), e.config.MoveOverhead, e.config.Threads)
	e.shared.stop.Store(false)
	release := context.AfterFunc(ctx, func() { e.shared.stop.Store(true) })
	defer release()
	if ctx.Err() != nil {
		e.shared.stop.Store(true) // AfterFunc's goroutine may start too late
	}
	defer tm.followPonderHit()()
	e.table.nextSearch()

	result := engine.Result{}
	if moves := allowedMoves(&root, limits.Moves); len(moves) > 0 {
		result = e.search(root, past, limits, moves, report)
	}
	switch {
	case limits.Infinite:
		<-ctx.Done()
	case limits.PonderHit != nil:
		select {
		case <-ctx.Done():
		case <-limits.PonderHit:
		}
	}
	for _, w := range e.workers {
		result.Nodes += w.nodes
	}
	result.Time = tm.elapsed()
	return result
}

// allowedMoves returns the legal moves of p, restricted to some if there are
// any.
func allowedMoves(p *wotn.Position, some []wotn.Move) []wotn.Move {
	moves := p.AppendMoves(nil)
	if len(some) == 0 {
		return moves
	}
	return slices.DeleteFunc(moves, func(m wotn.Move) bool { return !slices.Contains(some, m) })
}

// search runs all threads and returns the result of the first one.
func (e *Engine) search(root wotn.Position, past []uint64, limits engine.Limits, moves []wotn.Move, report func(engine.Info)) engine.Result {
	skill := skillOf(e.config.Level, e.seed)
	for _, w := range e.workers {
		w.skill = skill
		w.prepare(root, past, &e.config, moves)
	}
	main := e.workers[0]
	if n := engines.Beginner(e.config.Level); n > 0 && limits.Mate == 0 {
		main.playBeginner(&beginners[root.Variant()][n-1], e.seed)
		main.depth = 1
		for i := range min(e.config.MultiPV, len(main.rootMoves)) {
			report(main.info(i, 1))
		}
		return main.result(e.config.MultiPV)
	}
	if e.config.Threads == 1 {
		main.nodeLimit = limits.Nodes
	}
	maxDepth := MaxPly - 1
	if limits.Depth > 0 {
		maxDepth = min(maxDepth, limits.Depth)
	}
	if skill.depth > 0 {
		maxDepth = min(maxDepth, skill.depth)
	}
	var helpers sync.WaitGroup
	for _, w := range e.workers[1:] {
		helpers.Go(func() { w.deepen(maxDepth, 1, nil) })
	}
	main.deepen(maxDepth, e.config.MultiPV, report)
	e.shared.stop.Store(true)
	helpers.Wait()
	return main.result(e.config.MultiPV)
}
