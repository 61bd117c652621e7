package solve

import "math/bits"

// random is Wang Yi's wyrand (wyhash, 2019), a generator that returns the same
// numbers on every platform. The numbers of positions, and therefore table files,
// depend on it.
type random uint64

// below returns a number from 0 to n-1, with a bias of less than n in 2⁶⁴.
func (r *random) below(n int) int {
	*r += 0xa0761d6478bd642f
	high, low := bits.Mul64(uint64(*r), uint64(*r)^0xe7037ed1a0b428db)
	high, _ = bits.Mul64(high^low, uint64(n))
	return int(high)
}

// shuffle places a list in random order.
func shuffle[T any](r *random, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		j := r.below(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}
