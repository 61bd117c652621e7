package match

import (
	"errors"
	"fmt"
	"slices"
)

// Apply returns the state after an event. It returns an error if the event cannot
// follow, which does not happen with events of [Decide].
func Apply(rules Rules, s *State, e Event) (*State, error) {
	return apply(rules, s, e, nil)
}

// apply is Apply with the position after a Moved event; nil if it is not known.
func apply(rules Rules, s *State, e Event, moved Position) (*State, error) {
	n := s.clone()
	n.Seq++
	n.at = max(n.at, e.At)
	if e.Type == Chatted || e.Type == ChatRemoved {
		return n, nil
	}
	broken := func(reason string) (*State, error) {
		return nil, fmt.Errorf("event %d (%s) cannot follow: %s", n.Seq, e.Type, reason)
	}
	if (s.Phase == Unopened) != (e.Type == Opened) {
		return broken("the first event of a match, and no other, opens the table")
	}
	if e.Seat < -1 || e.Type != Opened && e.Seat >= len(s.Seats) {
		return broken("there is no such seat")
	}

	switch e.Type {
	case Berserked, DrawOffered, DrawDeclined, TakebackOffered, TakebackAccepted, TakebackDeclined, Renamed:
	default:
		n.EngineFailed = e.Type == EngineFailed
	}
	var err error
	switch e.Type {
	case Opened, Sat, Left, Closed, Declined, Renamed:
		err = n.applyTable(e)
	case Arranged, Promoted, Started:
		err = n.applyRound(rules, e)
	case Moved, Berserked, TakenBack, EngineFailed, DowntimeCredited:
		err = n.applyTurn(s, e, moved)
	case Dropped, TakenOver, Returned, Ended:
		err = n.applyLeave(s, e)
	case DrawOffered, DrawDeclined, TakebackOffered, TakebackAccepted, TakebackDeclined, RematchOffered, RematchDeclined:
		err = n.applyOffer(s, e)
	default:
		err = errors.New("the type is unknown")
	}
	if err != nil {
		return broken(err.Error())
	}
	return n, nil
}

// applyTable applies the events of the table and its people.
func (n *State) applyTable(e Event) error {
	switch e.Type {
	case Opened:
		if e.Settings == nil || e.Player == nil || e.Settings.Seats < MinSeats || e.Settings.Seats > MaxSeats {
			return errors.New("settings or owner are missing")
		}
		n.Phase, n.Settings, n.Owner, n.TurnAt = Waiting, *e.Settings, *e.Player, e.At
		n.Seats = make([]Seat, e.Settings.Seats)
		n.Score = make([]float64, e.Settings.Seats)
	case Sat:
		if e.Seat < 0 || e.Player == nil {
			return errors.New("seat or player is missing")
		}
		n.Seats[e.Seat] = Seat{Player: *e.Player, Taken: true, Engine: e.Player.Engine}
	case Left:
		if e.Seat < 0 {
			return errors.New("the seat is missing")
		}
		n.Seats[e.Seat] = Seat{}
	case Closed:
		n.Phase = TableClosed
	case Declined:
		if e.By == "" {
			return errors.New("the person is missing")
		}
		if e.Name != "" {
			n.Settings.Uninvite(e.Name)
			n.Declined = append(slices.Clip(n.Declined), e.Name)
		}
	case Renamed:
		if e.Player == nil || e.By == "" {
			return errors.New("the old or the new identity is missing")
		}
		if n.Owner.ID == e.By {
			n.Owner = *e.Player
		}
		for i := range n.Seats {
			if n.Seats[i].Player.ID == e.By {
				n.Seats[i].Player = *e.Player
			}
		}
		if e.Name != "" {
			n.Settings.Uninvite(e.Name)
		}
	}
	return nil
}

// applyRound applies the events before a game starts.
func (n *State) applyRound(rules Rules, e Event) error {
	switch e.Type {
	case Arranged:
		if e.Round == nil || e.Round.First < 0 || e.Round.First >= len(n.Seats) || len(e.Round.Points) > len(n.Seats) {
			return errors.New("the round is missing or has other seats")
		}
		lag := n.Settings.Clock.Lag()
		for i := range n.Seats {
			c := &n.Seats[i]
			*c = Seat{
				Player: c.Player, Taken: c.Taken, Engine: c.Player.Engine,
				Clock: n.Settings.Clock.Initial, Quota: lag.Start, offered: -1,
			}
		}
		n.Phase, n.Game, n.Round, n.TurnAt, n.StartedAt = Promoting, e.Game, *e.Round, e.At, 0
		n.Start, n.Position, n.base, n.floor, n.Moves, n.used = nil, nil, nil, 0, nil, nil
		n.DrawOffer, n.Takeback, n.Outcome, n.EndedBy, n.Rematch = -1, nil, Outcome{}, -1, nil
	case Promoted:
		n.Round.Promotions = e.Promotions
	case Started:
		start, refusal := rules.Start(&n.Settings, n.Round)
		if refusal != nil {
			return errors.New(refusal.Message)
		}
		n.Phase, n.TurnAt, n.StartedAt = Playing, e.At, e.At
		n.Start, n.Position, n.base = start, start, start
	}
	return nil
}

