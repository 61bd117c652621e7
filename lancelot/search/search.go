package search

import (
	"context"

	"tafelrunde/lancelot"
)

// Limits say when to stop, besides the end or the deadline of the context. The
// zero value sets none.
type Limits struct {
	// Nodes is the number of positions to look at; 0 for no limit. With it and
	// without a deadline a search finds the same on every machine.
	Nodes uint64
	// Depth is the number of turns to look ahead in full; 0 for no limit. Searchers
	// without a depth pay no heed to it.
	Depth int
}

// Score is the chance to win in thousandths, from 0 to 1000, as the seat to act
// sees it.
type Score int

// Info is what a search has found.
type Info struct {
	// Turns are the best turn and what is expected to follow; never empty.
	PV    []lancelot.Turn
	Score Score
	// WinShares are those of all seats; they add up to about 1000, and that of the
	// seat to act is the Score.
	WinShares [lancelot.MaxSeats]Score
	Depth     int
	// Nodes is the number of positions looked at.
	Nodes uint64
}

// Turn is the best turn.
func (l *Info) Turn() lancelot.Turn { return l.PV[0] }

// Searcher finds a turn in a position that is not over.
type Searcher interface {
	// Search looks for the best turn until a limit is reached, the context ends
	// or nothing is left to find. It calls report, if it is not nil, for each
	// better or deeper line on the way, and always answers a legal turn, however
	// little time there is. The position must not be over.
	Search(ctx context.Context, p *lancelot.Position, limits Limits, report func(Info)) Info
}

// chances are shares as scores.
func (s *shares) scores() (c [lancelot.MaxSeats]Score) {
	for seat, share := range s {
		c[seat] = scoreOf(share)
	}
	return c
}

// winSharesWith are the chances of all seats when that of the one to act has been
// found and those of the others are as they look at once.
func (w *Weights) winSharesWith(p *lancelot.Position, score Score) [lancelot.MaxSeats]Score {
	s := w.winShares(p)
	rest := 1 - s[p.ToAct()]
	for seat := range p.Seats() {
		if rest > 0 {
			s[seat] *= (1 - float32(score)/1000) / rest
		} else {
			s[seat] = (1 - float32(score)/1000) / float32(p.Seats()-1)
		}
	}
	c := s.scores()
	c[p.ToAct()] = score
	return c
}
