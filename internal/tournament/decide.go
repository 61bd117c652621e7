package tournament

import (
	"slices"
	"unicode/utf8"

	"tafelrunde/internal/match"
)

// Command requests an action in a tournament.
type Command struct {
	At match.Moment
	// By is the ID of the person, "" for the server itself.
	By string
	// Moderator reports whether the person may do what the director may.
	Moderator bool
	Do        Action
}

// Action is one of the types below.
type Action interface {
	// sender returns who may send the command.
	sender() sender
}

// sender is the group of people who may send a command.
type sender int

const (
	fromServer sender = iota
	fromAnyone
	fromDirector // or a moderator
	fromModerator
)

type (
	// Create creates a tournament. Seed decides all lots. Ladder is [NextLadder] of the
	// season before, in a league.
	Create struct {
		Settings Settings
		Director match.Player
		Seed     uint64
		Ladder   []string
	}
	// Enter enters a person. Club is the ID of a club of the person, "" for none.
	Enter struct {
		Player match.Player
		Rating int
		Code   string
		Club   string
	}
	// Accept accepts a [ClubMatch] for the club that is challenged, and Decline declines it before the
	// start. Club is the ID of a club of which the sender is the owner or an officer.
	Accept  struct{ Club string }
	Decline struct{ Club string }
	// Withdraw withdraws the sender. Running games of the sender are then resigned, unless the
	// sender only pauses in the next round, in [Swiss] and [Tables].
	Withdraw struct{ Pause bool }
	// Expel withdraws the player with a number, who cannot enter again.
	Expel struct{ Entry int }
	// Start begins the tournament before the time.
	Start struct{ NewID func() string }
	// Advance does what is due at the moment: it reminds of the start, begins the
	// tournament, pairs games and ends the tournament. NewID returns IDs for matches and
	// for the next season.
	Advance struct{ NewID func() string }
	// Record records how a match has ended. Absent are the seats that made no move in time, Unmoved
	// all that made no move.
	Record struct {
		Match   string
		Outcome match.Outcome
		Absent  []int
		Unmoved []int
		// Berserk are the seats that played with half of their time, and made at least
		// [BerserkMoves] moves.
		Berserk []int
	}
	// Correct sets the points of a board by seat. Note is the reason, which everybody sees.
	Correct struct {
		Board  int
		Points []Points
		Note   string
	}
	// Close ends the tournament. Unfinished games do not count.
	Close struct{ Note string }
	// RemoveTexts removes what the director wrote: name and description, the reason for closing the tournament
	// and the notes of corrections.
	RemoveTexts struct{}
	// Drop records that a match was not opened before the tournament ended.
	Drop struct{ Match string }
	// Rename replaces the identity of a person; see [match.Rename]. A deleted person
	// leaves the tournament.
	Rename struct {
		Player match.Player
		// Deleted reports whether the person is deleted.
		Deleted bool
	}
)

func (Create) sender() sender      { return fromAnyone }
func (Enter) sender() sender       { return fromAnyone }
func (Accept) sender() sender      { return fromAnyone }
func (Decline) sender() sender     { return fromAnyone }
func (Withdraw) sender() sender    { return fromAnyone }
func (Expel) sender() sender       { return fromDirector }
func (Start) sender() sender       { return fromDirector }
func (Advance) sender() sender     { return fromServer }
func (Record) sender() sender      { return fromServer }
func (Correct) sender() sender     { return fromDirector }
func (Close) sender() sender       { return fromDirector }
func (RemoveTexts) sender() sender { return fromModerator }
func (Drop) sender() sender        { return fromServer }
func (Rename) sender() sender      { return fromServer }

// MaxNoShows is how many games in a row a player can fail to begin before leaving the
// tournament; in an arena it is one game.
const MaxNoShows = 2

func (s *Settings) maxNoShows() int {
	if s.Format == Arena {
		return 1
	}
	return MaxNoShows
}

// Decide returns the events that follow from a command, and the state after them. There
// are no events if the command has been executed before, or nothing is due. The error is a
// [*match.Refusal] if the command is not allowed. The given state is not changed.
func Decide(s *State, c Command) (events []Event, after *State, err error) {
	// The clocks of servers that share a store differ a little.
	c.At = max(c.At, s.at)
	d := &decision{at: c.At, by: c.By, state: s}
	if refusal := d.decide(c); refusal != nil {
		return nil, nil, refusal
	}
	return d.events, d.state, nil
}

// decision is the state of Decide.
type decision struct {
	at     match.Moment
	by     string
	state  *State // after the events so far
	events []Event
}

// emit adds an event and applies it.
func (d *decision) emit(e Event) {
	e.At = d.at
	after, err := Apply(d.state, e)
	if err != nil {
		panic("tournament: decided an impossible event: " + err.Error())
	}
	d.state, d.events = after, append(d.events, e)
}

