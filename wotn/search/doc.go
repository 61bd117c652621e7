// Package search finds the best move of a position of Way of the Knight by
// alpha-beta search. Limits go in, lines come out:
//
//	engine := search.New(search.Options{
//		NewEvaluator: func() search.Evaluator { return eval.New() },
//	})
//	result := engine.Think(ctx, search.TaskOf(game), search.Limits{MoveTime: time.Second}, func(l search.Line) {
//		fmt.Println(l.Depth, l.Score, l.Moves)
//	})
//	game.Play(result.Best)
//
// An [Engine] is kept for a whole game: its hash table remembers. Think runs in
// the calling goroutine, together with the goroutines of further threads, calls
// emit from there only, and returns when a limit is reached or the context is
// done, within 20 ms of either. It looks at the clock itself, so a deadline
// holds where goroutines are not preempted, as in WASM; there, use one thread
// and a limit. What protocols need of it:
//
//   - "position": a [Task]; past positions count for repetition.
//   - "go": [Limits]. "go infinite" and "go ponder" do not return before the
//     context is done, or [Engine.PonderHit] starts the clock.
//   - "stop": cancel the context. The result is the best found so far; there is
//     always a best move if there is a legal one.
//   - "setoption": [Engine.Configure] between searches. "ucinewgame" and "Clear
//     Hash": [Engine.Clear].
//   - "info": [Line]. "bestmove": [Result].
//   - "eval": [Engine.Evaluate]. "bench": [Bench].
//
// Scores are from the view of the side to move and know mate from centipawns,
// see [Score]. Every technique of the search has a name and can be switched off
// ([Technique]), so that its worth can be measured; with all switched off the
// search is plain alpha-beta to a fixed depth and finds what minimax finds.
// docs/search.md walks through the numbered steps.
package search
