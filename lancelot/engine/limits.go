package engine

import (
	"time"

	"tafelrunde/lancelot"
)

// Limits say when a search ends: at the first limit that is reached. A zero field
// does not limit. Without any limit a search runs until its context is done or its
// result is final.
type Limits struct {
	// Clock and Increment are those of the players, by seat. A Clock of 0 means that
	// there is none; use 1 for a clock that has run out.
	Clock     [lancelot.MaxSeats]time.Duration
	Increment [lancelot.MaxSeats]time.Duration
	// MoveTime is the time for this turn.
	MoveTime time.Duration
	// Depth is in turns. A search without nominal depth ends when its principal
	// variation has this many turns or reaches the end of the game, or when its
	// memory is full.
	Depth int
	// Nodes is the number of positions searched. A search by one goroutine that is
	// limited by Nodes or Depth alone has the same result on every machine.
	Nodes uint64
	// Infinite prevents the search from returning before its context is done,
	// whatever it finds and whatever the other limits are.
	Infinite bool
}

// reserve is the time of a clock that a search never uses.
const reserve = 50 * time.Millisecond

// minTurnsLeft is the smallest number of turns that the rest of a clock is divided
// by.
const minTurnsLeft = 6

// TimeFor returns how long to search a position: MoveTime, or less if the clock of
// the seat to move demands it. 0 means no limit.
func (l *Limits) TimeFor(p *lancelot.Position) time.Duration {
	seat := p.ToMove()
	clock := l.Clock[seat]
	if clock == 0 {
		return l.MoveTime
	}
	// About half of the free squares are filled before a game ends.
	free := p.FreeSquares()
	turnsLeft := max(minTurnsLeft, free.Count()/(2*p.Seats()))
	share := clock/time.Duration(turnsLeft) + l.Increment[seat]*4/5
	share = max(time.Millisecond, min(share, clock-reserve))
	if l.MoveTime == 0 {
		return share
	}
	return min(share, l.MoveTime)
}
