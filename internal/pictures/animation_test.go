package pictures

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// randomAnimation plays a random game.
func randomAnimation(random *rand.Rand, plies int) Animation {
	if random.IntN(2) == 0 {
		a := Animation{Game: "wotn", Variant: "wotn-alternative", Names: []string{"Anna", "Ben"}, Scores: []string{"½", "½"}, Turned: random.IntN(2) == 0}
		p := wotn.Start(wotn.Alternative)
		for range plies {
			moves := slices.Collect(p.Moves())
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			a.Moves = append(a.Moves, m.String())
			var next wotn.Position
			p.PlayInto(&next, m)
			p = next
		}
		return a
	}
	options := lancelot.Options{Seats: 2 + random.IntN(4), Rules: lancelot.Rules{Excalibur: random.IntN(2) == 0, Diagonals: random.IntN(2) == 0}}
	p, err := options.Setup().Position()
	if err != nil {
		panic(err)
	}
	a := Animation{Game: "lancelot", Start: p.String(), Names: []string{"Anna", "Ben", "A name that is far too long for its place", "D", "E"}}
	for range options.Seats {
		a.Scores = append(a.Scores, "0")
	}
	for range plies {
		turns := p.AppendTurns(nil)
		if len(turns) == 0 {
			break
		}
		turn := turns[random.IntN(len(turns))]
		a.Moves = append(a.Moves, turn.String())
		p.PlayInto(&p, turn)
	}
	return a
}

