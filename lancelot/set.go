package lancelot

import "math/bits"

// Set is a set of squares of a field. Its members are not squares of the plan
// but numbers of squares of the field, row by row from its own lower left
// corner, as [Position.Squares] lists them, so that an 8×8 field fills the bits
// of one word:
//
//	8×8: word 0    10×10: words 0-1    12×12: words 0-2    14×14: words 0-3
type Set [4]uint64

// Has tells whether i is in the set.
func (s *Set) Has(i uint8) bool { return s[i>>6&3]>>(i&63)&1 != 0 }

func (s *Set) set(i uint8)   { s[i>>6&3] |= 1 << (i & 63) }
func (s *Set) clear(i uint8) { s[i>>6&3] &^= 1 << (i & 63) }

// Any tells whether there is a member.
func (s *Set) Any() bool { return s[0]|s[1]|s[2]|s[3] != 0 }

// Len is the number of members.
func (s *Set) Len() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}

// And is the set of those in both.
func (s *Set) And(c *Set) Set { return Set{s[0] & c[0], s[1] & c[1], s[2] & c[2], s[3] & c[3]} }

func (s *Set) or(c *Set) {
	s[0] |= c[0]
	s[1] |= c[1]
	s[2] |= c[2]
	s[3] |= c[3]
}

func (s *Set) andNot(c *Set) {
	s[0] &^= c[0]
	s[1] &^= c[1]
	s[2] &^= c[2]
	s[3] &^= c[3]
}

// Pop takes the lowest member out of a set that has one.
func (s *Set) Pop() uint8 {
	for w := range s {
		if s[w] != 0 {
			i := bits.TrailingZeros64(s[w])
			s[w] &= s[w] - 1
			return uint8(w<<6 + i)
		}
	}
	panic("lancelot: pop from an empty set of squares")
}

// Nth is the n-th lowest member, counted from 0; the set must have more than n.
func (s *Set) Nth(n int) uint8 {
	for w, word := range s {
		c := bits.OnesCount64(word)
		if n >= c {
			n -= c
			continue
		}
		// Halve the word until the bit is found.
		at := 0
		for width := 32; width > 0; width >>= 1 {
			if c = bits.OnesCount64(word >> at & (1<<width - 1)); n >= c {
				n -= c
				at += width
			}
		}
		return uint8(w<<6 + at)
	}
	panic("lancelot: a set of squares has no such member")
}
