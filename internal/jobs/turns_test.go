package jobs_test

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tafelrunde/internal/host"
	"tafelrunde/internal/jobs"
	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/testkit"
	"tafelrunde/wotn"
)

// open returns a host with a new database. work runs a worker with a number of
// threads, and the function beside, until the test ends.
func open(t *testing.T) (h *host.Host, s *sqlstore.Store, work func(beside func(context.Context), threads int)) {
	t.Helper()
	s = storetest.OpenSQLite(t)
	quiet := slog.New(slog.DiscardHandler)
	h = host.New(s, games.Rules{}, quiet)
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	t.Cleanup(func() {
		cancel()
		running.Wait()
		s.Close()
	})
	return h, s, func(beside func(context.Context), threads int) {
		if beside != nil {
			running.Go(func() { beside(ctx) })
		}
		running.Go(func() { jobs.NewTurnWorker(h, s, quiet, threads).Run(ctx) })
	}
}

func stateOf(t *testing.T, h *host.Host, id string) *match.State {
	t.Helper()
	state, err := h.State(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// TestEnginesPlayAtTables plays games of engines against each other, of both games.
func TestEnginesPlayAtTables(t *testing.T) {
	h, _, work := open(t)
	ctx := t.Context()
	work(h.Run, 2)

	for i, c := range []struct {
		settings match.Settings
		engines  []int
	}{
		{match.Settings{Game: "wotn", Variant: "wotn", Seats: 2}, []int{1, 2}},
		{match.Settings{Game: "wotn", Variant: "wotn-alternative", Seats: 2}, []int{3, 1}},
		{match.Settings{Game: "wotn", Variant: "chess", Seats: 2}, []int{1, 2}},
		{match.Settings{Game: "lancelot", Variant: "basic", Seats: 3, Timeout: match.Skip}, []int{1, 2, 1}},
		{match.Settings{Game: "lancelot", Variant: "diagonals+excalibur", Seats: 2}, []int{2, 1}},
	} {
		c.settings.Visibility, c.settings.Clock.Kind = match.Public, match.NoClock
		id := "m" + strconv.Itoa(i)
		if _, err := h.Do(ctx, id, match.Command{At: h.Now(), By: "p0", Do: match.Open{
			Settings: c.settings, Owner: storetest.Player(0), OwnerSeat: match.NoSeat, Engines: c.engines,
		}}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 4 {
		id := "m" + strconv.Itoa(i)
		testkit.Until(t, func() error {
			state := stateOf(t, h, id)
			if len(state.Moves) < 12 && state.Phase != match.Finished {
				return fmt.Errorf("match %d has %d moves", i, len(state.Moves))
			}
			return nil
		})
	}
}

// TestEngineSpendsHandicapPoints plays three games of a series in which the
// engine has a decreasing handicap: it is White, makes handicap promotions, and
// moves.
func TestEngineSpendsHandicapPoints(t *testing.T) {
	h, _, work := open(t)
	ctx := t.Context()
	work(h.Run, 1)
	act := func(a match.Action) {
		t.Helper()
		if _, err := h.Do(ctx, "m", match.Command{At: h.Now(), By: "p0", Do: a}); err != nil {
			t.Fatalf("%#v: %v", a, err)
		}
	}
	act(match.Open{
		Settings: match.Settings{
			Game: "wotn", Variant: "wotn", Seats: 2, Handicap: true, Points: []int{0, 3},
			Visibility: match.Public, Clock: match.Clock{Kind: match.NoClock},
		},
		Owner: storetest.Player(0), Engines: []int{0, 1},
	})
	for points := 3; points > 0; points-- {
		var state *match.State
		testkit.Until(t, func() error {
			state = stateOf(t, h, "m")
			if len(state.Round.Promotions) != points || state.Round.First != 1 || state.Phase != match.Playing {
				t.Fatalf("%s %+v with %d points", state.Phase, state.Round, points)
			}
			if len(state.Moves) != 1 {
				return fmt.Errorf("%d moves, want 1", len(state.Moves))
			}
			return nil
		})
		position, err := wotn.ParsePosition(wotn.Standard, state.Position.Text())
		if err != nil {
			t.Fatal(err)
		}
		act(match.Move{Text: position.AppendMoves(nil)[0].String(), Ply: match.AnyPly})
		act(match.Resign{})
		act(match.Rematch{})
	}
	if state := stateOf(t, h, "m"); len(state.Round.Promotions) != 0 || state.Score[1] != 3 || state.Game != 4 {
		t.Errorf("%+v", state)
	}
}

// TestLeaseExpires leases a turn and does not play it: a worker plays it when the
// lease expires.
func TestLeaseExpires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, s, work := open(t)
		ctx := t.Context()
		if _, err := h.Do(ctx, "m", match.Command{At: h.Now(), By: "p0", Do: match.Open{
			Settings: wotnWithoutClock, Owner: storetest.Player(0), OwnerSeat: 1, Engines: []int{1},
		}}); err != nil {
			t.Fatal(err)
		}
		turn, err := s.LeaseEngineTurn(ctx, store.EngineTurnQuery{Now: h.Now(), Lease: 2 * match.Second})
		if err != nil || turn.Match != "m" {
			t.Fatalf("%+v, %v", turn, err)
		}
		work(nil, 1)
		time.Sleep(2*time.Second - time.Millisecond)
		if n := len(stateOf(t, h, "m").Moves); n != 0 {
			t.Errorf("%d moves before the lease expires", n)
		}
		time.Sleep(time.Second + time.Millisecond) // the worker looks every second
		synctest.Wait()
		if n := len(stateOf(t, h, "m").Moves); n != 1 {
			t.Errorf("%d moves a second after the lease has expired", n)
		}
	})
}