// applyTurn applies the events of a running game in which it goes on. s is the state before.
// moved is the position after a move, or nil if it is not known.
func (n *State) applyTurn(s *State, e Event, moved Position) error {
	switch e.Type {
	case Moved:
		if s.Phase != Playing || e.Seat < 0 || s.Position.ToAct() != e.Seat {
			return errors.New("it is not the turn of the seat")
		}
		next := moved
		if next == nil {
			var refusal *Refusal
			if next, _, refusal = s.Position.Play(e.Move); refusal != nil {
				return errors.New(refusal.Message)
			}
			next = n.skipOut(next)
		}
		n.Position = next
		took := max(0, e.At.Since(s.TurnAt))
		if s.Seats[e.Seat].Engine > 0 {
			took = -1
		}
		n.Moves, n.used = s.withMove(Played{e.Seat, e.Move, took})
		n.TurnAt = e.At
		c, lag := &n.Seats[e.Seat], n.Settings.Clock.Lag()
		c.Moved = true
		if n.Settings.Clock.Kind == RealTime {
			c.Clock = e.Clock
			c.Quota = min(lag.Cap, c.Quota+lag.Gain-e.Lag)
		}
		if n.DrawOffer != e.Seat {
			n.DrawOffer = -1
		}
		n.Takeback = nil
	case Berserked:
		if s.Phase != Playing || e.Seat < 0 || s.Seats[e.Seat].Moved {
			return errors.New("the seat has moved, or no game is being played")
		}
		n.Seats[e.Seat].Clock, n.Seats[e.Seat].Berserk = e.Clock, true
	case TakenBack:
		if s.Phase != Playing || e.Ply < s.floor || e.Ply > len(s.Moves) {
			return errors.New("there is no such move")
		}
		n.Moves, n.used = slices.Clone(s.Moves[:e.Ply]), nil
		n.Position = s.base
		for _, m := range n.Moves[s.floor:] {
			next, _, refusal := n.Position.Play(m.Text)
			if refusal != nil {
				return errors.New(refusal.Message)
			}
			n.Position = n.skipOut(next)
		}
		n.TurnAt, n.Takeback, n.DrawOffer = e.At, nil, -1
	case EngineFailed:
		if s.Phase != Playing || e.Seat < 0 || s.ToAct() != e.Seat || s.Seats[e.Seat].Engine == 0 {
			return errors.New("it is not the turn of an engine in the seat")
		}
	case DowntimeCredited:
		if e.Seat < 0 || s.ToAct() != e.Seat || e.Lag <= 0 {
			return errors.New("the seat has no running clock")
		}
		n.TurnAt, n.creditedAt = s.TurnAt.After(e.Lag), e.At
		n.Seats[e.Seat].Credited += e.Lag
	}
	return nil
}

// applyLeave applies the events that end a game, or a seat's part in it.
func (n *State) applyLeave(s *State, e Event) error {
	switch e.Type {
	case Dropped:
		if s.Phase != Playing || e.Seat < 0 {
			return errors.New("no game is running")
		}
		n.charge(s, e)
		n.Seats[e.Seat].Out = true
		// The moves before cannot be taken back.
		n.Seats[e.Seat].overtime = overtime{is: e.Reason == ByTime, ply: -1}
		if next := n.skipOut(n.Position); next != n.Position {
			n.Position, n.TurnAt = next, e.At
		}
		n.base, n.floor, n.Takeback = n.Position, len(n.Moves), nil
	case TakenOver, Returned:
		if s.Phase != Playing || e.Seat < 0 {
			return errors.New("no game is running")
		}
		n.charge(s, e)
		c := &n.Seats[e.Seat]
		c.Engine = e.Level
		c.overtime = overtime{e.Reason == ByTime, len(s.Moves), s.Seats[e.Seat].Clock}
		if e.Type == Returned && e.Clock > 0 {
			c.Clock = e.Clock
		}
		// In a game for two, a player who came back would have had a move by the engine.
		c.Forfeited = e.Reason == ByTime || e.Reason == ByResignation || e.Reason == ByChoice && len(n.Seats) == 2
		if n.Position.ToAct() == e.Seat {
			n.TurnAt = e.At
		}
		n.Takeback = nil
	case Ended:
		if e.Outcome == nil {
			return errors.New("the outcome is missing")
		}
		n.charge(s, e)
		n.Phase, n.Outcome, n.EndedBy = Finished, *e.Outcome, e.Seat
		if n.Outcome.Reason == ByAbort && n.Outcome.Cause == "" {
			n.Outcome.Cause = s.abortCause(e)
		}
		n.DrawOffer, n.Takeback, n.TurnAt = -1, nil, e.At
		n.Score = scored(n.Score, *e.Outcome)
	}
	return nil
}

