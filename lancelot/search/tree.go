package search

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"tafelrunde/lancelot"
)

// Tree is tree search in which each seat seeks its own chance to win (max^n, as
// in Sturtevant, "An Analysis of UCT in Multi-player Games", 2008), with learned
// chances instead of random games. A position met for the first time has all its
// turns judged at once; where it goes on is weighed by what has been found below
// against how good a turn looks and how seldom it was tried (after Rosin,
// "Multi-armed bandits with episode context", 2011).
//
//   - Positions reached by different orders of turns are one node.
//   - Wins, and losses where all turns are known, are proved and passed up
//     (Winands, Björnsson, Saito, "Monte-Carlo Tree Search Solver", 2008, for
//     several seats as in Nijssen's thesis, 2013).
//   - Of the king's power the most promising turns join a node when it has been
//     visited some times.
//   - What is known of the position after the turns played is kept from one search
//     to the next.
type Tree struct {
	// Seed decides among turns that look alike.
	Seed uint64
	// Threads is how many goroutines search; 0 means one. With more than one a
	// search is not repeatable.
	Threads int
	// Memory is the greatest number of bytes of the tree, about; 0 means 64 MiB
	// and the least is 1 MiB. When they are used up, the search goes on in the tree that it has.
	Memory int
	// Weights are those of the evaluation; nil means [DefaultWeights]. They must
	// not change between the searches of one game.
	Weights *Weights
	// Include are turns that the root has in any case, for a verdict on them.
	Include []lancelot.Turn
	// Resume lets a search of the position searched last go on where that ended,
	// so that one long search can be asked for in parts.
	Resume bool

	mu      sync.Mutex
	nodes   chunks[node]
	edges   chunks[edge]
	index   []int32 // nodes by key; see nodeAt
	root    int32
	known   int32 // visits of the root before this search
	full    bool
	clock   clock
	weights *Weights
	// visits is how often to go down at most, by level; 0 for no limit.
	visits int32
	// even are turns at the root that are tried by turns, all alike, instead of by
	// what they promise; nil for none. Their visits do not count among the root's.
	even []evenVisits

	workers []treeWorker // leavesAtOnce for each goroutine, if there are several
}

// leavesAtOnce is how many leaves each of several goroutines goes down to before it
// judges them, so that they seldom wait for each other. What is being judged counts
// as lost until it has been (a virtual loss: Chaslot, Winands, van den Herik,
// "Parallel Monte-Carlo Tree Search", 2008), so that they part.
const leavesAtOnce = 8

// node is a position of the tree.
type node struct {
	key    uint64
	sums   shares // over all visits; if solved, the shares themselves
	visits int32
	first  int32 // edge
	count  int32
	place  int32         // in the index
	seat   lancelot.Seat // to act
	state  nodeState
}

type nodeState uint8

const (
	expanded nodeState = 1 << iota
	solved             // the shares are proved
	complete           // its edges are all its turns
	widened            // the turns by the king's power are among them
	narrow             // there are more single stones than its edges
)

// edge is a turn in the tree.
type edge struct {
	turn   lancelot.Turn
	child  int32 // 0 if it has none yet
	visits int32
	share  float32 // of the seat that plays it, as it looks at once
	prior  float32
}

// treeWorker is what one leaf is judged with.
type treeWorker struct {
	board       lancelot.Position
	after       lancelot.Position
	path        []step
	evals       []turnEval
	order       []uint64 // of what was found, the best first: the share's bits, then ^index
	turns       []lancelot.Turn
	excalibur   excaliburTurns
	incremental incremental

	at         int32 // the leaf; 0 if there was no room for it
	value      shares
	expands    bool // the leaf's turns are to be judged: at most so many, and by the power
	most       int
	excaliburs int
}

// step is a node and the edge taken from it.
type step struct{ node, edge int32 }

// evenly is an edge of the root and how often it has been tried since it was to be
// tried as often as others.
type evenVisits struct{ edge, visits int32 }

// found is a turn that has been judged.
type turnEval struct {
	turn   lancelot.Turn
	shares shares
	share  float32
	over   bool
}

