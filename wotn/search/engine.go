package search

import (
	"context"
	"slices"
	"sync"
	"time"

	"tafelrunde/wotn"
)

// Engine searches positions and remembers from one search to the next. Its
// methods must not be called at the same time, but for PonderHit, which is made
// to be called during Think.
type Engine struct {
	options Options
	table   table
	workers []*worker
	shared  shared
}

// New returns an engine. It panics if o.NewEvaluator is nil.
func New(o Options) *Engine {
	e := &Engine{}
	e.Configure(o)
	return e
}

// Options returns the options in use, defaults filled in.
func (e *Engine) Options() Options { return e.options }

// Configure changes the options. What was remembered is kept as far as the new
// options allow. It panics if o.NewEvaluator is nil.
func (e *Engine) Configure(o Options) {
	o.setDefaults()
	e.options = o
	e.table.resize(o.Hash)
	workers := e.workers[:min(len(e.workers), o.Threads)]
	for len(workers) < o.Threads {
		workers = append(workers, &worker{index: len(workers)})
	}
	e.workers = slices.Clone(workers)
	e.shared.table = &e.table
	e.shared.workers = e.workers
	for _, w := range e.workers {
		w.shared = &e.shared
		w.evaluator = o.NewEvaluator()
	}
}

// Clear forgets everything learned: before a new game.
func (e *Engine) Clear() {
	e.table.clear()
	for _, w := range e.workers {
		w.h.clear()
	}
}

// Evaluate returns what the evaluator says of a position without searching,
// from the view of the side to move.
func (e *Engine) Evaluate(p *wotn.Position) Score {
	return Centipawns(e.workers[0].evaluator.Evaluate(p))
}

// PonderHit tells a search with Limits.Ponder that the move expected was made:
// its other limits count from now. It does nothing if no search ponders.
func (e *Engine) PonderHit() { e.shared.watch.hit() }

// Think searches a task until a limit is reached or ctx is done. It calls emit,
// if not nil, for each line found, from the calling goroutine. It always finds
// a move if one is legal, even if ctx is done already.
func (e *Engine) Think(ctx context.Context, t Task, l Limits, emit func(Line)) Result {
	if emit == nil {
		emit = func(Line) {}
	}
	watch := &e.shared.watch
	watch.start = time.Now()
	watch.set(l, t.Position.Turn(), e.options.MoveOverhead, e.options.Threads)
	e.shared.stop.Store(false)
	release := context.AfterFunc(ctx, func() { e.shared.stop.Store(true) })
	defer release()
	if ctx.Err() != nil {
		e.shared.stop.Store(true) // not left to the goroutine that AfterFunc starts
	}
	e.table.nextSearch()

	moves := legalOf(&t.Position, l.SearchMoves)
	result := Result{}
	if len(moves) > 0 {
		result = e.search(&t, l, moves, emit)
	}
	if l.Infinite || watch.pondering.Load() {
		e.wait(ctx, l)
	}
	for _, w := range e.workers {
		result.Nodes += w.nodes
	}
	result.Time = watch.elapsed()
	return result
}

// wait returns when the context is done or pondering has ended.
func (e *Engine) wait(ctx context.Context, l Limits) {
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for l.Infinite || e.shared.watch.pondering.Load() {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// legalOf returns the legal moves, only those of chosen if there are any.
func legalOf(p *wotn.Position, chosen []wotn.Move) []wotn.Move {
	moves := p.AppendMoves(nil)
	if len(chosen) == 0 {
		return moves
	}
	var kept []wotn.Move
	for _, m := range moves {
		if slices.Contains(chosen, m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// search runs all threads and gathers what they found.
func (e *Engine) search(t *Task, l Limits, moves []wotn.Move, emit func(Line)) Result {
	skill := skillOf(e.options.Level, e.options.Seed)
	for _, w := range e.workers {
		w.skill = skill
		w.prepare(t, &e.options, moves)
	}
	main := e.workers[0]
	if e.options.Threads == 1 {
		main.nodeLimit = l.Nodes
	}
	maxDepth := MaxPly - 1
	if l.Depth > 0 {
		maxDepth = min(maxDepth, l.Depth)
	}
	if skill.depth > 0 {
		maxDepth = min(maxDepth, skill.depth)
	}
	var helpers sync.WaitGroup
	for _, w := range e.workers[1:] {
		helpers.Go(func() { w.deepen(maxDepth, 1, nil) })
	}
	main.deepen(maxDepth, e.options.MultiPV, emit)
	e.shared.stop.Store(true)
	helpers.Wait()
	return main.result(e.options.MultiPV)
}
