package rating

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestWithoutAdvantage compares updates, bit for bit, with those before seats had advantages.
func TestWithoutAdvantage(t *testing.T) {
	a, b := Glicko{1500, 500, 0.09}, Glicko{1723.5, 61.25, 0.0625}
	for i, want := range [][2]Glicko{
		{{0x1.5629a7b8b8427p+10, 0x1.44b44e440c8e3p+08, 0x1.709d3bd85816cp-04}, {0x1.ac780adc17ca3p+10, 0x1.12abf612140eep+06, 0x1.0002314b37e3cp-04}},
		{{0x1.a0a2408bef0f5p+10, 0x1.44b44e4dbaee6p+08, 0x1.709dc6d5fd497p-04}, {0x1.ae47215812557p+10, 0x1.12ab04d95d102p+06, 0x1.fffc06da75af2p-05}},
		{{0x1.eb1ad9dd4a2dep+10, 0x1.44b44efb61169p+08, 0x1.70a783c086b24p-04}, {0x1.b0163409a7b14p+10, 0x1.12ab363506af8p+06, 0x1.fffdbcb03469cp-05}},
	} {
		score := float64(i) / 2
		got := [2]Glicko{a.After(GlickoResult{Opponent: b, Score: score}, 3.5), b.After(GlickoResult{Opponent: a, Score: score}, 40)}
		if got != want {
			t.Errorf("score %v: %x, want %x", score, got, want)
		}
	}
	players := []Skill{{27.5, 8.25}, {25, 25.0 / 3}, {31.125, 1.5}, {24, 3}, {27.5, 8.25}}
	for _, tc := range []struct {
		places []int
		want   [5]Skill
	}{
		{[]int{1, 2, 2, 2, 2}, [5]Skill{
			{0x1.e9c875f5473cap+04, 0x1.05b84bd9e2b08p+03}, {0x1.89593a6604d22p+04, 0x1.01cb773b8666p+03}, {0x1.f126c03c957c8p+04, 0x1.7fe9dcb80fe1p+00},
			{0x1.7f7e8fd84b30cp+04, 0x1.7f6e917d2bf69p+01}, {0x1.aa3b160e71a6ep+04, 0x1.fda07238f0c42p+02},
		}},
		{[]int{2, 1, 3, 1, 2}, [5]Skill{
			{0x1.b917fcbd6e444p+04, 0x1.fc7486e9b9c6dp+02}, {0x1.bdc966c3e9309p+04, 0x1.074ff8d8d9572p+03}, {0x1.eeee41177fdcep+04, 0x1.7fe458d484bcp+00},
			{0x1.860dd7d5315c8p+04, 0x1.7fc8f82a86fb4p+01}, {0x1.b917fcbd6e444p+04, 0x1.fc7486e9b9c6dp+02},
		}},
		{[]int{5, 4, 3, 2, 1}, [5]Skill{
			{0x1.65a9b32df37cep+04, 0x1.f883bcbdd2b45p+02}, {0x1.86fc3fd452a9fp+04, 0x1.fe7363a610a41p+02}, {0x1.f213e1373379fp+04, 0x1.7febd7c49469bp+00},
			{0x1.85298f8ec6697p+04, 0x1.7fb3b7bba149cp+01}, {0x1.e9c875f5473cap+04, 0x1.05b84bd9e2b08p+03},
		}},
	} {
		for _, advantages := range [][]float64{nil, make([]float64, 5), Advantages([]float64{0.2, 0.2, 0.2, 0.2, 0.2})} {
			if got := [5]Skill(SkillsAfter(players, tc.places, advantages)); got != tc.want {
				t.Errorf("places %v: %x, want %x", tc.places, got, tc.want)
			}
		}
	}
}

