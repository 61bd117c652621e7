package themes_test

import (
	"fmt"
	"strings"
	"testing"

	"tafelrunde/internal/puzzles"
	"tafelrunde/lab/puzzles/themes"
)

// TestThemes compares all themes of puzzles with those that a person sees in them.
func TestThemes(t *testing.T) {
	d := themes.New()
	seen := map[puzzles.Theme]bool{puzzles.Handicap: true}
	for _, test := range []struct {
		rules, start, previous, solution string
		wins                             int
		share                            int // after the solution, in thousandths
		want                             string
	}{
		{"wotn", "8/1r3k2/8/3b4/4P3/8/8/4K3 w - - 0 1", "", "e4d5d", 0, 900, "promotionByCapture newKindFork"},
		{"wotn", "r3k3/8/2p5/2S5/8/8/8/4K3 w - - 0 1", "", "c5c7n", 0, 900, "promotionByRank newKindFork"},
		{"wotn", "6rk/6pp/8/6N1/8/8/8/4K3 w - - 0 1", "", "g5f7", 1, 1000, "mateIn1"},
		{"wotn", "7k/8/5KK1/8/8/8/8/8 w - - 0 1", "", "g6g7", 1, 1000, "mateIn1 severalKings"},
		{"wotn", "4k2k/8/8/8/8/8/8/4K2R w - - 0 1", "", "h1h8h", 0, 900, "promotionByCapture severalKings lastKing"},
		{"wotn", "7k/8/8/2r5/8/8/8/H3K3 w - - 0 1", "", "a1c5c", 0, 900, "promotionByCapture nightriderRide"},
		{"wotn", "5k2/8/8/8/8/8/8/4K2Q w K - 0 1", "", "e1g1", 0, 900, "promotedCastling"},
		{"wotn", "7k/8/8/1p3r2/3N4/8/8/4K3 w - - 0 1", "", "d4f5m", 0, 900, "promotionByCapture"}, // the rook has a higher value than the pawn
		{"wotn", "r3kb1r/3n1p1p/ppp3q1/6pQ/P7/5N2/1PPPB1PP/R1B1K2R w KQkq - 2 16", "h1g1", "g6h5l", 0, 921, "promotionByCapture tooWeak"},
		{"wotn", "h1bq1knr/pp3dsp/n1p1p3/3pD3/4P3/2N2N2/PPP2PPP/R1BQKB1R w KQ - 0 7", "c1h6", "g8h6m", 0, 607, "promotionByCapture"},
		{"wotn", "rnbqkbnr/ppp1p1pp/5p2/4H3/4d3/8/PP1PPPPS/1NBQKBNR w Kkq - 0 4", "e5f7", "e8f7", 0, 746, ""},
		{"wotn", "r3kb2/ppp2p2/2n1p3/7R/3P4/N3P2B/PP5q/R1B2K2 b q - 3 22", "e8c8", "h3e6", 0, 472, "discoveredAttack defence"},
		{"wotn", "8/7k/8/q7/8/B7/8/R6K w - - 0 1", "", "a3b2", 0, 900, "discoveredAttack"},
		{"wotn", "r2q1m1r/3mdkpa/3pS3/2pB3p/1pP2P2/sP4PP/PB1M4/2R1R1K1 b - - 2 22", "f7g8", "e6e7n", 1, 1000, "mateIn1 promotionByCapture discoveredAttack"},
		{"wotn", "7k/n1p5/3r4/8/8/8/8/3RK1B1 w - - 0 1", "", "g1a7a", 0, 500, "promotionByCapture feeding defence"},
		{"wotn", "7R/8/6B1/6p1/8/5k2/8/2L3K1 w - - 0 1", "", "g1f1 g5g4 h8f8", 2, 1000, "mateIn2 quietMove zugzwang"},
		{"wotn", "8/5K2/8/4pL2/8/8/4k2d/5R1L w - - 0 1", "", "h1f3 e2f1 f5d3", 2, 1000, "mateIn2 sacrifice"},
		{"wotn", "6k1/8/4K3/8/8/8/8/R7 w - - 0 1", "", "e6f6 g8h7 a1a8 h7h6 a8h8", 3, 1000, "mateIn3 quietMove zugzwang"},
		{"wotn", "6k1/8/3K4/8/8/8/8/Q7 w - - 0 1", "", "d6e7 g8h7 e7f7 h7h6 a1e5 h6h7 e5h2", 4, 1000, "mateIn4 quietMove zugzwang"},
		{"lancelot", "4aa2/2b1a2b/1a2a1bb/1a1b2bb/a7/2b2b2/8/1bba1a1b a 3,6 15,15 - basic 7", "e10", "h4 i10 e4", 2, 1000, "targetIn2"},
		{"lancelot", "4b3/2a5/1a6/b7/2a5/5b2/3a4/4b3 a 0,0 26,26 - basic 7", "i10", "i8", 0, 900, "closingLine"},
		{"lancelot", "4bb2/2a5/1a6/b4b2/2a5/5b2/3a4/a3b3 a 0,1 24,24 - basic 7", "d11", "k11", 0, 900, "exposure"},
		{"lancelot", "2abbbab/2a1b1aa/1ab5/bb3b2/2aa3a/1b1a1b1a/b2aa3/a3b2b a 6,6 10,10 - basic 7", "e4", "d10", 1, 1000, "targetIn1 race"},
		{"lancelot", "2b1ba1b/2a2aab/4b3/7a/1baa4/b1ba1aa1/b1b4a/1a4aa b 5,2 14,15 - basic 7", "j8", "k9", 1, 1000, "targetIn1"},
		{"lancelot", "1a1b2ccc1/3b2cb1a/b3cc1a2/2c6a/a2ca1a2b/c1b2c3a/1a4*1c1/3bb4b/4b2b2/a2a6 b 2,2,0 17,18,18 abc excalibur 8", "h11", "f6,Xg3", 0, 900, "excalibur"},
		{"lancelot", "1baa4/a2bb1a1/1b3b1b/ab1a4/6a1/1a1ba1a1/2a1a3/b7 b 4,2 16,17 - basic 7", "d5", "h11", 0, 900, "doubleCapture"},
		{"lancelot", "ba1a1abb/1ab1a2b/a1a5/1aaabb1b/2b1b3/2b1b3/3a3a/2a4a b 2,1 15,16 - basic 7", "d10", "f11", 0, 900, "chivalryTrap"},
		{"lancelot", "c2abb2bc/c2aa4a/4a1a3/1baacb1c2/2ac5a/3aa5/7b1a/c1c3c3/2bc3abc/ccc2b4 a 5,1,5 14,14,14 - basic 8", "d5", "g8", 0, 900, "balance"},
		{"lancelot", "a2*a1ba/a1bbaa2/2a1a1ba/1b1b1aa1/3b2b1/1b6/abb5/3a3b b 3,3 14,15 a excalibur 7", "f11", "Xe11,k10", 1, 1000, "targetIn1 tripleCapture exposure excalibur"},
	} {
		p := puzzles.Puzzle{Rules: test.rules, Start: test.start, Previous: test.previous, Solution: strings.Fields(test.solution), Shares: [3]int{100, test.share, 50}}
		if p.Rules == puzzles.Lancelot {
			p.Target = test.wins
		} else {
			p.Mate = test.wins
		}
		p.Identify()
		found, err := d.Of(&p)
		if err != nil {
			t.Errorf("%s %s: %v", test.start, test.solution, err)
			continue
		}
		for _, theme := range found {
			seen[theme] = true
		}
		if got := strings.Trim(fmt.Sprint(found), "[]"); got != test.want {
			t.Errorf("%s %s: themes %q, want %q", test.start, test.solution, got, test.want)
		}
	}
	for _, theme := range append(puzzles.Themes[0], puzzles.Themes[1]...) {
		if !seen[theme] {
			t.Errorf("no puzzle has the theme %s", theme)
		}
	}
}
