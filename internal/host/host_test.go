package host_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/testkit"
	"tafelrunde/wotn"
)

var quiet = slog.New(slog.NewTextHandler(io.Discard, nil))

func newHost(s store.Store) *host.Host { return host.New(s, games.Rules{}, quiet) }

func openStore(t *testing.T) *sqlstore.Store {
	t.Helper()
	s := storetest.OpenSQLite(t)
	return s
}

// run runs a host in the background until the test ends or stop is called.
func run(t *testing.T, h *host.Host) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); h.Run(ctx) }()
	stop = func() { cancel(); <-done }
	t.Cleanup(stop)
	return stop
}

func do(t *testing.T, h *host.Host, by string, a match.Action) []host.NumberedEvent {
	t.Helper()
	events, err := h.Do(context.Background(), "m", match.Command{At: host.Now(), By: by, Do: a})
	if err != nil {
		t.Fatalf("%s %#v: %v", by, a, err)
	}
	return events
}

func stateOf(t *testing.T, h *host.Host, id string) *match.State {
	t.Helper()
	state, err := h.State(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// receives waits until a host is notified of every change by other processes.
func receives(t *testing.T, h *host.Host) {
	t.Helper()
	testkit.Until(t, func() error {
		if !h.ReceivesNotices() {
			return errors.New("the host does not receive notices")
		}
		return nil
	})
}

// tableChangesAreShared: a host names the people whom the changes at another host concern,
// of matches in its memory and of others. Loading a match is no change.
func tableChangesAreShared(t *testing.T, a, b *host.Host) {
	changes := make(chan host.TableChange, 100)
	defer b.WatchTables(func(c *host.TableChange) { changes <- *c })()
	expect := func(id string, people, invited []string) {
		t.Helper()
		for late := time.After(5 * time.Second); ; {
			select {
			case c := <-changes:
				if c.Match == id && slices.Equal(c.People, people) && slices.Equal(c.Invited, invited) {
					return
				}
			case <-late:
				t.Fatalf("no change of %s with %v and %v", id, people, invited)
			}
		}
	}
	do(t, a, "p1", match.Rematch{})
	expect("m", []string{"p0", "p1"}, nil)
	do(t, a, "p1", match.DeclineRematch{})
	expect("m", []string{"p0", "p1"}, nil)
	settings := match.Settings{
		Game: "wotn", Variant: "wotn", Seats: 2, Visibility: match.Private, Invited: []string{"Player 2"}, Clock: match.Clock{Kind: match.NoClock},
	}
	open := match.Command{At: host.Now(), By: "p0", Do: match.Open{Settings: settings, Owner: storetest.Player(0), OwnerSeat: 0}}
	if _, err := a.Do(context.Background(), "invites", open); err != nil {
		t.Fatal(err)
	}
	expect("invites", []string{"p0"}, []string{"Player 2"})
	stateOf(t, b, "invites")
	select {
	case c := <-changes:
		t.Errorf("loading a match is announced: %+v", c)
	default:
	}
	if _, err := a.Do(context.Background(), "invites", match.Command{At: host.Now(), By: "p2", Do: match.Sit{Player: storetest.Player(2), Seat: 1}}); err != nil {
		t.Fatal(err)
	}
	expect("invites", []string{"p0", "p2"}, []string{"Player 2"})
	// A move changes notifications of both players in a game without a clock.
	s := stateOf(t, a, "invites")
	if _, err := a.Do(context.Background(), "invites", match.Command{At: host.Now(), By: s.Seats[s.ToAct()].Player.ID, Do: move("e2e4")}); err != nil {
		t.Fatal(err)
	}
	expect("", []string{"p0", "p2"}, nil)
}

// TestOpeningsAreAnnounced: watchers learn which changes open or close a public table.
func TestOpeningsAreAnnounced(t *testing.T) {
	s := storetest.OpenSQLite(t)
	h := host.New(s, games.Rules{}, slog.New(slog.DiscardHandler))
	opening, changes := false, 0
	defer h.WatchTables(func(c *host.TableChange) { opening, changes = opening || c.Opening, changes+1 })()
	settings := match.Settings{Game: "lancelot", Variant: "basic", Seats: 3, Timeout: match.Skip, Visibility: match.Public, Clock: match.Clock{Kind: match.NoClock}}
	for i, c := range []struct {
		by   string
		do   match.Action
		want bool
	}{
		{"p0", match.Open{Settings: settings, Owner: storetest.Player(0)}, true},
		{"p1", match.Sit{Player: storetest.Player(1), Seat: match.RandomSeat}, false},
		{"p2", match.Sit{Player: storetest.Player(2), Seat: match.RandomSeat}, true},
		{"p0", match.Abort{}, false},
	} {
		opening, changes = false, 0
		do(t, h, c.by, c.do)
		if opening != c.want || changes == 0 {
			t.Errorf("change %d: %d changes, opening %t", i, changes, opening)
		}
	}
}

func begin(t *testing.T, h *host.Host) {
	t.Helper()
	do(t, h, "p0", match.Open{Owner: storetest.Player(0), Settings: match.Settings{
		Game: "wotn", Variant: "wotn", Seats: 2, Visibility: match.Public, Takebacks: true,
		Clock: match.Clock{Kind: match.RealTime, Initial: match.Minute},
	}})
	do(t, h, "p1", match.Sit{Player: storetest.Player(1), Seat: 1})
}

// TestPlayersWhoAreAwayAreNotified: offers and the end of a game with a real-time clock are
// notified to players who have left it, and to no others.
func TestPlayersWhoAreAwayAreNotified(t *testing.T) {
	s := storetest.OpenSQLite(t)
	h := host.New(s, games.Rules{}, slog.New(slog.DiscardHandler))
	begin(t, h)
	at := host.Now()
	later := func(by string, a match.Action) {
		t.Helper()
		at += 10_000
		if _, err := h.Do(t.Context(), "m", match.Command{At: at, By: by, Do: a}); err != nil {
			t.Fatal(err)
		}
	}
	want := func(want ...store.NotificationKind) {
		t.Helper()
		var got []store.NotificationKind
		list, err := s.NotificationsOf(t.Context(), "p1", store.NoLimit)
		for _, n := range list {
			got = append(got, n.Kind)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("p1 has %v, %v, want %v", got, err, want)
		}
	}
	here, err := h.Subscribe(t.Context(), "m", "p1", 0, func() {})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"e2e4", "e7e5"} {
		later(stateOf(t, h, "m").Seats[stateOf(t, h, "m").ToAct()].Player.ID, move(text))
	}
	later("p0", match.OfferDraw{})
	want() // p1 sees it
	later("p1", match.DeclineDraw{})
	here.Close()
	later("p0", match.OfferTakeback{})
	want(store.Offer)
	later("p1", match.DeclineTakeback{})
	want()
	later("p0", match.Resign{})
	want(store.GameFinished)
	if list, err := s.NotificationsOf(t.Context(), "p0", store.NoLimit); err != nil || len(list) != 0 {
		t.Errorf("p0 has %v, %v", list, err)
	}
}

func move(text string) match.Move { return match.Move{Text: text, Ply: match.AnyPly} }

// follower reads the events of a subscription.
type follower struct {
	*host.Subscription
	news  chan struct{}
	taken []*host.NumberedEvent
}

func subscribe(t *testing.T, h *host.Host, person string, after int64) *follower {
	t.Helper()
	f := &follower{news: make(chan struct{}, 1)}
	var err error
	f.Subscription, err = h.Subscribe(context.Background(), "m", person, after, func() {
		select {
		case f.news <- struct{}{}:
		default:
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	return f
}

func ignore() {}

func next(t *testing.T, f *follower) host.NumberedEvent {
	t.Helper()
	for late := time.After(5 * time.Second); len(f.taken) == 0; {
		select {
		case <-f.news:
			more := true
			if f.taken, more = f.Take(); len(f.taken) == 0 && !more {
				t.Fatal("the subscription ended")
			}
		case <-late:
			t.Fatal("no event within 5 s")
		}
	}
	n := f.taken[0]
	f.taken = f.taken[1:]
	return *n
}

func TestSubscriptionOrder(t *testing.T) {
	h := newHost(openStore(t))
	begin(t, h)
	all, later := subscribe(t, h, "p0", 0), subscribe(t, h, "", 3)
	if n := len(all.Past); int64(n) != all.State.Seq || len(later.Past) != n-3 || later.Past[0].Seq != 4 {
		t.Fatalf("%d and %d past events of %d", n, len(later.Past), all.State.Seq)
	}
	do(t, h, "p0", move("e2e4"))
	do(t, h, "p1", move("e7e5"))
	for _, s := range []*follower{all, later} {
		for i, want := range []string{"e2e4", "e7e5"} {
			if n := next(t, s); n.Event.Move != want || n.Seq != s.State.Seq+int64(i)+1 {
				t.Errorf("%+v, want %s", n, want)
			}
		}
	}
	if present, err := h.Present(context.Background(), "m"); err != nil || !present[0] || present[1] {
		t.Errorf("present: %v, %v", present, err)
	}
}

func TestRefusalsAreNotPublished(t *testing.T) {
	s := openStore(t)
	h := newHost(s)
	begin(t, h)
	sub := subscribe(t, h, "", 0)
	_, err := h.Do(context.Background(), "m", match.Command{At: host.Now(), By: "p1", Do: move("e7e5")})
	var refusal *match.Refusal
	if !errors.As(err, &refusal) || refusal.Code != "not-your-turn" {
		t.Fatal(err)
	}
	if _, err := h.Do(context.Background(), "none", match.Command{Do: move("e7e5")}); !errors.Is(err, host.ErrNoMatch) {
		t.Fatal(err)
	}
	if _, err := h.Subscribe(context.Background(), "none", "", 0, ignore); !errors.Is(err, host.ErrNoMatch) {
		t.Fatal(err)
	}
	if events, err := s.Events(context.Background(), "m", sub.State.Seq); err != nil || len(events) != 0 {
		t.Errorf("%v, %v", events, err)
	}
	if events, more := sub.Take(); len(events) != 0 || !more {
		t.Errorf("events %v, more to come: %v", events, more)
	}
	if c := h.Counts(); c.Live != 1 {
		t.Errorf("%d matches in memory", c.Live)
	}
}

func TestTwoHostsOfOneMatch(t *testing.T) {
	s := openStore(t)
	a, b := newHost(s), newHost(s)
	begin(t, a)
	if _, err := b.State(context.Background(), "m"); err != nil {
		t.Fatal(err)
	}
	watching := subscribe(t, b, "", 0)
	do(t, a, "p0", move("e2e4"))
	do(t, b, "p1", move("e7e5")) // b has not received e2e4
	if n := next(t, watching); n.Event.Move != "e2e4" {
		t.Errorf("%+v", n)
	}
	if n := next(t, watching); n.Event.Move != "e7e5" {
		t.Errorf("%+v", n)
	}
	var played atomic.Int64
	var wait sync.WaitGroup
	for _, h := range []*host.Host{a, b, a, b} {
		wait.Go(func() {
			if _, err := h.Do(context.Background(), "m", match.Command{At: host.Now(), By: "p0", Do: move("g1f3")}); err == nil {
				played.Add(1)
			}
		})
	}
	wait.Wait()
	if played.Load() != 1 {
		t.Errorf("one move was played %d times", played.Load())
	}
}

func TestHostsOnPostgres(t *testing.T) {
	cluster := storetest.Postgres(t)
	address := cluster.Database(t)
	open := func() store.Store {
		s, err := sqlstore.OpenPostgres(context.Background(), address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	a, b := newHost(open()), newHost(open())
	run(t, a)
	run(t, b)
	begin(t, a)
	t.Run("Presence", func(t *testing.T) { presenceIsShared(t, open(), a, b) })
	t.Run("Restart", func(t *testing.T) {
		now := host.Now()
		absenceAfterRestart(t, open(), func(d time.Duration) match.Moment {
			now = now.After(match.Millis(d.Milliseconds()))
			return now
		})
	})
	watching := subscribe(t, b, "", 0)
	changed := make(chan struct{}, 100)
	stop := b.WatchLobby(func() { changed <- struct{}{} })
	defer stop()
	receives(t, b)
	do(t, a, "p0", move("e2e4"))
	if n := next(t, watching); n.Event.Move != "e2e4" {
		t.Errorf("%+v", n)
	}
	do(t, a, "p0", match.Abort{})
	if n := next(t, watching); n.Event.Type != match.Ended {
		t.Errorf("%+v", n)
	}
	select {
	case <-changed:
	case <-time.After(5 * time.Second):
		t.Error("the lobby was not notified")
	}
	t.Run("Tables", func(t *testing.T) { tableChangesAreShared(t, a, b) })
	// Without the database nothing is stored or published; afterwards the match continues.
	do(t, a, "p0", match.Rematch{})
	next(t, watching)
	cluster.Stop(t)
	if _, err := a.Do(context.Background(), "m", match.Command{At: host.Now(), By: "p1", Do: match.Rematch{}}); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("%v, want that the store is not available", err)
	}
	cluster.Start(t)
	// Each pooled connection fails once, here and at the other host.
	testkit.Until(t, func() error {
		_, err := a.Do(context.Background(), "m", match.Command{At: host.Now(), By: "p1", Do: match.Rematch{}})
		if err != nil && !errors.Is(err, store.ErrUnavailable) {
			t.Fatalf("after the restart of the database: %v", err)
		}
		return err
	})
	testkit.Until(t, func() error {
		s, err := b.Subscribe(t.Context(), "m", "", watching.State.Seq, func() {})
		if err != nil {
			return err
		}
		defer s.Close()
		if len(s.Past) == 0 || s.State.Game != 2 || s.State.Phase != match.Playing {
			return fmt.Errorf("the other host is %s in game %d", s.State.Phase, s.State.Game)
		}
		return nil
	})
}

func TestSlowSubscribersAreDisconnected(t *testing.T) {
	h := newHost(openStore(t))
	begin(t, h)
	slow, quick := subscribe(t, h, "", 0), subscribe(t, h, "", 0)
	for i := range 100 {
		do(t, h, "p0", match.Chat{Name: "x", Text: "hello"})
		if n := next(t, quick); n.Event.Type != match.Chatted {
			t.Fatalf("%d: %+v", i, n)
		}
	}
	events, more := slow.Take()
	received := len(events)
	if received == 0 || received >= 100 || more || h.Counts().SlowCuts != 1 {
		t.Errorf("received %d, more to come: %v, disconnected %d", received, more, h.Counts().SlowCuts)
	}
	again := subscribe(t, h, "", slow.State.Seq+int64(received))
	if len(again.Past) != 100-received {
		t.Errorf("%d events to catch up with, want %d", len(again.Past), 100-received)
	}
}

// TestFlagsFallOnTime lets a flag fall at a host that does not have the match in
// memory, within half a second of the deadline.
func TestFlagsFallOnTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openStore(t)
		a, b := newHost(s), newHost(s)
		begin(t, a)
		do(t, a, "p0", move("e2e4"))
		do(t, a, "p1", move("e7e5"))
		state := stateOf(t, a, "m")
		deadline, ok := state.Deadline()
		if !ok {
			t.Fatal("no deadline")
		}
		run(t, b)
		time.Sleep(time.Duration(deadline-host.Now()) * time.Millisecond)
		if state := stateOf(t, b, "m"); state.Phase != match.Playing {
			t.Errorf("%s at the deadline", state.Phase)
		}
		time.Sleep(500 * time.Millisecond)
		if o := stateOf(t, b, "m").Outcome; o.Reason != match.ByTime || o.Winners[0] != 1 {
			t.Errorf("%+v half a second after the deadline", o)
		}
	})
}

func TestIdleMatchesAreEvicted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHost(openStore(t))
		begin(t, h)
		run(t, h)
		sub, err := h.Subscribe(t.Context(), "m", "p0", 0, ignore)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(7 * time.Minute)
		if h.Counts().Live != 1 {
			t.Error("a match with a subscriber was evicted")
		}
		sub.Close()
		time.Sleep(7 * time.Minute)
		if n := h.Counts().Live; n != 0 {
			t.Errorf("%d matches in memory", n)
		}
		if o := stateOf(t, h, "m").Outcome; o.Reason != match.ByAbort {
			t.Errorf("%+v, although no first move was made", o)
		}
	})
}

