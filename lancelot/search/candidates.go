package search

import (
	"cmp"
	"slices"

	"tafelrunde/internal/engines"
	"tafelrunde/lancelot"
)

// candidate is a turn with the number of stones that it captures.
type candidate struct {
	turn     lancelot.Turn
	captures int
}

// maxExcalibur is the maximum number of Excalibur turns among the candidates.
const maxExcalibur = 16

// excaliburMargin is how many more stones than the best single stone an Excalibur
// turn must capture to be a candidate.
const excaliburMargin = 2

// candidates returns all turns with a single stone and at most maxExcalibur
// Excalibur turns, or all placements of Excalibur, by decreasing number of
// captures. Equal turns keep the order of the rules. It stops considering
// Excalibur turns, of which there may be tens of thousands, when the clock is
// late.
func candidates(p *lancelot.Position, c *engines.Clock) []candidate {
	seat := p.ToMove()
	var list, excaliburs []candidate
	var after lancelot.Position
	most := 0
	for _, turn := range appendSingleActions(nil, p) {
		p.PlayInto(&after, turn)
		captures := after.Captured(seat) - p.Captured(seat)
		list = append(list, candidate{turn, captures})
		most = max(most, captures)
	}
	played := 0
	eachExcaliburTurn(p, func(turn lancelot.Turn) bool {
		p.PlayInto(&after, turn)
		if captures := after.Captured(seat) - p.Captured(seat); captures >= most+excaliburMargin {
			excaliburs = append(excaliburs, candidate{turn, captures})
		}
		played++
		return played%engines.NodesPerCheck != 0 || !c.Late()
	})
	byCaptures := func(a, b candidate) int { return cmp.Compare(b.captures, a.captures) }
	slices.SortStableFunc(excaliburs, byCaptures)
	list = append(list, excaliburs[:min(len(excaliburs), maxExcalibur)]...)
	slices.SortStableFunc(list, byCaptures)
	return list
}

// eachExcaliburTurn calls try with the turns with a stone and Excalibur of the
// seat to act, in the order of the rules, until try returns false. It does
// nothing if the seat has no Excalibur turn.
func eachExcaliburTurn(p *lancelot.Position, try func(lancelot.Turn) bool) {
	if !p.HasExcaliburTurn(p.ToMove()) || p.PlacesExcalibur() || p.Outcome().Over() {
		return
	}
	var g lancelot.Generator
	for stones := p.Open(); !stones.IsEmpty(); {
		stone := stones.Pop()
		for targets := g.AfterStone(p, stone); !targets.IsEmpty(); {
			if !try(lancelot.StoneExcaliburTurn(stone, targets.Pop())) {
				return
			}
		}
	}
	for targets := g.Excaliburs(p); !targets.IsEmpty(); {
		excalibur := targets.Pop()
		for stones := g.AfterExcalibur(p, excalibur); !stones.IsEmpty(); {
			if !try(lancelot.ExcaliburStoneTurn(excalibur, stones.Pop())) {
				return
			}
		}
	}
}

// appendSingleActions appends the turns with a single action: all single stones,
// or all placements of Excalibur.
func appendSingleActions(dst []lancelot.Turn, p *lancelot.Position) []lancelot.Turn {
	if p.PlacesExcalibur() {
		return p.AppendTurns(dst)
	}
	for open := p.Open(); !open.IsEmpty(); {
		dst = append(dst, lancelot.StoneTurn(open.Pop()))
	}
	return dst
}
