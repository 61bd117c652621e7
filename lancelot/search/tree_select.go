package search

import (
	"math"

	"tafelrunde/lancelot"
)

// selectLeaf walks from the root to a node that has no edges or must get more. It
// reports false if the search must stop.
func (t *Tree) selectLeaf(w *treeWorker, p *lancelot.Position) bool {
	if n := t.nodes.at(t.root); t.clock.Over || n.state&solved != 0 && t.even == nil || t.visits != 0 && n.visits-t.visitsBefore >= t.visits {
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
			if t.nodes.used >= t.nodes.limit {
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
		w.expands, w.excaliburs, w.maxEdges = true, 0, narrowTurns
		if n.state&expanded != 0 {
			w.maxEdges = innerTurns
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

// selectEdge returns the edge with the largest bound. It returns -1 if the node
// is narrow and all its edges have been visited. Except at the root (all), edges
// are ordered: unvisited ones come last, and the first of them has the largest
// bound of these.
func (t *Tree) selectEdge(n *node, all bool) int32 {
	scale := exploration * float32(math.Sqrt(float64(n.visits+1)))
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
					value = -0.5 // a proved loss is selected last
				}
			} else if child.visits > 0 {
				value = child.sums[n.seat] / float32(child.visits)
			}
		}
		if bound := value + scale*e.prior/float32(1+e.visits); bound > bestBound {
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
