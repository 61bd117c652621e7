package match

import (
	"slices"
)

func (d *decision) offerDraw(seat int) *Refusal {
	if d.state.DrawOffer == 1-seat {
		d.end(-1, ByAgreement)
		return nil
	}
	d.emit(Event{Type: DrawOffered, Seat: seat})
	return nil
}

func (d *decision) declineDraw(seat int) *Refusal {
	d.emit(Event{Type: DrawDeclined, Seat: seat})
	return nil
}

func (d *decision) offerTakeback(seat int) *Refusal {
	if d.state.Takeback != nil {
		d.emit(Event{Type: TakebackAccepted, Seat: seat})
	} else {
		d.emit(Event{Type: TakebackOffered, Seat: seat, Ply: d.state.takebackPly(seat)})
	}
	d.takeBackIfAgreed()
	return nil
}

// takeBackIfAgreed takes moves back if all seats have agreed. People whose time was over
// later in the game play again, with the time that they had at the beginning of that turn.
func (d *decision) takeBackIfAgreed() {
	t := d.state.Takeback
	if slices.Contains(t.Consent, false) {
		return
	}
	d.emit(Event{Type: TakenBack, Seat: t.By, Ply: t.Ply})
	for seat := range d.state.Seats {
		if o := d.state.Seats[seat].overtime; o.is && t.Ply <= o.ply {
			d.emit(Event{Type: Returned, Seat: seat, Clock: o.clock})
		}
	}
}

func (d *decision) declineTakeback(seat int) *Refusal {
	d.emit(Event{Type: TakebackDeclined, Seat: seat})
	return nil
}

func (d *decision) rematch(seat int, do Rematch) *Refusal {
	s := d.state
	d.emit(Event{Type: RematchOffered, Seat: seat})
	for i := range d.state.Seats {
		if c := &d.state.Seats[i]; c.Player.Engine == 0 && !c.Rematch {
			return nil
		}
	}
	return d.arrange(s.NextRound(d.rules))
}

// NextRound returns the round of the next game of the series, after the end of a game. An
// aborted game is repeated.
func (s *State) NextRound(rules Rules) Round {
	last := s.Round
	if s.Outcome.Reason == ByAbort {
		last.Promotions = nil
		return last
	}
	return rules.NextRound(&s.Settings, last, s.Outcome)
}

func (d *decision) declineRematch(seat int, do DeclineRematch) *Refusal {
	d.emit(Event{Type: RematchDeclined, Seat: seat, Reason: do.Reason})
	return nil
}
