package search

import (
	"context"
	"math/bits"

	"tafelrunde/lancelot"
)

// Solver finds out how a game of two seats on a small field ends if both play
// perfectly. It looks at every turn, with the king's power too, and keeps what it
// has found in a table in which all positions that are one by the symmetries of
// the lines share a place: without diagonals any order of the rows and any order
// of the columns, and the two exchanged. The table holds positions in full, not
// hashed, so that what it says is proved.
type Solver struct {
	// Memory is the size of the table in bytes, about; 0 means 256 MiB.
	Memory int

	clock clock
	table []uint64
	field smallField
	turns []smallTurn // of all positions on the way
	asked int         // about how many of them the table has been asked
	ahead uint64      // what was read of the table ahead of need
}

// MaxSolvedSize is the greatest number of squares along a side, and
// MaxSolvedTarget the greatest number of stones yet to take, that a [Solver]
// takes on.
const MaxSolvedSize, MaxSolvedTarget = 5, 15

// Solution is how a game ends.
type Solution struct {
	// Winner wins, if Decided; else, if Drawn, the win is shared. Neither means
	// that the search was ended too soon, or that the game is none for a [Solver].
	Winner         lancelot.Seat
	Decided, Drawn bool
	// Safe tells which seats are proved to have at least a share of the win, in a
	// search that was ended too soon as well.
	Safe [2]bool
	// Turn is one that wins, if the seat to act does.
	Turn  lancelot.Turn
	Nodes uint64
}

// small is a position of a small field as the seat to act sees it. Squares are
// bits, row by row from below.
type small struct {
	own, other        uint32
	sword             uint32 // 0 if it is not on the field
	toTake, otherTake int8   // to the target; the difference is that of stones taken
	hand, otherHand   int8
	power, otherPower bool
	puts              bool // the sword is to be put
}

// smallField is what does not change on a field.
type smallField struct {
	size      int
	diagonals bool
	all       uint32
	lines     []uint32
	through   [32][]uint32 // a square's lines
	// images are the tables of the symmetries with diagonals, by nine squares.
	images [][3][512]uint32
	worth  [4][72]uint64 // of a cell by how full the line across it is
}

// Solve solves a position of two seats that is not over, as far as the limits and
// the context allow.
func (s *Solver) Solve(ctx context.Context, p *lancelot.Position, limits Limits) (answer Solution) {
	seat := p.ToAct()
	if p.Seats() != 2 || p.Size() > MaxSolvedSize || p.Outcome().Over() ||
		max(p.Target()-p.Captured(0), p.Target()-p.Captured(1)) > MaxSolvedTarget {
		return answer
	}
	s.clock, s.turns = startClock(ctx, limits), s.turns[:0]
	s.prepare(p)
	defer func() { answer.Nodes = s.clock.nodes }()
	root := smallOf(p)
	shares := s.ask(&root, 0)
	if s.clock.over {
		return answer
	}
	if !shares {
		answer.Safe[1-seat], answer.Decided, answer.Winner = true, true, 1-seat
		return answer
	}
	answer.Safe[seat] = true
	wins := s.ask(&root, 1)
	if s.clock.over {
		return answer
	}
	if !wins {
		answer.Safe[1-seat], answer.Drawn = true, true
		return answer
	}
	answer.Decided, answer.Winner = true, seat
	var after lancelot.Position
	for _, turn := range p.AppendTurns(nil) {
		p.PlayInto(&after, turn)
		won := after.Outcome().Over() && after.Outcome().Return(seat) == 1
		if !after.Outcome().Over() {
			next := smallOf(&after)
			won = after.ToAct() == seat && s.ask(&next, 1) || after.ToAct() != seat && !s.ask(&next, 0)
		}
		if s.clock.over {
			break
		}
		if won {
			answer.Turn = turn
			break
		}
	}
	return answer
}

// smallOf packs a position.
func smallOf(p *lancelot.Position) small {
	seat := p.ToAct()
	b := small{
		own: uint32(p.Stones(seat)[0]), other: uint32(p.Stones(1 - seat)[0]),
		toTake: int8(p.Target() - p.Captured(seat)), otherTake: int8(p.Target() - p.Captured(1-seat)),
		hand: int8(p.InHand(seat)), otherHand: int8(p.InHand(1 - seat)),
		power: p.HasPower(seat), otherPower: p.HasPower(1 - seat), puts: p.PutsSword(),
	}
	if at := p.Sword(); at != lancelot.NoSquare {
		first := p.Square(0)
		b.sword = 1 << ((at.Row()-first.Row())*p.Size() + at.Column() - first.Column())
	}
	return b
}

