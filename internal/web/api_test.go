package web

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/web/bots"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
	"tafelrunde/internal/web/people"
)

// testServer is a running server with a store of its own.
type testServer struct {
	t     testing.TB
	url   string
	api   *API
	store store.Store
	stop  context.CancelFunc // stops the server as the program does
	// transport is that of new browsers, nil for the network.
	transport http.RoundTripper
}

func serveAPI(t testing.TB) *testServer {
	t.Helper()
	return serveAPIWith(t, APIOptions{UnlimitedLoopback: true})
}

// serveAPIWith starts a server with a host, a store and a log of its own.
func serveAPIWith(t testing.TB, o APIOptions) *testServer {
	t.Helper()
	s, err := sqlstore.OpenSQLite(context.Background(), filepath.Join(t.TempDir(), "tafelrunde.db"))
	if err != nil {
		t.Fatal(err)
	}
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	ctx, cancel := context.WithCancel(context.Background())
	h := host.New(s, games.Rules{}, cmp.Or(o.Log, quiet))
	done := make(chan struct{})
	go func() { defer close(done); h.Run(ctx) }()
	o.Host, o.Store, o.Log, o.Build = h, s, cmp.Or(o.Log, quiet), "build-1"
	api := NewAPI(ctx, o)
	site, err := NewSite(fstest.MapFS{"index.html": {Data: []byte(`<html lang="en"><head><title></title></head>front end`)}})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(Handler(site, api))
	t.Cleanup(func() {
		cancel()
		server.Close()
		<-done
		s.Close()
	})
	return &testServer{t: t, url: server.URL, api: api, store: s, stop: cancel}
}

// browser is a client with cookies, or a program with a token.
type browser struct {
	*testServer
	client *http.Client
	token  string
	id     string
}

func (s *testServer) visitor() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return &browser{testServer: s, client: &http.Client{Jar: jar, Transport: s.transport}}
}

func (s *testServer) guest(name string) *browser {
	s.t.Helper()
	b := s.visitor()
	var me people.Person
	b.want(200, "POST", "/api/session", map[string]any{"name": name}, &me)
	b.id = me.ID
	return b
}

func (b *browser) request(method, path string, body any) *http.Response {
	b.t.Helper()
	var content io.Reader
	if text, raw := body.(string); raw {
		content = strings.NewReader(text)
	} else if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			b.t.Fatal(err)
		}
		content = bytes.NewReader(data)
	}
	r, err := http.NewRequest(method, b.url+path, content)
	if err != nil {
		b.t.Fatal(err)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if b.token != "" {
		r.Header.Set("Authorization", "Bearer "+b.token)
	}
	resp, err := b.client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	return resp
}

func (b *browser) want(status int, method, path string, body, into any) {
	b.t.Helper()
	resp := b.request(method, path, body)
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	checkDescribed(b.t, b.api.Spec, method, path, resp.StatusCode, resp.Header.Get("Content-Type"), data)
	if resp.StatusCode != status {
		b.t.Fatalf("%s %s: status %d, want %d: %s", method, path, resp.StatusCode, status, data)
	}
	if into != nil {
		if err := json.Unmarshal(data, into); err != nil {
			b.t.Fatalf("%s %s: %v: %s", method, path, err, data)
		}
	}
}

// refused requires that the response is a problem with a code.
func (b *browser) refused(status int, code, method, path string, body any) {
	b.t.Helper()
	var p core.Problem
	b.want(status, method, path, body, &p)
	if p.Code != code || p.Message == "" {
		b.t.Fatalf("%s %s: %+v, want code %s", method, path, p, code)
	}
}

type object = map[string]any

func wotnTable(change func(object)) object {
	settings := object{
		"game": "wotn", "variant": "wotn", "seats": 2, "first": 0, "visibility": "public", "takebacks": true,
		"clock": object{"kind": "real-time", "initial": 300000, "increment": 3000},
	}
	if change != nil {
		change(settings)
	}
	return object{"settings": settings, "seat": 0}
}

func (b *browser) open(table object) string {
	b.t.Helper()
	var out struct{ Match string }
	b.want(201, "POST", "/api/matches", table, &out)
	return out.Match
}

func (b *browser) do(id string, command object) []matches.NumberedEvent {
	b.t.Helper()
	var out struct{ Events []matches.NumberedEvent }
	b.want(200, "POST", "/api/matches/"+id+"/commands", command, &out)
	return out.Events
}

func (b *browser) doRefused(status int, code, id string, command object) {
	b.t.Helper()
	b.refused(status, code, "POST", "/api/matches/"+id+"/commands", command)
}

func (b *browser) view(id string) (v matches.MatchView) {
	b.t.Helper()
	b.want(200, "GET", "/api/matches/"+id, nil, &v)
	return v
}

// sse is one server-sent event.
type sse struct {
	id   int64
	name string
	data string
}

