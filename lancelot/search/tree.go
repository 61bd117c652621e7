package search

import (
	"cmp"
	"context"
	"sync"

	"tafelrunde/internal/engines"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
)

// Tree is a tree search in which each seat maximizes its own win share (max^n, as
// in Sturtevant, "An Analysis of UCT in Multi-player Games", 2008). It evaluates
// leaves statically instead of playing random games. When a node is expanded, all
// its turns are evaluated. The search then selects edges by the mean value found
// below them plus a bonus that grows with the prior and falls with the number of
// visits (after Rosin, "Multi-armed bandits with episode context", 2011).
//
//   - Transpositions share a node.
//   - Wins are proved and backed up, and so are losses where all turns are known
//     (Winands, Björnsson, Saito, "Monte-Carlo Tree Search Solver", 2008, for
//     several seats as in Nijssen's thesis, 2013).
//   - The most promising Excalibur turns are added to a node after some visits.
//   - The subtree of the position that the game reaches is kept for the next search.
type Tree struct {
	noOptions
	// Seed varies the priors at the root, and so the choice between similar turns.
	Seed uint64
	// Threads is the number of goroutines that search; 0 means one. The result of
	// several is not reproducible.
	Threads int
	// Memory is the approximate maximum size of the tree in bytes, at least 1 MiB; 0
	// means 64 MiB. When the tree is full, the search continues without new nodes.
	Memory int
	// Weights are the weights of the evaluation; nil means those of the package. They
	// must not change between the searches of one game.
	Weights *Weights
	// Include are turns that are always added to the root, whatever their priors.
	Include []lancelot.Turn
	// Resume makes a search of the same position continue the previous one, so that a
	// long search can be done in slices.
	Resume bool

	mu           sync.Mutex
	nodes        chunks[node]
	edges        chunks[edge]
	index        []int32 // hash table of nodes by key; see nodeAt
	root         int32
	visitsBefore int32 // visits of the root before this search
	full         bool
	clock        engines.Clock
	check        depthCheck
	weights      *Weights
	// visits is the maximum number of visits to the root in a search; 0 for no limit.
	visits int32
	// even are edges of the root to visit equally often, instead of the normal
	// selection; nil for none. Such visits do not count among the root's.
	even []evenVisits

	// threats are those found in positions after candidates, because a search in slices
	// reports the same candidates again and again.
	threats map[threatened]bothThreats

	workers []treeWorker // one, or leavesAtOnce for each goroutine if there are several
}

// leavesAtOnce is the number of leaves that each of several goroutines selects
// before it evaluates them, so that they rarely wait for each other. A leaf
// counts as lost until it is evaluated (virtual loss: Chaslot, Winands, van den
// Herik, "Parallel Monte-Carlo Tree Search", 2008), so that the goroutines select
// different leaves.
const leavesAtOnce = 8

const (
	// innerTurns is the maximum number of edges of a node, rootTurns that of the root.
	// Most nodes have few visits. They get the best narrowTurns at first, and the
	// others when all of these have been visited.
	narrowTurns, innerTurns, rootTurns = 6, 32, 1 << 14
	// innerExcalibur and rootExcalibur are the maximum numbers of Excalibur turns
	// among them. A node gets them after widenAfter visits.
	innerExcalibur, rootExcalibur, widenAfter = 6, 64, 24

	// exploration is the weight of the bonus for rarely visited turns. The prior of a
	// turn is proportional to its odds to the power of priorPower.
	exploration, priorPower = 0.6, 0.9

	bytesPerNode, bytesPerEdge = 48 + 8, 20
)

// Search grows the tree until a limit is reached or the position is solved.
// Limits.Nodes limits the number of positions evaluated. The depth of the result
// is the length of its PV.
func (t *Tree) Search(ctx context.Context, game *lancelot.Game, limits engine.Limits, report func(engine.Info)) engine.Result {
	return searchGame(ctx, game, limits, report, t.searchPosition)
}

// NewGame discards the tree and keeps its memory.
func (t *Tree) NewGame() {
	t.nodes.used, t.edges.used = 0, 0
	t.root, t.visitsBefore, t.full = 0, 0, false
	clear(t.threats)
}

// searchPosition is [Tree.Search] for a position.
func (t *Tree) searchPosition(ctx context.Context, p *lancelot.Position, limits engine.Limits, report func(engine.Info)) engine.Info {
	t.clock = engines.StartClock(ctx, limits.Nodes)
	t.weights = cmp.Or(t.Weights, trained())
	t.check = depthCheck{limit: limits.Depth}
	t.begin(p)
	t.run(p, report)
	return t.info(p)
}

// run grows the tree until the clock is over or the root is solved.
func (t *Tree) run(p *lancelot.Position, report func(engine.Info)) {
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
		if t.check.limit != 0 {
			t.checkDepth(p)
		}
		if report == nil {
			continue
		}
		t.mu.Lock()
		due := t.clock.Nodes >= reported
		var info engine.Info
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

// checkDepth ends the search if it has reached the limit of depth.
func (t *Tree) checkDepth(p *lancelot.Position) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.check.due(t.clock.Nodes) {
		info := t.info(p)
		t.clock.Over = t.clock.Over || t.full || t.nodes.used >= t.nodes.limit || reaches(p, info.PV, t.check.limit)
	}
}

// lock locks the tree. Other goroutines hold it for some microseconds only, and
// sleeping and waking would take longer than that.
func (t *Tree) lock() {
	const tries = 20_000 // some tens of microseconds
	for range tries {
		if t.mu.TryLock() {
			return
		}
	}
	t.mu.Lock()
}

// iterate selects, evaluates and backs up one leaf for each of the workers. It
// reports whether to continue.
func (t *Tree) iterate(workers []treeWorker, p *lancelot.Position) bool {
	t.lock()
	defer t.mu.Unlock()
	// At first few leaves at once: a good selection needs the results of the others.
	most := min(len(workers), 1+int(t.nodes.at(t.root).visits)/256)
	leaves := 0
	for leaves < most && t.selectLeaf(&workers[leaves], p) {
		leaves++
	}
	if leaves == 0 {
		return false
	}
	workers = workers[:leaves]
	t.mu.Unlock() // others may select leaves meanwhile
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
			w.value = t.expand(w, w.at, w.maxEdges, w.excaliburs > 0 && !w.excalibur.late)
		}
		t.backUp(w)
	}
	return true
}

// tick counts positions and compares the time.
func (t *Tree) tick(nodes int) {
	t.clock.Nodes += uint64(nodes) - 1
	t.clock.Tick()
}
