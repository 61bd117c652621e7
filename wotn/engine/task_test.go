package engine_test

import (
	"testing"
	"testing/synctest"
	"time"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/engine/enginetest"
)

// TestStartSearch checks that the best move is not announced too early.
func TestStartSearch(t *testing.T) {
	for _, test := range []struct {
		name    string
		limits  engine.Limits
		ponder  bool
		release func(*engine.Task)
	}{
		{"depth", engine.Limits{Depth: 2}, false, nil},
		{"infinite", engine.Limits{Infinite: true, Depth: 2}, false, (*engine.Task).Stop},
		{"no limit", engine.Limits{}, false, (*engine.Task).Stop},
		{"pondering, stopped", engine.Limits{Depth: 2}, true, (*engine.Task).Stop},
		{"pondering, hit", engine.Limits{Depth: 2}, true, func(t *engine.Task) { t.PonderHit(); t.PonderHit() }},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				game := wotn.NewGame(wotn.Start(wotn.Standard))
				var best wotn.Move
				task := engine.StartSearch(new(enginetest.Plain), game, test.limits, test.ponder,
					func(engine.Info) {}, func(r engine.Result) { best = r.Best })
				time.Sleep(time.Hour)
				synctest.Wait()
				if test.release != nil {
					select {
					case <-task.Done():
						t.Fatalf("the search ended without being released, with %s", best)
					default:
					}
					test.release(task)
				}
				<-task.Done()
				if best.String() != "a2a3" {
					t.Errorf("best move %s, want a2a3", best)
				}
				task.Stop() // stopping twice is allowed
			})
		})
	}
}
