package tournaments

import (
	"fmt"
	"slices"

	"tafelrunde/internal/tournament"
	"tafelrunde/internal/tournament/matching"
)

// fault notes something impossible.
func (m *simulation) fault(format string, args ...any) {
	m.found.Impossible++
	m.note(format, args...)
}

// note describes a fault.
func (m *simulation) note(format string, args ...any) {
	if len(m.found.Notes) < maxNotes {
		m.found.Notes = append(m.found.Notes, fmt.Sprintf("%s, seed %d: ", m.kind, m.Seed)+fmt.Sprintf(format, args...))
	}
}

// maxNotes is how many faults are described.
const maxNotes = 5

// slot is a player in a round.
type slot struct{ round, entry int }

// check checks boards that follow the present state.
func (m *simulation) check(boards []tournament.Board) {
	busy, free := make(map[slot]bool), make(map[int]int) // free players by round
	for i := range m.s.Boards {
		b := &m.s.Boards[i]
		for _, entry := range b.Entries {
			if b.Result == nil || m.kind.Format != tournament.Arena {
				busy[slot{b.Round, entry}] = true
			}
		}
	}
	for i := range boards {
		b := &boards[i]
		for _, entry := range b.Entries {
			at := slot{b.Round, entry}
			if busy[at] {
				m.fault("player %d is paired twice in round %d", entry, b.Round)
			}
			if busy[at] = true; b.Match != "" && m.s.Entries[entry-1].Left != "" {
				m.fault("player %d has left and is paired in round %d", entry, b.Round)
			}
		}
		if len(b.Entries) == 1 {
			free[b.Round]++
		}
		if !m.sizeAllowed(len(b.Entries), len(boards)) || free[b.Round] > 1 {
			m.fault("%d players at a board in round %d, %d players are free", len(b.Entries), b.Round, free[b.Round])
		}
	}
	if f := m.kind.Format; f != tournament.Swiss && f != tournament.Tables {
		return
	}
	for i := range m.s.Entries {
		if m.s.Entries[i].Left == "" && !busy[slot{boards[0].Round, i + 1}] {
			m.fault("player %d has no game in round %d", i+1, boards[0].Round)
		}
	}
	if m.kind.Format == tournament.Swiss {
		m.checkRepeats(boards)
	}
}

// sizeAllowed reports whether n players may sit at one of a number of boards.
func (m *simulation) sizeAllowed(n, boards int) bool {
	switch m.kind.Format {
	case tournament.Tables:
		return n == 3 || n == 4 || n == 5 && boards == 1
	case tournament.Swiss:
		return n == 1 || n == 2
	}
	return n == 2
}

// repeats are what a round of the Swiss system should not repeat.
type repeats struct {
	*simulation
	met  map[[2]int]int
	free map[int]int
}

// of returns how often what a board has was before: a game of two, or a round without a game. A board of
// somebody who had no game in the last round and somebody who did not come counts too.
func (r *repeats) of(entries ...int) int {
	if len(entries) == 1 {
		n := r.free[entries[0]]
		if r.idle[entries[0]] {
			n++
		}
		return n
	}
	a, b := entries[0], entries[1]
	n := r.met[[2]int{min(a, b), max(a, b)}]
	if r.idle[a] && r.missed[b] || r.idle[b] && r.missed[a] {
		n++
	}
	return n
}

// checkRepeats counts repeats, and how many of them are more than the least number.
func (m *simulation) checkRepeats(boards []tournament.Board) {
	r := &repeats{m, make(map[[2]int]int), make(map[int]int)}
	for i := range m.s.Boards {
		b := &m.s.Boards[i]
		switch present := seatsPresent(b); {
		case len(present) == 2:
			r.met[pairOf(b)]++
		case len(present) == 1 && b.Result.Reason != tournament.ByLateEntry:
			r.free[b.Entries[present[0]]]++
		}
	}
	count := 0
	var players []int
	for i := range boards {
		players = append(players, boards[i].Entries...)
		count += r.of(boards[i].Entries...)
	}
	if count == 0 {
		return
	}
	m.found.Repeats += count
	var edges []matching.Edge
	n := len(players)
	for i, a := range players {
		for j, b := range players[:i] {
			edges = append(edges, matching.Edge{A: j, B: i, Weight: -int64(r.of(a, b))})
		}
		if n%2 == 1 {
			edges = append(edges, matching.Edge{A: i, B: n, Weight: -int64(r.of(a))})
		}
	}
	mates := matching.MaxWeight(n+n%2, edges, true)
	for _, e := range edges {
		if mates[e.A] == e.B {
			count += int(e.Weight)
		}
	}
	if m.found.Avoidable += count; count > 0 {
		m.note("%d repeats could be avoided in round %d", count, boards[0].Round)
	}
}

// seatsPresent returns the seats of a board with a result whose players came.
func seatsPresent(b *tournament.Board) (seats []int) {
	for seat := range b.Entries {
		if !slices.Contains(b.Result.Absent, seat) {
			seats = append(seats, seat)
		}
	}
	return seats
}

// pairOf returns the players of a board, the lower number first.
func pairOf(b *tournament.Board) [2]int {
	return [2]int{min(b.Entries[0], b.Entries[1]), max(b.Entries[0], b.Entries[1])}
}

// noteIdle notes who did not come to a round that has ended, and who was there in the end and had no game.
func (m *simulation) noteIdle(round int) {
	before := m.waited
	m.idle, m.missed, m.waited = make(map[int]bool), make(map[int]bool), make(map[int]bool)
	note := func(entry int, count *int) {
		m.idle[entry] = true
		if m.waited[entry] = !m.of(entry).gone; m.waited[entry] && before[entry] && !m.lots {
			*count++
		}
	}
	onBoard := make(map[int]bool)
	for i := range m.s.Boards {
		b := &m.s.Boards[i]
		if b.Round != round || b.Result == nil {
			continue
		}
		present := seatsPresent(b)
		for seat, entry := range b.Entries {
			onBoard[entry] = true
			m.missed[entry] = !slices.Contains(present, seat)
		}
		switch {
		case len(present) != 1:
		case len(b.Entries) == 1:
			note(b.Entries[0], &m.found.FreeTwice)
		default:
			note(b.Entries[present[0]], &m.found.Deserted)
		}
	}
	for i := range m.s.Entries {
		// In a pool with an odd number a player without an opponent has no board.
		if e := &m.s.Entries[i]; e.Left == "" && !onBoard[i+1] && !m.poolDone(e.Pool, round) {
			note(i+1, &m.found.FreeTwice)
		}
	}
}

// poolDone reports whether a pool has fewer rounds than a number.
func (m *simulation) poolDone(pool, round int) bool {
	n := len(m.s.Pools[pool-1])
	return !m.lots && (m.kind.Format == tournament.RoundRobin || m.kind.Format == tournament.League) && round > n-1+n%2
}

// checkPools checks that in each pool everybody has met everybody once, or won without a game.
func (m *simulation) checkPools() {
	games := make(map[[2]int]int)
	for i := range m.s.Boards {
		games[pairOf(&m.s.Boards[i])]++
	}
	for _, pool := range m.s.Pools {
		for i, a := range pool {
			for _, b := range pool[:i] {
				if n := games[[2]int{min(a, b), max(a, b)}]; n != 1 {
					m.fault("players %d and %d have %d games", a, b, n)
				}
			}
		}
	}
}
