package pictures

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tafelrunde/wotn"
)

var update = flag.Bool("update", false, "write the golden files")

const (
	allKinds = "k7/1g1y4/2i1t3/3x1z2/r2ncq1l/1V3E1b/PSDM3A/H4F1K w - - 0 1"
	twoSeats = "8/2b1a3/3a1aa1/4a3/3bb3/abbb4/3a1b2/2b5 a 1,2 21,21 - basic 7"
)

// golden are diagrams with files in testdata.
var golden = map[string]Diagram{
	"start":  {Coordinates: true, Title: "The start <of> a game & more"},
	"turned": {Variant: wotn.Chess, Turned: true, Coordinates: true, Pieces: "framed", Board: "slate", Size: 240},
	"marks": {Variant: wotn.Alternative, Position: allKinds, Coordinates: true, Marks: `arrow b3 b7; arrow g2 g7 red; circle h4 blue; square d4 e4
		square f4 red; ring e5 f5; dot b5 b6; hollow c5; number d2 +12; promotion c6 HFT; promotion d7 K; dim a1-a8; closed g8 h8; cross h7`},
	"partial":  {Position: "8/8/8/8/3H4/8/8/8", Partial: true, Marks: "hollow e6 f8", View: "b2-f8"},
	"framed":   {Variant: wotn.Alternative, Position: allKinds, Pieces: "framed", Board: "contrast"},
	"lancelot": {Game: Lancelot, Position: twoSeats, Coordinates: true, Marks: "leads a; closed g10 g8; ring g7; number d5 2"},
	"row":      {Game: Lancelot, Position: twoSeats, Coordinates: true, View: "k9-d9", Marks: "leads a 9"},
	"seats":    {Game: Lancelot, Position: "14/14/2ab10/14/14/3cd9/4*e8/14/14/14/14/14/14/14 a 0,0,0,0,0 29,29,29,29,29 abcde diagonals+excalibur 10", Board: "parchment"},
}

