package search

import (
	"time"

	"tafelrunde/wotn"
)

// Limits say when a search is to end: at the first limit reached. Zero fields
// do not limit. The zero Limits search until the context is done or MaxPly is
// reached.
type Limits struct {
	// Depth in half-moves.
	Depth int
	// Nodes of all threads together. With one thread it is kept exactly.
	Nodes uint64
	// MoveTime is all the time there is for this move.
	MoveTime time.Duration
	// Clock is the clock of a game; nil for none.
	Clock *Clock
	// Mate asks for the shortest mate of the side to move in so many moves or
	// fewer. It ends the search once that mate is proved the shortest, or
	// Result.NoMate that there is none, at every Options.Level.
	Mate int
	// Infinite does not return before the context is done, whatever was found.
	Infinite bool
	// Ponder is like Infinite until PonderHit is called; from then on the other
	// limits count.
	Ponder bool
	// SearchMoves are the only moves looked at, if there are any. Moves that
	// are not legal are passed over.
	SearchMoves []wotn.Move
}

// Clock is the time left in a game, by [wotn.Color].
type Clock struct {
	Remaining, Increment [wotn.NumColors]time.Duration
	// MovesToGo is the number of moves until more time comes, 0 if none will.
	MovesToGo int
}

// Task is what to think about: a position and what led to it.
type Task struct {
	Position wotn.Position
	// Past holds the keys of the positions before, oldest first. A position
	// that comes up again counts as drawn.
	Past []uint64
}

// TaskOf returns the task to find the next move of a game.
func TaskOf(g *wotn.Game) Task {
	t := Task{Position: *g.Position(), Past: make([]uint64, g.Len())}
	for i := range t.Past {
		t.Past[i] = g.PositionAfter(i).Key()
	}
	return t
}
