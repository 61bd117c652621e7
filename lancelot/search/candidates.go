package search

import (
	"cmp"
	"slices"

	"tafelrunde/internal/searchclock"
	"tafelrunde/lancelot"
)

// candidate is a turn worth looking at, with the number of stones it takes.
type candidate struct {
	turn     lancelot.Turn
	captures int
}

// mostPower is how many turns with Excalibur are looked at.
const maxExcalibur = 16

// powerWorth is how many more stones than the best single stone a turn must
// take to be worth the king's power.
const excaliburMargin = 2

// candidates are all turns with a single stone and, of those with Excalibur, at
// most some that take by powerWorth more than these; or all placements of
// Excalibur. Those that take most come first, else the order is that of the rules.
// Of the turns with Excalibur, of which there may be tens of thousands, none is
// looked at after the clock's time.
func candidates(p *lancelot.Position, c *searchclock.Clock) []candidate {
	seat := p.ToAct()
	var list, power []candidate
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
			power = append(power, candidate{turn, captures})
		}
		played++
		return played%searchclock.Every != 0 || !c.Late()
	})
	byCaptures := func(a, b candidate) int { return cmp.Compare(b.captures, a.captures) }
	slices.SortStableFunc(power, byCaptures)
	list = append(list, power[:min(len(power), maxExcalibur)]...)
	slices.SortStableFunc(list, byCaptures)
	return list
}

// powerTurns tries the turns with a stone and Excalibur of the seat to act, in
// the order of the rules, until try tells to stop; none if it does not hold the
// power.
func eachExcaliburTurn(p *lancelot.Position, try func(lancelot.Turn) bool) {
	if !p.HasExcaliburTurn(p.ToAct()) || p.PlacesExcalibur() || p.Outcome().Over() {
		return
	}
	var lifted, board lancelot.Position
	for stones := p.Open(); stones.Any(); {
		stone := stones.Pop()
		for targets := p.ExcaliburSquares(&board, stone); targets.Any(); {
			if !try(lancelot.StoneExcaliburTurn(p.Square(stone), p.Square(targets.Pop()))) {
				return
			}
		}
	}
	for targets := p.LiftExcalibur(&lifted); targets.Any(); {
		excalibur := targets.Pop()
		for stones := p.StoneSquares(&board, &lifted, excalibur); stones.Any(); {
			if !try(lancelot.ExcaliburStoneTurn(p.Square(excalibur), p.Square(stones.Pop()))) {
				return
			}
		}
	}
}

// appendSingleActions appends the turns looked at inside a tree: single stones, or
// placements of Excalibur.
func appendSingleActions(dst []lancelot.Turn, p *lancelot.Position) []lancelot.Turn {
	if p.PlacesExcalibur() {
		return p.AppendTurns(dst)
	}
	for open := p.Open(); open.Any(); {
		dst = append(dst, lancelot.StoneTurn(p.Square(open.Pop())))
	}
	return dst
}