// listen reads a stream into a channel until the test or the stream ends.
func (b *browser) listen(path string, header ...string) (<-chan sse, func()) {
	b.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	b.t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, "GET", b.url+path, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := b.client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "text/event-stream" {
		b.t.Fatalf("%s: status %d, %s", path, resp.StatusCode, resp.Header.Get("Content-Type"))
	}
	out := make(chan sse, 1000)
	go func() {
		defer resp.Body.Close()
		defer close(out)
		lines := bufio.NewScanner(resp.Body)
		lines.Buffer(nil, 1<<20)
		var e sse
		for lines.Scan() {
			key, value, _ := strings.Cut(lines.Text(), ": ")
			switch key {
			case "id":
				e.id, _ = strconv.ParseInt(value, 10, 64)
			case "event":
				e.name = value
			case "data":
				e.data = value
			case "":
				if e.name != "" {
					checkEventDescribed(b.t, b.api.Spec, path, e)
				}
				if e.name != "" && (e.name != "beat" || strings.HasPrefix(path, "/api/stream?")) {
					out <- e
				}
				e = sse{}
			}
		}
	}()
	return out, cancel
}

// next returns the next event that is not hidden.
func next(t *testing.T, from <-chan sse) (e sse, event match.Event) {
	t.Helper()
	for late := time.After(5 * time.Second); ; {
		select {
		case e, open := <-from:
			if !open {
				t.Fatal("the stream ended")
			}
			if e.name == "match" {
				event = match.Event{}
				if err := json.Unmarshal([]byte(e.data), &event); err != nil {
					t.Fatal(err)
				}
			}
			if event.Type != matches.HiddenEvent {
				return e, event
			}
		case <-late:
			t.Fatal("no event within 5 s")
		}
	}
}

func TestGameWithSpectator(t *testing.T) {
	s := serveAPI(t)
	anna, ben, watcher := s.guest("Anna"), s.guest("Ben"), s.visitor()
	lobby, _ := watcher.listen("/api/lobby/stream")
	next(t, lobby)
	id := anna.open(wotnTable(nil))
	if e, _ := next(t, lobby); !strings.Contains(e.data, id) {
		t.Errorf("lobby %s: the table is missing", e.data)
	}
	events := ben.do(id, object{"type": "sit"})
	if last := events[len(events)-1]; last.Event.Type != match.Started {
		t.Fatalf("%+v: want the start of the game", last)
	}
	stream, stop := watcher.listen("/api/matches/" + id + "/stream")
	var seen int64
	for range events[len(events)-1].Seq {
		e, _ := next(t, stream)
		if e.id != seen+1 {
			t.Fatalf("event %d after %d", e.id, seen)
		}
		seen = e.id
	}
	anna.do(id, object{"type": "move", "move": "f2f3", "ply": 0})
	anna.doRefused(409, "stale", id, object{"type": "move", "move": "f2f4", "ply": 0})
	anna.doRefused(409, "not-your-turn", id, object{"type": "move", "move": "e2e4"})
	watcher.doRefused(401, "no-session", id, object{"type": "move", "move": "e7e5"})
	s.guest("Carl").doRefused(409, "not-seated", id, object{"type": "move", "move": "e7e5"})
	ben.doRefused(409, "cannot-reach", id, object{"type": "move", "move": "e7e4"})
	ben.doRefused(422, "unknown-command", id, object{"type": "dance"})
	if e, event := next(t, stream); e.id != seen+1 || event.Move != "f2f3" {
		t.Errorf("%+v", e)
	}
	// The spectator disconnects, and reconnects after the next moves.
	stop()
	ben.do(id, object{"type": "move", "move": "e7e5", "lag": 30})
	anna.do(id, object{"type": "move", "move": "g2g4"})
	stream, _ = watcher.listen("/api/matches/"+id+"/stream", "Last-Event-ID", strconv.FormatInt(seen+1, 10))
	for i, move := range []string{"e7e5", "g2g4"} {
		if e, event := next(t, stream); event.Move != move || e.id != seen+2+int64(i) {
			t.Errorf("%+v, want %s", e, move)
		}
	}
	ben.do(id, object{"type": "move", "move": "d8h4"})
	v := anna.view(id)
	if v.Phase != match.Finished || v.Outcome.Reason != "checkmate" || !slices.Equal(v.Outcome.Winners, []int{1}) || v.You != 0 || len(v.Moves) != 4 || v.ToAct != -1 {
		t.Errorf("%+v", v)
	}
	if w := watcher.view(id); w.You != -1 {
		t.Errorf("a spectator has seat %d", w.You)
	}
	var mine struct{ Matches []struct{ Match string } }
	ben.want(200, "GET", "/api/me/matches", nil, &mine)
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
	ben.want(200, "GET", "/api/me/export", nil, &exported)
	if exported.Person.Name != "Ben" || len(exported.Matches) != 1 || int64(len(exported.Matches[0].Events)) != v.Seq {
		t.Errorf("%+v", exported)
	}
	var finished struct{ Games []struct{ Game int } }
	watcher.want(200, "GET", "/api/matches/"+id+"/games", nil, &finished)
	if len(finished.Games) != 1 {
		t.Errorf("%+v", finished)
	}
}

