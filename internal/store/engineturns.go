package store

import (
	"context"

	"tafelrunde/internal/match"
)

// EngineTurns distributes the turns of engines among workers.
type EngineTurns interface {
	// LeaseEngineTurn leases a due turn that is not leased, or returns ErrNotFound.
	// Games with people go first, then watched games. Within each group the turn
	// goes to the person who has used the least engine time in the last minutes,
	// then to the oldest turn.
	LeaseEngineTurn(ctx context.Context, q EngineTurnQuery) (EngineTurn, error)
	// ReleaseEngineTurn ends the lease of a turn that was not played. The turn is
	// due again at a moment. The attempt counts only if it failed. It returns ErrNotFound
	// if the match has gone on or the turn was leased again.
	ReleaseEngineTurn(ctx context.Context, t EngineTurn, due match.Moment, failed bool) error
	// WaitingEngineTurns counts the turns that are due and not leased, with people only
	// those of games in which a person plays.
	WaitingEngineTurns(ctx context.Context, now match.Moment, people bool) (int, error)
	// MarkWatched stores that games in which only engines play are watched.
	MarkWatched(ctx context.Context, matches []string, at match.Moment) error
	// UnwatchedEngineGames counts the games at the tables of a person that are
	// played by engines alone and not watched.
	UnwatchedEngineGames(ctx context.Context, owner string, now match.Moment) (int, error)
}

// EngineTurn is a move that an engine has to play.
type EngineTurn struct {
	Match string
	Seq   int64
	Seat  int
	Level int
	// People reports whether at least one person plays in the game.
	People bool
	// Person is the person whose share of engine time the turn uses: the owner of
	// the table if the owner or no person plays, otherwise a person who plays.
	Person string
	Lease
}

// EngineTurnQuery selects a turn for [EngineTurns.LeaseEngineTurn].
type EngineTurnQuery struct {
	Now match.Moment
	// Lease is the duration of the lease.
	Lease match.Millis
	// People selects only games in which a person plays.
	People bool
	// Except, if not 0, leaves out the engines of that level.
	Except int
	// Cost is the expected engine time of a turn by level; it counts as used at once.
	Cost func(level int) match.Millis
	// Used corrects the engine time of earlier turns, by person.
	Used map[string]match.Millis
}

// WatchedFor is how long a game counts as watched after MarkWatched.
const WatchedFor = 40 * match.Second
