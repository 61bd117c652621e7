package match

// Decide returns the events that follow from a command, at least one, and the
// state after them. The error is a [*Refusal] if the command is not allowed. The
// given state is not changed.
func Decide(rules Rules, s *State, c Command) (events []Event, after *State, err error) {
	// The clocks of servers that share a store differ a little. Time does not run
	// backwards in a match.
	c.At = max(c.At, s.at)
	d := &decision{rules: rules, at: c.At, state: s}
	if refusal := d.decide(c); refusal != nil {
		return nil, nil, refusal
	}
	return d.events, d.state, nil
}

// decision is the state of Decide.
type decision struct {
	rules  Rules
	at     Moment
	state  *State // after the events so far
	events []Event
}

// emit adds an event and applies it.
func (d *decision) emit(e Event) { d.emitMoved(e, nil) }

// emitMoved is emit with the position after the move, if it is known.
func (d *decision) emitMoved(e Event, moved Position) {
	e.At = d.at
	after, err := apply(d.rules, d.state, e, moved)
	if err != nil {
		panic("match: decided an impossible event: " + err.Error())
	}
	d.state, d.events = after, append(d.events, e)
}

func (d *decision) decide(c Command) *Refusal {
	if open, ok := c.Do.(Open); ok {
		return d.open(open)
	}
	if d.state.Phase == Unopened {
		return Refuse("no-table", "there is no such table")
	}
	seat := d.state.SeatOf(c.By)
	if r := d.state.refusal(c.Do, c.By, seat); r != nil {
		return r
	}
	switch do := c.Do.(type) {
	case Sit:
		return d.sit(do)
	case Decline:
		return d.decline(do)
	case Leave:
		return d.leave(seat)
	case Start:
		return d.start(do)
	case Promote:
		return d.promote(seat, do)
	case Move:
		return d.move(c, do)
	case Resign:
		return d.resign(seat)
	case Berserk:
		d.emit(Event{Type: Berserked, Seat: seat, Clock: d.state.Seats[seat].Clock / 2})
		return nil
	case OfferDraw:
		return d.offerDraw(seat)
	case DeclineDraw:
		return d.declineDraw(seat)
	case ClaimDraw:
		return d.claimDraw(seat, do)
	case OfferTakeback:
		return d.offerTakeback(seat)
	case DeclineTakeback:
		return d.declineTakeback(seat)
	case Rematch:
		return d.rematch(seat, do)
	case DeclineRematch:
		return d.declineRematch(seat, do)
	case Abort:
		return d.abort(seat)
	case TakeOver:
		return d.takeOver(seat, do)
	case Return:
		return d.comeBack(seat)
	case ClaimAbsence:
		return d.claimAbsence(seat, do)
	case Chat:
		return d.chat(c.By, seat, do)
	case Terminate:
		return d.terminate()
	case RemoveChat:
		return d.removeChat(do)
	case Rename:
		return d.rename(c.By, seat, do)
	case Flag:
		return d.flag()
	case Downtime:
		return d.creditDowntime(do)
	case FailEngine:
		return d.failEngine(do)
	}
	panic("match: an unknown action")
}
