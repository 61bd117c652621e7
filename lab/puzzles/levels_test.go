package puzzles

import (
	"testing"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/match/rating"
	"tafelrunde/internal/puzzles"
)

// TestLevelsAreRatedInOrder lets each level solve the same puzzles of the program: no level
// gets a rating far below that of a weaker one, and the strongest one far above that of the weakest.
func TestLevelsAreRatedInOrder(t *testing.T) {
	list, err := puzzles.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	const most = 30
	for _, lancelot := range []bool{false, true} {
		var weaker, weakest float64
		for i, level := range engines.OfferedLevels()[:strongest] {
			player, solved, all := rating.NewGlicko(), 0, 0
			for k := range list {
				p := &list[k]
				if (p.Rules == puzzles.Lancelot) != lancelot || all == most {
					continue
				}
				j := newAnalyser(p.Rules, false)
				_, solution, err := steps(p)
				if err != nil {
					t.Fatal(err)
				}
				result := rating.GlickoResult{Opponent: rating.Glicko{Rating: float64(p.Rating), Deviation: 100}}
				if solves(j, p, solution, level, levelNodes, uint64(k+1)) {
					result.Score, solved = 1, solved+1
				}
				all++
				player = player.After(result, 0)
			}
			t.Logf("Lancelot %v, level %d: %.0f, %d of %d solved", lancelot, level, player.Rating, solved, all)
			if player.Rating < weaker-200 {
				t.Errorf("level %d has %.0f, a weaker one %.0f", level, player.Rating, weaker)
			}
			weaker = max(weaker, player.Rating)
			if i == 0 {
				weakest = player.Rating
			}
		}
		if weaker < weakest+800 {
			t.Errorf("the ratings end at %.0f, %.0f above that of the weakest level", weaker, weaker-weakest)
		}
	}
}
