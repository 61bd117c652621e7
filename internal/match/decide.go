package match

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Decide answers the events that follow from a command, at least one, and the
// state after them, or an error that is a [*Refusal]. It changes nothing.
func Decide(rules Rules, s *State, c Command) (events []Event, after *State, err error) {
	// The clocks of programs that share a store differ a little. Time does not run
	// backwards in a match.
	c.At = max(c.At, s.at)
	d := &decision{rules: rules, at: c.At, state: s}
	if refusal := d.decide(c); refusal != nil {
		return nil, nil, refusal
	}
	return d.events, d.state, nil
}

// decision is a command while it is carried out.
type decision struct {
	rules  Rules
	at     Moment
	state  *State // after events
	events []Event
}

// emit adds an event and carries it out.
func (d *decision) emit(e Event) { d.emitMoved(e, nil) }

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
	s := d.state
	if s.Phase == Unopened {
		return Refuse("no-table", "there is no such table")
	}
	seat := s.SeatOf(c.By)
	switch do := c.Do.(type) {
	case Sit:
		return d.sit(do)
	case Start:
		return d.start(c.By, do)
	case Flag:
		return d.flag()
	case Move:
		return d.move(c, do)
	case Chat:
		return d.chat(c.By, seat, do)
	case Abort:
		return d.abort(c.By, seat)
	case Rename:
		return d.rename(c.By, seat, do)
	case Downtime:
		return d.hold(do)
	case FailEngine:
		return d.failEngine(do)
	}

	// Everything else is for those who sit at the table.
	if seat < 0 {
		return Refuse("not-seated", "only those who sit at the table can do this")
	}
	switch do := c.Do.(type) {
	case Leave:
		return d.leave(seat)
	case Promote:
		return d.improve(seat, do)
	case Rematch:
		return d.rematch(seat, do)
	case DeclineRematch:
		return d.declineRematch(seat)
	}

	if s.Phase != Playing {
		return Refuse("not-playing", "no game is being played")
	}
	if s.Seats[seat].Out {
		return Refuse("out", "your seat is out of this game")
	}
	if _, back := c.Do.(Return); !back && s.Seats[seat].Engine > 0 {
		return Refuse("taken-over", "an engine plays for your seat now")
	}
	switch do := c.Do.(type) {
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
	case TakeOver:
		return d.takeOver(seat, do)
	case Return:
		return d.comeBack(seat)
	case ClaimAbsence:
		return d.claimAbsence(seat, do)
	}
	return Refuse("unknown-command", "there is no such command")
}

func (d *decision) open(do Open) *Refusal {
	if d.state.Phase != Unopened {
		return Refuse("opened", "the table is already open")
	}
	settings := do.Settings
	settings.Points, settings.Invited = slices.Clone(settings.Points), slices.Clone(settings.Invited)
	if r := settings.check(); r != nil {
		return r
	}
	if settings.Seats > 2 && settings.TakeoverLevel == 0 {
		settings.TakeoverLevel = 5
	}
	if r := d.rules.Check(&settings); r != nil {
		return r
	}
	if r := do.Owner.check(); r != nil {
		return r
	}
	if do.Owner.Engine > 0 {
		return Refuse("owner", "a table is opened by a person")
	}
	if len(do.Engines) > settings.Seats {
		return Refuse("engines", "there are more engines than seats")
	}
	d.emit(Event{Type: Opened, Seat: -1, Settings: &settings, Player: &do.Owner})
	for seat, level := range do.Engines {
		if level == 0 {
			continue
		}
		if r := d.takeSeat(seat, Player{Engine: level}); r != nil {
			return r
		}
	}
	if do.OwnerSeat != NoSeat {
		if r := d.takeSeat(do.OwnerSeat, do.Owner); r != nil {
			return r
		}
	}
	return d.beginIfFull(do.Seed)
}

func (d *decision) sit(do Sit) *Refusal {
	if do.Player.Engine > 0 {
		return Refuse("player", "engines are seated by who opens the table")
	}
	if r := d.takeSeat(do.Seat, do.Player); r != nil {
		return r
	}
	return d.beginIfFull(do.Seed)
}

