package rating

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.Abs(got-want) > within {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestGlickmansExample computes the example of Glickman's paper: one rating period
// with three games, τ = 0.5.
func TestGlickmansExample(t *testing.T) {
	player := Glicko{1500, 200, 0.06}
	after := player.after([]GlickoResult{
		{Opponent: Glicko{1400, 30, 0.06}, Score: 1},
		{Opponent: Glicko{1550, 100, 0.06}, Score: 0},
		{Opponent: Glicko{1700, 300, 0.06}, Score: 0},
	}, 1, 0.5)
	near(t, "rating", after.Rating, 1464.06, 0.01)
	near(t, "deviation", after.Deviation, 151.52, 0.01)
	near(t, "volatility", after.Volatility, 0.05999, 0.00001)
}

func TestGlickoIsFairAndBounded(t *testing.T) {
	a, b := NewGlicko(), NewGlicko()
	won, lost := a.After(GlickoResult{Opponent: b, Score: 1}, 0), b.After(GlickoResult{Opponent: a, Score: 0}, 0)
	near(t, "sum of two new players", won.Rating+lost.Rating, 3000, 1e-9)
	if !a.Provisional() || won.Rating <= 1500 || won.Deviation >= a.Deviation {
		t.Errorf("%+v after a win", won)
	}
	for game := range 300 {
		score := 1.0
		if game%4 == 0 {
			score = 0
		}
		a, b = a.After(GlickoResult{Opponent: b, Score: score}, 0.01), b.After(GlickoResult{Opponent: a, Score: 1 - score}, 0.01)
	}
	if a.Provisional() || a.Rating > maxRating || b.Rating < minRating || a.Deviation < minDeviation || math.Abs(a.Rating-b.Rating-191) > 100 {
		t.Errorf("%+v and %+v after 300 games of which three in four were won: 191 points by the logistic curve", a, b)
	}
	if away := a.After(GlickoResult{Opponent: b, Score: 1}, 365); away.Deviation <= a.Deviation {
		t.Errorf("deviation %v after a year, %v before", away.Deviation, a.Deviation)
	}
}

// TestOpenSkillReference compares the ratings of new players with those of the
// openskill libraries, which agree with each other.
func TestOpenSkillReference(t *testing.T) {
	n := NewSkill()
	for _, want := range [][]Skill{
		{{27.868876552746237, 8.204837030780652}, {25.717219138186557, 8.057829747583874}, {21.413904309067206, 8.057829747583874}},
		{{27.795084971874736, 8.263160757613477}, {26.552824984374855, 8.179213704945203}, {24.68943500312503, 8.083731307186588}, {20.96265504062538, 8.083731307186588}},
	} {
		players, places := make([]Skill, len(want)), make([]int, len(want))
		for i := range want {
			players[i], places[i] = n, i+1
		}
		for i, got := range SkillsAfter(players, places, nil) {
			near(t, "mu", got.Mu, want[i].Mu, 1e-9)
			near(t, "sigma", got.Sigma, want[i].Sigma, 1e-9)
		}
	}
}

func TestSharedPlacesAreEqual(t *testing.T) {
	n := NewSkill()
	after := SkillsAfter([]Skill{n, n, n, n, n}, []int{1, 2, 2, 2, 2}, nil)
	if after[0].Mu <= 25 || after[1] != after[4] || after[1].Mu >= 25 {
		t.Errorf("%v", after)
	}
}

// TestSharedVictoryGainsMoreThanThirdPlace compares places 1, 1, 2, 3, 4 of new
// players: in most published Plackett-Luce updates the third place gains more
// than the two winners.
func TestSharedVictoryGainsMoreThanThirdPlace(t *testing.T) {
	n := NewSkill()
	after := SkillsAfter([]Skill{n, n, n, n, n}, []int{1, 1, 2, 3, 4}, nil)
	if after[0] != after[1] || after[0].Mu <= after[2].Mu {
		t.Errorf("winners %v and %v, third place %v", after[0], after[1], after[2])
	}
}

// TestTiedUpdateIsTheMeanOfAllOrders compares a tie with the mean of its two orders,
// which are listed here.
func TestTiedUpdateIsTheMeanOfAllOrders(t *testing.T) {
	players := []Skill{{27, 3}, {22, 7}, {30, 5}}
	tied := SkillsAfter(players, []int{1, 2, 2}, nil)
	a, b := SkillsAfter(players, []int{1, 2, 3}, nil), SkillsAfter(players, []int{1, 3, 2}, nil)
	for i := range players {
		near(t, "mu", tied[i].Mu, (a[i].Mu+b[i].Mu)/2, 1e-12)
		// The mean of the variances, not of the deviations.
		near(t, "variance", tied[i].Sigma*tied[i].Sigma, (a[i].Sigma*a[i].Sigma+b[i].Sigma*b[i].Sigma)/2, 1e-12)
	}
}

// placesOf reads places of 1 to 5 players from the digits of a number.
func placesOf(code uint64, players int) []int {
	places := make([]int, players)
	for i := range places {
		places[i] = int(code%uint64(players)) + 1
		code /= uint64(players)
	}
	return places
}

// TestBetterPlaceNeverGainsLess rates all possible places of two to five players with
// equal ratings.
func TestBetterPlaceNeverGainsLess(t *testing.T) {
	for players := 2; players <= maxPlayers; players++ {
		for _, before := range []Skill{NewSkill(), {10, 1}, {40, 12}} {
			equal := make([]Skill, players)
			for i := range equal {
				equal[i] = before
			}
			for code := range uint64(math.Pow(float64(players), float64(players))) {
				places := placesOf(code, players)
				after := SkillsAfter(equal, places, nil)
				for i := range after {
					for j := range after {
						if places[i] < places[j] && after[i].Mu < after[j].Mu {
							t.Fatalf("places %v of players %v: place %d gains less than place %d: %v", places, before, places[i], places[j], after)
						}
						if places[i] == places[j] && after[i] != after[j] {
							t.Fatalf("places %v of players %v: players who share place %d differ: %v", places, before, places[i], after)
						}
					}
				}
			}
		}
	}
}

// FuzzPermutingPlayersChangesNothing rates the same game with the players in another order.
// So equal players who change their seats, with their places, change their updates.
func FuzzPermutingPlayersChangesNothing(f *testing.F) {
	f.Add(uint64(1), uint64(0))
	f.Add(uint64(7), uint64(3124))
	f.Add(uint64(1755), uint64(99))
	f.Fuzz(func(t *testing.T, seed, code uint64) {
		random := rand.New(rand.NewPCG(seed, code))
		players := make([]Skill, 2+random.IntN(maxPlayers-1))
		for i := range players {
			players[i] = Skill{Mu: 50 * random.Float64(), Sigma: 0.5 + 9*random.Float64()}
			if i > 0 && random.IntN(3) == 0 {
				players[i] = players[i-1]
			}
		}
		places := placesOf(code, len(players))
		var advantages []float64
		if random.IntN(2) == 0 {
			shares := make([]float64, len(players))
			for i := range shares {
				shares[i] = 0.1 + random.Float64()
			}
			advantages = Advantages(shares)
		}
		after := SkillsAfter(players, places, advantages)
		permutation := random.Perm(len(players))
		permuted, permutedPlaces, permutedAdvantages := make([]Skill, len(players)), make([]int, len(players)), slices.Clone(advantages)
		for to, from := range permutation {
			permuted[to], permutedPlaces[to] = players[from], places[from]
			if advantages != nil {
				permutedAdvantages[to] = advantages[from]
			}
		}
		for to, got := range SkillsAfter(permuted, permutedPlaces, permutedAdvantages) {
			if from := permutation[to]; got != after[from] {
				t.Errorf("players %v with places %v: %v, in another order %v", players, places, after[from], got)
			}
		}
		for i, s := range after {
			if !(s.Sigma > 0 && s.Sigma <= players[i].Sigma) || math.IsNaN(s.Mu) {
				t.Errorf("players %v with places %v: %v", players, places, s)
			}
		}
	})
}
