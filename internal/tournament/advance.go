package tournament

import (
	"cmp"
	"slices"

	"tafelrunde/internal/match"
)

func (d *decision) startNow(do Start) *match.Refusal {
	switch {
	case d.state.Phase != Upcoming:
		return notUpcoming()
	case !d.state.answered():
		return notAccepted()
	case d.state.Settings.Format == ClubMatch && !d.state.Enough():
		return match.Refuse("tournament-few-clubs", "at least one member of each club must have entered")
	case !d.state.Enough():
		least := d.state.Settings.Least()
		return match.Refuse("tournament-few", "at least %d people must have entered", least).With("least", least)
	}
	d.start()
	d.goOn(do.NewID)
	return nil
}

// advance emits what is due.
func (d *decision) advance(newID func() string) {
	s := d.state
	set := &s.Settings
	switch {
	case s.Phase == Upcoming && d.at >= set.StartsAt && !s.answered():
		d.emit(Event{Type: Closed, Reason: ByNoAnswer})
	case s.Phase == Upcoming && d.at >= set.StartsAt && !s.Enough():
		d.emit(Event{Type: Closed, Reason: ByTooFew})
	case s.Phase == Upcoming && d.at >= set.StartsAt:
		d.start()
		d.goOn(newID)
	case s.Phase == Upcoming && !s.reminded && d.at.After(set.ReminderLead()) >= set.StartsAt:
		d.emit(Event{Type: Reminded})
	case s.Phase == Running && set.EndsAt > 0 && d.at >= set.EndsAt:
		d.finish(newID)
	case s.Phase == Running:
		d.goOn(newID)
	}
}

// start fixes the pools. Computer opponents join pools whose number of players does not fit.
func (d *decision) start() {
	set := &d.state.Settings
	pools := d.state.pools()
	if set.Computer > 0 {
		for i := range pools {
			for range set.missing(len(pools[i])) {
				entry := len(d.state.Entries) + 1
				d.emit(Event{Type: Entered, Entry: entry, Player: &match.Player{Engine: set.Computer}})
				pools[i] = append(pools[i], entry)
			}
		}
	}
	started := Event{Type: Started, Version: version, Pools: pools}
	switch {
	case set.Format == Arena:
		if early := set.StartsAt - d.at; early > 0 {
			started.EndsAt = set.EndsAt - early
		}
	case set.Format == ClubMatch:
		started.Rounds = cmp.Or(set.Rounds, usualClubRounds)
	case set.Format.oneField():
		started.Rounds = set.rounds(len(pools[0]))
	default:
		d.state.draw(pools)
	}
	d.emit(started)
}

// missing returns how many players a pool of n lacks so that all play in each round.
func (s *Settings) missing(n int) int {
	if s.Format == Tables {
		return (tableSize - n%tableSize) % tableSize
	}
	return n % 2
}

// goOn pairs what can be paired in a running tournament.
func (d *decision) goOn(newID func() string) {
	switch f := d.state.Settings.Format; {
	case f == Arena:
		d.arena(newID)
	case f.oneField():
		d.nextRound(newID)
	default:
		d.pair(newID)
	}
}

// inBreak reports whether the break after a round goes on.
func (d *decision) inBreak() bool { return d.at < d.state.NextRoundAt() }

// nextRound pairs the next round by scores, and ends the tournament after the last one, or if too
// few players are left. If too few of them do not pause, nobody pauses.
func (d *decision) nextRound(newID func() string) {
	s := d.state
	round, rounds := s.Round()
	people, pausing := s.people()
	switch least := s.Settings.Least(); {
	case s.playing() > 0:
	case round == rounds || people < least:
		d.finish(newID)
	case !d.inBreak():
		if people-pausing < least {
			d.endPauses()
			s = d.state
		}
		boards := s.swissRound
		if s.Settings.Format == Tables {
			boards = s.tablesRound
		}
		d.emit(Event{Type: Paired, Boards: s.weakerFirst(withMatches(boards(round+1), newID))})
		d.endPauses()
	}
}

// endPauses lets the players enter again who pause.
func (d *decision) endPauses() {
	for i, e := range d.state.Entries {
		if d.state.pauses(i + 1) {
			d.emit(Event{Type: Entered, Entry: i + 1, Player: &e.Player, Rating: e.Rating})
		}
	}
}

