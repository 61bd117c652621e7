package games_test

import (
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
)

func TestDiagrams(t *testing.T) {
	chess := &match.Settings{Game: "wotn", Variant: "wotn", Seats: 2}
	d, err := games.DiagramOf(chess, "")
	if err != nil || len(d.Pieces) != 32 || len(d.Columns) != 8 || len(d.Rows) != 8 {
		t.Fatalf("%+v, %v", d, err)
	}
	d, err = games.DiagramOf(chess, "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1")
	if err != nil || len(d.Pieces) != 3 {
		t.Fatalf("%+v, %v", d, err)
	}
	if want := (games.DiagramPiece{Square: "e4", Kind: "P", Color: "w", Stone: -1}); d.Pieces[1] != want {
		t.Errorf("%+v", d.Pieces)
	}
	stones := &match.Settings{Game: "lancelot", Variant: "excalibur", Seats: 3}
	d, err = games.DiagramOf(stones, "12/12/12/12/12/12/12/5*6/12/12/12/12 d 0,0,0,0 30,30,30,30 - excalibur 9")
	if err != nil || len(d.Columns) != 12 || len(d.Pieces) != 1 || !d.Pieces[0].Excalibur {
		t.Errorf("%+v, %v", d, err)
	}
	d, err = games.DiagramOf(stones, "8/8/8/8/3a4/8/8/8 b 0,0 29,30 - basic 7")
	if err != nil || len(d.Rows) != 8 || len(d.Pieces) != 1 || d.Pieces[0].Stone != 0 || d.Pieces[0].Excalibur {
		t.Errorf("%+v, %v", d, err)
	}
	for _, s := range []*match.Settings{chess, stones, {Game: "go"}, {Game: "wotn", Variant: "x", Seats: 2}} {
		if _, err := games.DiagramOf(s, "nonsense"); err == nil {
			t.Errorf("%s: no error", s.Game)
		}
	}
}
