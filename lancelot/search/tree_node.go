package search

import (
	"tafelrunde/lancelot"
)

// node is a position of the tree.
type node struct {
	key    uint64
	sums   shares // of the values of all visits; if solved, the win shares themselves
	visits int32
	first  int32         // index of the first edge
	count  int32         // number of edges
	place  int32         // in the hash table
	seat   lancelot.Seat // to act
	state  nodeState
}

type nodeState uint8

const (
	expanded nodeState = 1 << iota
	solved             // the win shares are proved
	complete           // all legal turns have an edge
	widened            // Excalibur turns have been added
	narrow             // only the best turns with a single stone have an edge
)

// edge is a turn in the tree.
type edge struct {
	turn   lancelot.Turn
	child  int32 // index of the node; 0 for none yet
	visits int32
	share  float32 // static win share of the seat that plays the turn
	prior  float32 // normalized over the best turns; see expand
}

// step is a node on the path from the root and the edge selected there.
type step struct{ node, edge int32 }

// reset empties the tree and gets its memory. Three quarters are for edges, of
// which a node has about twenty on average, the rest for nodes and the hash
// table.
func (t *Tree) reset() {
	memory := t.Memory
	if memory == 0 {
		memory = 64 << 20
	}
	memory = max(memory, 1<<20)
	t.edges.limit = int32(memory * 3 / 4 / bytesPerEdge)
	t.nodes.limit = int32(memory / 4 / bytesPerNode)
	if places := 2 * int(t.nodes.limit); places <= cap(t.index) {
		t.index = t.index[:places]
	} else {
		t.index = make([]int32, places)
	}
	t.full = false
	t.edges.used, t.nodes.used = 0, 0
	t.nodes.add(1) // index 0 means no node
	*t.nodes.at(0) = node{}
}

// nodeAt returns the node at a place of the hash table, 0 if there is none. The
// table is not cleared, because that takes long if it is large. An entry of an
// earlier tree refers to an index that is unused or to a node with another place.
func (t *Tree) nodeAt(place uint64) int32 {
	if n := t.index[place]; n < t.nodes.used && uint64(t.nodes.at(n).place) == place {
		return n
	}
	return 0
}

// find returns the node with the key, or else the place in the hash table for it.
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

// node returns the node of a position and creates it if there is none.
func (t *Tree) node(p *lancelot.Position) int32 {
	key := p.Key()
	place, ok := t.find(key)
	if ok {
		return place
	}
	n := node{key: key, seat: p.ToMove(), place: place}
	if o := p.Outcome(); o.Over() {
		n.sums, n.state = outcomeWinShares(o, p.Seats()), solved
	}
	at := t.nodes.add(1)
	*t.nodes.at(at) = n
	t.index[place] = at
	return at
}

// almostFull reports whether there is no room for another node with all its
// edges, besides one for each leaf in progress.
func (t *Tree) almostFull() bool {
	reserve := len(t.workers) + 1
	return !t.edges.hasRoom(reserve*(innerTurns+innerExcalibur)) || !t.nodes.hasRoom(reserve)
}
