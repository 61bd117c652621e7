package search

import (
	"context"

	"tafelrunde/lancelot"
)

// Solver finds out how a game of two seats ends if both play perfectly, by
// asking for each seat whether it can force a win, deeper and deeper. It looks at
// every turn, with the king's power too, so that it is for small fields and for
// the ends of games.
//
// What it has found is kept in a table in which the up to eight positions that
// are one by turning and mirroring the field share a place.
type Solver struct {
	// Memory is the size of the table in bytes, about; 0 means 256 MiB.
	Memory int

	clock  clock
	table  []solverEntry
	plies  [solverDepth + 1]ply
	stones [2][196]uint64 // keys
	sword  [196]uint64
	turned [8][196]uint8 // squares of the field, by symmetry
}

// Solution is how a game ends.
type Solution struct {
	// Winner wins, if Decided; else, if Drawn, the win is shared. Neither means
	// that the search was ended too soon.
	Winner         lancelot.Seat
	Decided, Drawn bool
	// Turn is one that wins, if the seat to act does.
	Turn lancelot.Turn
	// Turns is how many turns the winner needs at most, the other's included.
	Turns int
	Nodes uint64
}

const solverDepth = 2 * lancelot.StonesPerSeat

type solverEntry struct {
	key   uint64
	turn  lancelot.Turn
	depth int8 // to which it is unknown
	can   canForce
}

// canForce tells whether a seat can force its win.
type canForce uint8

const (
	unknown canForce = iota
	yes
	no
)

const bytesPerSolved = 16

// Solve solves a position of two seats that is not over, as far as the limits and
// the context allow. Limits.Depth is the number of turns to look ahead.
func (s *Solver) Solve(ctx context.Context, p *lancelot.Position, limits Limits) Solution {
	s.clock = startClock(ctx, limits)
	s.prepare(p)
	last := min(solverDepth, stonesLeft(p)+1)
	if limits.Depth > 0 {
		last = min(last, limits.Depth)
	}
	var answer Solution
	var can [2]canForce
	for depth := 1; depth <= last && !s.clock.over; depth++ {
		for i := range lancelot.Seat(2) {
			seat := (p.ToAct() + i) % 2
			if can[seat] != unknown {
				continue
			}
			s.plies[0].position = *p
			if can[seat] = s.force(0, depth, seat); can[seat] == yes {
				answer.Decided, answer.Winner, answer.Turns = true, seat, depth
				if e := s.entry(p, seat); seat == p.ToAct() && e.can == yes && e.key == s.key(p, seat) {
					answer.Turn = e.turn
				}
			}
		}
		if answer.Decided || can[0] == no && can[1] == no {
			break
		}
	}
	answer.Drawn = can[0] == no && can[1] == no
	answer.Nodes = s.clock.nodes
	return answer
}

// prepare makes the keys and the table.
func (s *Solver) prepare(p *lancelot.Position) {
	memory := s.Memory
	if memory == 0 {
		memory = 256 << 20
	}
	if n := max(1, memory/bytesPerSolved); len(s.table) != n {
		s.table = make([]solverEntry, n)
	}
	clear(s.table)
	c := chance(1)
	word := func() uint64 { return uint64(c.below(1<<62))<<2 ^ uint64(c.below(1<<62)) }
	for i := range s.sword {
		s.stones[0][i], s.stones[1][i], s.sword[i] = word(), word(), word()
	}
	n := p.Size()
	for i := range n * n {
		x, y := i%n, i/n
		for symmetry := range 8 {
			tx, ty := x, y
			if symmetry&1 != 0 {
				tx = n - 1 - tx
			}
			if symmetry&2 != 0 {
				ty = n - 1 - ty
			}
			if symmetry&4 != 0 {
				tx, ty = ty, tx
			}
			s.turned[symmetry][i] = uint8(ty*n + tx)
		}
	}
}

