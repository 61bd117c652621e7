package matches

import (
	"context"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// Store is the part of a store that access to matches needs.
type Store interface {
	store.Blocks

	AddEntry(ctx context.Context, e store.Entry) error
	RatingChanges(ctx context.Context, pool string, ended match.Moment, people []string) (map[string]store.RatingChange, error)
	Events(ctx context.Context, id string, after int64) ([]match.Event, error)
	RunningOf(ctx context.Context, person string) ([]store.Summary, error)
	InvitedTo(ctx context.Context, name string, limit int) ([]store.Summary, error)
	UnwatchedEngineGames(ctx context.Context, owner string, now match.Moment) (int, error)
}
