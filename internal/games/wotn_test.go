package games

import (
	"testing"

	"tafelrunde/wotn"
)

func TestABareKingCannotWin(t *testing.T) {
	p, err := wotn.ParsePosition(wotn.Standard, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	at := newWotnPosition(wotn.NewGame(p), 1)
	if !at.CanWin(1) || at.CanWin(0) {
		t.Errorf("White, seat 1, can win: %v; Black's bare king: %v", at.CanWin(1), at.CanWin(0))
	}
}
