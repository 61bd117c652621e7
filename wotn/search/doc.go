// Package search finds the best move of a position of Way of the Knight by
// alpha-beta search.
//
//	e := search.New(net.Config())
//	result := e.Search(ctx, game, engine.Limits{MoveTime: time.Second}, func(i engine.Info) {
//		fmt.Println(i.Depth, i.Score, i.PV)
//	})
//	game.Play(result.Best)
//
// An [Engine] implements [engine.Searcher], so packages uci and xboard can drive
// it. Use one Engine for a whole game, because its hash table and histories help
// the next search.
//
// Search runs in the calling goroutine and in one goroutine for each further
// thread. It calls report from the calling goroutine only, and returns within
// 20 ms of its context being done or a limit being reached. If the search uses as
// many threads as GOMAXPROCS, the goroutine that cancels the context may wait some
// 10 ms to run; programs raise GOMAXPROCS against that. Search reads the clock
// itself, so a deadline is kept where goroutines are not preempted, as in WASM;
// use one thread and a limit there.
//
// Scores are for the side to move. Every technique of the search has a name and
// can be switched off ([Technique]) to measure what it contributes. With all of
// them off, the search is plain alpha-beta to a fixed depth and finds what
// minimax finds. docs/search.md describes the numbered steps of the code.
package search
