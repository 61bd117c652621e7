package pictures

import (
	"bytes"
	"image/png"
	"os"
	"testing"

	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

func lancelotPosition(t *testing.T, turns ...string) string {
	t.Helper()
	start, err := lancelot.Options{Seats: 5, Rules: lancelot.Rules{Excalibur: true}}.Setup().Position()
	if err != nil {
		t.Fatal(err)
	}
	game := lancelot.NewGame(start)
	for _, turn := range turns {
		if err := game.PlayText(turn); err != nil {
			t.Fatal(err)
		}
	}
	p := game.Position()
	return p.String()
}

// TestPictures draws both games. KEEP_PICTURES=folder keeps the pictures.
func TestPictures(t *testing.T) {
	start := wotn.Start(wotn.Alternative)
	for name, card := range map[string]Card{
		"start":    {Game: "wotn", Variant: "wotn-alternative", Position: start.String(), Title: "Way of the Knight", Lines: []string{"Anna – Ben", "White to move"}},
		"turned":   {Game: "wotn", Variant: "wotn-alternative", Position: start.String(), Turned: true, Title: "Way of the Knight", Lines: []string{"Somebody with a very long name indeed – Engine, level 10"}},
		"lancelot": {Game: "lancelot", Variant: "excalibur", Position: lancelotPosition(t, "Xg7", "c3", "d5", "e7", "f9", "g11", "c5"), Title: "Lancelot", Lines: []string{"A, B, C, D, E"}},
	} {
		var b bytes.Buffer
		if err := WriteCard(&b, card); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		picture, err := png.Decode(bytes.NewReader(b.Bytes()))
		if err != nil || picture.Bounds().Dx() != CardWidth || picture.Bounds().Dy() != CardHeight {
			t.Fatalf("%s: %v", name, err)
		}
		colors := make(map[[3]uint32]bool)
		for x := margin; x < CardHeight-margin; x += 3 {
			for y := margin; y < CardHeight-margin; y += 3 {
				r, g, b, _ := picture.At(x, y).RGBA()
				colors[[3]uint32{r, g, b}] = true
			}
		}
		if len(colors) < 20 {
			t.Errorf("%s: only %d colours", name, len(colors))
		}
		if folder := os.Getenv("KEEP_PICTURES"); folder != "" {
			if err := os.WriteFile(folder+"/"+name+".png", b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestEveryKindIsDrawn(t *testing.T) {
	k, c := loaded(), newCanvas(800, 800)
	drawn := 0
	for kind := wotn.NoKind + 1; kind < wotn.NumKinds; kind++ {
		for color := range wotn.Color(2) {
			if err := k.piece(c, wotn.Piece{Kind: kind, Color: color}, float64(drawn%8)*100, float64(drawn/8)*100, 100); err != nil {
				t.Error(err)
			}
			drawn++
		}
	}
	if folder := os.Getenv("KEEP_PICTURES"); folder != "" {
		var b bytes.Buffer
		if err := png.Encode(&b, c); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(folder+"/pieces.png", b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestNothingIsDrawnOfNonsense(t *testing.T) {
	for _, card := range []Card{
		{Game: "chess"},
		{Game: "wotn", Variant: "other", Position: "8/8/8/8/8/8/8/8 w - - 0 1"},
		{Game: "wotn", Variant: "wotn", Position: "nonsense"},
		{Game: "lancelot", Position: "14/14"},
	} {
		if err := WriteCard(&bytes.Buffer{}, card); err == nil {
			t.Errorf("%+v was drawn", card)
		}
	}
}

func TestPathsAreRead(t *testing.T) {
	for _, d := range []string{"M0 0", "M1 1L2 2"} {
		if p, err := readPath(d); err != nil || len(p) != 0 {
			t.Errorf("%q: %v, %v", d, p, err)
		}
	}
	for d, corners := range map[string]int{"M0 0H10V10H0Z": 4, "m0,0 10,0 0,10z": 3, "M0-1.5.5 3-2 4z": 3} {
		if p, err := readPath(d); err != nil || len(p) != 1 || len(p[0]) != corners {
			t.Errorf("%q: %v, %v", d, p, err)
		}
	}
	for _, d := range []string{"1 2", "M1", "MxL", "B1 2", "M0 0A1 1 0 2 0 3 3"} {
		if p, err := readPath(d); err == nil {
			t.Errorf("%q is read as %v", d, p)
		}
	}
}

func FuzzPath(f *testing.F) {
	f.Add("M0 0H10V10H0Zm1 1a5 5 0 1 0 3 3c1 2 3 4 5 6s1 2 3 4q1 2 3 4t1 2z")
	f.Fuzz(func(t *testing.T, d string) { readPath(d) })
}

func BenchmarkWrite(b *testing.B) {
	start := wotn.Start(wotn.Standard)
	for b.Loop() {
		if err := WriteCard(&bytes.Buffer{}, Card{Game: "wotn", Variant: "wotn", Position: start.String(), Title: "Way of the Knight"}); err != nil {
			b.Fatal(err)
		}
	}
}
