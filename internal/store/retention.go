package store

import (
	"context"

	"tafelrunde/internal/match"
)

// Retention deletes data that an operator does not want to keep. Each call deletes a
// limited number of rows, so that moves do not wait for it. Matches that wait for
// players or are played, and those with an open report stay.
type Retention interface {
	// SeeGuest stores that a guest has used the site. It does nothing for a person with
	// an account.
	SeeGuest(ctx context.Context, id string, at match.Moment) error
	// IdleGuests returns guests who have not used the site since before, those absent
	// longest first, except guests whom an event of a match in progress names or an open
	// report concerns.
	IdleGuests(ctx context.Context, before match.Moment, limit int) ([]Person, error)
	// BeginIdleDeletion is BeginDeletion for a guest whom IdleGuests would return;
	// otherwise it returns ErrConflict.
	BeginIdleDeletion(ctx context.Context, id string, before match.Moment, as string) error
	// DeleteOldChat removes the text and the sender's name from all chat messages before
	// a moment in up to limit matches that are over. It returns the number of matches.
	DeleteOldChat(ctx context.Context, before match.Moment, limit int) (int, error)
	// DeleteOldMatches deletes up to limit matches that have been over since before a
	// moment, and returns their IDs. Other processes receive notices with Deleted.
	// Ratings and their histories stay, also after Rebuild: of a rated game the place,
	// the pool, the players and the winners are kept.
	DeleteOldMatches(ctx context.Context, before match.Moment, limit int) ([]string, error)
}
