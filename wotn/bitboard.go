package wotn

import "math/bits"

// Bitboard is a set of squares; bit s stands for Square s.
type Bitboard uint64

const (
	fileA Bitboard = 0x0101010101010101
	fileH Bitboard = 0x8080808080808080
	rank1 Bitboard = 0xff
)

// rankMask returns all squares of the rank that is n-th (1 to 8) as seen from
// c's side.
func rankMask(c Color, n int) Bitboard {
	if c == Black {
		n = 9 - n
	}
	return rank1 << uint(8*(n-1))
}

// Has tells whether s is in the set.
func (b Bitboard) Has(s Square) bool { return b>>(s&63)&1 != 0 && s < NoSquare }

// Count returns the number of squares in the set.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// First returns the lowest square of the set, or NoSquare if it is empty.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// AppendSquares appends the squares of the set to dst, lowest first.
func (b Bitboard) AppendSquares(dst []Square) []Square {
	for ; b != 0; b &= b - 1 {
		dst = append(dst, b.First())
	}
	return dst
}
