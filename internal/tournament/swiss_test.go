package tournament

import (
	"fmt"
	"slices"
	"testing"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/match"
)

// swiss returns settings of a Swiss tournament.
func swiss(rounds int) Settings {
	set := settings()
	set.Format, set.Rounds = Swiss, rounds
	return set
}

// checkRound checks the boards of the last round: everybody present plays once or is free, and
// returns how many meet again and how many are free again.
func checkRound(t *testing.T, s *State) (rematches, byes int) {
	t.Helper()
	round, _ := s.Round()
	seen := make(map[int]bool)
	met := make(map[pair]int)
	free := make(map[int]int)
	for _, b := range s.Boards {
		for i, entry := range b.Entries {
			if b.Round == round {
				if seen[entry] {
					t.Fatalf("round %d: player %d is paired twice", round, entry)
				}
				seen[entry] = true
			}
			for _, other := range b.Entries[:i] {
				if b.Result != nil && len(b.Result.Absent) > 0 {
					continue // they have not met
				}
				if met[pairOf(entry, other)]++; b.Round == round && met[pairOf(entry, other)] > 1 {
					rematches++
				}
			}
			if b.Result != nil && b.Result.Reason == ByBye {
				if free[entry]++; b.Round == round && free[entry] > 1 {
					byes++
				}
			}
		}
	}
	for i, e := range s.Entries {
		if !seen[i+1] && e.Left == "" {
			t.Fatalf("round %d: player %d has no game", round, i+1)
		}
	}
	return rematches, byes
}

// With the usual number of rounds nobody meets somebody twice or is free twice, whatever the results are.
func TestUsualRounds(t *testing.T) {
	for n, rounds := range map[int]int{2: 1, 3: 3, 4: 3, 5: 3, 6: 3, 7: 5, 8: 5, 9: 5, 10: 5, 11: 6, 14: 6, 18: 7, 1000: 11} {
		if set := swiss(0); set.rounds(n) != rounds {
			t.Errorf("%d players: %d rounds, want %d", n, set.rounds(n), rounds)
		}
	}
	r := engines.Random(1)
	for n := 2; n <= 10; n++ {
		for range 150 {
			e := begin(t, swiss(0))
			e.enter(n)
			e.start()
			for e.s.Phase == Running {
				if rematches, byes := checkRound(t, e.s); rematches+byes > 0 {
					t.Fatalf("%d players: %d rematches, %d byes", n, rematches, byes)
				}
				for _, b := range e.running() {
					e.do("", Record{Match: b.Match, Outcome: match.Outcome{Over: true, Reason: "checkmate", Winners: []int{int(r.Next() % 2)}}})
				}
				e.advance()
			}
		}
	}
}

// In tournaments of 2 to 40 players, up to as many rounds as there are opponents: nobody meets
// somebody twice or is free twice as long as this is possible, and colours are balanced.
func TestSwiss(t *testing.T) {
	r := engines.Random(11)
	for n := 2; n <= 40; n++ {
		e := begin(t, swiss(min(MaxRounds, 5+n/4)))
		e.enter(n)
		e.start()
		_, rounds := e.s.Round()
		if want := min(min(MaxRounds, 5+n/4), n-1+n%2); rounds != want {
			t.Fatalf("%d players: %d rounds; want %d", n, rounds, want)
		}
		for e.s.Phase == Running {
			round, _ := e.s.Round()
			again, free := checkRound(t, e.s)
			// By Dirac's theorem there is a perfect matching if everybody has at least n/2 possible opponents.
			if 2*(round+1) <= n && again+free > 0 {
				t.Errorf("%d players, round %d: %d rematches, %d are free again", n, round, again, free)
			}
			for _, b := range e.running() {
				e.do("", Record{Match: b.Match, Outcome: stronger(&b), Absent: absentSometimes(&r)})
			}
			e.advance()
		}
		whites := make(map[int]int)
		for _, b := range e.s.Boards {
			if len(b.Entries) == 2 && len(b.Result.Absent) == 0 {
				whites[b.Entries[0]]++
				whites[b.Entries[1]]--
			}
		}
		for entry, balance := range whites {
			if limit := 2; n >= 2*rounds && (balance > limit || balance < -limit) {
				t.Errorf("%d players: player %d has begun %d times more or less often than not", n, entry, balance)
			}
		}
	}
}

