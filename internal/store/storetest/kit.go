package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tafelrunde/internal/games"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

var rules games.Rules

// Player is the i-th of some players with accounts.
func Player(i int) match.Player {
	return match.Player{ID: "p" + strconv.Itoa(i), Name: "Player " + strconv.Itoa(i), Account: true}
}

// Table plays one match and stores its events.
type Table struct {
	T     testing.TB
	Store store.Store
	ID    string
	State *match.State
	Now   match.Moment
}

// Open opens a table for two at which the game begins.
func Open(t testing.TB, s store.Store, id string, change func(*match.Settings)) *Table {
	t.Helper()
	settings := match.Settings{
		Game: "wotn", Variant: "wotn", Seats: 2, Visibility: match.Public, Rated: true,
		Clock: match.Clock{Kind: match.RealTime, Initial: 3 * match.Minute},
	}
	if change != nil {
		change(&settings)
	}
	x := &Table{T: t, Store: s, ID: id, State: match.New(), Now: 1_700_000_000_000}
	x.Do("p0", match.Open{Settings: settings, Owner: Player(0)})
	return x
}

// Sit lets all free seats be taken, so that the game begins.
func (x *Table) Sit() *Table {
	x.T.Helper()
	for i := 1; i < x.State.Settings.Seats; i++ {
		x.Do(Player(i).ID, match.Sit{Player: Player(i), Seat: match.RandomSeat})
	}
	return x
}

// Do carries a command out and stores its events.
func (x *Table) Do(by string, a match.Action) {
	x.T.Helper()
	if err := x.Try(by, a); err != nil {
		x.T.Fatalf("%s %#v: %v", by, a, err)
	}
}

// Try is Do with its error.
func (x *Table) Try(by string, a match.Action) error {
	x.Now += 1000
	events, after, err := match.Decide(rules, x.State, match.Command{At: x.Now, By: by, Do: a})
	if err != nil {
		return err
	}
	if err := x.Store.Append(context.Background(), store.Append{Match: x.ID, Events: events, After: after}); err != nil {
		return err
	}
	x.State = after
	return nil
}

// Play plays moves of those whose turn it is.
func (x *Table) Play(moves ...string) {
	x.T.Helper()
	for _, m := range moves {
		x.Do(x.State.Seats[x.State.ToAct()].Player.ID, match.Move{Text: m, Ply: match.AnyPly})
	}
}

// mate is a game in which Black, seat 1, wins.
var mate = []string{"f2f3", "e7e5", "g2g4", "d8h4"}

// Check holds a store to its contract. open gives an empty store.
func Check(t *testing.T, open func(t *testing.T) store.Store) {
	tests := map[string]func(t *testing.T, s store.Store){
		"EventsComeBackAsTheyWere":      eventsComeBack,
		"OneOfTwoWinsANumber":           oneOfTwoWins,
		"ManyAtOnceAreAllStored":        manyAtOnce,
		"ListsFollowTheMatches":         listsFollow,
		"DeadlinesAndEnginesAreKept":    deadlinesAndEngines,
		"GamesAndRatings":               gamesAndRatings,
		"PeopleTokensAndSessions":       people,
		"PasskeysBlocksAndReports":      aroundPeople,
		"AGuestBecomesSomebodyElse":     renaming,
		"WhoGoesIsErased":               erasing,
		"GamesOfAPerson":                gamesOf,
		"RebuildingChangesNothing":      rebuilding,
		"SightingsAreTheLatest":         sightings,
		"WhatHasNoUseIsTakenAway":       tidying,
		"GapsAreKnown":                  gaps,
		"AnswersAreKept":                answers,
		"ATurnIsGivenToOneAndOnlyOne":   turnsAreGivenOnce,
		"TurnsAreSharedByPeople":        turnsAreShared,
		"TurnsAreTriedAgain":            turnsAreTriedAgain,
		"ClosedStoresTakeNothing":       closed,
		"AConflictDoesNotHarmItsFellow": conflictAmongMany,
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			t.Cleanup(func() { s.Close() })
			test(t, s)
		})
	}
}

func eventsComeBack(t *testing.T, s store.Store) {
	ctx := context.Background()
	if events, err := s.Events(ctx, "m", 0); err != nil || len(events) != 0 {
		t.Fatalf("%v, %v of a match that is not", events, err)
	}
	x := Open(t, s, "m", nil).Sit()
	x.Play(mate...)
	x.Do("p1", match.Chat{Name: "Player 1", Text: "Gut gespielt – ünd „tschüß“ 🏰"})
	events, err := s.Events(ctx, "m", 0)
	if err != nil || int64(len(events)) != x.State.Seq {
		t.Fatalf("%d events, %v; want %d", len(events), err, x.State.Seq)
	}
	state := match.New()
	for _, e := range events {
		if state, err = match.Apply(rules, state, e); err != nil {
			t.Fatal(err)
		}
	}
	if state.Position.Text() != x.State.Position.Text() || !reflect.DeepEqual(state.Outcome, x.State.Outcome) || !reflect.DeepEqual(state.Moves, x.State.Moves) {
		t.Errorf("replayed %+v, was %+v", state, x.State)
	}
	later, err := s.Events(ctx, "m", 5)
	if err != nil || !reflect.DeepEqual(later, events[5:]) {
		t.Errorf("events after 5: %v, %v", later, err)
	}
}

