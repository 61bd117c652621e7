package search

import (
	"tafelrunde/internal/engines"
	"tafelrunde/lancelot"
)

// playout plays p to the end with random single stones, without Excalibur turns,
// and returns the win shares of the seats. It leaves p undefined.
func playout(p *lancelot.Position, c *engines.Random) (shares [lancelot.MaxSeats]float32) {
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

// playRandomly plays p to the end, for every number of seats and all rules.
func playRandomly(p *lancelot.Position, c *engines.Random) {
	for {
		open := p.Open()
		n := open.Count()
		if n == 0 {
			return
		}
		square := open.Nth(c.Below(n))
		turn := lancelot.StoneTurn(square)
		if p.PlacesExcalibur() {
			turn = lancelot.ExcaliburTurn(square)
		}
		p.PlayInto(p, turn)
	}
}