// withMatches gives the boards that are played the IDs of their matches.
func withMatches(boards []Board, newID func() string) []Board {
	for i := range boards {
		if boards[i].Result == nil {
			boards[i].Match = newID()
		}
	}
	return boards
}

// pair pairs the games that can begin, and ends the tournament after the last one.
func (d *decision) pair(newID func() string) {
	d.walkovers()
	s := d.state
	left := s.unpaired()
	running := make(map[int]int) // games by entry
	games := 0
	for i := range s.Boards {
		if s.Boards[i].Result != nil {
			continue
		}
		games++
		for _, entry := range s.Boards[i].Entries {
			running[entry]++
		}
	}
	if len(left) == 0 && games == 0 {
		d.finish(newID)
		return
	}
	if s.Settings.Pace == ByRounds && d.inBreak() {
		return
	}
	var paired []Board
	for _, b := range left {
		switch {
		case s.Settings.Pace == ByRounds && (games > 0 || b.Round != left[0].Round):
			continue
		case s.Settings.Pace == AllAtOnce && s.Settings.AtOnce > 0 && slices.ContainsFunc(b.Entries, func(entry int) bool {
			return running[entry] >= s.Settings.AtOnce && s.Entries[entry-1].Player.Engine == 0
		}):
			continue
		}
		for _, entry := range b.Entries {
			running[entry]++
		}
		b.Match = newID()
		paired = append(paired, b)
	}
	if len(paired) > 0 {
		d.emit(Event{Type: Paired, Boards: s.weakerFirst(paired)})
	}
}

// walkovers pairs the games of players who have left: they are not played.
func (d *decision) walkovers() {
	var boards []Board
	for _, b := range d.state.unpaired() {
		points := make([]Points, len(b.Entries))
		var absent []int
		for seat, entry := range b.Entries {
			if d.state.left(entry) {
				absent = append(absent, seat)
			} else {
				points[seat] = Full
			}
		}
		if len(absent) == 0 {
			continue
		}
		b.Result = &Result{Points: points, Reason: ByWalkover, Absent: absent}
		boards = append(boards, b)
	}
	if len(boards) > 0 {
		d.emit(Event{Type: Paired, Boards: boards})
	}
}

// record records the result of a match. Players who have left and made no move count as absent.
// Players who do not begin their games leave.
func (d *decision) record(do Record) {
	board := d.state.BoardOf(do.Match)
	if d.state.Phase != Running || board == 0 || d.state.Boards[board-1].Result != nil {
		return
	}
	b := d.state.Boards[board-1]
	absent := slices.Clone(do.Absent)
	for seat, entry := range b.Entries {
		if d.state.resigns(entry) && slices.Contains(do.Unmoved, seat) && !slices.Contains(absent, seat) {
			absent = append(absent, seat)
		}
	}
	slices.Sort(absent)
	d.emit(Event{Type: Resulted, Board: board, Result: &Result{Points: PointsOf(do.Outcome, absent, len(b.Entries)), Reason: do.Outcome.Reason, Absent: absent, Berserk: do.Berserk}})
	for _, entry := range b.Entries {
		if e := &d.state.Entries[entry-1]; (e.Left == "" || e.Left == ByPause) && e.noShows >= d.state.Settings.maxNoShows() {
			d.emit(Event{Type: Withdrawn, Entry: entry, Reason: ByAbsence})
		}
	}
}

// resigns reports whether the games of a player who has left are resigned: not in an arena if the
// player only wants no further games.
func (s *State) resigns(entry int) bool {
	left := s.Entries[entry-1].Left
	return left != "" && left != ByPause && (s.Settings.Format != Arena || left != ByWish)
}

// Resigns reports whether a game of an entry has to be resigned because its person has left.
func (s *State) Resigns(entry int) bool {
	return s.resigns(entry) && s.Entries[entry-1].Player.ID != ""
}

// finish ends the tournament. A league has a next season unless its director has been deleted.
func (d *decision) finish(newID func() string) {
	e := Event{Type: Finished}
	if d.state.Settings.Format == League && d.state.Director.Name != match.DeletedName {
		e.Next = newID()
	}
	d.emit(e)
}