func TestAbsence(t *testing.T) {
	h := newHost(openStore(t))
	run(t, h)
	begin(t, h)
	do(t, h, "p0", move("e2e4"))
	do(t, h, "p1", move("e7e5"))
	present := subscribe(t, h, "p1", 0)
	claim := match.Command{At: host.Now() + 70_000, By: "p0", Do: match.ClaimAbsence{}}
	var refusal *match.Refusal
	if _, err := h.Do(context.Background(), "m", claim); !errors.As(err, &refusal) || refusal.Code != "present" {
		t.Fatalf("%v about a player who is connected", err)
	}
	present.Close()
	if _, err := h.Do(context.Background(), "m", claim); err != nil {
		t.Fatal(err)
	}
}

// absenceAfterRestart restarts a host to which only one of two players connects
// again. That player may claim the game a minute after the match was loaded, and
// not earlier. pass lets time pass before a claim and returns the time of the claim.
func absenceAfterRestart(t *testing.T, s store.Store, pass func(time.Duration) match.Moment) {
	t.Helper()
	before := newHost(s)
	stop := run(t, before)
	act := func(h *host.Host, at match.Moment, by string, a match.Action) error {
		_, err := h.Do(context.Background(), "restarted", match.Command{At: at, By: by, Do: a})
		return err
	}
	for i, c := range []struct {
		by string
		do match.Action
	}{
		{"p0", match.Open{Owner: storetest.Player(0), Settings: match.Settings{
			Game: "wotn", Variant: "wotn", Seats: 2, Visibility: match.Public, Clock: match.Clock{Kind: match.NoClock},
		}}},
		{"p1", match.Sit{Player: storetest.Player(1), Seat: 1}},
		{"p0", move("e2e4")}, {"p1", move("e7e5")},
	} {
		if err := act(before, host.Now(), c.by, c.do); err != nil {
			t.Fatalf("%d: %v", i, err)
		}
	}
	follow := func(h *host.Host, person string) {
		t.Helper()
		sub, err := h.Subscribe(context.Background(), "restarted", person, 0, ignore)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(sub.Close)
	}
	follow(before, "p0")
	follow(before, "p1")
	stop()

	after := newHost(s)
	run(t, after)
	receives(t, after)
	follow(after, "p0")
	var refusal *match.Refusal
	if err := act(after, pass(50*time.Second), "p0", match.ClaimAbsence{}); !errors.As(err, &refusal) || refusal.Code != "present" {
		t.Errorf("after 50 s: %v, want that the opponent has not been absent for a minute", err)
	}
	if err := act(after, pass(30*time.Second), "p0", match.ClaimAbsence{}); err != nil {
		t.Errorf("after 80 s: %v", err)
	}
	if o := stateOf(t, after, "restarted").Outcome; o.Reason != match.ByAbsence || len(o.Winners) != 1 || o.Winners[0] != 0 {
		t.Errorf("%+v", o)
	}
}

func TestAbsenceAfterRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		absenceAfterRestart(t, openStore(t), func(d time.Duration) match.Moment {
			time.Sleep(d)
			return host.Now()
		})
	})
}

// presenceIsShared connects a player to b: a knows it, until b has not stored the
// player's presence for a minute.
func presenceIsShared(t *testing.T, s store.Store, a, b *host.Host) {
	start := func(action match.Action, by string) {
		if _, err := a.Do(context.Background(), "shared", match.Command{At: host.Now(), By: by, Do: action}); err != nil {
			t.Fatal(err)
		}
	}
	start(match.Open{Owner: storetest.Player(0), Settings: match.Settings{
		Game: "wotn", Variant: "wotn", Seats: 2, Visibility: match.Public, Clock: match.Clock{Kind: match.RealTime, Initial: 10 * match.Minute},
	}}, "p0")
	start(match.Sit{Player: storetest.Player(1), Seat: 1}, "p1")
	start(move("e2e4"), "p0")
	start(move("e7e5"), "p1")
	claim := func(later match.Millis) string {
		_, err := a.Do(context.Background(), "shared", match.Command{At: host.Now().After(later), By: "p0", Do: match.ClaimAbsence{}})
		var refusal *match.Refusal
		if errors.As(err, &refusal) {
			return refusal.Code
		} else if err != nil {
			t.Fatal(err)
		}
		return ""
	}
	sub, err := b.Subscribe(context.Background(), "shared", "p1", 0, ignore)
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	// b stores the presence at once, not only with the next exchange.
	testkit.Within(t, 5*time.Second, func() error {
		seen, err := s.LastPresence(t.Context(), []string{"shared"})
		if err == nil && len(seen) == 0 {
			err = errors.New("the presence is not stored")
		}
		return err
	})
	// Without it the player would have been absent since the match began.
	if code := claim(60 * match.Second); code != "present" {
		t.Errorf("%q against a player who is connected to the other host", code)
	}
	if code := claim(80 * match.Second); code != "" {
		t.Errorf("%q although the presence is older than a minute", code)
	}
}

