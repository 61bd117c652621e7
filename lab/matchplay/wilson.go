package matchplay

import "math"

// Wilson returns the 95 % confidence interval of a share observed in n games
// (Wilson, "Probable Inference, the Law of Succession, and Statistical Inference",
// 1927).
func Wilson(share float64, n int) (low, high float64) {
	const z = 1.96
	trials := float64(n)
	centre := (share + z*z/(2*trials)) / (1 + z*z/trials)
	half := z / (1 + z*z/trials) * math.Sqrt(share*(1-share)/trials+z*z/(4*trials*trials))
	low, high = max(0, centre-half), min(1, centre+half)
	// Rounding errors would leave a bound beside 0 and 1.
	if share == 0 {
		low = 0
	}
	if share == 1 {
		high = 1
	}
	return low, high
}
