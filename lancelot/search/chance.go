package search

import "math/bits"

// chance is a source of random numbers that is the same everywhere (SplitMix64:
// Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
type chance uint64

// below is a number from 0 to n-1.
func (c *chance) below(n int) int {
	*c += 0x9e3779b97f4a7c15
	x := uint64(*c)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	x ^= x >> 31
	high, _ := bits.Mul64(x, uint64(n))
	return int(high)
}

// shuffle puts a list in random order.
func shuffle[T any](c *chance, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		j := c.below(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}
