package web

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"tafelrunde/internal/host"
	"tafelrunde/internal/jobs"
	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
)

// direct sends the requests of clients to a handler without a network, which fake time
// does not permit.
type direct struct{ handler http.Handler }

func (d direct) RoundTrip(r *http.Request) (*http.Response, error) {
	in := r.Clone(r.Context())
	in.RemoteAddr, in.RequestURI, in.Host = "127.0.0.1:1", r.URL.RequestURI(), r.URL.Host
	if in.Body == nil {
		in.Body = http.NoBody
	}
	w := httptest.NewRecorder()
	d.handler.ServeHTTP(w, in)
	return w.Result(), nil
}

// serveInBubble is serveAPIWith in fake time. Nothing ends turns by time there.
func serveInBubble(t *testing.T, o APIOptions) *testServer {
	t.Helper()
	s, err := sqlstore.OpenSQLite(context.Background(), filepath.Join(t.TempDir(), "tafelrunde.db"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	o.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	o.Store, o.UnlimitedLoopback = s, true
	o.Host = host.New(s, games.Rules{}, o.Log)
	api := NewAPI(ctx, o)
	site, err := NewSite(fstest.MapFS{"index.html": {Data: []byte("<head></head>front end")}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		synctest.Wait()
		s.Close()
	})
	return &testServer{t: t, url: "http://tafelrunde.example", api: api, store: s, stop: cancel, transport: direct{Handler(site, api)}}
}

// said returns the texts of the chat of a match, and who said them.
func (s *testServer) said(id string) (texts []string) {
	s.t.Helper()
	events, err := s.store.Events(context.Background(), id, 0)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, e := range events {
		if e.Type == match.Chatted {
			texts = append(texts, e.Name+": "+e.Text)
		}
	}
	return texts
}

// ratings returns the ratings of a person and their history as text.
func (b *browser) ratings(id string) (text string) {
	b.t.Helper()
	for _, path := range []string{"/api/people/" + id + "/ratings", "/api/people/" + id + "/ratings/history"} {
		var v any
		b.want(200, "GET", path, nil, &v)
		part, err := json.Marshal(v)
		if err != nil {
			b.t.Fatal(err)
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
		s := serveInBubble(t, APIOptions{KeepGuests: 50 * hour, KeepChat: 75 * hour, KeepMatches: 100 * hour})
		hours := func(n int) { // from the start
			t.Helper()
			at := time.Date(2000, 1, 1, n, 30, 0, 0, time.UTC)
			time.Sleep(time.Until(at))
			synctest.Wait()
		}
		hours(0)
		anna, back, busy := s.guest("Anna"), s.guest("Elsa"), s.guest("Dora")
		bors, cora := s.member("Bors"), s.member("Cora")
		untimed := func(o object) { o["clock"] = object{"kind": "none"} }
		play := func(white, black *browser, rated bool) string {
			id := white.open(wotnTable(func(o object) { o["rated"] = rated }))
			black.do(id, object{"type": "sit", "seat": 1})
			white.do(id, object{"type": "move", "move": "e2e4"})
			black.do(id, object{"type": "move", "move": "e7e5"})
			return id
		}
		game := play(anna, bors, false)
		anna.do(game, object{"type": "chat", "text": "hello"})
		bors.do(game, object{"type": "chat", "text": "good luck"})
		anna.do(game, object{"type": "resign"})
		rated := play(bors, cora, true)
		bors.do(rated, object{"type": "chat", "text": "thanks"})
		cora.do(rated, object{"type": "resign"})
		running := busy.open(wotnTable(untimed))
		bors.do(running, object{"type": "sit", "seat": 1})
		busy.do(running, object{"type": "move", "move": "e2e4"})
		busy.do(running, object{"type": "chat", "text": "no hurry"})
		ratings := bors.ratings(bors.id)
		findings, err := json.Marshal(jobs.Findings{Total: 1, Games: []jobs.ComparedGame{{
			Match: rated, Game: 1, EndedAt: s.api.App.Now(), Moves: []jobs.ComparedMove{{Ply: 1, Move: "e2e4", Best: "e2e4"}},
		}}})
		ctx := context.Background()
		if err == nil {
			err = s.store.RequestComparison(ctx, bors.id, 1, store.Entry{ID: "x", At: s.api.App.Now(), Action: "fair-play"})
		}
		if err == nil {
			err = s.store.KeepComparison(ctx, store.Comparison{Person: bors.id, RequestedAt: 1, FinishedAt: 2, Result: string(findings)})
		}
		if err != nil {
			t.Fatal(err)
		}

		stored := func(b *browser) bool {
			t.Helper()
			_, err := s.store.Person(ctx, b.id)
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				t.Fatal(err)
			}
			return err == nil
		}
		hours(30)
		if p := back.me(); p.ID != back.id {
			t.Errorf("%+v", p)
		}

		hours(50)
		if v := bors.view(game); v.Seats[0].Player.Name != "Anna" || !stored(anna) {
			t.Errorf("%+v: Anna was deleted too early", v.Seats[0])
		}
		hours(51)
		if v := bors.view(game); v.Seats[0].Player.Name != match.DeletedName || v.Outcome.Reason != match.ByResignation || len(v.Moves) != 2 || stored(anna) || anna.me().ID != "" {
			t.Errorf("%+v: the game of a guest without activity", v)
		}
		if got := s.said(game); !slices.Equal(got, []string{": ", "Bors: good luck"}) {
			t.Errorf("chat of a finished game: %q", got)
		}
		if v := bors.view(running); v.Phase != match.Playing || v.Seats[0].Player.Name != "Dora" || !stored(busy) || !stored(back) {
			t.Errorf("%+v: a game in progress", v)
		}

		hours(75)
		if got := s.said(rated); !slices.Equal(got, []string{"Bors: thanks"}) {
			t.Errorf("chat of a finished game: %q", got)
		}
		hours(76)
		if got := append(s.said(rated), s.said(game)...); !slices.Equal(got, []string{": ", ": ", ": "}) {
			t.Errorf("chat of finished games: %q", got)
		}
		if got := s.said(running); !slices.Equal(got, []string{"Dora: no hurry"}) {
			t.Errorf("chat of a game in progress: %q", got)
		}
		if hours(80); !stored(back) {
			t.Error("a guest was deleted 50 hours after the last visit")
		}
		if hours(81); stored(back) || back.me().ID != "" {
			t.Error("a guest was not deleted 51 hours after the last visit")
		}

		hours(100)
		if v := bors.view(rated); v.Phase != match.Finished {
			t.Errorf("%+v", v)
		}
		hours(101)
		for _, id := range []string{game, rated} {
			bors.refused(404, "no-match", "GET", "/api/matches/"+id, nil)
		}
		if v := bors.view(running); v.Phase != match.Playing || v.Seats[0].Player.Name != "Dora" {
			t.Errorf("%+v: a game in progress", v)
		}
		if now := bors.ratings(bors.id); now != ratings {
			t.Errorf("ratings were\n%s\nand are\n%s", ratings, now)
		}
		var export struct {
			Matches []struct{ Match string }
		}
		if bors.want(200, "GET", "/api/me/export", nil, &export); len(export.Matches) != 1 || export.Matches[0].Match != running {
			t.Errorf("%+v", export)
		}
		var list struct{ Games []any }
		if bors.want(200, "GET", "/api/people/"+bors.id+"/games", nil, &list); len(list.Games) != 0 {
			t.Errorf("%+v", list)
		}
		c, err := s.store.Comparison(ctx, bors.id)
		var left jobs.Findings
		if err = errors.Join(err, json.Unmarshal([]byte(c.Result), &left)); err != nil || len(left.Games) != 0 || left.Total != 0 || left.Summary.Moves != 0 {
			t.Errorf("%+v, %v", left, err)
		}
		busy.do(running, object{"type": "resign"})
	})
}
