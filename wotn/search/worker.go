package search

import (
	"sync/atomic"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// frame is what a search needs of memory at one ply.
type frame struct {
	position  wotn.Position
	generator wotn.Generator
	checks    wotn.CheckInfo
	picker    picker
	quiets    [64]wotn.Move // quiet moves tried
	noisies   [32]wotn.Move // noisy moves tried
	killers   [2]wotn.Move
	move      wotn.Move // the move being tried; NoMove for a pass
	excluded  wotn.Move // a move not to try: is the rest much worse?
	// after is where the success of answers to the move made here is kept.
	after *[places]int16
	// judged is the evaluator's opinion, static the same corrected by experience.
	judged, static int
	inCheck        bool
	doubles        int // extensions of two plies on the way here
	pv             [MaxPly + 2]wotn.Move
	pvLen          int
}

// pastFrames are frames before the root, so that a node may look back.
const pastFrames = 4

// worker is one thread's search. Nothing in it is shared but through shared.
type worker struct {
	shared    *shared
	index     int
	on        Technique // techniques in use
	evaluator Evaluator
	x         exchanges
	unit      int // one of marginUnits
	h         histories
	frames    [pastFrames + MaxPly + 2]frame
	// keys are those of the positions before the root and on the way to the
	// node searched; root is the index of the root's.
	keys []uint64
	root int

	rootMoves []rootMove
	rank      int // index of the first root move not yet given a line
	depth     int
	selDepth  int
	nodes     uint64
	nextPoll  uint64
	nodeLimit uint64
	stopped   bool
	// published is nodes, for the other threads to read now and then.
	published atomic.Uint64
	skill     skill
	proof     prover
}

// rootMove is a move at the root and what is known about it.
type rootMove struct {
	move     wotn.Move
	score    int // -infinite if it was only shown not to be better
	previous int // score of the iteration before
	bound    engine.Bound
	selDepth int
	nodes    uint64
	pv       []wotn.Move
}

// shared is what the threads of one search share.
type shared struct {
	table *table
	stop  atomic.Bool
	watch watch
	// workers are all threads, the first of which decides when to stop.
	workers []*worker
}

func (s *shared) nodes() (n uint64) {
	for _, w := range s.workers {
		n += w.published.Load()
	}
	return n
}

// pollEvery is how many nodes pass between looks at the clock. Even the
// slowest searches met, in a browser on a phone, visit so many in 10 ms.
const pollEvery = 512

// prepare readies a worker for a search of the root. past are the keys of the
// positions before it, oldest first; moves are the root moves to search.
func (w *worker) prepare(root wotn.Position, past []uint64, c *Config, moves []wotn.Move) {
	w.on = AllTechniques &^ c.Off
	w.x.set(root.Variant(), w.evaluator.Values(root.Variant()))
	w.unit = marginUnits[root.Variant()]
	w.keys = append(append(w.keys[:0], past...), root.Key())
	w.root = len(past)
	w.rootMoves = w.rootMoves[:0]
	for _, m := range moves {
		w.rootMoves = append(w.rootMoves, rootMove{move: m, score: -infinite, previous: -infinite})
	}
	w.nodes, w.nextPoll, w.nodeLimit = 0, 0, 0
	w.published.Store(0)
	w.stopped = false
	w.selDepth = 0
	for i := range w.frames {
		f := &w.frames[i]
		f.move, f.excluded, f.killers, f.static, f.doubles = wotn.NoMove, wotn.NoMove, [2]wotn.Move{}, noScore, 0
		f.after = w.h.continuation(wotn.White, wotn.NoKind, 0)
	}
	w.frames[pastFrames].position = root
	w.proof.reset(w, past, &root)
	w.h.age()
}

// node counts a node and looks, now and then, whether to stop.
func (w *worker) node() {
	if w.stopped {
		return
	}
	w.nodes++
	if w.nodes >= w.nextPoll {
		w.poll()
	}
}

func (w *worker) poll() {
	w.published.Store(w.nodes)
	w.nextPoll = w.nodes + pollEvery
	if w.nodeLimit != 0 {
		if w.nodes >= w.nodeLimit {
			w.stopped = true
			return
		}
		w.nextPoll = min(w.nextPoll, w.nodeLimit)
	}
	if w.shared.stop.Load() {
		w.stopped = true
		return
	}
	if w.index == 0 && w.shared.watch.mustStop(w.shared) {
		w.shared.stop.Store(true)
		w.stopped = true
	}
}

// play makes m at a ply, for the next ply to look at.
func (w *worker) play(ply int, m wotn.Move) {
	f := w.at(ply)
	next := w.at(ply + 1)
	f.position.PlayInto(&next.position, m)
	prefetch(w.shared.table.bucketOf(next.position.Key()))
	f.move = m
	grown := m.Kind()
	if into := m.Promotion(); into != wotn.NoKind {
		grown = into
	}
	f.after = w.h.continuation(f.position.Turn(), grown, m.To())
	w.keys = append(w.keys, next.position.Key())
}

// pass makes a null move at a ply.
func (w *worker) pass(ply int) {
	f := w.at(ply)
	next := w.at(ply + 1)
	f.position.NullMoveInto(&next.position)
	prefetch(w.shared.table.bucketOf(next.position.Key()))
	f.move = wotn.NoMove
	f.after = w.h.continuation(wotn.White, wotn.NoKind, 0)
	w.keys = append(w.keys, next.position.Key())
}

func (w *worker) undo() { w.keys = w.keys[:len(w.keys)-1] }

func (w *worker) at(ply int) *frame { return &w.frames[ply+pastFrames] }

// marginUnits are, by rule set, how many sixteenths of a margin for orthodox
// chess count: where men grow, a position's worth changes by more in a few moves.
var marginUnits = [wotn.NumVariants]int{wotn.Standard: 24, wotn.Alternative: 24, wotn.Chess: 16}

// margin turns centipawns as orthodox chess would have them into those of the
// rule set searched.
func (w *worker) margin(n int) int { return n * w.unit / 16 }

// using tells whether a technique is switched on.
func (w *worker) using(t Technique) bool { return w.on&t != 0 }

// drawn tells whether the game is drawn at a ply by repetition, bare kings, or
// the count of quiet moves; f has been scanned.
func (w *worker) drawn(f *frame) bool {
	p := &f.position
	if p.Occupied().Count() == 2 {
		return true
	}
	quiet := p.HalfmoveClock()
	if quiet < 4 {
		return false
	}
	if quiet >= 100 && (!f.inCheck || f.generator.HasMoves(p)) {
		return true
	}
	// Once since the root is enough: what was good enough to repeat once is so
	// again. Before the root it takes two.
	now := len(w.keys) - 1
	before := 0
	for i := now - 4; i >= 0 && i >= now-quiet; i -= 2 {
		if w.keys[i] != w.keys[now] {
			continue
		}
		if i > w.root {
			return true
		}
		if before++; before == 2 {
			return true
		}
	}
	return false
}

// judge returns the evaluator's opinion of f's position, within bounds.
func (w *worker) judge(f *frame) int {
	v := w.evaluator.Evaluate(&f.position)
	if w.skill.noise != 0 {
		v += w.skill.misjudge(f.position.Key())
	}
	return max(-maxEval, min(maxEval, v))
}

// remember makes m and the next ply's variation the variation of ply.
func (w *worker) remember(ply int, m wotn.Move) {
	f, next := w.at(ply), w.at(ply+1)
	f.pv[0] = m
	f.pvLen = 1 + copy(f.pv[1:], next.pv[:next.pvLen])
}