func TestPlayersAndSpectatorsHaveSeparateChats(t *testing.T) {
	s := serveAPI(t)
	anna, ben, watcher := s.guest("Anna"), s.guest("Ben"), s.guest("Wanda")
	id := anna.open(wotnTable(nil))
	ben.do(id, object{"type": "sit"})
	after := "?after=" + strconv.FormatInt(anna.view(id).Seq, 10)
	player, _ := anna.listen("/api/matches/" + id + "/stream" + after)
	spectator, _ := watcher.listen("/api/matches/" + id + "/stream" + after)
	watcher.do(id, object{"type": "chat", "text": "e4 is best"})
	ben.do(id, object{"type": "chat", "text": "have fun"})
	if _, e := next(t, player); e.Text != "have fun" || e.Name != "Ben" {
		t.Errorf("a player received %+v", e)
	}
	if _, e := next(t, spectator); e.Text != "e4 is best" {
		t.Errorf("a spectator received %+v", e)
	}
	for range 20 {
		resp := ben.request("POST", "/api/matches/"+id+"/commands", object{"type": "chat", "text": "spam"})
		resp.Body.Close()
		if resp.StatusCode == http.StatusTooManyRequests {
			return
		}
	}
	t.Error("20 lines at once were all let through")
}

func TestPrivateTablesAreHidden(t *testing.T) {
	s := serveAPI(t)
	anna, carl := s.guest("Anna"), s.guest("Ben")
	id := anna.open(wotnTable(func(o object) { o["visibility"], o["invited"] = "private", []string{"Ben"} }))
	// A guest with the name of an invited account is not invited.
	for _, path := range []string{"", "/games", "/stream"} {
		carl.refused(404, "no-match", "GET", "/api/matches/"+id+path, nil)
	}
	carl.doRefused(404, "no-match", id, object{"type": "sit"})
	var p people.Person
	carl.want(200, "POST", "/api/account", object{"name": "Ben", "password": "eight characters"}, &p)
	carl.do(id, object{"type": "sit"})
	var lobby struct{ Waiting, Playing []any }
	carl.want(200, "GET", "/api/lobby", nil, &lobby)
	if len(lobby.Waiting)+len(lobby.Playing) != 0 {
		t.Errorf("%+v", lobby)
	}
}

func TestGuestsAccountsAndTokens(t *testing.T) {
	s := serveAPI(t)
	var p people.Person
	s.visitor().want(200, "GET", "/api/session", nil, &p)
	if p != (people.Person{}) {
		t.Errorf("%+v: want no person without a session", p)
	}
	anna := s.guest("Anna")
	id := anna.open(wotnTable(nil))
	for _, name := range []string{"", "  ", strings.Repeat("a", 31), "a\u202eb"} {
		anna.refused(422, "name", "POST", "/api/session", object{"name": name})
	}
	anna.want(200, "POST", "/api/session", object{"name": " Änne "}, &p)
	if p.Name != "Änne" || p.ID != anna.id || p.Account {
		t.Errorf("%+v", p)
	}
	anna.refused(403, "account-needed", "POST", "/api/tokens", nil)
	anna.refused(422, "password", "POST", "/api/account", object{"name": "Änne", "password": "short"})
	anna.want(200, "POST", "/api/account", object{"name": "Änne", "password": "long enough"}, &p)
	if p.ID != anna.id || !p.Account {
		t.Errorf("%+v: the account is not the guest's", p)
	}
	if v := anna.view(id); v.You != 0 {
		t.Errorf("seat %d after creating an account", v.You)
	}
	s.guest("Ben").refused(409, "name-taken", "POST", "/api/account", object{"name": "äNNE", "password": "long enough"})
	other := s.visitor()
	other.refused(403, "login", "POST", "/api/login", object{"name": "Änne", "password": "wrong one"})
	other.refused(403, "login", "POST", "/api/login", object{"name": "Nobody", "password": "long enough"})
	other.want(200, "POST", "/api/login", object{"name": "änne", "password": "long enough"}, &p)
	if p.ID != anna.id {
		t.Errorf("%+v", p)
	}
	var token struct{ Token string }
	other.want(200, "POST", "/api/tokens", nil, &token)
	bot := s.visitor()
	bot.token = token.Token
	bot.want(200, "GET", "/api/session", nil, &p)
	if p.ID != anna.id {
		t.Errorf("%+v", p)
	}
	bot.token = "taf_wrong"
	bot.refused(401, "token", "GET", "/api/session", nil)
	other.want(204, "DELETE", "/api/session", nil, nil)
	if other.want(200, "GET", "/api/session", nil, &p); p.ID != "" {
		t.Errorf("%+v: want no person after the logout", p)
	}
	if anna.want(200, "GET", "/api/session", nil, &p); p.ID != anna.id {
		t.Errorf("%+v", p)
	}
}

