package match

import (
	"slices"

	"tafelrunde/internal/level"
)

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

func (d *decision) abort(by string, seat int) *Refusal {
	s := d.state
	switch s.Phase {
	case Waiting:
		if by == "" || by != s.Owner.ID {
			return notOwner()
		}
		d.emit(Event{Type: Closed, Seat: seat})
		return nil
	case Promoting, Playing:
		if s.EngineFailed && (seat >= 0 || by != "" && by == s.Owner.ID) {
			d.abortGame(s.ToAct(), ByEngineFailure)
			return nil
		}
		if seat < 0 {
			return notSeated()
		}
		if slices.ContainsFunc(s.Seats, func(c Seat) bool { return !c.Moved }) {
			d.abortGame(seat, ByPlayer)
			return nil
		}
		return Refuse("too-late-to-abort", "all have moved; the game can only be resigned")
	}
	return notPlaying()
}

func (d *decision) takeOver(by int, do TakeOver) *Refusal {
	s := d.state
	switch {
	case do.Seat < 0 || do.Seat >= len(s.Seats):
		return noSuchSeat(do.Seat)
	case !level.Valid(do.Level):
		return badLevel()
	case s.Settings.Rated:
		return Refuse("rated", "engines do not play in rated games")
	case s.Seats[do.Seat].Engine > 0:
		return Refuse("engine", "an engine already plays for this seat")
	case s.Seats[do.Seat].Out:
		return Refuse("out", "the seat is out of this game")
	}
	if do.Seat != by {
		if r := d.absent(do.Seat, do.Since); r != nil {
			return r
		}
	}
	d.emit(Event{Type: TakenOver, Seat: do.Seat, Level: do.Level, Reason: ByAbsence})
	return nil
}

// absent returns a refusal unless the player of a seat has been absent for
// AbsentAfter.
func (d *decision) absent(seat int, since Moment) *Refusal {
	if d.state.Settings.Clock.Kind == Correspondence {
		return Refuse("correspondence", "players of a correspondence game are never absent")
	}
	if since <= 0 || d.at.Since(since) < AbsentAfter {
		return Refuse("present", "the player has not been away for a minute").With("seat", seat)
	}
	return nil
}

func (d *decision) comeBack(seat int) *Refusal {
	c := &d.state.Seats[seat]
	if c.Engine == 0 {
		return Refuse("not-taken-over", "you play for your seat yourself")
	}
	if c.Forfeited {
		return Refuse("out", "your seat is out of this game")
	}
	d.emit(Event{Type: Returned, Seat: seat})
	return nil
}

func (d *decision) claimAbsence(seat int, do ClaimAbsence) *Refusal {
	if r := d.forTwo(); r != nil {
		return r
	}
	if d.state.Seats[1-seat].Engine > 0 {
		return Refuse("engine", "an engine already plays for this seat")
	}
	if r := d.absent(1-seat, do.Since); r != nil {
		return r
	}
	switch {
	case slices.ContainsFunc(d.state.Seats, func(c Seat) bool { return !c.Moved }):
		d.abortGame(1-seat, Absent)
	case do.Draw:
		d.end(1-seat, ByAbsence)
	default:
		d.end(1-seat, ByAbsence, seat)
	}
	return nil
}
