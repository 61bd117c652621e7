package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// pairingKeys are those of the tables of Fill.
var pairingKeys = []string{
	store.PairingKey(&match.Settings{
		Game: "wotn", Variant: "wotn", Seats: 2, Visibility: match.Public, Rated: true,
		Clock: match.Clock{Kind: match.RealTime, Initial: 3 * match.Minute},
	}),
}

func pairable(t *testing.T, s store.Store) {
	ctx := context.Background()
	want := func(want ...string) {
		t.Helper()
		if list, err := s.Pairable(ctx, pairingKeys[0], 10); err != nil || !slices.Equal(ids(list), want) {
			t.Errorf("%v, %v; want %v", ids(list), err, want)
		}
	}
	want()
	a := Open(t, s, "a", nil)
	Open(t, s, "other", func(s *match.Settings) { s.Clock.Increment = match.Second })
	Open(t, s, "link", func(s *match.Settings) { s.Visibility = match.ByLink })
	b := Open(t, s, "b", nil)
	want("a", "b")
	if list, err := s.Pairable(ctx, pairingKeys[0], 1); err != nil || !slices.Equal(ids(list), []string{"a"}) {
		t.Errorf("%v, %v", ids(list), err)
	}
	if waiting, playing, err := s.CountPublic(ctx); err != nil || waiting != 3 || playing != 0 {
		t.Errorf("%d, %d, %v", waiting, playing, err)
	}
	a.Sit()
	want("b")
	if waiting, playing, err := s.CountPublic(ctx); err != nil || waiting != 2 || playing != 1 {
		t.Errorf("%d, %d, %v", waiting, playing, err)
	}
	b.Do("p0", match.Abort{})
	want()
	if list, err := s.Pairable(ctx, "", 10); err != nil || len(list) != 0 {
		t.Errorf("without a key: %v, %v", ids(list), err)
	}
}

func finished(t *testing.T, s store.Store) {
	ctx := context.Background()
	want := func(want ...string) {
		t.Helper()
		if list, err := s.Finished(ctx, 10); err != nil || !slices.Equal(ids(list), want) {
			t.Errorf("%v, %v; want %v", ids(list), err, want)
		}
	}
	a, b := Open(t, s, "a", nil).Sit(), Open(t, s, "b", nil).Sit()
	hidden := Open(t, s, "hidden", func(s *match.Settings) { s.Visibility = match.ByLink }).Sit()
	hidden.Play(mate...)
	aborted := Open(t, s, "aborted", nil).Sit()
	aborted.Do("p0", match.Abort{})
	want()
	b.Play(mate...)
	a.Now += 20_000
	a.Play(mate...)
	want("a", "b")
	list, err := s.Finished(ctx, 1)
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	if v := list[0]; v.EndedAt != a.Now || v.Outcome == nil || v.Outcome.Reason != "checkmate" || !slices.Equal(v.Outcome.Winners, []int{1}) {
		t.Errorf("%+v, %+v", v, v.Outcome)
	}
	a.Do("p0", match.Chat{Name: "Player 0", Text: "again?"})
	want("a", "b")
	a.Do("p0", match.Rematch{})
	a.Do("p1", match.Rematch{})
	want("b")
}

func invitedTo(t *testing.T, s store.Store) {
	ctx := context.Background()
	want := func(name string, want ...string) {
		t.Helper()
		if list, err := s.InvitedTo(ctx, name, 10); err != nil || !slices.Equal(ids(list), want) {
			t.Errorf("%s: %v, %v; want %v", name, ids(list), err, want)
		}
	}
	invite := func(names ...string) func(*match.Settings) {
		return func(s *match.Settings) { s.Visibility, s.Invited = match.Private, names }
	}
	a := Open(t, s, "a", invite("Player 1"))
	b := Open(t, s, "b", invite("Player 1", "player 2"))
	Open(t, s, "public", nil)
	want("player 1", "b", "a")
	want("Player 2", "b")
	b.Do("p1", match.Decline{Player: Player(1)})
	want("Player 1", "a")
	b.Do("p2", match.Decline{Player: match.Player{ID: "p2", Name: "Player 2", Account: true}})
	want("Player 2")
	if b.State.Phase != match.TableClosed {
		t.Errorf("phase %s", b.State.Phase)
	}
	a.Do("p1", match.Sit{Player: Player(1), Seat: match.RandomSeat})
	want("Player 1")
}

