package solve

import (
	"context"
	"math/bits"
	"sync"
	"sync/atomic"
	"time"

	"tafelrunde/internal/engines"
	"tafelrunde/lancelot"
)

// Solver proves how a game of two seats on a small board ends with perfect play. It
// searches every legal turn, Excalibur turns included, and stores proofs in a
// transposition table. Positions that are equal by a symmetry of the lines share an
// entry: without diagonals any permutation of rows and of columns, and the exchange
// of both. The table stores whole positions instead of hashes, so that its entries
// are proofs.
type Solver struct {
	// Memory is the approximate size of the table in bytes; 0 means 256 MiB.
	Memory int
	// Threads is the number of goroutines that search; 0 means 1.
	Threads int
	// Target, if not 0, keeps the table for all positions of the same board and rules
	// in which no seat has to capture more than Target stones. If it is 0, each Solve
	// begins with an empty table.
	Target int
	// WinFirst searches first whether the seat to act wins, and then whether it has a
	// share, instead of the other order. That is faster if the seat wins.
	WinFirst bool
	// OnProgress, if not nil, is called about once a second during Solve, by one of its
	// goroutines. Its arguments are the number of nodes and the used part of the table,
	// from 0 to 1.
	OnProgress func(nodes uint64, full float64)

	table   table
	board   board
	busy    [4096]atomic.Uint64 // marks of positions being searched, if there are several workers
	workers []*worker
	tuning  *OrderTuning // if not nil, receives samples
	key     tableKey     // of the positions in the table
	nodes   uint64       // searched since the table was empty
	watched time.Time    // last call of OnProgress
}

// tableKey holds the properties that positions with a common table share.
type tableKey struct {
	memory, size, target int
	rules                lancelot.Rules
}

// MaxSize is the largest number of squares along a side, and MaxTarget the largest
// number of stones still to capture, that a [Solver] accepts.
const MaxSize, MaxTarget = 5, 15

// MaxThreads is the largest Solver.Threads that the programs of this module accept.
const MaxThreads = 256

// Solution is the result of a search.
type Solution struct {
	// Winner wins if Proved. If Drawn, the win is shared. If neither, the search was
	// stopped, or the Solver does not accept the game.
	Winner        lancelot.Seat
	Proved, Drawn bool
	// Safe holds which seats are proved to have at least a share of the win, also if
	// the search was stopped.
	Safe [2]bool
	// Turn is a winning turn if the seat to act wins.
	Turn  lancelot.Turn
	Nodes uint64
}

// Solve solves a position of two seats that is not over, within a number of nodes (0
// for no limit) and the deadline of the context.
func (s *Solver) Solve(ctx context.Context, p *lancelot.Position, nodes uint64) (solution Solution) {
	seat := p.ToMove()
	needs := max(p.Target()-p.Captured(0), p.Target()-p.Captured(1))
	if p.Seats() != 2 || p.Size() > MaxSize || p.Outcome().Over() || needs > MaxTarget {
		return solution
	}
	s.prepare(p, needs)
	s.watched = time.Now()
	for i, w := range s.workers {
		w.counted.Store(0)
		w.path, w.unwind = w.path[:0], 0
		w.clock = engines.StartClock(ctx, (nodes+uint64(len(s.workers)-1-i))/uint64(len(s.workers)))
		w.turns = w.turns[:0]
	}
	defer func() {
		for _, w := range s.workers {
			solution.Nodes += w.clock.Nodes
		}
		s.nodes += solution.Nodes
	}()
	root := s.board.pack(p)
	goal := 0
	if s.WinFirst {
		goal = 1
	}
	var can [2]bool // by goal
	for range can {
		is, ok := s.proveRoot(ctx, &root, goal)
		if !ok {
			return solution
		}
		can[goal] = is
		switch {
		case goal == 0 && !is:
			solution.Safe[1-seat], solution.Proved, solution.Winner = true, true, 1-seat
			return solution
		case is:
			solution.Safe[seat] = true
		default:
			solution.Safe[1-seat] = true
		}
		if can[1] {
			break
		}
		goal = 1 - goal
	}
	if !can[1] {
		solution.Drawn = true
		return solution
	}
	solution.Proved, solution.Winner = true, seat
	solution.Turn = s.winning(ctx, p)
	return solution
}

// winning returns a winning turn of a position that the seat to act is proved to
// win, or NoTurn if the time is over. It prefers turns whose result the table has;
// otherwise it searches each turn with a growing limit of nodes.
func (s *Solver) winning(ctx context.Context, p *lancelot.Position) lancelot.Turn {
	seat := p.ToMove()
	w := s.workers[0]
	w.clock.SetContext(ctx)
	limit := w.clock.Limit
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
			next := s.board.pack(&after)
			again := after.ToMove() == seat
			goal := goalAfter(1, again)
			known, can := s.table.probe(s.table.slot(s.board.number(&next))).answers(goal)
			if !known && nodes > 0 {
				w.clock.Limit = w.clock.Nodes + nodes
				if limit != 0 {
					w.clock.Limit = min(limit, w.clock.Limit)
				}
				can = w.prove(&next, goal)
				known = !w.clock.Over
				if w.clock.Over = limit != 0 && w.clock.Nodes >= limit || w.clock.Late(); w.clock.Over {
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

// prepare prepares the board and the workers, and clears the table unless its
// entries hold for p too. needs is the number of stones still to capture.
func (s *Solver) prepare(p *lancelot.Position, needs int) {
	memory := s.Memory
	if memory == 0 {
		memory = 256 << 20
	}
	of := tableKey{memory, p.Size(), max(needs, s.Target), p.Rules()}
	if s.Target == 0 || of != s.key || !unlimited(p) {
		s.board.prepare(p, of.target)
		s.table.prepare(memory, s.board.bound(), s.board.stonesIn)
		s.nodes = 0
	}
	s.key = tableKey{}
	if unlimited(p) {
		s.key = of
	}
	for len(s.workers) < max(1, s.Threads) {
		s.workers = append(s.workers, &worker{Solver: s})
	}
	s.workers = s.workers[:max(1, s.Threads)]
}

// unlimited reports whether no seat can run out of stones, so that their number does
// not matter. A seat that places a stone on a line leads there by at most two, so it
// has at most half of the line's squares plus one.
func unlimited(p *lancelot.Position) bool {
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

// proveRoot reports whether the seat to act can force the goal, as in worker.search.
// ok is false if the search was stopped.
func (s *Solver) proveRoot(ctx context.Context, b *state, goal int) (can, ok bool) {
	if len(s.workers) == 1 {
		w := s.workers[0]
		can = w.prove(b, goal)
		return can, !w.clock.Over
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var finished sync.WaitGroup
	var mutex sync.Mutex // of can and ok
	for _, w := range s.workers {
		w.clock.SetContext(ctx)
		b := *b
		finished.Go(func() {
			is := w.prove(&b, goal)
			if w.clock.Over {
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
