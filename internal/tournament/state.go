package tournament

import (
	"cmp"
	"slices"

	"tafelrunde/internal/match"
)

// Phase is the phase of a tournament.
type Phase string

// The phases.
const (
	// Uncreated is the phase before the first event.
	Uncreated Phase = ""
	// Upcoming: people can enter.
	Upcoming Phase = "upcoming"
	Running  Phase = "running"
	// Over: the tournament has ended, or was closed while it ran.
	Over Phase = "finished"
	// Cancelled: it was closed before the start.
	Cancelled Phase = "cancelled"
)

// Phases are the phases of created tournaments.
var Phases = []Phase{Upcoming, Running, Over, Cancelled}

// Entry is a player of a tournament.
type Entry struct {
	Player match.Player
	// Rating is that of the person when entering, 0 for computer opponents.
	Rating int
	// Left is why the player has left, "" if the player has not.
	Left string
	// Pool is the number of the pool, from 1; 0 before the start, and for those who do not play.
	Pool int
	// Team is that of the event Entered.
	Team int
	// since is when the player entered or the last game of the player ended.
	since match.Moment
	// early reports whether the player has left before the start.
	early bool
	// noShows is how many games in a row the player has not begun.
	noShows int
}

// State is the state of a tournament after its first Seq events. It is immutable.
type State struct {
	Seq      int64
	Phase    Phase
	Settings Settings
	Director match.Player
	// Entries are all who have entered; the number of an entry is its index plus 1.
	Entries []Entry
	// Accepted reports whether the club that is challenged has accepted a [ClubMatch].
	Accepted bool
	// Pools are the numbers of the entries by pool, in the order of the Berger tables. Those of
	// a [ClubMatch] are its boards.
	Pools [][]int
	// Boards are the paired games; the number of a board is its index plus 1.
	Boards    []Board
	CreatedAt match.Moment
	StartedAt match.Moment
	EndedAt   match.Moment
	// Reason is why the tournament was closed, "" if it was not or the reason was removed.
	Reason string
	// Ladder is that of the event Created.
	Ladder []string
	// Next is the ID of the next season, "" for none.
	Next string
	// rounds is that of the event Started.
	rounds int
	// pairedAt is when games were paired last.
	pairedAt match.Moment
	// resultAt is when the last game ended.
	resultAt match.Moment
	reminded bool
	seed     uint64
	version  int
	at       match.Moment
}

// New returns the state before the first event.
func New() *State { return &State{} }

// EntryOf returns the number of a person's entry, 0 if the person has not entered.
func (s *State) EntryOf(person string) int {
	if person == "" {
		return 0
	}
	return 1 + slices.IndexFunc(s.Entries, func(e Entry) bool { return e.Player.ID == person })
}

// Entered returns how many players have entered and not left.
func (s *State) Entered() (n int) {
	for i := range s.Entries {
		if left := s.Entries[i].Left; left == "" || left == ByPause {
			n++
		}
	}
	return n
}

// people returns how many people have entered and not left, and how many of them pause: computers do not play on
// their own.
func (s *State) people() (n, pausing int) {
	for i := range s.Entries {
		switch e := &s.Entries[i]; {
		case e.Player.Engine > 0:
		case e.Left == ByPause:
			pausing++
			n++
		case e.Left == "":
			n++
		}
	}
	return n, pausing
}

// Participants returns the number of players who have not left before the start.
func (s *State) Participants() (n int) {
	for i := range s.Entries {
		if !s.Entries[i].early {
			n++
		}
	}
	return n
}

// BoardOf returns the number of the board with a match, 0 if there is none.
func (s *State) BoardOf(id string) int {
	return 1 + slices.IndexFunc(s.Boards, func(b Board) bool { return id != "" && b.Match == id })
}

// Due returns when [Advance] has to be executed even if no game ends. It returns false if
// time changes nothing.
func (s *State) Due() (match.Moment, bool) {
	switch {
	case s.Phase == Upcoming && !s.reminded:
		return s.Settings.StartsAt - match.Moment(s.Settings.ReminderLead()), true
	case s.Phase == Upcoming:
		return s.Settings.StartsAt, true
	}
	next := s.NextRoundAt()
	if s.Phase == Running && s.Settings.Format == Arena {
		next = s.nextPairing()
	}
	if end := s.Settings.EndsAt; s.Phase == Running && end > 0 && (next == 0 || end < next) {
		next = end
	}
	return next, next > 0
}

// NextRoundAt returns when the break after a round ends, 0 if there is no break.
func (s *State) NextRoundAt() match.Moment {
	round, rounds := s.Round()
	if s.Phase != Running || s.Settings.Break == 0 || round == 0 || round == rounds || s.playing() > 0 {
		return 0
	}
	return s.resultAt.After(s.Settings.Break)
}

// playing returns the number of games that are being played.
func (s *State) playing() (n int) {
	for i := range s.Boards {
		if s.Boards[i].Result == nil {
			n++
		}
	}
	return n
}

// Round returns the highest round of which games are paired, and the number of rounds, 0 if it is
// not known before the start. Games that are not played because a player has left do not count: they
// are paired with the results of all rounds to come.
func (s *State) Round() (round, rounds int) {
	for i := range s.Boards {
		if b := &s.Boards[i]; b.Match != "" || len(b.Entries) == 1 { // no walkover
			round = max(round, b.Round)
		}
	}
	if s.Settings.Format.oneField() || s.Settings.Format == ClubMatch {
		return round, cmp.Or(s.rounds, s.Settings.Rounds)
	}
	for _, pool := range s.Pools {
		rounds = max(rounds, poolRounds(len(pool), s.Settings.Double))
	}
	return round, rounds
}

// MayDirect reports whether a person is the director.
func (s *State) MayDirect(person string) bool { return person != "" && s.Director.ID == person }

// OnLadder reports whether a person was in the season before and has not dropped out.
func (s *State) OnLadder(person string) bool {
	return person != "" && slices.Contains(s.Ladder, person)
}

// pauses reports whether a player does not play in the next round only.
func (s *State) pauses(entry int) bool { return s.Entries[entry-1].Left == ByPause }

func (s *State) left(entry int) bool { return s.Entries[entry-1].Left != "" }

// clone returns a copy whose entries and boards may be changed.
func (s *State) clone() *State {
	c := *s
	c.Entries, c.Boards = slices.Clone(s.Entries), slices.Clone(s.Boards)
	return &c
}
