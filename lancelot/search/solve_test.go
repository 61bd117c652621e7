package search

import (
	"context"
	"runtime"
	"testing"

	"tafelrunde/lancelot"
)

// TestSolverIsMaxn compares the solver with looking at every turn, with a table
// of usual size and with a tiny one.
func TestSolverIsMaxn(t *testing.T) {
	kinds := map[float64]int{}
	for _, memory := range []int{8 << 20, 1000} {
		s := &Solver{Memory: memory}
		for game := range uint64(48) {
			rules := allRules[game%4]
			hand := 2
			if rules.Excalibur {
				hand = 1
			}
			p, ok := late(t, game, rules, hand)
			if !ok {
				continue
			}
			want := maxn(&p, map[lancelot.Position]float64{})
			kinds[want]++
			got := s.Solve(context.Background(), &p, Limits{})
			switch {
			case want == 0.5 && (!got.Drawn || got.Decided),
				want == 1 && (!got.Decided || got.Winner != 0),
				want == 0 && (!got.Decided || got.Winner != 1):
				t.Errorf("%s: %+v, by every turn %v", &p, got, want)
			}
			if got.Decided && got.Winner == p.ToAct() {
				after, err := p.Play(got.Turn)
				if err != nil || maxn(&after, map[lancelot.Position]float64{}) != want {
					t.Errorf("%s: %s does not win, %v", &p, got.Turn, err)
				}
			}
		}
	}
	if len(kinds) != 3 {
		t.Errorf("ends %v", kinds)
	}
}

// TestSolverUsesThePower: with Excalibur and two stones each, on fields nearly
// full, where a power that takes nothing can decide the game.
func TestSolverUsesThePower(t *testing.T) {
	kinds := map[float64]int{}
	s := &Solver{Memory: 1 << 20}
	for game := range uint64(200) {
		p, ok := lateAfter(t, game, lancelot.Rules{Excalibur: true, Diagonals: game%2 == 1}, 2, 4, 11+int(game%3))
		if !ok {
			continue
		}
		want := maxn(&p, map[lancelot.Position]float64{})
		kinds[want]++
		got := s.Solve(context.Background(), &p, Limits{})
		if got.Drawn != (want == 0.5) || got.Decided != (want != 0.5) || got.Decided && float64(1-got.Winner) != want {
			t.Errorf("%s: %+v, by every turn %v", &p, got, want)
		}
	}
	if len(kinds) != 3 {
		t.Errorf("ends %v", kinds)
	}
}

// TestSolverStops: with too few nodes nothing is claimed.
func TestSolverStops(t *testing.T) {
	p, err := lancelot.Options{Seats: 2, Size: 5}.Setup().PositionOnAnyField()
	if err != nil {
		t.Fatal(err)
	}
	s := &Solver{Memory: 1 << 20}
	if got := s.Solve(context.Background(), &p, Limits{Nodes: 2000}); got.Decided || got.Drawn || got.Nodes > 2100 {
		t.Errorf("%+v", got)
	}
}

// TestSolverKeepsToItsTable: besides its table it needs next to nothing, however
// long it searches.
func TestSolverKeepsToItsTable(t *testing.T) {
	p, err := lancelot.Options{Seats: 2, Rules: lancelot.Rules{Excalibur: true}, Size: 5}.Setup().PositionOnAnyField()
	if err != nil {
		t.Fatal(err)
	}
	s := &Solver{Memory: 1 << 20}
	s.Solve(context.Background(), &p, Limits{Nodes: 100_000}) // makes the room for turns
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s.Solve(context.Background(), &p, Limits{Nodes: 100_000})
	runtime.ReadMemStats(&after)
	if more := after.TotalAlloc - before.TotalAlloc; more > 256<<10 {
		t.Errorf("%d bytes were allocated for 100,000 nodes", more)
	}
}
