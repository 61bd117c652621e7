package net

import (
	"tafelrunde/wotn"
	"tafelrunde/wotn/eval"
	"tafelrunde/wotn/search"
)

// Evaluator evaluates positions with a network. Those of variants that the network is not for it evaluates with
// package eval. It keeps the sums of positions that it has evaluated, so each thread needs its own.
type Evaluator struct {
	network *Network
	// present has the values of the pieces, and the evaluation that a residual network adds to.
	present *eval.Evaluator
	past    [pastPlies]evaluated
}

// evaluated is a position with its sums.
type evaluated struct {
	known    bool
	position wotn.Position
	sums     accumulator
}

// pastPlies is the number of plies for which the last evaluated position is kept. It exceeds the depth of a search.
const pastPlies = 256

// NewEvaluator returns an evaluator with a network.
func NewEvaluator(n *Network) *Evaluator {
	return &Evaluator{network: n, present: eval.New()}
}

// OpenEvaluator reads a network from a file and returns a function that returns evaluators with it. It is a
// [search.Config.OpenEvaluator].
func OpenEvaluator(file string) (func() search.Evaluator, error) {
	n, err := Open(file)
	if err != nil {
		return nil, err
	}
	return func() search.Evaluator { return NewEvaluator(n) }, nil
}

// Values returns the exchange value of each kind, in centipawns.
func (e *Evaluator) Values(variant wotn.Variant) [wotn.NumKinds]int { return e.present.Values(variant) }

// Evaluate returns the static evaluation of p for the side to move, in centipawns.
func (e *Evaluator) Evaluate(p *wotn.Position) int {
	if !e.network.variants[p.Variant()] {
		return e.present.Evaluate(p)
	}
	v := e.sumsOf(p).evaluate(e.network, p.ToMove(), Bucket(p))
	if e.network.origin.Residual {
		v += e.present.Evaluate(p)
	}
	return v
}

// sumsOf returns the sums of a position. They are those of the most similar position among the last ones of
// its ply and of the two plies before, updated; or new ones if that takes fewer changes.
func (e *Evaluator) sumsOf(p *wotn.Position) *accumulator {
	ply := uint(2*p.MoveNumber()) + uint(p.ToMove())
	here := &e.past[ply%pastPlies]
	var nearest *evaluated
	fewest := p.Occupied().Count()
	for back := range uint(3) {
		if from := &e.past[(ply-back)%pastPlies]; from.known {
			if n := from.position.Differences(p).Count(); n < fewest {
				nearest, fewest = from, n
			}
		}
	}
	switch nearest {
	case nil:
		here.sums.refresh(e.network, p)
	case here:
		here.sums.update(e.network, &here.position, p)
	default:
		here.sums = nearest.sums
		here.sums.update(e.network, &nearest.position, p)
	}
	here.known, here.position = true, *p
	return &here.sums
}
