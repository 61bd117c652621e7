package admin_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"tafelrunde/internal/jobs"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web"
)

// said returns the texts of the chat of a match, and who said them.
func said(s *webtest.Server, id string) (texts []string) {
	s.T.Helper()
	events, err := s.Store.Events(context.Background(), id, 0)
	if err != nil {
		s.T.Fatal(err)
	}
	for _, e := range events {
		if e.Type == match.Chatted {
			texts = append(texts, e.Name+": "+e.Text)
		}
	}
	return texts
}

// ratings returns the ratings of a person and their history as text.
func ratingsOf(b *webtest.Browser, id string) (text string) {
	b.T.Helper()
	for _, path := range []string{"/api/people/" + id + "/ratings", "/api/people/" + id + "/ratings/history"} {
		var v any
		b.Want(200, "GET", path, nil, &v)
		part, err := json.Marshal(v)
		if err != nil {
			b.T.Fatal(err)
		}
		text += string(part)
	}
	return text
}

// TestRetention lets days pass: guests without activity, chat messages and finished
// matches go when they are no longer kept. Games in progress stay, games of deleted
// guests stay without the name, and ratings never change.
func TestRetention(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const hour = time.Hour
		s := webtest.ServeInBubble(t, web.APIOptions{KeepGuests: 50 * hour, KeepChat: 75 * hour, KeepMatches: 100 * hour})
		hours := func(n int) { // from the start
			t.Helper()
			at := time.Date(2000, 1, 1, n, 30, 0, 0, time.UTC)
			time.Sleep(time.Until(at))
			synctest.Wait()
		}
		hours(0)
		anna, back, busy := s.Guest("Anna"), s.Guest("Elsa"), s.Guest("Dora")
		bors, cora := s.Member("Bors"), s.Member("Cora")
		untimed := func(o webtest.Object) { o["clock"] = webtest.Object{"kind": "none"} }
		play := func(white, black *webtest.Browser, rated bool) string {
			id := white.Open(webtest.WotnTable(func(o webtest.Object) { o["rated"] = rated }))
			black.Do(id, webtest.Object{"type": "sit", "seat": 1})
			white.Do(id, webtest.Object{"type": "move", "move": "e2e4"})
			black.Do(id, webtest.Object{"type": "move", "move": "e7e5"})
			return id
		}
		game := play(anna, bors, false)
		anna.Do(game, webtest.Object{"type": "chat", "text": "hello"})
		bors.Do(game, webtest.Object{"type": "chat", "text": "good luck"})
		anna.Do(game, webtest.Object{"type": "resign"})
		rated := play(bors, cora, true)
		bors.Do(rated, webtest.Object{"type": "chat", "text": "thanks"})
		cora.Do(rated, webtest.Object{"type": "resign"})
		running := busy.Open(webtest.WotnTable(untimed))
		bors.Do(running, webtest.Object{"type": "sit", "seat": 1})
		busy.Do(running, webtest.Object{"type": "move", "move": "e2e4"})
		busy.Do(running, webtest.Object{"type": "chat", "text": "no hurry"})
		ratings := ratingsOf(bors, bors.ID)
		findings, err := json.Marshal(jobs.Findings{Total: 1, Games: []jobs.ComparedGame{{
			Match: rated, Game: 1, EndedAt: s.API.App.Now(), Moves: []jobs.ComparedMove{{Ply: 1, Move: "e2e4", Best: "e2e4"}},
		}}})
		ctx := context.Background()
		if err == nil {
			err = s.Store.RequestComparison(ctx, bors.ID, 1, store.Entry{ID: "x", At: s.API.App.Now(), Action: "fair-play"})
		}
		if err == nil {
			err = s.Store.KeepComparison(ctx, store.Comparison{Person: bors.ID, RequestedAt: 1, FinishedAt: 2, Result: string(findings)})
		}
		if err != nil {
			t.Fatal(err)
		}

		stored := func(b *webtest.Browser) bool {
			t.Helper()
			_, err := s.Store.Person(ctx, b.ID)
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				t.Fatal(err)
			}
			return err == nil
		}
		hours(30)
		if p := back.Me(); p.ID != back.ID {
			t.Errorf("%+v", p)
		}

		hours(50)
		if v := bors.View(game); v.Seats[0].Player.Name != "Anna" || !stored(anna) {
			t.Errorf("%+v: Anna was deleted too early", v.Seats[0])
		}
		hours(51)
		if v := bors.View(game); v.Seats[0].Player.Name != match.DeletedName || v.Outcome.Reason != match.ByResignation || len(v.Moves) != 2 || stored(anna) || anna.Me().ID != "" {
			t.Errorf("%+v: the game of a guest without activity", v)
		}
		if got := said(s, game); !slices.Equal(got, []string{": ", "Bors: good luck"}) {
			t.Errorf("chat of a finished game: %q", got)
		}
		if v := bors.View(running); v.Phase != match.Playing || v.Seats[0].Player.Name != "Dora" || !stored(busy) || !stored(back) {
			t.Errorf("%+v: a game in progress", v)
		}

		hours(75)
		if got := said(s, rated); !slices.Equal(got, []string{"Bors: thanks"}) {
			t.Errorf("chat of a finished game: %q", got)
		}
		hours(76)
		if got := append(said(s, rated), said(s, game)...); !slices.Equal(got, []string{": ", ": ", ": "}) {
			t.Errorf("chat of finished games: %q", got)
		}
		if got := said(s, running); !slices.Equal(got, []string{"Dora: no hurry"}) {
			t.Errorf("chat of a game in progress: %q", got)
		}
		if hours(80); !stored(back) {
			t.Error("a guest was deleted 50 hours after the last visit")
		}
		if hours(81); stored(back) || back.Me().ID != "" {
			t.Error("a guest was not deleted 51 hours after the last visit")
		}

		hours(100)
		if v := bors.View(rated); v.Phase != match.Finished {
			t.Errorf("%+v", v)
		}
		hours(101)
		for _, id := range []string{game, rated} {
			bors.Refused(404, "no-match", "GET", "/api/matches/"+id, nil)
		}
		if v := bors.View(running); v.Phase != match.Playing || v.Seats[0].Player.Name != "Dora" {
			t.Errorf("%+v: a game in progress", v)
		}
		if now := ratingsOf(bors, bors.ID); now != ratings {
			t.Errorf("ratings were\n%s\nand are\n%s", ratings, now)
		}
		var export struct {
			Matches []struct{ Match string }
		}
		if bors.Want(200, "GET", "/api/me/export", nil, &export); len(export.Matches) != 1 || export.Matches[0].Match != running {
			t.Errorf("%+v", export)
		}
		var list struct{ Games []any }
		if bors.Want(200, "GET", "/api/people/"+bors.ID+"/games", nil, &list); len(list.Games) != 0 {
			t.Errorf("%+v", list)
		}
		c, err := s.Store.Comparison(ctx, bors.ID)
		var left jobs.Findings
		if err = errors.Join(err, json.Unmarshal([]byte(c.Result), &left)); err != nil || len(left.Games) != 0 || left.Total != 0 || left.Summary.Moves != 0 {
			t.Errorf("%+v, %v", left, err)
		}
		busy.Do(running, webtest.Object{"type": "resign"})
	})
}
