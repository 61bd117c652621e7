package matchplay

import "math"

// Tally counts the results of pairs of games from one opening, by the points of
// the first player in the pair: 0, ½, 1, 1½ and 2. The games of a pair depend
// on each other through the opening, so the error is that of pairs
// ("pentanomial"); it is smaller than that of the same games taken singly.
type Tally struct {
	Pairs [5]int `json:"pairs"`
	// Wins, Draws and Losses are those of single games, of the first player.
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// AddPair counts the points of the first player in the two games of a pair,
// each -1, 0 or 1 for a loss, a draw and a win.
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

// points are the values of a pair for one game of it.
var points = [5]float64{0, 0.25, 0.5, 0.75, 1}

// imagined is added to the count of each result where the error of the mean is
// estimated, one pair in all: what has not happened in a few pairs may happen
// in the next, so that even one pair, or a clean sweep, has an error.
const imagined = 0.2

// Score returns the first player's share of the points and the standard error
// of it; both are NaN without pairs.
func (t *Tally) Score() (mean, deviation float64) {
	n, sum := 0.0, 0.0
	weights, center, squares := 0.0, 0.0, 0.0
	for i, count := range t.Pairs {
		n += float64(count)
		sum += float64(count) * points[i]
		weight := float64(count) + imagined
		weights += weight
		center += weight * points[i]
		squares += weight * points[i] * points[i]
	}
	center /= weights
	variance := squares/weights - center*center
	return sum / n, math.Sqrt(variance / n)
}

// confident is the number of standard errors around a mean within which the
// truth lies with 95 % probability.
const confident = 1.959963984540054

// Elo returns the first player's advantage in Elo and the bounds between which
// it lies with 95 % probability. They are infinite where they reach all points or
// none, and NaN without pairs.
func (t *Tally) Elo() (elo, low, high float64) {
	mean, deviation := t.Score()
	return eloOf(mean), eloOf(mean - confident*deviation), eloOf(mean + confident*deviation)
}

// Likelihood returns the probability that the first player is the stronger one.
func (t *Tally) Likelihood() float64 {
	mean, deviation := t.Score()
	return 0.5 * math.Erfc(-(mean-0.5)/deviation/math.Sqrt2)
}

// eloOf returns the difference in Elo that gives a share of the points.
func eloOf(share float64) float64 {
	switch {
	case share <= 0:
		return math.Inf(-1)
	case share >= 1:
		return math.Inf(1)
	}
	return 400 * math.Log10(share/(1-share))
}

// shareOf returns the share of the points that a difference in Elo gives.
func shareOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }
