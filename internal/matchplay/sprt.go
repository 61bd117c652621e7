package matchplay

import "math"

// SPRT is a sequential probability ratio test (Wald 1945) between two answers:
// the first player is better by Elo0, or by Elo1. A match goes on until one of
// them is likely enough.
type SPRT struct {
	Elo0 float64 `json:"elo0"`
	Elo1 float64 `json:"elo1"`
	// Alpha is the probability to accept Elo1 where Elo0 is true, Beta that of
	// the opposite error.
	Alpha float64 `json:"alpha"`
	Beta  float64 `json:"beta"`
}

// Verdict is what a test has come to.
type Verdict string

// The verdicts.
const (
	Undecided Verdict = "undecided"
	AcceptH0  Verdict = "accept-h0"
	AcceptH1  Verdict = "accept-h1"
)

// Bounds returns the logarithms of the likelihood ratio at which Elo0 and Elo1
// are accepted.
func (s SPRT) Bounds() (lower, upper float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// Judge returns the verdict on a tally, with the logarithm of the likelihood
// ratio that it rests on.
func (s SPRT) Judge(t *Tally) (Verdict, float64) {
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

// Ratio returns the logarithm of the generalized likelihood ratio: of all
// distributions of pairs that have the mean of an answer, the one that explains
// the tally best speaks for it. See Van den Bergh, "The generalized SPRT for
// match outcomes", section on multinomial distributions.
func (s SPRT) Ratio(t *Tally) float64 {
	n := 0.0
	var p [5]float64
	for i, count := range t.Pairs {
		// A result that has not occurred is improbable, not impossible.
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

// tilt returns the distribution with a given mean under which the observed one
// is most likely: q = p / (1 + θ(a-mean)), where θ makes the mean right. The
// bounds of θ are those at which a probability would become negative.
func tilt(p [5]float64, mean float64) (q [5]float64) {
	low, high := -1/(points[4]-mean), 1/(mean-points[0])
	excess := func(theta float64) (sum float64) {
		for i, share := range p {
			sum += share * (points[i] - mean) / (1 + theta*(points[i]-mean))
		}
		return sum
	}
	theta := 0.0
	for range 200 { // halving reaches the precision of a float64 long before
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
