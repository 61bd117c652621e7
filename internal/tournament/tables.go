package tournament

import (
	"cmp"
	"slices"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/match"
)

// tableSize is the usual number of players at a table.
const tableSize = 4

// The costs of tables: that nobody at a table is a person, which the local search always avoids because all other
// tables then have only people; that two players who have met once meet again, that the points at a table
// differ by a 24th of a point, and that somebody who was at a small table once sits at one again. The last
// three grow with the square.
const (
	emptyCost   = 1_000_000_000
	meetingCost = 1_000
	spreadCost  = 1
	smallCost   = 200
)

// tableSizes returns the sizes of the tables for n players, at least three: fours and as many threes
// as necessary, or one table of five.
func tableSizes(n int) []int {
	if n == match.MaxSeats {
		return []int{n}
	}
	small := (tableSize - n%tableSize) % tableSize
	sizes := make([]int, (n+small)/tableSize)
	for i := range sizes {
		sizes[i] = tableSize
		if i >= len(sizes)-small {
			sizes[i]--
		}
	}
	return sizes
}

// tablesRound returns the boards of a round. Players with the same score sit together at first;
// then players of two tables change places as long as this lowers the cost.
func (s *State) tablesRound(round int) []Board {
	players, met := s.pasts()
	r := engines.Random(s.seed + uint64(round)).Next()
	engines.Shuffle(&r, players)
	slices.SortStableFunc(players, func(a, b past) int { return cmp.Compare(b.points, a.points) })
	var tables [][]*past
	for _, size := range tableSizes(len(players)) {
		table := make([]*past, size)
		for i := range table {
			table[i] = &players[i]
		}
		tables, players = append(tables, table), players[size:]
	}
	improve(tables, met)
	boards := make([]Board, len(tables))
	for i, table := range tables {
		engines.Shuffle(&r, table)
		boards[i] = Board{Pool: 1, Round: round, Entries: seated(table)}
	}
	return boards
}

// tableCost returns the cost of a table.
func tableCost(table []*past, met map[pair]int) int {
	least, most := table[0].points, table[0].points
	cost, people := 0, 0
	for i, p := range table {
		if !p.computer {
			people++
		}
		least, most = min(least, p.points), max(most, p.points)
		if len(table) < tableSize {
			cost += smallCost * p.small * p.small
		}
		for _, other := range table[:i] {
			times := met[pairOf(p.entry, other.entry)]
			cost += meetingCost * times * times
		}
	}
	if people == 0 {
		cost += emptyCost
	}
	return cost + spreadCost*int(most-least)*int(most-least)
}

const (
	// nearTables is how far tables are apart whose players change places.
	nearTables = 8
	// maxPasses bounds the passes over all tables.
	maxPasses = 30
)

// improve lets players of two tables change places as long as this lowers the cost.
func improve(tables [][]*past, met map[pair]int) {
	for range maxPasses {
		better := false
		for i := range tables {
			for j := i + 1; j < min(len(tables), i+1+nearTables); j++ {
				better = exchange(tables[i], tables[j], met) || better
			}
		}
		if !better {
			return
		}
	}
}

// exchange exchanges players of two tables as long as this lowers the cost, and reports whether it
// did.
func exchange(a, b []*past, met map[pair]int) (better bool) {
	cost := tableCost(a, met) + tableCost(b, met)
	for i := range a {
		for j := range b {
			a[i], b[j] = b[j], a[i]
			if changed := tableCost(a, met) + tableCost(b, met); changed < cost {
				cost, better = changed, true
			} else {
				a[i], b[j] = b[j], a[i]
			}
		}
	}
	return better
}

// seated returns the numbers of the players of a table by seat, in the order that makes the sum of
// the squares of how often each player has had each seat lowest.
func seated(table []*past) []int {
	n := len(table)
	had := make([][]int, n) // by player and seat
	for i, p := range table {
		had[i] = make([]int, match.MaxSeats)
		for _, seat := range p.seats {
			had[i][seat]++
		}
	}
	var best []int
	least := -1
	order := make([]int, 0, n)
	var permute func(cost int)
	permute = func(cost int) {
		if least >= 0 && cost >= least {
			return
		}
		if len(order) == n {
			least, best = cost, slices.Clone(order)
			return
		}
		for i := range n {
			if slices.Contains(order, i) {
				continue
			}
			times := had[i][len(order)]
			order = append(order, i)
			permute(cost + 2*times + 1)
			order = order[:len(order)-1]
		}
	}
	permute(0)
	entries := make([]int, n)
	for seat, i := range best {
		entries[seat] = table[i].entry
	}
	return entries
}
