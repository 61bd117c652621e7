package host

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
)

// machine is a computer with a settable system time and a monotonic clock.
type machine struct{ wall, mono atomic.Int64 }

func newMachine(at time.Time) *machine {
	m := &machine{}
	m.wall.Store(at.UnixNano())
	return m
}

func (m *machine) clock() *Clock {
	return newClock(func() (wall, mono time.Duration) {
		return time.Duration(m.wall.Load()), time.Duration(m.mono.Load())
	})
}

// pass advances both clocks; step changes the system time only.
func (m *machine) pass(d time.Duration) { m.wall.Add(int64(d)); m.mono.Add(int64(d)) }
func (m *machine) step(d time.Duration) { m.wall.Add(int64(d)) }

// TestClockIsSteady sets the system time forward and back: the clock neither jumps
// nor goes back, and returns to the system time slowly.
func TestClockIsSteady(t *testing.T) {
	for _, step := range []time.Duration{-time.Hour, time.Hour, -20 * time.Second, 4 * 24 * time.Hour} {
		m := newMachine(time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC))
		c := m.clock()
		start := c.Now()
		m.step(step)
		if c.Now() != start {
			t.Errorf("%v: the clock jumped by %d ms", step, c.Now()-start)
		}
		last := start
		for range 60_000 {
			m.pass(time.Millisecond)
			now := c.Now()
			if now < last || now > last+2 {
				t.Fatalf("%v: %d ms passed in one", step, now-last)
			}
			last = now
		}
		if off := last - start.After(match.Minute); off < -60 || off > 60 {
			t.Errorf("%v: a minute was wrong by %d ms", step, off)
		}
		m.pass(step.Abs() * 1100)
		c.Now()
		m.pass(time.Second)
		if want := match.Moment(m.wall.Load() / 1e6); c.Now() != want {
			t.Errorf("%v: the clock does not return: it is %d ms off", step, c.Now()-want)
		}
	}
}

func steadyHost(s store.Store, c *Clock) *Host {
	h := New(s, games.Rules{}, slog.New(slog.NewTextHandler(io.Discard, nil)))
	h.clock = c
	return h
}

func openSQLite(t *testing.T) *sqlstore.Store {
	t.Helper()
	s := storetest.OpenSQLite(t)
	return s
}

func (h *Host) must(t *testing.T, id, by string, a match.Action) []NumberedEvent {
	t.Helper()
	events, err := h.Do(t.Context(), id, match.Command{At: h.Now(), By: by, Do: a})
	if err != nil {
		t.Fatalf("%s %#v: %v", by, a, err)
	}
	return events
}

func (h *Host) open(t *testing.T, id string, clock match.Clock) {
	t.Helper()
	h.must(t, id, "p0", match.Open{Owner: storetest.Player(0), Settings: match.Settings{
		Game: "wotn", Variant: "wotn", Seats: 2, Visibility: match.Public, Clock: clock,
	}})
	h.must(t, id, "p1", match.Sit{Player: storetest.Player(1), Seat: 1})
	h.must(t, id, "p0", match.Move{Text: "e2e4", Ply: 0})
	h.must(t, id, "p1", match.Move{Text: "e7e5", Ply: 1})
}

// TestSystemTimeIsSet changes the system time by an hour during a game: the seat to
// act gains and loses no time, and its flag falls after its minute.
func TestSystemTimeIsSet(t *testing.T) {
	for _, step := range []time.Duration{-time.Hour, time.Hour} {
		m := newMachine(time.Now())
		h := steadyHost(openSQLite(t), m.clock())
		h.open(t, "m", match.Clock{Kind: match.RealTime, Initial: match.Minute})
		h.open(t, "slow", match.Clock{Kind: match.Correspondence, PerTurn: match.Day})
		beat := func() {
			if err := h.heartbeat(t.Context(), 0); err != nil {
				t.Fatal(err)
			}
			h.dropFlags(t.Context())
		}
		beat()
		m.pass(2 * time.Second)
		beat()
		m.step(step)
		for range 8 {
			m.pass(time.Second)
			beat()
		}
		if e := h.must(t, "m", "p0", match.Move{Text: "d2d4", Ply: 2})[0].Event; e.Spent+e.Lag < 9900 || e.Spent+e.Lag > 10_100 {
			t.Errorf("%v: the move took %d ms, want 10 s", step, e.Spent+e.Lag)
		}
		if e := h.must(t, "slow", "p0", match.Move{Text: "d2d4", Ply: 2})[0].Event; e.At.Since(h.Now()) > 0 {
			t.Errorf("%v: the move was at %d, now is %d", step, e.At, h.Now())
		}
		if downtime := h.heartbeats.downtime.Load(); downtime != nil {
			t.Errorf("%v: time is given back: %+v", step, *downtime)
		}
		for range 66 {
			m.pass(time.Second)
			beat()
		}
		if s, err := h.State(t.Context(), "m"); err != nil || s.Outcome.Reason != match.ByTime {
			t.Errorf("%v: %+v, %v; want that the flag has fallen", step, s.Outcome, err)
		}
		if s, err := h.State(t.Context(), "slow"); err != nil || s.Phase != match.Playing {
			t.Errorf("%v: %s, %v", step, s.Phase, err)
		}
		events, err := h.store.Events(t.Context(), "m", 0)
		if err != nil {
			t.Fatal(err)
		}
		for i := range events[1:] {
			if events[i+1].At < events[i].At {
				t.Errorf("%v: event %d is before event %d", step, i+2, i+1)
			}
		}
	}
}

