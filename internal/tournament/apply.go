package tournament

import (
	"errors"
	"fmt"
	"slices"

	"tafelrunde/internal/match"
)

// Apply returns the state after an event. It returns an error if the event cannot follow,
// which does not happen with events of [Decide].
func Apply(s *State, e Event) (*State, error) {
	return Replay(s, []Event{e})
}

// Replay returns the state after several events, as [Apply] does for one.
func Replay(s *State, events []Event) (*State, error) {
	n := s.clone()
	for i := range events {
		if err := n.follow(events[i]); err != nil {
			return nil, fmt.Errorf("event %d (%s) cannot follow: %w", n.Seq, events[i].Type, err)
		}
	}
	return n, nil
}

// follow changes the state as an event says.
func (n *State) follow(e Event) error {
	n.Seq++
	n.at = max(n.at, e.At)
	if (n.Phase == Uncreated) != (e.Type == Created) {
		return errors.New("the first event, and no other, creates the tournament")
	}
	return n.apply(e)
}

var (
	errNoPlayer = errors.New("the player is missing")
	errNoEntry  = errors.New("there is no such entry")
	errNoBoard  = errors.New("there is no such board")
	errResult   = errors.New("the result is missing or has other seats")
)

func (n *State) apply(e Event) error {
	switch e.Type {
	case Created:
		if e.Settings == nil || e.Player == nil {
			return errors.New("settings or director are missing")
		}
		n.Phase, n.Settings, n.Director, n.CreatedAt, n.seed, n.Ladder = Upcoming, *e.Settings, *e.Player, e.At, e.Seed, e.Ladder
	case Accepted:
		n.Accepted = true
	case Entered, Withdrawn:
		return n.applyEntry(e)
	case Reminded:
		n.reminded = true
	case Started:
		return n.applyStart(e)
	case Paired:
		return n.applyBoards(e)
	case Resulted, Corrected:
		return n.applyResult(e)
	case Renamed:
		return n.applyRenamed(e)
	case TextsRemoved:
		n.removeTexts()
	case Unopened:
		if e.Board < 1 || e.Board > len(n.Boards) {
			return errNoBoard
		}
		n.Boards[e.Board-1].Match = ""
	case Finished:
		n.Phase, n.EndedAt, n.Next = Over, e.At, e.Next
	case Closed:
		if n.Phase == Upcoming {
			n.Phase = Cancelled
		} else {
			n.Phase = Over
		}
		n.EndedAt, n.Reason = e.At, e.Reason
	default:
		return errors.New("the type is unknown")
	}
	return nil
}

func (n *State) applyEntry(e Event) error {
	if e.Type == Withdrawn {
		if e.Entry < 1 || e.Entry > len(n.Entries) {
			return errNoEntry
		}
		n.Entries[e.Entry-1].Left, n.Entries[e.Entry-1].early = e.Reason, n.Phase == Upcoming
		return nil
	}
	switch {
	case e.Player == nil:
		return errNoPlayer
	case e.Entry == len(n.Entries)+1:
		n.Entries = append(n.Entries, Entry{})
	case e.Entry < 1 || e.Entry > len(n.Entries):
		return errNoEntry
	}
	if n.Settings.Format == ClubMatch && (e.Team < 1 || e.Team > 2) {
		return errors.New("the club is missing")
	}
	n.Entries[e.Entry-1] = Entry{Player: *e.Player, Rating: e.Rating, Team: e.Team, Pool: n.Entries[e.Entry-1].Pool, since: e.At}
	if n.Phase == Running && n.Entries[e.Entry-1].Pool == 0 {
		if len(n.Pools) == 0 {
			return errors.New("there is no pool")
		}
		n.Entries[e.Entry-1].Pool = 1
		n.Pools = [][]int{append(slices.Clone(n.Pools[0]), e.Entry)}
	}
	return nil
}

