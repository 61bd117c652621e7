package search

import (
	"tafelrunde/internal/wyrand"
	"tafelrunde/lancelot"
)

// playout plays p to its end with random single stones, without the king's
// power, and answers the seats' shares of the win. It leaves p in no defined
// position.
func playout(p *lancelot.Position, c *wyrand.Source) (shares [lancelot.MaxSeats]float32) {
	if isPair(p) && !p.Outcome().Over() {
		g := newPair(p)
		two := g.playout(c)
		copy(shares[:], two[:])
		return shares
	}
	playRandomly(p, c)
	outcome := p.Outcome()
	for seat := range p.Seats() {
		shares[seat] = float32(outcome.WinShare(lancelot.Seat(seat)))
	}
	return shares
}

// playOn plays p to its end, for every kind of game.
func playRandomly(p *lancelot.Position, c *wyrand.Source) {
	for {
		open := p.Open()
		n := open.Len()
		if n == 0 {
			return
		}
		square := p.Square(open.Nth(c.Below(n)))
		turn := lancelot.StoneTurn(square)
		if p.PlacesExcalibur() {
			turn = lancelot.ExcaliburTurn(square)
		}
		p.PlayInto(p, turn)
	}
}