// applyOffer applies offers and the answers to them.
func (n *State) applyOffer(s *State, e Event) error {
	switch e.Type {
	case DrawOffered:
		if e.Seat < 0 {
			return errors.New("the seat is missing")
		}
		n.DrawOffer = e.Seat
		n.Seats[e.Seat].offered = len(n.Moves)
	case DrawDeclined:
		n.DrawOffer = -1
	case TakebackOffered:
		if e.Seat < 0 {
			return errors.New("the seat is missing")
		}
		consent := make([]bool, len(n.Seats))
		for i := range n.Seats {
			consent[i] = i == e.Seat || n.Seats[i].Engine > 0 || n.Seats[i].Out
		}
		n.Takeback = &Takeback{By: e.Seat, Ply: e.Ply, Consent: consent}
	case TakebackAccepted:
		if n.Takeback == nil || e.Seat < 0 {
			return errors.New("no takeback is proposed")
		}
		t := *n.Takeback
		t.Consent = slices.Clone(t.Consent)
		t.Consent[e.Seat] = true
		n.Takeback = &t
	case TakebackDeclined:
		n.Takeback = nil
	case RematchOffered, RematchDeclined:
		if e.Seat < 0 {
			return errors.New("the seat is missing")
		}
		if e.Type == RematchOffered {
			n.Seats[e.Seat].Rematch = true
			if !s.Rematch.Stands() {
				n.Rematch = &RematchOffer{By: e.Seat, At: e.At, Seq: n.Seq}
			}
			break
		}
		for i := range n.Seats {
			n.Seats[i].Rematch = false
		}
		if s.Rematch.Stands() {
			n.Rematch = s.Rematch.ended(e)
		}
	}
	return nil
}

// ended returns an offer after it was declined, was withdrawn or has expired.
func (o *RematchOffer) ended(e Event) *RematchOffer {
	end := *o
	end.EndedBy, end.Reason = e.Seat, e.Reason
	switch {
	case e.Reason == ByExpiry:
		end.End = OfferExpired
	case e.Seat == o.By:
		end.End = OfferWithdrawn
	default:
		end.End = OfferDeclined
	}
	return &end
}

// skipOut returns the position in which seats that are out have been skipped.
func (s *State) skipOut(p Position) Position {
	if seat := p.ToAct(); seat < 0 || !s.Seats[seat].Out {
		return p
	}
	return p.Skip(s.out())
}

// charge deducts the time of the current turn from the clock of the seat to act
// in s, at an event that ends the turn without a move. The clock does not go
// below 0; time beyond it is deducted from the quota, as for a move.
func (n *State) charge(s *State, e Event) {
	seat := s.ToAct()
	if s.Phase != Playing || seat < 0 || e.Type != Ended && e.Seat != seat {
		return
	}
	c := &n.Seats[seat]
	if s.Settings.Clock.Kind != RealTime || !c.Moved || c.Engine > 0 {
		return
	}
	spent := e.At.Since(s.TurnAt)
	lag := min(c.Quota, max(0, spent-c.Clock))
	c.Clock, c.Quota = max(0, c.Clock-spent), c.Quota-lag
}

// abortCause returns the cause of an abort whose event has none, because it was
// stored by an older version; "" if it is unknown.
func (s *State) abortCause(e Event) Cause {
	deadline, ok := s.Deadline()
	switch {
	case !ok || e.At <= deadline:
		return ""
	case s.Phase == Promoting:
		return NoPromotions
	}
	return NoFirstMove
}

// scored returns the score of the series after a game.
func scored(score []float64, o Outcome) []float64 {
	score = slices.Clone(score)
	if o.Reason == ByAbort {
		return score
	}
	winners := o.Winners
	if len(winners) == 0 {
		for i := range score {
			score[i] += 1 / float64(len(score))
		}
	}
	for _, w := range winners {
		if w >= 0 && w < len(score) {
			score[w] += 1 / float64(len(winners))
		}
	}
	return score
}