// TestAdvantages: the expected share of equal players is the given one, however uncertain their
// ratings are.
func TestAdvantages(t *testing.T) {
	shares := []float64{0.5, 0.3, 0.2}
	advantages := Advantages(shares)
	near(t, "sum", advantages[0]+advantages[1]+advantages[2], 0, 1e-12)
	for _, player := range []Skill{NewSkill(), {30, 1}} {
		var gain [3]float64
		for winner, share := range shares {
			places := []int{2, 2, 2}
			places[winner] = 1
			for seat, after := range SkillsAfter([]Skill{player, player, player}, places, advantages) {
				gain[seat] += share * (after.Mu - player.Mu)
			}
		}
		for seat := range gain {
			near(t, fmt.Sprint("mean gain of seat ", seat, " with ", player), gain[seat], 0, 1e-12)
		}
	}
	two := Advantages([]float64{0.325, 0.675})
	for _, player := range []Glicko{NewGlicko(), {2000, 60, 0.06}} {
		result := GlickoResult{Opponent: player, Advantage: two[1] - two[0], Score: 0.675}
		near(t, "rating after the expected score", player.After(result, 0).Rating, player.Rating, 1e-9)
	}
}

// drift plays games between 1,000 players of equal strength, each of whom always has the same
// seat, and returns the mean rating of each seat on the scale where new players have 1500. The
// winners are drawn by the shares; with two seats one game in ten is a draw.
func drift(shares, advantages []float64, rounds int) []float64 {
	const players = 1000
	random := rand.New(rand.NewPCG(uint64(len(shares)), 17))
	seats, tables := len(shares), players/len(shares)
	glickos, skills := make([][]Glicko, seats), make([][]Skill, seats)
	for seat := range seats {
		for range tables {
			glickos[seat], skills[seat] = append(glickos[seat], NewGlicko()), append(skills[seat], NewSkill())
		}
	}
	winner := func() int {
		at := random.Float64()
		for seat, share := range shares {
			if at -= share; at < 0 {
				return seat
			}
		}
		return 0
	}
	for range rounds {
		for _, all := range glickos {
			random.Shuffle(tables, func(i, j int) { all[i], all[j] = all[j], all[i] })
		}
		for _, all := range skills {
			random.Shuffle(tables, func(i, j int) { all[i], all[j] = all[j], all[i] })
		}
		for table := range tables {
			won := winner()
			if seats > 2 {
				game, places := make([]Skill, seats), make([]int, seats)
				for seat := range seats {
					game[seat], places[seat] = skills[seat][table], 2
				}
				places[won] = 1
				for seat, after := range SkillsAfter(game, places, advantages) {
					skills[seat][table] = after
				}
				continue
			}
			a, b := &glickos[0][table], &glickos[1][table]
			score, advantage := float64(1-won), 0.0
			if advantages != nil {
				advantage = advantages[0] - advantages[1]
			}
			*a, *b = a.After(GlickoResult{*b, score, advantage}, 1), b.After(GlickoResult{*a, 1 - score, -advantage}, 1)
		}
	}
	means := make([]float64, seats)
	for seat := range seats {
		for i := range tables {
			if seats == 2 {
				means[seat] += glickos[seat][i].Rating / float64(tables)
			} else {
				means[seat] += 60 * skills[seat][i].Mu / float64(tables)
			}
		}
	}
	return means
}

// TestSeatsDoNotDrift: with the advantages of their seats the mean ratings of equal players stay
// together, without them the seats drift apart. The mean of all seats moves a little either way, since gains and
// losses of Plackett-Luce do not add up to 0.
func TestSeatsDoNotDrift(t *testing.T) {
	t.Parallel()
	for _, shares := range [][]float64{
		{0.325, 0.675}, {0.53, 0.47}, {0.432, 0.345, 0.223}, {0.19, 0.295, 0.28, 0.235}, {0.25, 0.23, 0.2, 0.17, 0.15},
	} {
		fair, unfair := drift(shares, Advantages(shares), 150), drift(shares, nil, 150)
		t.Logf("shares %v: %.1f, without advantages %.1f", shares, fair, unfair)
		all := 0.0
		for _, mean := range fair {
			all += mean / float64(len(fair))
		}
		for seat, mean := range fair {
			near(t, fmt.Sprintf("shares %v: mean rating of seat %d", shares, seat), mean, all, 10)
		}
		near(t, "mean rating of all seats", all, 1500, 25)
		if apart := slices.Max(unfair) - slices.Min(unfair); apart < 15 {
			t.Errorf("shares %v: without advantages the seats are %v apart", shares, apart)
		}
	}
}
