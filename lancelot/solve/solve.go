package solve

import (
	"context"
	"math"
	"math/bits"
	"sync"
	"sync/atomic"
	"time"

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
	// Threads is how many goroutines look at once; 0 means 1.
	Threads int
	// Target, if it is not 0, lets positions of the same field and rules in which
	// nobody has yet to take more stones than that share a table, so that what was
	// found out of one serves the next. As long as it is 0 each begins with an empty
	// table.
	Target int
	// WinFirst asks first whether the seat to act wins, and only if it does not
	// whether it has a share, instead of the other way round. That is less work where
	// it wins.
	WinFirst bool
	// Watch, if it is not nil, is told during Solve about once a second, by one of
	// its goroutines, how many nodes the search has had and which part of the table
	// is taken, from 0 to 1.
	Watch func(nodes uint64, full float64)

	proofs  proofs
	field   smallField
	busy    [4096]atomic.Uint64 // what is being looked at, as busyMark, if there are several threads
	solvers []*solving
	study   *OrderTuning // if it is not nil, some positions are studied
	kept    tableOf      // whose positions' proofs the table holds
	nodes   uint64       // since the table was empty
	watched time.Time    // when Watch was told last
}

// tableOf is what positions have in common that can share a table.
type tableOf struct {
	memory, size, target int
	rules                lancelot.Rules
}

// MaxSolvedSize is the greatest number of squares along a side, and
// MaxSolvedTarget the greatest number of stones yet to take, that a [Solver]
// takes on.
const MaxSolvedSize, MaxSolvedTarget = 5, 15

// MaxThreads is the largest Solver.Threads that the programs of this module accept.
const MaxThreads = 256

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

// Solve solves a position of two seats that is not over, as far as the limits and
// the context allow.
func (s *Solver) Solve(ctx context.Context, p *lancelot.Position, nodes uint64) (answer Solution) {
	seat := p.ToAct()
	takes := max(p.Target()-p.Captured(0), p.Target()-p.Captured(1))
	if p.Seats() != 2 || p.Size() > MaxSolvedSize || p.Outcome().Over() || takes > MaxSolvedTarget {
		return answer
	}
	s.prepare(p, takes)
	s.watched = time.Now()
	for i, t := range s.solvers {
		t.counted.Store(0)
		t.way, t.leave = t.way[:0], 0
		t.clock = startClock(ctx, (nodes+uint64(len(s.solvers)-1-i))/uint64(len(s.solvers)))
		t.turns = t.turns[:0]
	}
	defer func() {
		for _, t := range s.solvers {
			answer.Nodes += t.clock.nodes
		}
		s.nodes += answer.Nodes
	}()
	root := s.field.smallOf(p)
	least := 0
	if s.WinFirst {
		least = 1
	}
	var can [2]bool // the seat to act has a share, and wins
	for range can {
		is, ok := s.prove(ctx, &root, least)
		if !ok {
			return answer
		}
		can[least] = is
		switch {
		case least == 0 && !is:
			answer.Safe[1-seat], answer.Decided, answer.Winner = true, true, 1-seat
			return answer
		case is:
			answer.Safe[seat] = true
		default:
			answer.Safe[1-seat] = true
		}
		if can[1] {
			break
		}
		least = 1 - least
	}
	if !can[1] {
		answer.Drawn = true
		return answer
	}
	answer.Decided, answer.Winner = true, seat
	answer.Turn = s.winning(ctx, p)
	return answer
}

// winning is a turn that wins, in a position that the seat to act is proved to win,
// or none if the time is over: one that the table knows to, else one soon proved to.
func (s *Solver) winning(ctx context.Context, p *lancelot.Position) lancelot.Turn {
	seat := p.ToAct()
	t := s.solvers[0]
	t.clock.ctx, t.clock.over = ctx, t.clock.over && t.clock.ctx.Err() == nil
	limit := t.clock.limit
	for nodes := uint64(0); ; nodes = 4*nodes + 1<<10 { // for each turn
		unknown := false
		for _, turn := range p.AppendTurns(nil) {
			var after lancelot.Position
			p.PlayInto(&after, turn)
			if after.Outcome().Over() {
				if after.Outcome().WinShare(seat) == 1 {
					return turn
				}
				continue
			}
			next := s.field.smallOf(&after)
			again := after.ToAct() == seat
			aim := aimAfter(1, again)
			known, can := s.proofs.at(s.proofs.spot(s.field.number(&next))).tells(aim)
			if !known && nodes > 0 {
				t.clock.limit = t.clock.nodes + nodes
				if limit != 0 {
					t.clock.limit = min(limit, t.clock.limit)
				}
				can = t.ask(&next, aim)
				known = !t.clock.over
				if t.clock.over = limit != 0 && t.clock.nodes >= limit || t.clock.late(); t.clock.over {
					return lancelot.NoTurn
				}
			}
			if known && can == again {
				return turn
			}
			unknown = unknown || !known
		}
		if !unknown && nodes > 0 {
			return lancelot.NoTurn
		}
	}
}

