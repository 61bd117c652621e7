package search

import (
	"cmp"
	"context"
	"slices"
	"time"

	"tafelrunde/internal/engines"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
)

// Advice is the result of a search for a player: win shares and the best turns
// with their consequences, as codes and numbers.
type Advice struct {
	// WinShares are the win shares of all seats, in thousandths.
	WinShares [lancelot.MaxSeats]engine.Score
	// Candidates are the best turns found, the best first.
	Candidates []Candidate
	// Nodes is the number of positions evaluated.
	Nodes uint64
	// Done reports that further search is useless: the position is solved or has
	// only one turn.
	Done bool
}

// Candidate is a turn with its consequences.
type Candidate struct {
	Turn lancelot.Turn
	// PV is the principal variation, beginning with Turn.
	PV []lancelot.Turn
	// WinShares are the win shares of all seats after the turn, in thousandths.
	WinShares [lancelot.MaxSeats]engine.Score
	// Proved reports that WinShares are exact: the result if each seat maximizes
	// its own win share.
	Proved bool
	// Outcome is the outcome by the rules after the turn.
	Outcome lancelot.Outcome
	// Captures are the stones that the turn captures.
	Captures []lancelot.Capture
	// Captured is the number of stones captured by the seat to act, including
	// those of this turn.
	Captured int
	// Threats are the largest captures that each other seat could make with its
	// next single stone, the largest first. Only stones of the seat to act count.
	Threats []Threat
	// ExcaliburThreats are the largest captures that other seats could make with their
	// Excalibur turn, as far as they are larger than with a single stone.
	ExcaliburThreats []Threat
	// Gains is the other seat that profits most from this turn compared with the
	// alternatives, and Gain the difference in win share, in thousandths; Gain is 0
	// if no seat profits. Alternatives are weighted by their visits.
	Gains lancelot.Seat
	Gain  engine.Score // the difference
	// Kingmaking compares the turn with another that is about equal for the seat to
	// act, if the choice between them decides about another seat. The other turn need
	// not be a candidate.
	Kingmaking Kingmaking
}

// Kingmaking is a choice between turns that are about equal for the seat to act,
// but not for the others.
type Kingmaking struct {
	// Instead is the other turn; lancelot.NoTurn if there is none.
	Instead lancelot.Turn
	// For is the seat whose win share is greater than after Instead, and Change the
	// difference in thousandths.
	For    lancelot.Seat
	Change engine.Score
}

// Threat is a capture that another seat could make with its next turn.
type Threat struct {
	By       lancelot.Seat      // the seat that could capture
	Turn     lancelot.Turn      // its turn
	Captures []lancelot.Capture // the stones it would capture
}

// Comparison compares a turn with the best one.
type Comparison struct {
	// Played is the compared turn, Best the best one; they may be the same.
	Played, Best Candidate
	// Loss is the win share that the turn gave away, in thousandths.
	Loss engine.Score
	// Only reports that the turn was the best, and that every other turn the search
	// considers loses at least as much as a mistake. Turns that lead to the same
	// position count as one. A turn without an alternative is not an only turn.
	Only bool
}

// evenPart is the divisor of the budget that is reserved for visiting the
// reported turns equally often. It makes their win shares comparable: otherwise
// rarely visited turns would be reported with little more than a static
// evaluation.
const evenPart = 4

// Advise searches the position and returns at most n turns, at least one. The
// position must not be over.
func (t *Tree) Advise(ctx context.Context, p *lancelot.Position, limits engine.Limits, n int) Advice {
	ctx, cancel := withinTime(ctx, p, limits)
	defer cancel()
	var best int32
	if n > 1 {
		best = t.searchMost(ctx, p, limits)
	} else {
		t.searchPosition(ctx, p, limits, nil)
		best = t.bestEdge(t.nodes.at(t.root))
	}
	root := t.nodes.at(t.root)
	order := t.different(t.ranked(root, best))
	others := order[max(1, min(n, len(order))):]
	order = order[:len(order)-len(others)]
	t.searchEvenly(ctx, p, limits, order)
	var advice Advice
	for _, at := range order {
		advice.Candidates = append(advice.Candidates, t.candidate(p, at))
	}
	slices.SortStableFunc(advice.Candidates, func(a, b Candidate) int {
		return cmp.Compare(b.WinShares[p.ToMove()], a.WinShares[p.ToMove()])
	})
	for i := range advice.Candidates {
		for j := range advice.Candidates {
			if i != j {
				advice.Candidates[i].compare(p, &advice.Candidates[j])
			}
		}
		t.compareWithOthers(p, &advice.Candidates[i], others)
	}
	advice.WinShares = advice.Candidates[0].WinShares
	advice.Nodes = t.clock.Nodes
	advice.Done = root.count == 1 || root.state&solved != 0
	return advice
}

