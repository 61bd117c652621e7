package store

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
)

// Summary contains the fields of a match that lists show.
type Summary struct {
	Match    string         `json:"match"`
	Phase    match.Phase    `json:"phase"`
	Settings match.Settings `json:"settings"`
	Owner    match.Player   `json:"owner"`
	// Seats are the players by seat; a free seat is a player without ID and level.
	Seats    []match.Player `json:"seats"`
	Game     int            `json:"game"`
	Score    []float64      `json:"score" nullable:"true"`
	OpenedAt match.Moment   `json:"openedAt"`
	// Left are the seats whose players have left the game for good: they are out, or
	// an engine plays for them and they cannot return.
	Left []int `json:"left,omitempty" doc:"the seats whose players have left the game in progress for good"`
	// Outcome is that of the last game, if it is finished; nil also in summaries
	// stored before there were outcomes.
	Outcome *match.Outcome `json:"outcome,omitempty"`
	// EndedAt is when the last game ended, 0 if none has ended with a result or the
	// next one has begun.
	EndedAt match.Moment `json:"endedAt"`
	// Position and ToAct are updated with every move.
	Position string `json:"position,omitempty"`
	ToAct    int    `json:"toAct"`
	// Deadline is when the time for the turn ends in a correspondence game, 0 for none.
	Deadline match.Moment `json:"deadline" doc:"when the time for the turn ends in a correspondence game, 0 for none"`
	Seq      int64        `json:"seq"`
}

// SeatOf returns the seat of a person, -1 if the person has none.
func (s *Summary) SeatOf(person string) int {
	return slices.IndexFunc(s.Seats, func(p match.Player) bool { return p.ID != "" && p.ID == person })
}

// MatchRow is the view of one match as it is stored.
type MatchRow struct {
	Match string
	Seq   int64
	// Summary has neither Position nor ToAct nor Deadline nor Seq nor OpenedAt nor
	// EndedAt, which have columns of their own, so that it does not change with every
	// move.
	Summary Summary
	// Pairing is the [PairingKey] of a table that a person may join from the lobby,
	// "" for other matches.
	Pairing string
	// EndedAt is Summary.EndedAt.
	EndedAt  match.Moment
	Position string
	ToAct    int
	// Open reports whether the match is one of [Matches.OpenOf] for its players.
	Open bool
	// Deadline is that of [match.State.Due]. Deadline and EngineDue are 0 for none.
	Deadline  match.Moment
	EngineDue match.Moment
	Engine    int // seat
	Level     int
	// People is the number of people who play in the game; Person is that of
	// [EngineTurn]. Moves change neither.
	People int
	Person string
}

// NewMatchRow returns the view of a match in a state.
func NewMatchRow(id string, s *match.State) MatchRow {
	r := NewMoveRow(id, s)
	r.Summary = Summary{Match: id, Phase: s.Phase, Settings: s.Settings, Owner: s.Owner, Game: s.Game, Score: s.Score}
	for i := range s.Seats {
		c := &s.Seats[i]
		r.Summary.Seats = append(r.Summary.Seats, c.Player)
		if s.Phase == match.Playing && (c.Out || c.Engine > 0 && c.Forfeited) {
			r.Summary.Left = append(r.Summary.Left, i)
		}
	}
	if s.Phase == match.Finished {
		outcome := s.Outcome
		r.Summary.Outcome = &outcome
		if outcome.Reason != match.ByAbort {
			r.EndedAt = s.TurnAt
		}
	}
	if s.Phase == match.Waiting && s.Settings.Visibility == match.Public {
		r.Pairing = PairingKey(&s.Settings)
	}
	r.People, r.Person = peopleOf(s)
	r.Open = s.Phase != match.Finished && s.Phase != match.TableClosed || s.Rematch.Stands() || s.WithinPair()
	return r
}

// PairingKey returns a text that is the same for all settings of equal games: it contains
// everything that affects the game, but not the visibility of the table.
func PairingKey(s *match.Settings) string {
	same := *s
	same.Visibility, same.Invited = "", nil
	if same.Seats == 2 {
		same.Timeout, same.TakeoverLevel = "", 0 // without effect
	}
	text, err := json.Marshal(&same)
	if err != nil {
		panic("store: settings are no JSON: " + err.Error())
	}
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}

// peopleOf returns the number of people who play, and the person whose share of
// engine time is used.
func peopleOf(s *match.State) (people int, person string) {
	for i := range s.Seats {
		c := &s.Seats[i]
		if !c.Taken || c.Engine > 0 || c.Out {
			continue
		}
		people++
		if person == "" || c.Player.ID == s.Owner.ID {
			person = c.Player.ID
		}
	}
	if people == 0 {
		person = s.Owner.ID
	}
	return people, person
}

// NewMoveRow returns the view without the summary, which moves do not change; see
// [KeepsSummary].
func NewMoveRow(id string, s *match.State) MatchRow {
	r := MatchRow{Match: id, Seq: s.Seq, ToAct: s.ToAct()}
	if s.Position != nil {
		r.Position = s.Position.Text()
	}
	r.Deadline, _ = s.Due()
	if seat, level := s.EngineToMove(); seat >= 0 {
		r.Engine, r.Level, r.EngineDue = seat, level, max(1, s.TurnAt)
	}
	return r
}

// KeepsSummary reports whether events change nothing of a summary except what has
// columns of its own, and nothing of the lists of tables. Offers of a rematch are in the
// list of [Matches.OpenOf].
func KeepsSummary(events []match.Event) bool {
	return !slices.ContainsFunc(events, func(e match.Event) bool {
		switch e.Type {
		case match.Moved, match.Chatted, match.ChatRemoved, match.DrawOffered, match.DrawDeclined, match.TakebackOffered,
			match.TakebackAccepted, match.TakebackDeclined, match.TakenBack, match.Promoted, match.DowntimeCredited, match.Berserked:
			return false
		}
		return true
	})
}

// KeepsEngineTurn reports whether events do not affect the turn of an engine, so
// that its worker continues.
func KeepsEngineTurn(events []match.Event) bool {
	return !slices.ContainsFunc(events, func(e match.Event) bool {
		switch e.Type {
		case match.Chatted, match.ChatRemoved, match.DrawOffered, match.DrawDeclined, match.TakebackOffered, match.TakebackAccepted,
			match.TakebackDeclined, match.Berserked, match.RematchOffered, match.RematchDeclined, match.Renamed:
			return false
		}
		return true
	})
}

// NewGame returns the view of a game that an event has ended; s is the state after
// the event.
func NewGame(e match.Event, s *match.State) Game {
	g := Game{Number: e.Game, EndedAt: e.At, Outcome: s.Outcome, Rated: s.Ratable(), First: s.Round.First, Moves: len(s.Moves), Promotions: games.Promotions(s), Conduct: conductOf(s)}
	for i := range s.Seats {
		g.Players = append(g.Players, s.Seats[i].Player)
	}
	return g
}