// prepare makes the field's tables and the threads, and empties the table, if it
// cannot serve for that position too.
func (s *Solver) prepare(p *lancelot.Position, takes int) {
	memory := s.Memory
	if memory == 0 {
		memory = 256 << 20
	}
	of := tableOf{memory, p.Size(), max(takes, s.Target), p.Rules()}
	if s.Target == 0 || of != s.kept || !ample(p) {
		s.field.prepare(p, of.target)
		s.proofs.prepare(memory, s.field.bound(), s.field.stonesIn)
		s.nodes = 0
	}
	s.kept = tableOf{}
	if ample(p) {
		s.kept = of
	}
	for len(s.solvers) < max(1, s.Threads) {
		s.solvers = append(s.solvers, &solving{Solver: s})
	}
	s.solvers = s.solvers[:max(1, s.Threads)]
}

// ample tells whether no seat can run out of stones, so that their number does not
// matter: a seat that puts a stone leads by two at most on the stone's line, thus
// has at most half of the line's squares and one.
func ample(p *lancelot.Position) bool {
	for seat := range lancelot.Seat(2) {
		stones := uint32(p.Stones(seat)[0])
		most := 0
		for row := range p.Size() {
			own := bits.OnesCount32(stones >> (row * p.Size()) & (1<<p.Size() - 1))
			most += max(own, p.Size()/2+1)
		}
		if bits.OnesCount32(stones)+p.InHand(seat)-(p.Target()-p.Captured(1-seat)-1) <= most {
			return false
		}
	}
	return true
}

