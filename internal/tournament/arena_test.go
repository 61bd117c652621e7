package tournament

import (
	"fmt"
	"slices"
	"testing"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/match"
)

// arena returns the settings of an arena of an hour.
func arena() Settings {
	set := settings()
	set.Format, set.Pace, set.AtOnce, set.EndsAt = Arena, AllAtOnce, 1, start.After(60*match.Minute)
	return set
}

// lasting runs an arena whose games last a random time of at most a number of seconds, and calls
// each second.
func (e *event) lasting(seconds int, r *engines.Random, each func()) {
	e.t.Helper()
	ends := make(map[string]match.Moment)
	for e.s.Phase == Running {
		for _, b := range e.running() {
			if ends[b.Match] == 0 {
				ends[b.Match] = e.now.After(match.Millis(1+r.Below(seconds)) * match.Second)
			}
			if e.now >= ends[b.Match] {
				e.do("", Record{Match: b.Match, Outcome: stronger(&b)})
			}
		}
		e.now = e.now.After(match.Second)
		if e.s.Phase == Running {
			if due, ok := e.s.Due(); ok && e.now >= due {
				e.advance()
			}
		}
		each()
	}
}

// In arenas of 2 to 30 players nobody plays two games at once or waits long, and nobody meets the
// same player twice in a row but where they wait for it.
func TestArena(t *testing.T) {
	for _, n := range []int{2, 3, 5, 10, 30, 60} {
		r := engines.Random(uint64(n))
		e := begin(t, arena())
		e.enter(n)
		e.start()
		paired := 0
		idle, passed := make([]int, n+1), make([]int, n+1)
		longest := 0
		e.lasting(300, &r, func() {
			busy := make(map[int]bool)
			for _, b := range e.running() {
				for _, entry := range b.Entries {
					if busy[entry] {
						t.Fatalf("%d players: player %d has two games", n, entry)
					}
					busy[entry] = true
				}
			}
			began := len(e.s.Boards) > paired
			paired = len(e.s.Boards)
			for entry := 1; entry <= n; entry++ {
				if idle[entry]++; busy[entry] {
					idle[entry], passed[entry] = 0, 0
				} else if began {
					passed[entry]++
				}
				if n >= 10 && passed[entry] > 1 {
					t.Errorf("%d players: player %d was left out twice in a row", n, entry)
				}
				// Somebody who waits alone waits for the end of a game.
				longest = max(longest, idle[entry])
			}
		})
		if paired < n*6 || longest > 320 || e.now < e.s.Settings.EndsAt {
			t.Errorf("%d players: %d games, somebody has waited for %d seconds", n, paired, longest)
		}
		last := make(map[int]int)
		rematches := 0
		for _, b := range e.s.Boards {
			if last[b.Entries[0]] == b.Entries[1] && last[b.Entries[1]] == b.Entries[0] {
				rematches++
			}
			last[b.Entries[0]], last[b.Entries[1]] = b.Entries[1], b.Entries[0]
		}
		if n > 3 && rematches > len(e.s.Boards)/5 {
			t.Errorf("%d players: %d of %d games are rematches", n, rematches, len(e.s.Boards))
		}
		if n > 2 && e.order(0)[0] > 3 {
			t.Errorf("%d players: %v", n, e.order(0))
		}
	}
}

// A win counts 2, a draw 1, twice after two wins in a row, and a win with half of the time one more.
// TestArenaStartsEarly: an arena that begins before its time is as long as it was announced.
func TestArenaStartsEarly(t *testing.T) {
	e := begin(t, arena())
	e.enter(2)
	e.now = start.After(-20 * match.Minute)
	e.do("director", Start{NewID: e.newID})
	if e.s.StartedAt != e.now || e.s.Settings.EndsAt != e.now.After(60*match.Minute) {
		t.Errorf("it began at %d and ends at %d", e.s.StartedAt, e.s.Settings.EndsAt)
	}
}

