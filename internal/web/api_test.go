package web_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/bots"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/people"
)

func TestGameWithSpectator(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben, watcher := s.Guest("Anna"), s.Guest("Ben"), s.Visitor()
	lobby, _ := watcher.Listen("/api/lobby/stream")
	webtest.Next(t, lobby)
	id := anna.Open(webtest.WotnTable(nil))
	if e, _ := webtest.Next(t, lobby); !strings.Contains(e.Data, id) {
		t.Errorf("lobby %s: the table is missing", e.Data)
	}
	events := ben.Do(id, webtest.Object{"type": "sit"})
	if last := events[len(events)-1]; last.Event.Type != match.Started {
		t.Fatalf("%+v: want the start of the game", last)
	}
	stream, stop := watcher.Listen("/api/matches/" + id + "/stream")
	var seen int64
	for range events[len(events)-1].Seq {
		e, _ := webtest.Next(t, stream)
		if e.ID != seen+1 {
			t.Fatalf("event %d after %d", e.ID, seen)
		}
		seen = e.ID
	}
	anna.Do(id, webtest.Object{"type": "move", "move": "f2f3", "ply": 0})
	anna.DoRefused(409, "stale", id, webtest.Object{"type": "move", "move": "f2f4", "ply": 0})
	anna.DoRefused(409, "not-your-turn", id, webtest.Object{"type": "move", "move": "e2e4"})
	watcher.DoRefused(401, "no-session", id, webtest.Object{"type": "move", "move": "e7e5"})
	s.Guest("Carl").DoRefused(409, "not-seated", id, webtest.Object{"type": "move", "move": "e7e5"})
	ben.DoRefused(409, "cannot-reach", id, webtest.Object{"type": "move", "move": "e7e4"})
	ben.DoRefused(422, "unknown-command", id, webtest.Object{"type": "dance"})
	if e, event := webtest.Next(t, stream); e.ID != seen+1 || event.Move != "f2f3" {
		t.Errorf("%+v", e)
	}
	// The spectator disconnects, and reconnects after the next moves.
	stop()
	ben.Do(id, webtest.Object{"type": "move", "move": "e7e5", "lag": 30})
	anna.Do(id, webtest.Object{"type": "move", "move": "g2g4"})
	stream, _ = watcher.Listen("/api/matches/"+id+"/stream", "Last-Event-ID", strconv.FormatInt(seen+1, 10))
	for i, move := range []string{"e7e5", "g2g4"} {
		if e, event := webtest.Next(t, stream); event.Move != move || e.ID != seen+2+int64(i) {
			t.Errorf("%+v, want %s", e, move)
		}
	}
	ben.Do(id, webtest.Object{"type": "move", "move": "d8h4"})
	v := anna.View(id)
	if v.Phase != match.Finished || v.Outcome.Reason != "checkmate" || !slices.Equal(v.Outcome.Winners, []int{1}) || v.You != 0 || len(v.Moves) != 4 || v.ToAct != -1 {
		t.Errorf("%+v", v)
	}
	if w := watcher.View(id); w.You != -1 {
		t.Errorf("a spectator has seat %d", w.You)
	}
	var mine struct{ Matches []struct{ Match string } }
	ben.Want(200, "GET", "/api/me/matches", nil, &mine)
	if len(mine.Matches) != 1 || mine.Matches[0].Match != id {
		t.Errorf("%+v", mine)
	}
	var exported struct {
		Person  people.Person
		Matches []struct {
			Match  string
			Events []match.Event
		}
	}
	ben.Want(200, "GET", "/api/me/export", nil, &exported)
	if exported.Person.Name != "Ben" || len(exported.Matches) != 1 || int64(len(exported.Matches[0].Events)) != v.Seq {
		t.Errorf("%+v", exported)
	}
	var finished struct{ Games []struct{ Game int } }
	watcher.Want(200, "GET", "/api/matches/"+id+"/games", nil, &finished)
	if len(finished.Games) != 1 {
		t.Errorf("%+v", finished)
	}
}

func TestPlayersAndSpectatorsHaveSeparateChats(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben, watcher := s.Guest("Anna"), s.Guest("Ben"), s.Guest("Wanda")
	id := anna.Open(webtest.WotnTable(nil))
	ben.Do(id, webtest.Object{"type": "sit"})
	after := "?after=" + strconv.FormatInt(anna.View(id).Seq, 10)
	player, _ := anna.Listen("/api/matches/" + id + "/stream" + after)
	spectator, _ := watcher.Listen("/api/matches/" + id + "/stream" + after)
	watcher.Do(id, webtest.Object{"type": "chat", "text": "e4 is best"})
	ben.Do(id, webtest.Object{"type": "chat", "text": "have fun"})
	if _, e := webtest.Next(t, player); e.Text != "have fun" || e.Name != "Ben" {
		t.Errorf("a player received %+v", e)
	}
	if _, e := webtest.Next(t, spectator); e.Text != "e4 is best" {
		t.Errorf("a spectator received %+v", e)
	}
	for range 20 {
		resp := ben.Request("POST", "/api/matches/"+id+"/commands", webtest.Object{"type": "chat", "text": "spam"})
		resp.Body.Close()
		if resp.StatusCode == http.StatusTooManyRequests {
			return
		}
	}
	t.Error("20 lines at once were all let through")
}

