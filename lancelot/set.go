package lancelot

import (
	"iter"
	"math/bits"
)

// Set is a set of squares. Word i holds the squares from 64·i on, the lowest bit the
// lowest square, so that searches can combine sets word by word.
//
// Methods that return a set have value receivers. The others have pointer receivers,
// so that searches do not copy sets.
type Set [4]uint64

// Has reports whether the set contains the square.
func (s *Set) Has(square Square) bool { return s[square>>6&3]>>(square&63)&1 != 0 }

// Add adds a square of the plan.
func (s *Set) Add(square Square) { s[square>>6&3] |= 1 << (square & 63) }

// Remove removes a square.
func (s *Set) Remove(square Square) { s[square>>6&3] &^= 1 << (square & 63) }

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

// Squares returns an iterator over the squares of the set, row by row from below.
func (s Set) Squares() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for left := s; !left.IsEmpty() && yield(left.Pop()); {
		}
	}
}

// Pop removes and returns the lowest square. It panics if the set is empty.
func (s *Set) Pop() Square {
	for w := range s {
		if s[w] != 0 {
			i := bits.TrailingZeros64(s[w])
			s[w] &= s[w] - 1
			return Square(w<<6 + i)
		}
	}
	panic("lancelot: Pop of an empty set")
}

// Nth returns the n-th lowest square, counted from 0. It panics if the set has at
// most n squares.
func (s *Set) Nth(n int) Square {
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
		return Square(w<<6 + at)
	}
	panic("lancelot: Nth of a set that has too few members")
}
