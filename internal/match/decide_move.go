package match

import (
	"slices"
)

func (d *decision) move(c Command, do Move) *Refusal {
	s := d.state
	seat := s.Position.ToAct()
	player := &s.Seats[seat]
	next, text, refusal := s.Position.Play(do.Text)
	if refusal != nil {
		return refusal
	}
	e := Event{Type: Moved, Seat: seat, Move: text, Clock: player.Clock}
	spent := c.At.Since(s.TurnAt)
	if player.Engine == 0 {
		if deadline, ok := s.Deadline(); ok && c.At > deadline {
			return timeOver()
		}
	}
	if s.Settings.Clock.Kind == RealTime && player.Moved && player.Engine == 0 {
		e.Lag = max(0, min(do.Lag, player.Quota, spent))
		e.Spent = spent - e.Lag
		if e.Spent > player.Clock {
			return timeOver()
		}
		e.Clock = player.Clock - e.Spent
		if !player.Berserk {
			e.Clock += s.Settings.Clock.Increment
		}
	}
	if skipped := s.skipOut(next); skipped != next {
		next = skipped
		e.Position = next.Text()
	}
	d.emitMoved(e, next)
	d.endByRules(-1)
	if !do.OfferDraw || d.state.Phase != Playing || d.state.DrawOffer == seat {
		return nil
	}
	if s.DrawOffer >= 0 { // the opponent's; without OfferDraw the move would decline it
		d.end(-1, ByAgreement)
		return nil
	}
	if r := d.state.refuseDraw(seat); r != nil {
		return r
	}
	return d.offerDraw(seat)
}

func timeOver() *Refusal { return Refuse("time-over", "your time has run out") }

func (d *decision) claimDraw(seat int, do ClaimDraw) *Refusal {
	if !slices.Contains(d.state.Position.Claims(), do.Reason) {
		return notClaimable(do.Reason)
	}
	if deadline, ok := d.state.Deadline(); ok && d.at > deadline {
		return timeOver()
	}
	d.end(seat, do.Reason)
	return nil
}

func (d *decision) flag() *Refusal {
	s := d.state
	due, ok := s.Due()
	if !ok || d.at <= due {
		return Refuse("time-left", "there is time left")
	}
	seat := s.ToAct()
	switch {
	case s.WithinPair():
		return d.arrange(s.NextRound(d.rules))
	case s.Phase == Finished:
		d.emit(Event{Type: RematchDeclined, Seat: s.Rematch.By, Reason: ByExpiry})
	case s.Phase == Promoting:
		d.abortGame(seat, NoPromotions)
	case len(s.Seats) > 2:
		d.giveUp(seat, ByTime)
	case s.Settings.Clock.Kind == RealTime && !s.Seats[seat].Moved:
		d.abortGame(seat, NoFirstMove)
	case s.Position.CanWin(1 - seat):
		d.end(seat, ByTime, 1-seat)
	default:
		d.end(seat, ByTimeDrawn)
	}
	return nil
}

// creditDowntime adds the server's downtime to the time of the seat to act. The
// days of correspondence games are not extended.
func (d *decision) creditDowntime(do Downtime) *Refusal {
	s := d.state
	if _, ok := s.Deadline(); !ok || s.Settings.Clock.Kind != RealTime {
		return Refuse("no-clock", "no clock runs")
	}
	from, until := max(do.From, s.TurnAt, s.creditedAt), min(do.Until, d.at)
	down := until.Since(from)
	if down < MinDowntime {
		return Refuse("no-downtime", "the server was not down in this turn")
	}
	d.emit(Event{Type: DowntimeCredited, Seat: s.ToAct(), Lag: down})
	return nil
}

func (d *decision) failEngine(do FailEngine) *Refusal {
	s := d.state
	seat, _ := s.EngineToMove()
	switch {
	case do.Ply != len(s.Moves) || do.Game != s.Game:
		return s.stale()
	case s.Phase != Playing || seat < 0 || seat != do.Seat:
		return notYourTurn()
	}
	if s.Settings.Tournament != "" { // others wait for the result, though the person may be away
		d.abortGame(seat, ByEngineFailure)
		return nil
	}
	d.emit(Event{Type: EngineFailed, Seat: seat})
	return nil
}

// endByRules ends the game if the rules say that it is over.
func (d *decision) endByRules(seat int) {
	if o := d.state.Position.Outcome(); o.Over {
		d.end(seat, o.Reason, o.Winners...)
	}
}

func (d *decision) end(seat int, reason string, winners ...int) {
	d.emit(Event{Type: Ended, Seat: seat, Game: d.state.Game, Outcome: &Outcome{Over: true, Reason: reason, Winners: winners}})
}

// abortGame ends the game without a result. The seat has caused it.
func (d *decision) abortGame(seat int, cause Cause) {
	d.emit(Event{Type: Ended, Seat: seat, Game: d.state.Game, Outcome: &Outcome{Over: true, Reason: ByAbort, Cause: cause}})
}
