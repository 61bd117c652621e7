package search

import (
	"sync/atomic"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// frame is the memory of the search at one ply.
type frame struct {
	position  wotn.Position
	generator wotn.Generator
	checks    wotn.CheckInfo
	picker    picker
	quiets    [64]wotn.Move // quiet moves searched
	noisies   [32]wotn.Move // noisy moves searched
	killers   [2]wotn.Move
	move      wotn.Move // the move being searched; NoMove for a null move
	excluded  wotn.Move // the move that a singular search excludes
	// continuation holds the histories of replies to move.
	continuation *[pieceTos]int16
	// rawEval is the static evaluation, eval the same with corrections.
	rawEval, eval    int
	inCheck          bool
	doubleExtensions int // on the path to this node
	pv               [MaxPly + 2]wotn.Move
	pvLen            int
}

// pastFrames is the number of frames before the root, so that nodes near it can
// look back.
const pastFrames = 4

// worker is the search of one thread. Only shared is used by several threads.
type worker struct {
	shared    *shared
	index     int
	on        Technique // techniques in use
	fullPlies int       // Config.FullPlies
	evaluator Evaluator
	see       exchange
	unit      int // marginUnits of the variant
	h         histories
	frames    [pastFrames + MaxPly + 2]frame
	// keys holds the keys of the game's positions and of those on the path to
	// the current node; root is the index of the root's key.
	keys []uint64
	root int

	rootMoves []rootMove
	rank      int // index of the first root move without a final variation
	depth     int
	selDepth  int
	nodes     uint64
	nextPoll  uint64
	nodeLimit uint64
	stopped   bool
	// published is a copy of nodes for other threads, updated at times.
	published atomic.Uint64
	skill     skill
	proof     prover
}

// rootMove is a root move with its results.
type rootMove struct {
	move     wotn.Move
	score    int // -infinite if only an upper bound is known
	previous int // score of the previous iteration
	bound    engine.Bound
	selDepth int
	nodes    uint64
	pv       []wotn.Move
}

// shared is the state common to all threads of a search.
type shared struct {
	table *table
	stop  atomic.Bool
	time  timeManager
	// workers are all threads. The first decides when to stop.
	workers []*worker
	poll    func(nodes uint64) bool // Config.Poll
}

func (s *shared) nodes() (n uint64) {
	for _, w := range s.workers {
		n += w.published.Load()
	}
	return n
}

// pollEvery is the number of nodes between checks of the limits. The slowest
// known browsers on phones visit that many in 10 ms.
const pollEvery = 512

// prepare readies a worker for a search of the root. past are the keys of the
// positions before it, oldest first; moves are the root moves to search.
func (w *worker) prepare(root wotn.Position, past []uint64, c *Config, moves []wotn.Move) {
	w.on, w.fullPlies = AllTechniques&^c.Off, c.FullPlies
	w.see.set(root.Variant(), w.evaluator.Values(root.Variant()))
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
		f.move, f.excluded, f.killers, f.eval, f.doubleExtensions = wotn.NoMove, wotn.NoMove, [2]wotn.Move{}, noScore, 0
		f.continuation = w.h.continuationOf(wotn.White, wotn.NoKind, 0)
	}
	w.frames[pastFrames].position = root
	w.proof.reset(w, past, &root)
	w.h.decay()
}

// node counts a node and sometimes checks the limits.
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
	if w.index == 0 && (w.shared.time.mustStop(w.shared) || w.shared.poll != nil && w.shared.poll(w.shared.nodes())) {
		w.shared.stop.Store(true)
		w.stopped = true
	}
}

// play makes m at ply; the position after it is in the next frame.
func (w *worker) play(ply int, m wotn.Move) {
	f := w.at(ply)
	next := w.at(ply + 1)
	f.position.PlayInto(&next.position, m)
	prefetch(w.shared.table.bucketOf(next.position.Key()))
	f.move = m
	kind := m.Kind()
	if promotion := m.Promotion(); promotion != wotn.NoKind {
		kind = promotion
	}
	f.continuation = w.h.continuationOf(f.position.ToMove(), kind, m.To())
	w.keys = append(w.keys, next.position.Key())
}

// playNull makes a null move at ply.
func (w *worker) playNull(ply int) {
	f := w.at(ply)
	next := w.at(ply + 1)
	f.position.NullMoveInto(&next.position)
	prefetch(w.shared.table.bucketOf(next.position.Key()))
	f.move = wotn.NoMove
	f.continuation = w.h.continuationOf(wotn.White, wotn.NoKind, 0)
	w.keys = append(w.keys, next.position.Key())
}

func (w *worker) undo() { w.keys = w.keys[:len(w.keys)-1] }

func (w *worker) at(ply int) *frame { return &w.frames[ply+pastFrames] }

// marginUnits holds the factors of margins in sixteenths, by variant.
// Promotions make evaluations change more within a few moves than in chess.
var marginUnits = [wotn.NumVariants]int{wotn.Standard: 24, wotn.Alternative: 24, wotn.Chess: 16}

// margin scales a margin for chess to the variant.
func (w *worker) margin(n int) int { return n * w.unit / 16 }

// using reports whether a technique is switched on.
func (w *worker) using(t Technique) bool { return w.on&t != 0 }

// isDraw reports whether the node of f, whose generator has scanned it, is
// drawn by repetition, bare kings or the fifty-move rule.
func (w *worker) isDraw(f *frame) bool {
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
	// One repetition of a position after the root counts as a draw, because
	// whatever led to it can be repeated again. Positions before the root must
	// have occurred twice.
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

// evaluate returns the raw static evaluation of f's position, within ±maxEval.
func (w *worker) evaluate(f *frame) int {
	v := w.evaluator.Evaluate(&f.position)
	if w.skill.noise != 0 {
		v += w.skill.evalError(f.position.Key())
	}
	return max(-maxEval, min(maxEval, v))
}

// updatePV sets the principal variation at ply to m and that of the next ply.
func (w *worker) updatePV(ply int, m wotn.Move) {
	f, next := w.at(ply), w.at(ply+1)
	f.pv[0] = m
	f.pvLen = 1 + copy(f.pv[1:], next.pv[:next.pvLen])
}