func (d *decision) decide(c Command) *match.Refusal {
	if create, ok := c.Do.(Create); ok {
		return d.create(create)
	}
	if d.state.Phase == Uncreated {
		return match.Refuse("no-tournament", "there is no such tournament")
	}
	switch c.Do.sender() {
	case fromDirector:
		if !c.Moderator && !d.state.MayDirect(c.By) {
			return match.Refuse("not-director", "only the director of the tournament may do this")
		}
	case fromModerator:
		if !c.Moderator {
			return match.Refuse("not-director", "only a moderator may do this")
		}
	case fromServer:
		if c.By != "" {
			if _, renames := c.Do.(Rename); !renames {
				return match.Refuse("not-director", "only the server may do this")
			}
		}
	}
	switch do := c.Do.(type) {
	case Enter:
		return d.enter(do)
	case Accept:
		return d.answer(do.Club, Event{Type: Accepted, By: d.by})
	case Decline:
		return d.answer(do.Club, Event{Type: Closed, Reason: ByDecline, By: d.by})
	case Withdraw:
		return d.withdraw(do)
	case Expel:
		return d.expel(do)
	case Start:
		return d.startNow(do)
	case Advance:
		d.advance(do.NewID)
		return nil
	case Record:
		d.record(do)
		return nil
	case Correct:
		return d.correct(do)
	case Close:
		return d.close(do)
	case RemoveTexts:
		if d.state.hasTexts() {
			d.emit(Event{Type: TextsRemoved, By: d.by})
		}
		return nil
	case Drop:
		if board := d.state.BoardOf(do.Match); board > 0 && d.state.Phase == Over {
			d.emit(Event{Type: Unopened, Board: board})
		}
		return nil
	case Rename:
		d.rename(do)
		return nil
	}
	panic("tournament: an unknown action")
}

func (d *decision) create(do Create) *match.Refusal {
	if d.state.Phase != Uncreated {
		return match.Refuse("tournament-created", "the tournament is already created")
	}
	settings := do.Settings
	settings.clean()
	if settings.Format == League && settings.Season == 0 {
		settings.Season = 1
	}
	if r := settings.check(d.at); r != nil {
		return r
	}
	d.emit(Event{Type: Created, Settings: &settings, Player: &do.Director, Seed: do.Seed, Ladder: do.Ladder})
	return nil
}

func notUpcoming() *match.Refusal {
	return match.Refuse("tournament-begun", "the tournament has begun")
}

func (d *decision) enter(do Enter) *match.Refusal {
	s := d.state
	known := s.EntryOf(do.Player.ID)
	set := &s.Settings
	regular := s.OnLadder(do.Player.ID)
	switch {
	case s.Phase != Upcoming && !s.MayEnterLate(known, d.at):
		return notUpcoming()
	case !s.answered():
		return notAccepted()
	case !do.Player.Account || do.Player.ID == "":
		return match.Refuse("tournament-account", "only people with accounts can enter")
	case do.Player.Bot:
		return match.Refuse("tournament-bot", "programs cannot enter")
	case known > 0 && s.Entries[known-1].Left == "":
		return match.Refuse("tournament-entered", "you have already entered")
	case known > 0 && s.Entries[known-1].Left == ByExpulsion:
		return match.Refuse("tournament-expelled", "the director has expelled you from this tournament")
	case s.Entered() >= set.Capacity() && !(known > 0 && s.pauses(known)) || known == 0 && len(s.Entries) >= 2*MaxEntrants:
		return match.Refuse("tournament-full", "the tournament is full").With("most", set.Capacity())
	case len(set.Clubs) > 0 && !slices.ContainsFunc(set.Clubs, func(c EntryClub) bool { return c.ID == do.Club }):
		return match.Refuse("tournament-club", "only members of the club can enter")
	case set.Code != "" && !regular && oneLine(do.Code) != set.Code:
		return match.Refuse("tournament-code", "this is not the entry code")
	case !regular && set.MinRating > 0 && do.Rating < set.MinRating:
		return match.Refuse("tournament-rating-low", "your rating must be at least %d", set.MinRating).With("least", set.MinRating)
	case !regular && set.MaxRating > 0 && do.Rating > set.MaxRating:
		return match.Refuse("tournament-rating-high", "your rating must be at most %d", set.MaxRating).With("most", set.MaxRating)
	}
	if known == 0 {
		known = len(s.Entries) + 1
	}
	team := 0
	if set.Format == ClubMatch {
		team = 1 + slices.IndexFunc(set.Clubs, func(c EntryClub) bool { return c.ID == do.Club })
	}
	late := s.Phase == Running && known > len(s.Entries) && set.Format != Arena
	d.emit(Event{Type: Entered, Entry: known, Player: &do.Player, Rating: do.Rating, Team: team})
	if round, _ := s.Round(); late && round > 0 {
		half := Result{Points: []Points{Full / 2}, Reason: ByLateEntry}
		d.emit(Event{Type: Paired, Boards: []Board{{Pool: 1, Round: round, Entries: []int{known}, Result: &half}}})
	}
	return nil
}

