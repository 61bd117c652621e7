package engines

import "math/bits"

// Random is the state of a generator of pseudo-random numbers, Wang Yi's wyrand (wyhash,
// 2019): a counter and one multiplication. The numbers are the same on every platform;
// fingerprints of engines and table files depend on them. Any value is a valid seed.
type Random uint64

// Next returns the state after s.
func (s Random) Next() Random { return s + 0xa0761d6478bd642f }

// Bits returns the 64 random bits of the state.
func (s Random) Bits() uint64 {
	high, low := bits.Mul64(uint64(s), uint64(s)^0xe7037ed1a0b428db)
	return high ^ low
}

// Below advances the state and returns a number from 0 to n-1, with a bias of less
// than n in 2⁶⁴.
func (s *Random) Below(n int) int {
	*s = s.Next()
	high, _ := bits.Mul64(s.Bits(), uint64(n))
	return int(high)
}

// Shuffle permutes a list at random.
func Shuffle[T any](s *Random, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		j := s.Below(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}
