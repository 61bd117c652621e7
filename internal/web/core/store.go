package core

import (
	"context"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// Store is the part of a store that the core needs.
type Store interface {
	store.Presences
	store.People
	store.Sessions
	store.Requests
	store.Retention
	store.Tournaments

	Invitations(ctx context.Context, name string) ([]string, error)
	MatchesOf(ctx context.Context, person string, limit int) ([]store.Summary, error)
	Mentions(ctx context.Context, person string) ([]string, error)
	RatingsOf(ctx context.Context, people []string) (map[string][]store.Rating, error)
	TokenOwner(ctx context.Context, hash string, now match.Moment) (store.Person, store.Token, error)
	UseToken(ctx context.Context, hash string, at match.Moment) error
	AddressBans(ctx context.Context, now match.Moment) ([]store.AddressBan, error)
	Invitation(ctx context.Context, hash string, now match.Moment) (store.Invitation, error)
	Passkeys(ctx context.Context, person string) ([]store.Passkey, error)
	SiteSettings(ctx context.Context) (store.SiteSettings, error)
}