func oneOfTwoWins(t *testing.T, s store.Store) {
	x := Open(t, s, "m", nil).Sit()
	events, after, err := match.Decide(rules, x.State, match.Command{At: x.Now, By: "p0", Do: match.Move{Text: "e2e4", Ply: match.AnyPly}})
	if err != nil {
		t.Fatal(err)
	}
	var won, lost atomic.Int64
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			switch err := s.Append(context.Background(), store.Append{Match: "m", Events: events, After: after}); {
			case err == nil:
				won.Add(1)
			case errors.Is(err, store.ErrConflict):
				lost.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if won.Load() != 1 || lost.Load() != 7 {
		t.Errorf("%d won and %d lost", won.Load(), lost.Load())
	}
	if stored, err := s.Events(context.Background(), "m", 0); err != nil || int64(len(stored)) != after.Seq {
		t.Errorf("%d events, %v", len(stored), err)
	}
}

func conflictAmongMany(t *testing.T, s store.Store) {
	tables := make([]*Table, 20)
	for i := range tables {
		tables[i] = Open(t, s, fmt.Sprint("m", i), nil).Sit()
	}
	var wait sync.WaitGroup
	for i, x := range tables {
		wait.Go(func() {
			stale := *x
			x.Play("e2e4")
			if i%2 == 0 {
				if err := stale.Try("p0", match.Move{Text: "d2d4", Ply: match.AnyPly}); !errors.Is(err, store.ErrConflict) {
					t.Errorf("match %d: %v", i, err)
				}
			}
			x.Play("e7e5")
		})
	}
	wait.Wait()
	for _, x := range tables {
		if v, err := s.Summary(context.Background(), x.ID); err != nil || v.Seq != x.State.Seq || v.Position != x.State.Position.Text() {
			t.Errorf("%+v, %v", v, err)
		}
	}
}

func manyAtOnce(t *testing.T, s store.Store) {
	const matches = 40
	var wait sync.WaitGroup
	for i := range matches {
		wait.Go(func() {
			x := Open(t, s, fmt.Sprint("m", i), nil).Sit()
			x.Play(mate...)
		})
	}
	wait.Wait()
	for i := range matches {
		events, err := s.Events(context.Background(), fmt.Sprint("m", i), 0)
		if err != nil || len(events) == 0 || events[len(events)-1].Type != match.Ended {
			t.Fatalf("match %d: %d events, %v", i, len(events), err)
		}
	}
}

func ids(list []store.Summary) (ids []string) {
	for _, v := range list {
		ids = append(ids, v.Match)
	}
	return ids
}

func listsFollow(t *testing.T, s store.Store) {
	ctx := context.Background()
	lists := func(waiting, playing, mine []string) {
		t.Helper()
		for _, c := range []struct {
			name string
			get  func() ([]store.Summary, error)
			want []string
		}{
			{"waiting", func() ([]store.Summary, error) { return s.Waiting(ctx, 10) }, waiting},
			{"playing", func() ([]store.Summary, error) { return s.Playing(ctx, 10) }, playing},
			{"of p1", func() ([]store.Summary, error) { return s.MatchesOf(ctx, "p1", 10) }, mine},
		} {
			list, err := c.get()
			if err != nil || !slices.Equal(ids(list), c.want) {
				t.Errorf("%s: %v, %v; want %v", c.name, ids(list), err, c.want)
			}
		}
	}
	lists(nil, nil, nil)
	a := Open(t, s, "a", nil)
	b := Open(t, s, "b", func(s *match.Settings) { s.Visibility = match.ByLink })
	lists([]string{"a"}, nil, nil)
	a.Do("p1", match.Sit{Player: Player(1), Seat: 1})
	b.Sit()
	lists(nil, []string{"a"}, []string{"b", "a"})
	a.Play("e2e4")
	v, err := s.Summary(ctx, "a")
	if err != nil || v.Match != "a" || v.Position != a.State.Position.Text() || v.ToAct != 1 || v.Seq != a.State.Seq ||
		v.Seats[1].Name != "Player 1" || v.OpenedAt == 0 || v.Settings.Game != "wotn" || v.Phase != match.Playing {
		t.Errorf("%+v, %v", v, err)
	}
	if _, err := s.Summary(ctx, "none"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("summary of no match: %v", err)
	}
	a.Do("p0", match.Abort{})
	lists(nil, nil, []string{"b", "a"})
	running, err := s.RunningOf(ctx, "p1")
	if err != nil || !slices.Equal(ids(running), []string{"b"}) {
		t.Errorf("running: %v, %v", ids(running), err)
	}
	for skip, want := range [][]string{{"a"}, nil} {
		if ended, err := s.EndedOf(ctx, "p1", skip, 10); err != nil || !slices.Equal(ids(ended), want) {
			t.Errorf("ended: %v, %v; want %v", ids(ended), err, want)
		}
	}
	if all, err := s.MatchesOf(ctx, "p1", store.NoLimit); err != nil || len(all) != 2 {
		t.Errorf("%v, %v", ids(all), err)
	}
	c := Open(t, s, "c", nil)
	c.Do("p0", match.Leave{})
	if list, err := s.MatchesOf(ctx, "p0", 10); err != nil || slices.Contains(ids(list), "c") {
		t.Errorf("%v, %v: who has left is no longer there", ids(list), err)
	}
}

func deadlinesAndEngines(t *testing.T, s store.Store) {
	ctx := context.Background()
	x := Open(t, s, "m", nil).Sit()
	deadline, _ := x.State.Deadline()
	if late, err := s.Overdue(ctx, deadline, 10); err != nil || len(late) != 0 {
		t.Errorf("%v, %v at the deadline", late, err)
	}
	if late, err := s.Overdue(ctx, deadline+1, 10); err != nil || !slices.Equal(late, []string{"m"}) {
		t.Errorf("%v, %v after the deadline", late, err)
	}
	x.Play("e2e4", "e7e5")
	if late, err := s.Overdue(ctx, deadline+1, 10); err != nil || len(late) != 0 {
		t.Errorf("%v, %v after moves", late, err)
	}
	x.Play("a2a3")
	x.Do("p1", match.Resign{})
	if late, err := s.Overdue(ctx, deadline+1_000_000_000, 10); err != nil || len(late) != 0 {
		t.Errorf("%v, %v after the end", late, err)
	}

	y := &Table{T: t, Store: s, ID: "e", State: match.New(), Now: 1_700_000_000_000}
	y.Do("p0", match.Open{
		Settings: match.Settings{Game: "wotn", Variant: "wotn", Seats: 2, Visibility: match.Public, Clock: match.Clock{Kind: match.NoClock}},
		Owner:    Player(0), OwnerSeat: 1, Engines: []int{4},
	})
	if _, err := s.LeaseEngineTurn(ctx, store.EngineTurnQuery{Now: y.Now - 1, Lease: 5000}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a turn before it is due: %v", err)
	}
	turn, err := s.LeaseEngineTurn(ctx, store.EngineTurnQuery{Now: y.Now, Lease: 5000})
	if want := (store.EngineTurn{Match: "e", Seq: y.State.Seq, Seat: 0, Level: 4, People: true, Person: "p0", Attempt: 1, LeasedUntil: y.Now.After(5000)}); err != nil || turn != want {
		t.Errorf("%+v, %v; want %+v", turn, err, want)
	}
	if _, err := s.LeaseEngineTurn(ctx, store.EngineTurnQuery{Now: y.Now + 4999, Lease: 5000}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a turn that somebody works on: %v", err)
	}
	if _, err := s.LeaseEngineTurn(ctx, store.EngineTurnQuery{Now: y.Now + 5000, Lease: 5000}); err != nil {
		t.Errorf("a turn that was given up: %v", err)
	}
	y.Do("", match.Move{Seat: 0, Text: "e2e4", Ply: match.AnyPly})
	if _, err := s.LeaseEngineTurn(ctx, store.EngineTurnQuery{Now: y.Now + 1_000_000, Lease: 5000}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a turn of a person: %v", err)
	}
}

func turnsAreShared(t *testing.T, s store.Store) {
	ctx := context.Background()
	now := match.Moment(1_700_000_000_000)
	open := func(id string, owner int, seat int, engines ...int) *Table {
		x := &Table{T: t, Store: s, ID: id, State: match.New(), Now: now}
		x.Do(Player(owner).ID, match.Open{
			Settings: match.Settings{Game: "wotn", Variant: "wotn", Seats: 2, First: 0, Visibility: match.Public, Clock: match.Clock{Kind: match.NoClock}},
			Owner:    Player(owner), OwnerSeat: seat, Engines: engines,
		})
		return x
	}
	// Games of engines alone, older than those with people.
	for i := range 6 {
		open(fmt.Sprint("alone", i), 0, match.NoSeat, 10, 10)
	}
	now += 2000
	open("watched", 1, match.NoSeat, 10, 10)
	if err := s.MarkWatched(ctx, []string{"watched", "none"}, now); err != nil {
		t.Fatal(err)
	}
	for owner, n := range map[int]int{0: 6, 1: 0, 2: 0} {
		if got, err := s.UnwatchedEngineGames(ctx, Player(owner).ID, now); err != nil || got != n {
			t.Errorf("%d games of engines of player %d, want %d; %v", got, owner, n, err)
		}
	}
	if got, err := s.UnwatchedEngineGames(ctx, "p1", now.After(store.WatchedFor)); err != nil || got != 1 {
		t.Errorf("%d games that were watched before, %v", got, err)
	}
	open("much0", 2, 1, 10)
	open("much1", 2, 1, 10)
	open("much2", 2, 1, 10)
	now += 2000
	open("one", 3, 1, 10)
	open("short", 4, 1, 9)
	now += 2000

	used := map[string]match.Millis{}
	take := func(q store.EngineTurnQuery) store.EngineTurn {
		t.Helper()
		q.Now, q.Lease, q.Used = now, 5000, used
		q.Cost = func(level int) match.Millis { return match.Millis(level) * 100 }
		turn, err := s.LeaseEngineTurn(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		used = nil
		return turn
	}
	none := func(q store.EngineTurnQuery) {
		t.Helper()
		q.Now, q.Lease = now, 5000
		if turn, err := s.LeaseEngineTurn(ctx, q); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%+v, %v", turn, err)
		}
	}
	var order []string
	order = append(order, take(store.EngineTurnQuery{People: true, MaxLevel: 9}).Match)
	none(store.EngineTurnQuery{People: true, MaxLevel: 9})
	for range 4 {
		order = append(order, take(store.EngineTurnQuery{}).Match)
	}
	none(store.EngineTurnQuery{People: true})
	order = append(order, take(store.EngineTurnQuery{}).Match)
	// Each person gets a turn before one gets a second, then games that are watched.
	if want := []string{"short", "much0", "one", "much1", "much2", "watched"}; !slices.Equal(order, want) {
		t.Errorf("turns went to %v, want %v", order, want)
	}
	if turn := take(store.EngineTurnQuery{}); turn.People || turn.Person != "p0" || turn.Attempt != 1 {
		t.Errorf("%+v", turn)
	}

	// What was used is corrected, for the turns after that.
	open("a", 2, 1, 10)
	b := open("b", 3, 1, 10)
	now += 2000
	used = map[string]match.Millis{"p3": 60_000}
	for _, want := range []string{"b", "a"} {
		if turn := take(store.EngineTurnQuery{People: true}); turn.Match != want {
			t.Errorf("%+v, want %s", turn, want)
		}
	}
	b.Do("", match.Move{Seat: 0, Text: "e2e4", Ply: match.AnyPly})
	b.Do("p3", match.Move{Seat: 1, Text: "e7e5", Ply: match.AnyPly})
	now = b.Now
	open("c", 2, 1, 10)
	now += 1500
	if turn := take(store.EngineTurnQuery{People: true}); turn.Match != "c" {
		t.Errorf("a person who has used a minute goes before one who has used less: %+v", turn)
	}
	// An hour later nothing of this counts: the turn that has waited longer is next.
	now = now.After(3 * 60 * match.Minute)
	if err := s.DeleteExpired(ctx, now); err != nil {
		t.Fatal(err)
	}
	open("d", 2, 1, 10)
	now += 2000
	if turn := take(store.EngineTurnQuery{People: true}); turn.Match != "b" {
		t.Errorf("after three hours: %+v", turn)
	}
}

func turnsAreTriedAgain(t *testing.T, s store.Store) {
	ctx := context.Background()
	x := &Table{T: t, Store: s, ID: "m", State: match.New(), Now: 1_700_000_000_000}
	x.Do("p0", match.Open{
		Settings: match.Settings{Game: "wotn", Variant: "wotn", Seats: 2, First: 0, Takebacks: true, Visibility: match.Public, Clock: match.Clock{Kind: match.NoClock}},
		Owner:    Player(0), OwnerSeat: 1, Engines: []int{4},
	})
	now := x.Now
	take := func(after match.Millis, try int) store.EngineTurn {
		t.Helper()
		if _, err := s.LeaseEngineTurn(ctx, store.EngineTurnQuery{Now: now.After(after - 1), Lease: 5000}); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a turn is given before it is due: %v", err)
		}
		now = now.After(after)
		turn, err := s.LeaseEngineTurn(ctx, store.EngineTurnQuery{Now: now, Lease: 5000})
		if err != nil || turn.Match != "m" || turn.Attempt != try {
			t.Fatalf("%+v, %v; want try %d", turn, err, try)
		}
		return turn
	}
	put := func(turn store.EngineTurn, after match.Millis, failed bool) {
		t.Helper()
		if err := s.ReleaseEngineTurn(ctx, turn, now.After(after), failed); err != nil {
			t.Fatal(err)
		}
	}
	first := take(0, 1)
	put(first, 700, true)
	second := take(700, 2)
	put(first, 1, true) // it is another's now
	put(second, 900, false)
	take(900, 2) // its worker dies
	// Talk leaves the turn, its lease and its tries alone, and so does a new name.
	x.Do("p0", match.Chat{Name: "p0", Text: "Are you there?"})
	x.Do("p0", match.Rename{Player: match.Player{ID: "p9", Name: "Nine", Account: true}})
	third := take(5000, 3)
	if third.Person != "p9" {
		t.Errorf("%+v", third)
	}
	put(third, 0, true)
	take(0, 4)
	x.Do("", match.FailEngine{Seat: 0, Ply: 0, Game: 1})
	if _, err := s.LeaseEngineTurn(ctx, store.EngineTurnQuery{Now: now.After(match.Day), Lease: 5000}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("the turn of an engine that has failed: %v", err)
	}
}

