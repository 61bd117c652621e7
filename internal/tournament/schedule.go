package tournament

import (
	"cmp"
	"slices"

	"tafelrunde/internal/engines"
)

// version is the version of the algorithms of this package that pair and rank. Each tournament
// stores that with which it began: a program in which they return something else needs a new
// version, and must keep the old algorithms for tournaments that have begun with them.
const version = 1

// berger returns the pairs of a round of the Berger tables for n players, an even number:
// numbers from 1, White first. The round counts from 0.
func berger(n, round int) [][2]int {
	m := n - 1
	fixed := round * (n / 2) % m // the opponent of the player n, from 0
	pairs := [][2]int{{fixed + 1, n}}
	if round%2 == 1 {
		pairs[0] = [2]int{n, fixed + 1}
	}
	for i := 1; i < n/2; i++ {
		pairs = append(pairs, [2]int{(fixed+i)%m + 1, (fixed-i+m)%m + 1})
	}
	return pairs
}

// poolRounds returns the number of rounds of a pool of n players.
func poolRounds(n int, double bool) int {
	rounds := n - 1 + n%2
	if double {
		rounds *= 2
	}
	return rounds
}

// poolRound returns the pairs of a round of a pool of n players, from 1. With an odd number
// one of them is free, the opponent of the number n+1.
//
// If all play twice, the last two rounds of the first half are exchanged, as FIDE
// recommends, so that nobody has the same colour three times in a row.
func poolRound(n, round int, double bool) [][2]int {
	even := n + n%2
	half := even - 1
	r := round - 1
	second := r >= half
	switch {
	case second:
		r -= half
	case double && half >= 3 && r >= half-2:
		r = half - 2 + half - 1 - r
	}
	var pairs [][2]int
	for _, p := range berger(even, r) {
		if second {
			p[0], p[1] = p[1], p[0]
		}
		if p[0] <= n && p[1] <= n {
			pairs = append(pairs, p)
		}
	}
	return pairs
}

// schedule returns all boards of the tournament without matches, in the order of play.
func (s *State) schedule() []Board {
	if s.Settings.Format == ClubMatch {
		return s.clubSchedule()
	}
	_, rounds := s.Round()
	var all []Board
	for round := 1; round <= rounds; round++ {
		for i, pool := range s.Pools {
			if round > poolRounds(len(pool), s.Settings.Double) {
				continue
			}
			for _, p := range poolRound(len(pool), round, s.Settings.Double) {
				all = append(all, Board{Pool: i + 1, Round: round, Entries: []int{pool[p[0]-1], pool[p[1]-1]}})
			}
		}
	}
	return all
}

// unpaired returns the boards of the schedule that are not paired yet.
func (s *State) unpaired() []Board {
	type key struct{ pool, round, least, most int } // handicap points may have exchanged the seats
	keyOf := func(b *Board) key {
		return key{b.Pool, b.Round, min(b.Entries[0], b.Entries[1]), max(b.Entries[0], b.Entries[1])}
	}
	paired := make(map[key]bool, len(s.Boards))
	for i := range s.Boards {
		paired[keyOf(&s.Boards[i])] = true
	}
	return slices.DeleteFunc(s.schedule(), func(b Board) bool { return paired[keyOf(&b)] })
}

// lots returns a random number for each entry, by index.
func (s *State) lots() []uint64 {
	r := engines.Random(s.seed)
	lots := make([]uint64, len(s.Entries))
	for i := range lots {
		r = r.Next()
		lots[i] = r.Bits()
	}
	return lots
}

// seeds returns the numbers of the entries that have not left, the strongest first.
func (s *State) seeds() []int {
	lots := s.lots()
	var list []int
	for i := range s.Entries {
		if s.Entries[i].Left == "" {
			list = append(list, i+1)
		}
	}
	slices.SortFunc(list, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.Entries[b-1].Rating, s.Entries[a-1].Rating), cmp.Compare(lots[a-1], lots[b-1]), cmp.Compare(a, b))
	})
	return list
}

// pools distributes the entries: by rating in snakes, so that all pools are equally strong,
// or into the divisions of a league.
func (s *State) pools() [][]int {
	switch s.Settings.Format {
	case League:
		return s.divisions()
	case ClubMatch:
		return s.clubBoards()
	}
	seeds := s.seeds()
	if s.Settings.Format.oneField() {
		return [][]int{seeds}
	}
	size := cmp.Or(s.Settings.Pool, MaxPool)
	pools := make([][]int, max(1, (len(seeds)+size-1)/size))
	for i, entry := range seeds {
		at := i % len(pools)
		if i/len(pools)%2 == 1 {
			at = len(pools) - 1 - at
		}
		pools[at] = append(pools[at], entry)
	}
	return pools
}

// draw shuffles the order of the players of each pool.
func (s *State) draw(pools [][]int) {
	r := engines.Random(s.seed).Next()
	for _, pool := range pools {
		engines.Shuffle(&r, pool)
	}
}
