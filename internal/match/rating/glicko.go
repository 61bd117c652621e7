package rating

import "math"

// Glicko is the Glicko-2 rating of a player, for games of two seats.
type Glicko struct {
	// Rating is the strength; new players have 1500.
	Rating float64
	// Deviation is the standard error of Rating, Volatility the expected change of
	// the strength.
	Deviation, Volatility float64
}

// The constants of lichess (lila, module rating): a large initial deviation, to which
// the deviation grows back in about a year without games.
const (
	tau          = 0.75
	minDeviation = 45
	maxDeviation = 500
	maxRating    = 4000
	minRating    = 400
	// MaxReliableDeviation is the largest deviation of a reliable rating. Ratings with
	// a larger one are provisional.
	MaxReliableDeviation = 110
	// periodsPerDay is the number of rating periods in a day.
	periodsPerDay = 0.21436

	scale = 173.7178
)

// NewGlicko returns the rating of a new player.
func NewGlicko() Glicko {
	return Glicko{Rating: 1500, Deviation: maxDeviation, Volatility: 0.09}
}

// Provisional reports whether the rating is still unreliable.
func (g Glicko) Provisional() bool { return g.Deviation > MaxReliableDeviation }

// GlickoResult is the result of a game against an opponent. Score is 1 for a win, 0.5
// for a draw and 0 for a loss.
type GlickoResult struct {
	Opponent Glicko
	Score    float64
	// Advantage is that of the player's seat against the other one: with equal ratings the
	// expected score is 1 / (1 + exp(-Advantage)). See [Advantages].
	Advantage float64
}

// After returns the rating after a game. days is the time since the game before. The
// rating stays between 400 and 4000.
func (g Glicko) After(result GlickoResult, days float64) Glicko {
	n := g.after([]GlickoResult{result}, max(0, days)*periodsPerDay, tau)
	n.Deviation = min(max(n.Deviation, minDeviation), maxDeviation)
	n.Rating = min(max(n.Rating, minRating), maxRating)
	return n
}

// after computes the steps of Glickman's paper, with their numbers. The deviation
// grows over a number of periods instead of one.
func (g Glicko) after(results []GlickoResult, periods, tau float64) Glicko {
	// Step 2: convert to the scale of Glicko-2.
	mu, phi := (g.Rating-1500)/scale, g.Deviation/scale
	// Steps 3 and 4: the variance v of the games, the estimated improvement delta.
	var inverse, gain float64
	for _, r := range results {
		opponent, phiJ := (r.Opponent.Rating-1500)/scale, r.Opponent.Deviation/scale
		weight := 1 / math.Sqrt(1+3*phiJ*phiJ/(math.Pi*math.Pi))
		expected := 1 / (1 + math.Exp(-(weight*(mu-opponent) + r.Advantage)))
		inverse += weight * weight * expected * (1 - expected)
		gain += weight * (r.Score - expected)
	}
	v := 1 / inverse
	delta := v * gain
	// Step 5: the volatility, by the Illinois algorithm.
	sigma := volatility(g.Volatility, phi, v, delta, tau)
	// Steps 6 and 7.
	before := math.Sqrt(phi*phi + sigma*sigma*periods)
	phi = 1 / math.Sqrt(1/(before*before)+1/v)
	mu += phi * phi * gain
	// Step 8.
	return Glicko{Rating: 1500 + scale*mu, Deviation: scale * phi, Volatility: sigma}
}

// volatility returns the new volatility (step 5 of the paper).
func volatility(sigma, phi, v, delta, tau float64) float64 {
	const tolerance = 1e-6
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-phi*phi-v-e)/(2*d*d) - (x-a)/(tau*tau)
	}
	low, high := a, 0.0
	if delta*delta > phi*phi+v {
		high = math.Log(delta*delta - phi*phi - v)
	} else {
		k := 1.0
		for f(a-k*tau) < 0 {
			k++
		}
		high = a - k*tau
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > tolerance {
		x := low + (low-high)*fLow/(fHigh-fLow)
		fx := f(x)
		if fx*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = x, fx
	}
	return math.Exp(low / 2)
}
