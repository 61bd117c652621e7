package storetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

func correspondence(s *match.Settings) {
	s.Rated, s.Takebacks = false, true
	s.Clock = match.Clock{Kind: match.Correspondence, PerTurn: 3 * match.Day}
}

// notificationsOf returns the notifications of a person in short, those that are read in
// parentheses.
func notificationsOf(t *testing.T, s store.Store, person string) string {
	t.Helper()
	list, err := s.NotificationsOf(context.Background(), person, store.NoLimit)
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, n := range list {
		word := fmt.Sprintf("%s %s %d", n.Kind, n.Match, n.Game)
		if n.Read {
			word = "(" + word + ")"
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

func notificationsFollow(t *testing.T, s store.Store) {
	ctx := context.Background()
	want := func(want0, want1 string) {
		t.Helper()
		for person, want := range map[string]string{"p0": want0, "p1": want1} {
			if got := notificationsOf(t, s, person); got != want {
				t.Errorf("%s has %q, want %q", person, got, want)
			}
		}
	}
	real := Open(t, s, "real", nil).Sit()
	real.Play("e2e4", "e7e5")
	real.Do("p0", match.OfferDraw{})
	real.Do("p1", match.Resign{})
	want("", "")

	x := Open(t, s, "m", func(s *match.Settings) { correspondence(s); s.First = 0 })
	want("", "")
	x.Sit()
	first := x.State.Seats[x.State.ToAct()].Player.ID
	if first != "p0" {
		t.Fatalf("%s begins", first)
	}
	want("turn m 0", "")
	x.Play("e2e4", "e7e5", "d2d4")
	want("", "turn m 0")
	if changed, err := s.ReadNotifications(ctx, "p1", "", x.Now-1); changed || err != nil {
		t.Error(changed, err)
	}
	if changed, err := s.ReadNotifications(ctx, "p1", "other", x.Now); changed || err != nil {
		t.Error(changed, err)
	}
	for _, first := range []bool{true, false} {
		if changed, err := s.ReadNotifications(ctx, "p1", "m", x.Now); changed != first || err != nil {
			t.Error(changed, err)
		}
		want("", "(turn m 0)")
	}
	x.Do("p0", match.OfferDraw{})
	want("", "offer m 0, (turn m 0)")
	x.Do("p1", match.DeclineDraw{})
	want("", "(turn m 0)")
	x.Do("p0", match.OfferTakeback{})
	want("", "offer m 0, (turn m 0)")
	x.Do("p1", match.OfferTakeback{})
	want("turn m 0", "")
	x.Play("d2d4")
	x.Do("p1", match.Resign{})
	want("finished m 1", "")
	x.Do("p1", match.Rematch{})
	want("offer m 0, finished m 1", "")
	x.Do("p0", match.DeclineRematch{})
	want("finished m 1", "")

	// A player who loses on time is notified too.
	y := Open(t, s, "n", func(s *match.Settings) { correspondence(s); s.First = 0 }).Sit()
	y.Now += 4 * 24 * 3600_000
	y.Do("", match.Flag{})
	want("finished n 1, finished m 1", "finished n 1")
	if deleted, err := s.DeleteOldMatches(ctx, y.Now+1000, 10); err != nil || len(deleted) != 3 {
		t.Fatal(deleted, err)
	}
	want("", "")
}

func challengesAreNotified(t *testing.T, s store.Store) {
	ctx := context.Background()
	for i := range 4 {
		if err := s.AddPerson(ctx, store.Person{ID: Player(i).ID, Name: Player(i).Name, Registered: true}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Block(ctx, "p3", "p0", 1); err != nil {
		t.Fatal(err)
	}
	want := func(want ...string) {
		t.Helper()
		for i, want := range want {
			if got := notificationsOf(t, s, Player(i).ID); got != want {
				t.Errorf("p%d has %q, want %q", i, got, want)
			}
		}
	}
	x := Open(t, s, "m", func(s *match.Settings) {
		s.Rated, s.Visibility, s.Invited = false, match.Private, []string{"PLAYER 1", "Player 2", "Player 3", "Player 0", "Nobody"}
	})
	want("", "challenge m 0", "challenge m 0", "")
	x.Do("p2", match.Decline{Player: Player(2)})
	want("", "challenge m 0", "", "")
	x.Do("p1", match.Sit{Player: Player(1), Seat: match.RandomSeat})
	want("", "", "", "")
	closed := Open(t, s, "n", func(s *match.Settings) { s.Rated, s.Visibility, s.Invited = false, match.Private, []string{"Player 1"} })
	want("", "challenge n 0", "", "")
	closed.Do("p0", match.Abort{})
	want("", "", "", "")
	Open(t, s, "o", func(s *match.Settings) { s.Rated, s.Visibility, s.Invited = false, match.Private, []string{"Player 1"} })
	want("", "challenge o 0", "", "")
	if err := s.DeletePerson(ctx, "p1", 0); err != nil {
		t.Fatal(err)
	}
	want("", "", "", "")
}

// notificationsAreTheHistory plays random games without a real-time clock and compares the
// notifications after each command with a slow twin, which looks at all states so far.
func notificationsAreTheHistory(t *testing.T, s store.Store) {
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, 51))
		x := Open(t, s, fmt.Sprint("m", seed), func(s *match.Settings) {
			correspondence(s)
			if s.Seats = 2 + random.IntN(2); s.Seats > 2 {
				s.Game, s.Variant, s.Timeout, s.TakeoverLevel = "lancelot", "basic", []match.Timeout{match.Skip, match.ByEngine}[seed%2], 1
			}
		})
		opened := step{before: x.State}
		x.Sit()
		opened.at, opened.after = x.Now, x.State
		twin := slowNotifications{opened}
		for range 60 {
			before := x.State
			x.tryRandom(random, random.IntN(len(before.Seats)))
			if x.State != before {
				twin = append(twin, step{x.Now, before, x.State})
			}
			for i := range x.State.Seats {
				person := Player(i).ID
				var got []string
				list, err := s.NotificationsOf(context.Background(), person, store.NoLimit)
				if err != nil {
					t.Fatal(err)
				}
				for _, n := range list {
					if n.Match == x.ID {
						got = append(got, fmt.Sprintf("%s %d %d", n.Kind, n.Game, n.At))
					}
				}
				want := twin.of(person)
				slices.Sort(got)
				slices.Sort(want)
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("seed %d, event %d: %s has %q, want %q", seed, x.State.Seq, person, got, want)
				}
			}
		}
	}
}

// tryRandom tries a random command of a seat. It may be refused.
func (x *Table) tryRandom(random *rand.Rand, seat int) {
	by := x.State.Seats[seat].Player.ID
	do := []match.Action{
		match.OfferDraw{}, match.DeclineDraw{}, match.OfferTakeback{}, match.DeclineTakeback{}, match.Rematch{}, match.DeclineRematch{},
	}[random.IntN(6)]
	switch random.IntN(20) {
	case 0:
		do = match.Resign{}
	case 1, 2, 3, 4, 5, 6, 7, 8, 9:
		moves := []string{"g1f3", "f3g1", "g8f6", "f6g8"}
		if x.State.Settings.Game == "lancelot" {
			moves = []string{"a1", "b3", "c2", "d5", "e4", "f6", "g7", "h8", "c6", "b7"}
		}
		by = x.State.Seats[max(0, x.State.ToAct())].Player.ID
		do = match.Move{Text: moves[random.IntN(len(moves))], Ply: match.AnyPly}
	}
	_ = x.Try(by, do)
}

// slowNotifications are the states of a match after each command, with their times.
type slowNotifications []step

type step struct {
	at            match.Moment
	before, after *match.State
}

// of returns the notifications of a person about the match.
func (h slowNotifications) of(person string) (list []string) {
	var turn, offer match.Moment
	for _, step := range h {
		a, b := step.before, step.after
		seat := b.SeatOf(person)
		moved := len(a.Moves) != len(b.Moves) || a.Phase != b.Phase || a.Game != b.Game || a.ToAct() != b.ToAct()
		for i := range b.Seats {
			moved = moved || a.Seats[i].Out != b.Seats[i].Out || a.Seats[i].Engine != b.Seats[i].Engine
		}
		if moved {
			turn = step.at
		}
		asked := a.DrawOffer != b.DrawOffer && b.DrawOffer >= 0 || a.Takeback == nil && b.Takeback != nil
		for i := range b.Seats {
			asked = asked || !a.Seats[i].Rematch && b.Seats[i].Rematch
		}
		if asked {
			offer = step.at
		}
		if a.Phase != match.Finished && b.Phase == match.Finished && b.EndedBy != seat && (len(a.Moves) == len(b.Moves) || a.ToAct() != seat) {
			list = append(list, fmt.Sprintf("finished %d %d", b.Game, step.at))
		}
	}
	now := h[len(h)-1].after
	seat := now.SeatOf(person)
	if now.ToAct() == seat && now.Seats[seat].Engine == 0 {
		list = append(list, fmt.Sprintf("turn 0 %d", turn))
	}
	draw := now.Phase == match.Playing && now.DrawOffer >= 0 && now.DrawOffer != seat
	takeback := now.Takeback != nil && !now.Takeback.Consent[seat]
	rematch := now.Rematch.Stands() && !now.Seats[seat].Rematch
	if draw || takeback || rematch {
		list = append(list, fmt.Sprintf("offer 0 %d", offer))
	}
	return list
}
