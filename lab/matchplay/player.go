package matchplay

import (
	"context"
	"time"

	"tafelrunde/wotn"
)

// Player is a running engine. Its methods are not called concurrently.
type Player interface {
	// NewGame prepares for a game of a variant.
	NewGame(ctx context.Context, variant wotn.Variant) error
	// Move returns the engine's reply in a game in which it is to move.
	Move(ctx context.Context, game *wotn.Game, pace Pace) (Reply, error)
	// Close stops the engine.
	Close()
}

// Reply is an engine's move, as unchecked text, and its evaluation.
type Reply struct {
	Text    string
	Resigns bool
	// Score is in centipawns for the engine, Mate the number of moves to mate. They
	// are valid only if Scored.
	Scored      bool
	Score, Mate int
	Depth       int
}

// Pace is the time control of one move: clocks, limits, or both.
type Pace struct {
	// Clock and Increment are by colour. Zero clocks mean that there is no clock.
	Clock     [wotn.NumColors]time.Duration
	Increment [wotn.NumColors]time.Duration
	MovesToGo int
	Limits
}

// Limits are the limits of each search of a player; 0 means no limit.
type Limits struct {
	MoveTime time.Duration
	Nodes    uint64
	Depth    int
}

// startTimeout is the longest time in which an engine must become ready.
const startTimeout = 20 * time.Second
