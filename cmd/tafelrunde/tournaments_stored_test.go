package main

import (
	"context"
	"fmt"
	"slices"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/tournament"
)

// swissRounds is the number of rounds of Swiss tournaments: with five or six players nobody has to meet
// somebody or to be free again.
const swissRounds = 3

// check checks the tournament as the server shows it: the rounds, the pairs, and the results that
// were acknowledged.
func (e *tourney) check() error {
	pairs, busy := make(map[[2]int]int), make(map[[2]int]bool) // by seats, and 0 for none; by round and entry
	for _, b := range e.last.Boards {
		for _, entry := range b.Entries {
			if busy[[2]int{b.Round, entry}] && e.last.Format != tournament.Arena {
				return fmt.Errorf("player %d has two games in round %d", entry, b.Round)
			}
			busy[[2]int{b.Round, entry}] = true
		}
		if len(b.Entries) == 1 && b.Match == "" && b.Result != nil && b.Result.Reason == tournament.ByBye {
			pairs[[2]int{0, b.Entries[0]}]++
			continue
		}
		if len(b.Entries) != 2 || b.Match == "" || b.Result == nil {
			return fmt.Errorf("a game is %+v", b)
		}
		pairs[[2]int(b.Entries)]++
		seat, known := e.acked[b.Match]
		if known && (b.Result.Reason != string(match.ByResignation) || b.Result.Points[seat] != 0 || b.Result.Points[1-seat] != 1) {
			return fmt.Errorf("seat %d of %s resigned, and the result is %+v", seat, b.Match, b.Result)
		}
	}
	n := len(e.last.Entries)
	least, most, rounds := 1, 1, n-1 // games of a pair
	switch {
	case e.last.Format == tournament.Arena:
		return nil
	case e.last.Format == tournament.Swiss:
		least, rounds = 0, swissRounds
	case e.last.Double:
		least, most, rounds = 2, 2, 2*(n-1)
	}
	if len(busy) != n*rounds {
		return fmt.Errorf("%d players have played %d times in %d rounds", n, len(busy), rounds)
	}
	for a := range n {
		for b := a + 1; b <= n; b++ {
			white, black := pairs[[2]int{a, b}], pairs[[2]int{b, a}]
			if games := white + black; games > most || a > 0 && games < least || e.last.Double && white != black {
				return fmt.Errorf("players %d and %d have %d and %d games", a, b, white, black)
			}
		}
	}
	return nil
}

// checkStored checks the events of the tournament and of its matches.
func (e *tourney) checkStored(ctx context.Context, s *sqlstore.Store) error {
	events, err := s.TournamentEvents(ctx, e.id, 0)
	if err != nil {
		return err
	}
	state, results := tournament.New(), make(map[int]int)
	playing := make(map[int]bool)
	for _, event := range events {
		if state, err = tournament.Apply(state, event); err != nil {
			return err
		}
		switch event.Type {
		case tournament.Resulted:
			results[event.Board]++
			for _, entry := range state.Boards[event.Board-1].Entries {
				playing[entry] = false
			}
		case tournament.Paired:
			for _, b := range event.Boards {
				for _, entry := range b.Entries {
					if playing[entry] {
						return fmt.Errorf("player %d has two games at once", entry)
					}
					playing[entry] = b.Match != ""
				}
			}
		}
	}
	for i, b := range state.Boards {
		if b.Match == "" {
			continue // somebody was free
		}
		if results[i+1] != 1 {
			return fmt.Errorf("board %d has %d results", i+1, results[i+1])
		}
		if err := checkMatch(ctx, s, &b); err != nil {
			return err
		}
	}
	for i, row := range state.Standings()[0] {
		shown := e.last.Pools[0].Standing[i]
		if row.Entry != shown.Entry || row.Points.Float() != shown.Points || row.Played != shown.Played || row.Wins != shown.Wins {
			return fmt.Errorf("place %d is %+v by the events, and was shown as %+v", i+1, row, shown)
		}
	}
	// There are no other matches of the tournament than these.
	for _, entry := range state.Entries {
		list, err := s.MatchesOf(ctx, entry.Player.ID, store.NoLimit)
		if err != nil {
			return err
		}
		var opened, paired []string
		for _, m := range list {
			if m.Settings.Tournament == e.id {
				opened = append(opened, m.Match)
			}
		}
		for _, b := range state.Boards {
			if b.Match != "" && slices.ContainsFunc(b.Entries, func(n int) bool { return state.Entries[n-1].Player.ID == entry.Player.ID }) {
				paired = append(paired, b.Match)
			}
		}
		slices.Sort(opened)
		slices.Sort(paired)
		if !slices.Equal(opened, paired) {
			return fmt.Errorf("%s has the matches %q, paired were %q", entry.Player.Name, opened, paired)
		}
	}
	return nil
}

// checkMatch checks that a match was opened and ended once, with the result of its board.
func checkMatch(ctx context.Context, s *sqlstore.Store, b *tournament.Board) error {
	events, err := s.Events(ctx, b.Match, 0)
	if err != nil {
		return err
	}
	opened, ended := 0, 0
	for _, event := range events {
		switch event.Type {
		case match.Opened:
			opened++
		case match.Ended:
			ended++
			if points := tournament.PointsOf(*event.Outcome, b.Result.Absent, 2); !slices.Equal(points, b.Result.Points) {
				return fmt.Errorf("match %s has the points %v, its board %v", b.Match, points, b.Result.Points)
			}
		}
	}
	if opened != 1 || ended != 1 {
		return fmt.Errorf("match %s was opened %d times and ended %d times", b.Match, opened, ended)
	}
	return nil
}
