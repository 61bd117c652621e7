package tournament

import (
	"slices"
	"testing"

	"tafelrunde/internal/match"
)

func tables() Settings {
	set := settings()
	set.Format = Tables
	set.Games.Game, set.Games.Variant, set.Games.Seats = "lancelot", "basic", 4
	return set
}

func TestTableSizes(t *testing.T) {
	for n, want := range map[int][]int{
		3: {3}, 4: {4}, 5: {5}, 6: {3, 3}, 7: {4, 3}, 8: {4, 4}, 9: {3, 3, 3}, 10: {4, 3, 3}, 11: {4, 4, 3}, 13: {4, 3, 3, 3},
	} {
		if got := tableSizes(n); !slices.Equal(got, want) {
			t.Errorf("%d players: %v; want %v", n, got, want)
		}
	}
	for n := 3; n < 1000; n++ {
		sum := 0
		for _, size := range tableSizes(n) {
			sum += size
		}
		if sum != n {
			t.Errorf("%d players: %v", n, tableSizes(n))
		}
	}
}

// In tournaments of 3 to 60 players everybody plays in each round, opponents are mixed, and the
// seats are balanced.
func TestTables(t *testing.T) {
	for n := 3; n <= 60; n++ {
		e := begin(t, tables())
		e.enter(n)
		e.start()
		for e.s.Phase == Running {
			checkRound(t, e.s)
			for _, b := range e.running() {
				e.do("", Record{Match: b.Match, Outcome: stronger(&b)})
			}
			e.advance()
		}
		met, seats := make(map[pair]int), make([][match.MaxSeats]int, n+1)
		for _, b := range e.s.Boards {
			for seat, entry := range b.Entries {
				seats[entry][seat]++
				for _, other := range b.Entries[:seat] {
					met[pairOf(entry, other)]++
				}
			}
		}
		for p, times := range met {
			if n >= 16 && times > 2 || n >= 10 && times > 3 {
				t.Errorf("%d players: %v have met %d times in 5 rounds", n, p, times)
			}
		}
		for entry, had := range seats[1:] {
			if most := slices.Max(had[:]); most > 3 || n%4 == 0 && most > 2 {
				t.Errorf("%d players: player %d has had the seats %v times", n, entry+1, had)
			}
		}
		if n >= 4 && e.order(0)[0] != 1 {
			t.Errorf("%d players: %v", n, e.order(0))
		}
	}
}

// A player who does not come is not counted among the opponents and has had no seat; the others at the table
// have met.
func TestTableWithoutAPlayer(t *testing.T) {
	e := begin(t, tables())
	e.enter(8)
	e.start()
	b := e.running()[0]
	e.do("", Record{Match: b.Match, Outcome: match.Outcome{Over: true, Reason: "target", Winners: []int{2}}, Absent: []int{1}})
	list, met := e.s.pasts()
	if len(met) != 3 || met[pairOf(b.Entries[0], b.Entries[2])] != 1 || met[pairOf(b.Entries[0], b.Entries[1])] != 0 {
		t.Errorf("%v have met %v", b.Entries, met)
	}
	for _, p := range list {
		if seat := slices.Index(b.Entries, p.entry); p.missed != (seat == 1) || (len(p.seats) == 1) != (seat >= 0 && seat != 1) || p.byes > 0 {
			t.Errorf("%+v", p)
		}
	}
	for range 3 {
		for _, b := range e.running() {
			r := Record{Match: b.Match, Outcome: stronger(&b)}
			if seat := slices.Index(b.Entries, 1); seat >= 0 {
				r.Absent = []int{seat}
			}
			e.do("", r)
		}
		e.advance()
	}
	if e.s.Entries[0].Left != ByAbsence {
		t.Errorf("%+v", e.s.Entries[0])
	}
}

// The first seat goes to the only player who has not had it.
func TestSeated(t *testing.T) {
	// Of four players three have had the first seat.
	var table []*past
	for i := 1; i <= 4; i++ {
		p := &past{entry: i, seats: []int{0}}
		if i == 3 {
			p.seats = []int{1, 2, 3}
		}
		table = append(table, p)
	}
	if got := seated(table); got[0] != 3 {
		t.Errorf("%v", got)
	}
}

// Computers fill the tables, and with two players there is no tournament.
func TestTablesWithComputers(t *testing.T) {
	set := tables()
	set.Games.Rated, set.Computer = false, 2
	e := begin(t, set)
	e.enter(5)
	e.start()
	if games := e.running(); len(games) != 2 || len(e.s.Entries) != 8 || len(games[0].Entries) != 4 {
		t.Errorf("%+v", games)
	}
	e = begin(t, tables())
	e.enter(2)
	e.refused("tournament-few", "director", Start{e.newID})
	e.start()
	if e.s.Phase != Cancelled {
		t.Error(e.s.Phase)
	}
}

// Each table has a person, however the people leave, and too few of them end the tournament.
func TestPeopleAtTablesWithComputers(t *testing.T) {
	for _, people := range []int{5, 9, 13, 17} {
		for leaving := 1; leaving <= people; leaving++ {
			set := tables()
			set.Games.Rated, set.Computer, set.Rounds = false, 2, 4
			e := begin(t, set)
			e.enter(people)
			e.start()
			for i := 1; i <= leaving; i++ {
				e.do(person(i).ID, Withdraw{})
			}
			for e.s.Phase == Running {
				for _, b := range e.running() {
					if !slices.ContainsFunc(b.Entries, func(entry int) bool { return e.s.Entries[entry-1].Player.Engine == 0 }) {
						t.Fatalf("%d people, %d leave: only computers play: %+v", people, leaving, b)
					}
					e.do("", Record{Match: b.Match, Outcome: stronger(&b)})
				}
				e.advance()
			}
			if round, _ := e.s.Round(); (round == 1) != (people-leaving < set.Least()) {
				t.Errorf("%d people, %d leave: %d rounds", people, leaving, round)
			}
		}
	}
}

func BenchmarkTablesRound(b *testing.B) {
	s := fieldOf(Tables, 1000)
	for b.Loop() {
		s.tablesRound(2)
	}
}
