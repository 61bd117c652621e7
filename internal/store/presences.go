package store

import (
	"context"

	"tafelrunde/internal/match"
)

// Presences stores when people were last connected to matches, for
// all processes that share a database.
type Presences interface {
	// SavePresence stores presences; a later one of the same person replaces an
	// earlier one.
	SavePresence(ctx context.Context, seen []Presence) error
	// LastPresence returns the presences stored for some matches.
	LastPresence(ctx context.Context, matches []string) ([]Presence, error)
}

// Presence is a person's connection to a match at a moment.
type Presence struct {
	Match, Person string
	At            match.Moment
}

// PresenceLifetime is how long presences are kept. A person without one is absent.
const PresenceLifetime = 1 * match.Day
