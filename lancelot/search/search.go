package search

import (
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
)

// scores returns the win shares as scores.
func (s *shares) scores() (c [lancelot.MaxSeats]engine.Score) {
	for seat, share := range s {
		c[seat] = scoreOf(share)
	}
	return c
}

// winSharesWith returns the win shares of all seats if the search found score for
// the seat to act. The rest is divided among the others in proportion to their
// static win shares.
func (w *Weights) winSharesWith(p *lancelot.Position, score engine.Score) [lancelot.MaxSeats]engine.Score {
	s := w.winShares(p)
	rest := 1 - s[p.ToMove()]
	for seat := range p.Seats() {
		if rest > 0 {
			s[seat] *= (1 - float32(score)/1000) / rest
		} else {
			s[seat] = (1 - float32(score)/1000) / float32(p.Seats()-1)
		}
	}
	c := s.scores()
	c[p.ToMove()] = score
	return c
}
