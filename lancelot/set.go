package lancelot

import (
	"iter"
	"math/bits"
)

// Set is a set of squares of a field. Its members are indices of squares, counted
// row by row from the lower left corner of the field as in [Position.Squares].
// Thus an 8×8 field needs one word:
//
//	8×8: word 0    10×10: words 0-1    12×12: words 0-2    14×14: words 0-3
type Set [4]uint64

// Has reports whether the square with index i is in the set.
func (s *Set) Has(i uint8) bool { return s[i>>6&3]>>(i&63)&1 != 0 }

// Add adds the square with index i.
func (s *Set) Add(i uint8) { s[i>>6&3] |= 1 << (i & 63) }

// Remove removes the square with index i.
func (s *Set) Remove(i uint8) { s[i>>6&3] &^= 1 << (i & 63) }

// Any reports whether the set has a member.
func (s *Set) Any() bool { return s[0]|s[1]|s[2]|s[3] != 0 }

// Len returns the number of members.
func (s *Set) Len() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}

// And returns the intersection of s and c.
func (s *Set) And(c *Set) Set { return Set{s[0] & c[0], s[1] & c[1], s[2] & c[2], s[3] & c[3]} }

// AddAll adds the members of c to s.
func (s *Set) AddAll(c *Set) {
	s[0] |= c[0]
	s[1] |= c[1]
	s[2] |= c[2]
	s[3] |= c[3]
}

// RemoveAll removes the members of c from s.
func (s *Set) RemoveAll(c *Set) {
	s[0] &^= c[0]
	s[1] &^= c[1]
	s[2] &^= c[2]
	s[3] &^= c[3]
}

// All iterates over the members in increasing order.
func (s Set) All() iter.Seq[uint8] {
	return func(yield func(uint8) bool) {
		for s.Any() && yield(s.Pop()) {
		}
	}
}

// Pop removes and returns the lowest member. It panics if the set is empty.
func (s *Set) Pop() uint8 {
	for w := range s {
		if s[w] != 0 {
			i := bits.TrailingZeros64(s[w])
			s[w] &= s[w] - 1
			return uint8(w<<6 + i)
		}
	}
	panic("lancelot: Pop of an empty set")
}

// Nth returns the n-th lowest member, counted from 0. It panics if the set has
// at most n members.
func (s *Set) Nth(n int) uint8 {
	for w, word := range s {
		c := bits.OnesCount64(word)
		if n >= c {
			n -= c
			continue
		}
		// Binary search for the bit.
		at := 0
		for width := 32; width > 0; width >>= 1 {
			if c = bits.OnesCount64(word >> at & (1<<width - 1)); n >= c {
				n -= c
				at += width
			}
		}
		return uint8(w<<6 + at)
	}
	panic("lancelot: Nth of a set that has too few members")
}
