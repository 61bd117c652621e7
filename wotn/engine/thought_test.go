package engine_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/engine/enginetest"
)

// A best move is not given away before it may be.
func TestThink(t *testing.T) {
	for _, test := range []struct {
		name    string
		limits  engine.Limits
		ponders bool
		release func(*engine.Thought)
	}{
		{"depth", engine.Limits{Depth: 2}, false, nil},
		{"infinite", engine.Limits{Infinite: true, Depth: 2}, false, (*engine.Thought).Stop},
		{"no limit", engine.Limits{}, false, (*engine.Thought).Stop},
		{"pondering, stopped", engine.Limits{Depth: 2}, true, (*engine.Thought).Stop},
		{"pondering, hit", engine.Limits{Depth: 2}, true, func(t *engine.Thought) { t.PonderHit(); t.PonderHit() }},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				game := wotn.NewGame(wotn.Start(wotn.Standard))
				var best wotn.Move
				thought := engine.Think(new(enginetest.Plain), game, test.limits, test.ponders,
					func(engine.Info) {}, func(c engine.Choice) { best = c.Best })
				time.Sleep(time.Hour)
				synctest.Wait()
				if test.release != nil {
					select {
					case <-thought.Done():
						t.Fatalf("it ended by itself, with %s", best)
					default:
					}
					test.release(thought)
				}
				<-thought.Done()
				if best.String() != "a2a3" {
					t.Errorf("best move %s, want a2a3", best)
				}
				thought.Stop() // once more does no harm
			})
		})
	}
}

func TestOutputRemembersItsError(t *testing.T) {
	broken := errors.New("nobody listens")
	out := engine.NewOutput(failing{broken})
	select {
	case <-out.Broken():
		t.Fatal("broken before anything was said")
	default:
	}
	out.Say("one")
	out.Say("two")
	<-out.Broken()
	if !errors.Is(out.Err(), broken) {
		t.Errorf("got %v", out.Err())
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
