package net

// signs has the sign bit of each lane.
const signs = 0x8000_8000_8000_8000

// changeWords sets dst to from with more added and less subtracted. dst may be from.
func changeWords(dst, from, more, less *row) {
	for i, x := range from {
		x = (x&^signs + more[i]&^signs) ^ (x^more[i])&signs
		dst[i] = (x | signs - less[i]&^signs) ^ (x^^less[i])&signs
	}
}

// outputWords returns the sum of the squares of the sums, cut to 0 to One, times weights.
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