// TestDowntimeIsCredited starts a host 90 s after the last heartbeat, in matches
// with clocks of a minute.
func TestDowntimeIsCredited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openStore(t)
		began := host.Now().After(-100 * match.Second)
		for _, id := range []string{"m", "flags"} {
			x := &storetest.Table{T: t, Store: s, ID: id, State: match.New(), Now: began}
			x.Do("p0", match.Open{Owner: storetest.Player(0), Settings: match.Settings{
				Game: "wotn", Variant: "wotn", Seats: 2, Visibility: match.Public,
				Clock: match.Clock{Kind: match.RealTime, Initial: match.Minute},
			}})
			x.Sit()
			x.Play("e2e4", "e7e5") // 4 s later
		}
		if _, err := s.Heartbeat(t.Context(), began.After(10*match.Second), began); err != nil {
			t.Fatal(err)
		}
		// A move before the first search for deadlines is credited too.
		early := newHost(s)
		events := do(t, early, "p0", move("d2d4"))
		if n := events[0]; len(events) != 1 || n.Event.Spent < 5*match.Second || n.Event.Spent > 7*match.Second {
			t.Errorf("%+v: want that 6 s were spent", events)
		}
		run(t, early)
		time.Sleep(10 * time.Second)
		state := stateOf(t, early, "flags")
		if deadline, ok := state.Deadline(); state.Phase != match.Playing || !ok || deadline < host.Now().After(36*match.Second) {
			t.Errorf("%s, until %d: the downtime was counted", state.Phase, deadline.Since(host.Now()))
		}
		stored, err := s.Events(t.Context(), "flags", 7)
		if err != nil || len(stored) != 1 || stored[0].Type != match.DowntimeCredited || stored[0].Lag < 85*match.Second {
			t.Errorf("%+v, %v: want one credit of the downtime", stored, err)
		}
	})
}

