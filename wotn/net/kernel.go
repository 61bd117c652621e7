package net

// signs has the sign bit of each lane. The bits below are added and subtracted apart from it, so that no
// carry crosses a lane.
const signs = 0x8000_8000_8000_8000

// changeWords adds rows to the sums and subtracts others.
func (n *Network) changeWords(sums *row, added, removed []uint16) {
	for _, r := range added {
		for i, y := range &n.rows[r] {
			x := sums[i]
			sums[i] = (x&^signs + y&^signs) ^ (x^y)&signs
		}
	}
	for _, r := range removed {
		for i, y := range &n.rows[r] {
			x := sums[i]
			sums[i] = (x | signs - y&^signs) ^ (x^^y)&signs
		}
	}
}

// outputWords returns the sum of the squares of the sums, clamped to 0 and One, times weights: at most
// 32*255*255*128, which 31 bits hold.
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
