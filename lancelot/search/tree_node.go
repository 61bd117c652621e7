package search

import (
	"tafelrunde/lancelot"
)

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

// step is a node and the edge taken from it.
type step struct{ node, edge int32 }

// reset empties the tree and gets its memory: three quarters of it for edges, of
// which a node of an average field has some twenty, the rest for nodes and their
// index.
func (t *Tree) reset() {
	memory := t.Memory
	if memory == 0 {
		memory = 64 << 20
	}
	memory = max(memory, 1<<20)
	t.edges.limit = int32(memory * 3 / 4 / bytesPerEdge)
	t.nodes.limit = int32(memory / 4 / bytesPerNode)
	if len(t.index) != 2*int(t.nodes.limit) {
		t.index = make([]int32, 2*t.nodes.limit)
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

// almostFull tells whether there is no room for another node with all its edges,
// and one for each goroutine that has one in mind.
func (t *Tree) almostFull() bool {
	reserve := len(t.workers) + 1
	return !t.edges.hasRoom(reserve*(innerTurns+innerExcalibur)) || !t.nodes.hasRoom(reserve)
}
