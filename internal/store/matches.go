package store

import (
	"context"
	"slices"

	"tafelrunde/internal/match"
)

// Matches stores the events of matches and reads the views of them.
type Matches interface {
	// Append stores events. When it returns nil they are durable. The error is
	// ErrConflict if the first number is taken: of two concurrent decisions one
	// wins. It is ErrNotFound if the match was deleted. It waits up to 10 s if the queue
	// is full.
	Append(ctx context.Context, a Append) error
	// Events returns the events of a match with numbers above after, in order; none
	// if there is no such match.
	Events(ctx context.Context, id string, after int64) ([]match.Event, error)
	// Overdue returns the matches whose deadline is before a moment, the oldest
	// first.
	Overdue(ctx context.Context, now match.Moment, limit int) ([]string, error)

	// Summary returns the view of one match, or ErrNotFound.
	Summary(ctx context.Context, id string) (Summary, error)
	// Summaries returns the views of those of at most 200 matches that exist, in any order.
	Summaries(ctx context.Context, ids []string) ([]Summary, error)
	// Waiting returns public tables that wait for players, the newest first.
	Waiting(ctx context.Context, limit int) ([]Summary, error)
	// Playing returns public matches with a running game, the newest first.
	Playing(ctx context.Context, limit int) ([]Summary, error)
	// MatchesOf returns the matches in which a person has a seat, the newest first.
	MatchesOf(ctx context.Context, person string, limit int) ([]Summary, error)
	// RunningOf returns those of MatchesOf that wait for players or are played.
	RunningOf(ctx context.Context, person string) ([]Summary, error)
	// PlayingOf returns the public matches with a running game in which any of some people
	// has a seat, the newest first.
	PlayingOf(ctx context.Context, people []string) ([]Summary, error)
	// OpenOf returns the matches that wait for something that a person can do: those of
	// RunningOf, those of MatchesOf in which a rematch is offered, and those of InvitedTo
	// for the name; the newest first.
	OpenOf(ctx context.Context, person, name string) ([]Summary, error)
	// EndedOf returns the others of MatchesOf than RunningOf, after the first skip of them.
	EndedOf(ctx context.Context, person string, skip, limit int) ([]Summary, error)
	// Pairable returns the public tables that wait for players with settings of a
	// [PairingKey], the oldest first.
	Pairable(ctx context.Context, key string, limit int) ([]Summary, error)
	// Finished returns the public matches whose last game has ended with a result,
	// the latest end first.
	Finished(ctx context.Context, limit int) ([]Summary, error)
	// InvitedTo returns the private tables that wait for players and invite a name,
	// ignoring case, the newest first.
	InvitedTo(ctx context.Context, name string, limit int) ([]Summary, error)
	// CountPublic returns the number of public tables that wait for players, and of
	// public matches with a running game.
	CountPublic(ctx context.Context) (waiting, playing int, err error)
	// Mentions returns the matches whose events name a person.
	Mentions(ctx context.Context, person string) ([]string, error)
	// Invitations returns the private tables to which a name is invited.
	Invitations(ctx context.Context, name string) ([]string, error)

	// Games returns the finished games of a match, in order.
	Games(ctx context.Context, id string) ([]Game, error)
	// GamesOf returns finished games of a person, the newest first.
	GamesOf(ctx context.Context, q GameQuery) ([]PlayedGame, error)
	// ConductOf returns the conduct of a person in finished correspondence games with other
	// people at public tables, the newest first.
	ConductOf(ctx context.Context, person string, limit int) ([]Conduct, error)
	// PublicGames returns the games of public matches that ended with a result at a
	// moment or later, the latest first.
	PublicGames(ctx context.Context, from match.Moment, limit int) ([]PlayedGame, error)
}

// Append is a list of events that are stored together or not at all.
type Append struct {
	Match  string
	Events []match.Event
	// Bodies are the events in JSON, or nil.
	Bodies []string
	// After is the state after the events. The number of the first event is
	// After.Seq − len(Events) + 1.
	After *match.State
	// Away are the seats whose players have left a game with a real-time clock, when the events
	// happened; nil for none.
	Away []bool
}

