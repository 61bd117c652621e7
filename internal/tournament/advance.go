package tournament

import (
	"slices"

	"tafelrunde/internal/match"
)

func (d *decision) startNow(do Start) *match.Refusal {
	switch {
	case d.state.Phase != Upcoming:
		return notUpcoming()
	case d.state.Entered() < MinEntrants:
		return match.Refuse("tournament-few", "at least %d people must have entered", MinEntrants).With("least", MinEntrants)
	}
	d.start()
	d.pair(do.NewID)
	return nil
}

// advance emits what is due.
func (d *decision) advance(newID func() string) {
	s := d.state
	set := &s.Settings
	switch {
	case s.Phase == Upcoming && d.at >= set.StartsAt && s.Entered() < MinEntrants:
		d.emit(Event{Type: Closed, Reason: ByTooFew})
	case s.Phase == Upcoming && d.at >= set.StartsAt:
		d.start()
		d.pair(newID)
	case s.Phase == Upcoming && !s.reminded && d.at.After(set.ReminderLead()) >= set.StartsAt:
		d.emit(Event{Type: Reminded})
	case s.Phase == Running && set.EndsAt > 0 && d.at >= set.EndsAt:
		d.finish(newID)
	case s.Phase == Running:
		d.pair(newID)
	}
}

// start fixes the pools. A computer opponent joins pools with an odd number.
func (d *decision) start() {
	pools := d.state.pools()
	if level := d.state.Settings.Computer; level > 0 {
		for i := range pools {
			if len(pools[i])%2 == 1 {
				entry := len(d.state.Entries) + 1
				d.emit(Event{Type: Entered, Entry: entry, Player: &match.Player{Engine: level}})
				pools[i] = append(pools[i], entry)
			}
		}
	}
	d.state.draw(pools)
	d.emit(Event{Type: Started, Version: version, Pools: pools})
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
		d.emit(Event{Type: Paired, Boards: paired})
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

// record records the result of a match. Players who do not begin their games leave.
func (d *decision) record(do Record) {
	board := d.state.BoardOf(do.Match)
	if d.state.Phase != Running || board == 0 || d.state.Boards[board-1].Result != nil {
		return
	}
	b := d.state.Boards[board-1]
	absent := slices.Clone(do.Absent)
	for seat, entry := range b.Entries {
		if d.state.left(entry) && !slices.Contains(absent, seat) {
			absent = append(absent, seat)
		}
	}
	slices.Sort(absent)
	d.emit(Event{Type: Resulted, Board: board, Result: &Result{Points: PointsOf(do.Outcome, len(b.Entries)), Reason: do.Outcome.Reason, Absent: absent}})
	for _, entry := range b.Entries {
		if e := &d.state.Entries[entry-1]; e.Left == "" && e.noShows >= MaxNoShows {
			d.emit(Event{Type: Withdrawn, Entry: entry, Reason: ByAbsence})
		}
	}
}

// finish ends the tournament. A league has a next season.
func (d *decision) finish(newID func() string) {
	e := Event{Type: Finished}
	if d.state.Settings.Format == League {
		e.Next = newID()
	}
	d.emit(e)
}
