package wotn_test

import (
	"testing"

	"tafelrunde/wotn"
)

// TestNoSquareIsNoSquare gives NoSquare and values beyond it to everything that takes a
// square. None may read it as a square of the board, such as a1, or panic.
func TestNoSquareIsNoSquare(t *testing.T) {
	// White has a rook on a1, which Black attacks, and pieces of every movement.
	p, err := wotn.ParsePosition(wotn.Alternative, "r3k3/1q6/8/2n5/8/1VLQ4/PNBH4/R3K3 w Q - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	a1 := wotn.NewSquare(0, 0)
	if p.AttackersOf(a1, wotn.White).IsEmpty() || a1.Bitboard() != 1 {
		t.Fatal("the position does not test a1")
	}
	for _, none := range []wotn.Square{wotn.NoSquare, wotn.NoSquare + 1, 255} {
		if got := none.Bitboard(); !got.IsEmpty() || got.Has(none) || wotn.Bitboard(1).Has(none) {
			t.Errorf("the set of %d is %x", none, got)
		}
		if wotn.NewSquare(none.File(), none.Rank()) < wotn.NoSquare {
			t.Errorf("%d is on file %d and rank %d of the board", none, none.File(), none.Rank())
		}
		if got := p.At(none); got != (wotn.Piece{}) {
			t.Errorf("on %d is %s", none, got)
		}
		for c := range wotn.Color(wotn.NumColors) {
			if got := p.AttackersOf(none, c); !got.IsEmpty() {
				t.Errorf("%x attacks %d", got, none)
			}
			for k := range wotn.NumKinds {
				if got := p.Attacks(k, c, none, p.Occupied()) | wotn.Attacks(k, c, none, 0) | wotn.Leaps(k, none); !got.IsEmpty() {
					t.Errorf("%s on %d attacks %x", k, none, got)
				}
				if got := wotn.Lines(k, none); got != nil {
					t.Errorf("%s on %d has the lines %v", k, none, got)
				}
			}
		}
		var x wotn.Exchange
		x.Set(&p, a1, 0)
		before := x.Attackers()
		x.Remove(none)
		if x.Attackers() != before {
			t.Errorf("removing %d changes an exchange", none)
		}
		x.Set(&p, none, 0)
		if got := x.Attackers(); !got.IsEmpty() {
			t.Errorf("%x attack %d in an exchange", got, none)
		}
		for _, m := range []wotn.Move{
			p.MoveBetween(none, a1, wotn.NoKind), p.MoveBetween(a1, none, wotn.NoKind), p.MoveBetween(none, none, wotn.NoKind),
		} {
			if m != wotn.NoMove {
				t.Errorf("a move with %d is %s", none, m)
			}
		}
		for s := range wotn.NoSquare {
			if reason := p.WhyIllegal(none, s); reason == nil || reason.Code != wotn.MoveNoPiece {
				t.Errorf("%d%s: %v", none, s, reason)
			}
			reason := p.WhyIllegal(s, none)
			piece := p.At(s)
			want := wotn.MoveCannotReach
			switch {
			case piece.Kind == wotn.NoKind:
				want = wotn.MoveNoPiece
			case piece.Color != p.ToMove():
				want = wotn.MoveNotYours
			}
			if reason == nil || reason.Code != want {
				t.Errorf("%s%d: %v, want %s", s, none, reason, want)
			}
		}
		if reason := p.WhyIllegal(none, none); reason == nil || reason.Code != wotn.MoveNoPiece {
			t.Errorf("%d%d: %v", none, none, reason)
		}
		if _, err := p.Play(wotn.NoMove); err == nil || err.(*wotn.MoveError).Code != wotn.MoveNoPiece {
			t.Errorf("no move is played: %v", err)
		}
		setup := p.Setup()
		if got := setup.HandicapPromotions(none); got != nil || setup.HandicapPromote(wotn.White, none, wotn.Baron) == nil {
			t.Errorf("the piece on %d can become %v", none, got)
		}
		if setup.EnPassant = none; none != wotn.NoSquare {
			if _, err := setup.Position(); err == nil {
				t.Errorf("the en-passant square %d is accepted", none)
			}
		}
	}
}
