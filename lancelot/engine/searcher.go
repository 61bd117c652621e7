package engine

import (
	"context"

	"tafelrunde/lancelot"
)

// Searcher is a search that protocols can drive. Its methods are called one at a
// time.
type Searcher interface {
	// Options returns the options that can be set, in the order in which protocols
	// list them.
	Options() []Option
	// SetOption sets an option. The name is one of those in Options and the value
	// one that [Option.Parse] has returned. The error says why the value cannot be
	// used.
	SetOption(name, value string) error
	// NewGame prepares for a search that belongs to another game.
	NewGame()
	// Search searches the current position of a game, which must not be over, until
	// a limit is reached, the context is done or the result is final. It calls
	// report, if not nil, with intermediate results. It always returns a legal turn,
	// even if the context is done before the call. The game must not change
	// meanwhile.
	Search(ctx context.Context, game *lancelot.Game, limits Limits, report func(Info)) Result
}