func turnsAreGivenOnce(t *testing.T, s store.Store) {
	const tables = 20
	for i := range tables {
		x := &Table{T: t, Store: s, ID: fmt.Sprint("e", i), State: match.New(), Now: 1000}
		x.Do("p0", match.Open{
			Settings: match.Settings{Game: "lancelot", Variant: "basic", Seats: 2, Visibility: match.Public, Clock: match.Clock{Kind: match.NoClock}},
			Owner:    Player(0), OwnerSeat: 1, Engines: []int{4},
		})
	}
	var mu sync.Mutex
	given := make(map[string]int)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for {
				turn, err := s.LeaseEngineTurn(context.Background(), store.EngineTurnQuery{Now: 1_000_000, Lease: match.Day})
				if errors.Is(err, store.ErrNotFound) {
					return
				}
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				given[turn.Match]++
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	// Two who look for the oldest turn at once may see the same one, and one of
	// them then goes away empty; nothing is given twice.
	for len(given) < tables {
		turn, err := s.LeaseEngineTurn(context.Background(), store.EngineTurnQuery{Now: 1_000_000, Lease: match.Day})
		if err != nil {
			t.Fatalf("%d of %d turns were given: %v", len(given), tables, err)
		}
		given[turn.Match]++
	}
	for id, n := range given {
		if n != 1 {
			t.Errorf("%s was given %d times", id, n)
		}
	}
}

func gamesAndRatings(t *testing.T, s store.Store) {
	ctx := context.Background()
	x := Open(t, s, "m", nil).Sit()
	x.Play(mate...)
	x.Do("p0", match.Rematch{})
	x.Do("p1", match.Rematch{})
	x.Do("p0", match.Abort{})
	list, err := s.Games(ctx, "m")
	if err != nil || len(list) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	if g := list[0]; g.Number != 1 || g.Outcome.Reason != "checkmate" || !slices.Equal(g.Outcome.Winners, []int{1}) || !g.Rated || len(g.Players) != 2 || g.EndedAt == 0 {
		t.Errorf("%+v", g)
	}
	if g := list[1]; g.Number != 2 || g.Outcome.Reason != match.ByAbort || g.Rated {
		t.Errorf("%+v", g)
	}
	for id, better := range map[string]bool{"p0": false, "p1": true} {
		r, err := s.Ratings(ctx, id)
		if err != nil || len(r) != 1 || r[0].Pool != "wotn/2/blitz" || r[0].Games != 1 || (r[0].A > 1500) != better || !r[0].Provisional() {
			t.Errorf("%s: %+v, %v", id, r, err)
		}
	}
	y := Open(t, s, "three", func(s *match.Settings) {
		s.Game, s.Variant, s.Seats, s.Timeout = "lancelot", "basic", 3, match.Skip
	}).Sit()
	y.Play("c3", "d5", "e7")
	y.Do("p2", match.Resign{})
	y.Do("p0", match.Resign{})
	r, err := s.Ratings(ctx, "p1")
	if err != nil || len(r) != 2 || r[0].Pool != "lancelot/3-5/blitz" || r[0].A <= 25 {
		t.Errorf("%+v, %v", r, err)
	}
}

func people(t *testing.T, s store.Store) {
	ctx := context.Background()
	guest := store.Person{ID: "g", Name: "Anna", Since: 5}
	for _, p := range []store.Person{guest, {ID: "h", Name: "Anna"}} {
		if err := s.AddPerson(ctx, p); err != nil {
			t.Fatalf("two guests may have one name: %v", err)
		}
	}
	if p, err := s.Person(ctx, "g"); err != nil || p != guest || p.Account() {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := s.PersonNamed(ctx, "Anna"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a guest has no name of his own: %v", err)
	}
	if err := s.RenameGuest(ctx, "g", "Anne"); err != nil {
		t.Fatal(err)
	}
	if p, err := s.Person(ctx, "g"); err != nil || p.Name != "Anne" || p.Epoch != 0 {
		t.Errorf("%+v, %v", p, err)
	}
	if err := s.Register(ctx, "g", 1, "Ännchen", "hash"); !errors.Is(err, store.ErrConflict) {
		t.Errorf("registered in another epoch: %v", err)
	}
	if err := s.Register(ctx, "g", 0, "Ännchen", "hash"); err != nil {
		t.Fatal(err)
	}
	anna := store.Person{ID: "g", Name: "Ännchen", Registered: true, Password: "hash", Since: 5, Epoch: 1}
	if p, err := s.PersonNamed(ctx, "äNNCHEN"); err != nil || p != anna || !p.Account() {
		t.Errorf("%+v, %v", p, err)
	}
	if err := s.AddPerson(ctx, store.Person{ID: "i", Name: "ännchen", Registered: true, Password: "other"}); !errors.Is(err, store.ErrTaken) {
		t.Errorf("a name twice: %v", err)
	}
	if err := s.Register(ctx, "h", 0, "ÄNNCHEN", "x"); !errors.Is(err, store.ErrTaken) {
		t.Errorf("a name twice: %v", err)
	}
	if err := s.Register(ctx, "g", 1, "Other", "x"); !errors.Is(err, store.ErrConflict) {
		t.Errorf("an account twice: %v", err)
	}
	for _, id := range []string{"x", "g"} {
		if err := s.RenameGuest(ctx, id, "x"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s renamed as a guest: %v", id, err)
		}
	}
	token := store.Token{ID: "token", Name: "bot", Scopes: "read play", Since: 7, Until: 100}
	other := store.Token{ID: "another token of"[:16], Scopes: "read", Since: 8}
	for _, err := range []error{
		s.AddToken(ctx, "token", "g", 0, token), s.AddToken(ctx, "token", "x", 0, token), s.AddPasskey(ctx, store.Passkey{ID: "k", Person: "g"}, 0),
		s.SetPassword(ctx, "g", 0, "other"), s.EndSessions(ctx, "g", 0), s.EndSessions(ctx, "x", 0), s.DeletePerson(ctx, "g", 0),
	} {
		if !errors.Is(err, store.ErrConflict) {
			t.Errorf("changed after all sessions had ended: %v", err)
		}
	}
	if err := s.AddToken(ctx, "token", "g", 1, token); err != nil {
		t.Fatal(err)
	}
	if err := s.AddToken(ctx, "another token of g", "g", 1, other); err != nil {
		t.Fatal(err)
	}
	if p, got, err := s.TokenOwner(ctx, "token", 99); err != nil || p != anna || got != token {
		t.Errorf("%+v, %+v, %v", p, got, err)
	}
	for hash, now := range map[string]match.Moment{"other": 1, "token": 100} {
		if _, _, err := s.TokenOwner(ctx, hash, now); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s at %d: %v", hash, now, err)
		}
	}
	for _, at := range []match.Moment{20, 10} { // the later one stays
		if err := s.UseToken(ctx, "token", at); err != nil {
			t.Fatal(err)
		}
	}
	token.UsedAt = 20
	if list, err := s.Tokens(ctx, "g", 99); err != nil || !slices.Equal(list, []store.Token{token, other}) {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := s.Tokens(ctx, "g", 100); err != nil || !slices.Equal(list, []store.Token{other}) {
		t.Errorf("%+v, %v: one has expired", list, err)
	}
	if err := s.DeleteExpired(ctx, 101); err != nil {
		t.Fatal(err)
	}
	if list, err := s.Tokens(ctx, "g", 1); err != nil || !slices.Equal(list, []store.Token{other}) {
		t.Errorf("%+v, %v: one has expired", list, err)
	}
	if err := s.DeleteToken(ctx, "h", other.ID); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a token of another person: %v", err)
	}
	if err := s.DeleteToken(ctx, "g", other.ID); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.TokenOwner(ctx, "another token of g", 1); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a token that was dropped: %v", err)
	}
	for _, hash := range []string{"token", "a third"} {
		if err := s.AddToken(ctx, hash, "g", 1, token); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.DeleteTokens(ctx, "g"); err != nil {
		t.Fatal(err)
	}
	if list, err := s.Tokens(ctx, "g", 1); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v: all were dropped", list, err)
	}
	if err := s.AddToken(ctx, "another token", "g", 1, other); err != nil {
		t.Fatal(err)
	}
	if err := s.EndSessions(ctx, "g", 1); err != nil {
		t.Fatal(err)
	}
	anna.Epoch = 2
	if p, _, err := s.TokenOwner(ctx, "another token", 1); err != nil || p != anna {
		t.Errorf("%+v, %v: tokens are no sessions", p, err)
	}
	if err := s.SetPassword(ctx, "g", 2, "other hash"); err != nil {
		t.Fatal(err)
	}
	anna.Epoch, anna.Password = 3, "other hash"
	if p, err := s.Person(ctx, "g"); err != nil || p != anna {
		t.Errorf("%+v, %v", p, err)
	}
	if _, _, err := s.TokenOwner(ctx, "another token", 1); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a token outlives the password: %v", err)
	}
	if _, _, err := s.TokenOwner(ctx, "token", 1); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a token that was dropped: %v", err)
	}
	for _, data := range []string{"one", "two"} {
		if err := s.SetSession(ctx, "cookie", []byte(data), 100); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Session(ctx, "cookie", 99); err != nil || string(got) != data {
			t.Errorf("%q, %v", got, err)
		}
	}
	if _, err := s.Session(ctx, "cookie", 100); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a session that is over: %v", err)
	}
	if err := s.DeleteSession(ctx, "cookie", "g"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Session(ctx, "cookie", 1); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a session that was dropped: %v", err)
	}
}

