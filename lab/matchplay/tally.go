package matchplay

import "math"

// Tally counts the results of pairs of games by the points of the first player in
// the pair: 0, ½, 1, 1½ and 2. Both games of a pair have the same opening, so they
// are not independent and the standard error is computed from pairs
// ("pentanomial"). It is smaller than that of the same number of single games.
type Tally struct {
	Pairs [5]int `json:"pairs"`
	// Wins, Draws and Losses are those of single games, of the first player.
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// AddPair adds a pair. first and second are the results of the first player: -1, 0
// or 1 for a loss, a draw and a win.
func (t *Tally) AddPair(first, second int) {
	t.Pairs[first+second+2]++
	for _, points := range [2]int{first, second} {
		switch {
		case points > 0:
			t.Wins++
		case points < 0:
			t.Losses++
		default:
			t.Draws++
		}
	}
}

// Games returns the number of games in the pairs.
func (t *Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// points are the results of a pair as points per game.
var points = [5]float64{0, 0.25, 0.5, 0.75, 1}

// priorCount is added to the count of each result, one pair in all, to estimate the
// standard error. Otherwise a single pair or a clean sweep would have none.
const priorCount = 0.2

// Score returns the first player's share of the points and its standard error. Both
// are NaN without pairs.
func (t *Tally) Score() (mean, deviation float64) {
	n, sum := 0.0, 0.0
	weights, center, squares := 0.0, 0.0, 0.0
	for i, count := range t.Pairs {
		n += float64(count)
		sum += float64(count) * points[i]
		weight := float64(count) + priorCount
		weights += weight
		center += weight * points[i]
		squares += weight * points[i] * points[i]
	}
	center /= weights
	variance := squares/weights - center*center
	return sum / n, math.Sqrt(variance / n)
}

// z95 is half the width of a 95 % confidence interval in standard errors.
const z95 = 1.959963984540054

// Elo returns the Elo difference between the first player and the second, and its
// 95 % confidence interval. A bound that reaches all or no points is infinite; all
// are NaN without pairs.
func (t *Tally) Elo() (elo, low, high float64) {
	mean, deviation := t.Score()
	return eloOf(mean), eloOf(mean - z95*deviation), eloOf(mean + z95*deviation)
}

// Likelihood returns the probability that the first player is stronger.
func (t *Tally) Likelihood() float64 {
	mean, deviation := t.Score()
	return 0.5 * math.Erfc(-(mean-0.5)/deviation/math.Sqrt2)
}

// eloOf returns the Elo difference for a share of the points.
func eloOf(share float64) float64 {
	switch {
	case share <= 0:
		return math.Inf(-1)
	case share >= 1:
		return math.Inf(1)
	}
	return 400 * math.Log10(share/(1-share))
}

// shareOf returns the expected share of the points for an Elo difference.
func shareOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }
