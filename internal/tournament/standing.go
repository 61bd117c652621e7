package tournament

import (
	"cmp"
	"slices"

	"tafelrunde/internal/match"
)

// Standing is the row of a player in the standings of a pool.
type Standing struct {
	// Entry is the number of the entry.
	Entry int
	// Place counts from 1 in the pool.
	Place  int
	Points Points
	// SonnebornBerger is the sum of the points of the beaten opponents and half of those
	// of the opponents with whom a game was drawn, in 24ths of a 24th.
	SonnebornBerger int
	// Buchholz is the sum of the points of the opponents in [Swiss], else 0; a round in which the
	// player was free counts as an opponent with the player's own points.
	Buchholz Points
	// Direct are the points in the games between the players who are equal so far.
	Direct Points
	Wins   int
	// Played is the number of games with a result in which the player has played. Drawn and
	// Lost are numbers of games that count, also if they were not played.
	Played, Drawn, Lost int
	// Performance is the average of the opponents' ratings and 500 more for a win and less for
	// a loss, Sheet has the points of the games, in order, and Streak reports whether the next
	// points count twice; all three are for [Arena].
	Performance int
	Sheet       []Points
	Streak      bool
	// Annulled reports whether the games of the player do not count, because the player
	// left before half of them were played.
	Annulled bool
}

// Standings returns the standings by pool. Before the start there is one pool, in the order
// of the ratings.
func (s *State) Standings() [][]Standing {
	if s.Pools == nil {
		var list []Standing
		for i, entry := range s.seeds() {
			list = append(list, Standing{Entry: entry, Place: i + 1})
		}
		return [][]Standing{list}
	}
	if s.Settings.Format == Arena {
		return [][]Standing{s.arenaStandings()}
	}
	all := make([]Standing, len(s.Entries)) // by entry
	for i := range all {
		all[i].Entry = i + 1
	}
	s.countPlayed(all)
	s.countPoints(all)
	s.countBeaten(all)
	lots := s.lots()
	pools := make([][]Standing, len(s.Pools))
	for i, pool := range s.Pools {
		for _, entry := range pool {
			pools[i] = append(pools[i], all[entry-1])
		}
		s.rank(pools[i], lots)
	}
	return pools
}

// countPlayed counts the games that were played and decides whose games are annulled.
func (s *State) countPlayed(all []Standing) {
	for i := range s.Boards {
		b := &s.Boards[i]
		if b.Match == "" || b.Result == nil || b.Result.Reason == match.ByAbort {
			continue
		}
		for seat, entry := range b.Entries {
			if !slices.Contains(b.Result.Absent, seat) {
				all[entry-1].Played++
			}
		}
	}
	for i := range all {
		if e := &s.Entries[i]; e.Left != "" && e.Pool > 0 && (s.Settings.Format == RoundRobin || s.Settings.Format == League) {
			games := len(s.Pools[e.Pool-1]) - 1
			if s.Settings.Double {
				games *= 2
			}
			all[i].Annulled = 2*all[i].Played < games
		}
	}
}

// counts reports whether the result of a board counts.
func counts(b *Board, all []Standing) bool {
	return b.Result != nil && !slices.ContainsFunc(b.Entries, func(entry int) bool { return all[entry-1].Annulled })
}

func (s *State) countPoints(all []Standing) {
	for i := range s.Boards {
		b := &s.Boards[i]
		if !counts(b, all) || b.Result.Reason == match.ByAbort {
			continue
		}
		best := slices.Max(b.Result.Points)
		for seat, entry := range b.Entries {
			r, p := &all[entry-1], b.Result.Points[seat]
			r.Points += p
			switch {
			case len(b.Entries) == 1:
			case p == Full:
				r.Wins++
			case p == best && p > 0:
				r.Drawn++
			default:
				r.Lost++
			}
		}
	}
}

func (s *State) countBeaten(all []Standing) {
	swiss := s.Settings.Format == Swiss
	for i := range s.Boards {
		b := &s.Boards[i]
		if !counts(b, all) {
			continue
		}
		if swiss && len(b.Entries) == 1 {
			all[b.Entries[0]-1].Buchholz += all[b.Entries[0]-1].Points
		}
		for seat, entry := range b.Entries {
			mine := b.Result.Points[seat]
			for other, opponent := range b.Entries {
				theirs, total := b.Result.Points[other], int(all[opponent-1].Points)
				if other == seat {
					continue
				}
				if swiss {
					all[entry-1].Buchholz += Points(total)
				}
				switch {
				case mine > theirs:
					all[entry-1].SonnebornBerger += int(Full) * total
				case mine == theirs && mine > 0:
					all[entry-1].SonnebornBerger += int(Full) / 2 * total
				}
			}
		}
	}
}

// rank sorts the standings of a pool and sets the places.
func (s *State) rank(pool []Standing, lots []uint64) {
	equal := func(a, b Standing) int {
		return cmp.Or(
			compareBool(a.Annulled, b.Annulled), cmp.Compare(b.Points, a.Points), cmp.Compare(b.Buchholz, a.Buchholz), cmp.Compare(b.SonnebornBerger, a.SonnebornBerger),
		)
	}
	slices.SortStableFunc(pool, equal)
	for from := 0; from < len(pool); {
		to := from + 1
		for to < len(pool) && equal(pool[from], pool[to]) == 0 {
			to++
		}
		s.countDirect(pool[from:to])
		slices.SortFunc(pool[from:to], func(a, b Standing) int {
			return cmp.Or(cmp.Compare(b.Direct, a.Direct), cmp.Compare(b.Wins, a.Wins), cmp.Compare(lots[a.Entry-1], lots[b.Entry-1]), cmp.Compare(a.Entry, b.Entry))
		})
		from = to
	}
	for i := range pool {
		pool[i].Place = i + 1
	}
}

// countDirect sets the points in the games between tied players.
func (s *State) countDirect(tied []Standing) {
	if len(tied) < 2 {
		return
	}
	of := make(map[int]*Standing, len(tied))
	for i := range tied {
		of[tied[i].Entry] = &tied[i]
	}
	for i := range s.Boards {
		b := &s.Boards[i]
		if b.Result == nil || slices.ContainsFunc(b.Entries, func(entry int) bool { return of[entry] == nil }) {
			continue
		}
		for seat, entry := range b.Entries {
			of[entry].Direct += b.Result.Points[seat]
		}
	}
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