func aroundPeople(t *testing.T, s store.Store) {
	ctx := context.Background()
	for i, id := range []string{"a", "b", "c"} {
		if err := s.AddPerson(ctx, store.Person{ID: id, Name: "Name of " + id, Registered: i > 0, Since: 1}); err != nil {
			t.Fatal(err)
		}
	}
	key := store.Passkey{ID: "k", Person: "b", Name: "phone", Credential: `{"a":1}`, Since: 5}
	later := store.Passkey{ID: "j", Person: "b", Name: "laptop", Credential: "{}", Since: 6}
	for _, k := range []store.Passkey{later, key} {
		if err := s.AddPasskey(ctx, k, 0); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.AddPasskey(ctx, key, 0); !errors.Is(err, store.ErrTaken) {
		t.Errorf("a passkey twice: %v", err)
	}
	if err := s.UsePasskey(ctx, "k", "new", 9); err != nil {
		t.Fatal(err)
	}
	key.Credential, key.UsedAt = "new", 9
	if got, err := s.Passkeys(ctx, "b"); err != nil || !slices.Equal(got, []store.Passkey{key, later}) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := s.Passkey(ctx, "k"); err != nil || got != key {
		t.Errorf("%+v, %v", got, err)
	}
	for i, c := range []struct {
		who  string
		want error
	}{{"a", store.ErrNotFound}, {"b", nil}, {"b", store.ErrNotFound}} {
		if err := s.DeletePasskey(ctx, c.who, "k"); !errors.Is(err, c.want) {
			t.Errorf("%d: %s drops the passkey of b: %v, want %v", i, c.who, err, c.want)
		}
	}
	if _, err := s.Passkey(ctx, "k"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a passkey that was dropped: %v", err)
	}

	for range 2 {
		if err := s.Block(ctx, "a", "b", 4); err != nil {
			t.Fatal(err)
		}
	}
	blocked := func(who string, by ...string) bool {
		t.Helper()
		yes, err := s.BlockedBy(ctx, who, by)
		if err != nil {
			t.Fatal(err)
		}
		return yes
	}
	if !blocked("b", "c", "a") || blocked("b", "c") || blocked("a", "b") || blocked("b") {
		t.Error("who is blocked by whom is not right")
	}
	if list, err := s.Blocks(ctx, "a"); err != nil || len(list) != 1 || list[0].Name != "Name of b" || !list[0].Account() {
		t.Errorf("%+v, %v", list, err)
	}
	if err := s.Unblock(ctx, "a", "b"); err != nil || blocked("b", "a") {
		t.Errorf("still blocked, %v", err)
	}

	for _, muted := range []bool{true, true, false} {
		if err := s.Mute(ctx, "a", "m", muted); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Muted(ctx, "a", "m"); err != nil || got != muted {
			t.Errorf("%v, %v", got, err)
		}
	}

	report := store.Report{ID: "r", At: 7, By: "a", ByName: "A", About: "b", AboutName: "B", Match: "m", Reason: "chat", Text: "„Grobian“"}
	if err := s.AddReport(ctx, report); err != nil {
		t.Fatal(err)
	}
	if list, err := s.ReportsBy(ctx, "a"); err != nil || !slices.Equal(list, []store.Report{report}) {
		t.Errorf("%+v, %v", list, err)
	}
	if err := s.CloseReport(ctx, "r", 8); err != nil {
		t.Fatal(err)
	}
	report.DoneAt = 8
	if list, err := s.Reports(ctx, true); err != nil || !slices.Equal(list, []store.Report{report}) {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := s.Reports(ctx, false); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if err := s.CloseReport(ctx, "x", 8); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}

	if err := s.AddToken(ctx, "token", "b", 0, store.Token{Scopes: store.AllScopes}); err != nil {
		t.Fatal(err)
	}
	if err := s.Block(ctx, "c", "b", 1); err != nil {
		t.Fatal(err)
	}
	if err := s.DeletePerson(ctx, "b", 0); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.TokenOwner(ctx, "token", 1); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
	if list, err := s.Passkeys(ctx, "b"); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := s.Blocks(ctx, "c"); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	report.About, report.AboutName = "", ""
	if list, err := s.Reports(ctx, true); err != nil || !slices.Equal(list, []store.Report{report}) {
		t.Errorf("%+v, %v: the report stays, without the name", list, err)
	}
	if err := s.AddPerson(ctx, store.Person{ID: "d", Name: "Name of b", Registered: true}); err != nil {
		t.Errorf("the name of who has gone is free: %v", err)
	}
}

func renaming(t *testing.T, s store.Store) {
	ctx := context.Background()
	x := Open(t, s, "m", func(s *match.Settings) { s.Rated = false }).Sit()
	x.Play(mate...)
	x.Do("p1", match.Rematch{})
	x.Do("p0", match.Rematch{})
	other := match.Player{ID: "q", Name: "Somebody", Account: true}
	if err := x.Try("q", match.Rename{Player: other}); err == nil {
		t.Error("a stranger is renamed")
	}
	x.Do("p0", match.Rename{Player: other})
	if list, err := s.MatchesOf(ctx, "p0", 10); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	list, err := s.MatchesOf(ctx, "q", 10)
	if err != nil || len(list) != 1 || list[0].Owner != other || list[0].Seats[0] != other || list[0].Seats[1] != Player(1) {
		t.Errorf("%+v, %v", list, err)
	}
	games, err := s.Games(ctx, "m")
	if err != nil || len(games) != 1 || games[0].Players[0] != other {
		t.Errorf("%+v, %v", games, err)
	}
	x.Play("e2e4", "e7e5")
	if err := x.Try("p1", match.Rename{Player: other}); err == nil {
		t.Error("one person sits in two seats")
	}
}

func erasing(t *testing.T, s store.Store) {
	ctx := context.Background()
	x := Open(t, s, "m", nil).Sit()
	x.Play(mate...)
	x.Do("p1", match.Chat{Name: "Player 1", Text: "a secret"})
	y := Open(t, s, "n", nil)
	y.Do("p1", match.Chat{Name: "Player 1", Text: "from outside"})
	invites := func(names ...string) func(*match.Settings) {
		return func(s *match.Settings) { s.Visibility, s.Invited = match.Private, names }
	}
	z := Open(t, s, "o", invites("Nobody else", "player 1"))
	Open(t, s, "p", invites("Player 11"))
	if list, err := s.Invitations(ctx, "Player 1"); err != nil || !slices.Equal(list, []string{"o"}) {
		t.Fatalf("%v, %v", list, err)
	}
	nobody := match.Rename{Player: match.Player{ID: "gone-1", Name: "–", Account: true}, Name: "Player 1"}
	x.Do("p1", nobody)
	z.Do("p1", nobody)
	if err := y.Try("p1", nobody); err == nil {
		t.Error("renamed where only something was said")
	}
	if list, err := s.Invitations(ctx, "Player 1"); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	if err := s.ErasePerson(ctx, "p1", nobody); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"m", "n", "o"} {
		events, err := s.Events(ctx, id, 0)
		if err != nil {
			t.Fatal(err)
		}
		state := match.New()
		for i, e := range events {
			body, err := json.Marshal(e)
			if text := strings.ReplaceAll(strings.ToLower(string(body)), "player 1", "Player 1"); err != nil || strings.Contains(text, "p1") || strings.Contains(text, "Player 1") || strings.Contains(text, "secret") || strings.Contains(text, "outside") {
				t.Errorf("match %s, event %d still tells of who has gone: %s", id, i+1, text)
			}
			if state, err = match.Apply(rules, state, e); err != nil {
				t.Fatal(err)
			}
		}
	}
	if r, err := s.Ratings(ctx, "p1"); err != nil || len(r) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	for person, want := range map[string][]string{"p1": nil, "gone-1": {"m", "n", "o"}, "p0": {"m", "n", "o", "p"}} {
		if got, err := s.Mentions(ctx, person); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s is mentioned in %v, %v; want %v", person, got, err, want)
		}
	}
	snapshot := func() string {
		text := ""
		for _, id := range []string{"p0", "p1", "gone-1"} {
			r, err := s.Ratings(ctx, id)
			m, err2 := s.MatchesOf(ctx, id, 10)
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			text += fmt.Sprintf("%s %+v %+v\n", id, r, m)
		}
		g, err := s.Games(ctx, "m")
		if err != nil {
			t.Fatal(err)
		}
		return text + fmt.Sprintf("%+v", g)
	}
	before := snapshot()
	if err := s.Rebuild(ctx, rules, nil); err != nil {
		t.Fatal(err)
	}
	if after := snapshot(); after != before {
		t.Errorf("before rebuilding\n%s\nafter\n%s", before, after)
	}
}

