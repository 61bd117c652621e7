package puzzles

import (
	"testing"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/match/rating"
	"tafelrunde/internal/puzzles"
)

// TestLevelsAreRatedInOrder lets each level solve the same puzzles of the program: a stronger level
// gets no rating far below that of a weaker one.
func TestLevelsAreRatedInOrder(t *testing.T) {
	list, err := puzzles.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	const most = 30
	for _, lancelot := range []bool{false, true} {
		weaker := 0.0
		for _, level := range engines.OfferedLevels()[:strongest] {
			player, solved, all := rating.NewGlicko(), 0, 0
			for i := range list {
				p := &list[i]
				if (p.Rules == puzzles.Lancelot) != lancelot || all == most {
					continue
				}
				j := newAnalyser(p.Rules)
				_, solution, err := steps(p)
				if err != nil {
					t.Fatal(err)
				}
				result := rating.GlickoResult{Opponent: rating.Glicko{Rating: float64(p.Rating), Deviation: 100}}
				if solves(j, p, solution, level, levelNodes, uint64(i+1)) {
					result.Score, solved = 1, solved+1
				}
				all++
				player = player.After(result, 0)
			}
			t.Logf("Lancelot %v, level %d: %.0f, %d of %d solved", lancelot, level, player.Rating, solved, all)
			if player.Rating < weaker-50 {
				t.Errorf("level %d has %.0f, a weaker one %.0f", level, player.Rating, weaker)
			}
			weaker = player.Rating
		}
	}
}
