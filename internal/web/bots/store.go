package bots

import (
	"context"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// Store is the part of a store that the routes for programs need.
type Store interface {
	EndedOf(ctx context.Context, person string, skip, limit int) ([]store.Summary, error)
	Events(ctx context.Context, id string, after int64) ([]match.Event, error)
	Mentions(ctx context.Context, person string) ([]string, error)
	RunningOf(ctx context.Context, person string) ([]store.Summary, error)
	Ratings(ctx context.Context, person string) ([]store.Rating, error)
	MakeBot(ctx context.Context, id string, epoch int64) error
}