func gamesOf(t *testing.T, s store.Store) {
	ctx := context.Background()
	for i, visibility := range []match.Visibility{match.Public, match.Private, match.ByLink} {
		x := Open(t, s, fmt.Sprint("m", i), func(s *match.Settings) {
			s.Visibility, s.Clock = visibility, match.Clock{Kind: match.NoClock}
			if visibility == match.Private {
				s.Invited = []string{"Player 1"}
			}
		}).Sit()
		x.Now += match.Moment(i) * 1_000_000
		x.Play(mate...)
		x.Do("p0", match.Rematch{})
		x.Do("p1", match.Rematch{})
		x.Do("p0", match.Abort{})
	}
	list := func(private bool, skip, limit int) (text []string) {
		t.Helper()
		games, err := s.GamesOf(ctx, "p1", private, skip, limit)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range games {
			if g.Settings.Game != "wotn" || len(g.Players) != 2 {
				t.Errorf("%+v", g)
			}
			text = append(text, fmt.Sprint(g.Match, " ", g.Number))
		}
		return text
	}
	if got := list(true, 0, 10); !slices.Equal(got, []string{"m2 2", "m2 1", "m1 2", "m1 1", "m0 2", "m0 1"}) {
		t.Errorf("%v", got)
	}
	if got := list(false, 1, 2); !slices.Equal(got, []string{"m2 1", "m0 2"}) {
		t.Errorf("%v", got)
	}
	ratings, err := s.RatingsOf(ctx, []string{"p0", "p1", "x"})
	if err != nil || len(ratings["p0"]) != 1 || len(ratings["x"]) != 0 || ratings["p1"][0].Games != 3 {
		t.Errorf("%+v, %v", ratings, err)
	}
	if none, err := s.RatingsOf(ctx, nil); err != nil || len(none) != 0 {
		t.Errorf("%+v, %v", none, err)
	}
}

