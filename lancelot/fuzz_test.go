package lancelot_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"tafelrunde/lancelot"
)

// addTexts adds all positions in testdata to the seeds of a fuzz target.
func addTexts(f *testing.F) {
	for _, name := range []string{"setups.good", "setups.bad", "setups.unreadable"} {
		for _, row := range rows(f, name) {
			f.Add(row[0])
		}
	}
	for _, row := range rows(f, "rules.perft") {
		f.Add(row[1])
	}
}

// FuzzSetupText: a setup is parsed as it was written. A valid setup equals that
// of its position, except for the seat to act. An invalid one is refused with a
// reason.
func FuzzSetupText(f *testing.F) {
	addTexts(f)
	f.Fuzz(func(t *testing.T, text string) {
		setup, err := lancelot.ParseSetup(text)
		if err != nil {
			var syntax *lancelot.SyntaxError
			if !errors.As(err, &syntax) || syntax.Offset < 0 || syntax.Offset > len(text) || syntax.Error() == "" {
				t.Fatalf("%q: %#v", text, err)
			}
			return
		}
		p, err := setup.PositionOnAnyBoard()
		if err != nil {
			var refused *lancelot.SetupError
			if !errors.As(err, &refused) || len(refused.Problems) == 0 || err.Error() == "" {
				t.Fatalf("%q: %#v", text, err)
			}
			return
		}
		if again, err := lancelot.ParseSetup(setup.String()); err != nil || again != setup {
			t.Fatalf("%q is written as %q, parsed as %q, %v", text, setup, again, err)
		}
		back := p.Setup()
		back.ToMove = setup.ToMove
		if back != setup {
			t.Fatalf("%q becomes %q", setup, back)
		}
		if newTwin(setup.String()).String() != p.String() && !p.Outcome().Over() {
			t.Fatalf("%q is %s, twin %s", text, &p, newTwin(setup.String()))
		}
	})
}

// FuzzTurnText: a turn is parsed as it was written. An invalid one is refused
// with a reason.
func FuzzTurnText(f *testing.F) {
	for _, row := range rows(f, "turns.bad") {
		f.Add(row[1])
	}
	for _, text := range []string{"g8", "Xg6,g8", "g8,Xg6", "Xg6", "X g6 · g8", "g8 · X g6", "X G6 · G8"} {
		f.Add(text)
	}
	p := position(f, "1a1aa3/1aa5/a1*a1b2/8/2b1bb2/4b1b1/b1a5/3b4 a 1,1 21,21 ab diagonals+excalibur 7")
	f.Fuzz(func(t *testing.T, text string) {
		turn, err := lancelot.ParseTurn(text)
		if err != nil {
			var syntax *lancelot.SyntaxError
			if !errors.As(err, &syntax) || syntax.Offset < 0 || syntax.Offset > len(text) {
				t.Fatalf("%q: %#v", text, err)
			}
			return
		}
		if again, err := lancelot.ParseTurn(turn.String()); err != nil || again != turn {
			t.Fatalf("%q is written as %s, parsed as %s, %v", text, turn, again, err)
		}
		var illegal *lancelot.TurnError
		if _, err := p.Play(turn); (err == nil) != p.IsLegal(turn) || err != nil && (!errors.As(err, &illegal) || illegal.Code == "") {
			t.Fatalf("%q: %#v", text, err)
		}
	})
}

// FuzzInvariants plays turns from a position, chosen by seed, checks the
// invariants of each position and compares it with the twin.
func FuzzInvariants(f *testing.F) {
	for i, row := range rows(f, "rules.perft") {
		f.Add(row[1], uint64(i))
	}
	for i, row := range rows(f, "setups.good") {
		f.Add(row[0], uint64(i))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		setup, err := lancelot.ParseSetup(text)
		if err != nil {
			return
		}
		p, err := setup.PositionOnAnyBoard()
		if err != nil {
			return
		}
		r := rand.New(rand.NewPCG(seed, 0))
		slow := newTwin(setup.String())
		for range 4 {
			checkPosition(t, &p, r)
			turns := p.AppendTurns(nil)
			if len(turns) == 0 {
				return
			}
			if len(turns) < 500 {
				var got []string
				for _, turn := range turns {
					got = append(got, turn.String())
				}
				want := slow.turns()
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Fatalf("%s: turns %v, twin %v", &p, got, want)
				}
			}
			turn := turns[r.IntN(len(turns))]
			p.PlayInto(&p, turn)
			slow.play(turn.String())
			if p.String() != slow.String() || p.Outcome().Reason.String() != slow.over {
				t.Fatalf("after %s %s %s, twin %s %s", turn, &p, p.Outcome().Reason, slow, slow.over)
			}
		}
	})
}
