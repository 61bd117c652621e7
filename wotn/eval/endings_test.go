package eval

import (
	"testing"

	"tafelrunde/wotn"
)

// TestScaleFactor checks the scale factors of chess endings, with either side
// to move.
func TestScaleFactor(t *testing.T) {
	for _, c := range []struct {
		name, board string
		want        int
	}{
		{"wrong bishop for the edge pawn, king in the corner", "6k1/8/7P/5BK1/8/8/8/8", 1},
		{"the same for Black", "8/8/4b3/8/2k5/p7/8/1K6", 1},
		{"right bishop", "6k1/8/7P/6K1/5B2/8/8/8", 16},
		{"wrong bishop, king far from the corner", "8/8/k6P/5BK1/8/8/8/8", 16},
		{"edge pawn, king in front of it", "7k/8/7P/6K1/8/8/8/8", 1},
		{"pawns on two files", "6k1/8/6PP/5BK1/8/8/8/8", 16},
		{"knight up, no pawns", "8/3k4/8/8/3N4/3K4/8/8", 2},
		{"rook up, no pawns", "8/4k3/8/8/3R4/3K4/8/8", 16},
		{"rook against pawns", "8/4k3/8/8/3R1pp1/3K4/8/8", 8},
		{"opposite-colored bishops, a pawn up", "8/3k1b2/8/8/3P4/3KB3/8/8", 3},
		{"opposite-colored bishops, two pawns up", "8/3k1b2/8/1P6/3P4/3KB3/8/8", 5},
		{"same-colored bishops, last pawn", "8/3k2b1/8/8/3P4/3KB3/8/8", 3},
		{"same-colored bishops, a pawn up", "8/3k2b1/5p2/8/3P3P/3KB3/8/8", 11},
		{"rooks, a single pawn up", "8/3k2r1/8/8/3P4/3KR3/8/8", 8},
		{"rooks, two pawns against none", "8/3k2r1/8/8/3P3P/3KR3/8/8", 14},
		{"rooks, four pawns against three", "8/p2k1prp/8/8/P2P3P/3KR1P1/8/8", 12},
		{"queens, a pawn up", "8/3k2q1/8/8/3P4/3KQ3/8/8", 6},
		{"rook and last pawn against bishop", "8/3k2b1/8/8/3P4/3KR3/8/8", 8},
		{"last pawn, and a piece to sacrifice for it", "8/3kr1b1/8/8/3P4/3KRB2/8/8", 8},
		{"rook and bishop each, opposite-colored bishops", "8/3kr1b1/5p2/8/3P3P/3KRB2/8/8", 14},
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
			if got := e.scaleFactor(&p, v); got != c.want {
				t.Errorf("%s, %s to move: %d sixteenths, want %d", c.name, turn, got, c.want)
			}
		}
	}
}
