package tournament

import (
	"cmp"
	"math/bits"
	"slices"

	"tafelrunde/internal/tournament/matching"
)

// The costs of a pair in a round of the Swiss system. A rematch or a second round without a game
// costs more than everything else in a window together, so that there is none if it can be avoided.
const (
	rematchCost = 1_000_000_000_000
	// colourMust is the cost of the same colour a third time in a row, or three times more often
	// than the other one.
	colourMust   = 2_000_000_000
	colourStrong = 20_000 // twice more often
	colourMild   = 2_000  // twice in a row
	// scoreCost is that of a 24th of a point, squared.
	scoreCost = 1_000
)

// maxWindow is how many players are paired together at most.
const maxWindow = 300

// UsualRounds returns the usual number of rounds of the Swiss system for n players: enough for a
// single winner, and two more, but not so many that a rematch can become unavoidable: if half of the
// players, with the one who is free, are an odd number, so many rounds can use up all games between both halves.
func UsualRounds(n int) int {
	rounds := min(2+bits.Len(uint(max(n, 2)-1)), 11)
	if half := (n + 1) / 2; half%2 == 1 {
		rounds = min(rounds, half)
	}
	return rounds
}

// usualTableRounds is the usual number of rounds of [Tables].
const usualTableRounds = 5

// rounds returns the number of rounds with n players at the start.
func (s *Settings) rounds(n int) int {
	if s.Format == Tables {
		return cmp.Or(s.Rounds, usualTableRounds)
	}
	return min(cmp.Or(s.Rounds, UsualRounds(n)), poolRounds(n, false))
}

// past is what the pairing of a player depends on.
type past struct {
	entry  int
	points Points
	// seats are the seats of the games played, in order.
	seats []int
	// byes is the number of rounds in which the player was free or no opponent came, last the last round
	// in which the player had a game or missed it, and small the number of tables with fewer than the usual
	// number of players.
	byes, last, small int
	// missed reports whether the player did not begin the last game, idle whether the player had no
	// game in the last round without having missed it, and computer whether the player is one.
	missed, idle, computer bool
}

// pair is a pair of entries, the lower number first.
type pair [2]int

func pairOf(a, b int) pair { return pair{min(a, b), max(a, b)} }

// pasts returns the players who have not left, those with most points first, then in the order of
// their seeds, and how often pairs have met.
func (s *State) pasts() ([]past, map[pair]int) {
	all := make([]past, len(s.Entries))
	met := make(map[pair]int)
	for i := range s.Boards {
		b := &s.Boards[i]
		if b.Result == nil {
			continue
		}
		came := make([]bool, len(b.Entries))
		here := 0
		for seat := range came {
			if came[seat] = !slices.Contains(b.Result.Absent, seat); came[seat] {
				here++
			}
		}
		for seat, entry := range b.Entries {
			p := &all[entry-1]
			p.points += b.Result.Points[seat]
			switch {
			case b.Result.Reason == ByLateEntry:
			case !came[seat]:
				p.last = b.Round
			case here == 1:
				p.byes++
			default:
				p.seats, p.last = append(p.seats, seat), b.Round
			}
			if len(b.Entries) == tableSize-1 {
				p.small++
			}
			for before, other := range b.Entries[:seat] {
				if came[seat] && came[before] {
					met[pairOf(entry, other)]++
				}
			}
		}
	}
	var list []past
	round, _ := s.Round()
	for _, entry := range s.seeds() {
		p := &all[entry-1]
		p.entry, p.missed, p.idle = entry, s.Entries[entry-1].noShows > 0, round > 0 && p.last != round
		p.computer = s.Entries[entry-1].Player.Engine > 0
		list = append(list, *p)
	}
	slices.SortStableFunc(list, func(a, b past) int { return cmp.Compare(b.points, a.points) })
	return list, met
}

// swissRound returns the boards of a round: of all pairings in a window of players with similar
// scores one with the lowest sum of costs.
func (s *State) swissRound(round int) []Board {
	players, met := s.pasts()
	var boards []Board
	for _, size := range windows(len(players)) {
		boards = append(boards, s.pairWindow(round, players[:size], met)...)
		players = players[size:]
	}
	return boards
}

