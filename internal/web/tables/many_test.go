package tables_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/tables"
)

// TestManyMatches: the lists of a person with more than a hundred games are
// complete.
func TestManyMatches(t *testing.T) {
	s := webtest.Serve(t)
	ann := s.Guest("Ann")
	const running, ended = 130, 205
	at := s.API.App.Now().After(-match.Second) // the running matches are older than the finished ones
	do := func(id, by string, action match.Action) {
		t.Helper()
		if _, err := s.API.App.Host.Do(t.Context(), id, match.Command{At: at, By: by, Do: action}); err != nil {
			t.Fatalf("%s: %v", id, err)
		}
	}
	open := func(id string) {
		t.Helper()
		do(id, ann.ID, match.Open{
			Settings: match.Settings{Game: "wotn", Variant: "wotn", Seats: 2, Clock: match.Clock{Kind: match.NoClock}, Visibility: match.Public},
			Owner:    match.Player{ID: ann.ID, Name: "Ann"},
		})
		do(id, "ben", match.Sit{Player: match.Player{ID: "ben", Name: "Ben"}, Seat: 1})
	}
	for i := range running {
		open(fmt.Sprintf("run%03d", i))
	}
	at = s.API.App.Now()
	for i := range ended {
		id := fmt.Sprintf("end%03d", i)
		open(id)
		do(id, "ben", match.Abort{})
	}

	resp := ann.Request("GET", "/api/stream/event", nil)
	defer resp.Body.Close()
	timeout := time.AfterFunc(20*time.Second, func() { resp.Body.Close() })
	defer timeout.Stop()
	in := bufio.NewScanner(resp.Body)
	awaitGames := func(kind string, count int) map[string]bool {
		t.Helper()
		ids := make(map[string]bool)
		for len(ids) < count && in.Scan() {
			var line struct {
				Type string
				Game struct{ ID string }
			}
			if len(in.Bytes()) > 0 && json.Unmarshal(in.Bytes(), &line) == nil && line.Type == kind {
				ids[line.Game.ID] = true
			}
		}
		if len(ids) != count {
			t.Fatalf("%d of %d %s, %v", len(ids), count, kind, in.Err())
		}
		return ids
	}
	for id := range awaitGames("gameStart", running) {
		if !strings.HasPrefix(id, "run") {
			t.Errorf("unexpected start of %s", id)
		}
	}
	do("run000", "ben", match.Abort{})
	if !awaitGames("gameFinish", 1)["run000"] {
		t.Error("another game has ended")
	}

	var page struct {
		Matches []struct {
			Match string
			Phase match.Phase
		}
		More bool
	}
	seen := make(map[string]bool)
	for skip, want := range []struct {
		count int
		more  bool
	}{{running - 1 + 100, true}, {100, true}, {6, false}, {0, false}} {
		page.Matches = nil
		ann.Want(200, "GET", fmt.Sprintf("/api/me/matches?skip=%d", 100*skip), nil, &page)
		if len(page.Matches) != want.count || page.More != want.more {
			t.Errorf("page %d has %d matches, more: %v; want %+v", skip, len(page.Matches), page.More, want)
		}
		for i, m := range page.Matches {
			if (m.Phase == match.Playing) != (skip == 0 && i < running-1) || seen[m.Match] {
				t.Errorf("page %d, %d: %+v", skip, i, m)
			}
			seen[m.Match] = true
		}
	}
	var lobby tables.Lobby
	ann.Want(200, "GET", "/api/lobby", nil, &lobby)
	if len(lobby.Playing) != tables.LobbySize || !lobby.MorePlaying || len(lobby.Waiting) != 0 || lobby.MoreWaiting {
		t.Errorf("%d tables are played, more: %v; %d wait, more: %v", len(lobby.Playing), lobby.MorePlaying, len(lobby.Waiting), lobby.MoreWaiting)
	}

	// A deleted person is removed from all games, however many there are.
	ann.Want(204, "POST", "/api/me/delete", webtest.Object{"name": "Ann"}, nil)
	for _, id := range []string{"run001", "run129", "end000", "end204"} {
		if v := s.Visitor().View(id); v.Phase != match.Finished || v.Seats[0].Player.Name != match.DeletedName {
			t.Errorf("%s: %s, %+v", id, v.Phase, v.Seats[0].Player)
		}
	}
}

// TestAllMatchesAreRenamed: a new account is shown at all ten thousand tables of
// the former guest.
func TestAllMatchesAreRenamed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tafelrunde.db")
	storetest.OlderDatabase(t, "sqlite", file, `INSERT INTO mentions (person, match)
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10050) SELECT 'g', 'a' || i FROM n`)
	matches, err := sqlstore.OpenSQLite(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer matches.Close()
	s := webtest.ServeStore(t, matches)
	if _, err := s.API.App.Host.Do(t.Context(), "z", match.Command{At: s.API.App.Now(), By: "g", Do: match.Open{
		Settings: match.Settings{Game: "wotn", Variant: "wotn", Seats: 2, Clock: match.Clock{Kind: match.NoClock}, Visibility: match.Public},
		Owner:    match.Player{ID: "g", Name: "Gus"},
	}}); err != nil {
		t.Fatal(err)
	}
	gus := store.Person{ID: "g", Name: "Gustav", Registered: true}
	if _, err := s.API.People.Rename(t.Context(), gus, match.Rename{Player: core.PlayerOf(gus)}); err != nil {
		t.Fatal(err)
	}
	if p := s.Visitor().View("z").Seats[0].Player; p != core.PlayerOf(gus) {
		t.Errorf("%+v", p)
	}
}
