package match

import "tafelrunde/internal/level"

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
	if r := d.admit(c.Do.sender(), seat); r != nil {
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
		return d.start(c.By, do)
	case Promote:
		return d.promote(seat, do)
	case Move:
		return d.move(c, do)
	case Resign:
		return d.resign(seat)
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
		return d.declineRematch(seat)
	case Abort:
		return d.abort(c.By, seat)
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

// admit refuses commands of people who may not send them. The methods for commands
// of owners and players to move check those themselves, because the refusal
// depends on the phase.
func (d *decision) admit(sender Sender, seat int) *Refusal {
	s := d.state
	switch sender {
	case FromServer, FromAnyone, FromOwner, FromSeatedOrOwner, FromToMove:
		return nil
	}
	switch {
	case seat < 0:
		return notSeated()
	case sender == FromSeated:
		return nil
	case s.Phase != Playing:
		return notPlaying()
	case s.Seats[seat].Out:
		return Refuse("out", "your seat is out of this game")
	case sender == FromPlayer && s.Seats[seat].Engine > 0:
		return Refuse("taken-over", "an engine plays for your seat now")
	}
	return nil
}

func notSeated() *Refusal { return Refuse("not-seated", "only players at the table can do this") }

func notPlaying() *Refusal { return Refuse("not-playing", "no game is being played") }

func notOwner() *Refusal { return Refuse("not-owner", "only the owner of the table can do this") }

func notWaiting() *Refusal {
	return Refuse("not-waiting", "the table no longer waits for players")
}

// stale refuses a command that was meant for an earlier moment of the match.
func (d *decision) stale() *Refusal {
	return Refuse("stale", "the command is for an earlier position of the game").With("ply", len(d.state.Moves)).With("game", d.state.Game)
}

func notYourTurn() *Refusal { return Refuse("not-your-turn", "it is not your turn") }

func noSuchSeat(seat int) *Refusal {
	return Refuse("no-seat", "the table has no such seat").With("seat", seat)
}

func badLevel() *Refusal {
	return Refuse("level", "playing levels have the numbers 1 to %d", level.Max).With("most", level.Max)
}
