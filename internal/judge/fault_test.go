package judge_test

import (
	"fmt"
	"strings"
	"testing"

	"tafelrunde/internal/judge"
	"tafelrunde/wotn"
)

// parsed returns a position and legal moves from it.
func parsed(t *testing.T, fen string, moves ...string) (wotn.Position, []wotn.Move) {
	t.Helper()
	p, err := wotn.ParsePosition(wotn.Standard, fen)
	if err != nil {
		t.Fatal(err)
	}
	line := make([]wotn.Move, len(moves))
	game := wotn.NewGame(p)
	for i, text := range moves {
		if line[i], err = game.Position().ParseMove(text); err != nil {
			t.Fatal(err)
		}
		if err := game.Play(line[i]); err != nil {
			t.Fatal(err)
		}
	}
	return p, line
}

func pieces(list []judge.PieceOn) string {
	texts := make([]string, len(list))
	for i, p := range list {
		texts[i] = p.Kind.String() + p.Square.String()
	}
	return strings.Join(texts, " ")
}

func TestThreatOf(t *testing.T) {
	for _, c := range []struct {
		name, position, move, attacks string
		mate                          bool
	}{
		{"a fork", "4k3/8/8/r5r1/8/8/3N4/4K3 w - - 0 1", "d2b3", "Ra5", false},
		{"a fork with check", "q3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7", "Qa8", false},
		{"a guarded piece of a lower level", "4k3/8/1p6/p7/8/8/3N4/4K3 w - - 0 1", "d2b3", "", false},
		{"an unguarded piece of a lower level", "4k3/8/8/p7/8/8/3N4/4K3 w - - 0 1", "d2b3", "Pa5", false},
		{"attacked before", "4k3/8/8/p7/8/8/8/R3K3 w - - 0 1", "a1a2", "", false},
		{"mate", "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", "g1f1", "", true},
		{"no mate", "6k1/5p1p/8/8/8/8/8/3R2K1 w - - 0 1", "g1f1", "", false},
	} {
		p, line := parsed(t, c.position, c.move)
		got := judge.ThreatOf(&p, line[0])
		if pieces(got.Attacks) != c.attacks || got.Mate != c.mate {
			t.Errorf("%s: got %s, %v", c.name, pieces(got.Attacks), got.Mate)
		}
	}
}

func gainText(g judge.Gain) string {
	text := fmt.Sprintf("%d in %d: %s for %s", g.Levels, g.Plies, pieces(g.Wins), pieces(g.Loses))
	for _, p := range g.Promotes {
		text += fmt.Sprintf(", %s to %s", p.From, p.To)
	}
	return text
}

func TestGainOf(t *testing.T) {
	for _, c := range []struct{ name, position, line, want string }{
		{"a capture that promotes", "4k3/8/8/r7/8/8/8/Q3K3 w - - 0 1", "a1a5l", "6 in 1: Ra5 for , Q to L"},
		{"later moves add nothing", "4k3/8/8/r7/8/8/8/Q3K3 w - - 0 1", "a1a5l e8f8 e1e2", "6 in 1: Ra5 for , Q to L"},
		{"a capture that the opponent can take back", "r3k3/8/8/p7/8/8/8/R3K3 w - - 0 1", "a1a5", "0 in 0:  for "},
		{"a capture for a better piece", "r3k3/8/8/p7/8/8/8/R3K3 w - - 0 1", "a1a5 a8a5h e1e2", "0 in 0:  for "},
		{"a fork", "q3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7 e8d7 c7a8m", "9 in 3: Qa8 for , N to M"},
		{"stalemate", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "g6f7", "0 in 0:  for "},
	} {
		p, line := parsed(t, c.position, strings.Fields(c.line)...)
		if got := gainText(judge.GainOf(&p, line, p.ToMove())); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestFaultOf: a gain is a reason only if it exceeds that of the other line.
func TestFaultOf(t *testing.T) {
	const fen = "4k3/7r/8/8/p7/8/8/Q3K3 b - - 0 1"
	p, played := parsed(t, fen, "h7h6", "a1a4")
	_, better := parsed(t, fen, "h7h8", "a1h8l", "e8e7")
	if f := judge.FaultOf(&p, played[0], played[1:], better); f.ReplyGain.Levels != 0 || f.BetterGain.Levels != 0 {
		t.Errorf("the other line loses more: %+v", f)
	}
	if f := judge.FaultOf(&p, better[0], better[1:], played); gainText(f.ReplyGain) != "6 in 2: Rh8 for , Q to L" {
		t.Errorf("the line loses a rook: %+v", f)
	}
}