// key is a word for the position and the seat that is asked about, the same for
// positions that are one by turning and mirroring.
func (s *Solver) key(p *lancelot.Position, seat lancelot.Seat) uint64 {
	var squares [2][lancelot.StonesPerSeat]uint8
	var count [2]int
	for owner := range lancelot.Seat(2) {
		for set := p.Stones(owner); set.Any(); count[owner]++ {
			squares[owner][count[owner]] = set.Pop()
		}
	}
	sword := -1
	if at := p.Sword(); at != lancelot.NoSquare {
		first := p.Square(0)
		sword = (at.Row()-first.Row())*p.Size() + at.Column() - first.Column()
	}
	least := ^uint64(0)
	for symmetry := range s.turned {
		turned := &s.turned[symmetry]
		key := uint64(0)
		for owner := range squares {
			for _, i := range squares[owner][:count[owner]] {
				key ^= s.stones[owner][turned[i]]
			}
		}
		if sword >= 0 {
			key ^= s.sword[turned[sword]]
		}
		least = min(least, key)
	}
	rest := uint64(p.Captured(0))<<8 | uint64(p.Captured(1))<<16 | uint64(p.InHand(0))<<24 | uint64(p.InHand(1))<<32 |
		uint64(p.ToAct())<<40 | uint64(seat)<<41
	for owner := range lancelot.Seat(2) {
		if p.HasPower(owner) {
			rest |= 1 << (42 + owner)
		}
	}
	rest = (rest + 1) * 0x9e3779b97f4a7c15
	return least ^ rest ^ rest>>29
}

func (s *Solver) entry(p *lancelot.Position, seat lancelot.Seat) *solverEntry {
	return &s.table[s.key(p, seat)%uint64(len(s.table))]
}

// force tells whether the seat can force its win from the ply in that many turns;
// no means that it cannot in any number.
func (s *Solver) force(at, depth int, seat lancelot.Seat) canForce {
	this := &s.plies[at]
	p := &this.position
	if o := p.Outcome(); o.Over() {
		if o.Return(seat) == 1 {
			return yes
		}
		return no
	}
	if s.clock.tick() || depth == 0 {
		return unknown
	}
	key := s.key(p, seat)
	e := &s.table[key%uint64(len(s.table))]
	first := lancelot.NoTurn
	if e.key == key {
		if e.can != unknown {
			return e.can
		}
		if int(e.depth) >= depth {
			return unknown
		}
		first = e.turn
	}

	// One turn is enough for the seat to act: a win of its own, or one that keeps
	// the other from winning.
	enough, none := yes, no
	if p.ToAct() != seat {
		enough, none = no, yes
	}
	this.turns = p.AppendTurns(this.turns[:0])
	s.order(this, first)
	found, turn := none, lancelot.NoTurn
	for i := range this.turns {
		tried := this.turns[i]
		p.PlayInto(&s.plies[at+1].position, tried)
		can := s.force(at+1, depth-1, seat)
		if s.clock.over && can == unknown {
			return unknown
		}
		if can == enough {
			found, turn = enough, tried
			break
		}
		if can == unknown {
			found, turn = unknown, tried
		}
	}
	if turn == lancelot.NoTurn {
		turn = this.turns[0]
	}
	*e = solverEntry{key: key, turn: turn, depth: int8(depth), can: found}
	return found
}

// order puts the turns in order: the one known to be good, then by what they take
// and how they look.
func (s *Solver) order(this *ply, first lancelot.Turn) {
	p := &this.position
	seat := p.ToAct()
	this.worth = this.worth[:0]
	var after lancelot.Position
	for _, turn := range this.turns {
		p.PlayInto(&after, turn)
		worth := oddsAfter(&after, seat)
		if turn == first {
			worth = 1 << 30
		}
		this.worth = append(this.worth, worth)
	}
	// Insertion: most lists are short.
	for i := 1; i < len(this.turns); i++ {
		turn, worth := this.turns[i], this.worth[i]
		j := i
		for ; j > 0 && this.worth[j-1] < worth; j-- {
			this.turns[j], this.worth[j] = this.turns[j-1], this.worth[j-1]
		}
		this.turns[j], this.worth[j] = turn, worth
	}
}