func (n *State) applyStart(e Event) error {
	for i, pool := range e.Pools {
		for _, entry := range pool {
			if entry < 1 || entry > len(n.Entries) {
				return errNoEntry
			}
			n.Entries[entry-1].Pool = i + 1
		}
	}
	n.Phase, n.StartedAt, n.version, n.Pools, n.rounds = Running, e.At, e.Version, e.Pools, e.Rounds
	if e.EndsAt > 0 {
		n.Settings.EndsAt = e.EndsAt
	}
	return nil
}

// fits reports whether the result is that of a board with a number of seats.
func (r *Result) fits(seats int) bool {
	wrong := func(seat int) bool { return seat < 0 || seat >= seats }
	return len(r.Points) == seats && !slices.ContainsFunc(r.Absent, wrong) && !slices.ContainsFunc(r.Berserk, wrong)
}

func (n *State) applyBoards(e Event) error {
	for _, b := range e.Boards {
		if b.Pool < 1 || b.Pool > len(n.Pools) || slices.ContainsFunc(b.Entries, func(entry int) bool { return entry < 1 || entry > len(n.Entries) }) {
			return errNoEntry
		}
		if b.Result != nil && !b.Result.fits(len(b.Entries)) {
			return errResult
		}
	}
	n.Boards, n.pairedAt = append(n.Boards, e.Boards...), e.At
	return nil
}

func (n *State) applyResult(e Event) error {
	if e.Board < 1 || e.Board > len(n.Boards) {
		return errNoBoard
	}
	b := &n.Boards[e.Board-1]
	if e.Result == nil || !e.Result.fits(len(b.Entries)) {
		return errResult
	}
	first := b.Result == nil
	b.Result = e.Result
	if e.Type == Corrected || !first {
		return nil
	}
	n.resultAt = e.At
	for seat, entry := range b.Entries {
		who := &n.Entries[entry-1]
		who.since = e.At
		switch {
		case slices.Contains(e.Result.Absent, seat):
			who.noShows++
		default:
			who.noShows = 0
		}
	}
	return nil
}

// applyRenamed does not compare the old identity if the event says where it stood: it may have been
// erased from the event, but not yet from a state in memory.
func (n *State) applyRenamed(e Event) error {
	if e.Player == nil || e.By == "" {
		return errNoPlayer
	}
	if e.Entry < 0 || e.Entry > len(n.Entries) || e.Place < 0 || e.Place > len(n.Ladder) {
		return errNoEntry
	}
	stored := e.Director || e.Entry > 0 || e.Place > 0
	if e.Director || !stored && n.Director.ID == e.By {
		n.Director = *e.Player
	}
	for i := range n.Entries {
		if e.Entry == i+1 || !stored && n.Entries[i].Player.ID == e.By {
			n.Entries[i].Player = *e.Player
		}
	}
	n.Ladder = slices.Clone(n.Ladder)
	for i := range n.Ladder {
		if e.Place == i+1 || !stored && n.Ladder[i] == e.By {
			n.Ladder[i] = e.Player.ID
		}
	}
	return nil
}

// names reports whether an event contains a person.
func (e *Event) names(person string) bool {
	return e.By == person || e.Player != nil && e.Player.ID == person || slices.Contains(e.Ladder, person)
}

// Erase replaces a person in an event, and reports whether the event has changed.
func (e *Event) Erase(person string, as match.Player) bool {
	if person == "" || !e.names(person) {
		return false
	}
	if e.By == person {
		e.By = as.ID
	}
	if e.Player != nil && e.Player.ID == person {
		e.Player = &as
	}
	for i := range e.Ladder {
		if e.Ladder[i] == person {
			e.Ladder[i] = as.ID
		}
	}
	return true
}

// People returns the IDs of the people whom an event contains.
func (e *Event) People() []string {
	people := slices.Clone(e.Ladder)
	if e.By != "" {
		people = append(people, e.By)
	}
	if e.Player != nil && e.Player.ID != "" {
		people = append(people, e.Player.ID)
	}
	return people
}
