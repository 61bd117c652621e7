package pictures

import (
	"os"
	"slices"
	"strings"
	"testing"

	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// TestDiagramsOfTheRules checks the diagrams in the rules: they are the same in both
// languages, except for texts, and their marks are true.
func TestDiagramsOfTheRules(t *testing.T) {
	for _, game := range []string{"way-of-the-knight", "lancelot"} {
		var languages [2][]Block
		for i, suffix := range []string{".md", ".de.md"} {
			text, err := os.ReadFile("../../docs/rules/" + game + suffix)
			if err != nil {
				t.Fatal(err)
			}
			if languages[i], err = Blocks(string(text)); err != nil {
				t.Errorf("%s%s: %v", game, suffix, err)
			}
		}
		english, german := languages[0], languages[1]
		if len(english) != len(german) || len(english) < 18 {
			t.Errorf("%s: %d diagrams in English, %d in German", game, len(english), len(german))
			continue
		}
		for i := range english {
			a, b := english[i], german[i]
			if problems := untrue(&a); problems != nil {
				t.Errorf("%s.md:%d: %s", game, a.Line, strings.Join(problems, "; "))
			}
			if a.Diagram.Title == b.Diagram.Title {
				t.Errorf("%s: both languages have the title %q", game, a.Diagram.Title)
			}
			a.Diagram.Title, b.Diagram.Title = "", ""
			if a.Diagram != b.Diagram || a.Try != b.Try || (a.Caption == "") != (b.Caption == "") {
				t.Errorf("%s: diagram %d is different in German, line %d:\n%s\n%s", game, i+1, b.Line, a.Source, b.Source)
			}
		}
	}
}

// TestUntrueMarksAreFound gives [untrue] what it has to find.
func TestUntrueMarksAreFound(t *testing.T) {
	for _, d := range []Diagram{
		{Marks: "arrow e2 e5"},
		{Marks: "arrow e2 e4 red"},
		{Marks: "arrow e2 e4; promotion e4 SD"},
		{Position: "1k6/8/8/3r4/3R4/8/8/7K", Marks: "arrow d4 d5; promotion d5 H"},
		{Position: "1k6/8/8/3r4/3R4/8/8/7K", Marks: "arrow d4 d5"},
		{Marks: "circle e2; dot e3"},
		{Marks: "circle b1; dot a3; ring c3"},
		{Game: Lancelot, Marks: "closed e4"},
		{Game: Lancelot, Position: "8/8/8/8/1a2aba1/8/8/8 a 0,0 27,29 - basic 7", Marks: "dot d7"},
		{Game: Lancelot, Position: "8/8/8/8/1a2aba1/8/8/8 a 0,0 27,29 - basic 7", Marks: "dot d4; ring i7"},
		{Game: Lancelot, Position: "8/8/8/8/a1a5/8/8/8 a 0,0 28,30 - basic 7", Marks: "dot e7"},
	} {
		if untrue(&Block{Diagram: d}) == nil {
			t.Errorf("%+v passes", d)
		}
	}
}

// untrue returns what is wrong with the marks of a playable position. Of Way of the
// Knight, arrows are legal moves of the side to move, red ones are not, with exactly
// the promotions marked; a circled piece moves to the dots and captures on the rings.
// Of Lancelot, dots are stones that capture the ringed ones, an arrow moves
// Excalibur, before the stone if it comes before the dot, and hatched squares are
// exactly those that chivalry closes.
func untrue(b *Block) (problems []string) {
	d := b.Diagram
	if d.Partial {
		return nil
	}
	all, err := d.readBoard()
	if err != nil {
		return []string{err.Error()}
	}
	marks, err := readMarks(all, d.Marks)
	if err != nil {
		return []string{err.Error()}
	}
	squares := func(name string) (names []string) {
		for _, m := range marks {
			if m.name == name {
				for _, s := range m.squares {
					names = append(names, all.name(s))
				}
			}
		}
		slices.Sort(names)
		return names
	}
	differ := func(what string, got, want []string) {
		slices.Sort(got)
		got = slices.Compact(got)
		if !slices.Equal(got, want) {
			problems = append(problems, what+": the rules say "+strings.Join(got, " ")+", the marks "+strings.Join(want, " "))
		}
	}
	if d.Game == Lancelot {
		p := all.stones
		if want := squares("closed"); want != nil {
			var got []string
			for _, s := range p.Squares() {
				if p.At(s) == lancelot.Free && !p.IsLegal(lancelot.StoneTurn(s)) {
					got = append(got, s.String())
				}
			}
			differ("closed", got, want)
		}
		var turn []string
		for _, m := range marks {
			switch m.name {
			case "arrow":
				if from := all.name(m.squares[0]); p.Excalibur().String() != from {
					problems = append(problems, "Excalibur is not on "+from)
				}
				turn = append(turn, "X"+all.name(m.squares[1]))
			case "dot":
				for _, s := range m.squares {
					turn = append(turn, all.name(s))
				}
			}
		}
		if turn == nil {
			return problems
		}
		played, err := p.ParseTurn(strings.Join(turn, ","))
		if err != nil {
			return append(problems, err.Error())
		}
		step, err := p.Explain(played)
		if err != nil {
			return append(problems, err.Error())
		}
		var got []string
		for _, c := range step.Captures() {
			got = append(got, c.Square.String())
		}
		differ("captured", got, squares("ring"))
		return problems
	}

	text, _, err := b.Start()
	if err != nil {
		return []string{err.Error()}
	}
	p, err := wotn.ParsePosition(d.Variant, text)
	if err != nil {
		return []string{err.Error()}
	}
	promotions := func(to square) (letters string) {
		for _, m := range marks {
			if m.name == "promotion" && m.squares[0] == to {
				letters += m.text
			}
		}
		return letters
	}
	for _, m := range marks {
		switch m.name {
		case "arrow":
			from, to := all.name(m.squares[0]), all.name(m.squares[1])
			legal, letters := false, ""
			for _, move := range p.AppendMoves(nil) {
				if move.String()[:4] == from+to {
					legal = true
					if k := move.Promotion(); k != wotn.NoKind {
						letters += k.String()
					}
				}
			}
			if legal == (m.color == "red") {
				problems = append(problems, "the arrow from "+from+" to "+to+" has the wrong color")
			}
			if legal && letters != promotions(m.squares[1]) {
				problems = append(problems, from+to+" promotes to "+letters)
			}
		case "circle":
			var quiet, captures []string
			for _, move := range p.AppendMoves(nil) {
				if move.From().String() != all.name(m.squares[0]) {
					continue
				}
				if p.At(move.To()).Kind == wotn.NoKind {
					quiet = append(quiet, move.To().String())
				} else {
					captures = append(captures, move.To().String())
				}
			}
			differ("moves", quiet, squares("dot"))
			differ("captures", captures, squares("ring"))
		}
	}
	return problems
}
