package matchplay

import (
	"context"
	"time"

	"tafelrunde/wotn"
)

// Player is an engine that plays. Its methods are called one at a time.
type Player interface {
	// NewGame prepares for a game that begins at the start of a rule set.
	NewGame(ctx context.Context, ways wotn.Variant) error
	// Move returns the engine's move in a game in which it is to move.
	Move(ctx context.Context, game *wotn.Game, pace Pace) (Reply, error)
	// Close ends the engine.
	Close()
}

// Reply is an engine's move, as text that may be wrong, and what it thought.
type Reply struct {
	Text    string
	Resigns bool
	// Score is in centipawns for the engine, Mate the moves to mate; they mean
	// something if Scored.
	Scored      bool
	Score, Mate int
	Depth       int
}

// Pace is how long an engine may think about one move: the clocks, or limits
// for each move.
type Pace struct {
	// Clock and Increment are by colour. Zero clocks mean that there are none.
	Clock     [wotn.NumColors]time.Duration
	Increment [wotn.NumColors]time.Duration
	MovesToGo int
	Limits
}

// Limits are those of each move of a player. The zero Limits are none.
type Limits struct {
	MoveTime time.Duration `json:"move_time,omitempty"`
	Nodes    int           `json:"nodes,omitempty"`
	Depth    int           `json:"depth,omitempty"`
}

// patience is how long an engine may take to get ready.
const patience = 20 * time.Second
