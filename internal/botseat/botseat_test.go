package botseat_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"tafelrunde/internal/botseat"
	"tafelrunde/internal/games"
	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/wotn"
)

// open gives a host of matches in a new database, and lets workers of so many
// threads think for it, beside what else is to run, until the test ends.
func open(t *testing.T) (h *host.Host, s *sqlstore.Store, work func(beside func(context.Context), threads int)) {
	t.Helper()
	s, err := sqlstore.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "tafelrunde.db"))
	if err != nil {
		t.Fatal(err)
	}
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
		running.Go(func() { botseat.New(h, s, quiet, threads).Run(ctx) })
	}
}

// TestEnginesPlayAtTables lets a person who always plays any move play against
// engines of both games until each has answered some times.
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
		until := time.Now().Add(20 * time.Second)
		for {
			state, err := h.State(ctx, id)
			if err != nil {
				t.Fatal(err)
			}
			if len(state.Moves) >= 12 || state.Phase == match.Finished {
				break
			}
			if time.Now().After(until) {
				t.Fatalf("match %d: %d moves within 20 s", i, len(state.Moves))
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
}

// TestAnEngineWithPointsImprovesAndMoves plays three games of a series in which
// the engine has a handicap that falls: it is White, has improved its men, and
// moves from there.
func TestAnEngineWithPointsImprovesAndMoves(t *testing.T) {
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
		until := time.Now().Add(20 * time.Second)
		for {
			state, err := h.State(ctx, "m")
			if err != nil {
				t.Fatal(err)
			}
			if len(state.Round.Promotions) != points || state.Round.First != 1 || state.Phase != match.Playing {
				t.Fatalf("%s %+v with %d points", state.Phase, state.Round, points)
			}
			if len(state.Moves) == 1 {
				break
			}
			if time.Now().After(until) {
				t.Fatal("no move within 20 s")
			}
			time.Sleep(20 * time.Millisecond)
		}
		state, err := h.State(ctx, "m")
		if err != nil {
			t.Fatal(err)
		}
		position, err := wotn.ParsePosition(wotn.Standard, state.Position.Text())
		if err != nil {
			t.Fatal(err)
		}
		act(match.Move{Text: position.AppendMoves(nil)[0].String(), Ply: match.AnyPly})
		act(match.Resign{})
		act(match.Rematch{})
	}
	state, err := h.State(ctx, "m")
	if err != nil || len(state.Round.Promotions) != 0 || state.Score[1] != 3 || state.Game != 4 {
		t.Errorf("%+v, %v", state, err)
	}
}

// TestADeadWorkerCostsSeconds takes a turn and does nothing with it: a worker
// moves when the lease is over.
func TestADeadWorkerCostsSeconds(t *testing.T) {
	h, s, work := open(t)
	ctx := t.Context()
	settings := match.Settings{Game: "wotn", Variant: "wotn", Seats: 2, Visibility: match.Public, Clock: match.Clock{Kind: match.NoClock}}
	if _, err := h.Do(ctx, "m", match.Command{At: h.Now(), By: "p0", Do: match.Open{Settings: settings, Owner: storetest.Player(0), OwnerSeat: 1, Engines: []int{1}}}); err != nil {
		t.Fatal(err)
	}
	turn, err := s.LeaseEngineTurn(ctx, store.EngineTurnQuery{Now: h.Now(), Lease: 2 * match.Second})
	if err != nil || turn.Match != "m" {
		t.Fatalf("%+v, %v", turn, err)
	}
	taken := time.Now()
	work(nil, 1)
	for {
		state, err := h.State(ctx, "m")
		if err != nil {
			t.Fatal(err)
		}
		if len(state.Moves) == 1 {
			break
		}
		if time.Since(taken) > 10*time.Second {
			t.Fatal("no move within 10 s")
		}
		time.Sleep(20 * time.Millisecond)
	}
	if waited := time.Since(taken); waited < 1900*time.Millisecond {
		t.Errorf("the turn was taken from its worker after %v", waited)
	}
}