// failing is a store that stores an event and returns an error.
type failing struct {
	store.Store
	fail atomic.Bool
}

func (f *failing) Append(ctx context.Context, a store.Append) error {
	err := f.Store.Append(ctx, a)
	if f.fail.Swap(false) {
		return store.ErrUnavailable
	}
	return err
}

func TestEventWithUnknownResult(t *testing.T) {
	f := &failing{Store: openStore(t)}
	h := newHost(f)
	begin(t, h)
	sub := subscribe(t, h, "", 0)
	f.fail.Store(true)
	if _, err := h.Do(context.Background(), "m", match.Command{At: host.Now(), By: "p0", Do: match.Move{Text: "e2e4", Ply: 0}}); !errors.Is(err, store.ErrUnavailable) {
		t.Fatal(err)
	}
	if n := next(t, sub); n.Event.Move != "e2e4" {
		t.Errorf("%+v", n)
	}
	_, err := h.Do(context.Background(), "m", match.Command{At: host.Now(), By: "p0", Do: match.Move{Text: "e2e4", Ply: 0}})
	var refusal *match.Refusal
	if !errors.As(err, &refusal) || refusal.Code != "stale" {
		t.Errorf("sent again: %v, want that the ply is stale", err)
	}
}

// BenchmarkOpen200 opens a match of 200 moves that is not in memory.
func BenchmarkOpen200(b *testing.B) {
	s := storetest.OpenSQLite(b)
	x := storetest.Open(b, s, "m", func(s *match.Settings) { s.Clock = match.Clock{Kind: match.NoClock}; s.Rated = false }).Sit()
	random := rand.New(rand.NewPCG(3, 3))
	for len(x.State.Moves) < 200 {
		p, err := wotn.ParsePosition(wotn.Standard, x.State.Position.Text())
		if err != nil {
			b.Fatal(err)
		}
		legal := p.AppendMoves(nil)
		x.Play(legal[random.IntN(len(legal))].String())
		if x.State.Phase != match.Playing {
			b.Fatalf("the game ended after %d moves: %+v", len(x.State.Moves), x.State.Outcome)
		}
	}
	for b.Loop() {
		if state, err := newHost(s).State(context.Background(), "m"); err != nil || len(state.Moves) != 200 {
			b.Fatal(err)
		}
	}
}