// prove tells whether the seat to act can force that much, as atLeast, and whether
// that was found out in time.
func (s *Solver) prove(ctx context.Context, b *small, least int) (can, ok bool) {
	if len(s.solvers) == 1 {
		t := s.solvers[0]
		can = t.ask(b, least)
		return can, !t.clock.over
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var finished sync.WaitGroup
	var mutex sync.Mutex // of can and ok
	for _, t := range s.solvers {
		t.clock.ctx, t.clock.over = ctx, t.clock.over && t.clock.ctx.Err() == nil
		b := *b
		finished.Go(func() {
			is := t.ask(&b, least)
			if t.clock.over {
				return
			}
			cancel()
			mutex.Lock()
			defer mutex.Unlock()
			can, ok = is, true
		})
	}
	finished.Wait()
	for i := range s.busy {
		s.busy[i].Store(0)
	}
	return can, ok
}

// solving is one of the goroutines of a Solver, with what it needs for itself.
type solving struct {
	*Solver
	clock clock
	turns []smallTurn // of all positions on the way
	asked int         // about how many of them the table has been asked
	ahead uint64      // what was read of the table ahead of need
	plain bool        // what is looked at was decided by a turn that wins at once, or as no turn was left
	way   []question  // what is looked at, from the beginning on, with few stones, if there are several threads
	leave int         // how much of way has to be left, the last of it decided by another thread; 0 for nothing
	added int         // turns added, but for those decided at once

	counted atomic.Uint64 // nodes, now and then, for Watch
}

// atLeast tells whether the seat to act can force that much: 0 for a share of the
// win, 1 for the win. The position's spot is known, and that the table does not
// answer it. The answer means nothing when the clock is over. What is found out is
// told to the table, unless that was so quick that a place in it is worth more.
func (s *solving) atLeast(b *small, at spot, least int) bool {
	if s.clock.tick() {
		return false
	}
	if s.Watch != nil && s.clock.nodes%watchEvery == 0 {
		s.watch()
	}
	split := len(s.solvers) > 1 && bits.OnesCount32(b.own|b.other) <= splitStones
	if split {
		mark := &s.busy[at.busyMark()%uint64(len(s.busy))]
		mark.Store(at.busyMark())
		defer mark.Store(0)
		s.way = append(s.way, question{at, least})
		defer func() { s.way = s.way[:len(s.way)-1] }()
	}
	if s.clock.nodes%leaveEvery == 0 {
		s.findDecided()
	}
	s.plain = true
	can := s.any(b, at, least, split)
	for s.leave > 0 && !s.clock.over {
		if !split || s.leave < len(s.way) {
			return false
		}
		s.leave, s.plain = 0, false
		known, is := s.proofs.at(at).tells(least)
		if known {
			return is
		}
		// It has gone from the table meanwhile.
		can = s.any(b, at, least, split)
	}
	if s.clock.over {
		return false
	}
	if !s.plain || b.power {
		s.proofs.tell(at, least, can)
	}
	s.plain = false
	return can
}

// question is what atLeast is asked.
type question struct {
	at    spot
	least int
}

// leaveEvery is how many nodes of a goroutine pass between two looks at whether
// what it looks at has been decided by another.
const leaveEvery = 1 << 12

// findDecided finds out whether any position on the way has been decided by another
// thread, so that nothing after it matters.
func (s *solving) findDecided() {
	if s.leave > 0 {
		return
	}
	for i, q := range s.way {
		if known, _ := s.proofs.at(q.at).tells(q.least); known {
			s.leave = i + 1
			return
		}
	}
}

// watchEvery is how many nodes of a goroutine pass between two looks at whether
// Watch is to be told.
const watchEvery = 1 << 10

// watch tells Watch, in the first of the goroutines, if a second is over.
func (s *solving) watch() {
	s.counted.Store(s.clock.nodes)
	if s != s.solvers[0] || time.Since(s.watched) < time.Second {
		return
	}
	nodes := uint64(0)
	for _, t := range s.solvers {
		nodes += t.counted.Load()
	}
	s.Watch(nodes, s.proofs.full())
	s.watched = time.Now()
}

// splitStones is up to how many stones on the field threads leave to each other
// what one of them is looking at.
const splitStones = 13

// busyMark stands for a position in Solver.busy; that two have the same does
// harm only to speed.
func (at spot) busyMark() uint64 { return mix(at.line^at.quotient<<40^at.quotient>>24) | 1 }

// isBusy tells whether a thread is looking at a position, most likely.
func (s *Solver) isBusy(at spot) bool {
	mark := at.busyMark()
	return s.busy[mark%uint64(len(s.busy))].Load() == mark
}

// ask is atLeast, or whether that stands in the table.
func (s *solving) ask(b *small, least int) bool {
	at := s.proofs.spot(s.field.number(b))
	if known, can := s.proofs.at(at).tells(least); known {
		return can
	}
	return s.atLeast(b, at, least)
}

// smallTurn is a turn as what it leads to.
type smallTurn struct {
	next  small // as the seat to act next sees it
	at    spot
	again bool // the seat that acted is to act once more
	worth int32
}

// any tells whether one of the turns gives the seat to act that much. The many
// turns by which the king's power takes nothing are only made if no other does.
func (s *solving) any(b *small, at spot, least int, split bool) bool {
	n := s.node(b, at, least, split)
	if b.puts {
		return s.anyOf(&n, swordTurns)
	}
	return s.anyOf(&n, takingTurns) || !s.clock.over && b.power && s.anyOf(&n, quietPowers)
}

// What turns to look at.
const (
	swordTurns  = iota // those that put Excalibur on the field
	takingTurns        // those with a stone alone, and those with the king's power that take something
	quietPowers        // those with the king's power that take nothing
)

// smallNode is a position whose turns are looked at.
type smallNode struct {
	b      *small
	at     spot
	least  int
	split  bool // other threads may be looking at the same turns
	worths *turnWorths
	images images // with diagonals, as the other sees it
}

// flipped is the position as the other seat sees it.
func (b *small) flipped() small {
	return small{
		own: b.other, other: b.own, sword: b.sword, toTake: b.otherTake, otherTake: b.toTake,
		hand: b.otherHand, otherHand: b.hand, power: b.otherPower, otherPower: b.power, puts: b.puts,
		ownLines: b.otherLines, otherLines: b.ownLines,
	}
}

// node makes a position ready for its turns to be added.
func (s *solving) node(b *small, at spot, least int, split bool) smallNode {
	n := smallNode{b: b, at: at, least: least, split: split, worths: &learnedOrder[s.field.worthsOf(b)]}
	if s.field.diagonals {
		flipped := b.flipped()
		s.field.imagesOf(&n.images, &flipped)
	}
	return n
}

// anyOf tells whether one of some turns gives the seat to act that much.
func (s *solving) anyOf(n *smallNode, turns int) bool {
	begin := len(s.turns)
	defer func() { s.turns = s.turns[:begin] }()
	s.asked = begin
	if s.addTurns(n, turns) || s.sift(n) {
		return true
	}
	if s.field.powers > 1 && bits.OnesCount32(n.b.own|n.b.other) <= s.field.size*s.field.size/aheadPart && s.lookAhead(n, begin) {
		return true
	}
	if s.study != nil && s.study.picks(n.b) {
		return s.studyAll(n, s.turns[begin:])
	}
	var t smallTurn       // declared out here, it needs no memory of its own
	later := len(s.turns) // from here on what has been left to other threads
	for i := begin; i < len(s.turns); i++ {
		end := later
		if i >= later {
			end = len(s.turns)
		}
		best := i
		for j := i + 1; j < end; j++ {
			if s.turns[j].worth > s.turns[best].worth {
				best = j
			}
		}
		t, s.turns[best] = s.turns[best], s.turns[i]
		if n.split && i > begin && i < later && s.isBusy(t.at) {
			later--
			s.turns[i], s.turns[later] = s.turns[later], t
			i--
			continue
		}
		// A line looked at meanwhile may have come by the same position.
		aim := aimAfter(n.least, t.again)
		known, is := s.proofs.at(t.at).tells(aim)
		if !known {
			is = s.atLeast(&t.next, t.at, aim)
		}
		if is == t.again || s.clock.over || s.leave > 0 {
			return true
		}
		if n.split {
			if known, can := s.proofs.at(n.at).tells(n.least); known {
				return can
			}
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
func (s *solving) sift(n *smallNode) (can bool) {
	// The table is far greater than the processor's caches. If all places are read
	// before anything depends on one of them, memory is waited for only once.
	for i := s.asked; i < len(s.turns); i++ {
		s.ahead |= s.proofs.touch(s.turns[i].at)
	}
	for i := s.asked; i < len(s.turns); i++ {
		t := &s.turns[i]
		known, is := s.proofs.at(t.at).tells(aimAfter(n.least, t.again))
		switch {
		case !known:
			t.worth = n.worths.of(&s.field, n.b, t)
			s.turns[s.asked] = *t
			s.asked++
		case is == t.again:
			return true
		}
	}
	s.turns = s.turns[:s.asked]
	return false
}

// aheadPart is how many squares there have to be for each stone on the field, if
// the replies to turns are to be asked about too.
const aheadPart = 5

// lookAhead asks the table about the replies to the turns from one on, which it does
// not know. If that decides a turn, this is left out or, if it gives the seat to act
// that much, reported. The fewer replies are left, the sooner a turn is looked at:
// one by which a seat uses the king's power leads to the same position from wherever
// Excalibur was, so that of the many of them often most are known.
func (s *solving) lookAhead(n *smallNode, begin int) (can bool) {
	end, left := len(s.turns), begin
	for i := begin; i < end; i++ {
		t := s.turns[i]
		r := s.node(&t.next, t.at, aimAfter(n.least, t.again), false)
		s.asked, s.added = end, 0
		is := s.addTurns(&r, takingTurns) || t.next.power && s.addTurns(&r, quietPowers) || s.sift(&r)
		unknown := len(s.turns) - end
		s.turns = s.turns[:end]
		if is || unknown == 0 {
			if is == t.again {
				return true
			}
			continue
		}
		t.worth += int32(worthUnit * math.Log(float64(s.added)/float64(unknown)))
		s.turns[left] = t
		left++
	}
	s.turns, s.asked = s.turns[:left], left
	return false
}

// add adds a turn to those to look at, given the position after it as the seat
// that acted sees it, and reports whether it is known to give that seat that much.
// Some of those known not to are left out here, the others by sift.
func (s *solving) add(n *smallNode, after *small) (can bool) {
	f := &s.field
	if after.toTake <= 0 {
		s.plain = true
		return true
	}
	open := f.openToOther(after)
	otherLead := leads(after.otherLines, after.ownLines+f.on[bits.TrailingZeros32(after.sword)])
	if f.taking(after.ownLines, otherLead, open, int(after.otherTake)) != 0 {
		return false
	}
	if open == 0 && f.openToOwn(after) == 0 {
		return int(after.otherTake)-int(after.toTake) >= n.least
	}
	if f.forces(after, otherLead, open) {
		s.plain = true
		return true
	}
	s.plain = false
	s.added++
	s.turns = append(s.turns, smallTurn{})
	t := &s.turns[len(s.turns)-1]
	if open != 0 {
		t.next = after.flipped()
		t.at = s.proofs.spot(f.numberAfter(&n.images, n.b, after, &t.next))
	} else {
		t.next, t.again = *after, true
		t.at = s.proofs.spot(f.number(&t.next))
	}
	return len(s.turns)-s.asked == sifted && s.sift(n)
}

// addTurns adds some turns, as add does.
func (s *solving) addTurns(n *smallNode, turns int) (can bool) {
	switch turns {
	case swordTurns:
		return s.addSwords(n)
	case takingTurns:
		return s.addStones(n) || n.b.power && s.addPower(n, true)
	}
	return s.addPower(n, false)
}

// addSwords adds the turns that put Excalibur on the field, as add does.
func (s *solving) addSwords(n *smallNode) (can bool) {
	for free := s.field.all &^ (n.b.own | n.b.other); free != 0; free &= free - 1 {
		after := *n.b
		after.sword, after.puts = free&-free, false
		if s.add(n, &after) {
			return true
		}
	}
	return false
}

// addStones adds the turns with a stone alone, as add does.
func (s *solving) addStones(n *smallNode) (can bool) {
	f, b := &s.field, n.b
	sword := f.on[bits.TrailingZeros32(b.sword)]
	for open := f.open(leads(b.ownLines, b.otherLines+sword), b.own|b.other|b.sword); open != 0; open &= open - 1 {
		after := *b
		f.stone(&after, open&-open, sword)
		if s.add(n, &after) {
			return true
		}
	}
	return false
}

// addPower adds the turns with the king's power that take something, or those that
// do not, as add does. Of two that take nothing and put the same, one is added.
func (s *solving) addPower(n *smallNode, taking bool) (can bool) {
	f, b := &s.field, n.b
	taken, sword := b.own|b.other|b.sword, f.on[bits.TrailingZeros32(b.sword)]
	var added [25]uint32 // by the sword's square, where stones have been put
	for open := f.open(leads(b.ownLines, b.otherLines+sword), taken); open != 0; open &= open - 1 {
		half := *b
		f.stone(&half, open&-open, sword)
		half.power = false
		// The sword that is put counts as the seat's own stone.
		leads := leads(half.ownLines, half.otherLines)
		swords := f.open(leads, half.own|half.other|b.sword)
		swords = s.thatTake(swords, taking, half.toTake < b.toTake, leads, half.otherLines)
		for ; swords != 0; swords &= swords - 1 {
			after := half
			after.sword = swords & -swords
			if taking {
				f.take(&after, leads, after.sword)
			} else {
				added[bits.TrailingZeros32(swords)] |= open & -open
			}
			if s.add(n, &after) {
				return true
			}
		}
	}
	first := leads(b.ownLines, b.otherLines)
	for swords := f.open(first, taken); swords != 0; swords &= swords - 1 {
		half := *b
		half.sword, half.power = swords&-swords, false
		f.take(&half, first, half.sword)
		leads := leads(half.ownLines+f.on[bits.TrailingZeros32(half.sword)], half.otherLines)
		open := f.open(leads, half.own|half.other|half.sword) &^ added[bits.TrailingZeros32(swords)]
		open = s.thatTake(open, taking, half.toTake < b.toTake, leads, half.otherLines)
		for ; open != 0; open &= open - 1 {
			after := half
			at := open & -open
			if taking {
				f.take(&after, leads, at)
			}
			after.own |= at
			after.ownLines += f.on[bits.TrailingZeros32(at)]
			after.hand--
			if s.add(n, &after) {
				return true
			}
		}
	}
	return false
}

// thatTake are those of some squares by which a turn with the king's power takes
// something, or takes nothing, given whether its first half does and the leads and
// the other's stones on each line after that.
func (s *solving) thatTake(squares uint32, taking, has bool, leads, others uint64) uint32 {
	switch {
	case has && taking:
		return squares
	case has:
		return 0
	}
	take := s.field.takable(leads, others)
	if taking {
		return squares & take
	}
	return squares &^ take
}