func TestBotInterface(t *testing.T) {
	s := serveAPI(t)
	var token struct{ Token string }
	owner := s.bot("Bot")
	owner.want(200, "POST", "/api/tokens", nil, &token)
	bot := s.visitor()
	bot.token = token.Token
	lines := func(path string) func(line any) error {
		resp := bot.request("GET", path, nil)
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
			checkLineDescribed(t, s.api.Spec, path, text)
			return json.Unmarshal(text, line)
		}
	}
	account := lines("/api/stream/event")
	anna := s.guest("Anna")
	id := anna.open(wotnTable(nil))
	bot.do(id, object{"type": "sit"})
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
	anna.do(id, object{"type": "move", "move": "e2e4"})
	var state bots.GameState
	if err := game(&state); err != nil || state.Type != "gameState" || state.Moves != "e2e4" || state.ToAct != 1 {
		t.Fatalf("%+v, %v", state, err)
	}
	bot.want(200, "POST", "/api/bot/game/"+id+"/move/e7e5", nil, nil)
	bot.refused(400, "not-your-turn", "POST", "/api/bot/game/"+id+"/move/d7d5", nil)
	bot.want(200, "POST", "/api/bot/game/"+id+"/draw/yes", nil, nil)
	bot.refused(422, "request", "POST", "/api/bot/game/"+id+"/draw/perhaps", nil)
	bot.want(200, "POST", "/api/bot/game/"+id+"/chat", object{"text": "hello"}, nil)
	bot.want(200, "POST", "/api/bot/game/"+id+"/resign", nil, nil)
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
	s := serveAPI(t)
	anna := s.guest("Anna")
	r, err := http.NewRequest("POST", s.url+"/api/matches", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	resp, err := anna.client.Do(r)
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
	s := serveAPI(t)
	var spec struct {
		OpenAPI string
		Paths   map[string]map[string]struct{ OperationID string }
	}
	s.visitor().want(200, "GET", "/openapi.json", nil, &spec)
	if !strings.HasPrefix(spec.OpenAPI, "3.") {
		t.Errorf("OpenAPI %q", spec.OpenAPI)
	}
	for _, path := range []string{"/api/lobby", "/api/matches/{id}/commands", "/api/matches/{id}/stream", "/api/bot/game/{id}/move/{move}", "/healthz"} {
		if len(spec.Paths[path]) == 0 {
			t.Errorf("%s is not described", path)
		}
	}
	s.visitor().want(200, "GET", "/healthz", nil, nil)
	s.visitor().want(404, "GET", "/metrics", nil, nil) // has an address of its own
	if len(spec.Paths["/metrics"]) > 0 {
		t.Error("/metrics is described as public")
	}
	metrics := httptest.NewRecorder()
	s.api.Metrics().ServeHTTP(metrics, httptest.NewRequest("GET", "/metrics", nil))
	if text := metrics.Body.String(); metrics.Code != 200 || !strings.Contains(text, "\ntafelrunde_commands_total 0\n") {
		t.Errorf("status %d: %s", metrics.Code, text)
	}
	s.visitor().refused(404, "no-route", "GET", "/api/nothing", nil)
	resp := s.visitor().request("GET", "/", nil)
	defer resp.Body.Close()
	if text, _ := io.ReadAll(resp.Body); !strings.HasSuffix(string(text), "</head>front end") {
		t.Errorf("the site answers %q", text)
	}
}

