package store

import (
	"context"
	"errors"
	"math"

	"tafelrunde/internal/match"
)

// Errors of every implementation.
var (
	// ErrConflict is returned if something stored in the meantime does not allow this:
	// the number of an event is taken, or the person's sessions were ended.
	ErrConflict = errors.New("something else is already stored")
	// ErrNotFound is returned if there is no such match, person or session.
	ErrNotFound = errors.New("not found")
	// ErrTaken is returned if another person has the name.
	ErrTaken = errors.New("the name is taken")
	// ErrTooMany is returned if the person has as many tokens, passkeys, solved
	// exercises, studies, chapters or clubs as permitted.
	ErrTooMany = errors.New("the person has too many already")
	// ErrPasskeyTaken is returned if a passkey with the same ID is stored.
	ErrPasskeyTaken = errors.New("the passkey is already stored")
	// ErrLastPasskey is returned if the passkey is the last one of an account without a password.
	ErrLastPasskey = errors.New("the account has no other passkey and no password")
	// ErrUnavailable matches errors of a database that cannot be reached or written
	// now. It may be unknown whether something was stored; read it again.
	ErrUnavailable = errors.New("the store is not available")
)

// NoLimit as a limit returns everything.
const NoLimit = math.MaxInt

// Store is everything that is stored. It is safe for concurrent use. Several
// processes may share a database.
type Store interface {
	Matches
	Locks
	Notices
	EngineTurns
	Presences
	Heartbeats
	Ratings
	Badges
	Notifications
	Pushes
	People
	Lessons
	Puzzles
	Notes
	Studies
	Clubs
	Tournaments
	Tokens
	Passkeys
	Sessions
	RecoveryCodes
	Requests
	Blocks
	Follows
	Reports
	Administration
	Comparisons
	Reviews
	Retention
	Site

	// DeleteExpired deletes presences older than PresenceLifetime, expired sessions,
	// tokens, reset links and invitations, requests older than RequestLifetime,
	// notifications older than NotificationLifetime, and pushes older than PushLifetime.
	DeleteExpired(ctx context.Context, now match.Moment) error
	// Rebuild computes all views again from the events. Nothing else may use the
	// store meanwhile. It calls each, if not nil, after every match.
	Rebuild(ctx context.Context, rules match.Rules, each func()) error
	Close() error
}