// prepare makes the field's tables and an empty table of positions.
func (s *Solver) prepare(p *lancelot.Position) {
	memory := s.Memory
	if memory == 0 {
		memory = 256 << 20
	}
	if n := max(1, memory/8/bucket) * bucket; len(s.table) != n {
		s.table = make([]uint64, n)
	} else {
		clear(s.table)
	}
	f := &s.field
	*f = smallField{size: p.Size(), diagonals: p.Rules().Diagonals, all: 1<<(p.Size()*p.Size()) - 1}
	known := map[uint32]bool{}
	for line := range p.LineCount() {
		mask := uint32(p.LineSquares(line)[0])
		f.lines = append(f.lines, mask)
		known[mask] = true
		for m := mask; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m)
			f.through[i] = append(f.through[i], mask)
		}
	}
	c := chance(1)
	for cell := range f.worth {
		for i := range f.worth[cell] {
			f.worth[cell][i] = uint64(c.below(1<<62))<<2 ^ uint64(c.below(1<<62))
		}
	}
	if f.diagonals {
		f.findImages(known)
	}
}

// findImages lists the symmetries: the orders of rows and of columns, exchanged
// or not, by which every line becomes a line.
func (f *smallField) findImages(lines map[uint32]bool) {
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
				image := func(mask uint32) (m uint32) {
					for ; mask != 0; mask &= mask - 1 {
						m |= 1 << to[bits.TrailingZeros32(mask)]
					}
					return m
				}
				all := true
				for line := range lines {
					all = all && lines[image(line)]
				}
				if !all {
					continue
				}
				var table [3][512]uint32
				for part := range table {
					for low := range uint32(512) {
						table[part][low] = image(low << (9 * part) & f.all)
					}
				}
				f.images = append(f.images, table)
			}
		}
	}
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

// bucket is how many entries of the table a position may be in.
const bucket = 4

// An entry is a key, shifted left by four, and what is known: whether the seat to
// act has at least a share, and whether it wins.
const (
	asked0 = 1 << iota
	is0
	asked1
	is1
)

// place is where in the table a position's bucket begins.
func (s *Solver) place(key uint64) uint64 {
	high, _ := bits.Mul64(mix(key), uint64(len(s.table)/bucket))
	return high * bucket
}

// look is where the position is or would be in the table, and what is known.
func (s *Solver) look(key uint64) (entries []uint64, known uint64) {
	entries = s.table[s.place(key):][:bucket]
	for _, e := range entries {
		if e>>4 == key {
			return entries, e & 15
		}
	}
	return entries, 0
}

// mix spreads the bits of a key.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// keep adds to what is known of a position. Where all places are taken, that of
// the position with most stones goes, which is the quickest to find out again.
func keep(entries []uint64, key, known uint64) {
	most, at := -1, 0
	for i, e := range entries {
		if e>>4 == key {
			entries[i] |= known
			return
		}
		n := bits.OnesCount64(e >> 14)
		if e == 0 {
			n = 100
		}
		if n > most {
			most, at = n, i
		}
	}
	entries[at] = key<<4 | known
}

// atLeast tells whether the seat to act can force that much: 0 for a share of the
// win, 1 for the win. The position's key is known, and that the table does not
// answer it. The answer means nothing when the clock is over.
func (s *Solver) atLeast(b *small, key uint64, least int) bool {
	if s.clock.tick() {
		return false
	}
	can := s.any(b, least)
	if s.clock.over {
		return false
	}
	known := uint64(asked0)
	switch {
	case can && least == 1:
		known |= asked1 | is1 | is0
	case can:
		known |= is0
	case least == 0:
		known |= asked1
	default:
		known = asked1
	}
	entries, _ := s.look(key)
	keep(entries, key, known)
	return can
}

// ask is atLeast, or whether that stands in the table.
func (s *Solver) ask(b *small, least int) bool {
	key := s.field.key(b)
	if known, is := s.told(key, least); known {
		return is
	}
	return s.atLeast(b, key, least)
}

// told is what the table says to the question of atLeast.
func (s *Solver) told(key uint64, least int) (known, is bool) {
	_, all := s.look(key)
	if least == 1 {
		return all&asked1 != 0, all&is1 != 0
	}
	return all&asked0 != 0, all&is0 != 0
}

// smallTurn is a turn as what it leads to.
type smallTurn struct {
	next  small // as the seat to act next sees it
	key   uint64
	again bool // the seat that acted is to act once more
	worth int
}

