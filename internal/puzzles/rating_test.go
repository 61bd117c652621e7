package puzzles

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tafelrunde/internal/match/rating"
)

// TestRatingsOfPuzzles lets simulated people solve puzzles whose estimated ratings are wrong by
// 200 points: after fifty attempts they are wrong by at most 75 (root mean squares).
func TestRatingsOfPuzzles(t *testing.T) {
	random := rand.New(rand.NewPCG(52, 1))
	type puzzle struct {
		rating.Glicko
		truth    float64
		attempts int
	}
	list := make([]puzzle, 200)
	var before, after float64
	for i := range list {
		p := Puzzle{Rating: 700 + 6*i}
		wrong := 200 * random.NormFloat64()
		list[i] = puzzle{Glicko: p.Glicko(), truth: float64(p.Rating) + wrong}
		before += wrong * wrong
	}
	for left := len(list); left > 0; {
		person, truth := rating.NewGlicko(), 1300+300*random.NormFloat64()
		for range 100 {
			// One of the ten nearest, as they are dealt.
			far := func(p *puzzle) float64 { return math.Abs(p.Rating - person.Rating) }
			slices.SortFunc(list, func(a, b puzzle) int { return cmp.Compare(far(&a), far(&b)) })
			p := &list[random.IntN(10)]
			solved := random.Float64() < 1/(1+math.Pow(10, (p.truth-truth)/400))
			person, p.Glicko = Rate(person, p.Glicko, solved, 0)
			if p.attempts++; p.attempts == 50 {
				after += math.Pow(p.Rating-p.truth, 2)
				left--
			}
		}
	}
	n := float64(len(list))
	before, after = math.Sqrt(before/n), math.Sqrt(after/n)
	t.Logf("root mean square error before: %.0f, after: %.0f", before, after)
	if after > 75 {
		t.Errorf("the root mean square error is %.0f", after)
	}
}
