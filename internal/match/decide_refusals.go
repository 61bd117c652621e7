package match

import (
	"slices"

	"tafelrunde/internal/engines"
)

// OpenCommands returns the types of [Commands] that are open to a person now, in the
// order of their declaration: with some fields, the state refuses none of them. Time
// may refuse them still, and the presence of the other player. Nothing is open to
// the zero Player.
func (s *State) OpenCommands(p Player) []string {
	open := []string{}
	if p.ID == "" || s.Phase == Unopened {
		return open
	}
	seat := s.SeatOf(p.ID)
	var request CommandRequest // allocated once for all commands
	for i := range Commands {
		c := &Commands[i]
		request.Type = c.Type
		if s.refusal(c.action(&request, p, 0), p.ID, seat) == nil {
			open = append(open, c.Type)
		}
	}
	return open
}

// Replaceable returns the seats that [TakeOver] may name now, by a person with a
// seat: the own one, and those of players who may be absent.
func (s *State) Replaceable(person string) []int {
	seats := []int{}
	by := s.SeatOf(person)
	if s.refusal(TakeOver{}, person, by) != nil {
		return seats
	}
	for seat := range s.Seats {
		if s.refuseReplacing(by, seat) == nil {
			seats = append(seats, seat)
		}
	}
	return seats
}

// refusal returns the refusal of a command for a reason of the state, whatever the
// fields of the command are; nil if there is none. The seat is that of the person,
// -1 for none.
func (s *State) refusal(do Action, by string, seat int) *Refusal {
	if r := s.refuseSender(do.sender(), seat); r != nil {
		return r
	}
	switch do := do.(type) {
	case Sit:
		if do.Player.Engine > 0 {
			return Refuse("player", "only the owner of the table can seat engines")
		}
		return s.refusePlayer(do.Player)
	case Decline:
		return s.refuseDeclining(do.Player)
	case Leave:
		if s.Phase != Waiting {
			return Refuse("not-waiting", "a game that has begun is left by resigning")
		}
	case Start:
		return s.refuseStart(by, do.Level)
	case Promote:
		return s.refusePromotions(seat)
	case Move:
		return s.refuseMove(by, seat, do)
	case Berserk:
		if c := &s.Seats[seat]; !s.Settings.Berserk || c.Moved || c.Berserk {
			return noBerserk()
		}
	case OfferDraw:
		return s.refuseDraw(seat)
	case DeclineDraw:
		if s.DrawOffer < 0 || s.DrawOffer == seat {
			return Refuse("no-draw-offer", "no draw is offered to you")
		}
	case ClaimDraw:
		if s.Position.ToAct() != seat {
			return notYourTurn()
		}
		if len(s.Position.Claims()) == 0 {
			return notClaimable(do.Reason)
		}
	case OfferTakeback:
		return s.refuseTakeback(seat)
	case DeclineTakeback:
		if s.Takeback == nil {
			return Refuse("no-takeback-offer", "no takeback is proposed")
		}
	case Rematch:
		if s.Phase != Finished {
			return Refuse("not-finished", "the game is not over yet")
		}
		if s.Settings.Tournament != "" {
			return ofTournament()
		}
		if s.Seats[seat].Rematch {
			return Refuse("rematch-offered", "you have already agreed")
		}
		if do.Accept != 0 && !s.Rematch.standsAs(do.Accept) {
			return noRematchOffer()
		}
	case DeclineRematch:
		if !s.Rematch.Stands() || do.Offer != 0 && !s.Rematch.standsAs(do.Offer) {
			return noRematchOffer()
		}
	case Abort:
		return s.refuseAbort(by, seat)
	case TakeOver:
		if s.Settings.Rated {
			return Refuse("rated", "engines do not play in rated games")
		}
		if s.Settings.Tournament != "" {
			return ofTournament()
		}
	case Return:
		if s.Seats[seat].Engine == 0 {
			return Refuse("not-taken-over", "you play for your seat yourself")
		}
		if s.Seats[seat].Forfeited {
			return Refuse("out", "your seat is out of this game")
		}
	case ClaimAbsence:
		return s.refuseClaim(seat)
	case Chat:
		if by == "" || do.Name == "" {
			return Refuse("player", "the player has no identity")
		}
	}
	return nil
}