// What steers the order in which turns are looked at, in sixteenths of a stone.
// The numbers of nodes in docs/measurements/lancelot-small-fields.md depend on
// them, what is proved does not.
const (
	takenWorth  = 16 // each stone taken
	exposedCost = 8  // each stone that can be taken next
	threatWorth = 6  // each stone that could be taken by a second turn
	openCost    = 2  // each square the other may put a stone on
	powerCost   = 4  // the king's power, used, for each stone missing from the target
)

// any tells whether one of the turns gives the seat to act that much. The many
// turns by which the king's power takes nothing are only made if no other does.
func (s *Solver) any(b *small, least int) bool {
	if b.puts {
		return s.anyOf(least, func() bool { return s.addSwords(b, least) })
	}
	return s.anyOf(least, func() bool { return s.addStones(b, least) || b.power && s.addPower(b, least, true) }) ||
		!s.clock.over && b.power && s.anyOf(least, func() bool { return s.addPower(b, least, false) })
}

// anyOf tells whether one of the turns that add adds gives the seat to act that
// much, if add does not tell itself.
func (s *Solver) anyOf(least int, add func() bool) bool {
	begin := len(s.turns)
	defer func() { s.turns = s.turns[:begin] }()
	s.asked = begin
	if add() || s.sift(least) {
		return true
	}
	var t smallTurn // declared out here, it needs no memory of its own
	for i, end := begin, len(s.turns); i < end; i++ {
		best := i
		for j := i + 1; j < end; j++ {
			if s.turns[j].worth > s.turns[best].worth {
				best = j
			}
		}
		t, s.turns[best] = s.turns[best], s.turns[i]
		// A line looked at meanwhile may have come by the same position.
		aim := aimAfter(least, t.again)
		known, is := s.told(t.key, aim)
		if !known {
			is = s.atLeast(&t.next, t.key, aim)
		}
		if is == t.again || s.clock.over {
			return true
		}
	}
	return false
}

// aimAfter is what to ask of the position after a turn: the seat that acted gets
// that much if it can, being to act again, or if the other cannot get more than
// what is left.
func aimAfter(least int, again bool) int {
	if again {
		return least
	}
	return 1 - least
}

// sifted is about how many turns the table is asked at once.
const sifted = 16

// sift asks the table about the turns added since it was asked last, leaves out
// those known not to give the seat to act that much, and reports whether one is
// known to.
func (s *Solver) sift(least int) (can bool) {
	// The table is far greater than the processor's caches. If all places are read
	// before anything depends on one of them, memory is waited for only once.
	for i := s.asked; i < len(s.turns); i++ {
		s.ahead |= s.table[s.place(s.turns[i].key)]
	}
	for i := s.asked; i < len(s.turns); i++ {
		t := &s.turns[i]
		known, is := s.told(t.key, aimAfter(least, t.again))
		switch {
		case !known:
			s.turns[s.asked] = *t
			s.asked++
		case is == t.again:
			return true
		}
	}
	s.turns = s.turns[:s.asked]
	return false
}

// add adds a turn to those to look at, given the position after it as the seat
// that acted sees it, and reports whether it is known to give that seat that much.
// Some of those known not to are left out here, the others by sift.
func (s *Solver) add(after *small, least, cost int) (can bool) {
	f := &s.field
	if after.toTake <= 0 {
		return true
	}
	worth := -takenWorth*int(after.toTake) - cost
	taken := after.own | after.other | after.sword
	t := smallTurn{next: *after, again: true}
	open := uint32(0)
	if after.otherHand > 0 {
		open = f.open(after.other, after.own|after.sword, taken)
		exposed := f.threat(after.own, after.other, after.sword, open)
		if exposed >= int(after.otherTake) {
			return false
		}
		worth -= exposedCost*exposed + openCost*bits.OnesCount32(open)
	}
	ownOpen := uint32(0)
	if after.hand > 0 {
		ownOpen = f.open(after.own, after.other|after.sword, taken)
		worth += threatWorth * f.threat(after.other, after.own, after.sword, ownOpen)
	}
	switch {
	case open != 0:
		t.again = false
		t.next = small{after.other, after.own, after.sword, after.otherTake, after.toTake, after.otherHand, after.hand,
			after.otherPower, after.power, false}
	case ownOpen == 0:
		return int(after.otherTake)-int(after.toTake) >= least
	}
	t.key, t.worth = f.key(&t.next), worth
	s.turns = append(s.turns, t)
	return len(s.turns)-s.asked == sifted && s.sift(least)
}