const (
	// doubtful is the loss in thousandths from which on Compare searches on.
	doubtful = 30
	// secondLook is the number of further searches as long as the first that it then makes.
	secondLook = 3
)

// Compare searches the position and compares the turn, which must be legal, with
// the best one. If only the nodes are limited and the turn seems to lose something, it
// searches on with three times as many nodes: the spread of the visits is far smaller
// than the error of the loss, so that only a longer search shows whether the loss is
// real (docs/lab/review.md).
func (t *Tree) Compare(ctx context.Context, p *lancelot.Position, turn lancelot.Turn, limits engine.Limits) Comparison {
	c := t.compareWithBest(ctx, p, turn, limits)
	if limits.Nodes == 0 || limits.MoveTime != 0 || c.Loss < doubtful || c.Played.Proved && c.Best.Proved {
		return c
	}
	defer func(before bool) { t.Resume = before }(t.Resume)
	t.Resume = true
	limits.Nodes *= secondLook
	return t.compareWithBest(ctx, p, turn, limits)
}

// compareWithBest is [Tree.Compare] with one search.
func (t *Tree) compareWithBest(ctx context.Context, p *lancelot.Position, turn lancelot.Turn, limits engine.Limits) Comparison {
	ctx, cancel := withinTime(ctx, p, limits)
	defer cancel()
	t.Include = []lancelot.Turn{turn}
	defer func() { t.Include = nil }()
	best := t.searchMost(ctx, p, limits)
	root := t.nodes.at(t.root)
	played := root.first + int32(slices.IndexFunc(t.edges.from(root.first, root.count), func(e edge) bool { return e.turn == turn }))
	c := Comparison{}
	if played == best || t.same(played, best) {
		c.Only = t.isOnly(ctx, p, limits, best)
	} else {
		t.searchEvenly(ctx, p, limits, []int32{played, best})
	}
	c.Best = t.candidate(p, best)
	c.Played = c.Best
	if played != best {
		c.Played = t.candidate(p, played)
		seat := p.ToMove()
		c.Loss = max(0, c.Best.WinShares[seat]-c.Played.WinShares[seat])
		c.Played.compare(p, &c.Best)
	}
	t.compareWithOthers(p, &c.Played, t.ranked(root, best))
	return c
}

// same reports whether two edges of the root lead to the same position.
func (t *Tree) same(a, b int32) bool {
	child := t.edges.at(a).child
	return child != 0 && child == t.edges.at(b).child
}

// rivals is the number of turns that are searched as well as the best one before it
// is called the only good one.
const rivals = 3

// isOnly reports whether the edge of the best turn is the only good one. If it seems to
// be, the remaining budget is spent on it and its best alternatives.
func (t *Tree) isOnly(ctx context.Context, p *lancelot.Position, limits engine.Limits, best int32) bool {
	seat := p.ToMove()
	value := func(at int32) float64 {
		v, _ := t.valueOf(t.edges.at(at), seat)
		return 1000 * float64(v)
	}
	others := t.different(t.ranked(t.nodes.at(t.root), best))[1:]
	byValue := func(a, b int32) int { return cmp.Compare(value(b), value(a)) }
	seems := func() bool {
		slices.SortStableFunc(others, byValue)
		return len(others) > 0 && engines.IsOnly(value(best), value(others[0]))
	}
	if !seems() {
		return false
	}
	t.searchEvenly(ctx, p, limits, append([]int32{best}, others[:min(rivals, len(others))]...))
	return seems()
}

