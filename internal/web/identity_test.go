package web

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/testkit"
	"tafelrunde/internal/web/people"
)

// serveStore starts a server on a store.
func serveStore(t testing.TB, s store.Store) *testServer {
	t.Helper()
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	ctx, cancel := context.WithCancel(context.Background())
	h := host.New(s, games.Rules{}, quiet)
	done := make(chan struct{})
	go func() { defer close(done); h.Run(ctx) }()
	api := NewAPI(ctx, APIOptions{Host: h, Store: s, Log: quiet, UnlimitedLoopback: true})
	site, err := NewSite(fstest.MapFS{"index.html": {Data: []byte("<head></head>front end")}})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(Handler(site, api))
	t.Cleanup(func() {
		cancel()
		server.Close()
		<-done
	})
	return &testServer{t: t, url: server.URL, api: api, store: s, stop: cancel}
}

// at returns the same browser as a client of another server. Cookies do not
// depend on the port.
func (b *browser) at(s *testServer) *browser {
	other := *b
	other.testServer = s
	return &other
}

// clone returns another browser with a copy of the cookies.
func (b *browser) clone() *browser {
	b.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		b.t.Fatal(err)
	}
	at, err := url.Parse(b.url)
	if err != nil {
		b.t.Fatal(err)
	}
	jar.SetCookies(at, b.client.Jar.Cookies(at))
	other := *b
	other.client = &http.Client{Jar: jar}
	return &other
}

// me returns the person whom the server authenticates.
func (b *browser) me() (p people.Person) {
	b.t.Helper()
	b.want(200, "GET", "/api/session", nil, &p)
	return p
}

func (b *browser) logIn(name, password string) *browser {
	b.t.Helper()
	var p people.Person
	b.want(200, "POST", "/api/login", object{"name": name, "password": password}, &p)
	b.id = p.ID
	return b
}

// status returns the status of a response.
func (b *browser) status(method, path string, body any) int {
	b.t.Helper()
	resp := b.request(method, path, body)
	resp.Body.Close()
	return resp.StatusCode
}

// stream opens a stream. Its content is sent to the channel when it ends.
func (b *browser) stream(path string) <-chan string {
	b.t.Helper()
	resp := b.request("GET", path, nil)
	b.t.Cleanup(func() { resp.Body.Close() })
	if resp.StatusCode != 200 {
		b.t.Fatalf("%s: status %d", path, resp.StatusCode)
	}
	// The first byte shows that the stream has started.
	first := make([]byte, 1)
	if _, err := io.ReadFull(resp.Body, first); err != nil {
		b.t.Fatalf("%s: %v", path, err)
	}
	over := make(chan string, 1)
	go func() {
		text, _ := io.ReadAll(resp.Body)
		over <- string(first) + string(text)
	}()
	return over
}

// within is how long a change may take to reach streams and other processes: less
// than people are cached for.
const within = 10 * time.Second

func waitForEnd(t *testing.T, what string, over <-chan string) string {
	t.Helper()
	select {
	case text := <-over:
		return text
	case <-time.After(within):
		t.Errorf("%s does not end", what)
		return ""
	}
}

// eventually waits for a condition; what describes the state until then.
func eventually(t *testing.T, what string, so func() bool) {
	t.Helper()
	testkit.Within(t, within, func() error {
		if !so() {
			return errors.New(what)
		}
		return nil
	})
}

