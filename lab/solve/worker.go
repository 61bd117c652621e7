package solve

import (
	"math"
	"math/bits"
	"sync/atomic"
	"time"

	"tafelrunde/internal/engines"
)

// worker is a goroutine of a Solver and its state.
type worker struct {
	*Solver
	clock      engines.Clock
	turns      []candidate // candidates of all positions on the path
	probed     int         // the number of turns for which the table has been probed
	prefetched uint64      // keeps the reads of prefetch alive
	trivial    bool        // the result of search needed no search below it, so it is not stored
	path       []query     // the searches in progress on positions with few stones, if there are several workers
	unwind     int         // the length of path up to a query that another worker has answered; 0 for none
	added      int         // the number of candidates added, without those decided at once

	counted atomic.Uint64 // nodes, updated now and then, for OnProgress
}

// search reports whether the seat to act can force a goal: 0 for a share of the win,
// 1 for the win. The slot of the position is known, and the table does not have the
// answer. The result is undefined when the clock is over. It is stored in the table
// unless it was trivial to find.
func (w *worker) search(b *state, at slot, goal int) bool {
	if w.clock.Tick() {
		return false
	}
	if w.OnProgress != nil && w.clock.Nodes%progressEvery == 0 {
		w.watch()
	}
	split := len(w.workers) > 1 && bits.OnesCount32(b.own|b.other) <= maxSplitStones
	if split {
		mark := &w.busy[at.busyMark()%uint64(len(w.busy))]
		mark.Store(at.busyMark())
		defer mark.Store(0)
		w.path = append(w.path, query{at, goal})
		defer func() { w.path = w.path[:len(w.path)-1] }()
	}
	if w.clock.Nodes%unwindEvery == 0 {
		w.checkPath()
	}
	w.trivial = true
	can := w.searchTurns(b, at, goal, split)
	for w.unwind > 0 && !w.clock.Over {
		if !split || w.unwind < len(w.path) {
			return false
		}
		w.unwind, w.trivial = 0, false
		known, is := w.table.probe(at).answers(goal)
		if known {
			return is
		}
		// The entry has been replaced meanwhile.
		can = w.searchTurns(b, at, goal, split)
	}
	if w.clock.Over {
		return false
	}
	if !w.trivial || b.excaliburTurn {
		w.table.store(at, goal, can)
	}
	w.trivial = false
	return can
}

// query is an argument of worker.search.
type query struct {
	at   slot
	goal int
}

// unwindEvery is the number of nodes between two checks whether another worker has
// decided a position on the path.
const unwindEvery = 1 << 12

// checkPath sets unwind if another worker has decided a position on the path,
// because the search below it no longer matters.
func (w *worker) checkPath() {
	if w.unwind > 0 {
		return
	}
	for i, q := range w.path {
		if known, _ := w.table.probe(q.at).answers(q.goal); known {
			w.unwind = i + 1
			return
		}
	}
}

// progressEvery is the number of nodes between two checks whether OnProgress is due.
const progressEvery = 1 << 10

// watch calls OnProgress once a second, in the first worker.
func (w *worker) watch() {
	w.counted.Store(w.clock.Nodes)
	if w != w.workers[0] || time.Since(w.watched) < time.Second {
		return
	}
	nodes := uint64(0)
	for _, other := range w.workers {
		nodes += other.counted.Load()
	}
	w.OnProgress(nodes, w.table.fill())
	w.watched = time.Now()
}

// maxSplitStones is the largest number of stones on the board at which a worker
// avoids positions that other workers are searching.
const maxSplitStones = 13

// busyMark returns a mark for a position in Solver.busy. Two positions with the same
// mark only cost speed.
func (at slot) busyMark() uint64 { return mix(at.bucket^at.quotient<<40^at.quotient>>24) | 1 }

// isBusy reports whether a worker is probably searching a position.
func (s *Solver) isBusy(at slot) bool {
	mark := at.busyMark()
	return s.busy[mark%uint64(len(s.busy))].Load() == mark
}

// prove returns the entry of the table for a goal, or else the result of search.
func (w *worker) prove(b *state, goal int) bool {
	at := w.table.slot(w.board.number(b))
	if known, can := w.table.probe(at).answers(goal); known {
		return can
	}
	return w.search(b, at, goal)
}

// candidate is a turn, stored as the state it leads to.
type candidate struct {
	next  state // as the next seat to act sees it
	at    slot
	again bool // the same seat acts again
	score int32
}

// searchTurns reports whether one of the turns forces the goal. The many Excalibur
// turns that capture nothing are generated only if no other turn does.
func (w *worker) searchTurns(b *state, at slot, goal int, split bool) bool {
	n := w.newNode(b, at, goal, split)
	if b.places {
		return w.searchKind(&n, placements)
	}
	return w.searchKind(&n, mainTurns) || !w.clock.Over && b.excaliburTurn && w.searchKind(&n, quietExcaliburTurns)
}

// The kinds of turns.
const (
	placements          = iota // placing Excalibur at the beginning
	mainTurns                  // a stone only, and Excalibur turns that capture
	quietExcaliburTurns        // Excalibur turns that capture nothing
)

