package search

import (
	"math"

	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
)

// info returns the result so far.
func (t *Tree) info(p *lancelot.Position) engine.Info {
	info := engine.Info{Nodes: t.clock.Nodes}
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

// winShares returns the win shares of all seats after the edge's turn on the board.
func (t *Tree) winShares(e *edge, board *lancelot.Position) [lancelot.MaxSeats]engine.Score {
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

// best returns the edge to play.
func (t *Tree) best(n *node) *edge { return t.edges.at(t.bestEdge(n)) }

// bestEdge returns the index of the edge to play: a proved win, else the most
// visited edge that is not a proved loss.
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

// valueOf returns the value of an edge for a seat: the mean of its visits, or the
// static win share without visits. proved reports that it is exact.
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
