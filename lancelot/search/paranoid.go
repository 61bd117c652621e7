package search

import (
	"cmp"
	"context"
	"slices"

	"tafelrunde/lancelot"
)

// Paranoid is alpha-beta search as if all other seats played together against
// the seat to act (Sturtevant, Korf, "On Pruning Techniques for Multi-Player
// Games", 2000), deepened turn by turn, with a table of positions already seen.
// With two seats it is plain alpha-beta. Among turns that seem equal it chooses
// by the Seed and the position.
type Paranoid struct {
	Seed uint64

	clock clock
	seat  lancelot.Seat // at the root
	table []entry
	plies [maxDepth + 1]ply
	order [lancelot.MaxSeats][196]int32 // how often a stone there cut off
}

const maxDepth = 40

// ply is what one level of the search works with.
type ply struct {
	position lancelot.Position
	turns    []lancelot.Turn
	worth    []int32
}

// entry is what is known of a position: its value is at least, at most or
// exactly that at that depth.
type entry struct {
	key   uint64
	value int32
	turn  lancelot.Turn
	depth int8
	bound bound
}

type bound uint8

const (
	none bound = iota
	atLeast
	atMost
	exact
)

const tableSize = 1 << 16

// rootTurn is a turn at the root with its value by the last depth in full.
type rootTurn struct {
	turn  lancelot.Turn
	value int
}

// Search deepens until a limit is reached, the game is decided or Limits.Depth
// is done.
func (s *Paranoid) Search(ctx context.Context, p *lancelot.Position, limits Limits, report func(Line)) Line {
	s.clock = startClock(ctx, limits)
	s.seat = p.ToAct()
	s.order = [lancelot.MaxSeats][196]int32{}
	if s.table == nil {
		s.table = make([]entry, tableSize)
	}
	clear(s.table)
	s.plies[0].position = *p

	var turns []rootTurn
	list := candidates(p)
	random := chance(s.Seed ^ p.Key())
	shuffle(&random, list)
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.takes, a.takes) })
	for _, c := range list {
		turns = append(turns, rootTurn{c.turn, 0})
	}
	best := Line{Turns: []lancelot.Turn{turns[0].turn}, Score: chanceToWin(p, s.evaluate(p, 0))}
	last := maxDepth
	if limits.Depth > 0 {
		last = min(last, limits.Depth)
	}
	if len(turns) == 1 {
		last = 1
	}
	for depth := 1; depth <= last; depth++ {
		done, value := s.root(turns, depth)
		// Of a depth broken off, a better turn than the last depth's best, which
		// was looked at first, is still better.
		if done > 0 {
			turn := bestOf(turns[:done])
			best = Line{Turns: s.expected(p, turn, depth), Score: chanceToWin(p, value), Depth: depth, Nodes: s.clock.nodes}
		}
		if s.clock.over {
			break
		}
		slices.SortStableFunc(turns, func(a, b rootTurn) int { return cmp.Compare(b.value, a.value) })
		if report != nil {
			report(best)
		}
		if decided(value) || s.complete(p, depth) {
			break
		}
	}
	best.Nodes = s.clock.nodes
	return best
}

// complete tells whether the game cannot last longer than the depth.
func (s *Paranoid) complete(p *lancelot.Position, depth int) bool {
	left := 0
	for seat := range p.Seats() {
		left += p.InHand(lancelot.Seat(seat))
	}
	return depth > left
}

// root looks at all turns of the root and answers how many it came to the end
// with, and the best value among them.
func (s *Paranoid) root(turns []rootTurn, depth int) (done, best int) {
	best = -won - 1
	for i := range turns {
		next := &s.plies[1].position
		s.plies[0].position.PlayInto(next, turns[i].turn)
		value := s.search(1, depth-1, best, won+1)
		if s.clock.over && (i > 0 || depth > 1) {
			return i, best
		}
		turns[i].value = value
		best = max(best, value)
		if s.clock.over {
			return i + 1, best
		}
	}
	return len(turns), best
}

func bestOf(turns []rootTurn) lancelot.Turn {
	best := turns[0]
	for _, t := range turns[1:] {
		if t.value > best.value {
			best = t
		}
	}
	return best.turn
}

