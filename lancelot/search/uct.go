package search

import (
	"context"
	"math"

	"tafelrunde/internal/engines"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
)

// UCT is Monte-Carlo tree search with upper confidence bounds (Kocsis,
// Szepesvári, "Bandit Based Monte-Carlo Planning", 2006) and random games. Each
// seat maximizes its own win share (max^n, as in Sturtevant, "An Analysis of UCT
// in Multi-player Games", 2008). It uses no knowledge but the rules.
type UCT struct {
	noOptions
	// Seed is the seed of the random numbers.
	Seed uint64
	// Exploration is the exploration constant; 0 means 0.7.
	Exploration float64
	// MaxNodes is the maximum number of nodes; 0 means 300,000, about 16 MB. When they
	// are used up, the search continues without new nodes.
	MaxNodes int

	nodes []uctNode
}

// uctNode is a turn in the tree. The children of a node are contiguous.
type uctNode struct {
	turn         lancelot.Turn
	seat         lancelot.Seat // plays the turn
	visits       int32
	first, count int32 // children
	// shares are the sums of the win shares of all visits.
	shares [lancelot.MaxSeats]float32
}

// expandAfter is the number of visits after which a node gets children.
const expandAfter = 2

// Search plays random games from the position, at most Limits.Nodes, and returns
// the most visited turn. The depth of the result is the length of its PV.
func (u *UCT) Search(ctx context.Context, game *lancelot.Game, limits engine.Limits, report func(engine.Info)) engine.Result {
	return searchGame(ctx, game, limits, report, u.searchPosition)
}

func (u *UCT) searchPosition(ctx context.Context, p *lancelot.Position, limits engine.Limits, report func(engine.Info)) engine.Info {
	c := engines.Random(u.Seed ^ p.Key())
	maxNodes := u.MaxNodes
	if maxNodes == 0 {
		maxNodes = 300_000
	}
	clock := engines.StartClock(ctx, limits.Nodes)
	if cap(u.nodes) < maxNodes {
		u.nodes = make([]uctNode, 0, maxNodes) // growing would stop a search to copy them
	}
	u.nodes = append(u.nodes[:0], uctNode{})
	u.expandRoot(p, &c, &clock)
	reported := uint64(100)
	check := depthCheck{limit: limits.Depth}
	full := false
	var turns []lancelot.Turn
	path := make([]int32, 0, 64)
	for only := u.nodes[0].count == 1; ; {
		// 1. Select by the bounds, down to a node without children.
		board := *p
		at := int32(0)
		path = append(path[:0], at)
		for u.nodes[at].count > 0 {
			at = u.choose(at)
			board.PlayInto(&board, u.nodes[at].turn)
			path = append(path, at)
		}
		// 2. Expand it after enough visits, and select a child.
		if n := &u.nodes[at]; n.visits >= expandAfter && !board.Outcome().Over() {
			turns = appendSingleActions(turns[:0], &board)
			if len(u.nodes)+len(turns) <= maxNodes {
				engines.Shuffle(&c, turns)
				n.first, n.count = int32(len(u.nodes)), int32(len(turns))
				for _, turn := range turns {
					u.nodes = append(u.nodes, uctNode{turn: turn, seat: board.ToMove()})
				}
				at = u.choose(at)
				board.PlayInto(&board, u.nodes[at].turn)
				path = append(path, at)
			} else {
				full = true
			}
		}
		// 3. Play a random game to the end.
		shares := playout(&board, &c)
		// 4. Back up the result.
		for _, i := range path {
			n := &u.nodes[i]
			n.visits++
			for seat := range shares {
				n.shares[seat] += shares[seat]
			}
		}
		if clock.Tick() || only {
			return u.info(clock.Nodes)
		}
		if check.due(clock.Nodes) {
			if info := u.info(clock.Nodes); full || reaches(p, info.PV, limits.Depth) {
				return info
			}
		}
		if report != nil && clock.Nodes >= reported {
			reported = 2 * clock.Nodes
			report(u.info(clock.Nodes))
		}
	}
}

func (u *UCT) expandRoot(p *lancelot.Position, c *engines.Random, clock *engines.Clock) {
	list := candidates(p, clock)
	engines.Shuffle(c, list)
	u.nodes[0].first, u.nodes[0].count = 1, int32(len(list))
	for _, candidate := range list {
		u.nodes = append(u.nodes, uctNode{turn: candidate.turn, seat: p.ToMove()})
	}
}

// choose returns the child with the largest bound, or the first unvisited one.
func (u *UCT) choose(parent int32) int32 {
	exploration := u.Exploration
	if exploration == 0 {
		exploration = 0.7
	}
	n := &u.nodes[parent]
	children := u.nodes[n.first : n.first+n.count]
	log := math.Log(float64(n.visits + 1))
	best, bestBound := 0, -1.0
	for i := range children {
		child := &children[i]
		if child.visits == 0 {
			return n.first + int32(i)
		}
		visits := float64(child.visits)
		bound := float64(child.shares[child.seat])/visits + exploration*math.Sqrt(log/visits)
		if bound > bestBound {
			best, bestBound = i, bound
		}
	}
	return n.first + int32(best)
}

// info returns the result so far, with the path of the most visited children as
// PV.
func (u *UCT) info(nodes uint64) engine.Info {
	info := engine.Info{Nodes: nodes}
	for at := int32(0); u.nodes[at].count > 0; {
		n := &u.nodes[at]
		best := n.first
		for i := n.first; i < n.first+n.count; i++ {
			if u.nodes[i].visits > u.nodes[best].visits {
				best = i
			}
		}
		if u.nodes[best].visits == 0 && at != 0 {
			break
		}
		if at == 0 {
			chosen := &u.nodes[best]
			for seat, sum := range chosen.shares {
				info.WinShares[seat] = engine.Score(math.Round(1000 * float64(sum) / float64(max(chosen.visits, 1))))
			}
			info.Score = info.WinShares[chosen.seat]
		}
		info.PV = append(info.PV, u.nodes[best].turn)
		at = best
	}
	info.Depth = len(info.PV)
	return info
}
