package search_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"tafelrunde/wotn"
	"tafelrunde/wotn/eval"
	"tafelrunde/wotn/search"
)

func newEvaluator() search.Evaluator { return eval.New() }

// TestBeatsRandomPlay lets the simple opponent, on a few nodes a move, play
// against random moves: it must win every game.
func TestBeatsRandomPlay(t *testing.T) {
	engine := search.New(search.Options{NewEvaluator: newEvaluator, Off: search.SimpleOff, Hash: 1})
	rnd := rand.New(rand.NewPCG(5, 5))
	for game := range 20 {
		color := wotn.Color(game % 2)
		g := wotn.NewGame(wotn.Start([]wotn.Ways{wotn.Standard, wotn.Alternative}[game/10]))
		over, reason := wotn.Running, wotn.NoReason
		for over == wotn.Running {
			moves := g.Position().AppendMoves(nil)
			m := moves[rnd.IntN(len(moves))]
			if g.Position().Turn() == color {
				m = engine.Think(context.Background(), search.TaskOf(g), search.Limits{Nodes: 2000}, nil).Best
			}
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
			over, reason = g.Outcome()
		}
		if want := wotn.WhiteWins + wotn.Outcome(color); over != want {
			t.Errorf("game %d ended %s by %s after %d moves, want %s", game, over, reason, g.Len(), want)
		}
	}
}

func TestNodeLimitIsExact(t *testing.T) {
	engine := search.New(search.Options{NewEvaluator: newEvaluator, Hash: 1})
	for _, nodes := range []uint64{1, 2, 100, 5000, 12345} {
		engine.Clear()
		r := engine.Think(context.Background(), search.Task{Position: wotn.Start(wotn.Standard)}, search.Limits{Nodes: nodes}, nil)
		if r.Nodes != nodes {
			t.Errorf("searched %d nodes of %d", r.Nodes, nodes)
		}
		if r.Best == wotn.NoMove {
			t.Errorf("no move after %d nodes", nodes)
		}
	}
}

func TestStopsInTime(t *testing.T) {
	engine := search.New(search.Options{NewEvaluator: newEvaluator, Hash: 4, Threads: 2})
	task := search.Task{Position: wotn.Start(wotn.Standard)}
	ctx, cancel := context.WithCancel(context.Background())
	var stopped time.Time
	time.AfterFunc(100*time.Millisecond, func() { stopped = time.Now(); cancel() })
	r := engine.Think(ctx, task, search.Limits{Infinite: true}, nil)
	if late := time.Since(stopped); late > 100*time.Millisecond {
		t.Errorf("stopped %v late", late)
	}
	if r.Best == wotn.NoMove {
		t.Error("no move")
	}
	begin := time.Now()
	engine.Think(context.Background(), task, search.Limits{MoveTime: 50 * time.Millisecond}, nil)
	if took := time.Since(begin); took > 150*time.Millisecond || took < 40*time.Millisecond {
		t.Errorf("took %v of 50ms", took)
	}
}
