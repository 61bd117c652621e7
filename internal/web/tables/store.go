package tables

import (
	"context"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// Store is the part of a store that the routes of tables and matches need.
type Store interface {
	store.Matches
	store.Locks
	store.Notifications
	store.Follows

	TournamentSummaries(ctx context.Context, ids []string) ([]store.TournamentSummary, error)
	WaitingEngineTurns(ctx context.Context, now match.Moment, people bool) (int, error)

	Person(ctx context.Context, id string) (store.Person, error)
	ClubNames(ctx context.Context, ids []string) (map[string]string, error)
	BlockedBy(ctx context.Context, person string, by []string) (bool, error)
	Muted(ctx context.Context, person, id string) (bool, error)
}
