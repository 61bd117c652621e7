package lessons

import (
	"errors"
	"testing"
)

// TestVerifyAcceptsOnlyWhatItHasProved: an exercise whose par is too large is never
// accepted, whatever the budget, and a good one is never called wrong.
func TestVerifyAcceptsOnlyWhatItHasProved(t *testing.T) {
	for _, test := range []struct {
		name   string
		source Source
		right  bool
	}{
		{"good", Source{
			Game: "wotn", Position: "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", Par: 2,
			Success: "piece e5 N", Solution: []string{"g1f3", "f3e5"},
		}, true},
		// The king needs two moves, the knight one. Every other move fails at once, so that
		// only the question whether one move suffices needs several moves.
		{"par too large", Source{
			Game: "wotn", Position: "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", Par: 2,
			Success: "piece c1 K or piece h3 N", Solution: []string{"e1d1", "d1c1"}, Also: []string{"g1h3"},
			Failure: "piece d2 K or piece e2 K or piece f1 K or piece f2 K or piece e2 N or piece f3 N",
		}, false},
	} {
		e, err := New(test.source)
		if err != nil {
			t.Fatal(err)
		}
		unproved, decided := 0, 0
		for budget := range 500 {
			err := e.verify(budget)
			switch {
			case errors.Is(err, ErrUnproved):
				unproved++
			case (err == nil) != test.right:
				t.Fatalf("%s, budget %d: %v", test.name, budget, err)
			default:
				decided++
			}
		}
		if unproved == 0 || decided == 0 {
			t.Errorf("%s: %d budgets do not suffice, %d do", test.name, unproved, decided)
		}
	}
}
