package tournament

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/match"
)

const start match.Moment = 1_800_000_000_000

// event runs a tournament and checks after each command that the events alone lead to the same
// state.
type event struct {
	t      *testing.T
	s      *State
	events []Event
	now    match.Moment
	ids    int
}

func settings() Settings {
	return Settings{
		Name: "Spring Cup", Format: RoundRobin, Pace: ByRounds, StartsAt: start,
		Games: match.Settings{Game: "wotn", Variant: "wotn", Seats: 2, Rated: true, Clock: match.Clock{Kind: match.RealTime, Initial: 5 * match.Minute}},
	}
}

func person(i int) match.Player {
	return match.Player{ID: fmt.Sprintf("p%d", i), Name: fmt.Sprintf("Player %d", i), Account: true}
}

// begin creates a tournament.
func begin(t *testing.T, set Settings, ladder ...string) *event {
	e := &event{t: t, s: New(), now: start - match.Moment(match.Day)}
	e.do("", Create{Settings: set, Director: match.Player{ID: "director", Name: "Director", Account: true}, Seed: 7, Ladder: ladder})
	return e
}

func (e *event) newID() string {
	e.ids++
	return fmt.Sprintf("m%d", e.ids)
}

// try executes a command.
func (e *event) try(by string, do Action) *match.Refusal {
	e.t.Helper()
	events, after, err := Decide(e.s, Command{At: e.now, By: by, Do: do})
	var refusal *match.Refusal
	if errors.As(err, &refusal) {
		return refusal
	}
	if err != nil {
		e.t.Fatal(err)
	}
	text, err := json.Marshal(events)
	if err != nil {
		e.t.Fatal(err)
	}
	var read []Event
	if err := json.Unmarshal(text, &read); err != nil {
		e.t.Fatal(err)
	}
	s := e.s
	for _, one := range read {
		if s, err = Apply(s, one); err != nil {
			e.t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(s, after) {
		e.t.Fatalf("the events of %T lead to another state:\n%+v\n%+v", do, s, after)
	}
	e.s, e.events = after, append(e.events, events...)
	return nil
}

func (e *event) do(by string, do Action) {
	e.t.Helper()
	if r := e.try(by, do); r != nil {
		e.t.Fatalf("%T by %q: %v", do, by, r)
	}
}

func (e *event) refused(code, by string, do Action) {
	e.t.Helper()
	before := e.s
	if r := e.try(by, do); r == nil || r.Code != code || e.s != before {
		e.t.Errorf("%T by %q: %v; want %s", do, by, r, code)
	}
}

// enter enters people with falling ratings.
func (e *event) enter(n int) {
	e.t.Helper()
	for i := 1; i <= n; i++ {
		e.do(person(i).ID, Enter{Player: person(i), Rating: 2000 - 10*i})
	}
}

func (e *event) advance() {
	e.t.Helper()
	e.do("", Advance{e.newID})
}

// start begins the tournament on time.
func (e *event) start() {
	e.t.Helper()
	e.now = start
	e.advance()
}

// running returns the boards that are played.
func (e *event) running() (boards []Board) {
	for _, b := range e.s.Boards {
		if b.Result == nil {
			boards = append(boards, b)
		}
	}
	return boards
}

// stronger wins: the entry with the lower number.
func stronger(b *Board) match.Outcome {
	return match.Outcome{Over: true, Reason: "checkmate", Winners: []int{slices.Index(b.Entries, slices.Min(b.Entries))}}
}

// play plays all games until none is paired. Players who have left make no move.
func (e *event) play(result func(b *Board) match.Outcome) {
	e.t.Helper()
	for games := e.running(); len(games) > 0; games = e.running() {
		for i := range games {
			record := Record{Match: games[i].Match, Outcome: result(&games[i])}
			for seat, entry := range games[i].Entries {
				if e.s.left(entry) {
					record.Unmoved = append(record.Unmoved, seat)
				}
			}
			e.do("", record)
		}
		e.advance()
	}
}

// order returns the entries of a pool by place.
func (e *event) order(pool int) (entries []int) {
	for _, r := range e.s.Standings()[pool] {
		entries = append(entries, r.Entry)
	}
	return entries
}

func TestRoundRobin(t *testing.T) {
	e := begin(t, settings())
	e.enter(5)
	if due, ok := e.s.Due(); !ok || due != start-match.Moment(15*match.Minute) {
		t.Errorf("due at %d, %v", due, ok)
	}
	e.now = start - match.Moment(10*match.Minute)
	e.advance()
	e.advance()
	if last := e.events[len(e.events)-1]; last.Type != Reminded || len(e.events) != 7 {
		t.Errorf("%d events, the last is %s", len(e.events), last.Type)
	}
	if due, ok := e.s.Due(); !ok || due != start {
		t.Errorf("due at %d, %v", due, ok)
	}
	e.start()
	if games := e.running(); len(games) != 2 || games[0].Round != 1 || games[0].Match == games[1].Match {
		t.Fatalf("%+v", games)
	}
	// The round goes on: nothing is paired before all games have ended.
	game := e.running()[0]
	e.do("", Record{Match: game.Match, Outcome: stronger(&game)})
	seq := e.s.Seq
	e.advance()
	e.do("", Record{Match: game.Match, Outcome: match.Outcome{Over: true, Reason: "draw"}})
	e.do("", Record{Match: "another", Outcome: match.Outcome{Over: true, Reason: "draw"}})
	if e.s.Seq != seq {
		t.Errorf("%d events follow what is known", e.s.Seq-seq)
	}
	e.play(stronger)
	if e.s.Phase != Over || len(e.s.Boards) != 10 || !slices.Equal(e.order(0), []int{1, 2, 3, 4, 5}) {
		t.Errorf("%s, %d boards, %v", e.s.Phase, len(e.s.Boards), e.order(0))
	}
	first := e.s.Standings()[0][0]
	// 3, 2, 1 and 0 points of the beaten players.
	if first.Points != 4*Full || first.SonnebornBerger != int(Full)*int(6*Full) || first.Wins != 4 || first.Played != 4 {
		t.Errorf("%+v", first)
	}
	e.refused("tournament-over", "p1", Withdraw{})
	e.refused("tournament-over", "director", Close{})
	seq = e.s.Seq
	e.advance()
	if e.s.Seq != seq {
		t.Error("a finished tournament goes on")
	}
}

func TestPoolsAreEquallyStrong(t *testing.T) {
	set := settings()
	set.Pace, set.AtOnce, set.Double = AllAtOnce, 0, true
	set.Games.Clock = match.Clock{Kind: match.Correspondence, PerTurn: match.Day}
	e := begin(t, set)
	e.enter(23)
	e.start()
	if len(e.s.Pools) != 3 {
		t.Fatalf("%d pools", len(e.s.Pools))
	}
	games := 0
	for i, pool := range e.s.Pools {
		games += len(pool) * (len(pool) - 1)
		if sorted := slices.Sorted(slices.Values(pool)); len(pool) < 7 || sorted[0] != i+1 || sorted[1] != 6-i || sorted[2] != 7+i {
			t.Errorf("pool %d: %v", i, sorted)
		}
		for _, entry := range pool {
			if e.s.Entries[entry-1].Pool != i+1 {
				t.Errorf("entry %d is in pool %d", entry, e.s.Entries[entry-1].Pool)
			}
		}
	}
	if len(e.running()) != games {
		t.Errorf("%d of %d games run", len(e.running()), games)
	}
}

// With a limit of games a player has, the next ones begin as games end.
func TestGamesAtOnce(t *testing.T) {
	set := settings()
	set.Pace, set.AtOnce = AllAtOnce, 2
	set.Games.Clock = match.Clock{Kind: match.Correspondence, PerTurn: match.Day}
	e := begin(t, set)
	e.enter(8)
	e.start()
	ended := 0
	for games := e.running(); len(games) > 0; games = e.running() {
		count := make(map[int]int)
		for _, b := range games {
			for _, entry := range b.Entries {
				if count[entry]++; count[entry] > 2 {
					t.Fatalf("entry %d has %d games", entry, count[entry])
				}
			}
		}
		if ended == 0 && len(games) != 8 {
			t.Errorf("%d games begin", len(games))
		}
		last := games[len(games)-1]
		e.do("", Record{Match: last.Match, Outcome: stronger(&last)})
		e.advance()
		ended++
	}
	if ended != 28 || e.s.Phase != Over {
		t.Errorf("%d games, %s", ended, e.s.Phase)
	}
}

func TestEntering(t *testing.T) {
	set := settings()
	set.Code, set.MinRating, set.MaxRating, set.MaxEntrants = "round  table", 1500, 1800, 2
	e := begin(t, set, "p9")
	ok := Enter{Player: person(1), Rating: 1600, Code: " round table "}
	with := func(change func(*Enter)) Enter {
		c := ok
		change(&c)
		return c
	}
	e.refused("tournament-code", "p1", with(func(c *Enter) { c.Code = "round" }))
	e.refused("tournament-rating-low", "p1", with(func(c *Enter) { c.Rating = 1499 }))
	e.refused("tournament-rating-high", "p1", with(func(c *Enter) { c.Rating = 1801 }))
	e.refused("tournament-account", "p1", with(func(c *Enter) { c.Player.Account = false }))
	e.refused("tournament-bot", "p1", with(func(c *Enter) { c.Player.Bot = true }))
	e.do("p1", ok)
	e.refused("tournament-entered", "p1", ok)
	e.refused("tournament-not-entered", "p2", Withdraw{})
	e.do("p1", Withdraw{})
	e.do("p1", ok)
	if len(e.s.Entries) != 1 || e.s.Entered() != 1 {
		t.Errorf("%+v", e.s.Entries)
	}
	e.refused("not-director", "p1", Expel{Entry: 1})
	e.refused("tournament-no-entry", "director", Expel{Entry: 2})
	e.do("director", Expel{Entry: 1})
	e.refused("tournament-expelled", "p1", ok)
	e.do("p9", Enter{Player: person(9), Rating: 1000}) // of the season before
	e.refused("tournament-few", "director", Start{e.newID})
	e.do("p2", with(func(c *Enter) { c.Player = person(2) }))
	e.refused("tournament-full", "p3", with(func(c *Enter) { c.Player = person(3) }))
	e.refused("not-director", "p2", Start{e.newID})
	e.do("director", Start{e.newID})
	e.refused("tournament-begun", "director", Start{e.newID})
	e.refused("tournament-begun", "p3", with(func(c *Enter) { c.Player = person(3) }))
	if games := e.running(); len(games) != 1 {
		t.Errorf("%+v", games)
	}
}

func TestTooFew(t *testing.T) {
	e := begin(t, settings())
	e.enter(1)
	e.start()
	if e.s.Phase != Cancelled || e.s.Reason != ByTooFew {
		t.Errorf("%s, %q", e.s.Phase, e.s.Reason)
	}
}

// A player who leaves before half of the games were played counts for nobody; later the
// missing games are lost.
func TestWithdrawal(t *testing.T) {
	for _, after := range []int{1, 4} {
		e := begin(t, settings())
		e.enter(6)
		e.start()
		for range after {
			for _, b := range e.running() {
				e.do("", Record{Match: b.Match, Outcome: stronger(&b)})
			}
			e.advance()
		}
		// The strongest leaves during a game, which is resigned.
		e.do("p1", Withdraw{})
		e.refused("tournament-not-entered", "p1", Withdraw{})
		e.play(func(b *Board) match.Outcome {
			if seat := slices.Index(b.Entries, 1); seat >= 0 {
				return match.Outcome{Over: true, Reason: match.ByResignation, Winners: []int{1 - seat}}
			}
			return stronger(b)
		})
		rows := e.s.Standings()[0]
		if e.s.Phase != Over || len(e.s.Boards) != 15 {
			t.Errorf("%s, %d boards", e.s.Phase, len(e.s.Boards))
		}
		var won Points
		for _, r := range rows {
			won += r.Points
		}
		if early := after == 1; early {
			last := rows[5]
			if !last.Annulled || last.Entry != 1 || last.Points != 0 || won != 10*Full || rows[0].Entry != 2 || rows[0].Points != 4*Full {
				t.Errorf("%+v", rows)
			}
		} else if first := rows[0]; first.Annulled || first.Played != 4 || won != 15*Full || first.Entry != 1 || first.Points != 4*Full {
			t.Errorf("%+v", rows)
		}
	}
}

// Players who do not begin two games in a row leave.
func TestNoShows(t *testing.T) {
	e := begin(t, settings())
	e.enter(4)
	e.start()
	absences := 0
	for games := e.running(); len(games) > 0; games = e.running() {
		for _, b := range games {
			r := Record{Match: b.Match, Outcome: stronger(&b)}
			if seat := slices.Index(b.Entries, 1); seat >= 0 {
				absences++
				r.Absent, r.Outcome = []int{seat}, match.Outcome{Over: true, Reason: match.ByTime, Winners: []int{1 - seat}}
			}
			e.do("", r)
		}
		e.advance()
	}
	rows := e.s.Standings()[0]
	if e.s.Entries[0].Left != ByAbsence || absences != 2 || !rows[3].Annulled || rows[3].Entry != 1 || rows[0].Points != 2*Full {
		t.Errorf("%d absences, %q, %+v", absences, e.s.Entries[0].Left, rows)
	}
}

func TestCorrections(t *testing.T) {
	e := begin(t, settings())
	e.enter(4)
	e.refused("tournament-not-begun", "director", Correct{Board: 1, Points: []Points{Full, 0}, Note: "x"})
	e.start()
	e.play(stronger)
	for code, c := range map[string]Correct{
		"tournament-no-board": {Board: 7, Points: []Points{Full, 0}, Note: "x"},
		"tournament-note":     {Board: 1, Points: []Points{Full, 0}, Note: " \n"},
		"tournament-points":   {Board: 1, Points: []Points{Full, Full / 2}, Note: "x"},
	} {
		e.refused(code, "director", c)
	}
	e.refused("tournament-points", "director", Correct{Board: 1, Points: []Points{-1, 0}, Note: "x"})
	e.refused("tournament-points", "director", Correct{Board: 1, Points: []Points{Full}, Note: "x"})
	e.refused("not-director", "p1", Correct{Board: 1, Points: []Points{Full, 0}, Note: "x"})
	board := slices.IndexFunc(e.s.Boards, func(b Board) bool { return slices.Contains(b.Entries, 1) && slices.Contains(b.Entries, 2) })
	points := []Points{Full, 0}
	if e.s.Boards[board].Entries[0] == 1 {
		points = []Points{0, Full}
	}
	e.do("director", Correct{Board: board + 1, Points: points, Note: " wrong \n clock "})
	if b := e.s.Boards[board]; !reflect.DeepEqual(b.Result, &Result{Points: points, Reason: ByCorrection, Note: "wrong clock"}) || e.order(0)[0] != 2 {
		t.Errorf("%+v, %v", b.Result, e.order(0))
	}
	if last := e.events[len(e.events)-1]; last.By != "director" {
		t.Errorf("corrected by %q", last.By)
	}
	// 0-0 counts for nobody.
	e.do("director", Correct{Board: board + 1, Points: []Points{0, 0}, Note: "neither came"})
	rows := e.s.Standings()[0]
	if rows[0].Points != 2*Full || rows[1].Points != 2*Full || rows[0].Lost != 1 || rows[1].Lost != 1 {
		t.Errorf("%+v", rows)
	}
}

// A player who leaves before a finished game is recorded has played it.
func TestWithdrawalAfterAGame(t *testing.T) {
	e := begin(t, settings())
	e.enter(4)
	e.start()
	game := e.running()[0]
	winner := slices.Min(game.Entries)
	e.do(person(winner).ID, Withdraw{})
	e.do("", Record{Match: game.Match, Outcome: stronger(&game)})
	b := e.s.Boards[e.s.BoardOf(game.Match)-1]
	if len(b.Result.Absent) != 0 {
		t.Errorf("%+v", b.Result)
	}
	for _, r := range e.s.Standings()[0] {
		if slices.Contains(b.Entries, r.Entry) && r.Played != 1 {
			t.Errorf("%+v", r)
		}
	}
}

// The correction of a game that was not played does not begin its round.
func TestCorrectedWalkover(t *testing.T) {
	e := begin(t, settings())
	e.enter(6)
	e.start()
	e.do("p1", Withdraw{})
	e.advance()
	walkover := slices.IndexFunc(e.s.Boards, func(b Board) bool { return b.Round == 5 && b.Match == "" })
	e.do("director", Correct{Board: walkover + 1, Points: []Points{0, 0}, Note: "neither"})
	if round, rounds := e.s.Round(); round != 1 || rounds != 5 {
		t.Errorf("round %d of %d", round, rounds)
	}
	if r := e.s.Boards[walkover].Result; len(r.Absent) != 1 || r.Reason != ByCorrection {
		t.Errorf("%+v", r)
	}
}

// A league whose director has been deleted has no next season.
func TestLeagueWithoutDirector(t *testing.T) {
	set := settings()
	set.Format, set.Pace = League, AllAtOnce
	set.Games.Clock = match.Clock{Kind: match.Correspondence, PerTurn: match.Day}
	e := begin(t, set)
	e.enter(6)
	e.start()
	e.do("director", Rename{Player: match.Player{ID: "gone", Name: match.DeletedName, Account: true}, Deleted: true})
	e.play(stronger)
	if e.s.Phase != Over || e.s.Next != "" {
		t.Errorf("%s, %q", e.s.Phase, e.s.Next)
	}
}

// Aborted and unfinished games count for nobody.
func TestUnfinished(t *testing.T) {
	set := settings()
	set.EndsAt = start.After(match.Day)
	e := begin(t, set)
	e.enter(4)
	e.start()
	if due, ok := e.s.Due(); !ok || due != set.EndsAt {
		t.Errorf("due at %d, %v", due, ok)
	}
	games := e.running()
	e.do("", Record{Match: games[0].Match, Outcome: match.Outcome{Over: true, Reason: match.ByAbort}})
	e.now = set.EndsAt
	e.advance()
	e.do("", Record{Match: games[1].Match, Outcome: stronger(&games[1])})
	if e.s.Phase != Over || e.s.Boards[1].Result != nil {
		t.Errorf("%s, %+v", e.s.Phase, e.s.Boards[1].Result)
	}
	for _, r := range e.s.Standings()[0] {
		if r.Points != 0 || r.Played != 0 || r.Lost != 0 {
			t.Errorf("%+v", r)
		}
	}
	e.do("director", Correct{Board: 2, Points: []Points{Full / 2, Full / 2}, Note: "adjudicated"})
	if r := e.s.Standings()[0][0]; r.Points != Full/2 || r.Drawn != 1 {
		t.Errorf("%+v", r)
	}
}

// The players of a game that the end of a season interrupts stay on the ladder.
func TestUnfinishedGameOfALeague(t *testing.T) {
	set := settings()
	set.Format, set.EndsAt = League, start.After(match.Day)
	e := begin(t, set)
	e.enter(6)
	e.start()
	absent := e.running()[0]
	e.do("", Record{Match: absent.Match, Outcome: match.Outcome{Over: true, Reason: match.ByAbort}, Absent: []int{0, 1}})
	e.now = set.EndsAt
	e.advance()
	ladder := e.s.NextLadder()
	for entry := 1; entry <= 6; entry++ {
		if id := person(entry).ID; slices.Contains(ladder, id) == slices.Contains(absent.Entries, entry) {
			t.Errorf("%s: %v; absent: %v", id, ladder, absent.Entries)
		}
	}
}

// A computer opponent makes the number of players even.
func TestComputer(t *testing.T) {
	set := settings()
	set.Games.Rated, set.Computer = false, 3
	e := begin(t, set)
	e.enter(3)
	e.start()
	if games := e.running(); len(games) != 2 || len(e.s.Entries) != 4 || e.s.Entries[3].Player != (match.Player{Engine: 3}) {
		t.Errorf("%+v, %+v", games, e.s.Entries)
	}
}

func TestSettings(t *testing.T) {
	for code, change := range map[string]func(*Settings){
		"tournament-name":        func(s *Settings) { s.Name = strings.Repeat("x", MaxName+1) },
		"tournament-description": func(s *Settings) { s.Description = strings.Repeat("x", MaxDescription+1) },
		"tournament-code-long":   func(s *Settings) { s.Code = strings.Repeat("x", MaxCode+1) },
		"tournament-format":      func(s *Settings) { s.Format = "knockout" },
		"tournament-pace":        func(s *Settings) { s.Pace = "slow" },
		"tournament-at-once":     func(s *Settings) { s.AtOnce = 2 },
		"tournament-pool":        func(s *Settings) { s.Pool = 11 },
		"tournament-seats":       func(s *Settings) { s.Games.Seats = 3 },
		"tournament-clock":       func(s *Settings) { s.Games.Clock.Kind = match.NoClock },
		"tournament-live":        func(s *Settings) { s.Pace = AllAtOnce },
		"tournament-handicap":    func(s *Settings) { s.Games.Handicap = true },
		"tournament-games":       func(s *Settings) { s.Games.Takebacks = true },
		"tournament-computer":    func(s *Settings) { s.Computer = 3 },
		"level":                  func(s *Settings) { s.Games.Rated, s.Computer = false, 99 },
		"tournament-ratings":     func(s *Settings) { s.MinRating, s.MaxRating = 1600, 1500 },
		"tournament-entrants":    func(s *Settings) { s.MaxEntrants = MaxEntrants + 1 },
		"tournament-start":       func(s *Settings) { s.StartsAt = 1 },
		"tournament-end":         func(s *Settings) { s.EndsAt = s.StartsAt },
	} {
		set := settings()
		change(&set)
		_, _, err := Decide(New(), Command{At: start - 1_000_000, Do: Create{Settings: set}})
		var r *match.Refusal
		if !errors.As(err, &r) || r.Code != code {
			t.Errorf("%v; want %s", err, code)
		}
	}
	e := begin(t, settings())
	e.refused("tournament-created", "", Create{Settings: settings()})
	if r := (&event{t: t, s: New()}).try("p1", Withdraw{}); r == nil || r.Code != "no-tournament" {
		t.Error(r)
	}
	if got := e.s.Settings.MatchSettings("t", 2); got.Tournament != "t" || got.First != 0 || got.Visibility != match.Public {
		t.Errorf("%+v", got)
	}
}

// A deleted person leaves, and no event names the person afterwards.
func TestDeletion(t *testing.T) {
	e := begin(t, settings(), "p2", "p1")
	e.enter(3)
	e.start()
	gone := match.Player{ID: "d1", Name: match.DeletedName}
	e.do("p1", Rename{Player: gone, Deleted: true})
	seq := e.s.Seq
	e.do("p1", Rename{Player: gone, Deleted: true})
	if e.s.Seq != seq || e.s.Entries[0].Left != ByDeletion || e.s.Entries[0].Player != gone {
		t.Errorf("%d events, %+v", e.s.Seq-seq, e.s.Entries[0])
	}
	e.do("director", Rename{Player: match.Player{ID: "d2", Name: match.DeletedName}})
	s := New()
	for _, one := range e.events {
		one.Erase("p1", gone)
		one.Erase("director", e.s.Director)
		if people := one.People(); slices.Contains(people, "p1") || slices.Contains(people, "director") {
			t.Errorf("%s names %v", one.Type, people)
		}
		var err error
		if s, err = Apply(s, one); err != nil {
			t.Fatal(err)
		}
	}
	if s.Entries[0].Player != gone || s.Director.ID != "d2" || !slices.Contains(s.Ladder, "d1") {
		t.Errorf("%+v, %+v, %v", s.Entries[0], s.Director, s.Ladder)
	}
}

// A state in memory that has not yet applied the events with which a person was deleted forgets the
// person as well, though they no longer contain the old identity.
func TestDeletionReachesStatesInMemory(t *testing.T) {
	e := begin(t, settings(), "p2", "director")
	e.do("director", Enter{Player: match.Player{ID: "director", Name: "Dinadan", Account: true}, Rating: 1500})
	e.enter(2)
	gone := match.Player{ID: "gone", Name: match.DeletedName}
	check := func(s *State, events []Event) {
		t.Helper()
		s, err := Replay(s, events)
		if err != nil {
			t.Fatal(err)
		}
		if s.Director != gone || s.Entries[0].Player != gone || s.Ladder[1] != gone.ID || s.Entries[1].Player == gone {
			t.Errorf("%+v, %+v, %v", s.Director, s.Entries, s.Ladder)
		}
	}
	before, known := e.s, len(e.events)
	e.do("director", Rename{Player: gone, Deleted: true})
	events := slices.Clone(e.events[known:])
	// Events of older versions only have the identity.
	last := &events[len(events)-1]
	old := slices.Clone(events)
	old[len(old)-1] = Event{Type: Renamed, At: last.At, By: last.By, Player: last.Player}
	check(before, old)
	for i := range events {
		events[i].Erase("director", gone)
	}
	check(before, events)
	if _, err := Apply(before, Event{Type: Renamed, By: "x", Player: &gone, Entry: 9}); err == nil {
		t.Error("an entry that does not exist is replaced")
	}
}

func TestPointsOf(t *testing.T) {
	for _, c := range []struct {
		seats           int
		winners, absent []int
		want            []Points
	}{
		{2, []int{1}, nil, []Points{0, 24}}, {2, nil, nil, []Points{12, 12}}, {2, []int{1}, []int{0}, []Points{0, 24}},
		{3, []int{0}, nil, []Points{24, 6, 6}}, {4, []int{0, 3}, nil, []Points{20, 4, 4, 20}}, {5, []int{2}, nil, []Points{9, 9, 24, 9, 9}},
		{4, []int{0}, []int{2}, []Points{24, 12, 0, 12}}, {4, []int{0}, []int{1, 2}, []Points{24, 0, 0, 16}}, {4, []int{3}, []int{0, 1, 2}, []Points{0, 0, 0, 24}},
	} {
		if got := PointsOf(match.Outcome{Over: true, Winners: c.winners}, c.absent, c.seats); !slices.Equal(got, c.want) {
			t.Errorf("%d seats, %v win, %v absent: %v; want %v", c.seats, c.winners, c.absent, got, c.want)
		}
	}
}

// Ten seasons of a league from which people vanish, and to which others come.
func TestLeague(t *testing.T) {
	set := settings()
	set.Format, set.Pace = League, AllAtOnce
	set.Games.Clock = match.Clock{Kind: match.Correspondence, PerTurn: match.Day}
	r := engines.Random(3)
	now := start - match.Moment(match.Day)
	create := Create{Settings: set, Director: person(0), Seed: 1}
	newcomers, before := 20, []string(nil)
	for season := 1; season <= 10; season++ {
		e := &event{t: t, s: New(), now: now, ids: 1000 * season}
		e.do("", create)
		vanished := make(map[string]bool)
		for i, id := range create.Ladder {
			if id == "" || r.Below(8) == 0 {
				vanished[id] = true
				continue
			}
			e.do(id, Enter{Player: match.Player{ID: id, Name: id, Account: true}, Rating: 1000 + i})
		}
		for i := range newcomers {
			p := person(100*season + i)
			e.do(p.ID, Enter{Player: p, Rating: 3000})
		}
		newcomers = r.Below(6)
		e.now = e.s.Settings.StartsAt
		e.advance()
		checkDivisions(t, e.s, before)

		asleep := make(map[int]bool) // enter and do not come
		for i := range e.s.Entries {
			asleep[i+1] = r.Below(12) == 0
		}
		for games := e.running(); len(games) > 0; games = e.running() {
			for _, b := range games {
				record := Record{Match: b.Match, Outcome: stronger(&b)}
				for seat, entry := range b.Entries {
					if asleep[entry] {
						record.Absent = append(record.Absent, seat)
						record.Outcome = match.Outcome{Over: true, Reason: match.ByTime, Winners: []int{1 - seat}}
					}
				}
				e.do("", record)
			}
			e.advance()
		}
		if e.s.Phase != Over || e.s.Next == "" {
			t.Fatalf("season %d: %s, %q", season, e.s.Phase, e.s.Next)
		}
		before = e.s.NextLadder()
		for i := range e.s.Entries {
			if on := slices.Contains(before, e.s.Entries[i].Player.ID); on == asleep[i+1] {
				t.Errorf("season %d: player %d is asleep: %v, and in the next season: %v", season, i+1, asleep[i+1], on)
			}
		}
		now = e.now.After(match.Day)
		create = e.s.NextSeason("first", uint64(season), now)
		if create.Settings.Season != season+1 || create.Settings.Series != "first" || create.Settings.StartsAt != now.After(SeasonPause) {
			t.Errorf("season %d: %+v", season, create.Settings)
		}
	}
}

// checkDivisions checks that the players of the ladder who returned are in its order, and none in a
// lower division than that of the own place.
func checkDivisions(t *testing.T, s *State, ladder []string) {
	t.Helper()
	place, above := 0, 0
	for i, pool := range s.Pools {
		if (len(pool) < MinDivision && s.Entered() != 11) || len(pool) > MaxPool {
			t.Errorf("a division of %d", len(pool))
		}
		places := []int{}
		for _, entry := range pool {
			at := slices.Index(ladder, s.Entries[entry-1].Player.ID)
			if at < 0 {
				continue
			}
			places = append(places, at)
			if at < above {
				t.Errorf("place %d is in division %d", at, i+1)
			}
		}
		slices.Sort(places)
		if len(places) > 0 && (places[0] < place) {
			t.Errorf("a division with the places %v after %d", places, place)
		}
		if len(places) > 0 {
			place = places[len(places)-1]
		}
		above += len(pool)
	}
}

// The place of somebody who does not return goes to a newcomer with a higher rating than those behind.
func TestNewcomersOfALeague(t *testing.T) {
	set := settings()
	set.Format, set.Pace = League, AllAtOnce
	set.Games.Clock = match.Clock{Kind: match.Correspondence, PerTurn: match.Day}
	e := begin(t, set, "p1", "p2", "", "p4", "p5", "", "p7")
	for i, rating := range map[int]int{1: 1900, 2: 1800, 4: 1600, 7: 1500, 11: 1700, 12: 2000, 13: 1550, 14: 1400} {
		e.do(person(i).ID, Enter{Player: person(i), Rating: rating})
	}
	var order []string
	for _, entry := range e.s.leagueOrder() {
		order = append(order, e.s.Entries[entry-1].Player.ID)
	}
	// p12 takes the free place before p4, p11 that of p5; p13 the one before p7.
	if want := []string{"p1", "p2", "p12", "p4", "p11", "p13", "p7", "p14"}; !slices.Equal(order, want) {
		t.Errorf("%v; want %v", order, want)
	}
}

// Two move up and two move down between divisions of the same size.
func TestPromotionAndRelegation(t *testing.T) {
	set := settings()
	set.Format, set.Pace = League, AllAtOnce
	set.Games.Clock = match.Clock{Kind: match.Correspondence, PerTurn: match.Day}
	e := begin(t, set)
	e.enter(24)
	e.start()
	e.play(stronger)
	var want []string
	for _, i := range []int{1, 2, 3, 4, 5, 6, 9, 10, 7, 8, 11, 12, 13, 14, 17, 18, 15, 16, 19, 20, 21, 22, 23, 24} {
		want = append(want, person(i).ID)
	}
	if got := e.s.NextLadder(); !slices.Equal(got, want) {
		t.Errorf("%v; want %v", got, want)
	}
}

// The same events lead to the same pairings and standings, and other seeds to other lots.
func TestDeterminism(t *testing.T) {
	run := func(seed uint64) *State {
		e := &event{t: t, s: New(), now: start - match.Moment(match.Day)}
		e.do("", Create{Settings: settings(), Director: person(0), Seed: seed})
		for i := 1; i <= 9; i++ {
			e.do(person(i).ID, Enter{Player: person(i), Rating: 1500})
		}
		e.start()
		e.play(func(*Board) match.Outcome { return match.Outcome{Over: true, Reason: match.ByAgreement} })
		return e.s
	}
	a, b, c := run(5), run(5), run(6)
	if !reflect.DeepEqual(a, b) || !reflect.DeepEqual(a.Standings(), b.Standings()) {
		t.Error("the same seed leads to other pairings")
	}
	if reflect.DeepEqual(a.Pools, c.Pools) || reflect.DeepEqual(a.Standings(), c.Standings()) {
		t.Error("another seed leads to the same lots")
	}
}
