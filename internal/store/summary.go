package store

import (
	"slices"

	"tafelrunde/internal/match"
)

// Summary is what lists show of a match.
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
	// Position and ToAct are of the moment the list was made in the store; they
	// are kept for every move.
	Position string `json:"position,omitempty"`
	ToAct    int    `json:"toAct"`
	Seq      int64  `json:"seq"`
}

// MatchRow is the view of one match as it is stored.
type MatchRow struct {
	Match string
	Seq   int64
	// Summary has neither Position nor ToAct nor Seq nor OpenedAt, which have
	// columns of their own, so that it does not change with every move.
	Summary  Summary
	Position string
	ToAct    int
	// Deadline and EngineDue are 0 for none.
	Deadline  match.Moment
	EngineDue match.Moment
	Engine    int // seat
	Level     int
	// People is how many people play in the game, Person is as in [EngineTurn]. Moves
	// change neither.
	People int
	Person string
}

// NewMatchRow is the view of a match in a state.
func NewMatchRow(id string, s *match.State) MatchRow {
	r := NewMoveRow(id, s)
	r.Summary = Summary{Match: id, Phase: s.Phase, Settings: s.Settings, Owner: s.Owner, Game: s.Game, Score: s.Score}
	for i := range s.Seats {
		r.Summary.Seats = append(r.Summary.Seats, s.Seats[i].Player)
	}
	r.People, r.Person = peopleOf(s)
	return r
}

// peopleOf returns how many people play, and whose engine time is used.
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

// NewMoveRow is NewMatchRow without the summary, which moves do not change; see
// [KeepsSummary].
func NewMoveRow(id string, s *match.State) MatchRow {
	r := MatchRow{Match: id, Seq: s.Seq, ToAct: s.ToAct()}
	if s.Position != nil {
		r.Position = s.Position.Text()
	}
	r.Deadline, _ = s.Deadline()
	if seat, level := s.EngineToMove(); seat >= 0 {
		r.Engine, r.Level, r.EngineDue = seat, level, max(1, s.TurnAt)
	}
	return r
}

// KeepsSummary reports whether events change nothing of a summary but what has columns
// of its own.
func KeepsSummary(events []match.Event) bool {
	return !slices.ContainsFunc(events, func(e match.Event) bool {
		switch e.Type {
		case match.Moved, match.Chatted, match.DrawOffered, match.DrawDeclined, match.TakebackOffered,
			match.TakebackAccepted, match.TakebackDeclined, match.TakenBack, match.Promoted, match.DowntimeCredited,
			match.RematchOffered, match.RematchDeclined:
			return false
		}
		return true
	})
}

// KeepsEngineTurn reports whether events leave the turn of an engine as it is: whoever
// thinks about it goes on.
func KeepsEngineTurn(events []match.Event) bool {
	return !slices.ContainsFunc(events, func(e match.Event) bool {
		switch e.Type {
		case match.Chatted, match.DrawOffered, match.DrawDeclined, match.TakebackOffered, match.TakebackAccepted,
			match.TakebackDeclined, match.RematchOffered, match.RematchDeclined, match.Renamed:
			return false
		}
		return true
	})
}

// NewGame is the view of a game that an event has ended; s is the state after it.
func NewGame(e match.Event, s *match.State) Game {
	g := Game{Number: e.Game, EndedAt: e.At, Outcome: s.Outcome, Rated: s.Ratable()}
	for i := range s.Seats {
		g.Players = append(g.Players, s.Seats[i].Player)
	}
	return g
}