// TestAccountChangesReachOtherNodes changes people at one node while another has cached
// them.
func TestAccountChangesReachOtherNodes(t *testing.T) {
	address := storetest.Postgres(t).Database(t)
	node := func() *testServer {
		s, err := sqlstore.OpenPostgres(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return serveStore(t, s)
	}
	x, y := node(), node()
	const password, other = "long enough", "another one"

	t.Run("APasswordStaysChanged", func(t *testing.T) {
		x.t, y.t = t, t
		anna, old := x.member("Anna"), y.visitor().logIn("Anna", password)
		if p := old.me(); p.ID != anna.id {
			t.Fatalf("%+v", p)
		}
		anna.want(200, "POST", "/api/me/password", object{"old": password, "new": other}, nil)
		// Immediately, whether or not the other node has received the notification.
		if status := old.status("POST", "/api/me/sessions/end", nil); status != 401 {
			t.Errorf("an ended session ends the others: status %d", status)
		}
		if status := y.visitor().status("POST", "/api/login", object{"name": "Anna", "password": password}); status != 403 {
			t.Errorf("the old password is back: status %d", status)
		}
		y.visitor().logIn("Anna", other)
	})
	t.Run("AGuestCannotUndoTheAccount", func(t *testing.T) {
		x.t, y.t = t, t
		guest := y.guest("Gast")
		old := guest.clone()
		if old.me().ID != guest.id {
			t.Fatal("the guest is not authenticated")
		}
		guest.at(x).want(200, "POST", "/api/account", object{"name": "Gustav", "password": password}, nil)
		old.status("POST", "/api/session", object{"name": "wiped"})
		var p people.Person
		if x.visitor().want(200, "POST", "/api/login", object{"name": "Gustav", "password": password}, &p); p.ID != guest.id || !p.Account || p.Name != "Gustav" {
			t.Errorf("%+v", p)
		}
	})
	t.Run("LeavingReachesOtherNodes", func(t *testing.T) {
		x.t, y.t = t, t
		anna := x.member("Berta")
		there := anna.clone().at(y)
		token := anna.newToken()
		program := y.visitor()
		program.token = token
		gone := x.member("Carla")
		goneThere := gone.clone().at(y)
		streams := map[string]<-chan string{}
		for what, b := range map[string]*browser{"the session's": there, "the token's": program, "the deleted person's": goneThere} {
			if b.me().ID == "" {
				t.Fatal(what, "is not authenticated")
			}
			streams[what] = b.stream("/api/stream?lobby=true")
		}
		elsewhere := y.visitor().logIn("Berta", password).stream("/api/stream?lobby=true")
		anna.want(204, "DELETE", "/api/tokens", nil, nil)
		eventually(t, "a revoked token is valid", func() bool { return program.status("GET", "/api/me/matches", nil) == 401 })
		anna.want(204, "DELETE", "/api/session", nil, nil)
		eventually(t, "a session is valid after leaving", func() bool { return there.me().ID == "" })
		gone.want(204, "POST", "/api/me/delete", object{"name": "Carla"}, nil)
		eventually(t, "a deleted person is known", func() bool { return goneThere.me().ID == "" })
		for what, over := range streams {
			waitForEnd(t, what+" stream", over)
		}
		select {
		case <-elsewhere:
			t.Error("the stream of another session ended")
		default:
		}
	})
	t.Run("WithoutNoticesTheStoreIsAsked", func(t *testing.T) {
		x.t, y.t = t, t
		anna := x.member("Dora")
		there := anna.clone().at(y)
		if there.me().ID == "" {
			t.Fatal("not authenticated")
		}
		over := there.stream("/api/stream?lobby=true")
		db, err := sql.Open("pgx", address)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		// Connections outside the pools listen for notifications: their last statement
		// was LISTEN, or a check of the connection.
		var cut int
		if err := db.QueryRow(`SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND (query LIKE 'LISTEN%' OR query LIKE '%ping%')`).Scan(&cut); err != nil || cut < 2 {
			t.Fatalf("%d connections cut, %v", cut, err)
		}
		anna.want(204, "DELETE", "/api/session", nil, nil)
		eventually(t, "a session is valid after leaving", func() bool { return there.me().ID == "" })
		waitForEnd(t, "the stream", over)
	})
}

// newToken creates a bearer token.
func (b *browser) newToken() string {
	b.t.Helper()
	var out struct{ Token string }
	b.want(200, "POST", "/api/tokens", nil, &out)
	return out.Token
}

func TestSessionRotation(t *testing.T) {
	s, err := sqlstore.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "tafelrunde.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	first := serveStore(t, s)
	const password = "long enough"

	guest := first.guest("Gast")
	registered := guest.clone()
	guest.want(200, "POST", "/api/account", object{"name": "Anna", "password": password}, nil)
	if p := registered.me(); p.ID != "" {
		t.Errorf("%+v: the guest's cookie is the account's", p)
	}
	visitor := first.guest("Besuch")
	before := visitor.clone()
	visitor.logIn("Anna", password)
	if visitor.me().ID != guest.id || guest.me().ID != guest.id {
		t.Error("a login on another browser ends a session")
	}
	again := visitor.clone()
	visitor.logIn("Anna", password)
	for _, b := range []*browser{before, again} {
		if p := b.me(); p.ID != "" {
			t.Errorf("%+v: a cookie from before the login is valid", p)
		}
	}
	merged := first.guest("Noch ein Gast")
	taken := merged.clone()
	merged.want(200, "POST", "/api/login", object{"name": "Anna", "password": password, "takeGuest": true}, nil)
	if p := merged.me(); p.ID != guest.id {
		t.Errorf("%+v: not logged in", p)
	}
	changed, token := visitor.clone(), first.visitor()
	token.token = visitor.newToken()
	visitor.want(200, "POST", "/api/me/password", object{"old": password, "new": "another one"}, nil)
	check := func(at *testServer) {
		t.Helper()
		for what, b := range map[string]*browser{
			"the guest's, after making the account": registered, "that of another guest, after a login": before,
			"one's own, after another login": again, "one's own, after a new password": changed,
			"that of a guest whose games were taken over": taken, "of a browser that took over a guest's games, after a new password": merged, "another browser's, after a new password": guest,
		} {
			if p := b.at(at).me(); p.ID != "" {
				t.Errorf("the cookie is still valid: %s (%+v)", what, p)
			}
		}
		if status := token.at(at).status("GET", "/api/me/matches", nil); status != 401 {
			t.Errorf("a token is valid after a new password: status %d", status)
		}
		if p := visitor.at(at).me(); p.Name != "Anna" {
			t.Errorf("%+v: the new session has ended", p)
		}
	}
	check(first)
	first.stop()
	check(serveStore(t, s))
}

// TestSessionWithoutEpoch: cookies of a version without epochs stay valid for guests.
// That version did not end the sessions of a guest who made an account.
func TestSessionWithoutEpoch(t *testing.T) {
	s := serveAPI(t)
	with := func(person string) *browser {
		t.Helper()
		cookie, err := s.api.App.Sessions.Load(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		s.api.App.Sessions.Put(cookie, "person", person)
		s.api.App.Sessions.Put(cookie, "since", int64(host.Now()))
		token, _, err := s.api.App.Sessions.Commit(cookie)
		if err != nil {
			t.Fatal(err)
		}
		old := s.visitor()
		at, _ := url.Parse(s.url)
		old.client.Jar.SetCookies(at, []*http.Cookie{{Name: "tafelrunde", Value: token}})
		return old
	}
	anna, gus := s.member("Anna"), s.guest("Gus")
	if p := with(anna.id).me(); p.ID != "" {
		t.Errorf("%+v", p)
	}
	old := with(gus.id)
	if p := old.me(); p.ID != gus.id {
		t.Fatalf("%+v", p)
	}
	gus.want(200, "POST", "/api/account", object{"name": "Gus", "password": "correct horse"}, nil)
	if p := old.me(); p.ID != "" {
		t.Errorf("%+v", p)
	}
}

// slowStore delays the reading of a person.
type slowStore struct {
	store.Store
	slow       atomic.Bool
	read, goOn chan struct{}
}

func (s *slowStore) Person(ctx context.Context, id string) (store.Person, error) {
	p, err := s.Store.Person(ctx, id)
	if s.slow.CompareAndSwap(true, false) {
		close(s.read)
		<-s.goOn
	}
	return p, err
}

func TestStaleReadIsNotCached(t *testing.T) {
	lite, err := sqlstore.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "tafelrunde.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { lite.Close() })
	slow := &slowStore{Store: lite, read: make(chan struct{}), goOn: make(chan struct{})}
	s := serveStore(t, slow)
	anna := s.member("Anna")
	old := anna.clone()
	slow.slow.Store(true)
	done := make(chan int, 1)
	go func() { done <- old.status("GET", "/api/session", nil) }()
	<-slow.read
	anna.want(204, "DELETE", "/api/session", nil, nil)
	close(slow.goOn)
	if status := <-done; status != 200 {
		t.Errorf("status %d", status)
	}
	if p := old.me(); p.ID != "" {
		t.Errorf("%+v: data read before the change is cached", p)
	}
}

// TestStreamsEndWithTheirSession ends sessions and tokens in every manner, and
// checks each type of stream.
func TestStreamsEndWithTheirSession(t *testing.T) {
	s := serveAPI(t)
	const password = "long enough"
	for name, end := range map[string]func(anna *browser){
		"leaving": func(anna *browser) { anna.want(204, "DELETE", "/api/session", nil, nil) },
		"ending all elsewhere": func(anna *browser) {
			s.visitor().logIn("leaver", password).want(200, "POST", "/api/me/sessions/end", nil, nil)
		},
		"a new password": func(*browser) {
			s.visitor().logIn("leaver", password).want(200, "POST", "/api/me/password", object{"old": password, "new": "another one"}, nil)
		},
		"deleting the account": func(anna *browser) {
			anna.want(204, "POST", "/api/me/delete", object{"name": "leaver"}, nil)
		},
		"revoking tokens": func(anna *browser) { anna.want(204, "DELETE", "/api/tokens", nil, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			s.t = t
			anna, ben := s.bot("leaver"), s.guest("Ben")
			defer func() { // frees the name for the next case
				again := s.visitor()
				for _, p := range []string{password, "another one"} {
					if again.status("POST", "/api/login", object{"name": "leaver", "password": p}) == 200 {
						again.want(204, "POST", "/api/me/delete", object{"name": "leaver"}, nil)
					}
				}
			}()
			id := anna.open(wotnTable(func(o object) { o["visibility"] = "link" }))
			ben.do(id, object{"type": "sit"})
			program := s.visitor()
			program.token = anna.newToken()
			session := name == "leaving" || name == "ending all elsewhere" || name == "a new password" || name == "deleting the account"
			token := name == "revoking tokens" || name == "a new password" || name == "deleting the account"
			streams := map[string]<-chan string{}
			for _, path := range []string{"/api/stream?lobby=true&match=" + id + ":0", "/api/matches/" + id + "/stream", "/api/lobby/stream", "/api/stream/event", "/api/bot/game/stream/" + id} {
				if session {
					streams["of the session "+path] = anna.stream(path)
				}
				if token {
					streams["of the token "+path] = program.stream(path)
				}
			}
			bens := ben.stream("/api/stream?lobby=true&match=" + id + ":0")
			end(anna)
			for what, over := range streams {
				waitForEnd(t, what, over)
			}
			select {
			case <-bens:
				t.Error("the stream of somebody else has ended")
			default:
			}
		})
	}
}

// TestChatAfterLeaving follows a table whose seat the person has left: the chat of its
// players is hidden on streams opened before, after sitting down, and since.
func TestChatAfterLeaving(t *testing.T) {
	s := serveAPI(t)
	anna, ben, carl, dora := s.guest("Anna"), s.member("Ben"), s.guest("Carl"), s.guest("Dora")
	id := anna.open(object{"settings": object{
		"game": "lancelot", "variant": "basic", "seats": 3, "visibility": "link", "timeout": "skip", "clock": object{"kind": "none"},
	}, "seat": 0})
	streams := make(map[string]<-chan sse)
	listen := func(when string) {
		for _, path := range []string{"/api/matches/" + id + "/stream", "/api/stream?match=" + id + ":0"} {
			streams[when+" "+path], _ = ben.listen(path)
		}
	}
	listen("before")
	ben.do(id, object{"type": "sit"})
	listen("seated")
	anna.do(id, object{"type": "chat", "text": "while Ben sits"})
	ben.do(id, object{"type": "leave"})
	listen("left")
	for _, who := range []*browser{carl, dora} {
		who.do(id, object{"type": "sit"})
	}
	anna.do(id, object{"type": "chat", "text": "among us"})
	s.guest("Eve").do(id, object{"type": "chat", "text": "among spectators"})
	for what, stream := range streams {
		seen := false
		for over := false; !over; {
			e, _ := next(t, stream)
			if strings.Contains(e.data, "among us") {
				t.Errorf("%s: the chat of players is sent to somebody who has left", what)
			}
			seen = seen || strings.Contains(e.data, "while Ben sits")
			over = strings.Contains(e.data, "among spectators")
		}
		if !seen {
			t.Errorf("%s: the chat while Ben had a seat is hidden", what)
		}
	}
}

// TestStreamsEndWithInvitation withdraws an invitation.
func TestStreamsEndWithInvitation(t *testing.T) {
	s := serveAPI(t)
	anna, ben, carl, dora := s.guest("Anna"), s.bot("Ben"), s.member("Carl"), s.member("Dora")
	id := anna.open(wotnTable(func(o object) { o["visibility"], o["invited"] = "private", []string{"Ben", "Carl", "Dora"} }))
	dora.do(id, object{"type": "sit"})
	program := s.visitor()
	program.token = ben.newToken()
	streams := map[string]<-chan string{
		"the match's": ben.stream("/api/matches/" + id + "/stream"),
		"the bot's":   program.stream("/api/bot/game/stream/" + id),
	}
	shared, _ := ben.listen("/api/stream?match=" + id + ":0")
	carls, _ := carl.listen("/api/matches/" + id + "/stream")
	_, err := s.api.App.Host.Do(t.Context(), id, match.Command{At: host.Now(), By: ben.id, Do: match.Rename{Name: "Ben", Player: match.Player{ID: "x", Name: "–"}}})
	if err != nil {
		t.Fatal(err)
	}
	carl.do(id, object{"type": "chat", "text": "among us"})
	for what, over := range streams {
		if text := waitForEnd(t, what+" stream", over); strings.Contains(text, "among us") {
			t.Errorf("the %s stream sends what Ben may not see: %s", what, text)
		}
	}
	for gone := false; !gone; {
		e, _ := next(t, shared)
		if strings.Contains(e.data, "among us") {
			t.Fatalf("the shared stream sends what Ben may not see: %+v", e)
		}
		gone = e.name == "gone"
	}
	for {
		if _, event := next(t, carls); event.Text == "among us" {
			break
		}
	}
	ben.refused(404, "no-match", "GET", "/api/matches/"+id+"/stream", nil)
}