// evaluate is the standing of the root's seat so many turns on: a win is worth
// more the sooner, a loss less.
func (s *Paranoid) evaluate(p *lancelot.Position, at int) int {
	if p.Outcome().Over() {
		value := standing(nil, p, s.seat)
		switch {
		case value > 0:
			value -= at
		case value < 0:
			value += at
		}
		return value
	}
	v := evaluate(p)
	return standing(&v, p, s.seat)
}

// decided tells whether the value is that of a game that is over.
func decided(value int) bool {
	return value >= won/lancelot.MaxSeats-maxDepth || value <= -won+maxDepth
}

// search is the value of the position at the ply for the root's seat, as exact
// as alpha and beta ask for.
func (s *Paranoid) search(at, depth, alpha, beta int) int {
	this := &s.plies[at]
	p := &this.position
	stop := s.clock.tick()
	if depth <= 0 || stop || at == maxDepth || p.Outcome().Over() {
		return s.evaluate(p, at)
	}

	// 1. Ask the table.
	e := &s.table[p.Key()%tableSize]
	first := lancelot.NoTurn
	if e.bound != none && e.key == p.Key() {
		first = e.turn
		value := int(e.value)
		if int(e.depth) >= depth && (e.bound == exact || e.bound == atLeast && value >= beta || e.bound == atMost && value <= alpha) {
			return value
		}
	}

	// 2. Look at the turns, the promising ones first.
	s.list(this, first)
	ours := p.ToAct() == s.seat
	best, bestTurn := won+1, lancelot.NoTurn
	if ours {
		best = -won - 1
	}
	low, high := alpha, beta
	for i := range this.turns {
		turn := this.pick(i)
		p.PlayInto(&s.plies[at+1].position, turn)
		value := s.search(at+1, depth-1, low, high)
		if s.clock.over {
			return value
		}
		if ours && value > best || !ours && value < best {
			best, bestTurn = value, turn
		}
		if ours {
			low = max(low, best)
		} else {
			high = min(high, best)
		}
		if low >= high {
			if stone := turn.Stone(); stone != lancelot.NoSquare {
				s.order[p.ToAct()][stone] += int32(depth * depth)
			}
			break
		}
	}

	// 3. Keep what was found.
	*e = entry{key: p.Key(), value: int32(best), turn: bestTurn, depth: int8(depth), bound: exact}
	if best <= alpha {
		e.bound = atMost
	} else if best >= beta {
		e.bound = atLeast
	}
	return best
}

// list fills the ply's turns and guesses their worth: the table's turn, then by
// what they take, then by how often they cut off before.
func (s *Paranoid) list(this *ply, first lancelot.Turn) {
	p := &this.position
	seat := p.ToAct()
	this.turns = appendInner(this.turns[:0], p)
	this.worth = this.worth[:0]
	var prizes [196]int32
	for line := range p.LineCount() {
		if p.Lead(seat, line) != 1 {
			continue
		}
		squares := p.LineSquares(line)
		mine, free := p.Stones(seat), p.FreeSquares()
		mine, room := mine.And(&squares), free.And(&squares)
		prize := int32(squares.Len()-mine.Len()-room.Len()) << 20
		for room.Any() {
			prizes[p.Square(room.Pop())] += prize
		}
	}
	for _, turn := range this.turns {
		worth := int32(0)
		if stone := turn.Stone(); stone != lancelot.NoSquare {
			worth = prizes[stone] + min(s.order[seat][stone], 1<<20-1)
		}
		if turn == first {
			worth = 1<<31 - 1
		}
		this.worth = append(this.worth, worth)
	}
}

// pick moves the most promising turn of those from i on to i.
func (t *ply) pick(i int) lancelot.Turn {
	best := i
	for j := i + 1; j < len(t.turns); j++ {
		if t.worth[j] > t.worth[best] {
			best = j
		}
	}
	t.turns[i], t.turns[best] = t.turns[best], t.turns[i]
	t.worth[i], t.worth[best] = t.worth[best], t.worth[i]
	return t.turns[i]
}

// expected is the turn and what the table holds after it.
func (s *Paranoid) expected(p *lancelot.Position, turn lancelot.Turn, depth int) []lancelot.Turn {
	turns := []lancelot.Turn{turn}
	at := *p
	for len(turns) < depth {
		at.PlayInto(&at, turn)
		e := &s.table[at.Key()%tableSize]
		if e.bound == none || e.key != at.Key() || !at.IsLegal(e.turn) {
			break
		}
		turn = e.turn
		turns = append(turns, turn)
	}
	return turns
}
