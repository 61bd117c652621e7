package eval

import (
	"testing"

	"tafelrunde/wotn"
)

// TestChances: what can be hoped to be won in orthodox endings; each is asked with
// either side to move.
func TestChances(t *testing.T) {
	for _, c := range []struct {
		name, board string
		want        int
	}{
		{"a bishop that does not rule the pawn's corner, the king there", "6k1/8/7P/5BK1/8/8/8/8", 1},
		{"the same for Black", "8/8/4b3/8/2k5/p7/8/1K6", 1},
		{"a bishop that rules it", "6k1/8/7P/6K1/5B2/8/8/8", 16},
		{"the king far from the corner", "8/8/k6P/5BK1/8/8/8/8", 16},
		{"an edge pawn alone, the king before it", "7k/8/7P/6K1/8/8/8/8", 1},
		{"a second file of pawns", "6k1/8/6PP/5BK1/8/8/8/8", 16},
		{"no pawn and a knight more", "8/3k4/8/8/3N4/3K4/8/8", 2},
		{"no pawn and a rook more", "8/4k3/8/8/3R4/3K4/8/8", 16},
		{"a rook against pawns", "8/4k3/8/8/3R1pp1/3K4/8/8", 8},
		{"bishops that never meet, a pawn more", "8/3k1b2/8/8/3P4/3KB3/8/8", 3},
		{"bishops that never meet, two pawns more", "8/3k1b2/8/1P6/3P4/3KB3/8/8", 5},
		{"bishops that meet, the last pawn", "8/3k2b1/8/8/3P4/3KB3/8/8", 3},
		{"bishops that meet, a pawn more", "8/3k2b1/5p2/8/3P3P/3KB3/8/8", 11},
		{"rooks, a single pawn more", "8/3k2r1/8/8/3P4/3KR3/8/8", 8},
		{"rooks, two pawns against none", "8/3k2r1/8/8/3P3P/3KR3/8/8", 14},
		{"rooks, four pawns against three", "8/p2k1prp/8/8/P2P3P/3KR1P1/8/8", 12},
		{"queens, a pawn more", "8/3k2q1/8/8/3P4/3KQ3/8/8", 6},
		{"a rook and the last pawn against a bishop", "8/3k2b1/8/8/3P4/3KR3/8/8", 8},
		{"the last pawn, and a man to be given for it", "8/3kr1b1/8/8/3P4/3KRB2/8/8", 8},
		{"rook and bishop each, the bishops never meet", "8/3kr1b1/5p2/8/3P3P/3KRB2/8/8", 14},
		{"rook and bishop each", "8/3kr1b1/5p2/8/3P3P/3KR1B1/8/8", 16},
	} {
		for _, turn := range []string{"w", "b"} {
			p, err := wotn.ParsePosition(wotn.Chess, c.board+" "+turn+" - - 0 1")
			if err != nil {
				t.Fatal(err)
			}
			e := New()
			v := 1
			if score, phase := e.sum(&p); blend(score, phase) < 0 {
				v = -1
			}
			if got := e.chances(&p, v); got != c.want {
				t.Errorf("%s, %s to move: %d sixteenths, want %d", c.name, turn, got, c.want)
			}
		}
	}
}