const (
	// innerTurns is how many turns a node keeps, rootTurns how many at the root. Most
	// nodes are visited a few times only; they get the first narrowTurns, the rest
	// when all of these have been tried.
	narrowTurns, innerTurns, rootTurns = 6, 32, 1 << 14
	// innerPower and rootPower are how many turns by the king's power join them,
	// and widenAfter how many visits a node has then.
	innerExcalibur, rootExcalibur, widenAfter = 6, 64, 24

	// explore weighs how good a turn looks against what has been found, trust how
	// much better a turn is tried for a better look.
	explore, trust = 0.6, 0.9

	bytesPerNode, bytesPerEdge = 48 + 8, 20
)

// Search grows the tree until a limit is reached or the position is solved.
// Limits.Nodes counts positions judged. Depth is the length of the expected line.
func (t *Tree) Search(ctx context.Context, p *lancelot.Position, limits Limits, report func(Info)) Info {
	t.clock = startClock(ctx, limits)
	t.weights = cmp.Or(t.Weights, trained)
	t.begin(p)
	t.run(p, report)
	return t.info(p)
}

// run grows the tree until the clock is over or nothing is left to find.
func (t *Tree) run(p *lancelot.Position, report func(Info)) {
	reported := uint64(1000)
	threads := max(1, t.Threads)
	each := len(t.workers) / threads
	var wait sync.WaitGroup
	for i := 1; i < threads; i++ {
		wait.Go(func() {
			for t.iterate(t.workers[i*each:][:each], p) {
			}
		})
	}
	for t.iterate(t.workers[:each], p) {
		if report == nil {
			continue
		}
		t.mu.Lock()
		tell := t.clock.nodes >= reported
		var info Info
		if tell {
			reported = 2 * t.clock.nodes
			info = t.info(p)
		}
		t.mu.Unlock()
		if tell {
			report(info)
		}
	}
	wait.Wait()
}

// begin makes the position the root, with what is known of it from the search
// before, and gives it all its turns.
func (t *Tree) begin(p *lancelot.Position) {
	leaves := 1
	if t.Threads > 1 {
		leaves = t.Threads * leavesAtOnce
	}
	for len(t.workers) < leaves {
		t.workers = append(t.workers, treeWorker{})
	}
	t.workers = t.workers[:leaves]
	if t.resumes(p) {
		t.known = t.nodes.at(t.root).visits
		t.clock.over = t.clock.over || t.nodes.at(t.root).count == 1
		return
	}
	if !t.reuse(p) {
		t.reset()
		t.root = t.node(p)
	}
	w := &t.workers[0]
	w.board = *p
	t.nodes.at(t.root).state &^= widened
	t.evaluateTurns(w, rootExcalibur, t.Include)
	t.expand(w, t.root, rootTurns, true)
	c := rng(t.Seed ^ p.Key())
	n := t.nodes.at(t.root)
	t.known = n.visits
	edges := t.edges.from(n.first, n.count)
	for i := range edges {
		edges[i].prior *= 0.75 + 0.5*float32(c.below(1024))/1024
	}
	if n.count == 1 {
		t.clock.over = true
	}
}

// resumes tells whether the position is the root already, with all turns that it
// is to have.
func (t *Tree) resumes(p *lancelot.Position) bool {
	if !t.Resume || t.nodes.used == 0 || t.nodes.at(t.root).key != p.Key() {
		return false
	}
	n := t.nodes.at(t.root)
	return !slices.ContainsFunc(t.Include, func(turn lancelot.Turn) bool {
		return !slices.ContainsFunc(t.edges.from(n.first, n.count), func(e edge) bool { return e.turn == turn })
	})
}

// goesOn looks for the position in the tree of the search before, and makes it
// the root if it was reached from the position searched then and there is room.
func (t *Tree) reuse(p *lancelot.Position) bool {
	if t.nodes.used == 0 || t.nodes.at(t.root).key == p.Key() ||
		2*t.nodes.used > t.nodes.most || 2*t.edges.used > t.edges.most {
		return false
	}
	at, ok := t.find(p.Key())
	if !ok || t.nodes.at(at).state&solved != 0 {
		return false
	}
	t.root = at
	return true
}

