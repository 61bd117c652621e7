package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

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

	slow := Open(t, s, "slow", Slow).Sit()
	slow.Play("e2e4")
	if v, err := s.Summary(ctx, "slow"); err != nil || v.Deadline != slow.Now.After(match.Day) {
		t.Errorf("deadline %d, %v; want %d", v.Deadline, err, slow.Now.After(match.Day))
	}
	slow.Do("p1", match.Resign{})
	if v, err := s.Summary(ctx, "slow"); err != nil || v.Deadline != 0 {
		t.Errorf("deadline %d after the end, %v", v.Deadline, err)
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
	if want := (store.EngineTurn{Match: "e", Seq: y.State.Seq, Seat: 0, Level: 4, People: true, Person: "p0", Lease: store.Lease{Attempts: 1, DueAt: y.Now.After(5000)}}); err != nil || turn != want {
		t.Errorf("%+v, %v; want %+v", turn, err, want)
	}
	if _, err := s.LeaseEngineTurn(ctx, store.EngineTurnQuery{Now: y.Now + 4999, Lease: 5000}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a turn that somebody works on: %v", err)
	}
	if _, err := s.LeaseEngineTurn(ctx, store.EngineTurnQuery{Now: y.Now + 5000, Lease: 5000}); err != nil {
		t.Errorf("a turn that was given up: %v", err)
	}
	for after, want := range map[match.Millis]int{9999: 0, 10000: 1} {
		if n, err := s.WaitingEngineTurns(ctx, y.Now.After(after), false); err != nil || n != want {
			t.Errorf("%d turns wait after %d ms, want %d; %v", n, after, want, err)
		}
	}
	y.Do("", match.Move{Seat: 0, Text: "e2e4", Ply: match.AnyPly})
	if n, err := s.WaitingEngineTurns(ctx, y.Now.After(10000), false); err != nil || n != 0 {
		t.Errorf("%d turns wait after the move, %v", n, err)
	}
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
	open("short", 4, 1, 12)
	now += 2000
	for people, want := range map[bool]int{false: 12, true: 5} {
		if n, err := s.WaitingEngineTurns(ctx, now, people); err != nil || n != want {
			t.Errorf("%d turns wait, want %d (only with people: %v); %v", n, want, people, err)
		}
	}

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
	order = append(order, take(store.EngineTurnQuery{People: true, Except: 10}).Match)
	none(store.EngineTurnQuery{People: true, Except: 10})
	for range 4 {
		order = append(order, take(store.EngineTurnQuery{}).Match)
	}
	none(store.EngineTurnQuery{People: true})
	order = append(order, take(store.EngineTurnQuery{}).Match)
	// Each person gets one turn before anyone gets a second; then watched games.
	if want := []string{"short", "much0", "one", "much1", "much2", "watched"}; !slices.Equal(order, want) {
		t.Errorf("turns went to %v, want %v", order, want)
	}
	if turn := take(store.EngineTurnQuery{}); turn.People || turn.Person != "p0" || turn.Attempts != 1 {
		t.Errorf("%+v", turn)
	}

	// Corrected engine time affects the next turns.
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
	// Three hours later the engine time no longer counts: the oldest turn is next.
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
		if err != nil || turn.Match != "m" || turn.Attempts != try {
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
	put(second, 900, false)
	take(900, 2) // the worker never releases it
	// Chat and a new name change neither the turn nor its lease and attempts.
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
