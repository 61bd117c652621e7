package tournaments

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"tafelrunde/internal/tournament"
)

// TestSimulate simulates small tournaments of all formats: no round is illegal, and the
// standings correlate with the strengths.
func TestSimulate(t *testing.T) {
	for _, kind := range []Kind{
		{tournament.RoundRobin, 3}, {tournament.RoundRobin, 7}, {tournament.RoundRobin, 10},
		{tournament.League, 13}, {tournament.League, 30},
		{tournament.Swiss, 5}, {tournament.Swiss, 8}, {tournament.Swiss, 15}, {tournament.Swiss, 30},
		{tournament.Tables, 7}, {tournament.Tables, 9}, {tournament.Tables, 14}, {tournament.Tables, 30},
		{tournament.Arena, 10}, {tournament.Arena, 20},
	} {
		r := &Result{Name: kind.String()}
		for seed := range uint64(4) {
			if err := Simulate(t.Context(), kind, Options{Seed: seed, Leave: 0.03, Minutes: 20}, r); err != nil {
				t.Fatal(err)
			}
		}
		if r.Faults() > 0 || r.Tournaments != 4 || r.Games < 2*kind.Players {
			t.Errorf("%s\n%s", r, strings.Join(r.Notes, "\n"))
		}
		// In pools of an odd number somebody can be free after a game that is not played.
		if f := kind.Format; r.FreeTwice > 0 && f != tournament.RoundRobin && f != tournament.League {
			t.Errorf("%s", r)
		}
		ranks, _ := r.Ranks.Value()
		if lots, _ := r.Lots.Value(); kind.Players >= 10 && (ranks < 0.3 || ranks > 0.999 || lots < 0.3) {
			t.Errorf("%s", r)
		}
	}
}

// TestSeed: the same seed has the same result.
func TestSeed(t *testing.T) {
	var lines [2]string
	for i := range lines {
		r := &Result{Name: "x"}
		for _, f := range []tournament.Format{tournament.Swiss, tournament.Tables, tournament.League, tournament.Arena} {
			if err := Simulate(t.Context(), Kind{f, 12}, Options{Seed: 9, Leave: 0.02, Minutes: 20}, r); err != nil {
				t.Fatal(err)
			}
		}
		r.Pairing = 0
		lines[i] = r.String()
	}
	if lines[0] != lines[1] || !strings.HasPrefix(lines[0], "x: tournaments 4, rounds ") {
		t.Errorf("%s\n%s", lines[0], lines[1])
	}
}

// TestCheck: illegal rounds are found.
func TestCheck(t *testing.T) {
	for name, boards := range map[string][]tournament.Board{
		"twice":   {{Round: 1, Entries: []int{1, 2}}, {Round: 1, Entries: []int{3, 1}}, {Round: 1, Entries: []int{4}}},
		"missing": {{Round: 1, Entries: []int{1, 2}}, {Round: 1, Entries: []int{3}}},
		"free":    {{Round: 1, Entries: []int{1, 2}}, {Round: 1, Entries: []int{3}}, {Round: 1, Entries: []int{4}}},
		"three":   {{Round: 1, Entries: []int{1, 2, 3}}, {Round: 1, Entries: []int{4}}},
	} {
		m := &simulation{kind: Kind{tournament.Swiss, 4}, s: &tournament.State{Entries: make([]tournament.Entry, 4)}, found: &Result{}}
		if m.check(boards); m.found.Impossible == 0 || len(m.found.Notes) == 0 {
			t.Errorf("%s: nothing was found", name)
		}
	}
	// Two who have met meet again, though they need not.
	m := &simulation{kind: Kind{tournament.Swiss, 4}, s: &tournament.State{Entries: make([]tournament.Entry, 4)}, found: &Result{}}
	m.s.Boards = []tournament.Board{
		{Round: 1, Entries: []int{1, 2}, Result: &tournament.Result{}}, {Round: 1, Entries: []int{3, 4}, Result: &tournament.Result{}},
	}
	m.check([]tournament.Board{{Round: 2, Entries: []int{2, 1}}, {Round: 2, Entries: []int{4, 3}}})
	if m.found.Impossible != 0 || m.found.Repeats != 2 || m.found.Avoidable != 2 {
		t.Errorf("%+v", m.found)
	}
}

func TestSpearman(t *testing.T) {
	for _, c := range []struct {
		order []float64
		want  float64
	}{{[]float64{9, 7, 2, 1}, 1}, {[]float64{1, 2, 7, 9}, -1}, {[]float64{7, 9, 1, 2}, 0.6}} {
		if got := spearman(c.order); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v: %v", c.order, got)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Simulate(ctx, Kind{tournament.Swiss, 5}, Options{}, &Result{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
