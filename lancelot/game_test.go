package lancelot_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"tafelrunde/lancelot"
)

func TestGame(t *testing.T) {
	p := start(t, lancelot.Options{Seats: 3, Rules: lancelot.Rules{Excalibur: true}})
	g := lancelot.NewGame(p)
	r := rand.New(rand.NewPCG(5, 6))
	positions := []lancelot.Position{p}
	var turns []lancelot.Turn
	for !g.Outcome().Over() {
		p = *g.Position()
		turn := someTurn(r, p.AppendTurns(nil))
		if err := g.PlayText(turn.String()); err != nil {
			t.Fatal(err)
		}
		turns = append(turns, turn)
		positions = append(positions, *g.Position())
		if step := g.Step(g.Len() - 1); step.Turn != turn || step.Seat != p.ToMove() {
			t.Fatalf("step %+v after %s", step, turn)
		}
	}
	for seat := range lancelot.Seat(3) {
		p := *g.Position()
		owners := g.Captured(seat)
		if len(owners) != p.Captured(seat) || slices.Contains(owners, seat) {
			t.Errorf("%v has captured %d stones, of %v", seat, p.Captured(seat), owners)
		}
	}
	if !slices.Equal(g.Turns(), turns) {
		t.Errorf("turns %v, want %v", g.Turns(), turns)
	}
	before := *g.Position()
	var illegal *lancelot.TurnError
	if err := g.Play(turns[0]); !errors.As(err, &illegal) || *g.Position() != before || g.Len() != len(turns) {
		t.Errorf("after the end: %v", err)
	}
	for n := len(turns); n >= 0; n-- {
		if g.Len() != n || *g.Position() != positions[n] || *g.PositionAfter(n / 2) != positions[n/2] {
			t.Fatalf("the position after turn %d, with %d turns, differs from the one played", g.Len(), n)
		}
		if g.Undo() != (n > 0) {
			t.Fatalf("undo at %d", n)
		}
	}
}

// TestSkipTo: skipped seats do not act, also in earlier positions and steps. An
// impossible skip is refused and does not change the game.
func TestSkipTo(t *testing.T) {
	g := lancelot.NewGame(start(t, lancelot.Options{Seats: 3}))
	if err := g.SkipTo(1); err != nil {
		t.Fatal(err)
	}
	for _, turn := range []string{"g7", "h8"} { // of b and, as a is skipped, of c
		if err := g.PlayText(turn); err != nil {
			t.Fatal(err)
		}
		if p := g.Position(); p.ToMove() == 0 {
			if err := g.SkipTo(1); err != nil {
				t.Fatal(err)
			}
		}
	}
	for turn, seat := range []lancelot.Seat{1, 2} {
		if p := g.PositionAfter(turn); p.ToMove() != seat || g.Step(turn).Seat != seat {
			t.Errorf("turn %d: seat %s, in the step %s", turn, p.ToMove(), g.Step(turn).Seat)
		}
	}
	now := *g.Position()
	if now.ToMove() != 1 || g.Len() != 2 {
		t.Errorf("%s after %d turns", &now, g.Len())
	}
	var setup *lancelot.SetupError
	if err := g.SkipTo(3); !errors.As(err, &setup) || *g.Position() != now {
		t.Errorf("a seat that does not exist: %v", err)
	}
	over, err := lancelot.ParsePosition("8/8/8/8/8/8/8/aab5 a 0,0 28,29 - basic 1")
	if err != nil {
		t.Fatal(err)
	}
	g = lancelot.NewGame(over)
	if err := g.PlayText("g4"); err != nil {
		t.Fatal(err)
	}
	now = *g.Position()
	if err := g.SkipTo(1 - now.ToMove()); !errors.As(err, &setup) || *g.Position() != now {
		t.Errorf("after the end: %v", err)
	}
}

// TestOutcome: all reasons for the end of a game.
func TestOutcome(t *testing.T) {
	for _, row := range []struct {
		text, turn, reason string
		winners            []lancelot.Seat
	}{
		{"8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7", "d4", "", nil},
		{"8/8/8/8/8/8/8/a1b5 a 0,0 29,29 - basic 1", "e4", "", nil},
		{"8/8/8/8/8/8/8/aab5 a 0,0 28,29 - basic 1", "g4", "target", []lancelot.Seat{0}},
		{"8/8/8/8/8/8/8/aab5 a 0,0 28,29 - basic 2", "g4", "", nil},
		// The last stone is placed: the larger number of captures wins, equal ones share.
		{"aa6/8/8/8/8/8/8/8 a 28,29 1,0 - basic 30", "d4", "no-turn", []lancelot.Seat{1}},
		{"aa6/b7/8/8/8/8/8/8 a 28,28 1,0 - basic 30", "d4", "no-turn", []lancelot.Seat{0, 1}},
	} {
		p := position(t, row.text)
		turn, err := p.ParseTurn(row.turn)
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		p.PlayInto(&p, turn)
		o := p.Outcome()
		if o.Reason.String() != row.reason || !slices.Equal(o.Winners(), row.winners) {
			t.Errorf("%s: %s: %q %v", row.text, row.turn, o.Reason, o.Winners())
		}
	}
}

// TestTargetWhenComplete: if the first action of a turn reaches the target, the
// second is still possible.
func TestTargetWhenComplete(t *testing.T) {
	p := position(t, "7*/8/8/8/8/8/8/aab5 a 0,0 28,29 ab excalibur 1")
	for _, text := range []string{"g4", "g4,Xd8", "g4,Xf4"} {
		turn, err := p.ParseTurn(text)
		if text == "g4,Xf4" {
			// With Excalibur the lead in row 4 would be four.
			if err == nil {
				t.Errorf("%s is legal", text)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		step, err := p.Explain(turn)
		if err != nil || step.Outcome.Reason != lancelot.TargetReached || !step.Outcome.Wins(0) {
			t.Errorf("%s: %+v, %v", text, step, err)
		}
	}
}
