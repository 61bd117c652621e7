package search

import "tafelrunde/lancelot"

// playout plays p to its end with random single stones; where none is possible,
// with any turn.
func playout(p *lancelot.Position, c *chance) {
	for {
		open := p.Open()
		n := open.Len()
		switch {
		case n == 0 && p.Outcome().Over():
			return
		case n == 0:
			turns := p.AppendTurns(nil)
			p.PlayInto(p, turns[c.below(len(turns))])
		default:
			square := p.Square(open.Nth(c.below(n)))
			turn := lancelot.StoneTurn(square)
			if p.PutsSword() {
				turn = lancelot.SwordTurn(square)
			}
			p.PlayInto(p, turn)
		}
	}
}