// TestMalformedRequests sends invalid requests to every described route,
// as a player.
func TestMalformedRequests(t *testing.T) {
	s := serveAPI(t)
	s.api.App.Limits = core.Limits{}
	anna := s.guest("Anna")
	id := anna.open(wotnTable(nil))
	s.guest("Ben").do(id, object{"type": "sit"})
	random := rand.New(rand.NewPCG(1, 2))
	values := []string{"null", "0", "-1", "1e99", `""`, `"e2e4"`, "[]", "{}", "[[[", `{"type":"move","move":5}`, `"` + strings.Repeat("x", 20000) + `"`, "\x00", `{"type":"promote","promotions":[{"square":"\ud800"}]}`}
	types := []string{"sit", "leave", "start", "promote", "move", "draw", "claim-draw", "takeback", "rematch", "take-over", "return", "claim-absence", "chat", "abort"}
	for path, methods := range s.api.Spec.Paths {
		for _, op := range []struct {
			method string
			exists bool
		}{{"GET", methods.Get != nil}, {"POST", methods.Post != nil}, {"DELETE", false}} {
			if !op.exists || strings.Contains(path, "stream") {
				continue
			}
			for i := range 30 {
				// Limits are tested elsewhere.
				s.api.App.Limits = core.Limits{}
				p := strings.NewReplacer("{id}", []string{id, "x", "%00", "..%2f"}[random.IntN(4)], "{move}", "e2e4%ff", "{accept}", "yes").Replace(path)
				var body any
				if op.method == "POST" {
					body = values[random.IntN(len(values))]
					if i%2 == 0 {
						body = fmt.Sprintf(`{"type":%q,"seat":%s,"name":%s,"password":%s,"settings":%s,"level":%s}`, types[random.IntN(len(types))],
							values[random.IntN(4)], values[random.IntN(6)], values[random.IntN(6)], values[random.IntN(6)], values[random.IntN(4)])
					}
				}
				resp := anna.request(op.method, p, body)
				text, err := io.ReadAll(resp.Body)
				resp.Body.Close()
				if err != nil || resp.StatusCode >= 500 {
					t.Errorf("%s %s %.100v: status %d, %s, %v", op.method, p, body, resp.StatusCode, text, err)
				}
			}
		}
	}
}

// permissionCase is a request with the status for a stranger, a spectator, a player and
// the owner of the tables PUBLIC and PRIVATE, which is private. "either" means that the
// role does not decide, or that the response is a stream.
type permissionCase struct {
	method, path                     string
	body                             any
	stranger, guest, player, opening int
}

const either = 0