// refuseSender refuses commands of people who may not send them. The refusals for
// owners and players to move depend on the phase.
func (s *State) refuseSender(sender Sender, seat int) *Refusal {
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

// refusePlayer refuses a player who may not sit at the table.
func (s *State) refusePlayer(p Player) *Refusal {
	if s.Phase != Waiting {
		return notWaiting()
	}
	if r := p.check(); r != nil {
		return r
	}
	if s.SeatOf(p.ID) >= 0 {
		return Refuse("seated", "you already sit at this table")
	}
	if s.Settings.Visibility == Private && p.ID != "" && p.ID != s.Owner.ID {
		if !s.Settings.Invites(p.Name) {
			return Refuse("not-invited", "this table is for invited players")
		}
	}
	if s.Settings.Rated && !p.Account {
		return Refuse("rated-account", "rated games are for players with accounts")
	}
	if s.Settings.Rated && p.Bot {
		return Refuse("rated-bot", "bots play casual games only")
	}
	return nil
}

func (s *State) refuseDeclining(p Player) *Refusal {
	switch {
	case s.Phase != Waiting:
		return notWaiting()
	case s.SeatOf(p.ID) >= 0:
		return Refuse("seated", "you already sit at this table")
	case p.ID == "" || !p.Account || s.Settings.Visibility != Private || !s.Settings.Invites(p.Name):
		return Refuse("not-invited", "this table is for invited players")
	}
	return nil
}

// refuseStart refuses the start of the first game. A rated table with free seats
// can be started with no level.
func (s *State) refuseStart(by string, level int) *Refusal {
	switch {
	case s.Phase != Waiting:
		return notWaiting()
	case by == "" || by != s.Owner.ID:
		return notOwner()
	case !s.Settings.Rated || s.FreeSeat() < 0:
		return nil
	case level < 1:
		return notFull()
	}
	return s.refusePlayer(Player{Engine: level})
}

func (s *State) refusePromotions(seat int) *Refusal {
	if s.Phase != Promoting {
		return Refuse("not-promoting", "no handicap points are to be spent now")
	}
	if owner, _ := s.Round.HandicapSeat(); seat != owner {
		return Refuse("not-your-points", "the handicap points are the other player's")
	}
	return nil
}

// refuseMove also refuses moves for an earlier position: a client that repeats a
// command learns that the move was played, even if it is the other player's turn.
func (s *State) refuseMove(by string, seat int, do Move) *Refusal {
	if by == "" {
		seat = do.Seat
	} else if seat < 0 {
		return notSeated()
	}
	switch {
	case s.Phase != Playing:
		return notPlaying()
	case do.Ply != AnyPly && do.Ply != len(s.Moves) || do.Game != 0 && do.Game != s.Game:
		return s.stale()
	case seat != s.Position.ToAct():
		return notYourTurn()
	case (by == "") != (s.Seats[seat].Engine > 0):
		return Refuse("not-yours", "an engine plays for this seat now")
	}
	return nil
}

// refuseDraw refuses the offer of a draw, and the agreement to one.
func (s *State) refuseDraw(seat int) *Refusal {
	if r := s.forTwo(); r != nil {
		return r
	}
	switch {
	case s.DrawOffer == 1-seat:
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
	return nil
}

// refuseTakeback refuses the proposal of a takeback, and the agreement to one.
func (s *State) refuseTakeback(seat int) *Refusal {
	switch {
	case !s.Settings.Takebacks:
		return Refuse("no-takebacks", "this table does not allow takebacks")
	case s.Takeback != nil && s.Takeback.Consent[seat]:
		return Refuse("takeback-offered", "you have already agreed")
	case s.Takeback == nil && s.takebackPly(seat) < 0:
		return Refuse("no-move", "you have no move to take back")
	}
	return nil
}

func (s *State) refuseAbort(by string, seat int) *Refusal {
	owner := by != "" && by == s.Owner.ID
	switch s.Phase {
	case Waiting:
		if !owner {
			return notOwner()
		}
		return nil
	case Promoting, Playing:
		switch {
		case s.EngineFailed && (seat >= 0 || owner):
			return nil
		case seat < 0:
			return notSeated()
		case s.Settings.Tournament != "":
			return ofTournament()
		case !s.someHaveNotMoved():
			return Refuse("too-late-to-abort", "all have moved; the game can only be resigned")
		}
		return nil
	}
	return notPlaying()
}

// refuseReplacing refuses that an engine takes over a seat, at the request of the
// player of another one or of the same.
func (s *State) refuseReplacing(by, seat int) *Refusal {
	switch {
	case s.Seats[seat].Engine > 0:
		return Refuse("engine", "an engine already plays for this seat")
	case s.Seats[seat].Out:
		return Refuse("out", "the seat is out of this game")
	case by != seat:
		return s.neverAbsent()
	}
	return nil
}

// refuseClaim refuses the claim that the other of two players is absent.
func (s *State) refuseClaim(seat int) *Refusal {
	if r := s.forTwo(); r != nil {
		return r
	}
	if s.Seats[1-seat].Engine > 0 {
		return Refuse("engine", "an engine already plays for this seat")
	}
	return s.neverAbsent()
}

// neverAbsent returns a refusal if no player of the match counts as absent.
func (s *State) neverAbsent() *Refusal {
	if s.Settings.Clock.Kind == Correspondence {
		return Refuse("correspondence", "players of a correspondence game are never absent")
	}
	return nil
}

// forTwo returns a refusal unless the match has two seats.
func (s *State) forTwo() *Refusal {
	if len(s.Seats) != 2 {
		return Refuse("two-seats", "only two players can agree on a draw")
	}
	return nil
}

// someHaveNotMoved reports whether a seat has not moved in this game.
func (s *State) someHaveNotMoved() bool {
	return slices.ContainsFunc(s.Seats, func(c Seat) bool { return !c.Moved })
}

func notSeated() *Refusal { return Refuse("not-seated", "only players at the table can do this") }

func notPlaying() *Refusal { return Refuse("not-playing", "no game is being played") }

func ofTournament() *Refusal {
	return Refuse("tournament", "in a tournament there is no rematch, no game is aborted, and no engine plays for a player")
}

func noBerserk() *Refusal { return Refuse("no-berserk", "the time cannot be halved") }

func noRematchOffer() *Refusal { return Refuse("no-rematch-offer", "no rematch is offered") }

func notOwner() *Refusal { return Refuse("not-owner", "only the owner of the table can do this") }

func notWaiting() *Refusal {
	return Refuse("not-waiting", "the table no longer waits for players")
}

// stale refuses a command that was meant for an earlier moment of the match.
func (s *State) stale() *Refusal {
	return Refuse("stale", "the command is for an earlier position of the game").With("ply", len(s.Moves)).With("game", s.Game)
}

func notYourTurn() *Refusal { return Refuse("not-your-turn", "it is not your turn") }

func noSuchSeat(seat int) *Refusal {
	return Refuse("no-seat", "the table has no such seat").With("seat", seat)
}

func badLevel() *Refusal {
	return Refuse("level", "playing levels have the numbers 1 to %d", engines.MaxLevel).With("most", engines.MaxLevel)
}

func notFull() *Refusal { return Refuse("not-full", "not all seats are taken") }

func notClaimable(reason string) *Refusal {
	return Refuse("not-claimable", "this draw cannot be claimed now").With("reason", reason)
}