// MayEnterLate reports whether somebody can enter after the start: newcomers, whose number is 0,
// until half of the rounds have begun, those who return until the last round begins; in an arena
// as long as games begin.
func (s *State) MayEnterLate(entry int, at match.Moment) bool {
	round, rounds := s.Round()
	switch {
	case s.Phase != Running || !s.Settings.Format.oneField():
		return false
	case s.Settings.Format == Arena:
		return at < s.Settings.EndsAt.After(-lastPairing)
	case entry == 0:
		return 2*round <= rounds
	}
	return round < rounds
}

// over returns the refusal of changes of a tournament that has ended, or nil.
func (d *decision) over() *match.Refusal {
	if d.state.Phase == Over || d.state.Phase == Cancelled {
		return match.Refuse("tournament-over", "the tournament has ended")
	}
	return nil
}

func (d *decision) withdraw(do Withdraw) *match.Refusal {
	s := d.state
	entry := s.EntryOf(d.by)
	if r := d.over(); r != nil {
		return r
	}
	if entry == 0 || s.left(entry) && (do.Pause || !s.pauses(entry)) {
		return match.Refuse("tournament-not-entered", "you are not in this tournament")
	}
	if do.Pause {
		if round, rounds := s.Round(); s.Phase != Running || s.Settings.Format != Swiss && s.Settings.Format != Tables || round == rounds {
			return match.Refuse("tournament-pause", "players can pause before the last round of the Swiss system and of tables")
		}
		d.emit(Event{Type: Withdrawn, Entry: entry, Reason: ByPause})
		return nil
	}
	d.emit(Event{Type: Withdrawn, Entry: entry, Reason: ByWish})
	return nil
}

func (d *decision) expel(do Expel) *match.Refusal {
	if r := d.over(); r != nil {
		return r
	}
	if do.Entry < 1 || do.Entry > len(d.state.Entries) {
		return match.Refuse("tournament-no-entry", "there is no such player")
	}
	if d.state.Entries[do.Entry-1].Left != ByExpulsion {
		d.emit(Event{Type: Withdrawn, Entry: do.Entry, Reason: ByExpulsion, By: d.by})
	}
	return nil
}

func (d *decision) correct(do Correct) *match.Refusal {
	s := d.state
	switch {
	case s.Phase != Running && s.Phase != Over:
		return match.Refuse("tournament-not-begun", "the tournament has not begun")
	case do.Board < 1 || do.Board > len(s.Boards) || len(s.Boards[do.Board-1].Entries) < 2:
		return match.Refuse("tournament-no-board", "there is no such game")
	case s.Phase == Running && s.Boards[do.Board-1].Result == nil:
		return match.Refuse("tournament-being-played", "the game has not ended")
	}
	note := oneLine(do.Note)
	if note == "" || utf8.RuneCountInString(note) > MaxReason {
		return match.Refuse("tournament-note", "a reason has 1 to %d characters", MaxReason).With("most", MaxReason)
	}
	b := &s.Boards[do.Board-1]
	sum, most := Points(0), Full*Points(len(b.Entries))/2
	for _, p := range do.Points {
		if p < 0 || p > Full {
			sum = most + 1
			break
		}
		sum += p
	}
	if len(do.Points) != len(b.Entries) || sum > most {
		return match.Refuse("tournament-points", "these points are not possible")
	}
	result := Result{Points: slices.Clone(do.Points), Reason: ByCorrection, Note: note}
	if before := b.Result; before != nil {
		if result.Berserk = before.Berserk; b.Match == "" {
			result.Absent = before.Absent
		}
	}
	d.emit(Event{Type: Corrected, Board: do.Board, By: d.by, Result: &result})
	return nil
}

func (d *decision) close(do Close) *match.Refusal {
	if r := d.over(); r != nil {
		return r
	}
	note := oneLine(do.Note)
	if utf8.RuneCountInString(note) > MaxReason {
		return match.Refuse("tournament-note", "a reason has at most %d characters", MaxReason).With("most", MaxReason)
	}
	d.emit(Event{Type: Closed, Reason: note, By: d.by})
	return nil
}

func (d *decision) rename(do Rename) {
	if do.Deleted {
		if entry := d.state.EntryOf(d.by); entry > 0 && d.over() == nil && (!d.state.left(entry) || d.state.pauses(entry)) {
			d.emit(Event{Type: Withdrawn, Entry: entry, Reason: ByDeletion})
		}
	}
	e := Event{Type: Renamed, By: d.by, Player: &do.Player, Entry: d.state.EntryOf(d.by), Director: d.state.MayDirect(d.by)}
	if e.Place = 1 + slices.Index(d.state.Ladder, d.by); d.by != "" && (e.Entry > 0 || e.Director || e.Place > 0) {
		d.emit(e)
	}
}