// absentSometimes returns the seats of a game that do not play.
func absentSometimes(r *engines.Random) []int {
	if r.Below(40) == 0 {
		return []int{r.Below(2)}
	}
	return nil
}

// Somebody whose opponent did not come is not free in the next round, nor paired with somebody who did
// not come either.
func TestSwissWithoutOpponent(t *testing.T) {
	for n := 8; n <= 15; n++ {
		r := engines.Random(uint64(n))
		for range 20 {
			e := begin(t, swiss(3))
			e.enter(n)
			e.start()
			idle, missed := make(map[int]bool), make(map[int]bool)
			for e.s.Phase == Running {
				round, _ := e.s.Round()
				for _, b := range e.s.Boards {
					if b.Round != round || !idle[b.Entries[0]] && !idle[b.Entries[len(b.Entries)-1]] {
						continue
					}
					if len(b.Entries) == 1 || missed[b.Entries[0]] || missed[b.Entries[1]] {
						t.Errorf("%d players, round %d: board %v after %v had no game and %v did not come", n, round, b.Entries, idle, missed)
					}
				}
				clear(idle)
				clear(missed)
				for _, b := range e.running() {
					var absent []int
					if len(missed) == 0 && r.Below(3) == 0 {
						seat := r.Below(2)
						absent = []int{seat}
						missed[b.Entries[seat]], idle[b.Entries[1-seat]] = true, true
					}
					e.do("", Record{Match: b.Match, Outcome: stronger(&b), Absent: absent})
				}
				for _, b := range e.s.Boards {
					if b.Round == round && len(b.Entries) == 1 {
						idle[b.Entries[0]] = true
					}
				}
				e.advance()
			}
		}
	}
}

// The first round pairs the upper with the lower half, and the colours alternate.
func TestSwissFirstRound(t *testing.T) {
	e := begin(t, swiss(3))
	e.enter(8)
	e.start()
	var got []string
	for _, b := range e.running() {
		got = append(got, fmt.Sprint(b.Entries))
	}
	if want := []string{"[5 1]", "[2 6]", "[7 3]", "[4 8]"}; !slices.Equal(got, want) {
		t.Errorf("%v; want %v", got, want)
	}
	e.play(stronger)
	if got := e.order(0); e.s.Phase != Over || got[0] != 1 || len(e.s.Boards) != 12 {
		t.Errorf("%s, %v, %d boards", e.s.Phase, got, len(e.s.Boards))
	}
}

// Newcomers enter until half of the rounds have begun, with half a point; players who have left can
// return before the last round.
func TestLateEntry(t *testing.T) {
	e := begin(t, swiss(4))
	e.enter(7)
	e.start()
	free := e.s.Boards[3]
	if free.Result == nil || free.Result.Reason != ByBye || len(free.Entries) != 1 || free.Entries[0] != 7 {
		t.Fatalf("%+v", free)
	}
	e.do("p8", Enter{Player: person(8), Rating: 3000})
	if last := e.s.Boards[4]; last.Result.Points[0] != Full/2 || last.Result.Reason != ByLateEntry || e.s.Entries[7].Pool != 1 {
		t.Errorf("%+v, %+v", last, e.s.Entries[7])
	}
	e.refused("tournament-entered", "p8", Enter{Player: person(8)})
	e.do("p3", Withdraw{})
	finish := func() {
		for _, b := range e.running() {
			e.do("", Record{Match: b.Match, Outcome: stronger(&b)})
		}
		e.advance()
	}
	finish()
	if round, _ := e.s.Round(); round != 2 {
		t.Fatalf("round %d", round)
	}
	checkRound(t, e.s)
	e.do("p3", Enter{Player: person(3), Rating: 1970})
	e.do("p9", Enter{Player: person(9), Rating: 1000})
	finish()
	checkRound(t, e.s)
	e.refused("tournament-begun", "p10", Enter{Player: person(10)})
	e.do("p1", Withdraw{})
	finish()
	e.refused("tournament-begun", "p1", Enter{Player: person(1)})
	finish()
	if e.s.Phase != Over || len(e.s.Standings()[0]) != 9 {
		t.Errorf("%s, %+v", e.s.Phase, e.s.Standings()[0])
	}
	e.refused("tournament-no-board", "director", Correct{Board: 4, Points: []Points{0}, Note: "x"})
}

