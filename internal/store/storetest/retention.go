package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// idsOf returns the IDs of people.
func idsOf(people []store.Person) []string {
	ids := []string{}
	for _, p := range people {
		ids = append(ids, p.ID)
	}
	return ids
}

func idleGuests(t *testing.T, s store.Store) {
	ctx := context.Background()
	for i := range 6 {
		p := store.Person{ID: fmt.Sprint("g", i), Name: "Guest", Since: match.Moment(100 + i)}
		if err := s.AddPerson(ctx, p); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.AddPerson(ctx, store.Person{ID: "a", Name: "Anna", Since: 1, Registered: true}); err != nil {
		t.Fatal(err)
	}
	idle := func(before match.Moment, limit int, want ...string) {
		t.Helper()
		list, err := s.IdleGuests(ctx, before, limit)
		if ids := idsOf(list); err != nil || !slices.Equal(ids, want) {
			t.Errorf("guests absent since before %d: %v, %v; want %v", before, ids, err, want)
		}
	}
	idle(103, 10, "g0", "g1", "g2")
	idle(103, 2, "g0", "g1")
	// A visit counts from its time; an earlier one does not replace it.
	if err := errors.Join(s.SeeGuest(ctx, "g0", 200), s.SeeGuest(ctx, "g0", 150), s.SeeGuest(ctx, "a", 1), s.SeeGuest(ctx, "nobody", 1)); err != nil {
		t.Fatal(err)
	}
	idle(200, 10, "g1", "g2", "g3", "g4", "g5")
	idle(201, 10, "g1", "g2", "g3", "g4", "g5", "g0")

	// g1 plays, g2 has played, g3 has a report, g4 gets an account.
	guest := func(id string) match.Player { return match.Player{ID: id, Name: "Guest"} }
	casual := func(s *match.Settings) { s.Rated = false }
	running := Open(t, s, "running", casual)
	running.Do("g1", match.Sit{Player: guest("g1"), Seat: 1})
	over := Open(t, s, "over", casual)
	over.Do("g2", match.Sit{Player: guest("g2"), Seat: 1})
	over.Do("g2", match.Resign{})
	if err := s.AddReport(ctx, store.Report{ID: "r", At: 1, By: "a", About: "g3", Reason: "chat"}); err != nil {
		t.Fatal(err)
	}
	if err := s.Join(ctx, store.Joining{Person: store.Person{ID: "g4", Name: "Gawain"}, Guest: true}); err != nil {
		t.Fatal(err)
	}
	idle(200, 10, "g2", "g5")
	for id, want := range map[string]error{"g1": store.ErrConflict, "g3": store.ErrConflict, "g4": store.ErrConflict, "g0": store.ErrConflict, "a": store.ErrConflict, "g2": nil} {
		if err := s.BeginIdleDeletion(ctx, id, 200, "gone-"+id); !errors.Is(err, want) {
			t.Errorf("deleting %s: %v, want %v", id, err, want)
		}
	}
	if err := s.BeginIdleDeletion(ctx, "g2", 200, "again"); !errors.Is(err, store.ErrConflict) {
		t.Errorf("deleting g2 again: %v", err)
	}
	if list, err := s.UnfinishedDeletions(ctx); err != nil || len(list) != 1 || list[0].ID != "g2" || list[0].DeletedAs != "gone-g2" || list[0].Epoch != 1 {
		t.Errorf("%+v, %v", list, err)
	}
	idle(200, 10, "g5")
	// They are no longer busy.
	running.Do("g1", match.Resign{})
	if err := s.CloseReport(ctx, "r", 5); err != nil {
		t.Fatal(err)
	}
	idle(200, 10, "g1", "g3", "g5")
}

// chatOf returns the texts of the chat of a match.
func chatOf(t *testing.T, s store.Store, id string) (texts []string) {
	t.Helper()
	events, err := s.Events(context.Background(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if e.Type == match.Chatted {
			if (e.Text == "") != (e.Name == "") {
				t.Errorf("%+v", e)
			}
			texts = append(texts, e.Text)
		}
	}
	return texts
}

func oldChat(t *testing.T, s store.Store) {
	ctx := context.Background()
	// Each message is sent a second after the one before.
	talk := func(id string, over bool) *Table {
		x := Open(t, s, id, nil).Sit()
		for i := range 3 {
			x.Do("p0", match.Chat{Name: "Player 0", Text: fmt.Sprint("message ", i)})
		}
		if over {
			x.Do("p0", match.Resign{})
		}
		return x
	}
	first := talk("a", true)
	talk("b", true)
	talk("reported", true)
	talk("running", false)
	if err := s.AddReport(ctx, store.Report{ID: "r", At: 1, By: "p1", About: "p0", Match: "reported", Reason: "chat"}); err != nil {
		t.Fatal(err)
	}
	all := []string{"message 0", "message 1", "message 2"}
	sent := func(i int) match.Moment { return first.Now.After(match.Millis(1000 * (i - 3))) }
	deleteBefore := func(before match.Moment, limit, want int) {
		t.Helper()
		if n, err := s.DeleteOldChat(ctx, before, limit); err != nil || n != want {
			t.Errorf("deleting chat before %d: %d, %v; want %d", before, n, err, want)
		}
	}
	check := func(id string, want ...string) {
		t.Helper()
		if got := chatOf(t, s, id); !slices.Equal(got, want) {
			t.Errorf("chat of %s: %q, want %q", id, got, want)
		}
	}
	deleteBefore(sent(0), 10, 0)
	check("a", all...)
	deleteBefore(sent(2), 1, 1)
	check("a", "", "", "message 2")
	check("b", all...)
	deleteBefore(sent(2), 10, 1)
	deleteBefore(sent(2), 10, 0)
	check("b", "", "", "message 2")
	check("reported", all...)
	check("running", all...)
	if err := s.Rebuild(ctx, rules, nil); err != nil {
		t.Fatal(err)
	}
	// A later message, and a table that was closed before a game.
	first.Do("p1", match.Chat{Name: "Player 1", Text: "later"})
	closed := Open(t, s, "closed", nil)
	closed.Do("p0", match.Chat{Name: "Player 0", Text: "is anybody here?"})
	closed.Do("p0", match.Abort{})
	deleteBefore(sent(3), 10, 3)
	check("a", "", "", "", "later")
	check("closed", "")
	deleteBefore(first.Now+1, 10, 1)
	deleteBefore(first.Now+1, 10, 0)
	check("a", "", "", "", "")
	// The messages stay as events, so that numbers are the same.
	if x, err := s.Summary(ctx, "a"); err != nil || x.Seq != first.State.Seq {
		t.Errorf("%+v, %v", x, err)
	}
}

// ratingsOf has ratings and their histories of the people in Fill.
func ratingsOf(t *testing.T, s store.Store, people ...string) string {
	t.Helper()
	var text string
	for _, id := range people {
		list, err := s.Ratings(context.Background(), id)
		history, err2 := s.RatingHistory(context.Background(), id)
		shown, err3 := json.Marshal([]any{list, history})
		if err := errors.Join(err, err2, err3); err != nil {
			t.Fatal(err)
		}
		text += string(shown) + "\n"
	}
	return text
}

func oldMatches(t *testing.T, s store.Store) {
	ctx := context.Background()
	Fill(t, s)
	people := []string{"p0", "p1", "p2", "p3"}
	x := Open(t, s, "over", nil).Sit()
	x.Do("w", match.Chat{Name: "Wanda", Text: "hello"})
	x.Play(mate...)
	late := Open(t, s, "late", func(s *match.Settings) { s.Rated, s.Clock = false, match.Clock{Kind: match.NoClock} }).Sit()
	late.Now = late.Now.After(match.Day)
	late.Play(mate...)
	reported := Open(t, s, "reported", nil).Sit()
	reported.Play(mate...)
	again := Open(t, s, "again", nil).Sit() // a rematch is in progress
	again.Play(mate...)
	again.Do("p0", match.Rematch{})
	again.Do("p1", match.Rematch{})
	if err := errors.Join(
		s.AddReport(ctx, store.Report{ID: "r", At: 1, By: "p1", About: "p0", Match: "reported", Reason: "cheating"}),
		s.Mute(ctx, "spectator", "over", true), s.SavePresence(ctx, []store.Presence{{Match: "over", Person: "p0", At: 1}}),
	); err != nil {
		t.Fatal(err)
	}
	ratings := ratingsOf(t, s, people...)
	addLearners(t, s, "writer")
	for _, id := range []string{"over", "late"} {
		if _, err := s.PutNote(ctx, "writer", store.Note{Match: id, Text: id}, 10); err != nil {
			t.Fatal(err)
		}
	}

	before := x.Now + 60_000
	if ids, err := s.DeleteOldMatches(ctx, 1, 10); err != nil || len(ids) != 0 {
		t.Errorf("%v, %v: nothing is so old", ids, err)
	}
	var deleted []string
	for range 20 {
		ids, err := s.DeleteOldMatches(ctx, before, 2)
		if err != nil || len(ids) > 2 {
			t.Fatal(ids, err)
		}
		if deleted = append(deleted, ids...); len(ids) == 0 {
			break
		}
	}
	slices.Sort(deleted)
	// m2 to m4 and m6 have ended, m8 was closed.
	if want := []string{"m2", "m3", "m4", "m6", "m8", "over"}; !slices.Equal(deleted, want) {
		t.Errorf("%v were deleted, want %v", deleted, want)
	}
	if list, err := s.NotesOf(ctx, "writer"); err != nil || len(list) != 1 || list[0].Match != "late" {
		t.Errorf("%+v, %v: notes on deleted matches", list, err)
	}
	for _, id := range deleted {
		events, err := s.Events(ctx, id, 0)
		_, err2 := s.Summary(ctx, id)
		list, err3 := s.Games(ctx, id)
		if err != nil || len(events) > 0 || !errors.Is(err2, store.ErrNotFound) || err3 != nil || len(list) > 0 {
			t.Errorf("%s: %v %v, %v, %v %v", id, events, err, err2, list, err3)
		}
	}
	for _, person := range append(people, "w") {
		ids, err := s.Mentions(ctx, person)
		if err != nil || slices.ContainsFunc(ids, func(id string) bool { return slices.Contains(deleted, id) }) {
			t.Errorf("matches that name %s: %v, %v", person, ids, err)
		}
	}
	if seen, err := s.LastPresence(ctx, []string{"over"}); err != nil || len(seen) != 0 {
		t.Errorf("%v, %v", seen, err)
	}
	if muted, err := s.Muted(ctx, "spectator", "over"); err != nil || muted {
		t.Errorf("%v, %v", muted, err)
	}
	for _, id := range []string{"m0", "m1", "m5", "m7", "m9", "late", "reported", "again"} {
		if _, err := s.Summary(ctx, id); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
	// A process that does not know it yet cannot continue the match.
	if err := x.Try("p0", match.Chat{Name: "Player 0", Text: "hello?"}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a message in a deleted match: %v", err)
	}
	if err := x.Try("p0", match.Rematch{}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a rematch in a deleted match: %v", err)
	}
	if events, err := s.Events(ctx, "over", 0); err != nil || len(events) != 0 {
		t.Errorf("%v, %v", events, err)
	}

	// Ratings stay, also when they are computed again, and go on.
	if now := ratingsOf(t, s, people...); now != ratings {
		t.Errorf("ratings before\n%s\nafter\n%s", ratings, now)
	}
	if err := s.Rebuild(ctx, rules, nil); err != nil {
		t.Fatal(err)
	}
	if now := ratingsOf(t, s, people...); now != ratings {
		t.Errorf("ratings before\n%s\nafter computing them again\n%s", ratings, now)
	}
	if ids, err := s.DeleteOldMatches(ctx, before, 10); err != nil || len(ids) != 0 {
		t.Errorf("%v, %v: deleted after computing the views again", ids, err)
	}
	next := Open(t, s, "next", nil).Sit()
	next.Play(mate...)
	history := ratingsOf(t, s, people...)
	if err := s.Rebuild(ctx, rules, nil); err != nil {
		t.Fatal(err)
	}
	if now := ratingsOf(t, s, people...); now != history || now == ratings {
		t.Errorf("ratings after another game\n%s\nafter computing them again\n%s", history, now)
	}
	// A deleted person is replaced in the results too.
	gone := match.Player{ID: "gone", Name: match.DeletedName, Account: true}
	if err := s.ErasePerson(ctx, "p3", match.Rename{Player: gone}); err != nil {
		t.Fatal(err)
	}
	erased := ratingsOf(t, s, "p0", "p1", "p2", "gone")
	if err := s.Rebuild(ctx, rules, nil); err != nil {
		t.Fatal(err)
	}
	if now := ratingsOf(t, s, "p0", "p1", "p2", "gone"); now != erased {
		t.Errorf("ratings after a deletion\n%s\nafter computing them again\n%s", erased, now)
	}
	if list, err := s.Ratings(ctx, "p3"); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
}
