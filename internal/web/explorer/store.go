package explorer

import (
	"context"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// Store is the part of a store that the explorer needs.
type Store interface {
	Games(ctx context.Context, id string) ([]store.Game, error)
	PublicGames(ctx context.Context, from match.Moment, limit int) ([]store.PlayedGame, error)
}
