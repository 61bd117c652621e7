package rating

import "math"

// Advantages returns the advantages of seats with given shares of the wins among equal players,
// as logarithms with the sum 0. The shares are greater than 0. Equal shares, or none, have no
// advantages: the result is nil.
//
// An advantage is added to the difference of strengths after that has been weighted by its
// uncertainty. So the expected share of equally rated players is the given one, however
// reliable their ratings are.
func Advantages(shares []float64) []float64 {
	var sum float64
	equal := true
	for _, share := range shares {
		sum += math.Log(share)
		equal = equal && share == shares[0]
	}
	if equal {
		return nil
	}
	advantages := make([]float64, len(shares))
	for i, share := range shares {
		advantages[i] = math.Log(share) - sum/float64(len(shares))
	}
	return advantages
}
