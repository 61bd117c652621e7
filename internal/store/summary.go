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
	Score    []float64      `json:"score"`
	OpenedAt match.Moment   `json:"openedAt"`
	// Position and ToAct are of the moment the list was made in the store; they
	// are kept for every move.
	Position string `json:"position,omitempty"`
	ToAct    int    `json:"toAct"`
	Seq      int64  `json:"seq"`
}

// Row is the view of one match as it is stored.
type Row struct {
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
}

// RowOf is the view of a match in a state.
func RowOf(id string, s *match.State) Row {
	r := MovesOf(id, s)
	r.Summary = Summary{Match: id, Phase: s.Phase, Settings: s.Settings, Owner: s.Owner, Game: s.Game, Score: s.Score}
	for i := range s.Chairs {
		r.Summary.Seats = append(r.Summary.Seats, s.Chairs[i].Player)
	}
	return r
}

// MovesOf is RowOf without the summary, which moves do not change; see
// [OnlyMoves].
func MovesOf(id string, s *match.State) Row {
	r := Row{Match: id, Seq: s.Seq, ToAct: s.ToAct()}
	if s.Position != nil {
		r.Position = s.Position.Text()
	}
	r.Deadline, _ = s.Deadline()
	if seat, level := s.EngineToMove(); seat >= 0 {
		r.Engine, r.Level, r.EngineDue = seat, level, max(1, s.TurnAt)
	}
	return r
}

// OnlyMoves tells that events change nothing of a summary but what has columns
// of its own.
func OnlyMoves(events []match.Event) bool {
	return !slices.ContainsFunc(events, func(e match.Event) bool {
		switch e.Type {
		case match.Moved, match.Said, match.DrawOffered, match.DrawDeclined, match.TakebackOffered,
			match.TakebackAccepted, match.TakebackDeclined, match.TakenBack, match.Improved, match.Held,
			match.RematchOffered, match.RematchDeclined:
			return false
		}
		return true
	})
}

// GameOf is the view of a game that an event has ended; s is the state after it.
func GameOf(e match.Event, s *match.State) Game {
	g := Game{Number: e.Game, EndedAt: e.At, Outcome: s.Outcome, Rated: s.Counts()}
	for i := range s.Chairs {
		g.Players = append(g.Players, s.Chairs[i].Player)
	}
	return g
}