// views is everything that can be asked of the views.
func views(t *testing.T, s store.Store) string {
	t.Helper()
	ctx := context.Background()
	var text string
	add := func(v any, err error) {
		if err != nil {
			t.Fatal(err)
		}
		text += fmt.Sprintf("%+v\n", v)
	}
	add(s.Waiting(ctx, 100))
	add(s.Playing(ctx, 100))
	add(s.Overdue(ctx, 1<<60, 100))
	for i := range 5 {
		add(s.MatchesOf(ctx, Player(i).ID, 100))
		add(s.Ratings(ctx, Player(i).ID))
		add(s.Mentions(ctx, Player(i).ID))
	}
	add(s.Mentions(ctx, "w"))
	for i := range 10 {
		add(s.Games(ctx, fmt.Sprint("m", i)))
	}
	return text
}

func rebuilding(t *testing.T, s store.Store) { CheckRebuild(t, s, s.Rebuild) }

// CheckRebuild plays some matches of every kind in a store, and finds nothing
// changed after rebuild.
func CheckRebuild(t *testing.T, s store.Store, rebuild func(ctx context.Context, rules match.Rules, each func()) error) {
	Fill(t, s)
	before := views(t, s)
	count := 0
	if err := rebuild(context.Background(), rules, func() { count++ }); err != nil {
		t.Fatal(err)
	}
	if count == 0 {
		t.Error("nothing was rebuilt")
	}
	if after := views(t, s); after != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
	x := Open(t, s, "later", nil).Sit()
	x.Play(mate...)
}

