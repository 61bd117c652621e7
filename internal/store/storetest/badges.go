package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// lord has the moves of a game in which White promotes a queen to lord.
var lord = []string{"e2e3", "h7h5", "d1h5", "a7a5", "h5h8l"}

// playLord plays a game of a table in which the first seat earns the badge "first-lord" with
// its last move, and which the second seat resigns.
func (x *Table) playLord() {
	x.T.Helper()
	x.Play(lord...)
	x.Do(Player(1).ID, match.Resign{})
}

func firstLord(id string, x *Table) store.Badge {
	return store.Badge{Code: "first-lord", At: x.Now, Match: id, Game: x.State.Game, Ply: len(lord)}
}

func badgesAreEarned(t *testing.T, s store.Store) {
	ctx := context.Background()
	casual := func(s *match.Settings) { s.Rated = false }
	has := func(person string, private bool, want ...store.Badge) {
		t.Helper()
		list, err := s.BadgesOf(ctx, person, private)
		got, err2 := json.Marshal(list)
		wanted, err3 := json.Marshal(append([]store.Badge{}, want...))
		if err := errors.Join(err, err2, err3); err != nil || string(got) != string(wanted) {
			t.Errorf("%s has %s, %v; want %s", person, got, err, wanted)
		}
	}
	x := Open(t, s, "m", casual)
	x.Now += 100_000
	x.Sit()
	x.Play(lord...)
	has("p0", true)
	x.Do("p1", match.Resign{})
	first := firstLord("m", x)
	has("p0", false, first)
	has("p1", true)

	// The first one stays, also if a game that ended before it is stored later.
	later := Open(t, s, "later", casual)
	later.Now = x.Now + 10_000
	later.Sit().playLord()
	has("p0", false, first)
	earlier := Open(t, s, "earlier", func(s *match.Settings) { s.Rated, s.Visibility, s.Invited = false, match.Private, []string{"Player 1"} })
	earlier.Do("p1", match.Sit{Player: Player(1), Seat: match.RandomSeat})
	earlier.playLord()
	has("p0", true, firstLord("earlier", earlier))
	has("p0", false, store.Badge{Code: "first-lord", At: earlier.Now})

	for _, player := range []match.Player{{ID: "bot", Name: "Bot", Account: true, Bot: true}, {ID: "gone", Name: match.DeletedName}} {
		y := Open(t, s, "of-"+player.ID, func(s *match.Settings) { s.Rated, s.First = false, 1 })
		y.Do(player.ID, match.Sit{Player: player, Seat: 1})
		y.Play(lord...)
		y.Do("p0", match.Resign{})
		has(player.ID, true)
	}
	if err := s.Rebuild(ctx, rules, nil); err != nil {
		t.Fatal(err)
	}
	has("p0", true, firstLord("earlier", earlier))
}

func badgesFollowPeople(t *testing.T, s store.Store) {
	ctx := context.Background()
	ids := func(person string) (matches []string) {
		t.Helper()
		list, err := s.BadgesOf(ctx, person, true)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range list {
			matches = append(matches, string(b.Code)+" "+b.Match)
		}
		return matches
	}
	want := func(person string, want ...string) {
		t.Helper()
		if got := ids(person); len(got) != len(want) || len(got) > 0 && got[0] != want[0] {
			t.Errorf("%s has %q, want %q", person, got, want)
		}
	}
	rebuild := func() {
		t.Helper()
		if err := s.Rebuild(ctx, rules, nil); err != nil {
			t.Fatal(err)
		}
	}
	account := match.Player{ID: "q", Name: "Somebody", Account: true}
	x := Open(t, s, "m", func(s *match.Settings) { s.Rated = false })
	x.Now += 100_000
	x.Sit().playLord()
	x.Do("p0", match.Rename{Player: account})
	want("p0")
	want("q", "first-lord m")
	rebuild()
	want("p0")
	want("q", "first-lord m")

	// Somebody else's badge is older than the one that a guest brings along.
	own := Open(t, s, "own", func(s *match.Settings) { s.Rated = false })
	own.Do("p1", match.Sit{Player: Player(1), Seat: match.RandomSeat})
	own.playLord()
	want("p0", "first-lord own")
	own.Do("p0", match.Rename{Player: account})
	want("q", "first-lord own")
	want("p0")

	// A deleted match leaves the badge, also when the views are computed again.
	if deleted, err := s.DeleteOldMatches(ctx, x.Now+1000, 10); err != nil || len(deleted) != 2 {
		t.Fatal(deleted, err)
	}
	want("q", "first-lord ")
	rebuild()
	want("q", "first-lord ")

	// The badges of a person go with the person.
	y := Open(t, s, "n", func(s *match.Settings) { s.Rated = false }).Sit()
	y.playLord()
	want("p0", "first-lord n")
	nobody := match.Rename{Player: match.Player{ID: "gone", Name: match.DeletedName, Account: true}}
	y.Do("p0", nobody)
	want("p0")
	want("gone")
	if err := s.ErasePerson(ctx, "q", nobody); err != nil {
		t.Fatal(err)
	}
	want("q")
	rebuild()
	want("gone")

	z := Open(t, s, "o", func(s *match.Settings) { s.Rated = false }).Sit()
	z.playLord()
	if err := errors.Join(s.AddPerson(ctx, store.Person{ID: "p0", Name: "Player 0", Registered: true}), s.DeletePerson(ctx, "p0", 0)); err != nil {
		t.Fatal(err)
	}
	want("p0")
}
