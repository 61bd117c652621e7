package lancelot_test

import (
	"encoding/json"
	"slices"
	"testing"

	"tafelrunde/lancelot"
)

// TestTextMarshalling writes values as JSON and reads them back.
func TestTextMarshalling(t *testing.T) {
	type record struct {
		Start  lancelot.Position
		Setup  lancelot.Setup
		Turns  []lancelot.Turn
		Square lancelot.Square
		Seat   lancelot.Seat
		Rules  lancelot.Rules
	}
	start, err := lancelot.ParsePosition("*7/8/8/8/8/8/8/8 b 0,0 30,30 ab excalibur 7")
	if err != nil {
		t.Fatal(err)
	}
	g8, err := lancelot.ParseSquare("g8")
	if err != nil {
		t.Fatal(err)
	}
	turns := []lancelot.Turn{
		lancelot.NoTurn, lancelot.StoneTurn(g8), lancelot.ExcaliburTurn(g8),
		lancelot.StoneExcaliburTurn(g8, 0), lancelot.ExcaliburStoneTurn(0, g8),
	}
	was := record{start, start.Setup(), turns, lancelot.NoSquare, 4, lancelot.Rules{Diagonals: true}}
	text, err := json.Marshal(was) // values, not addressable
	if err != nil {
		t.Fatal(err)
	}
	var is record
	if err := json.Unmarshal(text, &is); err != nil {
		t.Fatal(err)
	}
	if is.Start != was.Start || is.Setup != was.Setup || !slices.Equal(is.Turns, was.Turns) ||
		is.Square != was.Square || is.Seat != was.Seat || is.Rules != was.Rules {
		t.Errorf("%s is parsed as %+v", text, is)
	}
	for _, bad := range []string{
		`{"Start":"8/8"}`, `{"Setup":"x"}`, `{"Turns":["z1"]}`, `{"Square":"g8g"}`, `{"Seat":"f"}`, `{"Seat":"aa"}`, `{"Rules":"chess"}`,
	} {
		if json.Unmarshal([]byte(bad), &is) == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
}

// TestIterators compares the iterators with the functions they are based on.
func TestIterators(t *testing.T) {
	p, err := lancelot.ParsePosition("1a1aa3/1aa5/a1*a1b2/8/2b1bb2/4b1b1/b1a5/3b4 a 1,1 21,21 ab diagonals+excalibur 7")
	if err != nil {
		t.Fatal(err)
	}
	turns := p.AppendTurns(nil)
	if got := slices.Collect(p.Turns()); !slices.Equal(got, turns) {
		t.Errorf("%d turns, want %d", len(got), len(turns))
	}
	for turn := range p.Turns() {
		if turn != turns[0] {
			t.Errorf("first turn %s, want %s", turn, turns[0])
		}
		break
	}
	open := p.Open()
	count := 0
	for square := range open.Squares() {
		if !open.Has(square) || open.Nth(count) != square || !p.IsLegal(lancelot.StoneTurn(square)) {
			t.Errorf("square %d is %s", count, square)
		}
		count++
	}
	if count != open.Count() {
		t.Errorf("%d members, want %d", count, open.Count())
	}
	for range open.Squares() {
		break
	}
	if open.Count() != count {
		t.Error("the iteration has changed the set")
	}
}

// TestDraw: a draw is a game in which all seats share the win.
func TestDraw(t *testing.T) {
	for text, want := range map[string]bool{
		"8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7":                               false,
		"aabbaabb/aabbaabb/bbaabbaa/bbaabbaa/aabb4/8/8/8 a 0,0 0,0 - basic 7": true,
	} {
		s, err := lancelot.ParseSetup(text)
		if err != nil {
			t.Fatal(err)
		}
		missing := 0
		for seat := range s.Seats {
			on := 0
			for _, row := range s.Cells {
				for _, cell := range row {
					if owner, ok := cell.Seat(); ok && int(owner) == seat {
						on++
					}
				}
			}
			if want {
				missing += lancelot.StonesPerSeat - on
			}
		}
		if want {
			s.Target = lancelot.MaxTarget
			s.Captured[0], s.Captured[1] = missing/2, missing-missing/2
		}
		p, err := s.Position()
		if err != nil {
			t.Fatal(err)
		}
		if o := p.Outcome(); o.Draw() != want || o.Over() != want {
			t.Errorf("%s: draw %t, want %t", &p, o.Draw(), want)
		}
	}
}
