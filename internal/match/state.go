package match

import (
	"slices"
	"sync/atomic"
)

// Phase is where a match is.
type Phase string

// The phases. A match goes from Waiting to Playing and Finished, with Promoting
// before games in which a seat has handicap points, and from Finished on to the
// next game of the series.
const (
	// Unopened is the phase before the first event.
	Unopened  Phase = ""
	Waiting   Phase = "waiting"
	Promoting Phase = "promoting"
	Playing   Phase = "playing"
	Finished  Phase = "finished"
	// TableClosed is a table that was closed before its first game.
	TableClosed Phase = "closed"
)

// Seat is one seat of a match as it now is.
type Seat struct {
	Player Player
	// Taken reports whether Player has the seat.
	Taken bool
	// Clock is the time left at the beginning of the turn, or at the end of the
	// game; Quota is the rest of the account for lag compensation.
	Clock, Quota Millis
	// Moved reports whether the seat has moved in this game.
	Moved bool
	// Out reports whether the seat is skipped for the rest of the game.
	Out bool
	// Engine is the level of the engine that plays for the seat now, whether it
	// sits there itself or for a person; 0 if the person plays.
	Engine int
	// Forfeited reports whether the person may not return in this game.
	Forfeited bool
	// Rematch reports whether the person wants another game.
	Rematch bool
	// offered is the number of moves at its last offer of a draw in this game,
	// -1 if there was none.
	offered int
}

// Played is a move of the game.
type Played struct {
	Seat int
	Text string
}

// Takeback is a wish to go back.
type Takeback struct {
	By int
	// Ply is the number of moves that would be left.
	Ply int
	// Consent is by seat.
	Consent []bool
}

// State is a match after some number of events. It must not be changed.
type State struct {
	// Seq is the number of events so far.
	Seq      int64
	Phase    Phase
	Settings Settings
	Owner    Player
	Seats    []Seat
	// Game is the number of the game in the series, from 1.
	Game  int
	Round Round
	// Start is how the game began, Position how it stands; nil before it begins.
	Start, Position Position
	Moves           []Played
	// taken is how much of the array behind Moves is in use; see withMove.
	taken *atomic.Int32
	// TurnAt is when the turn, or the time for improvements, began.
	TurnAt Moment
	// StartedAt is when the game began.
	StartedAt Moment
	// DrawOffer is the seat whose offer stands, -1 if there is none.
	DrawOffer int
	Takeback  *Takeback
	// EngineFailed reports whether the engine to move cannot, and is not tried
	// again.
	EngineFailed bool
	// Outcome is how the last game ended.
	Outcome Outcome
	// EndedBy is the seat that caused the end, -1 for none and while a game is
	// played.
	EndedBy int
	// Score is what each seat has won in the series: 1 for a game won, shared
	// among the winners, or among all in a draw.
	Score []float64

	// at is the latest At of all events.
	at Moment
	// held is when time was last given back: what was before that is settled.
	held Moment
	// base is the position after floor moves, back to which moves can be taken.
	base  Position
	floor int
}

// New is the state before the first event.
func New() *State { return &State{DrawOffer: -1, EndedBy: -1} }

// SeatOf is the seat of a person, -1 if he has none.
func (s *State) SeatOf(id string) int {
	if id == "" {
		return -1
	}
	return slices.IndexFunc(s.Seats, func(c Seat) bool { return c.Taken && c.Player.ID == id })
}

// ToAct is the seat whose turn it is, in a game or in making improvements; -1
// if there is none.
func (s *State) ToAct() int {
	switch s.Phase {
	case Playing:
		return s.Position.ToAct()
	case Promoting:
		seat, _ := s.Round.HandicapSeat()
		return seat
	}
	return -1
}

// EngineToMove is the seat for which an engine is to move, and its level; the
// seat is -1 if no engine is, or if it has failed.
func (s *State) EngineToMove() (seat, level int) {
	if s.EngineFailed {
		return -1, 0
	}
	if seat = s.ToAct(); seat >= 0 && s.Seats[seat].Engine > 0 {
		return seat, s.Seats[seat].Engine
	}
	return -1, 0
}

// OnlyEngines reports whether a game is running in which no person plays.
func (s *State) OnlyEngines() bool {
	if s.Phase != Playing {
		return false
	}
	for i := range s.Seats {
		if s.Seats[i].Engine == 0 && !s.Seats[i].Out {
			return false
		}
	}
	return true
}

// Deadline is when the time of the seat to act is over, so that a [Flag] after
// it is heard. An engine has no deadline.
func (s *State) Deadline() (Moment, bool) {
	seat := s.ToAct()
	if seat < 0 || s.Seats[seat].Engine > 0 {
		return 0, false
	}
	clock, chair := s.Settings.Clock, &s.Seats[seat]
	switch {
	case clock.Kind == Correspondence:
		return s.TurnAt.After(clock.PerTurn), true
	case clock.Kind != RealTime:
		return 0, false
	case s.Phase == Promoting:
		return s.TurnAt.After(PromotionTime), true
	case !chair.Moved:
		return s.TurnAt.After(FirstMoveTime), true
	}
	return s.TurnAt.After(chair.Clock + chair.Quota), true
}

// Free is the lowest free seat, -1 if all are taken.
func (s *State) FreeSeat() int {
	return slices.IndexFunc(s.Seats, func(c Seat) bool { return !c.Taken })
}

// out returns which seats are skipped.
func (s *State) out() []bool {
	out := make([]bool, len(s.Seats))
	for i := range s.Seats {
		out[i] = s.Seats[i].Out
	}
	return out
}

// clone is a copy whose chairs and score may be changed.
func (s *State) clone() *State {
	c := *s
	c.Seats = slices.Clone(s.Seats)
	return &c
}

// withMove is Moves and taken with one more move. States share an array: what is
// in it is not changed, and the first state that goes on from the last move in it
// takes the next place. Others, as after a move that was decided but not stored,
// take an array of their own.
func (s *State) withMove(p Played) ([]Played, *atomic.Int32) {
	n := len(s.Moves)
	if n < cap(s.Moves) && s.taken != nil && s.taken.CompareAndSwap(int32(n), int32(n+1)) {
		return append(s.Moves, p), s.taken
	}
	taken := new(atomic.Int32)
	taken.Store(int32(n + 1))
	return append(append(make([]Played, 0, n+n/4+8), s.Moves...), p), taken
}

// takebackPly is the number of moves that are left when a seat goes back to
// before its last move, -1 if it has none to go back to.
func (s *State) takebackPly(seat int) int {
	for i := len(s.Moves) - 1; i >= s.floor; i-- {
		if s.Moves[i].Seat == seat {
			return i
		}
	}
	return -1
}

// Ratable reports whether the game that has ended may be rated: it was agreed,
// people alone have played it, and it began in earnest.
func (s *State) Ratable() bool {
	if !s.Settings.Rated || s.Outcome.Reason == ByAbort {
		return false
	}
	for i := range s.Seats {
		if s.Seats[i].Player.Engine > 0 {
			return false
		}
	}
	return true
}