// reset empties the tree and gets its memory: three quarters of it for edges, of
// which a node of an average field has some twenty, the rest for nodes and their
// index.
func (t *Tree) reset() {
	memory := t.Memory
	if memory == 0 {
		memory = 64 << 20
	}
	memory = max(memory, 1<<20)
	t.edges.most = int32(memory * 3 / 4 / bytesPerEdge)
	t.nodes.most = int32(memory / 4 / bytesPerNode)
	if len(t.index) != 2*int(t.nodes.most) {
		t.index = make([]int32, 2*t.nodes.most)
	}
	t.full = false
	t.edges.used, t.nodes.used = 0, 0
	t.nodes.add(1) // 0 stands for none
	*t.nodes.at(0) = node{}
}

// nodeAt is the node at a place of the index, 0 if there is none. What a tree
// before has left there, which is not cleared because that takes long in a large
// one, is a node that has not been made again or has another place.
func (t *Tree) nodeAt(place uint64) int32 {
	if n := t.index[place]; n < t.nodes.used && uint64(t.nodes.at(n).place) == place {
		return n
	}
	return 0
}

// find is the node with the key, or the place in the index where it would be.
func (t *Tree) find(key uint64) (at int32, ok bool) {
	for i := key % uint64(len(t.index)); ; {
		switch n := t.nodeAt(i); {
		case n == 0:
			return int32(i), false
		case t.nodes.at(n).key == key:
			return n, true
		}
		if i++; i == uint64(len(t.index)) {
			i = 0
		}
	}
}

// node is the node of a position, made if there is none.
func (t *Tree) node(p *lancelot.Position) int32 {
	key := p.Key()
	place, ok := t.find(key)
	if ok {
		return place
	}
	n := node{key: key, seat: p.ToAct(), place: place}
	if o := p.Outcome(); o.Over() {
		n.sums, n.state = outcomeWinShares(o, p.Seats()), solved
	}
	at := t.nodes.add(1)
	*t.nodes.at(at) = n
	t.index[place] = at
	return at
}

// lock waits for the tree, which others leave after some microseconds: to be put to
// sleep and woken takes longer than that.
func (t *Tree) lock() {
	const tries = 20_000 // some tens of microseconds
	for range tries {
		if t.mu.TryLock() {
			return
		}
	}
	t.mu.Lock()
}

// grow goes down the tree once for each of the workers and reports whether to go
// on.
func (t *Tree) iterate(workers []treeWorker, p *lancelot.Position) bool {
	t.lock()
	defer t.mu.Unlock()
	// While little is known, few leaves at once: to choose them well needs answers.
	most := min(len(workers), 1+int(t.nodes.at(t.root).visits)/256)
	leaves := 0
	for leaves < most && t.selectLeaf(&workers[leaves], p) {
		leaves++
	}
	if leaves == 0 {
		return false
	}
	workers = workers[:leaves]
	t.mu.Unlock() // others may go down meanwhile
	for i := range workers {
		if w := &workers[i]; w.expands {
			t.evaluateTurns(w, w.excaliburs, nil)
		}
	}
	t.lock()
	for i := range workers {
		w := &workers[i]
		if w.expands {
			t.tick(len(w.evals))
			w.value = t.expand(w, w.at, w.most, w.excaliburs > 0 && !w.excalibur.late)
		}
		t.backUp(w)
	}
	return true
}

