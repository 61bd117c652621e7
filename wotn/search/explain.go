package search

import (
	"fmt"
	"strings"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// Evaluate returns the static evaluation of a position, which is not checkmate
// or stalemate, for the side to move.
func (e *Engine) Evaluate(p *wotn.Position) engine.Score {
	return engine.Centipawns(e.workers[0].evaluator.Evaluate(p))
}

// Explain returns a table of the pieces with their exchange values, and the
// static evaluation of the position.
func (e *Engine) Explain(p *wotn.Position) string {
	var b strings.Builder
	values := e.workers[0].evaluator.Values(p.Variant())
	fmt.Fprintf(&b, "%-16s %5s %5s %7s\n", "kind", "white", "black", "value")
	for k := wotn.Pawn; k <= wotn.King; k++ {
		white, black := p.Pieces(wotn.White, k).Count(), p.Pieces(wotn.Black, k).Count()
		if white+black > 0 {
			fmt.Fprintf(&b, "%-16s %5d %5d %7.2f\n", k.Name(), white, black, float64(values[k])/100)
		}
	}
	if o := p.Outcome(); o.Over() {
		fmt.Fprintf(&b, "the game is over: %s %s\n", o.Result(), o.Reason)
		return b.String()
	}
	if p.Checkers() != 0 {
		b.WriteString("in check: no static evaluation\n")
		return b.String()
	}
	side := "White"
	if p.ToMove() == wotn.Black {
		side = "Black"
	}
	fmt.Fprintf(&b, "evaluation %s for %s, the side to move\n", e.Evaluate(p), side)
	return b.String()
}
