package tournament

import (
	"cmp"
	"slices"

	"tafelrunde/internal/match"
	"tafelrunde/internal/tournament/matching"
)

// Points in an arena. They count twice after two wins in a row, until a game is not won.
const (
	arenaWin  = 2 * Full
	arenaDraw = 1 * Full
	// berserkPoints are for a win with half of the time.
	berserkPoints = 1 * Full
	// BerserkMoves is how many moves a player must have made in a game for them, so that
	// nobody gets them because the opponent leaves at once.
	BerserkMoves = 7
	// streakWins is how many wins in a row make the next points count twice.
	streakWins = 2
)

// Times of pairing in an arena.
const (
	// pairingEvery is the shortest time between two pairings, so that several players wait.
	pairingEvery = 5 * match.Second
	// patience is how long a player waits for more opponents to choose from.
	patience = 10 * match.Second
	// rematchAfter is how long players wait before they meet their last opponent again.
	rematchAfter = 60 * match.Second
	// lastPairing is how long before the end no game begins any more.
	lastPairing = 30 * match.Second
)

// arena pairs the waiting players.
func (d *decision) arena(newID func() string) {
	if boards := d.state.arenaBoards(d.at); len(boards) > 0 {
		d.emit(Event{Type: Paired, Boards: withMatches(boards, newID)})
	}
}

// waiting is a player of an arena without a game.
type waiting struct {
	past
	rank int // from 0
	// last is the last opponent, 0 for none.
	last  int
	since match.Moment
	// passed reports whether the player waited when games were paired last.
	passed bool
}

// waiting returns the players without a game, by rank, and how many players the arena has.
func (s *State) waiting() (list []waiting, all int) {
	players := make([]waiting, len(s.Entries))
	playing := make([]bool, len(s.Entries))
	for i := range s.Boards {
		b := &s.Boards[i]
		for seat, entry := range b.Entries {
			p := &players[entry-1]
			p.last = b.Entries[1-seat]
			switch {
			case b.Result == nil:
				playing[entry-1] = true
			case len(b.Result.Absent) == 0:
				p.seats = append(p.seats, seat)
			}
		}
	}
	for rank, row := range s.Standings()[0] {
		e := &s.Entries[row.Entry-1]
		if e.Left != "" {
			continue
		}
		if all++; playing[row.Entry-1] {
			continue
		}
		p := players[row.Entry-1]
		p.entry, p.rank, p.since, p.passed = row.Entry, rank, e.since, e.since <= s.pairedAt
		list = append(list, p)
	}
	return list, all
}

// arenaBoards returns the games that begin at a moment, none if it is better to wait.
func (s *State) arenaBoards(at match.Moment) []Board {
	list, all := s.waiting()
	if !s.mayPair(list, all, at) {
		return nil
	}
	var boards []Board
	for _, size := range windows(len(list)) {
		window := list[:size]
		list = list[size:]
		for i, mate := range matching.MaxWeight(size, arenaEdges(window, all, at), true) {
			if mate <= i { // nobody, or on a board already
				continue
			}
			white, black := &window[i], &window[mate]
			if !s.begins(&white.past, &black.past, white.rank) {
				white, black = black, white
			}
			boards = append(boards, Board{Pool: 1, Round: 1, Entries: []int{white.entry, black.entry}})
		}
	}
	return boards[:min(len(boards), MaxArenaGames-len(s.Boards))]
}

// mayPair reports whether games should begin at a moment.
func (s *State) mayPair(list []waiting, all int, at match.Moment) bool {
	if len(list) < 2 || len(s.Boards) >= MaxArenaGames || at < s.pairedAt.After(pairingEvery) && s.pairedAt > 0 || at >= s.Settings.EndsAt.After(-lastPairing) {
		return false
	}
	enough := len(list) >= 2+all/10
	for i := range list {
		if enough || at >= list[i].since.After(patience) {
			return s.anyEdge(list, all, at)
		}
	}
	return false
}

// anyEdge reports whether a game is possible in a window of those who wait.
func (s *State) anyEdge(list []waiting, all int, at match.Moment) bool {
	for _, size := range windows(len(list)) {
		if len(arenaEdges(list[:size], all, at)) > 0 {
			return true
		}
		list = list[size:]
	}
	return false
}

// again reports whether two players can meet at a moment: not those who have just played each
// other, unless there are only two or both have waited.
func again(a, b *waiting, all int, at match.Moment) bool {
	return a.last != b.entry && b.last != a.entry || all == 2 || at >= max(a.since, b.since).After(rematchAfter)
}