// descend goes down to a node without edges, or one that is due for more. It
// reports whether there is anything to look at.
func (t *Tree) selectLeaf(w *treeWorker, p *lancelot.Position) bool {
	if n := t.nodes.at(t.root); t.clock.over || n.state&solved != 0 && t.even == nil || t.visits != 0 && n.visits-t.known >= t.visits {
		return false
	}
	shared := len(t.workers) > 1
	w.board, w.path = *p, w.path[:0]
	at := t.root
	for {
		n := t.nodes.at(at)
		evenly := at == t.root && t.even != nil
		if n.state&solved != 0 && !evenly || n.state&expanded == 0 ||
			n.state&widened == 0 && n.visits >= widenAfter && w.board.HasExcaliburTurn(n.seat) && !w.board.PlacesExcalibur() {
			break
		}
		var e int32
		if evenly {
			k := t.leastTried()
			if k < 0 {
				return false
			}
			t.even[k].visits++
			e = t.even[k].edge
		} else {
			if e = t.selectEdge(n, at == t.root); e < 0 {
				break
			}
			t.edges.at(e).visits++
		}
		if shared && !evenly {
			n.visits++
		}
		w.board.PlayInto(&w.board, t.edges.at(e).turn)
		w.path = append(w.path, step{at, e})
		if t.edges.at(e).child == 0 {
			if t.nodes.used >= t.nodes.most {
				at = 0
				break
			}
			child := t.node(&w.board)
			t.edges.at(e).child = child
		}
		at = t.edges.at(e).child
	}
	n := t.nodes.at(at)
	w.at, w.expands = at, false
	switch {
	case n.state&solved != 0:
		w.value = n.sums
		t.tick(1)
	case t.full:
		w.value = t.weights.winShares(&w.board)
		t.tick(1)
	default:
		w.expands, w.excaliburs, w.most = true, 0, narrowTurns
		if n.state&expanded != 0 {
			w.most = innerTurns
			if n.visits >= widenAfter {
				w.excaliburs = innerExcalibur
			}
		}
	}
	if shared && n.state&solved == 0 {
		n.visits++
	}
	return true
}

// tell tells what a leaf is worth to all nodes on the way to it.
func (t *Tree) backUp(w *treeWorker) {
	value := w.value
	visit := int32(1)
	if len(t.workers) > 1 {
		visit = 0 // has been counted on the way down
	}
	if n := t.nodes.at(w.at); n.state&solved == 0 {
		n.visits += visit
		for seat := range value {
			n.sums[seat] += value[seat]
		}
	}
	proved := t.nodes.at(w.at).state&solved != 0
	for i := len(w.path) - 1; i >= 0; i-- {
		n := t.nodes.at(w.path[i].node)
		if n.state&solved != 0 {
			continue
		}
		proved = proved && t.prove(n, w.path[i].edge)
		if proved {
			value = n.sums
			continue
		}
		if i == 0 && t.even != nil {
			break
		}
		n.visits += visit
		for seat := range value {
			n.sums[seat] += value[seat]
		}
	}
}

// leastTried is the place of the turn that is to be tried next when some are tried
// by turns, less than 0 if all of them are solved.
func (t *Tree) leastTried() int {
	least := -1
	for k, e := range t.even {
		if child := t.edges.at(e.edge).child; child != 0 && t.nodes.at(child).state&solved != 0 {
			continue
		}
		if least < 0 || e.visits < t.even[least].visits {
			least = k
		}
	}
	return least
}

// tick counts positions judged and looks at the time.
func (t *Tree) tick(nodes int) {
	t.clock.nodes += uint64(nodes) - 1
	t.clock.tick()
}

// choose is the edge to go on with, less than 0 if a narrow node has no edge left
// that has not been tried. But at the root, edges never tried come last and the
// first of them has the greatest bound.
func (t *Tree) selectEdge(n *node, all bool) int32 {
	root := explore * float32(math.Sqrt(float64(n.visits+1)))
	best, bestBound := int32(-1), float32(-1)
	untried := false
	edges := t.edges.from(n.first, n.count)
	for i := range edges {
		e := &edges[i]
		value := e.share
		if e.child != 0 {
			if child := t.nodes.at(e.child); child.state&solved != 0 {
				value = child.sums[n.seat]
				if value == 0 {
					value = -0.5 // a turn that loses is the last to try
				}
			} else if child.visits > 0 {
				value = child.sums[n.seat] / float32(child.visits)
			}
		}
		if bound := value + root*e.prior/float32(1+e.visits); bound > bestBound {
			best, bestBound = n.first+int32(i), bound
		}
		if e.visits == 0 && !all {
			untried = true
			break
		}
	}
	if n.state&narrow != 0 && !untried && !all {
		return -1
	}
	return best
}

