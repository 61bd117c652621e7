package wotn_test

import (
	"fmt"
	"testing"

	"tafelrunde/wotn"
)

func TestCareers(t *testing.T) {
	for _, c := range []struct {
		name, fen, moves, square string
		career                   string
	}{
		{"free square", wotn.StartText, "e2e4", "e2", "{- [] []}"},
		{"no promotion", wotn.StartText, "e2e4", "e4", "{P [] []}"},
		{"two promotions", "4k3/1p6/8/1r6/P7/8/8/4K3 w - - 0 1", "a4b5s e8f8 b5b7n", "b7", "{P [{0 S} {2 N}] [R P]}"},
		{"captured", wotn.StartText, "e2e4 d7d5 e4d5s d8d5", "d5", "{Q [] [S]}"},
		{"en passant", "4k3/2p5/8/1P6/8/8/8/4K3 b - - 0 1", "c7c5 b5c6s", "c6", "{P [{1 S}] [P]}"},
		{"en passant victim", "4k3/2p5/8/1P6/8/8/8/4K3 b - - 0 1", "c7c5 b5c6s", "c5", "{- [] []}"},
		{"castling king", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "c1", "{K [] []}"},
		{"castling rook", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "d1", "{R [] []}"},
		{"corner", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "a1", "{- [] []}"},
		{"promotion rank", "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", "e5e6d", "e6", "{P [{0 D}] []}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			careers := playAll(t, c.fen, c.moves).Careers()
			square, _ := wotn.ParseSquare(c.square)
			if got := fmt.Sprint(careers[square]); got != c.career {
				t.Errorf("%s, want %s", got, c.career)
			}
		})
	}
}

func TestCapturedAndExperience(t *testing.T) {
	g := playAll(t, wotn.StartText, "e2e4 e7e5 g1f3 b8c6 d2d4 e5d4s f3d4m c6d4m d1d4l")
	if got := fmt.Sprint(g.Captured(wotn.White), g.Captured(wotn.Black)); got != "[M S] [M P]" {
		t.Errorf("captured %s", got)
	}
	white, black := g.Position().Experience(wotn.White), g.Position().Experience(wotn.Black)
	if white != 46 || black != 45 {
		t.Errorf("experience %d and %d", white, black)
	}
	if g := wotn.NewGame(wotn.Start(wotn.Standard)); len(g.Captured(wotn.White)) != 0 || g.Position().Experience(wotn.Black) != 49 {
		t.Error("the start position has captured pieces or another experience than 49")
	}
}
