package search

import (
	"math"
	"slices"

	"tafelrunde/lancelot"
)

// treeWorker is the state of the evaluation of one leaf.
type treeWorker struct {
	board       lancelot.Position
	after       lancelot.Position
	path        []step
	evals       []turnEval
	order       []uint64 // evals by decreasing share: bits of the share, then ^index
	turns       []lancelot.Turn
	excalibur   excaliburTurns
	incremental incremental

	at         int32 // the leaf; 0 if the tree had no room for it
	value      shares
	expands    bool // the leaf gets edges
	maxEdges   int  // maximum number of edges
	excaliburs int  // maximum number of Excalibur turns
}

// turnEval is a turn with its static win shares; share is that of the seat to
// act.
type turnEval struct {
	turn   lancelot.Turn
	shares shares
	share  float32
	over   bool
}

// evaluateTurns generates and evaluates the turns of the worker's board: all
// single stones, at most excaliburs Excalibur turns, and include.
func (t *Tree) evaluateTurns(w *treeWorker, excaliburs int, include []lancelot.Turn) {
	p := &w.board
	w.turns = appendSingleActions(w.turns[:0], p)
	w.excalibur.late = false
	if excaliburs > 0 && p.HasExcaliburTurn(p.ToMove()) && !p.PlacesExcalibur() {
		w.excalibur.clock, w.excalibur.weights = &t.clock, t.weights
		w.turns = w.excalibur.append(w.turns, p, excaliburs)
	}
	for _, turn := range include {
		if p.IsLegal(turn) && !slices.Contains(w.turns, turn) {
			w.turns = append(w.turns, turn)
		}
	}
	w.evals = w.evals[:0]
	seat := p.ToMove()
	w.order = w.order[:0]
	open := p.Open()
	incrementally := w.incremental.begin(p, t.weights)
	for i, turn := range w.turns {
		f := turnEval{turn: turn}
		evaluated := false
		if incrementally && !open.IsEmpty() { // the single stones come first, in this order
			var v evaluation
			if v, evaluated = w.incremental.stone(p, open.Pop()); evaluated {
				f.shares = v.shares(w.incremental.seats)
			}
		}
		if !evaluated {
			p.PlayInto(&w.after, turn)
			f.shares, f.over = t.weights.winShares(&w.after), w.after.Outcome().Over()
		}
		f.share = f.shares[seat]
		w.evals = append(w.evals, f)
		w.order = append(w.order, uint64(math.Float32bits(f.share))<<32|uint64(^uint32(i)))
	}
	slices.Sort(w.order)
	slices.Reverse(w.order)
}

// best returns the i-th best turn.
func (w *treeWorker) best(i int) *turnEval { return &w.evals[^uint32(w.order[i])] }

// expand gives a node at most maxEdges of the evaluated turns as edges, the best
// first, and returns the static win shares after the best turn. Edges that the
// node had keep their children and visits. wide reports that the Excalibur turns
// are among them.
func (t *Tree) expand(w *treeWorker, at int32, maxEdges int, wide bool) shares {
	n := t.nodes.at(at)
	best := w.best(0)
	switch {
	case n.state&solved != 0:
		return n.sums // another goroutine solved it meanwhile
	case n.state&expanded != 0 && maxEdges <= narrowTurns:
		return best.shares // another goroutine expanded it meanwhile
	case best.over && best.share == 1:
		n.sums, n.state = best.shares, n.state|solved
		if at != t.root {
			return best.shares
		}
	case n.state&expanded != 0 && n.state&narrow == 0 && (!wide || n.state&widened != 0):
		return best.shares
	}
	old := t.edges.from(n.first, n.count)
	count := min(len(w.evals), maxEdges)
	hasExcalibur := w.board.HasExcaliburTurn(n.seat) && !w.board.PlacesExcalibur()
	n.state = n.state&^narrow | expanded
	if wide || !hasExcalibur {
		n.state |= widened
	}
	if count < min(len(w.evals), innerTurns) {
		n.state |= narrow
	} else if count == len(w.evals) && !hasExcalibur {
		n.state |= complete
	}
	first := t.edges.add(count)
	edges := t.edges.from(first, int32(count))
	sum := float32(0)
	for i := range min(len(w.evals), max(maxEdges, innerTurns)) {
		f := w.best(i)
		prior := priorOf(f.share)
		sum += prior
		if i >= count {
			continue
		}
		e := edge{turn: f.turn, share: f.share, prior: prior}
		for _, o := range old {
			if o.turn == e.turn {
				e.child, e.visits = o.child, o.visits
			}
		}
		edges[i] = e
	}
	tried := 0
	for i := range edges {
		edges[i].prior /= sum
		if edges[i].visits > 0 && at != t.root {
			e := edges[i]
			copy(edges[tried+1:i+1], edges[tried:i])
			edges[tried] = e
			tried++
		}
	}
	n.first, n.count = first, int32(count)
	t.full = t.almostFull()
	return best.shares
}

// priorOf returns the prior of a turn with a static win share, relative to
// others: its odds to the power of priorPower.
func priorOf(share float32) float32 {
	share = max(1e-4, min(share, 1-1e-4))
	x := math.Float32bits(share / (1 - share))
	return priorExponents[x>>23] * priorMantissas[x>>15&0xff]
}

// priorExponents and priorMantissas are the powers of priorPower of the exponents
// of floating-point numbers and of their mantissas, in steps of 1/256.
var priorExponents, priorMantissas = func() (power, part [256]float32) {
	for i := range 256 {
		power[i] = float32(math.Exp2(priorPower * max(-60, min(float64(i-127), 60))))
		part[i] = float32(math.Pow(1+(float64(i)+0.5)/256, priorPower))
	}
	return power, part
}()
