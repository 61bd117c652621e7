package search

import (
	"context"

	"tafelrunde/lancelot"
)

// Limits are limits of a search besides the end and the deadline of its context.
// The zero value sets none.
type Limits struct {
	// Nodes is the maximum number of positions; 0 for no limit. A search by one
	// goroutine that is limited by Nodes alone has the same result on every machine.
	Nodes uint64
	// Depth is the maximum depth in turns; 0 for no limit. Only [AlphaBeta] uses it.
	Depth int
}

// Score is a win share in thousandths, from 0 to 1000. It is for the seat to act
// unless stated otherwise.
type Score int

// Info is the result of a search.
type Info struct {
	// PV is the principal variation. It has at least one turn.
	PV    []lancelot.Turn
	Score Score
	// WinShares are the win shares of all seats. They add up to 1000 but for
	// rounding; that of the seat to act is Score.
	WinShares [lancelot.MaxSeats]Score
	// Depth is the depth of the search in turns, or the length of PV if the searcher
	// has no depth.
	Depth int
	// Nodes is the number of positions searched.
	Nodes uint64
}

// Turn returns the best turn.
func (i *Info) Turn() lancelot.Turn { return i.PV[0] }

// Searcher finds turns.
type Searcher interface {
	// Search searches a position, which must not be over, until a limit is reached,
	// the context ends or the result is final. It calls report, if it is not nil,
	// with intermediate results. It always returns a legal turn, even if the context
	// has ended before the call.
	Search(ctx context.Context, p *lancelot.Position, limits Limits, report func(Info)) Info
}

// scores returns the win shares as scores.
func (s *shares) scores() (c [lancelot.MaxSeats]Score) {
	for seat, share := range s {
		c[seat] = scoreOf(share)
	}
	return c
}

// winSharesWith returns the win shares of all seats if the search found score for
// the seat to act. The rest is divided among the others in proportion to their
// static win shares.
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
