package matchplay

import "math"

// SPRT is a sequential probability ratio test (Wald 1945) between two hypotheses:
// the first player is better by Elo0, or by Elo1. A match continues until one of
// them is accepted.
type SPRT struct {
	Elo0 float64 `json:"elo0"`
	Elo1 float64 `json:"elo1"`
	// Alpha is the probability of accepting Elo1 if Elo0 is true, Beta that of the
	// opposite error.
	Alpha float64 `json:"alpha"`
	Beta  float64 `json:"beta"`
}

// Verdict is the state of a test.
type Verdict string

// The verdicts.
const (
	Undecided Verdict = "undecided"
	AcceptH0  Verdict = "accept-h0"
	AcceptH1  Verdict = "accept-h1"
)

// Bounds returns the log-likelihood ratios at which Elo0 and Elo1 are accepted.
func (s SPRT) Bounds() (lower, upper float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// Decide returns the verdict for a tally, and its log-likelihood ratio.
func (s SPRT) Decide(t *Tally) (Verdict, float64) {
	ratio := s.Ratio(t)
	lower, upper := s.Bounds()
	switch {
	case ratio <= lower:
		return AcceptH0, ratio
	case ratio >= upper:
		return AcceptH1, ratio
	}
	return Undecided, ratio
}

// Ratio returns the generalized log-likelihood ratio. The likelihood of a hypothesis
// is that of the best fitting distribution of pairs with its mean. See Van den
// Bergh, "The generalized SPRT for match outcomes", section on multinomial
// distributions.
func (s SPRT) Ratio(t *Tally) float64 {
	n := 0.0
	var p [5]float64
	for i, count := range t.Pairs {
		// A result that has not occurred is not impossible.
		p[i] = max(float64(count), 1e-3)
		n += p[i]
	}
	if t.Games() == 0 {
		return 0
	}
	for i := range p {
		p[i] /= n
	}
	p0, p1 := tilt(p, shareOf(s.Elo0)), tilt(p, shareOf(s.Elo1))
	sum := 0.0
	for i := range p {
		sum += p[i] * math.Log(p1[i]/p0[i])
	}
	return n * sum
}

// tilt returns the distribution with a given mean for which the observed one is most
// likely: q = p / (1 + θ(a-mean)), with the θ that gives this mean. Beyond the
// bounds of θ a probability would be negative.
func tilt(p [5]float64, mean float64) (q [5]float64) {
	low, high := -1/(points[4]-mean), 1/(mean-points[0])
	excess := func(theta float64) (sum float64) {
		for i, share := range p {
			sum += share * (points[i] - mean) / (1 + theta*(points[i]-mean))
		}
		return sum
	}
	theta := 0.0
	for range 200 { // bisection reaches the precision of a float64 earlier
		theta = (low + high) / 2
		if excess(theta) > 0 {
			low = theta
		} else {
			high = theta
		}
	}
	for i, share := range p {
		q[i] = share / (1 + theta*(points[i]-mean))
	}
	return q
}
