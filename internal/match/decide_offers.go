package match

import (
	"slices"
)

// forTwo returns a refusal unless the match has two seats.
func (d *decision) forTwo() *Refusal {
	if len(d.state.Seats) != 2 {
		return Refuse("two-seats", "only two players can agree on a draw")
	}
	return nil
}

func (d *decision) offerDraw(seat int) *Refusal {
	if r := d.forTwo(); r != nil {
		return r
	}
	s := d.state
	switch {
	case s.DrawOffer == 1-seat:
		d.end(-1, ByAgreement)
		return nil
	case s.DrawOffer == seat:
		return Refuse("draw-offered", "your offer already stands")
	case s.Seats[1-seat].Engine > 0:
		return Refuse("engine-no-draw", "engines do not agree on draws")
	case !s.Seats[0].Moved || !s.Seats[1].Moved:
		return Refuse("draw-early", "a draw can be offered when both have moved")
	}
	if at := s.Seats[seat].offered; at >= 0 && !slices.ContainsFunc(s.Moves[min(at, len(s.Moves)):], func(m Played) bool { return m.Seat == seat }) {
		return Refuse("draw-again", "you can offer a draw again after your next move")
	}
	d.emit(Event{Type: DrawOffered, Seat: seat})
	return nil
}

func (d *decision) declineDraw(seat int) *Refusal {
	if d.state.DrawOffer < 0 || d.state.DrawOffer == seat {
		return Refuse("no-draw-offer", "no draw is offered to you")
	}
	d.emit(Event{Type: DrawDeclined, Seat: seat})
	return nil
}

func (d *decision) offerTakeback(seat int) *Refusal {
	s := d.state
	if !s.Settings.Takebacks {
		return Refuse("no-takebacks", "this table does not allow takebacks")
	}
	if s.Takeback != nil {
		if s.Takeback.Consent[seat] {
			return Refuse("takeback-offered", "you have already agreed")
		}
		d.emit(Event{Type: TakebackAccepted, Seat: seat})
		d.takeBackIfAgreed()
		return nil
	}
	ply := s.takebackPly(seat)
	if ply < 0 {
		return Refuse("no-move", "you have no move to take back")
	}
	d.emit(Event{Type: TakebackOffered, Seat: seat, Ply: ply})
	d.takeBackIfAgreed()
	return nil
}

// takeBackIfAgreed takes moves back if all seats have agreed.
func (d *decision) takeBackIfAgreed() {
	if t := d.state.Takeback; !slices.Contains(t.Consent, false) {
		d.emit(Event{Type: TakenBack, Seat: t.By, Ply: t.Ply})
	}
}

func (d *decision) declineTakeback(seat int) *Refusal {
	if d.state.Takeback == nil {
		return Refuse("no-takeback-offer", "no takeback is proposed")
	}
	d.emit(Event{Type: TakebackDeclined, Seat: seat})
	return nil
}

func (d *decision) rematch(seat int, do Rematch) *Refusal {
	s := d.state
	if s.Phase != Finished {
		return Refuse("not-finished", "the game is not over yet")
	}
	if s.Seats[seat].Rematch {
		return Refuse("rematch-offered", "you have already agreed")
	}
	d.emit(Event{Type: RematchOffered, Seat: seat})
	for i := range d.state.Seats {
		if c := &d.state.Seats[i]; c.Player.Engine == 0 && !c.Rematch {
			return nil
		}
	}
	last := s.Round
	if s.Outcome.Reason == ByAbort {
		last.Promotions = nil
		return d.arrange(last)
	}
	return d.arrange(d.rules.NextRound(&s.Settings, last, s.Outcome))
}

func (d *decision) declineRematch(seat int) *Refusal {
	if d.state.Phase != Finished || !slices.ContainsFunc(d.state.Seats, func(c Seat) bool { return c.Rematch }) {
		return Refuse("no-rematch-offer", "no rematch is offered")
	}
	d.emit(Event{Type: RematchDeclined, Seat: seat})
	return nil
}
