package wotn

import (
	"iter"
	"math/bits"
)

// Bitboard is a set of squares. Bit s is set if the set contains Square s, so
// that the operators |, & and &^ of Go are union, intersection and difference.
type Bitboard uint64

const (
	fileA Bitboard = 0x0101010101010101
	fileH Bitboard = 0x8080808080808080
	rank1 Bitboard = 0xff
)

// rankMask returns the squares of rank n, 1 to 8 from c's side.
func rankMask(c Color, n int) Bitboard {
	if c == Black {
		n = 9 - n
	}
	return rank1 << uint(8*(n-1))
}

// Has reports whether the set contains s.
func (b Bitboard) Has(s Square) bool { return b>>(s&63)&1 != 0 && s < NoSquare }

// IsEmpty reports whether the set has no squares.
func (b Bitboard) IsEmpty() bool { return b == 0 }

// Count returns the number of squares in the set.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// First returns the lowest square of the set, or NoSquare if it is empty.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// Union returns the squares in b, in o or in both.
func (b Bitboard) Union(o Bitboard) Bitboard { return b | o }

// Intersection returns the squares in both b and o.
func (b Bitboard) Intersection(o Bitboard) Bitboard { return b & o }

// Difference returns the squares in b that are not in o.
func (b Bitboard) Difference(o Bitboard) Bitboard { return b &^ o }

// Squares returns an iterator over the squares of the set, lowest first.
func (b Bitboard) Squares() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; b != 0; b &= b - 1 {
			if !yield(b.First()) {
				return
			}
		}
	}
}

// AppendSquares appends the squares of the set to dst, lowest first.
func (b Bitboard) AppendSquares(dst []Square) []Square {
	for ; b != 0; b &= b - 1 {
		dst = append(dst, b.First())
	}
	return dst
}
