package net

import (
	"tafelrunde/wotn"
	"tafelrunde/wotn/eval"
)

// Evaluator evaluates positions with package eval and a network. Without a network, and for variants that the network is not
// for, it uses package eval alone. It keeps the sums of positions that it has evaluated, so each thread needs its own.
type Evaluator struct {
	network *Network
	eval    *eval.Evaluator
	past    [pastPlies]evaluated
	// replaced is the last position of a ply while the next one takes its place.
	replaced evaluated
}

// evaluated is a position with its sums.
type evaluated struct {
	known bool
	view  view
	sums  accumulator
}

// pastPlies is the number of plies for which the last evaluated position is kept. It exceeds the depth of a search.
const pastPlies = 256

// NewEvaluator returns an evaluator with a network, which may be nil.
func NewEvaluator(n *Network) *Evaluator {
	return &Evaluator{network: n, eval: eval.New()}
}

// Values returns the exchange value of each kind, in centipawns.
func (e *Evaluator) Values(variant wotn.Variant) [wotn.NumKinds]int { return e.eval.Values(variant) }

// Evaluate returns the static evaluation of p for the side to move, in centipawns.
func (e *Evaluator) Evaluate(p *wotn.Position) int {
	v := e.eval.Unscaled(p)
	if e.network != nil && e.network.variants[p.Variant()] {
		v += e.sumsOf(p, e.eval.Relations()).evaluate(e.network, p.ToMove(), Bucket(p))
	}
	return e.eval.Scaled(p, v)
}

// sumsOf returns the sums of a position. They are those of a similar position among the last ones of
// its ply and of the two plies before, updated; or new ones if that takes fewer changes.
func (e *Evaluator) sumsOf(p *wotn.Position, r *eval.Relations) *accumulator {
	ply := uint(2*p.MoveNumber()) + uint(p.ToMove())
	here := &e.past[ply%pastPlies]
	var nearest *evaluated
	var squares wotn.Bitboard
	fewest := p.Occupied().Count() / 2 // an update removes rows too
	// The position before the last move is nearly always the most similar one.
	for _, back := range [...]uint{1, 0, 2} {
		if from := &e.past[(ply-back)%pastPlies]; from.known {
			if differ := from.view.differences(p, r); differ.Count() < fewest {
				nearest, squares, fewest = from, differ, differ.Count()
			}
			if nearest != nil && back == 1 {
				break
			}
		}
	}
	if nearest == here {
		e.replaced = *here
		nearest = &e.replaced
	}
	here.known = true
	here.view.set(p, r)
	if nearest == nil {
		here.sums.refresh(e.network, &here.view, wotn.White)
		here.sums.refresh(e.network, &here.view, wotn.Black)
	} else {
		here.sums = nearest.sums
		here.sums.update(e.network, &nearest.view, &here.view, squares)
	}
	return &here.sums
}
