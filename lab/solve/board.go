package solve

import (
	"math/bits"
	"slices"

	"tafelrunde/internal/engines"
	"tafelrunde/lancelot"
)

// state is a position as the seat to act sees it. Squares are bits, row by row from
// below. ownLines and otherLines hold the number of stones on each line, in four
// bits a line, in the order of board.lines.
type state struct {
	own, other                        uint32
	excalibur                         uint32 // 0 if Excalibur is not on the board
	needs, otherNeeds                 int8   // stones still to capture
	hand, otherHand                   int8
	excaliburTurn, otherExcaliburTurn bool
	places                            bool // the turn places Excalibur
	ownLines, otherLines              uint64
}

// board holds the tables of a board and its rules.
type board struct {
	size            int
	diagonals       bool
	all             uint32
	lines           [16]uint32
	on              [64]uint64     // by square, 1 for each line through it; 0 beyond the board
	covered         [2][256]uint32 // the squares of a set of the first and of the second eight lines
	crossed         [3][512]uint64 // the lines through a set of nine squares, 1 for each
	views           [64]views      // with diagonals, by Excalibur's square or 32
	plain           uint64         // with diagonals, bound of a board's number without Excalibur
	boards          uint64         // bound of a board's number
	maxNeeds        uint64         // largest number of stones still to capture
	excaliburStates uint64         // combinations of seats that still have an Excalibur turn
	cellHash        [4][72]uint64  // without diagonals, of a cell by the content of the line across it
	filled          []uint8        // with diagonals, occupied squares among nine
}

// images are the numbers of a board under all symmetries. 4x4 with diagonals has the
// most, 32.
type images [32]uint64

// views are the symmetries, with diagonals, that move Excalibur to the canonical
// square of its orbit; all symmetries if Excalibur is not on the board.
type views struct {
	n       int        // number of symmetries
	least   uint64     // the number of the board without stones
	weights [25]images // by square, what a stone of the seat to act adds to the images
}

// lowest is the lowest of the four bits of each line.
const lowest = 0x1111111111111111

// pack returns the state of a position.
func (f *board) pack(p *lancelot.Position) state {
	seat := p.ToMove()
	b := state{
		own: squares(p, p.Stones(seat)), other: squares(p, p.Stones(1-seat)),
		needs: int8(p.Target() - p.Captured(seat)), otherNeeds: int8(p.Target() - p.Captured(1-seat)),
		hand: int8(p.InHand(seat)), otherHand: int8(p.InHand(1 - seat)),
		excaliburTurn: p.HasExcaliburTurn(seat), otherExcaliburTurn: p.HasExcaliburTurn(1 - seat), places: p.PlacesExcalibur(),
	}
	if at := p.Excalibur(); at != lancelot.NoSquare {
		b.excalibur = 1 << slices.Index(p.Squares(), at)
	}
	b.ownLines, b.otherLines = f.counts(b.own), f.counts(b.other)
	return b
}

// squares returns a set of squares of the board of p, in their order.
func squares(p *lancelot.Position, set lancelot.Set) (b uint32) {
	for i, square := range p.Squares() {
		if set.Has(square) {
			b |= 1 << i
		}
	}
	return b
}

// counts returns the number of the squares on each line.
func (f *board) counts(squares uint32) (n uint64) {
	for ; squares != 0; squares &= squares - 1 {
		n += f.on[bits.TrailingZeros32(squares)]
	}
	return n
}

// prepare computes the tables for the board of a position and for a largest number
// of stones still to capture.
func (f *board) prepare(p *lancelot.Position, needs int) {
	*f = board{
		size: p.Size(), diagonals: p.Rules().Diagonals, all: 1<<(p.Size()*p.Size()) - 1,
		maxNeeds: uint64(needs), excaliburStates: 1,
	}
	known := map[uint32]bool{}
	for line := range p.LineCount() {
		mask := squares(p, p.LineSquares(line))
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
		f.excaliburStates = 4
	}
	if f.diagonals {
		f.findViews(f.symmetries(known), p.Rules().Excalibur)
		f.filled = make([]uint8, power3(9))
		for i := range f.filled[1:] {
			f.filled[i+1] = f.filled[(i+1)/3] + uint8(min(1, (i+1)%3))
		}
	} else {
		f.boards = 1 << (2 * squares)
		c := engines.Random(1)
		for cell := range f.cellHash {
			for i := range f.cellHash[cell] {
				f.cellHash[cell][i] = uint64(c.Below(1<<62))<<2 ^ uint64(c.Below(1<<62))
			}
		}
	}
}

