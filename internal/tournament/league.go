package tournament

import (
	"cmp"

	"tafelrunde/internal/match"
)

// Moving is how many players of a division move up, and how many down.
const Moving = 2

// NextLadder returns the order of the people for the season after this one: of each
// division the players who stay, between them those who move up and down. The first
// division of the next season is filled from its beginning, and so on, so that if somebody
// does not return, the best of those who would have moved down stays.
//
// Players who have left or been deleted and players who did not begin any game drop out: "" stands for them, because
// their places are free.
func (s *State) NextLadder() []string {
	standings := s.Standings()
	unfinished := make(map[int]bool) // by entry
	for i := range s.Boards {
		if b := &s.Boards[i]; b.Match != "" && b.Result == nil {
			for _, entry := range b.Entries {
				unfinished[entry] = true
			}
		}
	}
	var ladder []string
	add := func(rows []Standing) {
		for _, r := range rows {
			e := &s.Entries[r.Entry-1]
			if e.Left == "" && (r.Played > 0 || unfinished[r.Entry]) && e.Player.Name != match.DeletedName {
				ladder = append(ladder, e.Player.ID)
			} else {
				ladder = append(ladder, "")
			}
		}
	}
	up := func(division int) int { // how many move up
		if division == 0 {
			return 0
		}
		return min(Moving, len(standings[division])/2)
	}
	down := func(division int) int { // how many move down: as many as move up to this division
		if division+1 >= len(standings) {
			return 0
		}
		return min(up(division+1), len(standings[division])/2)
	}
	for i, rows := range standings {
		last := len(rows) - down(i)
		add(rows[up(i):last])
		if i+1 < len(standings) {
			add(standings[i+1][:up(i+1)])
		}
		add(rows[last:])
	}
	return ladder
}

// divisions distributes the entries of a league in the order of [State.leagueOrder].
func (s *State) divisions() [][]int {
	order := s.leagueOrder()
	var all [][]int
	for _, size := range divisionSizes(len(order), cmp.Or(s.Settings.Pool, DivisionSize)) {
		all = append(all, order[:size:size])
		order = order[size:]
	}
	return all
}

// leagueOrder returns the entries in the order of the divisions: the people of the season before in the
// order of the ladder, then the others by rating. But the place of somebody who does not return goes to
// the best of the others if that one has a higher rating than the next on the ladder, so that
// strong newcomers need not begin at the end, and no returning player drops below the old place.
func (s *State) leagueOrder() []int {
	returned := make(map[string]int, len(s.Ladder))
	var newcomers []int
	for _, entry := range s.seeds() {
		if person := s.Entries[entry-1].Player.ID; s.OnLadder(person) {
			returned[person] = entry
		} else {
			newcomers = append(newcomers, entry)
		}
	}
	order := make([]int, 0, len(s.Entries))
	free := 0 // places before the next who has returned
	for _, person := range s.Ladder {
		entry, ok := returned[person]
		if !ok {
			free++
			continue
		}
		for ; free > 0 && len(newcomers) > 0 && s.Entries[newcomers[0]-1].Rating > s.Entries[entry-1].Rating; free-- {
			order, newcomers = append(order, newcomers[0]), newcomers[1:]
		}
		order = append(order, entry)
	}
	return append(order, newcomers...)
}

// divisionSizes returns the sizes of the divisions of n players, as equal as possible: from
// MinDivision to MaxPool if n permits it, and near the usual size.
func divisionSizes(n, usual int) []int {
	count := max(1, (n+usual/2)/usual)
	for count > 1 && n/count < MinDivision {
		count--
	}
	for (n+count-1)/count > MaxPool {
		count++
	}
	sizes := make([]int, count)
	for i := range sizes {
		sizes[i] = n / count
		if i < n%count {
			sizes[i]++
		}
	}
	return sizes
}

// NextSeason returns the command that creates the season after this one, which has ended. It
// begins after [SeasonPause]. own is the ID of this season.
func (s *State) NextSeason(own string, seed uint64, now match.Moment) Create {
	next := s.Settings
	next.Series, next.Season = cmp.Or(next.Series, own), next.Season+1
	next.StartsAt = now.After(SeasonPause)
	if next.EndsAt > 0 {
		next.EndsAt += next.StartsAt - s.Settings.StartsAt
	}
	return Create{Settings: next, Director: s.Director, Seed: seed, Ladder: s.NextLadder()}
}
