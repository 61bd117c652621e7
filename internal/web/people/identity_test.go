package people_test

import (
	"context"
	"database/sql"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/people"
)

// clone returns another browser with a copy of the cookies.
func cloneOf(b *webtest.Browser) *webtest.Browser {
	b.T.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		b.T.Fatal(err)
	}
	at, err := url.Parse(b.URL)
	if err != nil {
		b.T.Fatal(err)
	}
	jar.SetCookies(at, b.Client.Jar.Cookies(at))
	other := *b
	other.Client = &http.Client{Jar: jar}
	return &other
}

// stream opens a stream. Its content is sent to the channel when it ends.
func streamOf(b *webtest.Browser, path string) <-chan string {
	b.T.Helper()
	resp := b.Request("GET", path, nil)
	b.T.Cleanup(func() { resp.Body.Close() })
	if resp.StatusCode != 200 {
		b.T.Fatalf("%s: status %d", path, resp.StatusCode)
	}
	// The first byte shows that the stream has started.
	first := make([]byte, 1)
	if _, err := io.ReadFull(resp.Body, first); err != nil {
		b.T.Fatalf("%s: %v", path, err)
	}
	over := make(chan string, 1)
	go func() {
		text, _ := io.ReadAll(resp.Body)
		over <- string(first) + string(text)
	}()
	return over
}

func waitForEnd(t *testing.T, what string, over <-chan string) string {
	t.Helper()
	select {
	case text := <-over:
		return text
	case <-time.After(webtest.Within):
		t.Errorf("%s does not end", what)
		return ""
	}
}