// judge lists and judges the turns of the worker's board: the single stones and
// at most powers of those with Excalibur, and those to include.
func (t *Tree) evaluateTurns(w *treeWorker, excaliburs int, include []lancelot.Turn) {
	p := &w.board
	w.turns = appendInner(w.turns[:0], p)
	w.excalibur.late = false
	if excaliburs > 0 && p.HasExcaliburTurn(p.ToAct()) && !p.PlacesExcalibur() {
		w.excalibur.clock, w.excalibur.weights = &t.clock, t.weights
		w.turns = w.excalibur.append(w.turns, p, excaliburs)
	}
	for _, turn := range include {
		if p.IsLegal(turn) && !slices.Contains(w.turns, turn) {
			w.turns = append(w.turns, turn)
		}
	}
	w.evals = w.evals[:0]
	seat := p.ToAct()
	w.order = w.order[:0]
	open := p.Open()
	quick := w.incremental.begin(p, t.weights)
	for i, turn := range w.turns {
		f := turnEval{turn: turn}
		reported := false
		if quick && open.Any() { // the single stones come first, in this order
			var v evaluation
			if v, reported = w.incremental.stone(p, open.Pop()); reported {
				f.shares = v.shares(w.incremental.seats)
			}
		}
		if !reported {
			p.PlayInto(&w.after, turn)
			f.shares, f.over = t.weights.winShares(&w.after), w.after.Outcome().Over()
		}
		f.share = f.shares[seat]
		w.evals = append(w.evals, f)
		w.order = append(w.order, uint64(math.Float32bits(f.share))<<32|uint64(^uint32(i)))
	}
	slices.Sort(w.order)
	slices.Reverse(w.order)
}

// best is the i-th best turn of those judged.
func (w *treeWorker) best(i int) *turnEval { return &w.evals[^uint32(w.order[i])] }

// store gives a node the turns found, the best ones at most, and answers what
// the position is then worth. A node that has edges keeps what they know.
func (t *Tree) expand(w *treeWorker, at int32, most int, wide bool) shares {
	n := t.nodes.at(at)
	best := w.best(0)
	switch {
	case n.state&solved != 0:
		return n.sums // by another goroutine meanwhile
	case n.state&expanded != 0 && most <= narrowTurns:
		return best.shares // likewise
	case best.over && best.share == 1:
		n.sums, n.state = best.shares, n.state|solved
		if at != t.root {
			return best.shares
		}
	case n.state&expanded != 0 && n.state&narrow == 0 && (!wide || n.state&widened != 0):
		return best.shares
	}
	old := t.edges.from(n.first, n.count)
	count := min(len(w.evals), most)
	hasExcalibur := w.board.HasExcaliburTurn(n.seat) && !w.board.PlacesExcalibur()
	n.state = n.state&^narrow | expanded
	if wide || !hasExcalibur {
		n.state |= widened
	}
	if count < min(len(w.evals), innerTurns) {
		n.state |= narrow
	} else if count == len(w.evals) && !hasExcalibur {
		n.state |= complete
	}
	first := t.edges.add(count)
	edges := t.edges.from(first, int32(count))
	sum := float32(0)
	for i := range min(len(w.evals), max(most, innerTurns)) {
		f := w.best(i)
		prior := priorOf(f.share)
		sum += prior
		if i >= count {
			continue
		}
		e := edge{turn: f.turn, share: f.share, prior: prior}
		for _, o := range old {
			if o.turn == e.turn {
				e.child, e.visits = o.child, o.visits
			}
		}
		edges[i] = e
	}
	tried := 0
	for i := range edges {
		edges[i].prior /= sum
		if edges[i].visits > 0 && at != t.root {
			e := edges[i]
			copy(edges[tried+1:i+1], edges[tried:i])
			edges[tried] = e
			tried++
		}
	}
	n.first, n.count = first, int32(count)
	t.full = t.crowded()
	return best.shares
}

// crowded tells whether there is no room for another node with all its edges,
// and one for each goroutine that has one in mind.
func (t *Tree) crowded() bool {
	reserve := len(t.workers) + 1
	return !t.edges.room(reserve*(innerTurns+innerExcalibur)) || !t.nodes.room(reserve)
}

