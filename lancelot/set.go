package lancelot

import (
	"iter"
	"math/bits"
)

// Set is a set of squares of the board of a position. [Position.SquaresOf] iterates
// over them as values of type [Square]. Has, Add, Remove, Pop and Nth are for
// searches: they refer to a square by its index. Indices count row by row from the
// lower left corner, as in [Position.Squares]. An 8×8 board needs one word:
//
//	8×8: word 0    10×10: words 0-1    12×12: words 0-2    14×14: words 0-3
//
// Methods that return a set have value receivers. The others have pointer receivers,
// so that searches do not copy sets.
type Set [4]uint64

// Has reports whether the square with index i is in the set.
func (s *Set) Has(i uint8) bool { return s[i>>6&3]>>(i&63)&1 != 0 }

// Add adds the square with index i.
func (s *Set) Add(i uint8) { s[i>>6&3] |= 1 << (i & 63) }

// Remove removes the square with index i.
func (s *Set) Remove(i uint8) { s[i>>6&3] &^= 1 << (i & 63) }

// IsEmpty reports whether the set has no squares.
func (s *Set) IsEmpty() bool { return s[0]|s[1]|s[2]|s[3] == 0 }

// Count returns the number of squares in the set.
func (s *Set) Count() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}

// Union returns the squares in s, in o or in both.
func (s Set) Union(o Set) Set { return Set{s[0] | o[0], s[1] | o[1], s[2] | o[2], s[3] | o[3]} }

// Intersection returns the squares in both s and o.
func (s Set) Intersection(o Set) Set { return Set{s[0] & o[0], s[1] & o[1], s[2] & o[2], s[3] & o[3]} }

// Difference returns the squares in s that are not in o.
func (s Set) Difference(o Set) Set {
	return Set{s[0] &^ o[0], s[1] &^ o[1], s[2] &^ o[2], s[3] &^ o[3]}
}

// addAll adds the squares of o to s.
func (s *Set) addAll(o *Set) {
	s[0] |= o[0]
	s[1] |= o[1]
	s[2] |= o[2]
	s[3] |= o[3]
}

// removeAll removes the squares of o from s.
func (s *Set) removeAll(o *Set) {
	s[0] &^= o[0]
	s[1] &^= o[1]
	s[2] &^= o[2]
	s[3] &^= o[3]
}

// SquaresOf returns an iterator over the squares of a set, row by row from below.
func (p *Position) SquaresOf(s Set) iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for plan := &p.board().plan; !s.IsEmpty() && yield(plan[s.Pop()]); {
		}
	}
}

// Pop removes and returns the index of the lowest square. It panics if the set is empty.
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

// Nth returns the index of the n-th lowest square, counted from 0. It panics if the
// set has at most n squares.
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
