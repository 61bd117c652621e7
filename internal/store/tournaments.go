package store

import (
	"context"

	"tafelrunde/internal/match"
	"tafelrunde/internal/tournament"
)

// Tournaments stores the events of tournaments, reads the views of them, and leases
// tournaments that have to go on.
type Tournaments interface {
	// AppendTournament stores events and returns the people who have been notified of them.
	// Members of a club are notified of its new tournaments, of a match against another club
	// once that has accepted; before only the owner and officers of the latter are. The error is ErrConflict if the first number is taken,
	// ErrTooMany if the director already has a.MaxOpen tournaments that have not ended, ErrTaken if a new match between
	// clubs is one of two unanswered challenges between them, or the second one of a club within ChallengePause, and ErrNotFound if an event
	// contains somebody whose account is deleted or being deleted, unless it replaces the identity.
	AppendTournament(ctx context.Context, a TournamentAppend) (notified []string, err error)
	// TournamentEvents returns the events of a tournament with numbers above after, in order;
	// none if there is no such tournament.
	TournamentEvents(ctx context.Context, id string, after int64) ([]tournament.Event, error)
	// TournamentSeq returns the number of the last event, 0 if there is no such tournament.
	TournamentSeq(ctx context.Context, id string) (int64, error)
	// CurrentClubs returns clubs with their current names, "" for those that a moderator has removed. The
	// methods below that return summaries have these names too.
	CurrentClubs(ctx context.Context, clubs []tournament.EntryClub) ([]tournament.EntryClub, error)
	// TournamentsIn returns tournaments in a phase: the upcoming ones that start first, of the
	// others those that began or ended last. skip is how many to leave out.
	TournamentsIn(ctx context.Context, phase tournament.Phase, skip, limit int) ([]TournamentSummary, error)
	// TournamentsOf returns the tournaments that a person directs, or has entered and not left
	// before the start: first those that have not ended, then those that begin or began last first.
	TournamentsOf(ctx context.Context, person string, limit int) ([]TournamentSummary, error)
	// TournamentsOfClub returns the tournaments of a club in the same order, without the
	// first skip ones.
	TournamentsOfClub(ctx context.Context, club string, skip, limit int) ([]TournamentSummary, error)
	// TournamentSummaries returns those of some tournaments that exist, in any order.
	TournamentSummaries(ctx context.Context, ids []string) ([]TournamentSummary, error)
	// TournamentMentions returns the tournaments whose events contain a person, and that are in one of some
	// phases, if any are given.
	TournamentMentions(ctx context.Context, person string, phases ...tournament.Phase) ([]string, error)

	// TournamentGames returns the games of a tournament that have to be opened or whose results
	// have to be recorded.
	TournamentGames(ctx context.Context, id string) ([]TournamentGame, error)
	// FinishTournamentGame stores that nothing has to be done for a game any more.
	FinishTournamentGame(ctx context.Context, match string) error
	// LeaseTournament leases a tournament that has to go on; see [Lease]. It returns
	// ErrNotFound if there is none.
	LeaseTournament(ctx context.Context, now, until match.Moment) (LeasedTournament, error)
	// ReleaseTournament ends a lease; see [Lease].
	ReleaseTournament(ctx context.Context, t LeasedTournament, due match.Moment, failed bool) error
	// PostponeTournament ends a lease and sets the number of attempts that count. It returns ErrNotFound if
	// the lease is not held.
	PostponeTournament(ctx context.Context, t LeasedTournament, due match.Moment, attempts int) error
	// SettleTournament ends the lease of a tournament that has gone on as far as it can after its
	// first seq events. It is due again at a moment, 0 for none, or at once if it has more
	// events. It returns ErrNotFound if the lease is not held.
	SettleTournament(ctx context.Context, t LeasedTournament, seq int64, due match.Moment) error
}

// TournamentAppend is a list of events that are stored together or not at all.
type TournamentAppend struct {
	Tournament string
	Events     []tournament.Event
	// After is the state after the events. The number of the first event is
	// After.Seq − len(Events) + 1.
	After *tournament.State
	// MaxOpen is how many tournaments that have not ended the director may have, with a new
	// one; 0 for any number.
	MaxOpen int
	// Entry is an entry of the audit log, nil for none.
	Entry *Entry
}

// TournamentSummary contains the fields of a tournament that lists show.
type TournamentSummary struct {
	ID        string            `json:"id"`
	Name      string            `json:"name" doc:"empty if a moderator has removed it"`
	Phase     tournament.Phase  `json:"phase"`
	Format    tournament.Format `json:"format" enum:"round-robin,league,swiss,tables,arena,club-match"`
	Pace      tournament.Pace   `json:"pace"`
	Games     match.Settings    `json:"games"`
	Director  match.Player      `json:"director"`
	StartsAt  match.Moment      `json:"startsAt"`
	StartedAt match.Moment      `json:"startedAt"`
	EndedAt   match.Moment      `json:"endedAt"`
	// Entered is how many players have entered, without those who have left before the end or the start
	// of an arena.
	Entered     int `json:"entered"`
	MaxEntrants int `json:"maxEntrants"`
	// Round and Rounds are those of [tournament.State.Round].
	Round  int `json:"round"`
	Rounds int `json:"rounds"`
	// Code reports whether an entry code is needed.
	Code      bool `json:"code"`
	MinRating int  `json:"minRating"`
	MaxRating int  `json:"maxRating"`
	Season    int  `json:"season"`
	Handicap  bool `json:"handicap,omitempty" doc:"whether the weaker player gets handicap points"`
	// Clubs are the clubs whose members can enter.
	Clubs []tournament.EntryClub `json:"clubs,omitempty" doc:"the clubs whose members can enter, with their current names, empty if a moderator has removed the club; missing if everybody can"`
	// Accepted is that of [tournament.State], and Score has the points of both clubs of a match
	// between clubs that has begun.
	Accepted bool      `json:"accepted,omitempty" doc:"whether the second club has accepted a match between clubs"`
	Score    []float64 `json:"score,omitempty" doc:"points of both clubs of a match between clubs that has begun"`
	Winner   string    `json:"winner" doc:"name of the first of the only pool or of the first division, or of the club that won; empty before the end, and if nobody has points"`
}

