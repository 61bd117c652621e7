package search

import (
	"math/bits"

	"tafelrunde/internal/engines"
	"tafelrunde/lancelot"
)

// pair is a position of the basic game of two seats on 8×8 squares, packed for
// random games. The stones are bitboards. The leads of the first seat on the eight
// rows and the eight columns are the bytes of one word each, plus zeroLead. The
// lead of the second seat is the negative.
//
//	row  bits      A byte above zeroLead+1 closes the line to the first seat, one
//	  8  56-63     below zeroLead-1 to the second.
//	  …
//	  1  0-7       column a is the lowest bit of each byte
type pair struct {
	stones        [2]uint64
	rows, columns uint64
	captured      [2]int
	inHand        [2]int
	target        int
	toAct         int
}

const (
	ones     = 0x0101010101010101
	tops     = 0x8080808080808080
	zeroLead = 0x40
)

// isPair reports whether [pair] can represent the position.
func isPair(p *lancelot.Position) bool {
	return p.Seats() == 2 && p.Size() == 8 && p.Rules() == lancelot.Rules{}
}

// newPair packs a position.
func newPair(p *lancelot.Position) pair {
	a, b := packed(p.Stones(0)), packed(p.Stones(1))
	return pair{
		stones:   [2]uint64{a, b},
		rows:     ones*zeroLead + perByte(a) - perByte(b),
		columns:  ones*zeroLead + perByte(transpose(a)) - perByte(transpose(b)),
		captured: [2]int{p.Captured(0), p.Captured(1)},
		inHand:   [2]int{p.InHand(0), p.InHand(1)},
		target:   p.Target(),
		toAct:    int(p.ToMove()),
	}
}

// packed returns a set of squares of a board of 8×8 squares as a bitboard. The board is
// in the middle of the plan, so its rows are the bits from firstBit on, planRow apart.
func packed(s lancelot.Set) (b uint64) {
	const firstBit, planRow = 3*lancelot.PlanSize + 3, lancelot.PlanSize
	for row := range 8 {
		bit := firstBit + row*planRow
		word := s[bit>>6] >> (bit & 63)
		if bit&63 > 56 {
			word |= s[bit>>6+1] << (64 - bit&63)
		}
		b |= word & 0xff << (8 * row)
	}
	return b
}

// perByte returns the number of set bits of each byte.
func perByte(x uint64) uint64 {
	x -= x >> 1 & 0x5555555555555555
	x = x&0x3333333333333333 + x>>2&0x3333333333333333
	return (x + x>>4) & 0x0f0f0f0f0f0f0f0f
}

// transpose exchanges rows and columns (Warren, "Hacker's Delight", 7-3).
func transpose(x uint64) uint64 {
	t := (x ^ x>>7) & 0x00aa00aa00aa00aa
	x ^= t ^ t<<7
	t = (x ^ x>>14) & 0x0000cccc0000cccc
	x ^= t ^ t<<14
	t = (x ^ x>>28) & 0x00000000f0f0f0f0
	return x ^ t ^ t<<28
}

// closed returns the squares of the lines that are closed to a seat. The top bit
// of each byte of rows and columns marks a closed line.
func closed(rows, columns uint64) uint64 {
	byRow := rows >> 7 * 0xff
	// Gather the eight bits into one byte, then copy it to every row.
	byColumn := columns >> 7 * 0x0102040810204080 >> 56 * ones
	return byRow | byColumn
}