// symmetries returns the permutations of rows and of columns, with or without their
// exchange, that map lines to lines, as the image of each square.
func (f *board) symmetries(lines map[uint32]bool) (list [][25]int) {
	n := f.size
	permutations := permutations(n)
	for _, rows := range permutations {
		for _, columns := range permutations {
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

// findViews computes the views, with or without Excalibur.
func (f *board) findViews(symmetries [][25]int, excalibur bool) {
	squares := f.size * f.size
	if !excalibur {
		f.plain = power3(squares)
		f.boards = f.plain
		for _, to := range symmetries {
			f.views[bits.TrailingZeros32(0)].add(to[:squares], squares)
		}
		return
	}
	f.plain = power3(squares - 1)
	home := map[int]uint64{} // by the first square of an orbit
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
	// The empty board before Excalibur's placement has a number of its own.
	f.boards = uint64(len(home))*f.plain + 1
	f.views[bits.TrailingZeros32(0)] = views{n: 1, least: f.boards - 1}
}

// add adds a symmetry, given as the image of each square, that moves Excalibur to a
// square.
func (v *views) add(to []int, excalibur int) {
	for at, image := range to {
		switch {
		case image < excalibur:
			v.weights[at][v.n] = power3(image)
		case image > excalibur:
			v.weights[at][v.n] = power3(image - 1)
		}
	}
	v.n++
}

// power3 returns three to the power of n.
func power3(n int) uint64 {
	power := uint64(1)
	for range n {
		power *= 3
	}
	return power
}

// permutations returns all permutations of the numbers below n.
func permutations(n int) (list [][]int) {
	if n == 0 {
		return [][]int{nil}
	}
	for _, order := range permutations(n - 1) {
		for at := range n {
			next := append(append(append([]int(nil), order[:at]...), n-1), order[at:]...)
			list = append(list, next)
		}
	}
	return list
}

// open returns the free squares on no line where own stones lead by two or more.
func (f *board) open(leads uint64, occupied uint32) uint32 {
	return f.all &^ (occupied | f.covers(closed(leads)))
}

// covers returns the squares of some lines, given by the lowest bit of each.
func (f *board) covers(lines uint64) uint32 {
	lines = (lines | lines>>3) & 0x0303030303030303
	lines = (lines | lines>>6) & 0x000f000f000f000f
	lines = (lines | lines>>12) & 0x000000ff000000ff
	return f.covered[0][lines&255] | f.covered[1][lines>>32]
}

// leads returns the lead of own stones on each line plus 8, in four bits a line.
func leads(own, other uint64) uint64 { return own + 8*lowest - other }

// closed returns the lines where the lead is two or more, by the lowest bit of each.
func closed(leads uint64) uint64 { return leads >> 3 & (leads>>2 | leads>>1) & lowest }

// leadsBy returns the lines with a given lead, by the lowest bit of each.
func leadsBy(leads, lead uint64) uint64 {
	not := leads ^ (8+lead)*lowest
	not |= not >> 2
	return ^(not | not>>1) & lowest
}

// stone places a stone of the seat to act. excalibur holds the lines on which
// Excalibur counts against it.
func (f *board) stone(b *state, at uint32, excalibur uint64) {
	f.capture(b, leads(b.ownLines, b.otherLines+excalibur), at)
	b.own |= at
	b.ownLines += f.on[bits.TrailingZeros32(at)]
	b.hand--
}

// capture removes what a stone or Excalibur of the seat captures on a square, given
// the leads before.
func (f *board) capture(b *state, leads uint64, at uint32) {
	lines := leadsBy(leads, 1) & f.on[bits.TrailingZeros32(at)&63]
	if lines == 0 {
		return
	}
	captured := uint32(0)
	for ; lines != 0; lines &= lines - 1 {
		captured |= f.lines[bits.TrailingZeros64(lines)>>2]
	}
	captured &= b.other
	b.other &^= captured
	b.otherLines -= f.counts(captured)
	b.needs -= int8(bits.OnesCount32(captured))
}

// threat returns how many stones a seat with these leads can capture with one stone on an
// open square: the largest number on one line, and the sum over lines. stones are the
// other seat's stones by line.
func (f *board) threat(stones, leads uint64, open uint32) (most, all int) {
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

// capturingSquares returns those of some open squares on which one stone captures at least
// goal stones of the other seat, given by line. It counts at most one stone a line
// of five squares: three own stones that lead by one over two others leave no square
// free.
func (f *board) capturingSquares(stones, leads uint64, open uint32, goal int) uint32 {
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

// forces reports whether the seat that acted can capture all stones it needs with
// one stone, whatever the other seat plays. The other seat has no Excalibur turn and
// does not win at once. Given are its leads and open squares.
func (f *board) forces(after *state, otherLead uint64, open uint32) bool {
	if after.otherExcaliburTurn || after.hand == 0 {
		return false
	}
	excalibur := f.on[bits.TrailingZeros32(after.excalibur)]
	lead := leads(after.ownLines, after.otherLines+excalibur)
	by := leadsBy(lead, 1) & (after.otherLines | after.otherLines>>1 | after.otherLines>>2)
	goal := int(after.needs)
	if bits.OnesCount64(by) < goal {
		return false
	}
	occupied := after.own | after.other | after.excalibur
	from := f.capturingSquares(after.otherLines, lead, f.open(lead, occupied), goal)
	if from == 0 {
		return false
	}
	// A stone that captures nothing parries only captures on its own lines.
	parries := open
	for ; from != 0 && parries != 0; from &= from - 1 {
		parries &= f.covers(by & f.on[bits.TrailingZeros32(from)])
	}
	parries |= open & f.capturableLines(otherLead, after.ownLines)
	for ; parries != 0; parries &= parries - 1 {
		b := after.flipped()
		f.stone(&b, parries&-parries, excalibur)
		lead := leads(b.otherLines, b.ownLines+excalibur)
		if f.capturingSquares(b.ownLines, lead, f.open(lead, b.own|b.other|b.excalibur), goal) == 0 {
			return false
		}
	}
	return true
}

// bound returns a number above that of any position.
func (f *board) bound() uint64 { return f.maxNeeds * f.maxNeeds * f.excaliburStates * f.boards }

// number returns the number of a position, which is equal for symmetric positions.
func (f *board) number(b *state) uint64 {
	if !f.diagonals {
		return f.numberOf(b, f.canonicalBoard(b.own|b.excalibur, b.other|b.excalibur))
	}
	var all images
	return f.numberOf(b, slices.Min(all[:f.imagesOf(&all, b)]))
}

// numberOf returns the number of a position, given that of its board.
func (f *board) numberOf(b *state, board uint64) uint64 {
	rest := uint64(b.needs-1)*f.maxNeeds + uint64(b.otherNeeds-1)
	if f.excaliburStates > 1 {
		rest *= f.excaliburStates
		if b.excaliburTurn {
			rest++
		}
		if b.otherExcaliburTurn {
			rest += 2
		}
	}
	return rest*f.boards + board
}

// stonesIn returns the number of occupied squares of a position, given its number.
// Without diagonals Excalibur counts twice.
func (f *board) stonesIn(number uint64) int {
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

// imagesOf sets the numbers of a board with diagonals, as the seat to act sees it,
// and returns how many there are.
func (f *board) imagesOf(all *images, b *state) (n int) {
	v := &f.views[bits.TrailingZeros32(b.excalibur)]
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

// numberAfter returns the number of the position after a turn when the other seat
// acts next, given the images of the board before as the other seat sees it.
func (f *board) numberAfter(before *images, b, after, next *state) uint64 {
	if !f.diagonals || after.excalibur != b.excalibur {
		return f.number(next)
	}
	v := &f.views[bits.TrailingZeros32(b.excalibur)]
	placed, captured := &v.weights[bits.TrailingZeros32(after.own&^b.own)], b.other&^after.other
	least := ^uint64(0)
	if captured == 0 {
		for i, w := range placed[:v.n] {
			least = min(least, before[i]+2*w)
		}
		return f.numberOf(next, least)
	}
	all := *before
	for i, w := range placed[:v.n] {
		all[i] += 2 * w
	}
	for ; captured != 0; captured &= captured - 1 {
		for i, w := range v.weights[bits.TrailingZeros32(captured)][:v.n] {
			all[i] -= w
		}
	}
	return f.numberOf(next, slices.Min(all[:v.n]))
}

// canonicalBoard returns the board with sorted rows and columns. Rows are sorted by
// hashes that do not depend on the order of columns; rows with equal hashes are
// tried in every order.
func (f *board) canonicalBoard(own, other uint32) uint64 {
	n := f.size
	var cells [2][5][5]uint8 // rows and columns, columns and rows
	var full [2][5]int       // contents of rows and columns
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
				sum += f.cellHash[cell][full[1-side][column]]
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
		least = leastBoard(&cells[0], &sums[0], &order[0], n, 0, least)
	}
	if compare >= 0 {
		least = leastBoard(&cells[1], &sums[1], &order[1], n, 0, least)
	}
	return least
}

// leastBoard returns the smallest board over all orders of rows with equal hashes,
// from an index on.
func leastBoard(cells *[5][5]uint8, sums *[5]uint64, order *[5]int, n, from int, least uint64) uint64 {
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
		least = leastBoard(cells, sums, order, n, from+1, least)
		order[from], order[i] = order[i], order[from]
	}
	return least
}