// searchMost searches with all of the budget except 1/evenPart and returns the
// edge of the best turn.
func (t *Tree) searchMost(ctx context.Context, p *lancelot.Position, limits engine.Limits) int32 {
	most := limits
	most.Nodes -= limits.Nodes / evenPart
	if deadline, timed := ctx.Deadline(); timed {
		early, cancel := context.WithDeadline(ctx, deadline.Add(-time.Until(deadline)/evenPart))
		defer cancel()
		t.searchPosition(early, p, most, nil)
	} else {
		t.searchPosition(ctx, p, most, nil)
	}
	return t.bestEdge(t.nodes.at(t.root))
}

// searchEvenly visits these edges of the root equally often until the limits are
// reached.
func (t *Tree) searchEvenly(ctx context.Context, p *lancelot.Position, limits engine.Limits, edges []int32) {
	if len(edges) == 1 {
		return
	}
	for _, at := range edges {
		t.even = append(t.even, evenVisits{edge: at})
	}
	spent := t.clock.Nodes
	t.clock = engines.StartClock(ctx, limits.Nodes)
	t.clock.Nodes = spent
	t.run(p, nil)
	t.even = nil
}

// ranked returns the edges of a node: the best one, then the others by
// decreasing number of visits.
func (t *Tree) ranked(n *node, best int32) []int32 {
	order := make([]int32, n.count)
	for i := range order {
		order[i] = n.first + int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int {
		if (a == best) != (b == best) {
			if a == best {
				return -1
			}
			return 1
		}
		return cmp.Compare(t.edges.at(b).visits, t.edges.at(a).visits)
	})
	return order
}

// different removes the edges that transpose into the position of an earlier
// edge, such as a stone and Excalibur in the other order.
func (t *Tree) different(order []int32) []int32 {
	known := map[int32]bool{}
	return slices.DeleteFunc(order, func(at int32) bool {
		child := t.edges.at(at).child
		same := child != 0 && known[child]
		known[child] = true
		return same
	})
}

// candidate returns the turn of an edge of the root with its consequences.
func (t *Tree) candidate(p *lancelot.Position, at int32) Candidate {
	e, seat := t.edges.at(at), p.ToMove()
	var after lancelot.Position
	p.PlayInto(&after, e.turn)
	c := Candidate{Turn: e.turn, WinShares: t.winShares(e, p), Outcome: after.Outcome(), Captured: after.Captured(seat)}
	_, c.Proved = t.valueOf(e, seat)
	if step, err := p.Explain(e.turn); err == nil {
		c.Captures = step.Captures()
	}
	c.PV = append([]lancelot.Turn{e.turn}, t.from(e.child, &after)...)
	if !c.Outcome.Over() {
		found := t.threatsTo(seat, &after)
		c.Threats, c.ExcaliburThreats = found.stones, found.excaliburs
	}
	if instead, ok := t.instead(e); ok {
		for other := range lancelot.Seat(p.Seats()) {
			if gain := c.WinShares[other] - instead[other]; other != seat && gain > c.Gain {
				c.Gains, c.Gain = other, gain
			}
		}
	}
	return c
}

// compareWithOthers compares a turn with the other edges of the root whose win shares
// are proved. Those of the rest are uncertain, because they have few visits.
func (t *Tree) compareWithOthers(p *lancelot.Position, c *Candidate, others []int32) {
	for _, at := range others {
		e := t.edges.at(at)
		if _, proved := t.valueOf(e, p.ToMove()); proved && e.turn != c.Turn {
			c.compare(p, &Candidate{Turn: e.turn, WinShares: t.winShares(e, p)})
		}
	}
}

// compare sets c.Kingmaking if the choice between c and the other turn is
// kingmaking, and more so than with the turn compared before.
func (c *Candidate) compare(p *lancelot.Position, other *Candidate) {
	shares := func(c *Candidate) []int {
		list := make([]int, p.Seats())
		for seat := range list {
			list[seat] = int(c.WinShares[seat])
		}
		return list
	}
	seat, change, ok := kingmaking(int(p.ToMove()), shares(c), shares(other))
	if ok && engine.Score(change) > c.Kingmaking.Change {
		c.Kingmaking = Kingmaking{Instead: other.Turn, For: lancelot.Seat(seat), Change: engine.Score(change)}
	}
}

// sameShare is the greatest difference between win shares that count as equal, and
// otherShare the least change of another seat's win share that is named; both in
// thousandths.
const sameShare, otherShare = 20, 100