// TestAnimationsShowEveryPosition compares the frames of random games, drawn over each
// other, with frames that are drawn whole. KEEP_PICTURES=folder keeps the animations.
func TestAnimationsShowEveryPosition(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 6 {
		a := randomAnimation(random, 20)
		a.Size = 200
		if i%3 == 0 {
			a.Board, a.Pieces = "slate", "framed"
		}
		var b bytes.Buffer
		if err := WriteGIF(t.Context(), &b, a); err != nil {
			t.Fatal(err)
		}
		if folder := os.Getenv("KEEP_PICTURES"); folder != "" {
			if err := os.WriteFile(fmt.Sprintf("%s/game%d.gif", folder, i), b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		read, err := gif.DecodeAll(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if len(read.Image) != len(a.Moves)+1 || read.LoopCount != 0 || read.Delay[0] != 80 || read.Delay[len(a.Moves)] != 300 {
			t.Fatalf("%d frames for %d moves, delays %v", len(read.Image), len(a.Moves), read.Delay)
		}
		if err := a.complete(); err != nil {
			t.Fatal(err)
		}
		whole, err := a.newFilm()
		if err != nil {
			t.Fatal(err)
		}
		seen := image.NewRGBA(image.Rectangle{Max: whole.size})
		for ply, frame := range read.Image {
			for y := frame.Rect.Min.Y; y < frame.Rect.Max.Y; y++ {
				for x := frame.Rect.Min.X; x < frame.Rect.Max.X; x++ {
					if c := color.RGBAModel.Convert(frame.At(x, y)).(color.RGBA); c.A > 0 {
						seen.SetRGBA(x, y, c)
					}
				}
			}
			if ply > 0 {
				if err := whole.play(a.Moves[ply-1]); err != nil {
					t.Fatal(err)
				}
			}
			whole.over = ply == len(a.Moves)
			clear(whole.shown)
			for i := range whole.labels {
				whole.labels[i].name = "\x00"
			}
			want, err := whole.frame()
			if err != nil {
				t.Fatal(err)
			}
			for y := range whole.size.Y {
				for x := range whole.size.X {
					if got, want := seen.RGBAAt(x, y), whole.palette[want.ColorIndexAt(x, y)]; got != want {
						t.Fatalf("game %d, ply %d, pixel %d,%d: %v, want %v", i, ply, x, y, got, want)
					}
				}
			}
		}
	}
}

// TestMarkedSquares looks at the color of squares of the last move.
func TestMarkedSquares(t *testing.T) {
	a := Animation{Game: "wotn", Variant: "wotn", Moves: []string{"e2e4"}}
	if err := a.complete(); err != nil {
		t.Fatal(err)
	}
	f, err := a.newFilm()
	if err != nil {
		t.Fatal(err)
	}
	corner := func() color.RGBA {
		f.shown = map[image.Point]tile{}
		frame, err := f.frame()
		if err != nil {
			t.Fatal(err)
		}
		return f.palette[frame.ColorIndexAt(4*f.square+1, f.strip+6*f.square+1)]
	}
	if c := corner(); c != f.under(light) {
		t.Errorf("e2 is %v before the move", c)
	}
	if err := f.play("e2e4"); err != nil {
		t.Fatal(err)
	}
	if c := corner(); c != f.under(light|marked) {
		t.Errorf("e2 is %v after the move", c)
	}
}

func TestInvalidAnimations(t *testing.T) {
	lancelotStart := "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7"
	for _, c := range []struct {
		code string
		a    Animation
	}{
		{"animation-option", Animation{Game: "draughts"}},
		{"animation-option", Animation{Game: "wotn", Variant: "lancelot"}},
		{"animation-option", Animation{Game: "wotn", Variant: "wotn", Delay: time.Millisecond}},
		{"animation-option", Animation{Game: "wotn", Variant: "wotn", Size: 2000}},
		{"animation-option", Animation{Game: "wotn", Variant: "wotn", Board: "glass"}},
		{"animation-option", Animation{Game: "wotn", Variant: "wotn", Pieces: "glass"}},
		{"animation-long", Animation{Game: "wotn", Variant: "wotn", Moves: make([]string, MaxPlies+1)}},
		{"position", Animation{Game: "wotn", Variant: "wotn", Start: "8/8"}},
		{"position", Animation{Game: "lancelot"}},
		{"animation-move", Animation{Game: "wotn", Variant: "wotn", Moves: []string{"e2e4", "e2e4"}}},
		{"animation-move", Animation{Game: "lancelot", Start: lancelotStart, Moves: []string{"e4", "e4"}}},
		{"animation-move", Animation{Game: "lancelot", Start: lancelotStart, Moves: []string{"e4", "e5>c"}}},
		{"animation-move", Animation{Game: "lancelot", Start: lancelotStart, Moves: []string{"e4", "e5>"}}},
	} {
		var wrong *AnimationError
		if err := WriteGIF(t.Context(), &bytes.Buffer{}, c.a); !errors.As(err, &wrong) || wrong.Code != c.code || wrong.Error() == "" ||
			c.code == "animation-move" && (wrong.Ply != 1 || !strings.HasPrefix(wrong.Error(), "move 2, ")) {
			t.Errorf("%+v: %v, want code %s", c.a, err, c.code)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := WriteGIF(ctx, &bytes.Buffer{}, Animation{Game: "wotn", Variant: "wotn"}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestSkippedSeats animates a game in which a seat is passed over.
func TestSkippedSeats(t *testing.T) {
	a := Animation{Game: "lancelot", Start: "10/10/10/10/10/10/10/10/10/10 a 0,0,0 30,30,30 - basic 8", Moves: []string{"e4>c", "e5", "e6>c", "h8"}}
	if err := a.complete(); err != nil {
		t.Fatal(err)
	}
	f, err := a.newFilm()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range a.Moves {
		if err := f.play(m); err != nil {
			t.Fatal(err)
		}
	}
	if got := f.stones.Position().String(); !strings.Contains(got, "c") || strings.Contains(strings.Fields(got)[0], "b") {
		t.Errorf("%s", got)
	}
}

func BenchmarkWriteGIF(b *testing.B) {
	random := rand.New(rand.NewPCG(5, 3))
	a := randomAnimation(random, MaxPlies)
	for a.Game != "wotn" {
		a = randomAnimation(random, MaxPlies)
	}
	for b.Loop() {
		var out bytes.Buffer
		if err := WriteGIF(b.Context(), &out, a); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(out.Len()), "bytes")
		b.ReportMetric(float64(len(a.Moves)), "plies")
	}
}
