package search

import (
	"math"

	"tafelrunde/lancelot"
)

// descend goes down to a node without edges, or one that is due for more. It
// reports whether there is anything to look at.
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

// choose is the edge to go on with, less than 0 if a narrow node has no edge left
// that has not been tried. But at the root, edges never tried come last and the
// first of them has the greatest bound.
func (t *Tree) selectEdge(n *node, all bool) int32 {
	root := exploration * float32(math.Sqrt(float64(n.visits+1)))
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
