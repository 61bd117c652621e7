package wotn_test

import (
	"errors"
	"fmt"
	"testing"

	"tafelrunde/wotn"
)

func TestSAN(t *testing.T) {
	for _, c := range []struct{ fen, move, san string }{
		{wotn.StartText, "g1f3", "Nf3"},
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5d", "exd5/AD"},
		{"4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", "e5e6s", "e6/WfbD+"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6s", "exd6/WfbD"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O"},
		{"3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O+"},
		{"4k3/8/8/8/8/8/8/L3K1L1 w - - 0 1", "a1d4", "(BNN)ad4"},
		{"L3k3/8/8/8/8/8/8/L3K3 w - - 0 1", "a1d4", "(BNN)d4"},
		{"4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"},
		{"4k3/8/8/N7/8/8/8/N1N1K3 w - - 0 1", "a1b3", "Na1b3"},
		{"2K1k3/8/8/8/8/8/8/K1K5 w - - 0 1", "a1b2", "Kab2"},
		{"4k3/8/8/3q4/3V4/8/8/4K3 w - - 0 1", "d4d5k", "(RNN)xd5/K"},
	} {
		p, err := wotn.ParsePosition(wotn.Standard, c.fen)
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.ParseMove(c.move)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := p.SAN(m); got != c.san {
			t.Errorf("%s %s: %s, want %s", c.fen, c.move, got, c.san)
		}
	}
}

func TestNotation(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		want      wotn.Notation
	}{
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5d", wotn.Notation{
			Kind: wotn.Pawn, Origin: "e", Captured: wotn.Pawn, To: wotn.NewSquare(3, 4), Promotion: wotn.Priest,
		}},
		{"4k3/8/8/N7/8/8/8/N1N1K3 w - - 0 1", "a1b3", wotn.Notation{
			Kind: wotn.Knight, Origin: "a1", To: wotn.NewSquare(1, 2),
		}},
		{"3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", wotn.Notation{
			Castling: true, Kind: wotn.King, To: wotn.NewSquare(2, 0), Check: true,
		}},
		{"7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "g6g7", wotn.Notation{
			Kind: wotn.Queen, To: wotn.NewSquare(6, 6), Check: true, Mate: true,
		}},
	} {
		p, err := wotn.ParsePosition(wotn.Standard, c.fen)
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.ParseMove(c.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Notation(m); got != c.want {
			t.Errorf("%s %s: %+v, want %+v", c.fen, c.move, got, c.want)
		}
	}
}

func TestSANErrors(t *testing.T) {
	for _, c := range []struct{ fen, text, code string }{
		{wotn.StartText, "Nf9", "san-text"},
		{wotn.StartText, "", "san-text"},
		{wotn.StartText, "(XY)f3", "san-betza"},
		{wotn.StartText, "e4/ZZ", "san-betza"},
		{wotn.StartText, "e5", "cannot-reach"},
		{wotn.StartText, "Nd2", "own-piece"},
		{wotn.StartText, "O-O", "castling-blocked"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "O-O-O", "castling-lost"},
		{wotn.StartText, "e4/AD", "promotion-none"},
		{wotn.StartText, "e4/any", "promotion-none"},
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", "promotion-missing"},
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5/NN", "promotion-wrong"},
		{"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "Rd1", ""}, // the king blocks the line
		{"4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Rd1", "ambiguous"},
		{"4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "Rd2", "pinned"},
		{"4k3/8/8/3r4/8/2N5/8/4K3 w - - 0 1", "Nxd5", ""}, // only one promotion is possible
	} {
		p, err := wotn.ParsePosition(wotn.Standard, c.fen)
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.ParseSAN(c.text)
		code := ""
		var syntax *wotn.SyntaxError
		var move *wotn.MoveError
		switch {
		case errors.As(err, &syntax):
			code = string(syntax.Code)
		case errors.As(err, &move):
			code = string(move.Code)
		}
		if code != c.code || (code == "ambiguous") != errors.Is(err, wotn.ErrAmbiguousMove) {
			t.Errorf("%s %q: %v, want %s", c.fen, c.text, err, c.code)
		}
	}
}

func TestMoveErrors(t *testing.T) {
	for _, c := range []struct{ fen, text, code string }{
		{wotn.StartText, "e3e4", "no-piece"},
		{wotn.StartText, "e7e5", "not-yours"},
		{wotn.StartText, "e1e2", "own-piece"},
		{wotn.StartText, "e1g1", "castling-blocked"},
		{wotn.StartText, "a1a4", "blocked"},
		{wotn.StartText, "e1e1", "own-piece"},
		{wotn.StartText, "e2e5", "cannot-reach"},
		{wotn.StartText, "e2e4s", "promotion-none"},
		{wotn.StartText, "e2e9", "move-text"},
		{wotn.StartText, "e2e4?", "move-text"},
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "promotion-missing"},
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5q", "promotion-wrong"},
		{"4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "e2d2", "pinned"},
	} {
		p, err := wotn.ParsePosition(wotn.Standard, c.fen)
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.ParseMove(c.text)
		var syntax *wotn.SyntaxError
		var move *wotn.MoveError
		if !(errors.As(err, &syntax) && string(syntax.Code) == c.code || errors.As(err, &move) && string(move.Code) == c.code) {
			t.Errorf("%s %q: %v, want %s", c.fen, c.text, err, c.code)
		}
	}
}

func ExamplePosition_MatchSAN() {
	p, err := wotn.ParsePosition(wotn.Standard, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
	if err != nil {
		panic(err)
	}
	fmt.Println(p.MatchSAN("exd5/any"))
	_, err = p.ParseSAN("exd5")
	fmt.Println(err)
	// Output:
	// [e4d5s e4d5d] <nil>
	// exd5: the move must name the kind that the piece promotes to: e4d5s, e4d5d
}