// TestGolden compares diagrams with testdata/*.svg; -update writes the files.
func TestGolden(t *testing.T) {
	for name, d := range golden {
		svg, err := d.SVG()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		file := filepath.Join("testdata", name+".svg")
		if *update {
			if err := os.WriteFile(file, svg, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(svg, want) {
			t.Errorf("%s differs; go test ./internal/pictures -update writes it", file)
		}
		again, err := d.SVG()
		if err != nil || !bytes.Equal(again, svg) {
			t.Errorf("%s is different the second time: %v", name, err)
		}
	}
}

// wellFormed checks that a text is XML, and that each reference has its target.
func wellFormed(t *testing.T, text []byte) {
	t.Helper()
	decoder := xml.NewDecoder(bytes.NewReader(text))
	ids, references := map[string]bool{}, map[string]bool{}
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		seen := map[string]bool{}
		for _, a := range element.Attr {
			if seen[a.Name.Local] {
				t.Errorf("%s has %s twice", element.Name.Local, a.Name.Local)
			}
			seen[a.Name.Local] = true
			switch {
			case a.Name.Local == "id":
				if ids[a.Value] {
					t.Errorf("the id %s comes twice", a.Value)
				}
				ids[a.Value] = true
			case a.Name.Local == "href":
				references[strings.TrimPrefix(a.Value, "#")] = true
			case a.Name.Local == "style":
				t.Errorf("%s has a style, which the page forbids", element.Name.Local)
			case strings.HasPrefix(a.Value, "url(#"):
				references[strings.TrimSuffix(strings.TrimPrefix(a.Value, "url(#"), ")")] = true
			case strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf"):
				t.Errorf("%s=%q", a.Name.Local, a.Value)
			}
		}
	}
	for id := range references {
		if !ids[id] {
			t.Errorf("nothing has the id %s", id)
		}
	}
}

func TestDocumentsAreWellFormed(t *testing.T) {
	for name, d := range golden {
		t.Run(name, func(t *testing.T) {
			svg, err := d.SVG()
			if err != nil {
				t.Fatal(err)
			}
			wellFormed(t, svg)
			embedded, err := d.Embedded()
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(embedded, []byte("<style")) {
				t.Error("an embedded diagram has a style")
			}
			for _, set := range PieceSets {
				wellFormed(t, []byte("<body>"+Sprite(set)+string(embedded)+"</body>"))
			}
		})
	}
}

func TestWrongDiagrams(t *testing.T) {
	lancelot := Diagram{Game: Lancelot}
	marks := func(d Diagram, text string) Diagram { d.Marks = text; return d }
	for want, d := range map[string]Diagram{
		`game "chess": the games are wotn and lancelot`:                                               {Game: "chess"},
		`position "8/8": the board must have eight ranks: "8/8" (at offset 3)`:                        {Position: "8/8"},
		`position "8/8/8/8/8/8/8/8": `:                                                                {Position: "8/8/8/8/8/8/8/8"},
		`position "8/8/8/8/3G4/8/8/8": the variant wotn has no Guard`:                                 {Position: "8/8/8/8/3G4/8/8/8", Partial: true},
		`position "9/8 a": `:                                                                          {Game: Lancelot, Position: "9/8 a"},
		`view "a1": want two squares with a hyphen, such as a1-d4`:                                    {View: "a1"},
		`view "a1-i4": "i4" is not a square of the board, a1 to h8`:                                   {View: "a1-i4"},
		`pieces "round": the sets of pieces are standing and framed`:                                  {Pieces: "round"},
		`board "glass": the boards are wood, slate, parchment, contrast`:                              {Board: "glass"},
		`size "39": the size is from 40 to 8000 pixels`:                                               {Size: 39},
		`marks "arow e2 e4": "arow" is not a mark; the marks are arrow, `:                             marks(Diagram{}, "dot e3; arow e2 e4"),
		`marks "arrow e2 e9": "e9" is not a square of the board, a1 to h8`:                            marks(Diagram{}, "arrow e2 e9"),
		`marks "arrow e2": want two different squares, such as "arrow e2 e4"`:                         marks(Diagram{}, "arrow e2"),
		`marks "arrow e2 e2": want two different squares, such as "arrow e2 e4"`:                      marks(Diagram{}, "arrow e2 e2"),
		`marks "circle e2 pink": "pink" is neither a square nor a color; the colors are green, red, `: marks(Diagram{}, "circle e2 pink"),
		`marks "dot": no square`:                                                                      marks(Diagram{}, "dot"),
		`marks "dot e02": "e02" is not a square`:                                                      marks(Diagram{}, "dot e02"),
		`marks "dot a1-b3": "a1-b3" is not a part of a row, a column or a diagonal`:                   marks(Diagram{}, "dot a1-b3"),
		`marks "number e2": want a square and a text, such as "number d4 3"`:                          marks(Diagram{}, "number e2"),
		`marks "number e2 1234": "1234" is not a number of at most three characters`:                  marks(Diagram{}, "number e2 1234"),
		`marks "number e2 <b>": "<b>" is not a number of at most three characters`:                    marks(Diagram{}, "number e2 <b>"),
		`marks "number e2-e4 1": want one square`:                                                     marks(Diagram{}, "number e2-e4 1"),
		`marks "letter e2 s": "s" is not a capital letter`:                                            marks(Diagram{}, "letter e2 s"),
		`marks "promotion e2 G": the variant has no kind with the letter "G"`:                         marks(Diagram{}, "promotion e2 G"),
		`marks "promotion d4 N": only Way of the Knight has promotions`:                               marks(lancelot, "promotion d4 N"),
		`marks "leads a": only Lancelot has leads`:                                                    marks(Diagram{}, "leads a"),
		`marks "leads c": want the letter of a seat, a to b, such as "leads a"`:                       marks(lancelot, "leads c"),
		`marks "leads a 3": "3" is not another row or column of the board`:                            marks(lancelot, "leads a 3"),
		`marks "leads a 4 4": "4" is not another row or column of the board`:                          marks(lancelot, "leads a 4 4"),
		`marks "dot c3": "c3" is not a square of the board, d4 to k11`:                                marks(lancelot, "dot c3"),
	} {
		_, err := d.SVG()
		var wrong *DiagramError
		if !errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
		if _, embedded := d.Embedded(); embedded == nil && d.Size == 0 && d.Board == "" && d.Pieces == "" {
			t.Errorf("embedded without the error %s", want)
		}
	}
	if _, err := (Diagram{Marks: strings.Repeat("dot e4;", maxMarks+1)}).SVG(); err == nil {
		t.Error("any number of marks is drawn")
	}
}

// TestEveryMarkIsDrawn compares diagrams with and without each mark.
func TestEveryMarkIsDrawn(t *testing.T) {
	examples := map[string]string{"arrow": "arrow e4 e6", "number": "number e4 3", "letter": "letter e4 S", "promotion": "promotion e4 S", "leads": "leads a"}
	for _, name := range markNames {
		d := Diagram{}
		if name == "leads" {
			d.Game = Lancelot
		}
		plain, err := d.SVG()
		if err != nil {
			t.Fatal(err)
		}
		d.Marks = examples[name]
		if d.Marks == "" {
			d.Marks = name + " e4 d5-d7"
		}
		marked, err := d.SVG()
		if err != nil || len(marked) <= len(plain) {
			t.Errorf("%s: %d bytes, without %d, %v", d.Marks, len(marked), len(plain), err)
		}
	}
}

func TestBlocks(t *testing.T) {
	const document = "# Title\n\n```\nno diagram\n```\n\n```diagram\ntitle: One\npartial: yes\nposition: 8/8/8/8/3H4/8/8/8\n" +
		"marks: dot e6\nmarks: dot f8; ring c2\ncaption: *Text*: more\ncoordinates: no\n```\n\n```diagram\ntitle: Two\ngame: lancelot\ntry: yes\n```\n"
	all, err := Blocks(document)
	if err != nil || len(all) != 2 {
		t.Fatalf("%d blocks, %v", len(all), err)
	}
	want := Diagram{Title: "One", Partial: true, Position: "8/8/8/8/3H4/8/8/8", Marks: "dot e6\ndot f8; ring c2\n"}
	if b := all[0]; b.Diagram != want || b.Caption != "*Text*: more" || b.Line != 8 || b.Try || !strings.HasPrefix(b.Source, "title: One\n") {
		t.Errorf("%+v", b)
	}
	if b := all[1]; b.Diagram != (Diagram{Title: "Two", Game: Lancelot, Coordinates: true}) || !b.Try {
		t.Errorf("%+v", b)
	}
	if text, seats, err := all[1].Start(); err != nil || seats != 2 || text != "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7" {
		t.Errorf("starts with %q, %d seats, %v", text, seats, err)
	}
	some := Block{Diagram: Diagram{Position: "4k3/8/8/8/8/8/8/4K3"}}
	if text, seats, err := some.Start(); err != nil || seats != 2 || text != "4k3/8/8/8/8/8/8/4K3 w - - 0 1" {
		t.Errorf("starts with %q, %d seats, %v", text, seats, err)
	}
	for want, lines := range map[string]string{
		`2: the diagram has no title`:                                   "game: wotn",
		`3: line "e2": want "key: value"`:                               "title: A\ne2",
		`3: line "colour: red": "colour" is not a key; the keys are `:   "title: A\ncolour: red",
		`3: line "title: B": title comes twice`:                         "title: A\ntitle: B",
		`3: try "maybe": want yes or no`:                                "title: A\ntry: maybe",
		`3: variant "old": the variants are wotn, `:                     "title: A\nvariant: old",
		`4: only Way of the Knight has variants`:                        "title: A\ngame: lancelot\nvariant: chess",
		`2: a partial position cannot be tried`:                         "title: A\npartial: yes\ntry: yes",
		`2: marks "dot e9": "e9" is not a square of the board, a1 to h`: "title: A\nmarks: dot e9",
	} {
		if _, err := Blocks("```diagram\n" + lines + "\n```\n"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := Blocks("```diagram\ntitle: A\n"); err == nil || err.Error() != "1: the diagram does not end" {
		t.Error(err)
	}
}

// FuzzMarks checks that wrong marks are refused and the others are drawn as XML.
func FuzzMarks(f *testing.F) {
	for _, d := range golden {
		f.Add(d.Marks, d.Game == Lancelot)
	}
	f.Add("arrow e2 e4 red\nnumber d4 −12; leads a e 7", true)
	f.Fuzz(func(t *testing.T, marks string, stones bool) {
		d := Diagram{Variant: wotn.Alternative, Marks: marks, Coordinates: true}
		if stones {
			d.Game = Lancelot
		}
		svg, err := d.SVG()
		if err != nil {
			var wrong *DiagramError
			if !errors.As(err, &wrong) || wrong.Field != "marks" {
				t.Errorf("%v", err)
			}
			return
		}
		wellFormed(t, svg)
	})
}

// FuzzPosition checks that positions are refused or drawn as XML, partial ones too.
func FuzzPosition(f *testing.F) {
	for _, d := range golden {
		f.Add(d.Position, d.View, d.Game == Lancelot)
	}
	f.Fuzz(func(t *testing.T, position, view string, stones bool) {
		d := Diagram{Position: position, View: view, Partial: true, Coordinates: true}
		if stones {
			d.Game = Lancelot
		}
		if svg, err := d.SVG(); err == nil {
			wellFormed(t, svg)
		}
	})
}
