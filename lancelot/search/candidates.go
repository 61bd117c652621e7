package search

import (
	"cmp"
	"slices"

	"tafelrunde/lancelot"
)

// candidate is a turn worth looking at, with the number of stones it takes.
type candidate struct {
	turn  lancelot.Turn
	takes int
}

// powerTurns is how many turns with Excalibur are looked at.
const powerTurns = 16

// powerWorth is how many more stones than the best single stone a turn must
// take to be worth the king's power.
const powerWorth = 2

// candidates are all turns with a single stone and, of those with Excalibur, at
// most some that take by powerWorth more than these; or all placements of
// Excalibur. Those that take most come first, else the order is that of the rules.
// Of the turns with Excalibur, of which there may be tens of thousands, none is
// looked at after the clock's time.
func candidates(p *lancelot.Position, c *clock) []candidate {
	seat := p.ToAct()
	var list, power []candidate
	var after lancelot.Position
	most := 0
	for i, turn := range p.AppendTurns(nil) {
		if i%every == every-1 && turn.Kind() != lancelot.StoneOnly && turn.Kind() != lancelot.SwordOnly && c.late() {
			break
		}
		p.PlayInto(&after, turn)
		c := candidate{turn, after.Captured(seat) - p.Captured(seat)}
		switch turn.Kind() {
		case lancelot.StoneThenSword, lancelot.SwordThenStone:
			if c.takes >= most+powerWorth {
				power = append(power, c)
			}
		default:
			list = append(list, c)
			most = max(most, c.takes)
		}
	}
	byTakes := func(a, b candidate) int { return cmp.Compare(b.takes, a.takes) }
	slices.SortStableFunc(power, byTakes)
	list = append(list, power[:min(len(power), powerTurns)]...)
	slices.SortStableFunc(list, byTakes)
	return list
}

// appendInner appends the turns looked at inside a tree: single stones, or
// placements of Excalibur.
func appendInner(dst []lancelot.Turn, p *lancelot.Position) []lancelot.Turn {
	if p.PutsSword() {
		return p.AppendTurns(dst)
	}
	for open := p.Open(); open.Any(); {
		dst = append(dst, lancelot.StoneTurn(p.Square(open.Pop())))
	}
	return dst
}