// Fill plays some matches of every kind: open, running, finished, rated, with
// a handicap, with engines.
func Fill(t testing.TB, s store.Store) {
	Open(t, s, "m0", nil)
	Open(t, s, "m1", nil).Sit().Play("e2e4")
	for i := 2; i < 5; i++ {
		x := Open(t, s, fmt.Sprint("m", i), nil).Sit()
		x.Play(mate...)
		x.Do("p0", match.Rematch{})
		x.Do("p1", match.Rematch{})
		x.Play("e2e4", "e7e5")
		x.Do("p1", match.OfferDraw{})
		x.Do("p0", match.OfferDraw{})
	}
	Open(t, s, "m7", nil).Do("w", match.Chat{Name: "Wanda", Text: "may I join?"})
	left := Open(t, s, "m8", nil)
	left.Do("p4", match.Sit{Player: Player(4), Seat: 1})
	left.Do("p0", match.Abort{})
	x := Open(t, s, "m5", func(s *match.Settings) { s.Rated, s.Handicap, s.Points = false, true, []int{0, 1} }).Sit()
	x.Do("p1", match.Promote{Promotions: []match.HandicapPromotion{{Square: "a2", Kind: "S"}}, Done: true})
	x.Play("e2e4")
	y := Open(t, s, "m6", func(s *match.Settings) {
		s.Game, s.Variant, s.Seats, s.Timeout = "lancelot", "excalibur", 4, match.Skip
	}).Sit()
	y.Do(y.State.Seats[y.State.ToAct()].Player.ID, match.Move{Text: "Xg6", Ply: match.AnyPly})
	for i := range 3 {
		y.Do(Player(i).ID, match.Resign{})
	}
}

func closed(t *testing.T, s store.Store) {
	x := Open(t, s, "m", nil).Sit()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := x.Try("p0", match.Move{Text: "e2e4", Ply: match.AnyPly}); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("%v, want that the store is not available", err)
	}
}

func sightings(t *testing.T, s store.Store) {
	ctx := context.Background()
	if list, err := s.LastPresence(ctx, []string{"m"}); err != nil || len(list) != 0 {
		t.Fatalf("%v, %v of nobody", list, err)
	}
	var many []store.Presence
	for i := range 500 {
		many = append(many, store.Presence{Match: "m" + strconv.Itoa(i%3), Person: "p" + strconv.Itoa(i), At: 7})
	}
	many = append(many, many[0], store.Presence{Match: "m0", Person: "p0", At: 9})
	for _, seen := range [][]store.Presence{many, {{Match: "m0", Person: "p0", At: 8}}, nil} {
		if err := s.SavePresence(ctx, seen); err != nil {
			t.Fatal(err)
		}
	}
	list, err := s.LastPresence(ctx, []string{"m0", "m2"})
	if err != nil || len(list) != 333 {
		t.Fatalf("%d sightings, %v", len(list), err)
	}
	for _, x := range list {
		want := match.Moment(7)
		if x.Person == "p0" {
			want = 9
		}
		if x.At != want || x.Match == "m1" {
			t.Errorf("%+v", x)
		}
	}
}

