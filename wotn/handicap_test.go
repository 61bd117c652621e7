package wotn_test

import (
	"errors"
	"fmt"
	"testing"

	"tafelrunde/wotn"
)

func TestHandicapPromote(t *testing.T) {
	start := wotn.Start(wotn.Standard)
	square := func(text string) wotn.Square { s, _ := wotn.ParseSquare(text); return s }
	for _, c := range []struct {
		color wotn.Color
		on    string
		into  wotn.Kind
		code  wotn.HandicapCode
	}{
		{wotn.White, "e2", wotn.Squire, ""},
		{wotn.White, "h1", wotn.Nightrider, ""},
		{wotn.Black, "h8", wotn.Fool, ""},
		{wotn.White, "e1", wotn.King, wotn.HandicapKing},
		{wotn.White, "e4", wotn.Squire, wotn.HandicapNoPiece},
		{wotn.White, "e7", wotn.Squire, wotn.HandicapNoPiece},
		{wotn.White, "e2", wotn.Knight, wotn.HandicapKind},
		{wotn.White, "b1", wotn.Guard, wotn.HandicapKind},
	} {
		s := start.Setup()
		err := s.HandicapPromote(c.color, square(c.on), c.into)
		var refused *wotn.HandicapError
		switch {
		case c.code == "" && err != nil, c.code != "" && (!errors.As(err, &refused) || refused.Code != c.code):
			t.Errorf("%s to %s: %v, want %q", c.on, c.into, err, c.code)
		case err != nil && s != start.Setup():
			t.Errorf("%s to %s: error, but the setup changed", c.on, c.into)
		}
	}
}

func TestPromotedCornerPieceCastles(t *testing.T) {
	start := wotn.Start(wotn.Standard)
	s := start.Setup()
	h1, _ := wotn.ParseSquare("h1")
	for _, promotion := range []wotn.Kind{wotn.Nightrider, wotn.Cardinal, wotn.Queen, wotn.Lord, wotn.LordChancellor, wotn.King} {
		if err := s.HandicapPromote(wotn.White, h1, promotion); err != nil {
			t.Fatal(err)
		}
		p, err := s.Position()
		if err != nil {
			t.Fatal(err)
		}
		g := playAll(t, p.String(), "g1f3 a7a6 g2g3 b7b6 f1g2 c7c6 e1g1")
		f1, _ := wotn.ParseSquare("f1")
		if got := g.Position().At(f1); got != (wotn.Piece{Kind: promotion, Color: wotn.White}) {
			t.Errorf("after castling with a %s: %s on f1", promotion, got)
		}
	}
}

func TestChessHasNoHandicap(t *testing.T) {
	start := wotn.Start(wotn.Chess)
	s := start.Setup()
	var refused *wotn.HandicapError
	if err := s.HandicapPromote(wotn.White, 12, wotn.Queen); !errors.As(err, &refused) || refused.Code != wotn.HandicapVariant {
		t.Error(err)
	}
}

func TestSeriesCountsGamesAndPoints(t *testing.T) {
	var s wotn.Series
	for _, winner := range []int{0, 0, wotn.NoPlayer, 1} {
		s = s.After(winner)
	}
	want := wotn.Series{Points: wotn.Handicap{0, 1}, Won: [2]int{2, 1}, Drawn: 1}
	if s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
}

func ExampleHandicap() {
	var h wotn.Handicap
	white := h.White(wotn.NoPlayer)
	for _, winner := range []int{0, 0, wotn.NoPlayer, 1, 1, 1} {
		h = h.After(winner)
		white = h.White(white)
		fmt.Println(h, "White:", white)
	}
	// Output:
	// [0 1] White: 1
	// [0 2] White: 1
	// [0 2] White: 1
	// [0 1] White: 1
	// [0 0] White: 0
	// [1 0] White: 0
}
