package solve

import (
	"math/bits"
	"slices"

	"tafelrunde/lancelot"
)

// small is a position of a small field as the seat to act sees it. Squares are
// bits, row by row from below; how many stones are on each line is kept four bits
// a line, in the order of smallField.lines.
type small struct {
	own, other           uint32
	sword                uint32 // 0 if it is not on the field
	toTake, otherTake    int8   // to the target; the difference is that of stones taken
	hand, otherHand      int8
	power, otherPower    bool
	puts                 bool // the sword is to be put
	ownLines, otherLines uint64
}

// smallField is what does not change on a field.
type smallField struct {
	size      int
	diagonals bool
	all       uint32
	lines     [16]uint32
	on        [64]uint64     // the lines through a square, one each; none for what is no square
	covered   [2][256]uint32 // the squares of some of the first and of the second eight lines
	crossed   [3][512]uint64 // the lines through some of nine squares, one each
	views     [64]views      // with diagonals, by the sword's square, or by what is no square
	plain     uint64         // with diagonals, above any board's number but for the sword's place
	boards    uint64         // above any board's number
	takes     uint64         // the most stones that a seat has yet to take
	powers    uint64         // in how many ways the seats may have the king's power
	worth     [4][72]uint64  // without diagonals, of a cell by how full the line across it is
	filled    []uint8        // with diagonals, how many of nine squares are not free
}

// images are the numbers of a board as symmetries show it, at most as many as 4x4
// has with diagonals.
type images [32]uint64

// views are the symmetries, with diagonals, that put the sword where boards that
// are one have it in common: all if it is not on the field.
type views struct {
	n       int        // how many there are
	least   uint64     // the number of the board without stones
	weights [25]images // by square, what a stone of the seat to act adds to the images
}

// lowest is the lowest of the four bits of each line.
const lowest = 0x1111111111111111

// smallOf packs a position.
func (f *smallField) smallOf(p *lancelot.Position) small {
	seat := p.ToAct()
	b := small{
		own: uint32(p.Stones(seat)[0]), other: uint32(p.Stones(1 - seat)[0]),
		toTake: int8(p.Target() - p.Captured(seat)), otherTake: int8(p.Target() - p.Captured(1-seat)),
		hand: int8(p.InHand(seat)), otherHand: int8(p.InHand(1 - seat)),
		power: p.HasExcaliburTurn(seat), otherPower: p.HasExcaliburTurn(1 - seat), puts: p.PlacesExcalibur(),
	}
	if at := p.Excalibur(); at != lancelot.NoSquare {
		first := p.Square(0)
		b.sword = 1 << ((at.Row()-first.Row())*p.Size() + at.Column() - first.Column())
	}
	b.ownLines, b.otherLines = f.counts(b.own), f.counts(b.other)
	return b
}

// counts are how many of the squares are on each line.
func (f *smallField) counts(squares uint32) (n uint64) {
	for ; squares != 0; squares &= squares - 1 {
		n += f.on[bits.TrailingZeros32(squares)]
	}
	return n
}

// prepare makes the tables for a position's field, and for seats that have yet to
// take no more than so many stones.
func (f *smallField) prepare(p *lancelot.Position, takes int) {
	*f = smallField{
		size: p.Size(), diagonals: p.Rules().Diagonals, all: 1<<(p.Size()*p.Size()) - 1,
		takes: uint64(takes), powers: 1,
	}
	known := map[uint32]bool{}
	for line := range p.LineCount() {
		mask := uint32(p.LineSquares(line)[0])
		f.lines[line] = mask
		known[mask] = true
		for m := mask; m != 0; m &= m - 1 {
			f.on[bits.TrailingZeros32(m)] |= 1 << (4 * line)
		}
	}
	for some := range 256 {
		for m := uint(some); m != 0; m &= m - 1 {
			line := bits.TrailingZeros(m)
			f.covered[0][some] |= f.lines[line]
			f.covered[1][some] |= f.lines[8+line]
		}
	}
	for some := range 512 {
		for m := uint(some); m != 0; m &= m - 1 {
			for part := range f.crossed {
				f.crossed[part][some] |= f.on[9*part+bits.TrailingZeros(m)]
			}
		}
	}
	squares := p.Size() * p.Size()
	if p.Rules().Excalibur {
		f.powers = 4
	}
	if f.diagonals {
		f.findViews(f.symmetries(known), p.Rules().Excalibur)
		f.filled = make([]uint8, power3(9))
		for i := range f.filled[1:] {
			f.filled[i+1] = f.filled[(i+1)/3] + uint8(min(1, (i+1)%3))
		}
	} else {
		f.boards = 1 << (2 * squares)
		c := random(1)
		for cell := range f.worth {
			for i := range f.worth[cell] {
				f.worth[cell][i] = uint64(c.below(1<<62))<<2 ^ uint64(c.below(1<<62))
			}
		}
	}
}