// NewTournamentSummary returns the summary of a tournament in a state.
func NewTournamentSummary(id string, s *tournament.State) TournamentSummary {
	set := &s.Settings
	v := TournamentSummary{
		ID: id, Name: set.Name, Phase: s.Phase, Format: set.Format, Pace: set.Pace, Games: set.Games, Director: s.Director,
		StartsAt: set.StartsAt, StartedAt: s.StartedAt, EndedAt: s.EndedAt, Entered: s.Entered(), MaxEntrants: set.Capacity(),
		Code: set.Code != "", MinRating: set.MinRating, MaxRating: set.MaxRating, Season: set.Season, Handicap: set.Handicap, Clubs: set.Clubs, Accepted: s.Accepted,
	}
	v.Round, v.Rounds = s.Round()
	if s.Phase == tournament.Over || s.Phase == tournament.Running && set.Format == tournament.Arena {
		v.Entered = s.Participants()
	}
	if set.Format == tournament.ClubMatch {
		v.addScore(s)
		return v
	}
	if s.Phase == tournament.Over && len(s.Pools) > 0 && (len(s.Pools) == 1 || set.Format == tournament.League) {
		if first := s.Standings()[0][0]; first.Points > 0 {
			v.Winner = s.Entries[first.Entry-1].Player.Name
		}
	}
	return v
}

// addScore adds the points of both clubs of a match, and the winner after its end.
func (v *TournamentSummary) addScore(s *tournament.State) {
	if s.Pools == nil {
		return
	}
	points := s.ClubPoints()
	v.Score = []float64{points[0].Float(), points[1].Float()}
	v.nameWinner()
}

// nameWinner sets the winner of a match between clubs.
func (v *TournamentSummary) nameWinner() {
	switch {
	case v.Phase != tournament.Over || v.Score == nil || v.Score[0] == v.Score[1]:
	case v.Score[0] > v.Score[1]:
		v.Winner = v.Clubs[0].Name
	default:
		v.Winner = v.Clubs[1].Name
	}
}

// NameClubs gives the summary clubs with other names.
func (v *TournamentSummary) NameClubs(clubs []tournament.EntryClub) {
	if v.Clubs = clubs; v.Format == tournament.ClubMatch {
		v.nameWinner()
	}
}

// TournamentGame is a game of a tournament.
type TournamentGame struct {
	Match string
	State TournamentGameState
}

// TournamentGameState is what has to be done for a game of a tournament.
type TournamentGameState int

// The states of games.
const (
	// GameToOpen: the match has to be opened.
	GameToOpen TournamentGameState = iota
	// GameOpen: the game is played.
	GameOpen
	// GameToRecord: the game has ended; its result has to be recorded.
	GameToRecord
	// GameRecorded: nothing has to be done.
	GameRecorded
)

// LeasedTournament is a tournament that a worker has leased.
type LeasedTournament struct {
	ID string
	Lease
}

// TournamentDue returns when a tournament has to go on after events, 0 for never: a running
// one at once, because the events may permit more.
func TournamentDue(events []tournament.Event, s *tournament.State) match.Moment {
	if s.Phase == tournament.Running || s.Phase == tournament.Over && s.Next != "" {
		return max(1, events[len(events)-1].At)
	}
	due, _ := s.Due()
	return due
}

// PersonNotification is a notification of a person.
type PersonNotification struct {
	Person string
	Notification
}

// TournamentNotifications returns the notifications that follow from events of a tournament. s
// is the state after them.
func TournamentNotifications(id string, events []tournament.Event, s *tournament.State) (list []PersonNotification) {
	add := func(person string, kind NotificationKind, about string, at match.Moment) {
		if person != "" {
			list = append(list, PersonNotification{person, Notification{Kind: kind, Match: about, At: at}})
		}
	}
	for i := range events {
		switch e := &events[i]; e.Type {
		case tournament.Created:
			for _, person := range e.Ladder {
				add(person, SeasonOpen, id, e.At)
			}
		case tournament.Reminded:
			for j := range s.Entries {
				if s.Entries[j].Left == "" {
					add(s.Entries[j].Player.ID, TournamentSoon, id, e.At)
				}
			}
		case tournament.Withdrawn:
			if e.Reason == tournament.ByExpulsion {
				add(s.Entries[e.Entry-1].Player.ID, TournamentDecided, id, e.At)
			}
		case tournament.Corrected:
			for _, entry := range s.Boards[e.Board-1].Entries {
				if person := s.Entries[entry-1].Player.ID; person != e.By {
					add(person, TournamentDecided, id, e.At)
				}
			}
		case tournament.Paired:
			if s.Settings.Format == tournament.Arena {
				continue // its page leads players to their games
			}
			notified := make(map[int]bool)
			for _, b := range e.Boards {
				for _, entry := range b.Entries {
					if b.Match == "" || notified[entry] || s.Entries[entry-1].Left != "" {
						continue
					}
					notified[entry] = true
					add(s.Entries[entry-1].Player.ID, RoundPaired, b.Match, e.At)
				}
			}
		}
	}
	return list
}