// kingmaking compares the win shares of all seats after two turns, in thousandths. If
// the turns are about equal for the mover, it returns the other seat that gains most by
// the first turn, and the gain. ok is false if the turns are not equal for the mover, or
// if no other seat gains much.
func kingmaking(mover int, turn, instead []int) (seat, change int, ok bool) {
	if difference := turn[mover] - instead[mover]; difference > sameShare || difference < -sameShare {
		return 0, 0, false
	}
	for other := range turn {
		if more := turn[other] - instead[other]; other != mover && more > change {
			seat, change = other, more
		}
	}
	return seat, change, change >= otherShare
}

// instead returns the mean win shares over the other edges of the root, weighted
// by their visits. It returns false if none of them has been visited.
func (t *Tree) instead(but *edge) (c [lancelot.MaxSeats]engine.Score, ok bool) {
	root := t.nodes.at(t.root)
	var sums [lancelot.MaxSeats]float64
	tried := 0.0
	edges := t.edges.from(root.first, root.count)
	for i := range edges {
		e := &edges[i]
		if e.turn == but.turn || e.visits == 0 || e.child == 0 {
			continue
		}
		child := t.nodes.at(e.child)
		parts := float64(child.visits)
		if child.state&solved != 0 {
			parts = 1
		}
		if parts == 0 {
			continue
		}
		for seat := range sums {
			sums[seat] += float64(e.visits) * float64(child.sums[seat]) / parts
		}
		tried += float64(e.visits)
	}
	if tried == 0 {
		return c, false
	}
	for seat, sum := range sums {
		c[seat] = scoreOf(float32(sum / tried))
	}
	return c, true
}

// from returns the principal variation from a node.
func (t *Tree) from(at int32, p *lancelot.Position) (turns []lancelot.Turn) {
	board := *p
	for at != 0 && t.nodes.at(at).count > 0 && !board.Outcome().Over() {
		e := t.best(t.nodes.at(at))
		if e.visits == 0 {
			break
		}
		turns = append(turns, e.turn)
		board.PlayInto(&board, e.turn)
		at = e.child
	}
	return turns
}

type (
	// threatened is a position, by its key, and a seat.
	threatened struct {
		position uint64
		seat     lancelot.Seat
	}
	// bothThreats are the two results of [threats].
	bothThreats struct{ stones, excaliburs []Threat }
)

// maxThreats is the number of positions whose threats a tree keeps.
const maxThreats = 64

// threatsTo returns the threats to a seat, which it keeps for the next report.
func (t *Tree) threatsTo(seat lancelot.Seat, p *lancelot.Position) bothThreats {
	key := threatened{p.Key(), seat}
	found, known := t.threats[key]
	if known {
		return found
	}
	if t.threats == nil {
		t.threats = map[threatened]bothThreats{}
	}
	if len(t.threats) >= maxThreats {
		clear(t.threats)
	}
	found.stones, found.excaliburs = threats(p, seat)
	t.threats[key] = found
	return found
}

// threats returns, for each other seat, the largest capture of the seat's stones that
// a single stone could make on this board, the largest first, and then the larger
// captures with an Excalibur turn. Seats without such a capture are left out.
func threats(p *lancelot.Position, seat lancelot.Seat) (stones, excaliburs []Threat) {
	own := p.Stones(seat)
	for by := range lancelot.Seat(p.Seats()) {
		if by == seat {
			continue
		}
		turn, captured := p.LargestCapture(by, own)
		if turn != lancelot.NoTurn {
			stones = append(stones, newThreat(p, by, turn, seat, captured))
		}
		turn, more := p.LargestExcaliburCapture(by, own)
		if more.Count() > captured.Count() {
			excaliburs = append(excaliburs, newThreat(p, by, turn, seat, more))
		}
	}
	bySize := func(a, b Threat) int { return cmp.Compare(len(b.Captures), len(a.Captures)) }
	slices.SortStableFunc(stones, bySize)
	slices.SortStableFunc(excaliburs, bySize)
	return stones, excaliburs
}

// newThreat returns the threat of a turn that captures stones of a seat.
func newThreat(p *lancelot.Position, by lancelot.Seat, turn lancelot.Turn, seat lancelot.Seat, captured lancelot.Set) Threat {
	t := Threat{By: by, Turn: turn}
	for square := range captured.Squares() {
		t.Captures = append(t.Captures, lancelot.Capture{Square: square, Seat: seat})
	}
	return t
}
