package engine

import (
	"context"
	"io"

	"tafelrunde/wotn"
)

// Searcher is a search as the protocols need it. Its methods are called one at
// a time, so it need not be safe for use by several goroutines.
type Searcher interface {
	// Options returns the options that can be set, in the order in which they
	// are announced.
	Options() []Option
	// SetOption sets an option. The name is one of those in Options, and the
	// value one that Option.Parse returned for it. An error says why the value
	// cannot be used now.
	SetOption(name, value string) error
	// NewGame tells that the next search belongs to another game.
	NewGame()
	// Search thinks about the game's position, which has a legal move, and
	// returns the move to play. It reports what it finds and ends soon after
	// the context is done or a limit is reached. The game must not be changed.
	Search(ctx context.Context, game *wotn.Game, limits Limits, report func(Info)) Choice
	// Explain returns a readable account of how a position is valued, of one
	// or more lines.
	Explain(p *wotn.Position) string
	// Bench searches a fixed set of positions and writes a readable account of
	// it, at last the number of nodes and the nodes per second. It returns the
	// context's error if it was stopped.
	Bench(ctx context.Context, w io.Writer) error
}

// Choice is the end of a search.
type Choice struct {
	// Best is the move to play.
	Best wotn.Move
	// Ponder is the reply expected, or NoMove.
	Ponder wotn.Move
	// NoMate is Limits.Mate if it is proved that the side to move has no forced
	// mate in so many moves, else 0.
	NoMate int
}
