package search

import (
	"cmp"
	"context"
	"sync"

	"tafelrunde/internal/searchclock"
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

	mu           sync.Mutex
	nodes        chunks[node]
	edges        chunks[edge]
	index        []int32 // nodes by key; see nodeAt
	root         int32
	visitsBefore int32 // visits of the root before this search
	full         bool
	clock        searchclock.Clock
	weights      *Weights
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

const (
	// innerTurns is how many turns a node keeps, rootTurns how many at the root. Most
	// nodes are visited a few times only; they get the first narrowTurns, the rest
	// when all of these have been tried.
	narrowTurns, innerTurns, rootTurns = 6, 32, 1 << 14
	// innerPower and rootPower are how many turns by the king's power join them,
	// and widenAfter how many visits a node has then.
	innerExcalibur, rootExcalibur, widenAfter = 6, 64, 24

	// exploration weighs how good a turn looks against what has been found, priorPower how
	// much better a turn is tried for a better look.
	exploration, priorPower = 0.6, 0.9

	bytesPerNode, bytesPerEdge = 48 + 8, 20
)

// Search grows the tree until a limit is reached or the position is solved.
// Limits.Nodes counts positions judged. Depth is the length of the expected line.
func (t *Tree) Search(ctx context.Context, p *lancelot.Position, limits Limits, report func(Info)) Info {
	t.clock = searchclock.Start(ctx, limits.Nodes)
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
		due := t.clock.Nodes >= reported
		var info Info
		if due {
			reported = 2 * t.clock.Nodes
			info = t.info(p)
		}
		t.mu.Unlock()
		if due {
			report(info)
		}
	}
	wait.Wait()
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

// tick counts positions judged and looks at the time.
func (t *Tree) tick(nodes int) {
	t.clock.Nodes += uint64(nodes) - 1
	t.clock.Tick()
}