func (d *decision) takeSeat(seat int, p Player) *Refusal {
	s := d.state
	if s.Phase != Waiting {
		return Refuse("not-waiting", "the table no longer waits for players")
	}
	if r := p.check(); r != nil {
		return r
	}
	if s.SeatOf(p.ID) >= 0 {
		return Refuse("seated", "you already sit at this table")
	}
	if s.Settings.Visibility == Private && p.ID != "" && p.ID != s.Owner.ID {
		if !s.Settings.Invites(p.Name) {
			return Refuse("not-invited", "this table is for the players it names")
		}
	}
	if s.Settings.Rated && !p.Account {
		return Refuse("rated-account", "rated games are for players with accounts")
	}
	if seat == RandomSeat {
		if seat = s.FreeSeat(); seat < 0 {
			return Refuse("full", "all seats are taken")
		}
	}
	if seat < 0 || seat >= len(s.Seats) {
		return Refuse("no-seat", "the table has no such seat").With("seat", seat)
	}
	if s.Seats[seat].Taken {
		return Refuse("taken", "the seat is taken").With("seat", seat)
	}
	d.emit(Event{Type: Sat, Seat: seat, Player: &p})
	return nil
}

func (d *decision) start(by string, do Start) *Refusal {
	s := d.state
	switch {
	case s.Phase != Waiting:
		return Refuse("not-waiting", "the table no longer waits for players")
	case by == "" || by != s.Owner.ID:
		return Refuse("not-owner", "only who opened the table can do this")
	}
	for seat := s.FreeSeat(); seat >= 0; seat = d.state.FreeSeat() {
		if do.Level < 1 {
			return Refuse("not-full", "not all seats are taken")
		}
		if r := d.takeSeat(seat, Player{Engine: do.Level}); r != nil {
			return r
		}
	}
	return d.beginIfFull(do.Seed)
}

func (d *decision) beginIfFull(seed uint64) *Refusal {
	if d.state.FreeSeat() >= 0 {
		return nil
	}
	return d.arrange(d.rules.FirstRound(&d.state.Settings, seed))
}

// arrange begins the next game, or the improvements before it.
func (d *decision) arrange(r Round) *Refusal {
	d.emit(Event{Type: Arranged, Seat: r.First, Game: d.state.Game + 1, Round: &r})
	if seat, _ := r.HandicapSeat(); seat >= 0 {
		if d.state.Seats[seat].Engine == 0 {
			return nil
		}
		d.emit(Event{Type: Promoted, Seat: seat, Promotions: d.rules.ChoosePromotions(&d.state.Settings, r)})
	}
	return d.begin()
}

func (d *decision) begin() *Refusal {
	start, refusal := d.rules.Start(&d.state.Settings, d.state.Round)
	if refusal != nil {
		return refusal
	}
	d.emit(Event{Type: Started, Seat: -1, Game: d.state.Game, Position: start.Text()})
	return nil
}

func (d *decision) leave(seat int) *Refusal {
	if d.state.Phase != Waiting {
		return Refuse("not-waiting", "a game that has begun is left by resigning")
	}
	d.emit(Event{Type: Left, Seat: seat})
	return nil
}

func (d *decision) improve(seat int, do Promote) *Refusal {
	s := d.state
	if s.Phase != Promoting {
		return Refuse("not-promoting", "no improvements are to be made now")
	}
	improver, points := s.Round.HandicapSeat()
	if seat != improver {
		return Refuse("not-your-points", "the improvements are the other player's")
	}
	if len(do.Promotions) > points {
		return Refuse("points-exceeded", "there are only %d handicap points", points).With("points", points)
	}
	round := s.Round
	round.Promotions = slices.Clone(do.Promotions)
	if r := d.rules.CheckPromotions(&s.Settings, round); r != nil {
		return r
	}
	if do.Done {
		if left := points - len(do.Promotions); left > 0 {
			return Refuse("points-left", "%d handicap points are still to be spent", left).With("points", left)
		}
		if _, r := d.rules.Start(&s.Settings, round); r != nil {
			return r
		}
	}
	d.emit(Event{Type: Promoted, Seat: seat, Promotions: round.Promotions})
	if do.Done {
		return d.begin()
	}
	return nil
}