// A tournament ends early if fewer than two players are left.
func TestSwissWithoutPlayers(t *testing.T) {
	e := begin(t, swiss(4))
	e.enter(5)
	e.start()
	for i := 1; i <= 4; i++ {
		e.do(person(i).ID, Withdraw{})
	}
	e.play(stronger)
	if round, _ := e.s.Round(); e.s.Phase != Over || round != 1 {
		t.Errorf("%s, round %d", e.s.Phase, round)
	}
}

// Between rounds there is a break.
func TestBreak(t *testing.T) {
	set := swiss(2)
	set.Break = match.Minute
	e := begin(t, set)
	e.enter(4)
	e.start()
	e.now = e.now.After(match.Minute)
	for _, b := range e.running() {
		e.do("", Record{Match: b.Match, Outcome: stronger(&b)})
	}
	next := e.now.After(match.Minute)
	e.now = next - 1
	e.advance()
	if due, ok := e.s.Due(); len(e.running()) != 0 || !ok || due != next || e.s.NextRoundAt() != next {
		t.Errorf("%d games, due at %d, %v", len(e.running()), due, ok)
	}
	e.now = next
	e.advance()
	if _, due := e.s.Due(); len(e.running()) != 2 || due {
		t.Errorf("%d games, %v", len(e.running()), due)
	}
	e.play(stronger)
	if e.s.Phase != Over {
		t.Error(e.s.Phase)
	}
}

// In a round robin the games that somebody who has left will not play neither advance the round nor
// shorten a break.
func TestBreakAfterWithdrawal(t *testing.T) {
	set := settings()
	set.Break = match.Minute
	e := begin(t, set)
	e.enter(6)
	e.start()
	e.do("p1", Withdraw{})
	for _, b := range e.running() {
		e.do("", Record{Match: b.Match, Outcome: stronger(&b)})
	}
	e.advance()
	if round, rounds := e.s.Round(); round != 1 || rounds != 5 || e.s.NextRoundAt() != e.now.After(match.Minute) || len(e.running()) != 0 {
		t.Errorf("round %d of %d, the next one at %d, %d games", round, rounds, e.s.NextRoundAt(), len(e.running()))
	}
	e.now = e.now.After(match.Minute)
	e.advance()
	if round, _ := e.s.Round(); round != 2 || len(e.running()) != 2 {
		t.Errorf("round %d, %d games", round, len(e.running()))
	}
}

// Buchholz counts the points of the opponents, and a free round as an opponent with the own points.
func TestBuchholz(t *testing.T) {
	e := begin(t, swiss(2))
	e.enter(3)
	e.start()
	e.play(stronger)
	// Round 1: 1 beats 2 and 3 is free. Round 2: 1 beats 3 and 2 is free.
	for _, r := range e.s.Standings()[0] {
		want := map[int]Standing{1: {Points: 2 * Full, Buchholz: 2 * Full}, 2: {Points: Full, Buchholz: 3 * Full}, 3: {Points: Full, Buchholz: 3 * Full}}[r.Entry]
		if r.Points != want.Points || r.Buchholz != want.Buchholz || r.Entry != 1 && r.Wins != 0 {
			t.Errorf("%+v; want %+v", r, want)
		}
	}
}