func TestPrivateTablesAreHidden(t *testing.T) {
	s := webtest.Serve(t)
	anna, carl := s.Guest("Anna"), s.Guest("Ben")
	id := anna.Open(webtest.WotnTable(func(o webtest.Object) { o["visibility"], o["invited"] = "private", []string{"Ben"} }))
	// A guest with the name of an invited account is not invited.
	for _, path := range []string{"", "/games", "/stream"} {
		carl.Refused(404, "no-match", "GET", "/api/matches/"+id+path, nil)
	}
	carl.DoRefused(404, "no-match", id, webtest.Object{"type": "sit"})
	var p people.Person
	carl.Want(200, "POST", "/api/account", webtest.Object{"name": "Ben", "password": "eight characters"}, &p)
	carl.Do(id, webtest.Object{"type": "sit"})
	var lobby struct{ Waiting, Playing []any }
	carl.Want(200, "GET", "/api/lobby", nil, &lobby)
	if len(lobby.Waiting)+len(lobby.Playing) != 0 {
		t.Errorf("%+v", lobby)
	}
}

func TestGuestsAccountsAndTokens(t *testing.T) {
	s := webtest.Serve(t)
	var p people.Person
	s.Visitor().Want(200, "GET", "/api/session", nil, &p)
	if p != (people.Person{}) {
		t.Errorf("%+v: want no person without a session", p)
	}
	anna := s.Guest("Anna")
	id := anna.Open(webtest.WotnTable(nil))
	for _, name := range []string{"", "  ", strings.Repeat("a", 31), "a\u202eb"} {
		anna.Refused(422, "name", "POST", "/api/session", webtest.Object{"name": name})
	}
	anna.Want(200, "POST", "/api/session", webtest.Object{"name": " Änne "}, &p)
	if p.Name != "Änne" || p.ID != anna.ID || p.Account {
		t.Errorf("%+v", p)
	}
	anna.Refused(403, "account-needed", "POST", "/api/tokens", nil)
	anna.Refused(422, "password", "POST", "/api/account", webtest.Object{"name": "Änne", "password": "short"})
	anna.Want(200, "POST", "/api/account", webtest.Object{"name": "Änne", "password": "long enough"}, &p)
	if p.ID != anna.ID || !p.Account {
		t.Errorf("%+v: the account is not the guest's", p)
	}
	if v := anna.View(id); v.You != 0 {
		t.Errorf("seat %d after creating an account", v.You)
	}
	s.Guest("Ben").Refused(409, "name-taken", "POST", "/api/account", webtest.Object{"name": "äNNE", "password": "long enough"})
	other := s.Visitor()
	other.Refused(403, "login", "POST", "/api/login", webtest.Object{"name": "Änne", "password": "wrong one"})
	other.Refused(403, "login", "POST", "/api/login", webtest.Object{"name": "Nobody", "password": "long enough"})
	other.Want(200, "POST", "/api/login", webtest.Object{"name": "änne", "password": "long enough"}, &p)
	if p.ID != anna.ID {
		t.Errorf("%+v", p)
	}
	var token struct{ Token string }
	other.Want(200, "POST", "/api/tokens", nil, &token)
	bot := s.Visitor()
	bot.Token = token.Token
	bot.Want(200, "GET", "/api/session", nil, &p)
	if p.ID != anna.ID {
		t.Errorf("%+v", p)
	}
	bot.Token = "taf_wrong"
	bot.Refused(401, "token", "GET", "/api/session", nil)
	other.Want(204, "DELETE", "/api/session", nil, nil)
	if other.Want(200, "GET", "/api/session", nil, &p); p.ID != "" {
		t.Errorf("%+v: want no person after the logout", p)
	}
	if anna.Want(200, "GET", "/api/session", nil, &p); p.ID != anna.ID {
		t.Errorf("%+v", p)
	}
}

