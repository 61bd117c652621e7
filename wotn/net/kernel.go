package net

// signs has the sign bit of each lane. The bits below are added and subtracted apart from it, so that no
// carry crosses a lane.
const signs = 0x8000_8000_8000_8000

// changeWords adds a row to the sums and subtracts another.
func changeWords(sums, more, less *row) {
	for i, x := range sums {
		x = (x&^signs + more[i]&^signs) ^ (x^more[i])&signs
		sums[i] = (x | signs - less[i]&^signs) ^ (x^^less[i])&signs
	}
}

// outputWords returns the sum of the squares of the sums, clamped to 0 and One, times weights: at most
// 64*255*255*128, which 31 bits hold.
func outputWords(sums *row, weights *[Hidden]int16) (sum int32) {
	for i, x := range sums {
		if x&signs == signs {
			continue // all are negative
		}
		w := (*[lanes]int16)(weights[lanes*i:])
		sum += weighted(int16(x), w[0]) + weighted(int16(x>>16), w[1]) + weighted(int16(x>>32), w[2]) + weighted(int16(x>>48), w[3])
	}
	return sum
}

func weighted(sum, weight int16) int32 {
	v := int32(min(max(sum, 0), One))
	return v * v * int32(weight)
}
