package net

import (
	"tafelrunde/wotn"
	"tafelrunde/wotn/eval"
)

// Evaluator evaluates positions with a network, and with package eval those of variants that the network is not for. It keeps the sums of positions that it has evaluated, so
// each thread needs its own.
type Evaluator struct {
	network *Network
	// present has the values of the pieces, and the evaluation that a residual network adds to.
	present *eval.Evaluator
	past    [pastPlies]evaluated
}

// evaluated are the sums of a position.
type evaluated struct {
	known    bool
	position wotn.Position
	sums     sums
}

// pastPlies is for how many plies of a game the last position is kept: more than the depth of a search.
const pastPlies = 256

// NewEvaluator returns an evaluator with a network.
func NewEvaluator(n *Network) *Evaluator {
	return &Evaluator{network: n, present: eval.New()}
}

// Values returns the exchange value of each kind, in centipawns.
func (e *Evaluator) Values(variant wotn.Variant) [wotn.NumKinds]int { return e.present.Values(variant) }

// Evaluate returns the static evaluation of p for the side to move, in centipawns.
func (e *Evaluator) Evaluate(p *wotn.Position) int {
	if !e.network.variants[p.Variant()] {
		return e.present.Evaluate(p)
	}
	v := e.follow(p).evaluate(e.network, p.ToMove(), Bucket(p))
	if e.network.origin.Residual {
		v += e.present.Evaluate(p)
	}
	return v
}

// follow returns the sums of a position. They follow from those of the evaluated position that is most like
// it among the last ones of its ply and the two plies before.
func (e *Evaluator) follow(p *wotn.Position) *sums {
	ply := uint(2*p.MoveNumber()) + uint(p.ToMove())
	here := &e.past[ply%pastPlies]
	var nearest *evaluated
	least := fewestPieces(p)
	for back := range uint(3) {
		if from := &e.past[(ply-back)%pastPlies]; from.known {
			if n := from.position.Differences(p).Count(); n < least {
				nearest, least = from, n
			}
		}
	}
	if nearest == nil {
		here.sums.begin(e.network, p)
	} else {
		here.sums.follow(e.network, &nearest.sums, &nearest.position, p)
	}
	here.known, here.position = true, *p
	return &here.sums
}

// fewestPieces is the number of differing squares from which on computing the sums anew is no slower.
func fewestPieces(p *wotn.Position) int { return p.Occupied().Count() / 2 }