// addSwords adds the turns that put Excalibur on the field, as add does.
func (s *Solver) addSwords(b *small, least int) (can bool) {
	for free := s.field.all &^ (b.own | b.other); free != 0; free &= free - 1 {
		after := *b
		after.sword, after.puts = free&-free, false
		if s.add(&after, least, 0) {
			return true
		}
	}
	return false
}

// addStones adds the turns with a stone alone, as add does.
func (s *Solver) addStones(b *small, least int) (can bool) {
	f := &s.field
	for open := f.open(b.own, b.other|b.sword, b.own|b.other|b.sword); open != 0; open &= open - 1 {
		after := *b
		f.stone(&after, open&-open, b.sword)
		if s.add(&after, least, 0) {
			return true
		}
	}
	return false
}

// addPower adds the turns with the king's power that take something, or those that
// do not, as add does.
func (s *Solver) addPower(b *small, least int, taking bool) (can bool) {
	f := &s.field
	taken := b.own | b.other | b.sword
	for open := f.open(b.own, b.other|b.sword, taken); open != 0; open &= open - 1 {
		half := *b
		f.stone(&half, open&-open, b.sword)
		for swords := f.open(half.own, half.other, half.own|half.other|b.sword); swords != 0; swords &= swords - 1 {
			after := half
			after.sword, after.power = swords&-swords, false
			f.takes(&after, half.own, half.other, after.sword)
			if (after.toTake < b.toTake) == taking && s.add(&after, least, powerCost*int(b.toTake)) {
				return true
			}
		}
	}
	for swords := f.open(b.own, b.other, taken); swords != 0; swords &= swords - 1 {
		half := *b
		half.sword, half.power = swords&-swords, false
		f.takes(&half, b.own, b.other, half.sword)
		own := half.own | half.sword
		for open := f.open(own, half.other, own|half.other); open != 0; open &= open - 1 {
			after := half
			at := open & -open
			f.takes(&after, own, half.other, at)
			after.own |= at
			after.hand--
			if (after.toTake < b.toTake) == taking && s.add(&after, least, powerCost*int(b.toTake)) {
				return true
			}
		}
	}
	return false
}

// open are the free squares on no line where own stones lead by two or more.
func (f *smallField) open(own, other, taken uint32) uint32 {
	open := f.all &^ taken
	for _, line := range f.lines {
		if bits.OnesCount32(own&line)-bits.OnesCount32(other&line) >= 2 {
			open &^= line
		}
	}
	return open
}

// stone puts a stone of the seat; against are the squares that count against it
// besides the other's stones.
func (f *smallField) stone(b *small, at, against uint32) {
	f.takes(b, b.own, b.other|against, at)
	b.own |= at
	b.hand--
}

// takes takes what something put there as the seat's own takes: the leads are
// those of own over other before.
func (f *smallField) takes(b *small, own, other, at uint32) {
	taken := uint32(0)
	for _, line := range f.through[bits.TrailingZeros32(at)&31] {
		if bits.OnesCount32(own&line)-bits.OnesCount32(other&line) == 1 {
			taken |= line
		}
	}
	taken &= b.other
	b.other &^= taken
	b.toTake -= int8(bits.OnesCount32(taken))
}

// threat is the most stones of a seat that the other can take by one line with a
// single stone on one of the open squares.
func (f *smallField) threat(stones, other, sword, open uint32) int {
	most := 0
	for _, line := range f.lines {
		n := bits.OnesCount32(stones & line)
		if n > most && open&line != 0 && bits.OnesCount32(other&line)-n-bits.OnesCount32(sword&line) == 1 {
			most = n
		}
	}
	return most
}

// key is the position in sixty bits, the same for all that are one by symmetry.
func (f *smallField) key(b *small) uint64 {
	own, other := b.own|b.sword, b.other|b.sword
	var board uint64
	if f.diagonals {
		board = f.leastImage(own, other)
	} else {
		board = f.leastOrder(own, other)
	}
	rest := uint64(b.toTake) | uint64(b.otherTake)<<4
	if b.power {
		rest |= 1 << 8
	}
	if b.otherPower {
		rest |= 1 << 9
	}
	return board<<10 | rest
}

func (f *smallField) leastImage(own, other uint32) uint64 {
	least := ^uint64(0)
	for i := range f.images {
		t := &f.images[i]
		image := uint64(t[0][own&511]|t[1][own>>9&511]|t[2][own>>18&511])<<25 |
			uint64(t[0][other&511]|t[1][other>>9&511]|t[2][other>>18&511])
		least = min(least, image)
	}
	return least
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
