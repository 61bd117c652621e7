package wotn_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tafelrunde/wotn"
)

// TestCanWin compares CanWin in chess with the mates that exist: it sets up
// all positions with a knight or a bishop of White and one more piece in a corner of
// the board, and looks for checkmates.
func TestCanWin(t *testing.T) {
	var corner []wotn.Square
	for file := range 4 {
		for rank := range 4 {
			corner = append(corner, wotn.NewSquare(file, rank))
		}
	}
	type answer struct{ claimed, denied, mate bool }
	answers := map[string]*answer{}
	try := func(extra ...wotn.Piece) {
		s := wotn.Setup{Variant: wotn.Chess, ToMove: wotn.Black, EnPassant: wotn.NoSquare, MoveNumber: 1}
		pieces := append([]wotn.Piece{{Kind: wotn.King, Color: wotn.White}, {Kind: wotn.King, Color: wotn.Black}}, extra...)
		var place func(i int)
		place = func(i int) {
			if i < len(pieces) {
				for _, sq := range corner {
					if s.Board[sq].Kind == wotn.NoKind {
						s.Board[sq] = pieces[i]
						place(i + 1)
						s.Board[sq] = wotn.Piece{}
					}
				}
				return
			}
			p, err := s.Position()
			if err != nil {
				return
			}
			key := materialKey(&s)
			a := answers[key]
			if a == nil {
				a = &answer{}
				answers[key] = a
			}
			if can := p.CanWin(wotn.White); can {
				a.claimed = true
			} else {
				a.denied = true
			}
			if o := p.Outcome(); o.Reason == wotn.Checkmate {
				a.mate = true
			}
		}
		place(0)
	}
	kinds := []wotn.Kind{wotn.Pawn, wotn.Knight, wotn.Bishop, wotn.Rook, wotn.Queen}
	try()
	for _, own := range []wotn.Kind{wotn.Knight, wotn.Bishop} {
		try(wotn.Piece{Kind: own, Color: wotn.White})
		for _, c := range []wotn.Color{wotn.White, wotn.Black} {
			for _, k := range kinds {
				if k != wotn.Pawn || c == wotn.Black { // a white pawn mates at the other end
					try(wotn.Piece{Kind: own, Color: wotn.White}, wotn.Piece{Kind: k, Color: c})
				}
			}
		}
	}
	if len(answers) < 20 {
		t.Errorf("only %d kinds of material", len(answers))
	}
	for key, a := range answers {
		if a.claimed == a.denied || a.claimed != a.mate {
			t.Errorf("%s: %+v", key, *a)
		}
	}
}

// materialKey names the pieces of a setup, bishops with the color of their squares,
// in the same way after an exchange of light and dark squares.
func materialKey(s *wotn.Setup) string {
	var keys [2]string
	for exchanged := range keys {
		var names []string
		for i, piece := range s.Board {
			if piece.Kind == wotn.NoKind {
				continue
			}
			name := piece.Color.String() + piece.Kind.String()
			if piece.Kind == wotn.Bishop {
				name += fmt.Sprint((i/8 + i%8 + exchanged) % 2)
			}
			names = append(names, name)
		}
		slices.Sort(names)
		keys[exchanged] = strings.Join(names, " ")
	}
	return min(keys[0], keys[1])
}

// TestPlayOn plays past draws that end a game played here, and not past a mate.
func TestPlayOn(t *testing.T) {
	play := func(g *wotn.Game, moves string) (err error) {
		for _, text := range strings.Fields(moves) {
			m, err := g.Position().ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			if err = g.PlayOn(m); err != nil {
				return err
			}
		}
		return nil
	}
	shuffle := strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 4)
	g := wotn.NewGame(wotn.Start(wotn.Chess))
	if err := play(g, shuffle+"f2f3 e7e5 g2g4 d8h4"); err != nil || g.Outcome().Reason != wotn.Checkmate {
		t.Error(err, g.Outcome())
	}
	for _, text := range []string{"8/8/8/4k3/8/8/8/K1N5 w - - 0 1", "8/8/8/4k3/8/8/8/K7 w - - 0 1", "8/8/8/4k3/8/8/8/K1R5 w - - 150 90"} {
		p, err := wotn.ParsePosition(wotn.Chess, text)
		if err != nil {
			t.Fatal(err)
		}
		g := wotn.NewGame(p)
		if err := play(g, "a1a2 e5e6"); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	if err := g.PlayOn(wotn.NoMove); err == nil {
		t.Error("a move after checkmate")
	}
}
