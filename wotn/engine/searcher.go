package engine

import (
	"context"
	"io"

	"tafelrunde/wotn"
)

// Searcher is a search that protocols can drive. Its methods are called one at
// a time.
type Searcher interface {
	// Options returns the options that can be set, in the order in which
	// protocols list them.
	Options() []Option
	// SetOption sets an option. The name is one of those in Options and the
	// value one that Option.Parse has returned. The error says why the value
	// cannot be used.
	SetOption(name, value string) error
	// NewGame prepares for a search that belongs to another game.
	NewGame()
	// Search searches the current position of a game, which has a legal move.
	// It calls report, if not nil, for each principal variation found. It
	// returns soon after the context is done or a limit is reached. The game
	// must not change meanwhile.
	Search(ctx context.Context, game *wotn.Game, limits Limits, report func(Info)) Result
	// Explain returns a readable static evaluation of a position, on one or
	// more lines.
	Explain(p *wotn.Position) string
	// Bench searches a fixed set of positions and writes a readable summary
	// that ends with the number of nodes and the nodes per second. It returns
	// the context's error if that is done.
	Bench(ctx context.Context, w io.Writer) error
}