// permissionCases returns a request for each route, at least.
func permissionCases() []permissionCase {
	resign := object{"type": "resign"}
	wanted := object{"game": "wotn", "variant": "wotn", "clock": object{"kind": "none"}}
	wantedSeats := object{"game": "wotn", "variant": "wotn", "clock": object{"kind": "none"}, "seats": 2}
	return []permissionCase{
		{"GET", "/api/session", nil, 200, 200, 200, 200},
		{"GET", "/api/me/matches", nil, 401, 200, 200, 200},
		{"GET", "/api/me/export", nil, 401, 200, 200, 200},
		{"GET", "/api/lobby", nil, 200, 200, 200, 200},
		{"GET", "/api/people/x/ratings", nil, 200, 200, 200, 200},
		{"GET", "/api/people/x/ratings/history", nil, 404, 404, 404, 404},
		{"GET", "/api/people/x", nil, 404, 404, 404, 404},
		{"GET", "/api/people/x/games", nil, 404, 404, 404, 404},
		{"POST", "/api/tokens", nil, 401, 403, 200, 403},
		{"GET", "/api/tokens", nil, 401, 403, 200, 403},
		{"DELETE", "/api/tokens", nil, 401, 403, 204, 403},
		{"DELETE", "/api/tokens/x", nil, 401, 403, 404, 403},
		{"DELETE", "/api/token", nil, 401, 401, 401, 401}, // for tokens only
		{"POST", "/api/me/proof", object{"password": "wrong"}, 401, 403, 403, 403},
		{"GET", "/api/me/passkeys", nil, 401, 403, 200, 403},
		{"DELETE", "/api/me/passkeys/x", nil, 401, 403, 404, 403},
		{"GET", "/api/me/recovery-codes", nil, 401, 403, 200, 403},
		{"POST", "/api/me/recovery-codes", nil, 401, 403, 200, 403},
		{"POST", "/api/login/recovery", object{"name": "nobody", "code": "x", "password": "long enough"}, 403, 403, 403, 403},
		{"POST", "/api/login/reset", object{"link": "x", "password": "long enough"}, 403, 403, 403, 403},
		{"GET", "/api/admin/audit", nil, 401, 403, 403, 403},
		{"GET", "/api/admin/people?name=x", nil, 401, 403, 403, 403},
		{"POST", "/api/admin/people", object{"name": "x"}, 401, 403, 403, 403},
		{"PUT", "/api/admin/people/x/role", object{"role": "moderator"}, 401, 403, 403, 403},
		{"POST", "/api/admin/people/x/reset", object{"hours": 1}, 401, 403, 403, 403},
		{"GET", "/api/admin/people/x", nil, 401, 403, 403, 403},
		{"POST", "/api/admin/people/x/actions", object{"action": "mute"}, 401, 403, 403, 403},
		{"GET", "/api/admin/names", nil, 401, 403, 403, 403},
		{"GET", "/api/admin/addresses", nil, 401, 403, 403, 403},
		{"POST", "/api/admin/addresses", object{"network": "203.0.113.0/24"}, 401, 403, 403, 403},
		{"GET", "/api/admin/matches/x/chat", nil, 401, 403, 403, 403},
		{"POST", "/api/admin/matches/x/actions", object{"action": "close"}, 401, 403, 403, 403},
		{"GET", "/api/admin/reports", nil, 401, 403, 403, 403},
		{"PUT", "/api/admin/reports/x", object{"open": true}, 401, 403, 403, 403},
		{"GET", "/api/site", nil, 200, 200, 200, 200},
		{"GET", "/api/site/documents/imprint", nil, 404, 404, 404, 404}, // the site has none
		{"GET", "/api/admin/people/x/fair-play", nil, 401, 403, 403, 403},
		{"POST", "/api/admin/people/x/fair-play", nil, 401, 403, 403, 403},
		{"GET", "/api/admin/site", nil, 401, 403, 403, 403},
		{"PUT", "/api/admin/site", object{"guests": true}, 401, 403, 403, 403},
		{"GET", "/api/admin/invitations", nil, 401, 403, 403, 403},
		{"POST", "/api/admin/invitations", object{"hours": 1}, 401, 403, 403, 403},
		{"DELETE", "/api/admin/invitations/x", nil, 401, 403, 403, 403},
		{"DELETE", "/api/me/warning", nil, 401, 204, 204, 204},
		{"GET", "/api/sessions", nil, 401, 403, 200, 403},
		{"DELETE", "/api/sessions/x", nil, 401, 403, 404, 403},
		{"POST", "/api/me/password", object{"old": "wrong", "new": "long enough"}, 401, 403, 403, 403},
		{"POST", "/api/me/delete", object{"name": "nobody at all"}, 401, 422, 422, 422},
		{"GET", "/api/me/settings", nil, 401, 403, 200, 403},
		{"GET", "/api/me/online-status", nil, 401, 403, 200, 403},
		{"PUT", "/api/me/online-status", object{"hidden": false}, 401, 403, 200, 403},
		{"PUT", "/api/me/settings", object{"settings": object{}, "changed": 1}, 401, 403, 200, 403},
		{"GET", "/api/me/lessons", nil, 401, 403, 200, 403},
		{"PUT", "/api/me/lessons", object{"person": "x", "solved": object{}}, 401, 403, 409, 403},
		{"GET", "/api/studies?list=mine", nil, 401, 403, 200, 403},
		{"GET", "/api/studies?list=public", nil, 200, 200, 200, 200},
		{"POST", "/api/studies", object{"game": "wotn", "title": "x", "visibility": "private"}, 401, 403, 200, 403},
		{"GET", "/api/studies/x", nil, 404, 404, 404, 404},
		{"PUT", "/api/studies/x", object{"version": 1, "title": "x", "visibility": "private", "order": []string{}}, 401, 403, 404, 403},
		{"DELETE", "/api/studies/x", nil, 401, 403, 404, 403},
		{"POST", "/api/studies/x/clone", nil, 401, 403, 404, 403},
		{"GET", "/api/studies/x/record", nil, 404, 404, 404, 404},
		{"POST", "/api/studies/x/chapters", object{"title": "x", "text": ""}, 401, 403, 404, 403},
		{"GET", "/api/studies/x/chapters/y", nil, 404, 404, 404, 404},
		{"PUT", "/api/studies/x/chapters/y", object{"version": 1, "title": "x", "text": ""}, 401, 403, 404, 403},
		{"DELETE", "/api/studies/x/chapters/y?version=1", nil, 401, 403, 404, 403},
		{"PUT", "/api/admin/studies/x", object{"removed": true}, 401, 403, 403, 403},
		{"GET", "/api/me/blocks", nil, 401, 200, 200, 200},
		{"PUT", "/api/me/blocks/x", nil, 401, 404, 404, 404},
		{"DELETE", "/api/me/blocks/x", nil, 401, 204, 204, 204},
		{"POST", "/api/reports", object{"about": "x", "reason": "talk"}, 401, 404, 404, 404},
		{"POST", "/api/passkeys", object{"ceremony": "x", "credential": object{}}, 422, 422, 422, 422}, // the server has an IP address
		{"POST", "/api/passkeys/login", object{"ceremony": "x", "credential": object{}}, 422, 422, 422, 422},
		{"POST", "/api/passkeys/new", object{"name": "x"}, 422, 422, 422, 422},
		{"POST", "/api/passkeys/challenge", nil, 422, 422, 422, 422},
		{"POST", "/api/login", object{"name": "nobody", "password": "wrong"}, 403, 403, 403, 403},
		{"POST", "/api/account", object{"name": "x", "password": ""}, 422, 422, 422, 422},
		{"POST", "/api/session", object{"name": ""}, 422, 422, 422, 422},
		{"PUT", "/api/matches/PUBLIC/mute", object{"muted": false}, 401, 204, 204, 204},
		{"PUT", "/api/matches/PRIVATE/mute", object{"muted": false}, 401, 404, 204, 204},
		{"GET", "/api/matches/PRIVATE/games/1/record", nil, 404, 404, 404, 404},
		{"GET", "/api/matches/PRIVATE/games/1", nil, 404, 404, 200, 200},
		{"GET", "/api/matches/PUBLIC/games/1", nil, 200, 200, 200, 200},
		{"GET", "/api/matches/PRIVATE/games/1/preview.png", nil, 404, 404, 404, 404},
		{"GET", "/api/matches/PUBLIC/games/1/preview.png", nil, 200, 200, 200, 200},
		{"GET", "/api/matches/PRIVATE/preview.png", nil, 404, 404, 404, 404},
		{"GET", "/api/matches/PUBLIC/preview.png", nil, 200, 200, 200, 200},
		{"POST", "/api/matches", object{}, 422, 422, 422, 422},
		{"POST", "/api/matches", wotnTable(nil), 401, 201, 201, 201},
		{"GET", "/api/stream/event", nil, 401, either, either, either},
		{"GET", "/api/matches/PUBLIC", nil, 200, 200, 200, 200},
		{"GET", "/api/matches/PUBLIC/games", nil, 200, 200, 200, 200},
		{"GET", "/api/bot/game/stream/PUBLIC", nil, 401, 403, 403, 403},
		{"GET", "/api/matches/PRIVATE", nil, 404, 404, 200, 200},
		{"GET", "/api/matches/PRIVATE/games", nil, 404, 404, 200, 200},
		{"GET", "/api/matches/PRIVATE/stream", nil, 404, 404, either, either},
		{"GET", "/api/bot/game/stream/PRIVATE", nil, 401, 403, 403, 403},
		{"POST", "/api/matches/PRIVATE/commands", object{"type": "chat", "text": "x"}, 401, 404, 200, 200},
		{"POST", "/api/matches/PUBLIC/commands", object{"type": "chat", "text": "x"}, 401, 200, 200, 200},
		{"POST", "/api/bot/game/PUBLIC/chat", object{"text": "x"}, 401, 403, 403, 403},
		{"POST", "/api/bot/game/PRIVATE/chat", object{"text": "x"}, 401, 403, 403, 403},
		{"POST", "/api/bot/game/PUBLIC/move/e7e5", nil, 401, 403, 403, 403}, // it is White's turn
		{"POST", "/api/bot/game/PRIVATE/move/e7e5", nil, 401, 403, 403, 403},
		{"POST", "/api/bot/game/PUBLIC/draw/no", nil, 401, 403, 403, 403},
		{"POST", "/api/bot/game/PUBLIC/takeback/no", nil, 401, 403, 403, 403},
		{"POST", "/api/bot/game/PRIVATE/abort", nil, 401, 403, 403, 403},
		{"POST", "/api/bot/game/PUBLIC/resign", nil, 401, 403, 403, 403},
		{"GET", "/api/bot/game/PUBLIC/chat", nil, 401, 403, 403, 403},
		{"POST", "/api/bot/game/PUBLIC/claim-victory", nil, 401, 403, 403, 403},
		{"POST", "/api/bot/game/PUBLIC/claim-draw", nil, 401, 403, 403, 403},
		{"POST", "/api/bot/account/upgrade", nil, 401, 403, 400, 403}, // the player has been at a table
		{"GET", "/api/bot/online", nil, 200, 200, 200, 200},
		{"GET", "/api/account", nil, 401, 403, 200, 403},
		{"GET", "/api/account/playing", nil, 401, 200, 200, 200},
		{"GET", "/api/user/player", nil, 200, 200, 200, 200},
		{"GET", "/api/user/guest", nil, 404, 404, 404, 404},
		{"GET", "/api/users/status?ids=player,guest", nil, 200, 200, 200, 200},
		{"POST", "/api/token/test", "x", 200, 200, 200, 200},
		{"GET", "/api/challenge", nil, 401, 200, 200, 200},
		{"POST", "/api/challenge/player", object{"variant": "wotn"}, 401, 200, 400, 200},
		{"GET", "/api/challenge/PRIVATE/show", nil, 404, 404, 200, 200},
		{"GET", "/api/challenge/PUBLIC/show", nil, 404, 404, 404, 404},
		{"POST", "/api/challenge/PRIVATE/accept", nil, 401, 404, 400, 400},
		{"POST", "/api/challenge/PRIVATE/decline", nil, 401, 404, 400, 400},
		{"POST", "/api/challenge/PRIVATE/cancel", nil, 401, 404, 404, 200},
		{"POST", "/api/challenge/PUBLIC/accept", nil, 401, 404, 404, 404},
		{"GET", "/game/export/PUBLIC", nil, 200, 200, 200, 200},
		{"GET", "/game/export/PRIVATE", nil, 404, 404, 200, 200},
		{"POST", "/api/matches/PUBLIC/commands", resign, 401, 409, 200, 409},
		{"POST", "/api/matches/PUBLIC/commands", resign, 401, 409, 409, 409}, // it is finished
		{"GET", "/api/matches/PUBLIC/games/1/record", nil, 200, 200, 200, 200},
		{"GET", "/api/stream", nil, either, either, either, either},
		{"GET", "/api/lobby/stream", nil, either, either, either, either},
		{"POST", "/api/me/name", object{"name": "Other"}, 401, 403, 409, 403},
		{"POST", "/api/me/sessions/end", nil, 401, 403, 200, 403},
		{"GET", "/api/lobby/activity", nil, 200, 200, 200, 200},
		{"GET", "/api/leaderboards/wotn/2/blitz", nil, 200, 200, 200, 200},
		{"GET", "/api/explorer?game=lancelot&variant=lancelot&position=8/8/8/8/8/8/8/8+a+0,0+30,30+-+basic+7", nil, 200, 200, 200, 200},
		{"GET", "/api/explorer/games?game=lancelot&variant=lancelot&position=8/8/8/8/8/8/8/8+a+0,0+30,30+-+basic+7&move=d4", nil, 200, 200, 200, 200},
		{"GET", "/api/diagram.svg?game=lancelot&variant=lancelot&position=8/8/8/8/8/8/8/8+a+0,0+30,30+-+basic+7", nil, 200, 200, 200, 200},
		{"GET", "/api/people/x/games/export?game=wotn", nil, 404, 404, 404, 404},
		{"POST", "/api/animation.gif", object{"game": "wotn", "variant": "wotn", "moves": "e2e4"}, 200, 200, 200, 200},
		{"GET", "/api/matches/PUBLIC/games/1/animation.gif", nil, 200, 200, 200, 200},
		{"GET", "/api/matches/PRIVATE/games/1/animation.gif", nil, 404, 404, 200, 200},
		{"GET", "/api/matches/PUBLIC/games/1/review", nil, 200, 200, 200, 200},
		{"GET", "/api/matches/PRIVATE/games/1/review", nil, 404, 404, 200, 200},
		{"POST", "/api/matches/PUBLIC/games/1/review", nil, 401, 403, either, 403},
		{"POST", "/api/matches/PRIVATE/games/1/review", nil, 401, 403, either, 403},
		{"GET", "/api/admin/reviews", nil, 401, 403, 403, 403},
		{"DELETE", "/api/admin/matches/PUBLIC/games/1/review", nil, 401, 403, 403, 403},
		{"GET", "/api/explorer/tables/none", nil, 404, 404, 404, 404},
		{"GET", "/api/matches/PUBLIC/diagram", nil, 200, 200, 200, 200},
		{"GET", "/api/matches/PRIVATE/diagram", nil, 404, 404, 200, 200},
		{"GET", "/api/me/challenges", nil, 401, 200, 200, 200},
		{"POST", "/api/people/x/challenge", wanted, 401, 404, 404, 404},
		{"POST", "/api/pair", wantedSeats, 401, 200, 200, 200},
		{"GET", "/healthz", nil, 200, 200, 200, 200},
		{"GET", "/readyz", nil, 200, 200, 200, 200},
		{"DELETE", "/api/session", nil, 204, 204, 204, 204}, // last: it ends the session
	}
}

