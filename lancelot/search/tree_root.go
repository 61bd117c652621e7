package search

import (
	"slices"

	"tafelrunde/internal/engines"
	"tafelrunde/lancelot"
)

// begin makes the position the root, keeps its subtree if there is one, and
// expands it with all its turns.
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
		t.visitsBefore = t.nodes.at(t.root).visits
		t.clock.Over = t.clock.Over || t.nodes.at(t.root).count == 1
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
	c := engines.Random(t.Seed ^ p.Key())
	n := t.nodes.at(t.root)
	t.visitsBefore = n.visits
	edges := t.edges.from(n.first, n.count)
	for i := range edges {
		edges[i].prior *= 0.75 + 0.5*float32(c.Below(1024))/1024
	}
	if n.count == 1 {
		t.clock.Over = true
	}
}

// resumes reports whether the position is already the root with all turns to
// include, and Resume is set.
func (t *Tree) resumes(p *lancelot.Position) bool {
	if !t.Resume || t.nodes.used == 0 || t.nodes.at(t.root).key != p.Key() {
		return false
	}
	n := t.nodes.at(t.root)
	return !slices.ContainsFunc(t.Include, func(turn lancelot.Turn) bool {
		return !slices.ContainsFunc(t.edges.from(n.first, n.count), func(e edge) bool { return e.turn == turn })
	})
}

// reuse makes the position the root and keeps its subtree, if the previous search
// reached it and at least half of the tree is free. It reports whether it did.
func (t *Tree) reuse(p *lancelot.Position) bool {
	if t.nodes.used == 0 || t.nodes.at(t.root).key == p.Key() ||
		2*t.nodes.used > t.nodes.limit || 2*t.edges.used > t.edges.limit {
		return false
	}
	at, ok := t.find(p.Key())
	if !ok || t.nodes.at(at).state&solved != 0 {
		return false
	}
	t.root = at
	return true
}

// evenVisits is an edge of the root with its visits since all edges in Tree.even
// are visited equally often.
type evenVisits struct{ edge, visits int32 }

// leastTried returns the index in Tree.even of the edge with the fewest visits
// whose child is not solved, or -1 if there is none.
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