// symmetries are the orders of rows and of columns, exchanged or not, by which
// every line becomes a line: where each square goes.
func (f *smallField) symmetries(lines map[uint32]bool) (list [][25]int) {
	n := f.size
	orders := orders(n)
	for _, rows := range orders {
		for _, columns := range orders {
			for _, exchange := range []bool{false, true} {
				var to [25]int
				for i := range n * n {
					row, column := rows[i/n], columns[i%n]
					if exchange {
						row, column = column, row
					}
					to[i] = row*n + column
				}
				all := true
				for line := range lines {
					image := uint32(0)
					for ; line != 0; line &= line - 1 {
						image |= 1 << to[bits.TrailingZeros32(line)]
					}
					all = all && lines[image]
				}
				if all {
					list = append(list, to)
				}
			}
		}
	}
	return list
}

// findViews makes the views, with a sword or without.
func (f *smallField) findViews(symmetries [][25]int, sword bool) {
	squares := f.size * f.size
	if !sword {
		f.plain = power3(squares)
		f.boards = f.plain
		for _, to := range symmetries {
			f.views[bits.TrailingZeros32(0)].add(to[:squares], squares)
		}
		return
	}
	f.plain = power3(squares - 1)
	home := map[int]uint64{} // the first of the squares that are one
	for at := range squares {
		first := at
		for _, to := range symmetries {
			first = min(first, to[at])
		}
		if first == at {
			home[at] = uint64(len(home)) * f.plain
		}
		view := &f.views[at]
		view.least = home[first]
		for _, to := range symmetries {
			if to[at] == first {
				view.add(to[:squares], first)
			}
		}
	}
	// The board on which the sword is yet to be put has a number of its own.
	f.boards = uint64(len(home))*f.plain + 1
	f.views[bits.TrailingZeros32(0)] = views{n: 1, least: f.boards - 1}
}

// add adds a symmetry that puts the sword on that square.
func (v *views) add(to []int, sword int) {
	for at, image := range to {
		switch {
		case image < sword:
			v.weights[at][v.n] = power3(image)
		case image > sword:
			v.weights[at][v.n] = power3(image - 1)
		}
	}
	v.n++
}

// power3 is three to the power of n.
func power3(n int) uint64 {
	power := uint64(1)
	for range n {
		power *= 3
	}
	return power
}

// orders are all orders of the numbers below n.
func orders(n int) (list [][]int) {
	if n == 0 {
		return [][]int{nil}
	}
	for _, order := range orders(n - 1) {
		for at := range n {
			next := append(append(append([]int(nil), order[:at]...), n-1), order[at:]...)
			list = append(list, next)
		}
	}
	return list
}

// open are the free squares on no line where own stones lead by two or more.
func (f *smallField) open(leads uint64, taken uint32) uint32 {
	return f.all &^ (taken | f.covers(closed(leads)))
}

// covers are the squares of some lines, given by the lowest bit of each.
func (f *smallField) covers(lines uint64) uint32 {
	lines = (lines | lines>>3) & 0x0303030303030303
	lines = (lines | lines>>6) & 0x000f000f000f000f
	lines = (lines | lines>>12) & 0x000000ff000000ff
	return f.covered[0][lines&255] | f.covered[1][lines>>32]
}

// leads are by how much own stones lead over others on each line, four bits a
// line, and 8 more than that.
func leads(own, other uint64) uint64 { return own + 8*lowest - other }

// closed are the lines, the lowest bit of each, where the lead is two or more.
func closed(leads uint64) uint64 { return leads >> 3 & (leads>>2 | leads>>1) & lowest }

// leadsBy are the lines, the lowest bit of each, where the lead is that.
func leadsBy(leads, lead uint64) uint64 {
	not := leads ^ (8+lead)*lowest
	not |= not >> 2
	return ^(not | not>>1) & lowest
}

// stone puts a stone of the seat; sword are the lines on which the sword counts
// against it.
func (f *smallField) stone(b *small, at uint32, sword uint64) {
	f.take(b, leads(b.ownLines, b.otherLines+sword), at)
	b.own |= at
	b.ownLines += f.on[bits.TrailingZeros32(at)]
	b.hand--
}

