package match

import (
	"slices"
	"sync/atomic"
)

// Phase is the phase of a match.
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

// Seat is the current state of a seat.
type Seat struct {
	Player Player
	// Taken reports whether the seat has a player.
	Taken bool
	// Clock is the remaining time at the beginning of the turn, or at the end of
	// the game. Quota is the remaining quota of lag compensation.
	Clock, Quota Millis
	// Credited is the downtime that was credited in this game.
	Credited Millis
	// Moved reports whether the seat has moved in this game.
	Moved bool
	// Berserk reports whether the seat has halved its time, and has no increment.
	Berserk bool
	// Out reports whether the seat is skipped for the rest of the game.
	Out bool
	// Engine is the level of the engine that plays for the seat, as its player or
	// as a takeover; 0 if a person plays.
	Engine int
	// Forfeited reports whether the person may not return in this game.
	Forfeited bool
	// Rematch reports whether the person wants another game.
	Rematch bool
	// overtime is when the time of the person was over, if an engine took the seat over
	// for that or it is skipped for that.
	overtime overtime
	// offered is the number of moves before its last draw offer in this game, -1 if
	// there was none.
	offered int
}

// overtime is a turn in which the time of a seat was over, if there was one: the number
// of moves before it, and the clock at its beginning.
type overtime struct {
	is    bool
	ply   int
	clock Millis
}

// Played is a move of the game.
type Played struct {
	Seat int
	Text string
	// Took is the time since the beginning of the turn, -1 for the move of an engine.
	Took Millis
}

// Takeback is a proposed takeback.
type Takeback struct {
	By int
	// Ply is the number of moves that would remain.
	Ply int
	// Consent reports by seat who has agreed.
	Consent []bool
}

// OfferEnd is how an offer of a rematch ended that was not accepted by everybody.
type OfferEnd string

// The ends of offers. Withdrawn and Expired are also the end of an offer to which others
// than its seat had agreed.
const (
	OfferDeclined  OfferEnd = "declined"
	OfferWithdrawn OfferEnd = "withdrawn"
	OfferExpired   OfferEnd = "expired"
)

// RematchOffer is an offer of the next game of the series. It is immutable.
type RematchOffer struct {
	// By is the seat that offered, and At is when.
	By int
	At Moment
	// Seq is the number of the event with the offer.
	Seq int64
	// End is "" while the offer stands. EndedBy is the seat that ended it, Reason the
	// reason that it gave.
	End     OfferEnd
	EndedBy int
	Reason  string
}

// Stands reports whether there is an offer that has not ended.
func (o *RematchOffer) Stands() bool { return o != nil && o.End == "" }

func (o *RematchOffer) standsAs(seq int64) bool { return o.Stands() && o.Seq == seq }

// State is the state of a match after its first Seq events. It is immutable.
type State struct {
	// Seq is the number of events so far.
	Seq      int64
	Phase    Phase
	Settings Settings
	Owner    Player
	// Declined are the names of the invited people who declined.
	Declined []string
	Seats    []Seat
	// Game is the number of the game in the series, from 1.
	Game  int
	Round Round
	// Start is the start position of the game, Position the current one. Both are
	// nil before the game begins.
	Start, Position Position
	Moves           []Played
	// used is the used length of the array behind Moves, which states share; see
	// withMove.
	used *atomic.Int32
	// TurnAt is when the turn, or the time for handicap promotions, began.
	TurnAt Moment
	// StartedAt is when the game began, 0 before.
	StartedAt Moment
	// DrawOffer is the seat that offers a draw, -1 if none does.
	DrawOffer int
	Takeback  *Takeback
	// EngineFailed reports whether the engine to move has failed and does not try
	// again.
	EngineFailed bool
	// Outcome is the outcome of the last game; the zero value while a game runs.
	Outcome Outcome
	// EndedBy is the seat that caused the end of the game; -1 for none, and while a
	// game is running.
	EndedBy int
	// Rematch is the latest offer of a rematch since the game ended, nil if there is
	// none and when the next game was prepared.
	Rematch *RematchOffer
	// Score is the score of the series by seat. Each game adds 1 point, shared by
	// its winners, or by all seats in a draw.
	Score []float64

	// at is the latest At of all events.
	at Moment
	// creditedAt is the time of the last downtime credit. Downtime before it is not
	// credited again.
	creditedAt Moment
	// base is the position after the first floor moves, which cannot be taken back.
	base  Position
	floor int
}

// New returns the state before the first event.
func New() *State { return &State{DrawOffer: -1, EndedBy: -1} }

// SeatOf returns the seat of a person, -1 if the person has none.
func (s *State) SeatOf(id string) int {
	if id == "" {
		return -1
	}
	return slices.IndexFunc(s.Seats, func(c Seat) bool { return c.Taken && c.Player.ID == id })
}

