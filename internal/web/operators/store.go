package operators

import (
	"context"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// Store is the part of a store that the routes for operators need.
type Store interface {
	store.Heartbeats

	Overdue(ctx context.Context, now match.Moment, limit int) ([]string, error)
	WaitingEngineTurns(ctx context.Context, now match.Moment, people bool) (int, error)
	OpenReviews(ctx context.Context, now match.Moment) ([]store.Review, error)
}
