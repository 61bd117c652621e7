package wotn_test

import (
	"testing"

	"tafelrunde/wotn"
)

// TestPawnKeyFollowsPawnsAlone plays moves of men and of pawns.
func TestPawnKeyFollowsPawnsAlone(t *testing.T) {
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
		t.Error("a Knight's move changed the key of the pawns")
	}
	play("e7e5")
	after := p.PawnKey()
	if after == start {
		t.Error("a Pawn's move kept the key of the pawns")
	}
	play("f3g1")
	play("b8c6")
	if p.PawnKey() != after {
		t.Error("the key of the same pawns differs")
	}
}
