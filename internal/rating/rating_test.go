package rating

import (
	"math"
	"testing"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.Abs(got-want) > within {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestGlickmansExample is the example of the paper: one rating period with
// three games, τ = 0.5.
func TestGlickmansExample(t *testing.T) {
	player := Glicko{1500, 200, 0.06}
	after := player.after([]GlickoResult{
		{Glicko{1400, 30, 0.06}, 1},
		{Glicko{1550, 100, 0.06}, 0},
		{Glicko{1700, 300, 0.06}, 0},
	}, 1, 0.5)
	near(t, "rating", after.Rating, 1464.06, 0.01)
	near(t, "deviation", after.Deviation, 151.52, 0.01)
	near(t, "volatility", after.Volatility, 0.05999, 0.00001)
}

func TestGlickoIsFairAndBounded(t *testing.T) {
	a, b := NewGlicko(), NewGlicko()
	won, lost := a.After(GlickoResult{b, 1}, 0), b.After(GlickoResult{a, 0}, 0)
	near(t, "sum of two new players", won.Rating+lost.Rating, 3000, 1e-9)
	if !a.Provisional() || won.Rating <= 1500 || won.Deviation >= a.Deviation {
		t.Errorf("%+v after a win", won)
	}
	for game := range 300 {
		score := 1.0
		if game%4 == 0 {
			score = 0
		}
		a, b = a.After(GlickoResult{b, score}, 0.01), b.After(GlickoResult{a, 1 - score}, 0.01)
	}
	if a.Provisional() || a.Rating > maxRating || b.Rating < minRating || a.Deviation < minDeviation || math.Abs(a.Rating-b.Rating-191) > 100 {
		t.Errorf("%+v and %+v after 300 games of which three in four were won: 191 points by the logistic curve", a, b)
	}
	if away := a.After(GlickoResult{b, 1}, 365); away.Deviation <= a.Deviation {
		t.Errorf("deviation %v after a year, %v before", away.Deviation, a.Deviation)
	}
}

// TestOpenSkillsNumbers compares with what the openskill libraries, which agree
// in many languages, print for players who are all new.
func TestOpenSkillsNumbers(t *testing.T) {
	n := NewSkill()
	for _, want := range [][]Skill{
		{{27.868876552746237, 8.204837030780652}, {25.717219138186557, 8.057829747583874}, {21.413904309067206, 8.057829747583874}},
		{{27.795084971874736, 8.263160757613477}, {26.552824984374855, 8.179213704945203}, {24.68943500312503, 8.083731307186588}, {20.96265504062538, 8.083731307186588}},
	} {
		players, places := make([]Skill, len(want)), make([]int, len(want))
		for i := range want {
			players[i], places[i] = n, i+1
		}
		for i, got := range SkillsAfter(players, places) {
			near(t, "mu", got.Mu, want[i].Mu, 1e-9)
			near(t, "sigma", got.Sigma, want[i].Sigma, 1e-9)
		}
	}
}

func TestSharedPlacesAreEqual(t *testing.T) {
	n := NewSkill()
	after := SkillsAfter([]Skill{n, n, n, n, n}, []int{1, 2, 2, 2, 2})
	if after[0].Mu <= 25 || after[1] != after[4] || after[1].Mu >= 25 {
		t.Errorf("%v", after)
	}
}