func (d *decision) move(c Command, do Move) *Refusal {
	s := d.state
	seat := do.Seat
	if c.By != "" {
		seat = s.SeatOf(c.By)
		if seat < 0 {
			return Refuse("not-seated", "only those who sit at the table can do this")
		}
	}
	if s.Phase != Playing {
		return Refuse("not-playing", "no game is being played")
	}
	if do.Ply != AnyPly && do.Ply != len(s.Moves) || do.Game != 0 && do.Game != s.Game {
		return Refuse("stale", "the game has gone on meanwhile").With("ply", len(s.Moves)).With("game", s.Game)
	}
	if seat != s.Position.ToAct() {
		return Refuse("not-your-turn", "it is not your turn")
	}
	chair := &s.Seats[seat]
	if (c.By == "") != (chair.Engine > 0) {
		return Refuse("not-yours", "somebody else plays for this seat now")
	}
	next, text, refusal := s.Position.Play(do.Text)
	if refusal != nil {
		return refusal
	}
	e := Event{Type: Moved, Seat: seat, Move: text, Clock: chair.Clock}
	spent := c.At.Since(s.TurnAt)
	if chair.Engine == 0 {
		if deadline, ok := s.Deadline(); ok && c.At > deadline {
			return timeOver()
		}
	}
	if s.Settings.Clock.Kind == RealTime && chair.Moved && chair.Engine == 0 {
		e.Lag = max(0, min(do.Lag, chair.Quota, spent))
		e.Spent = spent - e.Lag
		if e.Spent > chair.Clock {
			return timeOver()
		}
		e.Clock = chair.Clock - e.Spent + s.Settings.Clock.Increment
	}
	if passed := s.passOver(next); passed != next {
		next = passed
		e.Position = next.Text()
	}
	d.emitMoved(e, next)
	d.endByRules(-1)
	if !do.OfferDraw || d.state.Phase != Playing || d.state.DrawOffer == seat {
		return nil
	}
	if s.DrawOffer >= 0 { // the other's, which the move alone would have declined
		d.end(-1, ByAgreement)
		return nil
	}
	return d.offerDraw(seat)
}

func timeOver() *Refusal { return Refuse("time-over", "your time was over") }

// endByRules ends the game if the rules say that it is over.
func (d *decision) endByRules(seat int) {
	if o := d.state.Position.Outcome(); o.Over {
		d.end(seat, o.Reason, o.Winners...)
	}
}

func (d *decision) end(seat int, reason string, winners ...int) {
	d.emit(Event{Type: Ended, Seat: seat, Game: d.state.Game, Outcome: &Outcome{Over: true, Reason: reason, Winners: winners}})
}

// abortGame ends the game without a result, because of a seat.
func (d *decision) abortGame(seat int, cause Cause) {
	d.emit(Event{Type: Ended, Seat: seat, Game: d.state.Game, Outcome: &Outcome{Over: true, Reason: ByAbort, Cause: cause}})
}

func (d *decision) resign(seat int) *Refusal {
	if len(d.state.Seats) == 2 {
		d.end(seat, ByResignation, 1-seat)
		return nil
	}
	d.giveUp(seat, ByResignation)
	return nil
}