// The weaker player gets more handicap points the greater the difference of the ratings is.
func TestHandicap(t *testing.T) {
	set := swiss(1)
	set.Games.Rated, set.Handicap = false, true
	e := begin(t, set)
	e.do("p1", Enter{Player: person(1), Rating: 2600})
	e.do("p2", Enter{Player: person(2), Rating: 2590})
	e.do("p3", Enter{Player: person(3), Rating: 1000})
	e.start()
	last := 0
	for i, difference := range []Board{{Entries: []int{1, 2}}, {Entries: []int{2, 3}}, {Entries: []int{3, 1}}} {
		points := e.s.MatchSettings("t", &difference).Points
		switch {
		case i == 0 && points != nil:
			t.Errorf("points %v for 10 rating points", points)
		case i == 1 && (len(points) != 2 || points[0] != 0 || points[1] == 0), i == 2 && (len(points) != 2 || points[1] != 0 || points[0] < last):
			t.Errorf("board %d: points %v", i, points)
		case i == 1:
			last = points[1]
		}
	}
	e.s.Entries[0].Player = match.Player{Engine: 3}
	if points := e.s.MatchSettings("t", &Board{Entries: []int{3, 1}}).Points; points != nil {
		t.Errorf("points %v against a computer", points)
	}
	for name, change := range map[string]func(*Settings){
		"rated":    func(s *Settings) { s.Games.Rated = true },
		"chess":    func(s *Settings) { s.Games.Variant = "chess" },
		"lancelot": func(s *Settings) { s.Games.Game, s.Games.Variant = "lancelot", "basic" },
	} {
		other := set
		change(&other)
		if r := other.checkGames(); r == nil || r.Code != "tournament-handicap" {
			t.Errorf("%s: %v", name, r)
		}
	}
}

func TestWindows(t *testing.T) {
	for n := range 1500 {
		sum := 0
		sizes := windows(n)
		for i, size := range sizes {
			sum += size
			if size > maxWindow || n > maxWindow && size < maxWindow/2 || i < len(sizes)-1 && size%2 == 1 {
				t.Fatalf("%d players: %v", n, sizes)
			}
		}
		if sum != n {
			t.Fatalf("%d players: %v", n, sizes)
		}
	}
}

// Pairing of the second round of 1,000 players.
func BenchmarkSwissRound(b *testing.B) {
	s := fieldOf(Swiss, 1000)
	for b.Loop() {
		s.swissRound(2)
	}
}

// fieldOf returns a tournament of n players after one round.
func fieldOf(format Format, n int) *State {
	s := &State{Phase: Running, Settings: Settings{Format: format}, Pools: [][]int{nil}, seed: 5}
	for i := range n {
		s.Entries = append(s.Entries, Entry{Player: person(i), Rating: 3000 - i, Pool: 1})
	}
	boards := s.swissRound
	if format == Tables {
		boards = s.tablesRound
	}
	s.Boards = boards(1)
	for i := range s.Boards {
		b := &s.Boards[i]
		if b.Result == nil {
			b.Match, b.Result = "m", &Result{Points: PointsOf(stronger(b), nil, len(b.Entries))}
		}
	}
	return s
}

// TestPause: a player leaves out a round and plays on after it. With too few others nobody pauses.
func TestPause(t *testing.T) {
	set := swiss(3)
	set.MaxEntrants = 5
	e := begin(t, set)
	e.enter(5)
	e.start()
	finish := func() {
		for _, b := range e.running() {
			e.do("", Record{Match: b.Match, Outcome: stronger(&b)})
		}
		e.advance()
	}
	plays := func(entry int) bool {
		round, _ := e.s.Round()
		return slices.ContainsFunc(e.s.Boards, func(b Board) bool { return b.Round == round && slices.Contains(b.Entries, entry) })
	}
	e.do("p1", Withdraw{Pause: true})
	if e.s.Resigns(1) || e.s.Entered() != 5 {
		t.Errorf("the running game is resigned, or %d players are left", e.s.Entered())
	}
	e.refused("tournament-not-entered", "p1", Withdraw{Pause: true})
	e.do("p1", Enter{Player: person(1), Rating: 1990})
	e.do("p1", Withdraw{Pause: true})
	finish()
	if plays(1) || e.s.Entries[0].Left != "" {
		t.Errorf("player 1 plays %v, left %q", plays(1), e.s.Entries[0].Left)
	}
	for _, id := range []string{"p1", "p2", "p3", "p4"} {
		e.do(id, Withdraw{Pause: true})
	}
	finish()
	if checkRound(t, e.s); !plays(1) {
		t.Errorf("%+v", e.s.Boards)
	}
	e.refused("tournament-pause", "p1", Withdraw{Pause: true})
}
