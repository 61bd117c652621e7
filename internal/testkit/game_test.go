package testkit

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// nim is a heap from which two seats alternately take one to three. The seat
// that takes the last one wins.
type nim struct{ heap, seat int }

func nimGame() Game[nim, int] {
	return Game[nim, int]{
		Starts: []string{"7 0", "10 1"},
		Parse: func(text string) (p nim, err error) {
			_, err = fmt.Sscanf(text, "%d %d", &p.heap, &p.seat)
			return p, err
		},
		Text: func(p *nim) string { return fmt.Sprintf("%d %d", p.heap, p.seat) },
		Moves: func(p *nim) []int {
			return []int{1, 2, 3}[:min(3, p.heap)]
		},
		Play: func(p *nim, m int) (nim, error) {
			if m > p.heap {
				return nim{}, errors.New("too many")
			}
			return nim{p.heap - m, 1 - p.seat}, nil
		},
		PlayInto:  func(dst, p *nim, m int) { *dst = nim{p.heap - m, 1 - p.seat} },
		IsLegal:   func(p *nim, m int) bool { return m <= p.heap },
		MoveText:  func(_ *nim, m int) string { return fmt.Sprint(m) },
		ParseMove: func(_ *nim, text string) (m int, err error) { _, err = fmt.Sscan(text, &m); return m, err },
		Key:       func(p *nim) uint64 { return uint64(p.heap<<1 | p.seat) },
		Outcome: func(p *nim) Outcome {
			o := Outcome{WinShares: make([]float64, 2)}
			if p.heap == 0 {
				o.Over, o.Reason = true, "empty"
				o.WinShares[1-p.seat] = 1
			}
			return o
		},
		Seats: func(*nim) int { return 2 },
		ToAct: func(p *nim) int { return p.seat },
		Sum:   1,
		Bound: 10,
	}
}

func TestPlayGames(t *testing.T) { PlayGames(t, nimGame(), 20) }

// TestFaultsAreFound breaks the game in one way after another.
func TestFaultsAreFound(t *testing.T) {
	for _, fault := range []struct {
		name, want string
		spoil      func(g *Game[nim, int])
	}{
		{"text", "which differs", func(g *Game[nim, int]) {
			g.Text = func(p *nim) string { return fmt.Sprintf("%d 0", p.heap) }
		}},
		{"key", "after parsing", func(g *Game[nim, int]) {
			n := uint64(0)
			g.Key = func(*nim) uint64 { n++; return n }
		}},
		{"over with moves", "over true with", func(g *Game[nim, int]) {
			g.Moves = func(*nim) []int { return []int{1} }
		}},
		{"runs without moves", "over false with 0 moves", func(g *Game[nim, int]) {
			moves := g.Moves
			g.Moves = func(p *nim) []int {
				if p.heap == 1 {
					return nil
				}
				return moves(p)
			}
		}},
		{"seat", "seat 5 of 2", func(g *Game[nim, int]) { g.ToAct = func(*nim) int { return 5 } }},
		{"twice", "listed twice", func(g *Game[nim, int]) {
			moves := g.Moves
			g.Moves = func(p *nim) []int { return append(append([]int(nil), moves(p)...), moves(p)...) }
		}},
		{"same text", "same text", func(g *Game[nim, int]) { g.MoveText = func(*nim, int) string { return "1" } }},
		{"parsed as another move", "is parsed as 9", func(g *Game[nim, int]) {
			g.ParseMove = func(*nim, string) (int, error) { return 9, nil }
		}},
		{"illegal is legal", "is legal true, listed false", func(g *Game[nim, int]) {
			g.IsLegal = func(*nim, int) bool { return true }
		}},
		{"illegal is played", "is listed false, but playing it", func(g *Game[nim, int]) {
			g.Play = func(p *nim, m int) (nim, error) { return nim{max(p.heap-m, 0), 1 - p.seat}, nil }
		}},
		{"legal is refused", "no", func(g *Game[nim, int]) {
			g.Play = func(*nim, int) (nim, error) { return nim{}, errors.New("no") }
		}},
		{"source changes", "changes the source position", func(g *Game[nim, int]) {
			play := g.PlayInto
			g.PlayInto = func(dst, p *nim, m int) { play(dst, p, m); p.seat = dst.seat }
		}},
		{"unchecked differs", "unchecked", func(g *Game[nim, int]) {
			g.PlayInto = func(dst, p *nim, m int) { *dst = nim{p.heap - m, p.seat} }
		}},
		{"sum", "do not sum to", func(g *Game[nim, int]) { g.Sum = 0 }},
		{"win shares while running", "do not sum to", func(g *Game[nim, int]) {
			g.Outcome = func(p *nim) Outcome {
				return Outcome{Over: p.heap == 0, Reason: "empty"[:5*(1-min(p.heap, 1))], WinShares: []float64{1, 0}}
			}
		}},
		{"seats", "1 win shares for 2 seats", func(g *Game[nim, int]) {
			g.Outcome = func(*nim) Outcome { return Outcome{WinShares: make([]float64, 1)} }
		}},
		{"reason", "with reason", func(g *Game[nim, int]) {
			g.Outcome = func(*nim) Outcome { return Outcome{Reason: "x", WinShares: make([]float64, 2)} }
		}},
		{"bound", "exceeds the bound", func(g *Game[nim, int]) { g.Bound = 2 }},
		{"final refused", "is not refused", func(g *Game[nim, int]) {
			g.FinalRefused = func(Outcome) bool { return true }
		}},
	} {
		g := nimGame()
		fault.spoil(&g)
		if err := g.check(); err == nil || !strings.Contains(err.Error(), fault.want) {
			t.Errorf("%s: %v, want %s", fault.name, err, fault.want)
		}
	}
}

// check plays a few games and returns the first error.
func (g *Game[P, M]) check() error {
	for seed := range uint64(10) {
		if err := g.Check(g.Starts[0], seed); err != nil {
			return err
		}
	}
	return nil
}

func TestTranscript(t *testing.T) {
	g := nimGame()
	text, err := g.Transcript("3 0")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"3 0\n", "seat 0 has 3 moves, 1 to 3: ", "over true empty ["} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if again, _ := g.Transcript("3 0"); again != text {
		t.Error("the second transcript differs")
	}
	if d := firstDifference(text, text); d != "" {
		t.Error(d)
	}
	if d := firstDifference(text, strings.Replace(text, "3 moves", "4 moves", 1)); !strings.Contains(d, "line 2 is") {
		t.Error(d)
	}
	if d := firstDifference(text, text+"more"); d == "" {
		t.Error("a missing line is not found")
	}
}
