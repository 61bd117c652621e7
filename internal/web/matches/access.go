// Package matches is what people may see of matches and do in them, for the route
// groups: visibility, commands, the views and their changes, games, challenges.
package matches

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"tafelrunde/internal/match"
	"tafelrunde/internal/web/core"
)

// Access gives people access to the matches of a host. Create one with [New].
type Access struct {
	*core.App
	store Store
	// engineGames is held while a game between engines, or of one person with engines, starts.
	engineGames sync.Mutex
	// readAt is when the audit log got its last entry of a moderator who reads a private
	// table, by both; readings guards it.
	readings sync.Mutex
	readAt   *simplelru.LRU[string, match.Moment]
}

// maxReadings bounds the memory of Access.readAt.
const maxReadings = 10_000

// New returns access to the matches of an app.
func New(app *core.App, s Store) *Access {
	return &Access{App: app, store: s, readAt: core.NewLRU[string, match.Moment](maxReadings)}
}
