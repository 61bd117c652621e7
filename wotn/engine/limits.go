package engine

import (
	"time"

	"tafelrunde/wotn"
)

// Limits say when a search has to end. Those that are zero do not limit; with
// several, the first one reached counts. Without any, a search goes on until
// its context is done.
type Limits struct {
	// Clock and Increment are those of the players, by colour. A clock of zero
	// means that there is none; a flag about to fall is the shortest time above.
	Clock     [wotn.NumColors]time.Duration
	Increment [wotn.NumColors]time.Duration
	// MovesToGo is the number of moves until the next time control, 0 if the
	// clock has to last for the game.
	MovesToGo int
	// MoveTime is the time for this move.
	MoveTime time.Duration
	// Depth is the number of plies.
	Depth int
	// Nodes is the number of positions.
	Nodes uint64
	// Mate is the number of moves within which a mate is to be found. The search
	// ends when it has proved the shortest one, or that there is none.
	Mate int
	// Moves are the only ones to consider; none means all.
	Moves []wotn.Move
	// Infinite means that the search does not end before its context is done,
	// whatever it finds and whatever else limits it.
	Infinite bool
	// PonderHit, if not nil, means that the move last made is only expected:
	// time starts to count when the channel is closed, and the search does not
	// end before.
	PonderHit <-chan struct{}
}

// Timed tells whether a clock or a time for the move limits the search.
func (l *Limits) Timed() bool {
	return l.MoveTime > 0 || l.Clock[wotn.White] > 0 || l.Clock[wotn.Black] > 0
}

// Finite tells whether the search ends of itself.
func (l *Limits) Finite() bool {
	return !l.Infinite && l.PonderHit == nil && (l.Timed() || l.Depth > 0 || l.Nodes > 0 || l.Mate > 0)
}
