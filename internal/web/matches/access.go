// Package matches is what people may see of matches and do in them, for the route
// groups: visibility, commands, the views and their changes, games, challenges.
package matches

import (
	"sync"

	"tafelrunde/internal/web/core"
)

// Access gives people access to the matches of a host. Create one with [New].
type Access struct {
	*core.App
	store Store
	// engineGames is held while a game between engines starts.
	engineGames sync.Mutex
}

// New returns access to the matches of an app.
func New(app *core.App, s Store) *Access { return &Access{App: app, store: s} }
