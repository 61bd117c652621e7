package engine

import (
	"time"

	"tafelrunde/wotn"
)

// Limits say when a search ends: at the first limit that is reached. A zero
// field does not limit. Without any limit a search runs until its context is
// done.
type Limits struct {
	// Clock and Increment are those of the players, by color. A Clock of 0
	// means that there is none; use 1 for a clock that has run out.
	Clock     [wotn.NumColors]time.Duration
	Increment [wotn.NumColors]time.Duration
	// MovesToGo is the number of moves until the next time control; 0 if the
	// clock is for the rest of the game.
	MovesToGo int
	// MoveTime is the time for this move.
	MoveTime time.Duration
	// Depth is in plies.
	Depth int
	// Nodes is the number of positions visited by all threads together.
	Nodes uint64
	// Mate asks for the shortest forced mate of the side to move in at most
	// this many moves. The search ends when it has proved that mate to be the
	// shortest, or that there is none (Result.NoMate).
	Mate int
	// Moves restricts the search to these root moves; empty means all. Illegal
	// moves are ignored.
	Moves []wotn.Move
	// Infinite prevents the search from returning before its context is done,
	// whatever it finds and whatever the other limits are.
	Infinite bool
	// PonderHit, if not nil, makes the search ponder: the last move of the game
	// is only expected. The search does not end, and its time does not count,
	// before the channel is closed, which means that the move was played.
	PonderHit <-chan struct{}
}

// Timed reports whether a clock or a time for the move limits the search.
func (l *Limits) Timed() bool {
	return l.MoveTime > 0 || l.Clock[wotn.White] > 0 || l.Clock[wotn.Black] > 0
}

// Finite reports whether the search ends without its context being done.
func (l *Limits) Finite() bool {
	return !l.Infinite && l.PonderHit == nil && (l.Timed() || l.Depth > 0 || l.Nodes > 0 || l.Mate > 0)
}