// priorOf is how much a turn with that share is to be tried, compared with
// others: the odds to the power of trust.
func priorOf(share float32) float32 {
	share = max(1e-4, min(share, 1-1e-4))
	x := math.Float32bits(share / (1 - share))
	return trustPower[x>>23] * trustPart[x>>15&0xff]
}

// trustPower are powers of two to the power of trust, trustPart those of the
// numbers from one to two, in steps of 1/256.
var trustPower, trustPart = func() (power, part [256]float32) {
	for i := range 256 {
		power[i] = float32(math.Exp2(trust * max(-60, min(float64(i-127), 60))))
		part[i] = float32(math.Pow(1+(float64(i)+0.5)/256, trust))
	}
	return power, part
}()

// prove looks whether a node is solved now that the child by one of its edges
// is.
func (t *Tree) prove(n *node, by int32) bool {
	if child := t.nodes.at(t.edges.at(by).child); child.sums[n.seat] == 1 {
		n.sums, n.state = child.sums, n.state|solved
		return true
	}
	if n.state&complete == 0 {
		return false
	}
	var best *node
	for _, e := range t.edges.from(n.first, n.count) {
		child := t.nodes.at(e.child)
		if e.child == 0 || child.state&solved == 0 {
			return false
		}
		if best == nil || child.sums[n.seat] > best.sums[n.seat] {
			best = child
		}
	}
	n.sums, n.state = best.sums, n.state|solved
	return true
}

// valueOf is what an edge has turned out to be worth to the seat.
func (t *Tree) valueOf(e *edge, seat lancelot.Seat) (value float32, proved bool) {
	if e.child == 0 {
		return e.share, false
	}
	child := t.nodes.at(e.child)
	switch {
	case child.state&solved != 0:
		return child.sums[seat], true
	case child.visits == 0:
		return e.share, false
	}
	return child.sums[seat] / float32(child.visits), false
}

// best is the edge to play: a proved win, else the one tried most that is no
// proved loss.
func (t *Tree) best(n *node) *edge { return t.edges.at(t.bestEdge(n)) }

func (t *Tree) bestEdge(n *node) int32 {
	edges := t.edges.from(n.first, n.count)
	best := n.first
	bestRank := float32(-1)
	for i := range edges {
		e := &edges[i]
		value, proved := t.valueOf(e, n.seat)
		rank := float32(e.visits) + e.share
		if proved && value == 1 {
			rank = math.MaxFloat32
		} else if proved && value == 0 {
			rank = value
		}
		if rank > bestRank {
			best, bestRank = n.first+int32(i), rank
		}
	}
	return best
}

// winShares returns the win shares of all seats after the edge's turn on the board.
func (t *Tree) winShares(e *edge, board *lancelot.Position) [lancelot.MaxSeats]Score {
	if e.child == 0 || t.nodes.at(e.child).visits == 0 && t.nodes.at(e.child).state&solved == 0 {
		var after lancelot.Position
		board.PlayInto(&after, e.turn)
		s := t.weights.winShares(&after)
		return s.scores()
	}
	child := t.nodes.at(e.child)
	s := child.sums
	if child.state&solved == 0 {
		for seat := range s {
			s[seat] /= float32(child.visits)
		}
	}
	return s.scores()
}

// line is the best line from the root.
func (t *Tree) info(p *lancelot.Position) Info {
	info := Info{Nodes: t.clock.nodes}
	board := *p
	for at := t.root; t.nodes.at(at).count > 0; {
		n := t.nodes.at(at)
		e := t.best(n)
		if at != t.root && e.visits == 0 || board.Outcome().Over() {
			break
		}
		if at == t.root {
			info.WinShares = t.winShares(e, &board)
			info.Score = info.WinShares[n.seat]
		}
		info.PV = append(info.PV, e.turn)
		board.PlayInto(&board, e.turn)
		if at = e.child; at == 0 {
			break
		}
	}
	info.Depth = len(info.PV)
	return info
}
