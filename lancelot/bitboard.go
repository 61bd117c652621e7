package lancelot

import "math/bits"

// bitboard is a set of squares of a field, numbered row by row from its own
// lower left corner (not from the plan's), so that the squares of an 8×8 field
// are the bits of one word:
//
//	8×8: word 0    10×10: words 0-1    12×12: words 0-2    14×14: words 0-3
type bitboard [4]uint64

func (b *bitboard) has(i uint8) bool { return b[i>>6&3]>>(i&63)&1 != 0 }
func (b *bitboard) set(i uint8)      { b[i>>6&3] |= 1 << (i & 63) }
func (b *bitboard) clear(i uint8)    { b[i>>6&3] &^= 1 << (i & 63) }
func (b *bitboard) any() bool        { return b[0]|b[1]|b[2]|b[3] != 0 }

func (b *bitboard) count() int {
	return bits.OnesCount64(b[0]) + bits.OnesCount64(b[1]) + bits.OnesCount64(b[2]) + bits.OnesCount64(b[3])
}

func (b *bitboard) or(c *bitboard) {
	b[0] |= c[0]
	b[1] |= c[1]
	b[2] |= c[2]
	b[3] |= c[3]
}

func (b *bitboard) and(c *bitboard) {
	b[0] &= c[0]
	b[1] &= c[1]
	b[2] &= c[2]
	b[3] &= c[3]
}

func (b *bitboard) andNot(c *bitboard) {
	b[0] &^= c[0]
	b[1] &^= c[1]
	b[2] &^= c[2]
	b[3] &^= c[3]
}

// pop takes the lowest square out of a set that has one.
func (b *bitboard) pop() uint8 {
	for w := range b {
		if b[w] != 0 {
			i := bits.TrailingZeros64(b[w])
			b[w] &= b[w] - 1
			return uint8(w<<6 + i)
		}
	}
	panic("lancelot: pop from an empty set of squares")
}