// take takes what something put there as the seat's own takes, by the leads before.
func (f *smallField) take(b *small, leads uint64, at uint32) {
	lines := leadsBy(leads, 1) & f.on[bits.TrailingZeros32(at)&63]
	if lines == 0 {
		return
	}
	taken := uint32(0)
	for ; lines != 0; lines &= lines - 1 {
		taken |= f.lines[bits.TrailingZeros64(lines)>>2]
	}
	taken &= b.other
	b.other &^= taken
	b.otherLines -= f.counts(taken)
	b.toTake -= int8(bits.OnesCount32(taken))
}

// threat is how many of the other's stones, those given, a seat that leads like
// this can take with a single stone on one of the open squares: the most by one
// line, and by all together.
func (f *smallField) threat(stones, leads uint64, open uint32) (most, all int) {
	by := leadsBy(leads, 1) & (f.crossed[0][open&511] | f.crossed[1][open>>9&511] | f.crossed[2][open>>18&511])
	if by == 0 {
		return 0, 0
	}
	for stones &= 15 * by; stones != 0; stones >>= 4 {
		most = max(most, int(stones&15))
		all += int(stones & 15)
	}
	return most, all
}

// taking are those of some squares open to a seat that leads like this on which a
// single stone takes at least so many of the other's, those given. A line of five
// squares takes one at most: three own stones that lead by one over two leave no
// square free.
func (f *smallField) taking(stones, leads uint64, open uint32, goal int) uint32 {
	by := leadsBy(leads, 1) & (stones | stones>>1 | stones>>2)
	if goal == 1 {
		return open & f.covers(by)
	}
	if goal > 4 || bits.OnesCount64(by) < goal {
		return 0
	}
	on := [5]uint32{open} // squares on at least so many of the lines
	for ; by != 0; by &= by - 1 {
		line := f.lines[bits.TrailingZeros64(by)>>2]
		for n := goal; n > 0; n-- {
			on[n] |= on[n-1] & line
		}
	}
	return on[goal]
}

// forces tells whether the seat that acted can take all it has yet to take with a
// single stone and will still be able to whatever the other puts, in a position in
// which the other cannot use the king's power and does not win at once. Given are
// the other's leads and the squares open to it.
func (f *smallField) forces(after *small, otherLead uint64, open uint32) bool {
	if after.otherPower || after.hand == 0 {
		return false
	}
	sword := f.on[bits.TrailingZeros32(after.sword)]
	lead := leads(after.ownLines, after.otherLines+sword)
	by := leadsBy(lead, 1) & (after.otherLines | after.otherLines>>1 | after.otherLines>>2)
	goal := int(after.toTake)
	if bits.OnesCount64(by) < goal {
		return false
	}
	taken := after.own | after.other | after.sword
	from := f.taking(after.otherLines, lead, f.open(lead, taken), goal)
	if from == 0 {
		return false
	}
	// A stone that takes nothing spoils only what is to be taken by a line it is on.
	spoils := open
	for ; from != 0 && spoils != 0; from &= from - 1 {
		spoils &= f.covers(by & f.on[bits.TrailingZeros32(from)])
	}
	spoils |= open & f.takable(otherLead, after.ownLines)
	for ; spoils != 0; spoils &= spoils - 1 {
		b := after.flipped()
		f.stone(&b, spoils&-spoils, sword)
		lead := leads(b.otherLines, b.ownLines+sword)
		if f.taking(b.ownLines, lead, f.open(lead, b.own|b.other|b.sword), goal) == 0 {
			return false
		}
	}
	return true
}

// bound is above any position's number.
func (f *smallField) bound() uint64 { return f.takes * f.takes * f.powers * f.boards }

// number is the position as a number, the same for all that are one by symmetry.
func (f *smallField) number(b *small) uint64 {
	if !f.diagonals {
		return f.numberOf(b, f.leastOrder(b.own|b.sword, b.other|b.sword))
	}
	var all images
	return f.numberOf(b, slices.Min(all[:f.imagesOf(&all, b)]))
}

// numberOf is the number of a position with that board.
func (f *smallField) numberOf(b *small, board uint64) uint64 {
	rest := uint64(b.toTake-1)*f.takes + uint64(b.otherTake-1)
	if f.powers > 1 {
		rest *= f.powers
		if b.power {
			rest++
		}
		if b.otherPower {
			rest += 2
		}
	}
	return rest*f.boards + board
}

// stonesIn is how many squares are not free in a position of that number.
func (f *smallField) stonesIn(number uint64) int {
	board := number % f.boards
	if !f.diagonals {
		return bits.OnesCount64(board)
	}
	n := 0
	for board %= f.plain; board != 0; board /= 19683 {
		n += int(f.filled[board%19683])
	}
	return n
}