// TestAccountChangesReachOtherNodes changes people at one node while another has cached
// them.
func TestAccountChangesReachOtherNodes(t *testing.T) {
	address := storetest.Postgres(t).Database(t)
	node := func() *webtest.Server {
		s, err := sqlstore.OpenPostgres(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return webtest.ServeStore(t, s)
	}
	x, y := node(), node()
	const password, other = "long enough", "another one"

	t.Run("APasswordStaysChanged", func(t *testing.T) {
		x.T, y.T = t, t
		anna, old := x.Member("Anna"), y.Visitor().LogIn("Anna", password)
		if p := old.Me(); p.ID != anna.ID {
			t.Fatalf("%+v", p)
		}
		anna.Want(200, "POST", "/api/me/password", webtest.Object{"old": password, "new": other}, nil)
		// Immediately, whether or not the other node has received the notification.
		if status := old.Status("POST", "/api/me/sessions/end", nil); status != 401 {
			t.Errorf("an ended session ends the others: status %d", status)
		}
		if status := y.Visitor().Status("POST", "/api/login", webtest.Object{"name": "Anna", "password": password}); status != 403 {
			t.Errorf("the old password is back: status %d", status)
		}
		y.Visitor().LogIn("Anna", other)
	})
	t.Run("AGuestCannotUndoTheAccount", func(t *testing.T) {
		x.T, y.T = t, t
		guest := y.Guest("Gast")
		old := cloneOf(guest)
		if old.Me().ID != guest.ID {
			t.Fatal("the guest is not authenticated")
		}
		guest.At(x).Want(200, "POST", "/api/account", webtest.Object{"name": "Gustav", "password": password}, nil)
		old.Status("POST", "/api/session", webtest.Object{"name": "wiped"})
		var p people.Person
		if x.Visitor().Want(200, "POST", "/api/login", webtest.Object{"name": "Gustav", "password": password}, &p); p.ID != guest.ID || !p.Account || p.Name != "Gustav" {
			t.Errorf("%+v", p)
		}
	})
	t.Run("LeavingReachesOtherNodes", func(t *testing.T) {
		x.T, y.T = t, t
		anna := x.Member("Berta")
		there := cloneOf(anna).At(y)
		token := anna.NewToken()
		program := y.Visitor()
		program.Token = token
		gone := x.Member("Carla")
		goneThere := cloneOf(gone).At(y)
		streams := map[string]<-chan string{}
		for what, b := range map[string]*webtest.Browser{"the session's": there, "the token's": program, "the deleted person's": goneThere} {
			if b.Me().ID == "" {
				t.Fatal(what, "is not authenticated")
			}
			streams[what] = streamOf(b, "/api/stream?lobby=true")
		}
		elsewhere := streamOf(y.Visitor().LogIn("Berta", password), "/api/stream?lobby=true")
		anna.Want(204, "DELETE", "/api/tokens", nil, nil)
		webtest.Eventually(t, "a revoked token is valid", func() bool { return program.Status("GET", "/api/me/matches", nil) == 401 })
		anna.Want(204, "DELETE", "/api/session", nil, nil)
		webtest.Eventually(t, "a session is valid after leaving", func() bool { return there.Me().ID == "" })
		gone.Want(204, "POST", "/api/me/delete", webtest.Object{"name": "Carla"}, nil)
		webtest.Eventually(t, "a deleted person is known", func() bool { return goneThere.Me().ID == "" })
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
		x.T, y.T = t, t
		anna := x.Member("Dora")
		there := cloneOf(anna).At(y)
		if there.Me().ID == "" {
			t.Fatal("not authenticated")
		}
		over := streamOf(there, "/api/stream?lobby=true")
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
		anna.Want(204, "DELETE", "/api/session", nil, nil)
		webtest.Eventually(t, "a session is valid after leaving", func() bool { return there.Me().ID == "" })
		waitForEnd(t, "the stream", over)
	})
}

func TestSessionRotation(t *testing.T) {
	s := storetest.OpenSQLite(t)
	first := webtest.ServeStore(t, s)
	const password = "long enough"

	guest := first.Guest("Gast")
	registered := cloneOf(guest)
	guest.Want(200, "POST", "/api/account", webtest.Object{"name": "Anna", "password": password}, nil)
	if p := registered.Me(); p.ID != "" {
		t.Errorf("%+v: the guest's cookie is the account's", p)
	}
	visitor := first.Guest("Besuch")
	before := cloneOf(visitor)
	visitor.LogIn("Anna", password)
	if visitor.Me().ID != guest.ID || guest.Me().ID != guest.ID {
		t.Error("a login on another browser ends a session")
	}
	again := cloneOf(visitor)
	visitor.LogIn("Anna", password)
	for _, b := range []*webtest.Browser{before, again} {
		if p := b.Me(); p.ID != "" {
			t.Errorf("%+v: a cookie from before the login is valid", p)
		}
	}
	merged := first.Guest("Noch ein Gast")
	taken := cloneOf(merged)
	merged.Want(200, "POST", "/api/login", webtest.Object{"name": "Anna", "password": password, "takeGuest": true}, nil)
	if p := merged.Me(); p.ID != guest.ID {
		t.Errorf("%+v: not logged in", p)
	}
	changed, token := cloneOf(visitor), first.Visitor()
	token.Token = visitor.NewToken()
	visitor.Want(200, "POST", "/api/me/password", webtest.Object{"old": password, "new": "another one"}, nil)
	check := func(at *webtest.Server) {
		t.Helper()
		for what, b := range map[string]*webtest.Browser{
			"the guest's, after making the account": registered, "that of another guest, after a login": before,
			"one's own, after another login": again, "one's own, after a new password": changed,
			"that of a guest whose games were taken over": taken, "of a browser that took over a guest's games, after a new password": merged, "another browser's, after a new password": guest,
		} {
			if p := b.At(at).Me(); p.ID != "" {
				t.Errorf("the cookie is still valid: %s (%+v)", what, p)
			}
		}
		if status := token.At(at).Status("GET", "/api/me/matches", nil); status != 401 {
			t.Errorf("a token is valid after a new password: status %d", status)
		}
		if p := visitor.At(at).Me(); p.Name != "Anna" {
			t.Errorf("%+v: the new session has ended", p)
		}
	}
	check(first)
	first.Stop()
	check(webtest.ServeStore(t, s))
}

// TestSessionWithoutEpoch: cookies of a version without epochs stay valid for guests.
// That version did not end the sessions of a guest who made an account.
func TestSessionWithoutEpoch(t *testing.T) {
	s := webtest.Serve(t)
	with := func(person string) *webtest.Browser {
		t.Helper()
		token, now := "cookie-of-"+person, host.Now()
		if err := s.API.App.StoreSession(t.Context(), token, core.Session{Person: person, Since: now, Until: now.After(match.Minute)}, now.After(match.Minute)); err != nil {
			t.Fatal(err)
		}
		old := s.Visitor()
		at, _ := url.Parse(s.URL)
		old.Client.Jar.SetCookies(at, []*http.Cookie{{Name: "tafelrunde", Value: token}})
		return old
	}
	anna, gus := s.Member("Anna"), s.Guest("Gus")
	if p := with(anna.ID).Me(); p.ID != "" {
		t.Errorf("%+v", p)
	}
	old := with(gus.ID)
	if p := old.Me(); p.ID != gus.ID {
		t.Fatalf("%+v", p)
	}
	gus.Want(200, "POST", "/api/account", webtest.Object{"name": "Gus", "password": "correct horse"}, nil)
	if p := old.Me(); p.ID != "" {
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
	lite := storetest.OpenSQLite(t)
	slow := &slowStore{Store: lite, read: make(chan struct{}), goOn: make(chan struct{})}
	s := webtest.ServeStore(t, slow)
	anna := s.Member("Anna")
	old := cloneOf(anna)
	slow.slow.Store(true)
	done := make(chan int, 1)
	go func() { done <- old.Status("GET", "/api/session", nil) }()
	<-slow.read
	anna.Want(204, "DELETE", "/api/session", nil, nil)
	close(slow.goOn)
	if status := <-done; status != 200 {
		t.Errorf("status %d", status)
	}
	if p := old.Me(); p.ID != "" {
		t.Errorf("%+v: data read before the change is cached", p)
	}
}

// TestStreamsEndWithTheirSession ends sessions and tokens in every manner, and
// checks each type of stream.
func TestStreamsEndWithTheirSession(t *testing.T) {
	s := webtest.Serve(t)
	const password = "long enough"
	for name, end := range map[string]func(anna *webtest.Browser){
		"leaving": func(anna *webtest.Browser) { anna.Want(204, "DELETE", "/api/session", nil, nil) },
		"ending all elsewhere": func(anna *webtest.Browser) {
			s.Visitor().LogIn("leaver", password).Want(200, "POST", "/api/me/sessions/end", nil, nil)
		},
		"a new password": func(*webtest.Browser) {
			s.Visitor().LogIn("leaver", password).Want(200, "POST", "/api/me/password", webtest.Object{"old": password, "new": "another one"}, nil)
		},
		"deleting the account": func(anna *webtest.Browser) {
			anna.Want(204, "POST", "/api/me/delete", webtest.Object{"name": "leaver"}, nil)
		},
		"revoking tokens": func(anna *webtest.Browser) { anna.Want(204, "DELETE", "/api/tokens", nil, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			s.T = t
			anna, ben := s.Bot("leaver"), s.Guest("Ben")
			defer func() { // frees the name for the next case
				again := s.Visitor()
				for _, p := range []string{password, "another one"} {
					if again.Status("POST", "/api/login", webtest.Object{"name": "leaver", "password": p}) == 200 {
						again.Want(204, "POST", "/api/me/delete", webtest.Object{"name": "leaver"}, nil)
					}
				}
			}()
			id := anna.Open(webtest.WotnTable(func(o webtest.Object) { o["visibility"] = "link" }))
			ben.Do(id, webtest.Object{"type": "sit"})
			program := s.Visitor()
			program.Token = anna.NewToken()
			session := name == "leaving" || name == "ending all elsewhere" || name == "a new password" || name == "deleting the account"
			token := name == "revoking tokens" || name == "a new password" || name == "deleting the account"
			streams := map[string]<-chan string{}
			for _, path := range []string{"/api/stream?lobby=true&match=" + id + ":0", "/api/matches/" + id + "/stream", "/api/lobby/stream", "/api/stream/event", "/api/bot/game/stream/" + id} {
				if session {
					streams["of the session "+path] = streamOf(anna, path)
				}
				if token {
					streams["of the token "+path] = streamOf(program, path)
				}
			}
			bens := streamOf(ben, "/api/stream?lobby=true&match="+id+":0")
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
	s := webtest.Serve(t)
	anna, ben, carl, dora := s.Guest("Anna"), s.Member("Ben"), s.Guest("Carl"), s.Guest("Dora")
	id := anna.Open(webtest.Object{"settings": webtest.Object{
		"game": "lancelot", "variant": "basic", "seats": 3, "visibility": "link", "timeout": "skip", "clock": webtest.Object{"kind": "none"},
	}, "seat": 0})
	streams := make(map[string]<-chan webtest.Event)
	listen := func(when string) {
		for _, path := range []string{"/api/matches/" + id + "/stream", "/api/stream?match=" + id + ":0"} {
			streams[when+" "+path], _ = ben.Listen(path)
		}
	}
	listen("before")
	ben.Do(id, webtest.Object{"type": "sit"})
	listen("seated")
	anna.Do(id, webtest.Object{"type": "chat", "text": "while Ben sits"})
	ben.Do(id, webtest.Object{"type": "leave"})
	listen("left")
	for _, who := range []*webtest.Browser{carl, dora} {
		who.Do(id, webtest.Object{"type": "sit"})
	}
	anna.Do(id, webtest.Object{"type": "chat", "text": "among us"})
	s.Guest("Eve").Do(id, webtest.Object{"type": "chat", "text": "among spectators"})
	for what, stream := range streams {
		seen := false
		for over := false; !over; {
			e, _ := webtest.Next(t, stream)
			if strings.Contains(e.Data, "among us") {
				t.Errorf("%s: the chat of players is sent to somebody who has left", what)
			}
			seen = seen || strings.Contains(e.Data, "while Ben sits")
			over = strings.Contains(e.Data, "among spectators")
		}
		if !seen {
			t.Errorf("%s: the chat while Ben had a seat is hidden", what)
		}
	}
}

// TestStreamsEndWithInvitation withdraws an invitation.
func TestStreamsEndWithInvitation(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben, carl, dora := s.Guest("Anna"), s.Bot("Ben"), s.Member("Carl"), s.Member("Dora")
	id := anna.Open(webtest.WotnTable(func(o webtest.Object) { o["visibility"], o["invited"] = "private", []string{"Ben", "Carl", "Dora"} }))
	dora.Do(id, webtest.Object{"type": "sit"})
	program := s.Visitor()
	program.Token = ben.NewToken()
	streams := map[string]<-chan string{
		"the match's": streamOf(ben, "/api/matches/"+id+"/stream"),
		"the bot's":   streamOf(program, "/api/bot/game/stream/"+id),
	}
	shared, _ := ben.Listen("/api/stream?match=" + id + ":0")
	carls, _ := carl.Listen("/api/matches/" + id + "/stream")
	_, err := s.API.App.Host.Do(t.Context(), id, match.Command{At: host.Now(), By: ben.ID, Do: match.Rename{Name: "Ben", Player: match.Player{ID: "x", Name: "–"}}})
	if err != nil {
		t.Fatal(err)
	}
	carl.Do(id, webtest.Object{"type": "chat", "text": "among us"})
	for what, over := range streams {
		if text := waitForEnd(t, what+" stream", over); strings.Contains(text, "among us") {
			t.Errorf("the %s stream sends what Ben may not see: %s", what, text)
		}
	}
	for gone := false; !gone; {
		e, _ := webtest.Next(t, shared)
		if strings.Contains(e.Data, "among us") {
			t.Fatalf("the shared stream sends what Ben may not see: %+v", e)
		}
		gone = e.Name == "gone"
	}
	for {
		if _, event := webtest.Next(t, carls); event.Text == "among us" {
			break
		}
	}
	ben.Refused(404, "no-match", "GET", "/api/matches/"+id+"/stream", nil)
}
