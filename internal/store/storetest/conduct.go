package storetest

import (
	"context"
	"reflect"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// after lets time pass before the next command.
func (x *Table) after(d match.Millis) *Table {
	x.Now = x.Now.After(d - 1000)
	return x
}

// conduct tests the times of correspondence games.
func conduct(t *testing.T, s store.Store) {
	ctx := context.Background()
	want := func(person string, limit int, want ...store.Conduct) {
		t.Helper()
		if list, err := s.ConductOf(ctx, person, limit); err != nil || !reflect.DeepEqual(list, want) {
			t.Errorf("%s: %+v, %v; want %+v", person, list, err, want)
		}
	}
	a := Open(t, s, "a", func(s *match.Settings) {
		Slow(s)
		s.Takebacks, s.Rated = true, false
	}).Sit()
	a.after(5 * match.Second).Play("e2e4")
	a.after(60 * match.Minute).Play("e7e5")
	a.after(7 * match.Second).Play("d2d4")
	a.Do("p0", match.OfferTakeback{})
	a.Do("p1", match.OfferTakeback{})
	a.after(match.Minute).Play("d2d3")
	want("p1", 10)
	a.after(match.Day + match.Second)
	a.Do("", match.Flag{})
	want("p0", 10, store.Conduct{Replies: []int{5, 60}})
	want("p1", 10, store.Conduct{LostOnTime: true, Replies: []int{3600}})

	// Games with other clocks, against computers, at private tables and without a result do not count.
	Open(t, s, "fast", nil).Sit().Play(mate...)
	aborted := Open(t, s, "aborted", Slow).Sit()
	aborted.Do("p0", match.Abort{})
	alone := &Table{T: t, Store: s, ID: "alone", State: match.New(), Now: a.Now}
	settings := match.Settings{Game: "wotn", Variant: "wotn", Seats: 2, Visibility: match.ByLink}
	Slow(&settings)
	alone.Do("p0", match.Open{Settings: settings, Owner: Player(0), OwnerSeat: 1, Engines: []int{4}})
	alone.Do("p0", match.Resign{})
	want("p0", 10, store.Conduct{Replies: []int{5, 60}})

	private := Open(t, s, "private", func(s *match.Settings) {
		Slow(s)
		s.Visibility, s.Rated, s.Invited = match.Private, false, []string{"Player 1"}
	}).Sit()
	private.Play(mate...)
	want("p0", 10, store.Conduct{Replies: []int{5, 60}})

	// A seat that is skipped because its time was over has lost on time, even if the game goes on.
	b := Open(t, s, "b", func(s *match.Settings) {
		Slow(s)
		s.Game, s.Variant, s.Seats, s.Timeout, s.Visibility, s.Rated = "lancelot", "basic", 3, match.Skip, match.Public, false
	})
	b.Now = a.Now.After(match.Day)
	b.Sit()
	first := b.State.Seats[b.State.ToAct()].Player.ID
	b.after(match.Day + match.Second)
	b.Do("", match.Flag{})
	second := b.State.Seats[b.State.ToAct()].Player.ID
	b.after(2 * 60 * match.Minute)
	b.Do(second, match.Move{Text: "g6", Ply: match.AnyPly})
	b.Do(b.State.Seats[b.State.ToAct()].Player.ID, match.Resign{})
	if b.State.Phase != match.Finished {
		t.Fatalf("phase %s", b.State.Phase)
	}
	newest := func(person string, want store.Conduct) {
		t.Helper()
		if list, err := s.ConductOf(ctx, person, 1); err != nil || len(list) != 1 || !reflect.DeepEqual(list[0], want) {
			t.Errorf("%s: %+v, %v; want %+v", person, list, err, want)
		}
	}
	newest(first, store.Conduct{LostOnTime: true})
	newest(second, store.Conduct{Replies: []int{7200}})

	// It belongs to the person whatever the person is called.
	a.Do("p1", match.Rename{Player: match.Player{ID: "q", Name: "Somebody", Account: true}})
	if list, err := s.ConductOf(ctx, "q", 10); err != nil || !reflect.DeepEqual(list, []store.Conduct{{LostOnTime: true, Replies: []int{3600}}}) {
		t.Errorf("%+v, %v", list, err)
	}
	if err := s.Rebuild(ctx, rules, nil); err != nil {
		t.Fatal(err)
	}
	newest("q", store.Conduct{LostOnTime: true, Replies: []int{3600}})
	newest(first, store.Conduct{LostOnTime: true})
}

// longConduct tests that the newest replies of a game are kept.
func longConduct(t *testing.T, s store.Store) {
	x := Open(t, s, "m", Slow).Sit()
	for i := range store.MaxReplies/2 + 3 {
		for _, m := range []string{"b1c3", "b8c6", "c3b1", "c6b8"} {
			if x.State.Phase == match.Playing {
				x.after(match.Millis(i+1) * match.Second).Play(m)
			}
		}
	}
	if x.State.Phase == match.Playing {
		x.Do("p0", match.Resign{})
	}
	list, err := s.ConductOf(context.Background(), "p1", 10)
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	replies := list[0].Replies
	moved := 0
	for _, m := range x.State.Moves {
		if x.State.Seats[m.Seat].Player.ID == "p1" {
			moved++
		}
	}
	if len(replies) != min(moved, store.MaxReplies) || replies[len(replies)-1] != (moved+1)/2 {
		t.Errorf("%d replies after %d moves: %v", len(replies), moved, replies)
	}
}
