package search

// backUp adds the value of a leaf to all nodes on the path to it, and proves
// those that it can.
func (t *Tree) backUp(w *treeWorker) {
	value := w.value
	visit := int32(1)
	if len(t.workers) > 1 {
		visit = 0 // selectLeaf has counted it
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

// prove reports whether a node is solved now that the child of the edge by is
// solved, and marks it.
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
