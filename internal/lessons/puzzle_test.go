package lessons

import (
	"slices"
	"testing"

	"tafelrunde/internal/puzzles"
)

// TestPuzzles plays all embedded puzzles: before each move of the solver its hint is the
// solution, and of all legal moves only those of the solution and the accepted ones do not
// fail.
func TestPuzzles(t *testing.T) {
	list, err := puzzles.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		p := &list[i]
		source, err := FromPuzzle(&Puzzle{p.Rules, p.Start, p.Previous, p.Solution, p.Also})
		if err != nil {
			t.Errorf("%s: %v", p.ID, err)
			continue
		}
		e, err := New(source)
		if err != nil {
			t.Errorf("%s: %v", p.ID, err)
			continue
		}
		playPuzzle(t, p, e)
	}
}

func playPuzzle(t *testing.T, p *puzzles.Puzzle, e *Exercise) {
	t.Helper()
	own := 0
	for ply, move := range p.Solution {
		line := p.Solution[:ply:ply]
		state, err := e.State(line, nil)
		if err != nil || state.Status != Open {
			t.Fatalf("%s is %s after %q: %v", p.ID, state.Status, line, err)
		}
		r := e.start()
		for _, text := range line {
			if err := r.play(text); err != nil {
				t.Fatal(err)
			}
		}
		if !r.learnersTurn() {
			if state.Next != move {
				t.Errorf("%s: %q follows %q", p.ID, state.Next, line)
			}
			continue
		}
		if hint, err := e.Hint(line); hint != move {
			t.Errorf("%s: the hint after %q is %q, %v", p.ID, line, hint, err)
		}
		var accepted []string
		if own < len(p.Also) {
			accepted = p.Also[own]
		}
		own++
		for _, other := range r.legal() {
			want := Failed
			switch {
			case other == move && ply < len(p.Solution)-1:
				want = Open
			case other == move || slices.Contains(accepted, other):
				want = Solved
			}
			if state, err := e.State(append(line, other), nil); state.Status != want {
				t.Errorf("%s is %s after %q and %s, want %s (%v)", p.ID, state.Status, line, other, want, err)
			}
		}
	}
	if state, err := e.State(p.Solution, nil); state.Status != Solved || state.Moves != e.source.Par {
		t.Errorf("%s is %s after %d moves, %v", p.ID, state.Status, state.Moves, err)
	}
}

func TestPreviousMove(t *testing.T) {
	source := Source{
		Game: "wotn", Position: "7k/8/8/8/8/8/R7/1R5K b - - 0 1", Previous: "h8g8", Par: 2, Success: "finished",
		Solution: []string{"b1b7", "g8f8", "a2a8"}, Accepted: [][]string{{"a2a7"}}, Scripted: true,
	}
	e, err := New(source)
	if err != nil {
		t.Fatal(err)
	}
	state, err := e.State(nil, nil)
	if err != nil || state.Learner != 0 || state.Moves != 0 || state.Wotn.Len() != 1 || state.Wotn.Moves()[0].String() != "h8g8" {
		t.Errorf("%+v, %v", state, err)
	}
	if state, err := e.State([]string{"a2a7"}, nil); err != nil || state.Status != Solved {
		t.Errorf("the accepted move: %s, %v", state.Status, err)
	}
	for field, change := range map[string]func(*Source){
		"illegal":      func(s *Source) { s.Previous = "h8e8" },
		"not scripted": func(s *Source) { s.Scripted = false },
	} {
		changed := source
		change(&changed)
		if _, err := New(changed); err == nil || err.(*FieldError).Field != "previous" {
			t.Errorf("%s: %v", field, err)
		}
	}
}