// TestPermissions sends every request as a stranger, a spectator, a player and
// the owner of a private table.
func TestPermissions(t *testing.T) {
	s := serveAPI(t)
	owner, player, guest, stranger := s.guest("Owner"), s.guest("Player"), s.guest("Guest"), s.visitor()
	player.want(200, "POST", "/api/account", object{"name": "Player", "password": "long enough"}, nil)
	public := owner.open(wotnTable(nil))
	private := owner.open(wotnTable(func(o object) { o["visibility"], o["invited"] = "private", []string{"Player"} }))
	for _, id := range []string{public, private} {
		player.do(id, object{"type": "sit"})
	}
	asked := make(map[string]bool)
	for i, c := range permissionCases() {
		if i%20 == 0 {
			s.api.App.Limits = core.Limits{} // one person sends many requests here
		}
		asked[described(s.api.Spec, c.method, strings.NewReplacer("PUBLIC", "x", "PRIVATE", "x").Replace(c.path)).OperationID] = true
		for _, who := range []struct {
			name string
			*browser
			want int
		}{{"stranger", stranger, c.stranger}, {"guest", guest, c.guest}, {"player", player, c.player}, {"owner", owner, c.opening}} {
			if who.want == either {
				continue
			}
			path := strings.NewReplacer("PUBLIC", public, "PRIVATE", private).Replace(c.path)
			resp := who.request(c.method, path, c.body)
			text, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			if resp.StatusCode != who.want {
				t.Errorf("%s %s as %s: status %d, want %d: %s", c.method, c.path, who.name, resp.StatusCode, who.want, text)
			}
		}
	}
	for path, item := range s.api.Spec.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op != nil && !asked[op.OperationID] {
				t.Errorf("permissions of %s (%s) are not tested", op.OperationID, path)
			}
		}
	}
}