// GameQuery selects games for [Matches.GamesOf]. Zero values select all games, but none
// of private tables.
type GameQuery struct {
	Person string
	// Private includes the games of private tables.
	Private bool
	// Variant is the kind of the game: the game for "lancelot", the variant for "wotn".
	Variant string
	Result  GameResult
	// Opponent is a part of the name of another person in the game, ignoring case.
	Opponent string
	// Against selects games by the other seats.
	Against Against
	// MinMoves and MaxMoves are bounds of the number of moves of all seats, 0 for none.
	MinMoves, MaxMoves int
	// From and Until are the first and the last moment of the end, 0 for none.
	From, Until match.Moment
	Skip, Limit int
}

// GameResult is the result of a game for a person.
type GameResult string

// The results of games.
const (
	GameWon     GameResult = "won" // also if several seats share the win
	GameDrawn   GameResult = "drawn"
	GameLost    GameResult = "lost"
	GameAborted GameResult = "aborted"
)

// Against selects games against people or against the computer.
type Against string

// The values of Against. In a game with more than two seats both can apply.
const (
	AgainstPeople  Against = "people"
	AgainstEngines Against = "computer"
)

// Game is a finished game of a match.
type Game struct {
	Number  int            `json:"game"`
	EndedAt match.Moment   `json:"endedAt"`
	Outcome match.Outcome  `json:"outcome"`
	Players []match.Player `json:"players"`
	Rated   bool           `json:"rated"`
	// First is the seat that moved first; 0 also in games that ended before it was stored.
	First int `json:"first" doc:"the seat that moved first; 0 too if the game ended before it was stored"`
	// Moves is the number of moves of all seats; 0 also in games that ended before it
	// was stored.
	Moves int `json:"moves"`
	// Promotions are the kinds to which each seat has promoted pieces, as [games.Promotions]
	// returns them; nil also in games that ended before it was stored.
	Promotions []string `json:"promotions,omitempty" doc:"by seat, a letter for each promotion in Way of the Knight; missing if there was none, or the game ended before they were counted"`
	// Conduct is what [Matches.ConductOf] returns of each seat, nil unless it counts
	// there. The store does not read it.
	Conduct []Conduct `json:"-"`
}

// Conduct is how a person has kept the time in a correspondence game with others.
type Conduct struct {
	// LostOnTime reports whether the person's time was over.
	LostOnTime bool
	// Replies are the times of the person's last moves, at most [MaxReplies], in seconds.
	Replies []int
}

// MaxReplies is the number of moves of a game whose times count.
const MaxReplies = 50

// conductOf returns the conduct of the seats in a game that has ended.
func conductOf(s *match.State) []Conduct {
	people := 0
	for i := range s.Seats {
		if s.Seats[i].Player.ID != "" {
			people++
		}
	}
	if s.Settings.Clock.Kind != match.Correspondence || s.Outcome.Reason == match.ByAbort || people < 2 {
		return nil
	}
	all := make([]Conduct, len(s.Seats))
	for i := range all {
		all[i].LostOnTime = s.LostOnTime(i)
	}
	for _, m := range s.Moves {
		if m.Took >= 0 {
			all[m.Seat].Replies = append(all[m.Seat].Replies, int(m.Took/match.Second))
		}
	}
	for i := range all {
		all[i].Replies = all[i].Replies[max(0, len(all[i].Replies)-MaxReplies):]
	}
	return all
}

// ResultOf returns the result for a seat.
func (g *Game) ResultOf(seat int) GameResult {
	switch {
	case g.Outcome.Reason == match.ByAbort:
		return GameAborted
	case len(g.Outcome.Winners) == 0:
		return GameDrawn
	case slices.Contains(g.Outcome.Winners, seat):
		return GameWon
	}
	return GameLost
}

// KindOf returns the kind of games with settings: "lancelot" or the variant of "wotn".
func KindOf(s *match.Settings) string {
	if s.Game == "lancelot" {
		return s.Game
	}
	return s.Variant
}

// Rename replaces the player with an ID.
func (g *Game) Rename(id string, p match.Player) {
	for i := range g.Players {
		if g.Players[i].ID == id {
			g.Players[i] = p
		}
	}
}

// PlayedGame is a finished game with the table at which it was played.
type PlayedGame struct {
	Match    string         `json:"match"`
	Settings match.Settings `json:"settings"`
	Game
}
