package lessons

import (
	"context"

	lancelotengine "tafelrunde/lancelot/engine"
	lancelotsearch "tafelrunde/lancelot/search"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/eval"
	wotnsearch "tafelrunde/wotn/search"
)

// Reply returns the engine's move after moves. Each call uses a new engine, so
// that the same moves are always answered alike.
func (e *Exercise) Reply(moves []string) (string, error) {
	state, err := e.State(moves, nil)
	if err != nil {
		return "", err
	}
	if !state.EngineMoves {
		return "", nil
	}
	return e.search(&state), nil
}

// search returns the move of the engine of a mini-game.
func (e *Exercise) search(state *State) string {
	o := e.source.Engine
	ctx := context.Background()
	if state.Lancelot != nil {
		searcher := &lancelotsearch.Engine{Level: o.Level, Seed: o.Seed, Memory: 4 << 20}
		return searcher.Search(ctx, state.Lancelot, lancelotengine.Limits{Nodes: uint64(o.Nodes)}, nil).Best.String()
	}
	searcher := wotnsearch.New(wotnsearch.Config{
		NewEvaluator: func() wotnsearch.Evaluator { return eval.New() },
		Level:        o.Level,
		Seed:         o.Seed,
		Hash:         1,
	})
	return searcher.Search(ctx, state.Wotn, engine.Limits{Nodes: uint64(o.Nodes)}, nil).Best.String()
}

// forces reports whether a move of the learner leads to success within a number
// of the learner's moves: whatever the opponent replies, or if the learner makes
// all moves. budget bounds the number of moves played. True is proved; false with a
// negative budget is not.
func (e *Exercise) forces(r run, move string, depth int, budget *int) bool {
	if *budget--; *budget < 0 {
		return false
	}
	next := r.clone()
	if next.play(move) != nil {
		return false
	}
	if verdict := e.verdict(next); verdict != Open || depth <= 1 {
		return verdict == Solved
	}
	if e.alone() {
		if next.pass() != nil || !next.learnersTurn() {
			return false
		}
		return e.forcesAny(next, depth-1, budget)
	}
	if next.learnersTurn() {
		return e.forcesAny(next, depth-1, budget)
	}
	replies := next.legal()
	for _, reply := range replies {
		if *budget--; *budget < 0 {
			return false
		}
		after := next.clone()
		if after.play(reply) != nil {
			return false
		}
		if verdict := e.verdict(after); verdict == Failed || verdict == Open && !e.forcesAny(after, depth-1, budget) {
			return false
		}
	}
	return len(replies) > 0
}

// forcesAny reports whether any move of the learner leads to success, as forces does.
func (e *Exercise) forcesAny(r run, depth int, budget *int) bool {
	for _, move := range r.legal() {
		if e.forces(r, move, depth, budget) {
			return true
		}
	}
	return false
}

// verdict applies the conditions to a position.
func (e *Exercise) verdict(r run) Status {
	holds := func(a atom) bool { return r.holds(a, false) }
	switch {
	case e.success.holds(holds):
		return Solved
	case e.fails && e.failure.holds(holds), r.over():
		return Failed
	}
	return Open
}
