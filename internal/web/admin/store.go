package admin

import (
	"context"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// Store is the part of a store that the administration needs.
type Store interface {
	store.Reports
	store.Administration
	store.Comparisons
	store.Reviews
	store.Retention
	store.Site

	Events(ctx context.Context, id string, after int64) ([]match.Event, error)
	Study(ctx context.Context, id string) (store.Study, error)
	RemoveStudy(ctx context.Context, id string, at match.Moment, e store.Entry) error
	Club(ctx context.Context, id string) (store.Club, error)
	ModerateClub(ctx context.Context, id string, to store.ClubState, clear bool, e store.Entry) error
	ClubNotice(ctx context.Context, club, id string) (store.ClubNotice, error)
	DeleteClubNotice(ctx context.Context, club, id string, e *store.Entry) error
	WrongPuzzles(ctx context.Context, skip, limit, each int) ([]store.WrongPuzzle, error)
	SettlePuzzle(ctx context.Context, puzzle string, e store.Entry) error
	Person(ctx context.Context, id string) (store.Person, error)
	SimilarNames(ctx context.Context, atMost int) ([][]store.Person, error)
}