// passedWeight is the bonus for pairing a player who was left out of the last pairing: more than the
// greatest difference of ranks.
const passedWeight = 10_000_000

// arenaEdges returns the possible games of those who wait: ranks should be near each other, more
// so among the leaders, nobody is left out twice in a row if it can be avoided, and the players who have
// waited longest play first.
func arenaEdges(list []waiting, all int, at match.Moment) []matching.Edge {
	var edges []matching.Edge
	for j := range list {
		for i := range j {
			a, b := &list[i], &list[j]
			if !again(a, b, all, at) {
				continue
			}
			// The factors are those of lichess: from 300 for the last ranks to 2,000 for the first.
			cost := int64(b.rank-a.rank) * int64(2000-1700*min(a.rank, all)/max(all, 1))
			cost += min(colourCost(&a.past, 0)+colourCost(&b.past, 1), colourCost(&a.past, 1)+colourCost(&b.past, 0), colourStrong)
			weight := int64(min(at.Since(a.since), match.Minute)+min(at.Since(b.since), match.Minute)) - cost
			for _, p := range []*waiting{a, b} {
				if p.passed {
					weight += passedWeight
				}
			}
			edges = append(edges, matching.Edge{A: i, B: j, Weight: weight})
		}
	}
	return edges
}

// nextPairing returns when games begin if no other game ends before, 0 if nobody waits for it.
func (s *State) nextPairing() match.Moment {
	list, all := s.waiting()
	if len(list) < 2 {
		return 0
	}
	first, last := list[0].since, s.pairedAt
	for i := range list {
		first, last = min(first, list[i].since), max(last, list[i].since)
	}
	moments := []match.Moment{s.pairedAt.After(pairingEvery), last.After(pairingEvery), last.After(patience), last.After(rematchAfter), first.After(patience), first.After(rematchAfter)}
	slices.Sort(moments)
	for _, at := range moments {
		if at < s.pairedAt.After(pairingEvery) {
			continue
		}
		if s.mayPair(list, all, at) {
			return at
		}
	}
	return 0
}

// arenaStandings returns the standing of an arena.
func (s *State) arenaStandings() []Standing {
	all := make([]Standing, len(s.Entries))
	for i := range all {
		all[i].Entry = i + 1
	}
	streaks, sums := make([]int, len(s.Entries)), make([]int, len(s.Entries))
	for i := range s.Boards {
		b := &s.Boards[i]
		if b.Result == nil || b.Result.Reason == match.ByAbort {
			continue
		}
		for seat, entry := range b.Entries {
			r, p := &all[entry-1], b.Result.Points[seat]
			points := Points(0)
			performance := s.Entries[b.Entries[1-seat]-1].Rating
			switch {
			case p == Full:
				points = arenaWin
				r.Wins++
				performance += performanceStep
			case 2*p == Full:
				points = arenaDraw
				r.Drawn++
			default:
				r.Lost++
				performance -= performanceStep
			}
			if streaks[entry-1] >= streakWins {
				points *= 2
			}
			if streaks[entry-1]++; p < Full {
				streaks[entry-1] = 0
			} else if slices.Contains(b.Result.Berserk, seat) {
				points += berserkPoints
			}
			r.Points += points
			r.Sheet = append(r.Sheet, points)
			r.Streak = streaks[entry-1] >= streakWins
			if !slices.Contains(b.Result.Absent, seat) {
				r.Played++
			}
			sums[entry-1] += performance
			r.Performance = sums[entry-1] / len(r.Sheet)
		}
	}
	lots := s.lots()
	slices.SortFunc(all, func(a, b Standing) int {
		return cmp.Or(
			cmp.Compare(b.Points, a.Points), cmp.Compare(b.Performance, a.Performance), cmp.Compare(s.Entries[b.Entry-1].Rating, s.Entries[a.Entry-1].Rating),
			cmp.Compare(lots[a.Entry-1], lots[b.Entry-1]),
		)
	})
	all = slices.DeleteFunc(all, func(r Standing) bool { return s.Entries[r.Entry-1].early })
	for i := range all {
		all[i].Place = i + 1
	}
	return all
}

// performanceStep is what a win adds to the rating of the opponent, and a loss subtracts, in the
// average that is the performance of a player.
const performanceStep = 500