// ToAct returns the seat to move or to spend handicap points, -1 if there is none.
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

// EngineToMove returns the seat for which an engine has to move, and its level.
// The seat is -1 if there is none, or if the engine has failed.
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

// Deadline returns when the time of the seat to act is over. It returns false if the
// seat has no clock. Engines have none.
func (s *State) Deadline() (Moment, bool) {
	seat := s.ToAct()
	if seat < 0 || s.Seats[seat].Engine > 0 {
		return 0, false
	}
	clock, c := s.Settings.Clock, &s.Seats[seat]
	switch {
	case clock.Kind == Correspondence:
		return s.TurnAt.After(clock.PerTurn), true
	case clock.Kind != RealTime:
		return 0, false
	case s.Phase == Promoting:
		return s.TurnAt.After(PromotionTime), true
	case !c.Moved:
		return s.TurnAt.After(FirstMoveTime), true
	}
	return s.TurnAt.After(c.Clock + c.Quota), true
}

// Due returns when a [Flag] is accepted: after [State.Deadline], after the time of a
// standing offer of a rematch, or when the second game of a pair begins. It returns false if time ends
// nothing.
func (s *State) Due() (Moment, bool) {
	if s.WithinPair() {
		return s.TurnAt.After(PairTime), true
	}
	if s.Rematch.Stands() && s.Settings.Clock.Kind == RealTime {
		return s.Rematch.At.After(RematchTime), true
	}
	return s.Deadline()
}

// WithinPair reports whether a game has ended and the second one of its pair has not begun. If one
// of them was aborted, it is repeated only if both want it. A pair ends with the first game if a
// player is deleted.
func (s *State) WithinPair() bool {
	if !s.Settings.Pair || s.Phase != Finished || s.Outcome.Reason == ByAbort {
		return false
	}
	if slices.ContainsFunc(s.Seats, func(c Seat) bool { return c.Player.Name == DeletedName }) {
		return false
	}
	games := 0.0 // each has added one point
	for _, points := range s.Score {
		games += points
	}
	return int(games+0.5)%2 == 1
}

// LostOnTime reports whether the time of a seat was over in the game.
func (s *State) LostOnTime(seat int) bool {
	return s.Seats[seat].overtime.is || s.Outcome.Reason == ByTime && s.EndedBy == seat
}

// FreeSeat returns the lowest free seat, -1 if all are taken.
func (s *State) FreeSeat() int {
	return slices.IndexFunc(s.Seats, func(c Seat) bool { return !c.Taken })
}

// out reports by seat which seats are skipped.
func (s *State) out() []bool {
	out := make([]bool, len(s.Seats))
	for i := range s.Seats {
		out[i] = s.Seats[i].Out
	}
	return out
}

// clone returns a copy whose seats may be changed.
func (s *State) clone() *State {
	c := *s
	c.Seats = slices.Clone(s.Seats)
	return &c
}

// withMove returns Moves and used with one more move. States share an array whose
// used elements never change. The first state that continues from the last move
// in the array uses the next element. Other states get a new array, for example
// after a move that was decided but not stored.
func (s *State) withMove(p Played) ([]Played, *atomic.Int32) {
	n := len(s.Moves)
	if n < cap(s.Moves) && s.used != nil && s.used.CompareAndSwap(int32(n), int32(n+1)) {
		return append(s.Moves, p), s.used
	}
	used := new(atomic.Int32)
	used.Store(int32(n + 1))
	return append(append(make([]Played, 0, n+n/4+8), s.Moves...), p), used
}

// takebackPly returns the number of moves that remain if a seat takes back its
// last move, -1 if it has no move to take back.
func (s *State) takebackPly(seat int) int {
	for i := len(s.Moves) - 1; i >= s.floor; i-- {
		if s.Moves[i].Seat == seat {
			return i
		}
	}
	return -1
}

// Assisted reports whether the game that is being played may have hints of an engine:
// it is casual, and one person plays against engines that sit at the table
// themselves. An engine that took a person's seat over does not count.
func (s *State) Assisted() bool {
	people := 0
	for i := range s.Seats {
		if p := &s.Seats[i].Player; p.Bot {
			return false
		} else if p.Engine == 0 {
			people++
		}
	}
	return s.Phase == Playing && !s.Settings.Rated && people == 1
}

// Ratable reports whether the finished game counts for ratings: the table is
// rated, all players are people (neither engines nor bots), and the game was not aborted.
func (s *State) Ratable() bool {
	if !s.Settings.Rated || s.Outcome.Reason == ByAbort {
		return false
	}
	for i := range s.Seats {
		if p := &s.Seats[i].Player; p.Engine > 0 || p.Bot {
			return false
		}
	}
	return true
}