// node is a position whose turns are searched.
type node struct {
	b       *state
	at      slot
	goal    int
	split   bool // other workers may search the same position
	weights *orderWeights
	images  images // with diagonals, as the other seat sees it
}

// flipped returns the state as the other seat sees it.
func (b *state) flipped() state {
	return state{
		own: b.other, other: b.own, excalibur: b.excalibur, needs: b.otherNeeds, otherNeeds: b.needs,
		hand: b.otherHand, otherHand: b.hand, excaliburTurn: b.otherExcaliburTurn, otherExcaliburTurn: b.excaliburTurn, places: b.places,
		ownLines: b.otherLines, otherLines: b.ownLines,
	}
}

// newNode returns a node without candidates.
func (w *worker) newNode(b *state, at slot, goal int, split bool) node {
	n := node{b: b, at: at, goal: goal, split: split, weights: &trainedWeights[w.board.weightSet(b)]}
	if w.board.diagonals {
		flipped := b.flipped()
		w.board.imagesOf(&n.images, &flipped)
	}
	return n
}

// searchKind reports whether a turn of one kind forces the goal.
func (w *worker) searchKind(n *node, turns int) bool {
	begin := len(w.turns)
	defer func() { w.turns = w.turns[:begin] }()
	w.probed = begin
	if w.addTurns(n, turns) || w.filter(n) {
		return true
	}
	if w.board.excaliburStates > 1 && bits.OnesCount32(n.b.own|n.b.other) <= w.board.size*w.board.size/repliesFill && w.filterReplies(n, begin) {
		return true
	}
	if w.tuning != nil && w.tuning.selects(n.b) {
		return w.sampleTurns(n, w.turns[begin:])
	}
	var t candidate       // outside the loop, to avoid an allocation each time
	later := len(w.turns) // from here on candidates that other workers search
	for i := begin; i < len(w.turns); i++ {
		end := later
		if i >= later {
			end = len(w.turns)
		}
		best := i
		for j := i + 1; j < end; j++ {
			if w.turns[j].score > w.turns[best].score {
				best = j
			}
		}
		t, w.turns[best] = w.turns[best], w.turns[i]
		if n.split && i > begin && i < later && w.isBusy(t.at) {
			later--
			w.turns[i], w.turns[later] = w.turns[later], t
			i--
			continue
		}
		// The search of another candidate may have reached the same position.
		goal := goalAfter(n.goal, t.again)
		known, is := w.table.probe(t.at).answers(goal)
		if !known {
			is = w.search(&t.next, t.at, goal)
		}
		if is == t.again || w.clock.Over || w.unwind > 0 {
			return true
		}
		if n.split {
			if known, can := w.table.probe(n.at).answers(n.goal); known {
				return can
			}
		}
	}
	return false
}

// goalAfter returns the goal to prove after a turn. If the same seat acts again, it
// is the same goal; otherwise the turn forces it if the other seat cannot force the
// returned one.
func goalAfter(goal int, again bool) int {
	if again {
		return goal
	}
	return 1 - goal
}

// batch is the number of candidates for which the table is probed together.
const batch = 16

// filter probes the table for the candidates added since the last call and removes
// those that are known not to force the goal. It reports whether one is known to
// force it.
func (w *worker) filter(n *node) (can bool) {
	// The table is much larger than the processor's caches. Reading all slots before
	// using one of them waits for memory only once.
	for i := w.probed; i < len(w.turns); i++ {
		w.prefetched |= w.table.prefetch(w.turns[i].at)
	}
	for i := w.probed; i < len(w.turns); i++ {
		t := &w.turns[i]
		known, is := w.table.probe(t.at).answers(goalAfter(n.goal, t.again))
		switch {
		case !known:
			t.score = n.weights.of(&w.board, n.b, t)
			w.turns[w.probed] = *t
			w.probed++
		case is == t.again:
			return true
		}
	}
	w.turns = w.turns[:w.probed]
	return false
}

// repliesFill is the smallest number of squares for each stone on the board at which
// the table is probed for replies too.
const repliesFill = 5

// filterReplies probes the table for the replies to the unknown candidates from
// begin on. If that decides a candidate, it is removed, or reported if it forces the
// goal. Candidates with few unknown replies are searched first: an Excalibur turn
// leads to the same position wherever Excalibur was before, so often most of its
// replies are known.
func (w *worker) filterReplies(n *node, begin int) (can bool) {
	end, left := len(w.turns), begin
	for i := begin; i < end; i++ {
		t := w.turns[i]
		r := w.newNode(&t.next, t.at, goalAfter(n.goal, t.again), false)
		w.probed, w.added = end, 0
		is := w.addTurns(&r, mainTurns) || t.next.excaliburTurn && w.addTurns(&r, quietExcaliburTurns) || w.filter(&r)
		unknown := len(w.turns) - end
		w.turns = w.turns[:end]
		if is || unknown == 0 {
			if is == t.again {
				return true
			}
			continue
		}
		t.score += int32(weightUnit * math.Log(float64(w.added)/float64(unknown)))
		w.turns[left] = t
		left++
	}
	w.turns, w.probed = w.turns[:left], left
	return false
}