func tidying(t *testing.T, s store.Store) {
	ctx := context.Background()
	now := match.Moment(1_700_000_000_000)
	kept := now.After(-store.PresenceLifetime)
	if err := s.SavePresence(ctx, []store.Presence{{Match: "m", Person: "old", At: kept - 1}, {Match: "m", Person: "new", At: kept}}); err != nil {
		t.Fatal(err)
	}
	for token, until := range map[string]match.Moment{"over": now - 1, "running": now + 1} {
		if err := s.SetSession(ctx, token, []byte("data"), until); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if err := s.DeleteExpired(ctx, now); err != nil {
			t.Fatal(err)
		}
	}
	if list, err := s.LastPresence(ctx, []string{"m"}); err != nil || len(list) != 1 || list[0].Person != "new" {
		t.Errorf("%+v, %v", list, err)
	}
	for token, want := range map[string]error{"over": store.ErrNotFound, "running": nil} {
		// Asked for as of long ago, only what is gone is not found.
		if _, err := s.Session(ctx, token, 0); !errors.Is(err, want) {
			t.Errorf("session %s: %v, want %v", token, err, want)
		}
	}
}

func gaps(t *testing.T, s store.Store) {
	ctx := context.Background()
	want := func(now, known match.Moment, want store.Downtime) {
		t.Helper()
		if got, err := s.Heartbeat(ctx, now, known); err != nil || got != want {
			t.Fatalf("at %d: %+v, %v; want %+v", now, got, err, want)
		}
	}
	for range 2 {
		if err := s.Probe(ctx); err != nil {
			t.Fatal(err)
		}
	}
	none := store.Downtime{}
	x := Open(t, s, "m", nil)
	start := x.Now
	want(start, 0, none) // nobody has a deadline: nothing is noted
	clock := func(want match.Moment) {
		t.Helper()
		now, recorded, err := s.Clock(ctx)
		if err != nil || recorded != want {
			t.Fatalf("%d was recorded, %v; want %d", recorded, err, want)
		}
		// The database is on this machine.
		if off := match.Moment(time.Now().UnixMilli()) - now; now != 0 && (off < -2000 || off > 20_000) {
			t.Fatalf("the clock of the store is %d ms off", off)
		}
	}
	clock(0)
	x.Sit()
	want(start+1_000_000, 0, none) // the first
	at := start + 1_000_000
	want(at+1000, 0, none)
	want(at+1000+match.Moment(store.MinDowntime)-1, 0, none)
	at += 1000 + match.Moment(store.MinDowntime) - 1
	first := store.Downtime{From: at, Until: at.After(store.MinDowntime)}
	want(first.Until, 0, first)
	at = first.Until
	// Another program, whose clock is behind.
	want(at-500, 0, first)
	want(at+1000, 0, first)
	// Who knows that he was there meanwhile, though he had nothing to note.
	at += 1000
	want(at+60_000, at+59_000, first)
	at += 60_000
	want(at+60_000, at-5, store.Downtime{From: at, Until: at + 60_000})
	at += 60_000
	clock(at)
	x.Do("p0", match.Abort{})
	want(at+10_000, 0, none)
	clock(at)
	// Deadlines of days are noted now and then.
	y := Open(t, s, "days", func(s *match.Settings) {
		s.Clock = match.Clock{Kind: match.Correspondence, PerTurn: match.Day}
	})
	y.Now = at + 100_000
	y.Sit()
	gap := store.Downtime{From: at - 60_000, Until: at}
	for i, recorded := range []match.Moment{100_000, 100_000, 100_000, 160_000} {
		now := at + 100_000 + match.Moment(i)*20_000
		want(now, now-1000, [...]store.Downtime{gap, none, none, gap}[i])
		clock(at + recorded)
	}
}

// answers keeps answers to requests with keys.
func answers(t *testing.T, s store.Store) {
	ctx := context.Background()
	now := match.Moment(1_700_000_000_000)
	first := store.IdempotentRequest{ID: "a", Request: "r", Person: "p", At: now, Program: "x", Lease: now.After(match.Second)}
	want := func(id string, want store.IdempotentRequest) {
		t.Helper()
		if a, err := s.Request(ctx, id, now); err != nil || a != want {
			t.Errorf("%+v, %v; want %+v", a, err, want)
		}
	}
	begin := func(a store.IdempotentRequest, earlier store.IdempotentRequest) {
		t.Helper()
		if got, err := s.BeginRequest(ctx, a); err != nil || got != earlier {
			t.Errorf("%+v, %v; want %+v", got, err, earlier)
		}
	}
	if _, err := s.Request(ctx, "a", now); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("before: %v", err)
	}
	begin(first, store.IdempotentRequest{})
	other := first
	other.Program, other.Request = "y", "q"
	begin(other, first)
	want("a", first)

	// One of two takes it over.
	for i, ok := range []bool{true, false} {
		if got, err := s.ResumeRequest(ctx, first, "y", now.After(2*match.Second)); err != nil || got != ok {
			t.Errorf("take-over %d: %t, %v", i, got, err)
		}
	}
	if err := s.FinishRequest(ctx, "a", "x", "late"); err != nil {
		t.Error(err)
	}
	if err := s.FinishRequest(ctx, "a", "y", "body"); err != nil {
		t.Error(err)
	}
	done := first
	done.Program, done.Lease, done.Body = "", 0, "body"
	want("a", done)
	begin(other, done)
	if got, err := s.ResumeRequest(ctx, done, "z", now); err != nil || got {
		t.Errorf("one that has an answer is taken over: %t, %v", got, err)
	}

	// Dropped ones begin anew, and so do old ones.
	dropped := store.IdempotentRequest{ID: "d", Request: "r", At: now, Program: "x"}
	begin(dropped, store.IdempotentRequest{})
	if err := s.DiscardRequest(ctx, "d", "x"); err != nil {
		t.Error(err)
	}
	begin(dropped, store.IdempotentRequest{})
	later := first
	later.At = now.After(store.RequestLifetime + 1)
	begin(later, store.IdempotentRequest{})

	for i := range store.MaxRequests + 5 {
		begin(store.IdempotentRequest{ID: fmt.Sprint("many ", i), Person: "many", At: now.After(match.Millis(i))}, store.IdempotentRequest{})
	}
	for i, want := range map[int]error{4: store.ErrNotFound, 5: nil, store.MaxRequests + 4: nil} {
		if _, err := s.Request(ctx, fmt.Sprint("many ", i), now); !errors.Is(err, want) {
			t.Errorf("answer %d: %v, want %v", i, err, want)
		}
	}
	if err := s.DeleteExpired(ctx, now.After(store.RequestLifetime+1)); err != nil {
		t.Error(err)
	}
	if _, err := s.Request(ctx, "d", now); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an old one: %v", err)
	}
	if _, err := s.Request(ctx, "a", now); err != nil {
		t.Errorf("a new one: %v", err)
	}
}
