package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

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

func closed(t *testing.T, s store.Store) {
	x := Open(t, s, "m", nil).Sit()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := x.Try("p0", match.Move{Text: "e2e4", Ply: match.AnyPly}); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("%v, want that the store is not available", err)
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
	want(start, 0, none) // no deadline: no heartbeat is stored
	clock := func(want match.Moment) {
		t.Helper()
		now, recorded, err := s.Clock(ctx)
		if err != nil || recorded != want {
			t.Fatalf("%d was recorded, %v; want %d", recorded, err, want)
		}
		// The database runs on this machine.
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
	// Another process, whose clock is behind.
	want(at-500, 0, first)
	want(at+1000, 0, first)
	// This process was able to store events, although it stored no heartbeat.
	at += 1000
	want(at+60_000, at+59_000, first)
	at += 60_000
	want(at+60_000, at-5, store.Downtime{From: at, Until: at + 60_000})
	at += 60_000
	clock(at)
	x.Do("p0", match.Abort{})
	want(at+10_000, 0, none)
	clock(at)
	// With deadlines in some days, heartbeats are rare.
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

// firstGap loses the store before the first heartbeat was stored.
func firstGap(t *testing.T, s store.Store) {
	x := Open(t, s, "m", nil).Sit()
	want := store.Downtime{From: x.Now, Until: x.Now + 9000}
	if got, err := s.Heartbeat(context.Background(), want.Until, want.From); err != nil || got != want {
		t.Fatalf("%+v, %v; want %+v", got, err, want)
	}
}
