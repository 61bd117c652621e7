package store

import (
	"context"
	"errors"

	"tafelrunde/internal/match"
)

// Errors of every implementation.
var (
	// ErrConflict: somebody else has stored an event with this number.
	ErrConflict = errors.New("another event with this number is already stored")
	// ErrNotFound: there is no such match, person or session.
	ErrNotFound = errors.New("not found")
	// ErrTaken: the name is another person's.
	ErrTaken = errors.New("the name is taken")
	// ErrUnavailable is matched by errors of a database that cannot be written or
	// reached now. Nothing has been stored, or it cannot be known whether it was:
	// what is in the store decides.
	ErrUnavailable = errors.New("the store is not available")
)

// Append is events to be stored, one after the other or not at all.
type Append struct {
	Match  string
	Events []match.Event
	// After is the state after the events; the first of them is number
	// After.Seq − len(Events) + 1.
	After *match.State
}

// Notice says that a match has come to an event.
type Notice struct {
	// Match is "" if notices may have been missed.
	Match string
	Seq   int64
	// Tables tells that lists of tables have changed.
	Tables bool
}

// Turn is a move that an engine has to make.
type Turn struct {
	Match string
	Seq   int64
	Seat  int
	Level int
}

// Store keeps everything. It may be used by several goroutines, and the data of
// one database by several programs, at once.
type Store interface {
	// Append stores events. When it returns nil they are on the disk. The error
	// is ErrConflict if the first number is taken, so that of two who decide at
	// once only one wins.
	Append(ctx context.Context, a Append) error
	// Events are the events of a match with numbers above after, in order; none
	// if there is no such match.
	Events(ctx context.Context, id string, after int64) ([]match.Event, error)
	// Listen calls notice whenever another program, or this one, has stored an
	// event, until ctx is done. Notices can be missed, which an empty one tells.
	// It returns at once with nil if no other program can store events.
	Listen(ctx context.Context, notice func(Notice)) error

	// Overdue are matches whose deadline is before a moment, the oldest first.
	Overdue(ctx context.Context, now match.Moment, limit int) ([]string, error)
	// TakeTurn gives a turn of an engine that nobody is working on to the caller,
	// until lease has passed; ErrNotFound if there is none.
	TakeTurn(ctx context.Context, now match.Moment, lease match.Millis) (Turn, error)
	// Waiting are public tables that wait for players, the newest first; Playing
	// those at which a game is played.
	Waiting(ctx context.Context, limit int) ([]Summary, error)
	Playing(ctx context.Context, limit int) ([]Summary, error)
	// Summary is the view of one match, or ErrNotFound.
	Summary(ctx context.Context, id string) (Summary, error)
	// MatchesOf are the matches in which a person has a seat, the newest first.
	MatchesOf(ctx context.Context, person string, limit int) ([]Summary, error)
	// Games are the finished games of a match, in order.
	Games(ctx context.Context, id string) ([]Game, error)
	// Ratings are a person's, by pool.
	Ratings(ctx context.Context, person string) ([]Rating, error)

	// AddPerson stores a new person; ErrTaken if one with an account has the
	// name, whatever its capitals.
	AddPerson(ctx context.Context, p Person) error
	// Person is one by ID, PersonNamed the one with an account of that name.
	Person(ctx context.Context, id string) (Person, error)
	PersonNamed(ctx context.Context, name string) (Person, error)
	// SetPerson changes name and password of a person; the errors are those of
	// AddPerson and ErrNotFound.
	SetPerson(ctx context.Context, p Person) error
	// AddToken stores the hash of a token that speaks for a person.
	AddToken(ctx context.Context, hash, person string, at match.Moment) error
	// TokenOwner is the person for whom a token speaks, or ErrNotFound.
	TokenOwner(ctx context.Context, hash string) (Person, error)
	// Session, SetSession and DropSession keep the data of browsers' sessions.
	Session(ctx context.Context, token string, now match.Moment) ([]byte, error)
	SetSession(ctx context.Context, token string, data []byte, until match.Moment) error
	DropSession(ctx context.Context, token string) error

	// Rebuild makes all views again from the events. Nobody else may use the
	// store meanwhile. It calls each, if not nil, for every match done.
	Rebuild(ctx context.Context, rules match.Rules, each func()) error
	Close() error
}

// Person is somebody who plays. Guests have no password.
type Person struct {
	ID   string
	Name string
	// Password is the hash of it, "" for a guest.
	Password string
	Since    match.Moment
}

// Account tells that the person has one.
func (p Person) Account() bool { return p.Password != "" }

// Game is a finished game of a match.
type Game struct {
	Number  int            `json:"game"`
	EndedAt match.Moment   `json:"endedAt"`
	Outcome match.Outcome  `json:"outcome"`
	Players []match.Player `json:"players"`
	Rated   bool           `json:"rated"`
}

// Rating is how strong a person is in a pool.
type Rating struct {
	Pool string `json:"pool"`
	// A, B and C are rating, deviation and volatility of Glicko-2 for two seats;
	// mu, sigma and 0 of Plackett-Luce for more.
	A         float64      `json:"a"`
	B         float64      `json:"b"`
	C         float64      `json:"c"`
	Games     int          `json:"games"`
	ChangedAt match.Moment `json:"changedAt"`
}
