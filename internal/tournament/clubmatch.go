package tournament

import (
	"slices"

	"tafelrunde/internal/match"
)

// usualClubRounds is the usual number of games on each board of a [ClubMatch].
const usualClubRounds = 2

// answered reports whether people can enter and the tournament can begin: a [ClubMatch] has to be
// accepted first.
func (s *State) answered() bool { return s.Settings.Format != ClubMatch || s.Accepted }

func notAccepted() *match.Refusal {
	return match.Refuse("tournament-not-accepted", "the other club has not accepted yet")
}

// answer emits the answer of the club that is challenged.
func (d *decision) answer(club string, e Event) *match.Refusal {
	s := d.state
	switch {
	case s.Settings.Format != ClubMatch || club == "" || club != s.Settings.Clubs[1].ID:
		return match.Refuse("tournament-not-challenged", "only the owner and officers of the club that is challenged can do this")
	case s.Phase != Upcoming:
		return notUpcoming()
	case e.Type != Accepted || !s.Accepted:
		d.emit(e)
	}
	return nil
}

// Enough reports whether as many people have entered as the tournament needs, in a [ClubMatch] one
// of each club.
func (s *State) Enough() bool {
	if s.Settings.Format == ClubMatch {
		teams := s.teams()
		return len(teams[0]) > 0 && len(teams[1]) > 0
	}
	return s.Entered() >= s.Settings.Least()
}

// teams returns the numbers of the players of both clubs, the strongest first.
func (s *State) teams() (teams [2][]int) {
	for _, entry := range s.seeds() {
		team := s.Entries[entry-1].Team - 1
		teams[team] = append(teams[team], entry)
	}
	return teams
}

// clubBoards returns the players of each board of a [ClubMatch], that of the challenging club first,
// those of both clubs by rating. Of a club with more players those who entered last do not play.
func (s *State) clubBoards() [][]int {
	teams := s.teams()
	n := min(len(teams[0]), len(teams[1]))
	for i, team := range teams {
		last := slices.Sorted(slices.Values(team))[n:]
		teams[i] = slices.DeleteFunc(team, func(entry int) bool { return slices.Contains(last, entry) })
	}
	boards := make([][]int, n)
	for i := range boards {
		boards[i] = []int{teams[0][i], teams[1][i]}
	}
	return boards
}

// clubSchedule is [State.schedule] of a [ClubMatch]. The challenged club has the first seat on the odd
// boards of the odd rounds and on the even boards of the even ones.
func (s *State) clubSchedule() []Board {
	var all []Board
	for round := 1; round <= s.rounds; round++ {
		for i, pair := range s.Pools {
			entries := slices.Clone(pair)
			if (i+round)%2 == 1 {
				slices.Reverse(entries)
			}
			all = append(all, Board{Pool: i + 1, Round: round, Entries: entries})
		}
	}
	return all
}

// ClubPoints returns the points of both clubs of a [ClubMatch] on all boards, nil for other
// formats.
func (s *State) ClubPoints() []Points {
	if s.Settings.Format != ClubMatch {
		return nil
	}
	points := make([]Points, 2)
	for i := range s.Boards {
		b := &s.Boards[i]
		if b.Result == nil {
			continue
		}
		for seat, entry := range b.Entries {
			points[s.Entries[entry-1].Team-1] += b.Result.Points[seat]
		}
	}
	return points
}