// imagesOf are the numbers of a board with diagonals as the seat to act sees it,
// and how many they are.
func (f *smallField) imagesOf(all *images, b *small) (n int) {
	v := &f.views[bits.TrailingZeros32(b.sword)]
	n = v.n
	for i := range all[:n] {
		all[i] = v.least
	}
	for m := b.own; m != 0; m &= m - 1 {
		for i, w := range v.weights[bits.TrailingZeros32(m)][:n] {
			all[i] += w
		}
	}
	for m := b.other; m != 0; m &= m - 1 {
		for i, w := range v.weights[bits.TrailingZeros32(m)][:n] {
			all[i] += 2 * w
		}
	}
	return n
}

// numberAfter is the number of the position after a turn that the other is to act
// in, given the images of the board before as the other sees it.
func (f *smallField) numberAfter(before *images, b, after, next *small) uint64 {
	if !f.diagonals || after.sword != b.sword {
		return f.number(next)
	}
	v := &f.views[bits.TrailingZeros32(b.sword)]
	put, taken := &v.weights[bits.TrailingZeros32(after.own&^b.own)], b.other&^after.other
	least := ^uint64(0)
	if taken == 0 {
		for i, w := range put[:v.n] {
			least = min(least, before[i]+2*w)
		}
		return f.numberOf(next, least)
	}
	all := *before
	for i, w := range put[:v.n] {
		all[i] += 2 * w
	}
	for ; taken != 0; taken &= taken - 1 {
		for i, w := range v.weights[bits.TrailingZeros32(taken)][:v.n] {
			all[i] -= w
		}
	}
	return f.numberOf(next, slices.Min(all[:v.n]))
}

// leastOrder is the board with its rows in the order of what they hold, by sums
// that do not depend on the columns' order, and with its columns sorted. Rows with
// the same sum are tried in every order.
func (f *smallField) leastOrder(own, other uint32) uint64 {
	n := f.size
	var cells [2][5][5]uint8 // rows and columns, columns and rows
	var full [2][5]int       // how full rows and columns are
	steps := [4]int{0, 1, 6, 36}
	for i := range n * n {
		cell := own>>i&1 | other>>i&1<<1
		row, column := i/n, i%n
		cells[0][row][column], cells[1][column][row] = uint8(cell), uint8(cell)
		full[0][row] += steps[cell]
		full[1][column] += steps[cell]
	}
	var sums, sorted [2][5]uint64
	var order [2][5]int
	for side := range 2 {
		for row := range n {
			sum := uint64(full[side][row])
			for column, cell := range cells[side][row][:n] {
				sum += f.worth[cell][full[1-side][column]]
			}
			sums[side][row] = sum
			at := row
			for ; at > 0 && sorted[side][at-1] < sum; at-- {
				sorted[side][at], order[side][at] = sorted[side][at-1], order[side][at-1]
			}
			sorted[side][at], order[side][at] = sum, row
		}
	}
	compare := 0
	for i := 0; i < n && compare == 0; i++ {
		if a, b := sorted[0][i], sorted[1][i]; a < b {
			compare = 1
		} else if a > b {
			compare = -1
		}
	}
	least := ^uint64(0)
	if compare <= 0 {
		least = leastOfOrders(&cells[0], &sums[0], &order[0], n, 0, least)
	}
	if compare >= 0 {
		least = leastOfOrders(&cells[1], &sums[1], &order[1], n, 0, least)
	}
	return least
}

// leastOfOrders goes through the orders of rows with the same sums from a place
// on.
func leastOfOrders(cells *[5][5]uint8, sums *[5]uint64, order *[5]int, n, from int, least uint64) uint64 {
	for from+1 < n && sums[order[from]] != sums[order[from+1]] {
		from++
	}
	if from+1 >= n {
		var codes [5]uint64
		for column := range n {
			code := uint64(0)
			for _, row := range order[:n] {
				code = code<<2 | uint64(cells[row][column])
			}
			at := column
			for ; at > 0 && codes[at-1] < code; at-- {
				codes[at] = codes[at-1]
			}
			codes[at] = code
		}
		board := uint64(0)
		for _, code := range codes[:n] {
			board = board<<(2*n) | code
		}
		return min(least, board)
	}
	for i := from; i < n && sums[order[i]] == sums[order[from]]; i++ {
		same := false
		for j := from; j < i; j++ {
			same = same || cells[order[j]] == cells[order[i]]
		}
		if same {
			continue
		}
		order[from], order[i] = order[i], order[from]
		least = leastOfOrders(cells, sums, order, n, from+1, least)
		order[from], order[i] = order[i], order[from]
	}
	return least
}