// giveUp takes one of three to five seats out of the game.
func (d *decision) giveUp(seat int, reason string) {
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

func (d *decision) flag() *Refusal {
	s := d.state
	deadline, ok := s.Deadline()
	if !ok || d.at <= deadline {
		return Refuse("time-left", "there is time left")
	}
	seat := s.ToAct()
	switch {
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

// hold gives the seat to act the time back in which the program was away. Days
// of correspondence go on meanwhile, as those of letters do.
func (d *decision) hold(do Downtime) *Refusal {
	s := d.state
	if _, ok := s.Deadline(); !ok || s.Settings.Clock.Kind != RealTime {
		return Refuse("no-clock", "no clock runs")
	}
	from, until := max(do.From, s.TurnAt, s.held), min(do.Until, d.at)
	away := until.Since(from)
	if away < MinDowntime {
		return Refuse("no-downtime", "the time was the player's own")
	}
	d.emit(Event{Type: DowntimeCredited, Seat: s.ToAct(), Lag: away})
	return nil
}

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

func (d *decision) claimDraw(seat int, do ClaimDraw) *Refusal {
	if d.state.Position.ToAct() != seat {
		return Refuse("not-your-turn", "it is not your turn")
	}
	if !slices.Contains(d.state.Position.Claims(), do.Reason) {
		return Refuse("not-claimable", "this draw cannot be claimed now").With("reason", do.Reason)
	}
	if deadline, ok := d.state.Deadline(); ok && d.at > deadline {
		return timeOver()
	}
	d.end(seat, do.Reason)
	return nil
}

func (d *decision) offerTakeback(seat int) *Refusal {
	s := d.state
	if !s.Settings.Takebacks {
		return Refuse("no-takebacks", "no moves are taken back at this table")
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

func (d *decision) takeBackIfAgreed() {
	if t := d.state.Takeback; !slices.Contains(t.Consent, false) {
		d.emit(Event{Type: TakenBack, Seat: t.By, Ply: t.Ply})
	}
}

func (d *decision) declineTakeback(seat int) *Refusal {
	if d.state.Takeback == nil {
		return Refuse("no-takeback-offer", "nobody asked to go back")
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
		return Refuse("no-rematch-offer", "nobody asked for another game")
	}
	d.emit(Event{Type: RematchDeclined, Seat: seat})
	return nil
}

func (d *decision) abort(by string, seat int) *Refusal {
	s := d.state
	switch s.Phase {
	case Waiting:
		if by == "" || by != s.Owner.ID {
			return Refuse("not-owner", "only who opened the table can do this")
		}
		d.emit(Event{Type: Closed, Seat: seat})
		return nil
	case Promoting, Playing:
		if s.EngineFailed && (seat >= 0 || by != "" && by == s.Owner.ID) {
			d.abortGame(s.ToAct(), ByEngineFailure)
			return nil
		}
		if seat < 0 {
			return Refuse("not-seated", "only those who sit at the table can do this")
		}
		if slices.ContainsFunc(s.Seats, func(c Seat) bool { return !c.Moved }) {
			d.abortGame(seat, ByPlayer)
			return nil
		}
		return Refuse("too-late-to-abort", "all have moved; the game can only be resigned")
	}
	return Refuse("not-playing", "no game is being played")
}

func (d *decision) failEngine(do FailEngine) *Refusal {
	s := d.state
	seat, _ := s.EngineToMove()
	switch {
	case do.Ply != len(s.Moves) || do.Game != s.Game:
		return Refuse("stale", "the game has gone on meanwhile").With("ply", len(s.Moves)).With("game", s.Game)
	case s.Phase != Playing || seat < 0 || seat != do.Seat:
		return Refuse("not-your-turn", "it is not your turn")
	}
	d.emit(Event{Type: EngineFailed, Seat: seat})
	return nil
}

func (d *decision) takeOver(by int, do TakeOver) *Refusal {
	s := d.state
	switch {
	case do.Seat < 0 || do.Seat >= len(s.Seats):
		return Refuse("no-seat", "the table has no such seat").With("seat", do.Seat)
	case do.Level < 1 || do.Level > MaxLevel:
		return Refuse("level", "engines have levels 1 to %d", MaxLevel).With("most", MaxLevel)
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

// absent refuses unless a seat has been away for long enough.
func (d *decision) absent(seat int, since Moment) *Refusal {
	if d.state.Settings.Clock.Kind == Correspondence {
		return Refuse("correspondence", "in correspondence nobody needs to be present")
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

func (d *decision) chat(by string, seat int, do Chat) *Refusal {
	text := CleanText(do.Text)
	switch {
	case by == "" || do.Name == "":
		return Refuse("player", "a player has to say who he is")
	case !utf8.ValidString(do.Text) || strings.ContainsFunc(do.Text, func(r rune) bool { return unicode.IsControl(r) && !unicode.IsSpace(r) }):
		return Refuse("chat-text", "a message is text without control characters")
	case text == "":
		return Refuse("chat-empty", "there is nothing to say")
	case utf8.RuneCountInString(text) > MaxChatLength:
		return Refuse("chat-long", "a message has %d characters at most", MaxChatLength).With("most", MaxChatLength)
	}
	d.emit(Event{Type: Chatted, Seat: seat, By: by, Name: do.Name, Guest: do.Guest, Text: text})
	return nil
}

func (d *decision) rename(by string, seat int, do Rename) *Refusal {
	switch {
	case by == "" || seat < 0 && d.state.Owner.ID != by && !d.state.Settings.Invites(do.Name):
		return Refuse("not-seated", "only those who sit at the table can do this")
	case do.Player.ID == "" || do.Player.Engine > 0:
		return Refuse("player", "a player has to say who he is")
	case do.Player.ID != by && d.state.SeatOf(do.Player.ID) >= 0:
		return Refuse("seated", "you already sit at this table")
	}
	e := Event{Type: Renamed, Seat: seat, By: by, Player: &do.Player}
	if d.state.Settings.Invites(do.Name) {
		e.Name = do.Name
	}
	d.emit(e)
	return nil
}