func TestBotInterface(t *testing.T) {
	s := webtest.Serve(t)
	var token struct{ Token string }
	owner := s.Bot("Bot")
	owner.Want(200, "POST", "/api/tokens", nil, &token)
	bot := s.Visitor()
	bot.Token = token.Token
	lines := func(path string) func(line any) error {
		resp := bot.Request("GET", path, nil)
		t.Cleanup(func() { resp.Body.Close() })
		if resp.StatusCode != 200 {
			t.Fatalf("%s: status %d", path, resp.StatusCode)
		}
		decoder := json.NewDecoder(resp.Body)
		return func(line any) error {
			t.Helper()
			var text json.RawMessage
			if err := decoder.Decode(&text); err != nil {
				return err
			}
			webtest.CheckLineDescribed(t, s.API.Spec, path, text)
			return json.Unmarshal(text, line)
		}
	}
	account := lines("/api/stream/event")
	anna := s.Guest("Anna")
	id := anna.Open(webtest.WotnTable(nil))
	bot.Do(id, webtest.Object{"type": "sit"})
	var begun struct {
		Type string
		Game struct {
			ID   string
			Seat int
		}
	}
	if err := account(&begun); err != nil || begun.Type != "gameStart" || begun.Game.ID != id || begun.Game.Seat != 1 {
		t.Fatalf("%+v, %v", begun, err)
	}
	game := lines("/api/bot/game/stream/" + id)
	var full struct {
		Type  string
		ID    string
		You   int
		State bots.GameState
	}
	if err := game(&full); err != nil || full.Type != "gameFull" || full.ID != id || full.You != 1 || full.State.ToAct != 0 {
		t.Fatalf("%+v, %v", full, err)
	}
	anna.Do(id, webtest.Object{"type": "move", "move": "e2e4"})
	var state bots.GameState
	if err := game(&state); err != nil || state.Type != "gameState" || state.Moves != "e2e4" || state.ToAct != 1 {
		t.Fatalf("%+v, %v", state, err)
	}
	bot.Want(200, "POST", "/api/bot/game/"+id+"/move/e7e5", nil, nil)
	bot.Refused(400, "not-your-turn", "POST", "/api/bot/game/"+id+"/move/d7d5", nil)
	bot.Want(200, "POST", "/api/bot/game/"+id+"/draw/yes", nil, nil)
	bot.Refused(422, "request", "POST", "/api/bot/game/"+id+"/draw/perhaps", nil)
	bot.Want(200, "POST", "/api/bot/game/"+id+"/chat", webtest.Object{"text": "hello"}, nil)
	bot.Want(200, "POST", "/api/bot/game/"+id+"/resign", nil, nil)
	for {
		var line struct {
			Type, Text string
			Outcome    match.Outcome
		}
		if err := game(&line); err != nil {
			t.Fatal(err)
		}
		if line.Outcome.Over {
			break
		}
	}
	if err := account(&begun); err != nil || begun.Type != "gameFinish" {
		t.Errorf("%+v, %v", begun, err)
	}
}