// TestSystemTimeIsSetWhileStopped starts another host whose system time is an hour
// before that of the previous one, or after it.
func TestSystemTimeIsSetWhileStopped(t *testing.T) {
	for _, step := range []time.Duration{-time.Hour, time.Hour} {
		m := newMachine(time.Now())
		s := openSQLite(t)
		a := steadyHost(s, m.clock())
		a.open(t, "m", match.Clock{Kind: match.RealTime, Initial: match.Minute})
		a.open(t, "slow", match.Clock{Kind: match.Correspondence, PerTurn: match.Day})
		for range 10 {
			if err := a.heartbeat(t.Context(), 0); err != nil {
				t.Fatal(err)
			}
			m.pass(time.Second)
		}
		m.step(step)
		b := steadyHost(s, m.clock())
		if err := b.SetClock(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.dropFlags(t.Context())
		m.pass(2 * time.Second)
		b.dropFlags(t.Context())
		state, err := b.State(t.Context(), "m")
		if err != nil {
			t.Fatal(err)
		}
		deadline, runs := state.Deadline()
		left := deadline - b.Now()
		if !runs || left < 47_000 || left > 52_000 {
			t.Errorf("%v: there are %d ms left, want 48 s and what the line is compensated with", step, left)
		}
		if now := b.Now(); now < state.TurnAt {
			t.Errorf("%v: now is %d ms before the turn", step, state.TurnAt-now)
		}
		slow, err := b.State(t.Context(), "slow")
		if err != nil {
			t.Fatal(err)
		}
		// Forward, the hour is one of downtime, in which days go on.
		deadline, _ = slow.Deadline()
		want := match.Day - 12*match.Second - match.Millis(max(0, step.Milliseconds()))
		if left := match.Millis(deadline - b.Now()); left < want-2*match.Second || left > want+3*match.Second {
			t.Errorf("%v: there are %d ms left of a day, want %d", step, left, want)
		}
	}
}

// TestEventTimesDoNotDecrease continues a match at a host whose clock is behind.
func TestEventTimesDoNotDecrease(t *testing.T) {
	m := newMachine(time.Now())
	s := openSQLite(t)
	a := steadyHost(s, m.clock())
	a.open(t, "m", match.Clock{Kind: match.RealTime, Initial: match.Minute})
	m.step(-time.Second)
	b := steadyHost(s, m.clock())
	e := b.must(t, "m", "p0", match.Move{Text: "d2d4", Ply: 2})[0].Event
	if before, err := s.Events(t.Context(), "m", 0); err != nil || e.At < before[len(before)-2].At {
		t.Errorf("the move was at %d, after an event at %d; %v", e.At, before[len(before)-2].At, err)
	}
}

// TestNodesShareDatabaseClock plays one match through three hosts whose system times
// are hours apart.
func TestNodesShareDatabaseClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := newMachine(time.Now())
		s := clocked{openSQLite(t), db}
		var nodes []*Host
		machines := []*machine{db}
		for _, off := range []time.Duration{0, -time.Hour, 5 * time.Hour} {
			m := newMachine(time.Now().Add(off))
			h := steadyHost(s, m.clock())
			if err := h.SetClock(t.Context()); err != nil {
				t.Fatal(err)
			}
			nodes, machines = append(nodes, h), append(machines, m)
		}
		pass := func() {
			for _, m := range machines {
				m.pass(2 * time.Second)
			}
			for _, h := range nodes {
				h.followStore(t.Context())
				h.dropFlags(t.Context())
			}
		}
		nodes[0].open(t, "m", match.Clock{Kind: match.RealTime, Initial: match.Minute})
		play := func(i int, text string) {
			t.Helper()
			e := nodes[i%3].must(t, "m", storetest.Player(i%2).ID, match.Move{Text: text, Ply: 2 + i})[0].Event
			if took := e.Spent + e.Lag; took < 1990 || took > 2010 {
				t.Errorf("%s at node %d took %d ms, want 2 s", text, i%3, took)
			}
		}
		for i, text := range []string{"d2d4", "d7d5", "c2c4", "c7c5"} {
			pass()
			play(i, text)
		}
		// The time of the database is changed, and another host starts: it has the time of
		// the others.
		db.step(time.Hour)
		stop := make(chan struct{})
		defer close(stop)
		go func() {
			for at := match.Millis(1); ; at++ {
				select {
				case <-stop:
					return
				case <-time.After(100 * time.Millisecond):
					s.Heartbeat(context.Background(), nodes[0].Now().After(at), nodes[0].Now())
				}
			}
		}()
		late := steadyHost(s, newMachine(time.Now()).clock())
		if err := late.SetClock(t.Context()); err != nil {
			t.Fatal(err)
		}
		if off := late.Now() - nodes[0].Now(); off < -1000 || off > 1000 {
			t.Errorf("the host that started last is %d ms off", off)
		}
	})
}

// clocked is a store with a clock of its own.
type clocked struct {
	store.Store
	machine *machine
}

func (c clocked) Clock(ctx context.Context) (now, recorded match.Moment, err error) {
	_, recorded, err = c.Store.Clock(ctx)
	return match.Moment(c.machine.wall.Load() / 1e6), recorded, err
}

// clockless is a store whose clock cannot be read.
type clockless struct{ store.Store }

func (clockless) Clock(context.Context) (now, recorded match.Moment, err error) {
	return 0, 0, store.ErrUnavailable
}

func TestClockCannotBeSet(t *testing.T) {
	h := steadyHost(clockless{openSQLite(t)}, NewClock())
	if err := h.SetClock(t.Context()); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("%v", err)
	}
}