func TestArenaPoints(t *testing.T) {
	e := begin(t, arena())
	e.enter(2)
	e.start()
	for i, result := range []string{"win", "win", "berserk", "win", "draw", "draw", "loss", "abort", "win"} {
		b := e.running()[0]
		first := slices.Index(b.Entries, 1)
		r := Record{Match: b.Match, Outcome: match.Outcome{Over: true, Reason: "checkmate", Winners: []int{first}}}
		switch result {
		case "berserk":
			r.Berserk = []int{0, 1}
		case "draw":
			r.Outcome.Winners = nil
		case "loss":
			r.Outcome.Winners = []int{1 - first}
		case "abort":
			r.Outcome = match.Outcome{Over: true, Reason: match.ByAbort}
		}
		e.do("", r)
		e.now = e.now.After(pairingEvery)
		e.advance()
		if len(e.running()) != 1 {
			t.Fatalf("game %d: %d begin", i+1, len(e.running()))
		}
	}
	rows := e.s.Standings()[0]
	var sheet []Points
	for _, p := range []Points{2, 2, 5, 4, 2, 1, 0, 2} {
		sheet = append(sheet, p*Full)
	}
	if first := rows[0]; first.Entry != 1 || !slices.Equal(first.Sheet, sheet) || first.Points != 18*Full || first.Streak || first.Played != 8 {
		t.Errorf("%+v", first)
	}
	if second := rows[1]; fmt.Sprint(second.Sheet) != fmt.Sprint([]Points{0, 0, 0, 0, Full, Full, 2 * Full, 0}) || second.Performance >= rows[0].Performance {
		t.Errorf("%+v", second)
	}
}

// A player who does not begin a game is not paired again before entering again; a player who pauses
// finishes the game.
func TestArenaPause(t *testing.T) {
	e := begin(t, arena())
	e.enter(4)
	e.start()
	games := e.running()
	gone := games[0].Entries[1]
	e.do("", Record{Match: games[0].Match, Outcome: match.Outcome{Over: true, Reason: match.ByTime, Winners: []int{0}}, Absent: []int{1}})
	pausing := games[1].Entries[0]
	e.do(person(pausing).ID, Withdraw{})
	if e.s.Entries[gone-1].Left != ByAbsence || e.s.Resigns(pausing) {
		t.Errorf("%+v", e.s.Entries)
	}
	e.do("", Record{Match: games[1].Match, Outcome: match.Outcome{Over: true, Reason: match.ByTime, Winners: []int{0}}})
	e.now = e.now.After(match.Minute)
	e.advance()
	if now := e.running(); len(now) != 1 || slices.Contains(now[0].Entries, gone) || slices.Contains(now[0].Entries, pausing) {
		t.Errorf("%+v", now)
	}
	e.do(person(gone).ID, Enter{Player: person(gone), Rating: 2000})
	e.do(person(pausing).ID, Enter{Player: person(pausing), Rating: 2000})
	e.do("p9", Enter{Player: person(9), Rating: 1900})
	e.now = e.now.After(match.Minute)
	e.advance()
	if len(e.running()) != 2 {
		t.Errorf("%+v", e.running())
	}
	e.now = e.s.Settings.EndsAt.After(-lastPairing)
	e.refused("tournament-begun", "p10", Enter{Player: person(10)})
}

// BenchmarkArenaStart pairs 1,000 players who all wait.
func BenchmarkArenaStart(b *testing.B) {
	s := fieldOf(Swiss, 1000)
	s.Settings.Format, s.Settings.EndsAt = Arena, start.After(60*match.Minute)
	for b.Loop() {
		if len(s.arenaBoards(start)) != 500 {
			b.Fatal("not all are paired")
		}
	}
}

// TestMaxArenaGames: an arena with the greatest number of games begins no further ones.
func TestMaxArenaGames(t *testing.T) {
	e := begin(t, arena())
	e.enter(6)
	e.start()
	s := e.s.clone()
	at := s.pairedAt.After(2 * match.Minute)
	for left := 4; left >= 0; left-- {
		s.Boards = make([]Board, MaxArenaGames-left)
		for i := range s.Boards {
			s.Boards[i] = Board{Pool: 1, Round: 1, Match: "m", Entries: []int{1, 2}, Result: &Result{Points: []Points{Full, 0}, Reason: match.ByResignation}}
		}
		if boards, next := s.arenaBoards(at), s.nextPairing(); len(boards) != min(left, 3) || (next == 0) != (left == 0) {
			t.Errorf("%d games begin, the next ones at %d; %d are possible", len(boards), next, left)
		}
	}
}
