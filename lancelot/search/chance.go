package search

import "math/bits"

// chance is a source of random numbers that is the same everywhere: Wang Yi's
// wyrand (wyhash, 2019), a counter and one multiplication.
type rng uint64

const rngStep = 0xa0761d6478bd642f

// mixed is the random number of 64 bits at a step of the counter.
func (c rng) mixed() uint64 {
	high, low := bits.Mul64(uint64(c), uint64(c)^0xe7037ed1a0b428db)
	return high ^ low
}

// below is a number from 0 to n-1, with a bias of less than n in 2⁶⁴.
func (c *rng) below(n int) int {
	*c += rngStep
	high, _ := bits.Mul64(c.mixed(), uint64(n))
	return int(high)
}

// shuffle puts a list in random order.
func shuffle[T any](c *rng, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		j := c.below(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}
