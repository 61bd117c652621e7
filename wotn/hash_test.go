package wotn_test

import (
	"testing"

	"tafelrunde/wotn"
)

// TestPawnKeyDependsOnPawnsOnly plays moves of pawns and of other pieces.
func TestPawnKeyDependsOnPawnsOnly(t *testing.T) {
	p := wotn.Start(wotn.Chess)
	play := func(text string) {
		t.Helper()
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if p, err = p.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	start := p.PawnKey()
	play("g1f3")
	if p.PawnKey() != start {
		t.Error("a knight move changed the pawn key")
	}
	play("e7e5")
	after := p.PawnKey()
	if after == start {
		t.Error("a pawn move did not change the pawn key")
	}
	play("f3g1")
	play("b8c6")
	if p.PawnKey() != after {
		t.Error("equal pawns have different keys")
	}
}
