package lessons

import (
	"context"
	"slices"

	"tafelrunde/lancelot"
	lancelotengine "tafelrunde/lancelot/engine"
	lancelotsearch "tafelrunde/lancelot/search"
	"tafelrunde/wotn"
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

// bestMoves returns at most n of the moves only, the best first by a search of full
// strength, and at least one. Moves that are much worse than the best are left out.
func bestMoves(state *State, only []string, n int) []string {
	if state.Lancelot != nil {
		return bestTurns(state.Lancelot.Position(), only, n)
	}
	var best []string
	result := searchMoves(state.Wotn, only, n)
	top := shareOf(state, result.Score)
	for _, line := range result.PVs {
		if top-shareOf(state, line.Score) <= 2*hintMargin {
			best = append(best, line.PV[0].String())
		}
	}
	return best
}

// bestTurns is bestMoves for Lancelot. Its search cannot be restricted, so it looks
// at more turns than it returns.
func bestTurns(p *lancelot.Position, only []string, n int) []string {
	tree := lancelotsearch.Tree{Seed: 1, Memory: 4 * hintMemory << 20}
	var best []string
	for _, looked := range []int{n, n + hintLines, len(only)} {
		var top lancelotengine.Score
		for _, c := range tree.Advise(context.Background(), p, turnLimits, looked).Candidates {
			turn, share := c.Turn.String(), c.WinShares[p.ToMove()]
			if !slices.Contains(only, turn) || len(best) == n {
				continue
			}
			if len(best) == 0 {
				top = share
			}
			if top-share <= 2*hintMargin {
				best = append(best, turn)
			}
		}
		if len(best) > 0 {
			return best
		}
	}
	return only[:1]
}

// lossOf returns the win share, in thousandths, by which move is worse than best.
func lossOf(state *State, move, best string) float64 {
	if state.Lancelot != nil {
		p := state.Lancelot.Position()
		turn, err := p.ParseTurn(move)
		if err != nil {
			return 1000
		}
		tree := lancelotsearch.Tree{Seed: 1, Memory: 4 * hintMemory << 20}
		return float64(tree.Compare(context.Background(), p, turn, turnLimits).Loss)
	}
	share := func(text string) float64 {
		return shareOf(state, searchMoves(state.Wotn, []string{text}, 1).Score)
	}
	return share(best) - share(move)
}

// shareOf returns the learner's win share, in thousandths, by a score.
func shareOf(state *State, score engine.Score) float64 {
	return 1000 * engine.WDLOf(state.Wotn.Position(), score).Share()
}

// turnLimits are those of each search of Lancelot. Searches that are limited by nodes
// alone have the same result on every machine.
var turnLimits = lancelotengine.Limits{Nodes: hintNodes}

// searchMoves searches some of the moves of a game at full strength.
func searchMoves(game *wotn.Game, only []string, lines int) engine.Result {
	limits := engine.Limits{Nodes: hintNodes}
	for _, text := range only {
		if move, err := game.Position().ParseMove(text); err == nil {
			limits.Moves = append(limits.Moves, move)
		}
	}
	searcher := wotnsearch.New(wotnsearch.Config{
		NewEvaluator: func() wotnsearch.Evaluator { return eval.New() },
		Hash:         hintMemory,
		MultiPV:      lines,
	})
	return searcher.Search(context.Background(), game, limits, nil)
}

// forces reports whether a move of the learner leads to success within a number
// of the learner's moves: whatever the opponent replies, or if the learner makes
// all moves. budget bounds the number of moves played.
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
