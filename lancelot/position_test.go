package lancelot_test

import (
	"testing"

	"tafelrunde/lancelot"
)

// position parses a position.
func position(t testing.TB, text string) lancelot.Position {
	t.Helper()
	p, err := lancelot.ParsePosition(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

// TestNoSquareIsNoSquare gives NoSquare and a square off the board to everything that
// takes a square: nothing is there, and no line goes through it.
func TestNoSquareIsNoSquare(t *testing.T) {
	p := position(t, "8/8/8/8/8/8/8/8 b 0,0 30,30 ab diagonals+excalibur 7")
	for _, at := range []lancelot.Square{lancelot.NoSquare, lancelot.NoSquare - 1, lancelot.PlanSize * lancelot.PlanSize, 0} {
		for _, set := range []lancelot.Set{p.FreeSquares(), p.Open(), p.LineSquares(0)} {
			if set.Has(at) {
				t.Errorf("%v has %d", set, at)
			}
		}
		if p.OnBoard(at) || p.At(at) != lancelot.Free || p.LinesThrough(at) != nil {
			t.Errorf("%d is on the board", at)
		}
		for _, turn := range []lancelot.Turn{
			lancelot.StoneTurn(at), lancelot.ExcaliburTurn(at), lancelot.StoneExcaliburTurn(at, 87), lancelot.ExcaliburStoneTurn(at, 87),
		} {
			if _, err := p.Play(turn); err == nil {
				t.Errorf("%d: %v is played", at, turn)
			}
		}
		if s := p.Setup(); s.At(at) != lancelot.Free || s.Set(at, lancelot.StoneOf(0)) {
			t.Errorf("%d is a square of the setup", at)
		}
	}
	var zero lancelot.Position
	if p.Excalibur() != lancelot.NoSquare || zero.Excalibur() != lancelot.NoSquare || zero.OnBoard(0) {
		t.Errorf("Excalibur is on %s and %s", p.Excalibur(), zero.Excalibur())
	}
}