// playout plays random stones to the end of the game and returns the win shares
// of the seats.
func (g *pair) playout(from *engines.Random) (shares [2]float32) {
	rows, columns := g.rows, g.columns
	own, other := g.stones[g.toAct], g.stones[1-g.toAct]
	captured, otherCaptured := g.captured[g.toAct], g.captured[1-g.toAct]
	inHand, otherInHand := g.inHand[g.toAct], g.inHand[1-g.toAct]
	seat := g.toAct
	if seat == 1 {
		// rows and columns are the leads of the seat to act.
		rows, columns = 2*zeroLead*ones-rows, 2*zeroLead*ones-columns
	}
	c := *from // a copy, which stays in a register
	for skipped := false; ; {
		const bias = (0x80 - zeroLead - 2) * ones
		open := ^(own | other | closed((rows+bias)&tops, (columns+bias)&tops))
		if open != 0 && inHand > 0 {
			skipped = false
			c = c.Next()
			r := c.Bits()
			// To try four random squares and take the first open one is faster than to
			// select among the open squares. It fails only late in a game.
			hits := open>>(r&63)&1 | open>>(r>>6&63)&1<<6 | open>>(r>>12&63)&1<<12 | open>>(r>>18&63)&1<<18
			var square uint
			if hits != 0 {
				square = uint(r >> bits.TrailingZeros64(hits) & 63)
			} else {
				square = nthOf(open, r>>32)
			}
			row, column := square&^7&63, square&7*8
			rows += 1 << row
			columns += 1 << column
			own |= 1 << (square & 63)
			inHand--
			byRow := other >> row & 0xff & ifCapturing(rows>>row)
			byColumn := other >> (square & 7) & ones & ifCapturing(columns>>column)
			if byRow|byColumn != 0 {
				inRow, inColumn := bits.OnesCount64(byRow), bits.OnesCount64(byColumn)
				captured += inRow + inColumn
				if captured >= g.target {
					*from = c
					shares[seat] = 1
					return shares
				}
				other ^= byRow<<row | byColumn<<(square&7)
				// A stone captured in the row increases the lead on its column by one, and all
				// of them together increase that on the row; likewise in the column.
				rows += byColumn + uint64(inRow)<<row
				columns += spread(byRow) + uint64(inColumn)<<column
			}
		} else if skipped {
			break
		} else {
			skipped = true
		}
		own, other = other, own
		captured, otherCaptured = otherCaptured, captured
		inHand, otherInHand = otherInHand, inHand
		rows, columns = 2*zeroLead*ones-rows, 2*zeroLead*ones-columns
		seat ^= 1
	}
	*from = c
	switch {
	case captured > otherCaptured:
		shares[seat] = 1
	case captured < otherCaptured:
		shares[1-seat] = 1
	default:
		shares = [2]float32{0.5, 0.5}
	}
	return shares
}

// ifCapturing returns all ones if the lowest byte is a lead of two, else zero. A
// branch would often be mispredicted.
func ifCapturing(lead uint64) uint64 {
	return uint64(int64(lead&0xff^(zeroLead+2)-1) >> 63)
}

// spread puts each bit of a byte into a byte of its own.
func spread(x uint64) uint64 {
	// The sum sets the top bit of each byte that has its bit.
	return (x*ones&0x8040201008040201 + 0x00406070787c7e7f) >> 7 & ones
}

// nthOf returns the index of a set bit of x, which must not be 0, chosen by a random
// number of 32 bits.
//
//go:noinline
func nthOf(x, random uint64) uint {
	n := random * uint64(bits.OnesCount64(x)) >> 32
	return nth(x, perByte(x)*ones, int(n))
}

// bitInByte is the index of the n-th set bit of a byte, by n and the byte.
var bitInByte = func() (table [8][256]uint8) {
	for b := range 256 {
		n := 0
		for i := range 8 {
			if b>>i&1 != 0 {
				table[n][b] = uint8(i)
				n++
			}
		}
	}
	return table
}()

// nth returns the index of the n-th set bit of x, counted from 0. upTo has in
// each byte the number of set bits up to the end of that byte of x.
func nth(x, upTo uint64, n int) uint {
	// The first byte up to whose end there are more than n bits contains it.
	at := uint(bits.TrailingZeros64((upTo+(0x7f-uint64(n))*ones)&tops)) &^ 7 & 63
	n -= int(upTo << 8 >> at & 0xff)
	return at + uint(bitInByte[n&7][uint8(x>>at)])
}
