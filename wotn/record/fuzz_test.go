package record

import (
	"errors"
	"io"
	"reflect"
	"testing"

	"tafelrunde/wotn"
)

// FuzzRead checks for any text that reading ends without a panic, that the
// moves read are legal, and that the written game is read back unchanged.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		betzaBare, trenholmeBare, betzaProse, "1.e4 of course 1...e5 2.d4 1. 1-0[2]", readFile(f, "betza.pgn"), readFile(f, "trenholme.pgn"),
		"1.e4 d5 2.Nc3 (2.exd5/any e6 3.(AD)d7+ (3.(WfbD)d6 {x}; a } b\n) $9) e6 {c} 1-0[1] [A \"\\\"\"] %x\n%y\n* {z}",
		"[Variant \"Chess\"][SetUp \"1\"][FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]1.a8 (1.a8 $1 $0 (1.a8/R+)) 0-0 … 1/2-1/2",
		"[Result \"1-0\"][Variant \"Chess\"]1.f3 e5 2.g4 Qh4# {mate} 1/2-1/2 1.f3 e5 2.g4 Qh4#",
		"[Variant \"wotn-alternative\"](x {a}) {b} 1. {c} (d) d4 ({e} 1.e4 ({f}) (1.f4)) {g} d5 (1...c5 2.dxc5 b6 3.(AD)xc7 {h})",
	} {
		f.Add(seed, uint8(0))
	}
	f.Add("[fen \"4k3/P7/8/8/8/8/8/4K3\"] 1.a8D {a {b} c} Ke7 Now words 2.Dd4 1 - 0 (2.Df3) 1–0 words ] )", uint8(wotn.Chess))
	f.Fuzz(func(t *testing.T, text string, variant uint8) {
		r := NewReader(text, wotn.Variant(variant)%wotn.NumVariants)
		for {
			game, err := r.Next()
			if err == io.EOF {
				break
			}
			var p *Problem
			if err != nil && (!errors.As(err, &p) || p.Offset < 0 || p.Offset > len(text)) {
				t.Fatalf("error %v", err)
			}
			checkLine(t, &game.Line)
			checkWritten(t, game)
		}
	})
}

// checkLine plays a line and its variations.
func checkLine(t *testing.T, l *Line) {
	t.Helper()
	p := l.Start
	for i := range l.Moves {
		m := &l.Moves[i]
		for v := range m.Variations {
			if len(m.Variations[v].Moves) == 0 {
				t.Fatal("a variation without moves")
			}
			checkLine(t, &m.Variations[v])
		}
		if !p.IsLegal(m.Move) {
			t.Fatalf("%s (%s) is not legal in %s", m.SAN, m.Move, p.String())
		}
		p.PlayInto(&p, m.Move)
	}
}

// checkWritten writes a game and reads it back.
func checkWritten(t *testing.T, game Game) {
	t.Helper()
	text := game.String()
	r := NewReader(text, wotn.Standard)
	again, err := r.Next()
	if err != nil || again.Problems != nil {
		t.Fatalf("%v %v in\n%s", err, again.Problems, text)
	}
	game.Problems = nil
	if !reflect.DeepEqual(game, again) {
		t.Fatalf("%+v\nis written as\n%s\nand read as\n%+v", game, text, again)
	}
	if _, err := r.Next(); err != io.EOF {
		t.Fatalf("more than one game in\n%s", text)
	}
}