func TestCrossSiteRequestsAreRefused(t *testing.T) {
	s := webtest.Serve(t)
	anna := s.Guest("Anna")
	r, err := http.NewRequest("POST", s.URL+"/api/matches", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	resp, err := anna.Client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusForbidden {
		t.Errorf("status %d", resp.StatusCode)
	}
	if resp.Header.Get("Content-Security-Policy") == "" {
		t.Error("no security headers")
	}
}

// TestEveryRouteIsDescribed compares the OpenAPI document with the responses of
// the server.
func TestEveryRouteIsDescribed(t *testing.T) {
	s := webtest.Serve(t)
	var spec struct {
		OpenAPI string
		Paths   map[string]map[string]struct{ OperationID string }
	}
	s.Visitor().Want(200, "GET", "/openapi.json", nil, &spec)
	if !strings.HasPrefix(spec.OpenAPI, "3.") {
		t.Errorf("OpenAPI %q", spec.OpenAPI)
	}
	for _, path := range []string{"/api/lobby", "/api/matches/{id}/commands", "/api/matches/{id}/stream", "/api/bot/game/{id}/move/{move}", "/healthz"} {
		if len(spec.Paths[path]) == 0 {
			t.Errorf("%s is not described", path)
		}
	}
	s.Visitor().Want(200, "GET", "/healthz", nil, nil)
	s.Visitor().Want(404, "GET", "/metrics", nil, nil) // has an address of its own
	if len(spec.Paths["/metrics"]) > 0 {
		t.Error("/metrics is described as public")
	}
	metrics := httptest.NewRecorder()
	s.API.Metrics().ServeHTTP(metrics, httptest.NewRequest("GET", "/metrics", nil))
	if text := metrics.Body.String(); metrics.Code != 200 || !strings.Contains(text, "\ntafelrunde_commands_total 0\n") {
		t.Errorf("status %d: %s", metrics.Code, text)
	}
	s.Visitor().Refused(404, "no-route", "GET", "/api/nothing", nil)
	resp := s.Visitor().Request("GET", "/", nil)
	defer resp.Body.Close()
	if text, _ := io.ReadAll(resp.Body); !strings.HasSuffix(string(text), "</head>front end") {
		t.Errorf("the site answers %q", text)
	}
}

// TestMalformedRequests sends invalid requests to every described route,
// as a player.
func TestMalformedRequests(t *testing.T) {
	s := webtest.Serve(t)
	s.API.App.Limits = core.Limits{}
	anna := s.Guest("Anna")
	id := anna.Open(webtest.WotnTable(nil))
	s.Guest("Ben").Do(id, webtest.Object{"type": "sit"})
	random := rand.New(rand.NewPCG(1, 2))
	values := []string{"null", "0", "-1", "1e99", `""`, `"e2e4"`, "[]", "{}", "[[[", `{"type":"move","move":5}`, `"` + strings.Repeat("x", 20000) + `"`, "\x00", `{"type":"promote","promotions":[{"square":"\ud800"}]}`}
	types := []string{"sit", "leave", "start", "promote", "move", "draw", "claim-draw", "takeback", "rematch", "take-over", "return", "claim-absence", "chat", "abort"}
	for path, methods := range s.API.Spec.Paths {
		for _, op := range []struct {
			method string
			exists bool
		}{{"GET", methods.Get != nil}, {"POST", methods.Post != nil}, {"DELETE", false}} {
			if !op.exists || strings.Contains(path, "stream") {
				continue
			}
			for i := range 30 {
				// Limits are tested elsewhere.
				s.API.App.Limits = core.Limits{}
				p := strings.NewReplacer("{id}", []string{id, "x", "%00", "..%2f"}[random.IntN(4)], "{move}", "e2e4%ff", "{accept}", "yes").Replace(path)
				var body any
				if op.method == "POST" {
					body = values[random.IntN(len(values))]
					if i%2 == 0 {
						body = fmt.Sprintf(`{"type":%q,"seat":%s,"name":%s,"password":%s,"settings":%s,"level":%s}`, types[random.IntN(len(types))],
							values[random.IntN(4)], values[random.IntN(6)], values[random.IntN(6)], values[random.IntN(6)], values[random.IntN(4)])
					}
				}
				resp := anna.Request(op.method, p, body)
				text, err := io.ReadAll(resp.Body)
				resp.Body.Close()
				if err != nil || resp.StatusCode >= 500 {
					t.Errorf("%s %s %.100v: status %d, %s, %v", op.method, p, body, resp.StatusCode, text, err)
				}
			}
		}
	}
}

// TestPermissions sends every request as a stranger, a spectator, a player and
// the owner of a private table.
func TestPermissions(t *testing.T) {
	s := webtest.Serve(t)
	owner, player, guest, stranger := s.Guest("Owner"), s.Guest("Player"), s.Guest("Guest"), s.Visitor()
	player.Want(200, "POST", "/api/account", webtest.Object{"name": "Player", "password": "long enough"}, nil)
	public := owner.Open(webtest.WotnTable(nil))
	private := owner.Open(webtest.WotnTable(func(o webtest.Object) { o["visibility"], o["invited"] = "private", []string{"Player"} }))
	for _, id := range []string{public, private} {
		player.Do(id, webtest.Object{"type": "sit"})
	}
	asked := make(map[string]bool)
	for i, c := range webtest.PermissionCases() {
		if i%20 == 0 {
			s.API.App.Limits = core.Limits{} // one person sends many requests here
		}
		asked[webtest.Described(s.API.Spec, c.Method, strings.NewReplacer("PUBLIC", "x", "PRIVATE", "x").Replace(c.Path)).OperationID] = true
		for _, who := range []struct {
			name string
			*webtest.Browser
			want int
		}{{"stranger", stranger, c.Stranger}, {"guest", guest, c.Guest}, {"player", player, c.Player}, {"owner", owner, c.Opening}} {
			if who.want == webtest.Either {
				continue
			}
			path := strings.NewReplacer("PUBLIC", public, "PRIVATE", private).Replace(c.Path)
			resp := who.Request(c.Method, path, c.Body)
			text, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			if resp.StatusCode != who.want {
				t.Errorf("%s %s as %s: status %d, want %d: %s", c.Method, c.Path, who.name, resp.StatusCode, who.want, text)
			}
		}
	}
	for path, item := range s.API.Spec.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op != nil && !asked[op.OperationID] {
				t.Errorf("permissions of %s (%s) are not tested", op.OperationID, path)
			}
		}
	}
}
