package pictures

import (
	"context"
	"fmt"
	"io"
	"time"
)

// Limits of an [Animation]. Sizes are pixels.
const (
	MaxPlies             = 1000
	MinAnimationSize     = 160
	MaxAnimationSize     = 800
	DefaultAnimationSize = 480
	MinDelay             = 50 * time.Millisecond
	MaxDelay             = 10 * time.Second
	DefaultDelay         = 800 * time.Millisecond
	maxNameLength        = 100
	lastFrameDelay       = 3 * time.Second
)

// Animation is a game to draw as an animated GIF.
type Animation struct {
	// Game is "wotn" or "lancelot". Variant is the variant of "wotn".
	Game, Variant string
	// Start is the start position as text, "" for the usual one of "wotn". Moves are
	// coordinates or turns. In Lancelot the seat that acts next may follow ">", where
	// the rules would give the turn to another seat.
	Start string
	Moves []string
	// Names are the names of the players, White first or by seat. Scores are shown
	// beside them at the end, such as "1" and "0". Missing ones are "".
	Names, Scores []string
	// Turned shows the board from Black's side.
	Turned bool
	// Delay is the time for which each position is shown, [DefaultDelay] if 0. The last
	// one is shown for at least three seconds.
	Delay time.Duration
	// Size is the width of the board, [DefaultAnimationSize] if 0. It is rounded down, so that
	// squares have whole pixels.
	Size int
	// Board is a theme of the board, "wood" if empty. Pieces is "standing" (also if
	// empty) or "framed".
	Board, Pieces string
}

// AnimationError is the reason why an [Animation] cannot be drawn.
type AnimationError struct {
	// Code is "animation-long" for too many moves, "animation-option" for an option
	// out of range, "position" for an invalid start position and "animation-move" for
	// an illegal move, the one with index Ply.
	Code string
	Ply  int
	Move string
	Err  error
}

func (e *AnimationError) Error() string {
	if e.Code == "animation-move" {
		return fmt.Sprintf("move %d, %s: %v", e.Ply+1, e.Move, e.Err)
	}
	return e.Err.Error()
}

func (e *AnimationError) Unwrap() error { return e.Err }

// WriteGIF draws a game, one frame for each position. It returns an [*AnimationError] if the
// animation is invalid, or the error of ctx or w.
func WriteGIF(ctx context.Context, w io.Writer, a Animation) error {
	if err := a.complete(); err != nil {
		return err
	}
	f, err := a.newFilm()
	if err != nil {
		return err
	}
	g := newGIF(w, f.size, f.palette)
	for ply := range len(a.Moves) + 1 {
		if err := ctx.Err(); err != nil {
			return err
		}
		if ply > 0 {
			if err := f.play(a.Moves[ply-1]); err != nil {
				return &AnimationError{Code: "animation-move", Ply: ply - 1, Move: a.Moves[ply-1], Err: err}
			}
		}
		shown := a.Delay
		if f.over = ply == len(a.Moves); f.over {
			shown = max(shown, lastFrameDelay)
		}
		frame, err := f.frame()
		if err != nil {
			return err
		}
		if err := g.frame(frame, shown); err != nil {
			return err
		}
	}
	return g.close()
}

// complete checks the options and sets those that are missing.
func (a *Animation) complete() error {
	if a.Delay == 0 {
		a.Delay = DefaultDelay
	}
	if a.Size == 0 {
		a.Size = DefaultAnimationSize
	}
	if a.Board == "" {
		a.Board = "wood"
	}
	if a.Pieces == "" {
		a.Pieces = "standing"
	}
	option := func(format string, args ...any) error {
		return &AnimationError{Code: "animation-option", Err: fmt.Errorf(format, args...)}
	}
	switch {
	case len(a.Moves) > MaxPlies:
		return &AnimationError{Code: "animation-long", Err: fmt.Errorf("the game has %d moves; an animation has at most %d", len(a.Moves), MaxPlies)}
	case a.Delay < MinDelay || a.Delay > MaxDelay:
		return option("the delay must be from %v to %v", MinDelay, MaxDelay)
	case a.Size < MinAnimationSize || a.Size > MaxAnimationSize:
		return option("the size must be from %d to %d", MinAnimationSize, MaxAnimationSize)
	case allDrawings().Boards[a.Board] == nil:
		return option("there is no theme of the board %q", a.Board)
	case a.Pieces != "standing" && a.Pieces != "framed":
		return option("there is no set of pieces %q", a.Pieces)
	}
	return nil
}