// windows divides n players into windows of about the same size, of which only the last one may
// be odd. With more than one window each has at least 150 players, who can be paired without rematches
// because each has met at most [MaxRounds] of them (Dirac's theorem).
func windows(n int) []int {
	count := (n + maxWindow - 1) / maxWindow
	sizes := make([]int, 0, count)
	for left := count; left > 0; left-- {
		size := n
		if left > 1 {
			size = (n/left + 1) &^ 1
		}
		sizes, n = append(sizes, size), n-size
	}
	return sizes
}

// pairWindow pairs players. The one after the last is the opponent of a free player.
func (s *State) pairWindow(round int, players []past, met map[pair]int) []Board {
	n := len(players)
	first, size := scoreGroups(players)
	var edges []matching.Edge
	for j := range players {
		for i := range j {
			a, b := &players[i], &players[j]
			difference := int64(a.points - b.points)
			fold := int64(j - i)
			if difference == 0 {
				fold = max(fold-int64(size[i]/2), int64(size[i]/2)-fold)
			}
			ab, ba := colourCost(a, 0)+colourCost(b, 1), colourCost(a, 1)+colourCost(b, 0)
			repeats := min(met[pairOf(a.entry, b.entry)], 9)
			if a.idle && b.missed || b.idle && a.missed {
				repeats++ // one of them may be without a game twice in a row
			}
			cost := scoreCost*difference*difference + fold*fold + min(ab, ba) + rematchCost*int64(repeats)
			edges = append(edges, matching.Edge{A: i, B: j, Weight: -cost})
		}
	}
	total := n
	if n%2 == 1 {
		total++
		last := &players[n-1]
		for i := range players {
			difference := int64(players[i].points - last.points)
			repeats := min(players[i].byes, 9)
			if players[i].idle {
				repeats++
			}
			cost := scoreCost*difference*difference + int64(n-1-i) + rematchCost*int64(repeats)
			edges = append(edges, matching.Edge{A: i, B: n, Weight: -cost})
		}
	}
	mates := matching.MaxWeight(total, edges, true)
	boards := make([]Board, 0, total/2)
	var free *Board
	for i, mate := range mates {
		switch {
		case mate < i: // is on a board already
		case mate == n:
			free = &Board{Pool: 1, Round: round, Entries: []int{players[i].entry}, Result: &Result{Points: []Points{Full}, Reason: ByBye}}
		default:
			white, black := &players[i], &players[mate]
			if !s.begins(white, black, i-first[i]) {
				white, black = black, white
			}
			boards = append(boards, Board{Pool: 1, Round: round, Entries: []int{white.entry, black.entry}})
		}
	}
	if free != nil {
		boards = append(boards, *free)
	}
	return boards
}

// scoreGroups returns by player the index of the first player with the same score, and the number
// of players with it.
func scoreGroups(players []past) (first, size []int) {
	first, size = make([]int, len(players)), make([]int, len(players))
	for from := 0; from < len(players); {
		to := from + 1
		for to < len(players) && players[to].points == players[from].points {
			to++
		}
		for i := from; i < to; i++ {
			first[i], size[i] = from, to-from
		}
		from = to
	}
	return first, size
}

// colourCost returns what it costs that a player has a seat, 0 or 1.
func colourCost(p *past, seat int) int64 {
	balance, run := 1, 0 // how much more often the player then has the seat, and how often in a row
	for _, had := range p.seats {
		if had == seat {
			balance++
			run++
		} else {
			balance--
			run = 0
		}
	}
	switch {
	case balance > 2 || run > 1:
		return colourMust
	case balance > 1:
		return colourStrong
	case run > 0:
		return colourMild
	}
	return 0
}

// begins reports whether the first of two players has the first seat. rank is the number of
// players with the same score before the first one.
func (s *State) begins(a, b *past, rank int) bool {
	if ab, ba := colourCost(a, 0)+colourCost(b, 1), colourCost(a, 1)+colourCost(b, 0); ab != ba {
		return ab < ba
	}
	for back := 1; back <= min(len(a.seats), len(b.seats)); back++ {
		had, other := a.seats[len(a.seats)-back], b.seats[len(b.seats)-back]
		if had != other {
			return had == 1
		}
	}
	return (s.seed+uint64(rank))%2 == 0
}
