package match

import "tafelrunde/internal/engines"

func (d *decision) resign(seat int) *Refusal {
	if len(d.state.Seats) == 2 {
		d.end(seat, ByResignation, 1-seat)
		return nil
	}
	d.giveUp(seat, ByResignation)
	return nil
}

// giveUp removes one of three to five seats from the game. If it was the last one of a
// person, the computers win together, as nobody would see them play on.
func (d *decision) giveUp(seat int, reason string) {
	if left := d.computersWithout(seat); len(left) > 1 && d.state.Seats[seat].Engine == 0 {
		d.end(seat, reason, left...)
		return
	}
	if d.state.Settings.Timeout == ByEngine {
		d.emit(Event{Type: TakenOver, Seat: seat, Level: d.state.Settings.TakeoverLevel, Reason: reason})
		return
	}
	e := Event{Type: Dropped, Seat: seat, Reason: reason}
	if d.state.Position.ToAct() == seat {
		out := d.state.out()
		out[seat] = true
		e.Position = d.state.Position.Skip(out).Text()
	}
	d.emit(e)
	last, left := -1, 0
	for i := range d.state.Seats {
		if !d.state.Seats[i].Out {
			last, left = i, left+1
		}
	}
	if left == 1 {
		d.end(-1, ByLast, last)
		return
	}
	d.endByRules(-1)
}

// computersWithout returns the seats that play on without a seat if computers play for
// all of them, else nil.
func (d *decision) computersWithout(seat int) (left []int) {
	for i := range d.state.Seats {
		switch c := &d.state.Seats[i]; {
		case i == seat || c.Out:
		case c.Engine == 0:
			return nil
		default:
			left = append(left, i)
		}
	}
	return left
}

func (d *decision) abort(seat int) *Refusal {
	switch s := d.state; {
	case s.Phase == Waiting:
		d.emit(Event{Type: Closed, Seat: seat})
	case s.EngineFailed:
		d.abortGame(s.ToAct(), ByEngineFailure)
	default:
		d.abortGame(seat, ByPlayer)
	}
	return nil
}

func (d *decision) takeOver(by int, do TakeOver) *Refusal {
	switch {
	case do.Seat < 0 || do.Seat >= len(d.state.Seats):
		return noSuchSeat(do.Seat)
	case !engines.ValidLevel(do.Level):
		return badLevel()
	}
	if r := d.state.refuseReplacing(by, do.Seat); r != nil {
		return r
	}
	if do.Seat != by {
		if r := d.present(do.Seat, do.Since); r != nil {
			return r
		}
	}
	reason := ByAbsence
	if do.Seat == by {
		reason = ByChoice
	}
	d.emit(Event{Type: TakenOver, Seat: do.Seat, Level: do.Level, Reason: reason})
	return nil
}

// present returns a refusal unless the player of a seat has been absent for
// AbsentAfter.
func (d *decision) present(seat int, since Moment) *Refusal {
	if since <= 0 || d.at.Since(since) < AbsentAfter {
		return Refuse("present", "the player has not been away for a minute").With("seat", seat)
	}
	return nil
}

func (d *decision) comeBack(seat int) *Refusal {
	d.emit(Event{Type: Returned, Seat: seat})
	return nil
}

func (d *decision) claimAbsence(seat int, do ClaimAbsence) *Refusal {
	if r := d.present(1-seat, do.Since); r != nil {
		return r
	}
	switch {
	case d.state.someHaveNotMoved():
		d.abortGame(1-seat, Absent)
	case do.Draw:
		d.end(1-seat, ByAbsence)
	default:
		d.end(1-seat, ByAbsence, seat)
	}
	return nil
}