func leaderboards(t *testing.T, s store.Store) {
	ctx := context.Background()
	for i := range 3 {
		p := Player(i)
		if err := s.AddPerson(ctx, store.Person{ID: p.ID, Name: p.Name, Registered: i < 2, Password: "x", Since: 1}); err != nil {
			t.Fatal(err)
		}
	}
	x := Open(t, s, "m", nil).Sit()
	x.Play(mate...)
	y := Open(t, s, "y", func(s *match.Settings) { s.Clock.Initial = 30 * match.Minute }).Sit()
	y.Play(mate...)
	addClub(t, s, "k", "Knights", "p0", store.FreeEntry)
	all := store.LeaderboardQuery{Pool: "wotn/2/blitz", MinGames: 1, MaxDeviation: 1000, Limit: 10}
	for name, c := range map[string]struct {
		change func(q *store.LeaderboardQuery)
		want   string
	}{
		"all":      {func(*store.LeaderboardQuery) {}, "[p1 p0]"},
		"one":      {func(q *store.LeaderboardQuery) { q.Limit = 1 }, "[p1]"},
		"games":    {func(q *store.LeaderboardQuery) { q.MinGames = 2 }, "[]"},
		"settled":  {func(q *store.LeaderboardQuery) { q.MaxDeviation = 100 }, "[]"},
		"at least": {func(q *store.LeaderboardQuery) { q.Since = x.Now }, "[p1 p0]"},
		"active":   {func(q *store.LeaderboardQuery) { q.Since = x.Now + 1 }, "[]"},
		"club":     {func(q *store.LeaderboardQuery) { q.Club = "k" }, "[p0]"},
		"pool":     {func(q *store.LeaderboardQuery) { q.Pool = "wotn/2/bullet" }, "[]"},
	} {
		q := all
		c.change(&q)
		list, err := s.Leaderboard(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		got := []string{}
		for _, r := range list {
			got = append(got, r.ID)
			if r.Rating.Games != 1 || r.Rating.Pool != q.Pool || r.Name != "Player "+r.ID[1:] {
				t.Errorf("%s: %+v", name, r)
			}
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s: %v; want %s", name, got, c.want)
		}
	}
	if err := s.BeginDeletion(ctx, "p1", 0, "gone-1", nil); err != nil {
		t.Fatal(err)
	}
	if list, err := s.Leaderboard(ctx, all); err != nil || len(list) != 1 || list[0].ID != "p0" {
		t.Errorf("after a deletion has begun: %+v, %v", list, err)
	}
}

func exclusively(t *testing.T, s store.Store) {
	ctx := context.Background()
	var inside, most, done atomic.Int32
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			err := s.Exclusively(ctx, "x", func() error {
				now := inside.Add(1)
				most.Store(max(most.Load(), now))
				_, err := s.Waiting(ctx, 1)
				inside.Add(-1)
				return err
			})
			if err != nil {
				t.Error(err)
			}
			done.Add(1)
		})
	}
	all.Wait()
	if most.Load() != 1 || done.Load() != 20 {
		t.Errorf("%d of %d at once", most.Load(), done.Load())
	}
	mine := errors.New("mine")
	if err := s.Exclusively(ctx, "x", func() error { return mine }); !errors.Is(err, mine) {
		t.Errorf("%v", err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	err := s.Exclusively(ctx, "x", func() error {
		if err := s.Exclusively(cancelled, "x", func() error { return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
