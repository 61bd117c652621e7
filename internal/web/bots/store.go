package bots

import (
	"context"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// Store is the part of a store that the routes for programs need.
type Store interface {
	Events(ctx context.Context, id string, after int64) ([]match.Event, error)
	Mentions(ctx context.Context, person string) ([]string, error)
	OpenOf(ctx context.Context, person, name string) ([]store.Summary, error)
	RunningOf(ctx context.Context, person string) ([]store.Summary, error)
	Ratings(ctx context.Context, person string) ([]store.Rating, error)
	MakeBot(ctx context.Context, id string, epoch int64) error
}
