package webtest

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
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
	"tafelrunde/internal/web"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
	"tafelrunde/internal/web/people"
)

// Server is a running server with a store of its own.
type Server struct {
	T     testing.TB
	URL   string
	API   *web.API
	Store store.Store
	Stop  context.CancelFunc // stops the server as the program does
	// transport is that of new browsers, nil for the network.
	Transport http.RoundTripper
}

// Serve starts a server without limits by address.
func Serve(t testing.TB) *Server {
	t.Helper()
	return ServeWith(t, web.APIOptions{UnlimitedLoopback: true, Engines: true, PushKey: "key"})
}

// ServeWith starts a server with a host, a store and a log of its own.
func ServeWith(t testing.TB, o web.APIOptions) *Server {
	t.Helper()
	s := storetest.OpenSQLite(t)
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	ctx, cancel := context.WithCancel(context.Background())
	h := host.New(s, games.Rules{}, cmp.Or(o.Log, quiet))
	done := make(chan struct{})
	go func() { defer close(done); h.Run(ctx) }()
	o.Host, o.Store, o.Log, o.Build = h, s, cmp.Or(o.Log, quiet), "build-1"
	api := web.NewAPI(ctx, o)
	site, err := web.NewSite(fstest.MapFS{"index.html": {Data: []byte(`<html lang="en"><head><title></title></head>front end`)}})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(web.Handler(site, api))
	t.Cleanup(func() {
		cancel()
		server.Close()
		<-done
		s.Close()
	})
	return &Server{T: t, URL: server.URL, API: api, Store: s, Stop: cancel}
}

// Browser is a client with cookies, or a program with a token.
type Browser struct {
	*Server
	Client *http.Client
	Token  string
	ID     string
}

// Visitor returns a browser without a session.
func (s *Server) Visitor() *Browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.T.Fatal(err)
	}
	return &Browser{Server: s, Client: &http.Client{Jar: jar, Transport: s.Transport}}
}

// Guest returns a browser of a new guest.
func (s *Server) Guest(name string) *Browser {
	s.T.Helper()
	b := s.Visitor()
	var me people.Person
	b.Want(200, "POST", "/api/session", map[string]any{"name": name}, &me)
	b.ID = me.ID
	return b
}

// Request sends a request. The body is sent as it is if it is a string, otherwise as JSON.
func (b *Browser) Request(method, path string, body any) *http.Response {
	b.T.Helper()
	var content io.Reader
	if text, raw := body.(string); raw {
		content = strings.NewReader(text)
	} else if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			b.T.Fatal(err)
		}
		content = bytes.NewReader(data)
	}
	r, err := http.NewRequest(method, b.URL+path, content)
	if err != nil {
		b.T.Fatal(err)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if b.Token != "" {
		r.Header.Set("Authorization", "Bearer "+b.Token)
	}
	resp, err := b.Client.Do(r)
	if err != nil {
		b.T.Fatal(err)
	}
	return resp
}

// Want sends a request, requires the status of the response, and reads its JSON into
// into, unless that is nil.
func (b *Browser) Want(status int, method, path string, body, into any) {
	b.T.Helper()
	resp := b.Request(method, path, body)
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		b.T.Fatal(err)
	}
	CheckDescribed(b.T, b.API.Spec, method, path, resp.StatusCode, resp.Header.Get("Content-Type"), data)
	if resp.StatusCode != status {
		b.T.Fatalf("%s %s: status %d, want %d: %s", method, path, resp.StatusCode, status, data)
	}
	if into != nil {
		if err := json.Unmarshal(data, into); err != nil {
			b.T.Fatalf("%s %s: %v: %s", method, path, err, data)
		}
	}
}

// Refused requires that the response is a problem with a code.
func (b *Browser) Refused(status int, code, method, path string, body any) {
	b.T.Helper()
	var p core.Problem
	b.Want(status, method, path, body, &p)
	if p.Code != code || p.Message == "" {
		b.T.Fatalf("%s %s: %+v, want code %s", method, path, p, code)
	}
}

// Object is a JSON object.
type Object = map[string]any

// WotnTable is the request for a table of Way of the Knight.
func WotnTable(change func(Object)) Object {
	settings := Object{
		"game": "wotn", "variant": "wotn", "seats": 2, "first": 0, "visibility": "public", "takebacks": true,
		"clock": Object{"kind": "real-time", "initial": 300000, "increment": 3000},
	}
	if change != nil {
		change(settings)
	}
	return Object{"settings": settings, "seat": 0}
}

// Open opens a table and returns its id.
func (b *Browser) Open(table Object) string {
	b.T.Helper()
	var out struct{ Match string }
	b.Want(201, "POST", "/api/matches", table, &out)
	return out.Match
}

// Do sends a command and returns the events that follow.
func (b *Browser) Do(id string, command Object) []matches.NumberedEvent {
	b.T.Helper()
	var out struct{ Events []matches.NumberedEvent }
	b.Want(200, "POST", "/api/matches/"+id+"/commands", command, &out)
	return out.Events
}

// DoRefused sends a command that must be refused with a code.
func (b *Browser) DoRefused(status int, code, id string, command Object) {
	b.T.Helper()
	b.Refused(status, code, "POST", "/api/matches/"+id+"/commands", command)
}

// View returns the view of a match.
func (b *Browser) View(id string) (v matches.MatchView) {
	b.T.Helper()
	b.Want(200, "GET", "/api/matches/"+id, nil, &v)
	return v
}

// Event is one server-sent event.
type Event struct {
	ID   int64
	Name string
	Data string
}

// Listen reads a stream into a channel until the test or the stream ends.
func (b *Browser) Listen(path string, header ...string) (<-chan Event, func()) {
	b.T.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	b.T.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, "GET", b.URL+path, nil)
	if err != nil {
		b.T.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := b.Client.Do(r)
	if err != nil {
		b.T.Fatal(err)
	}
	if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "text/event-stream" {
		b.T.Fatalf("%s: status %d, %s", path, resp.StatusCode, resp.Header.Get("Content-Type"))
	}
	out := make(chan Event, 1000)
	go func() {
		defer resp.Body.Close()
		defer close(out)
		lines := bufio.NewScanner(resp.Body)
		lines.Buffer(nil, 1<<20)
		var e Event
		for lines.Scan() {
			key, value, _ := strings.Cut(lines.Text(), ": ")
			switch key {
			case "id":
				e.ID, _ = strconv.ParseInt(value, 10, 64)
			case "event":
				e.Name = value
			case "data":
				e.Data = value
			case "":
				if e.Name != "" {
					CheckEventDescribed(b.T, b.API.Spec, path, e)
				}
				if e.Name != "" && (e.Name != "beat" || strings.HasPrefix(path, "/api/stream?")) {
					out <- e
				}
				e = Event{}
			}
		}
	}()
	return out, cancel
}

// Next returns the next event that is not hidden.
func Next(t *testing.T, from <-chan Event) (e Event, event match.Event) {
	t.Helper()
	for late := time.After(5 * time.Second); ; {
		select {
		case e, open := <-from:
			if !open {
				t.Fatal("the stream ended")
			}
			if e.Name == "match" {
				event = match.Event{}
				if err := json.Unmarshal([]byte(e.Data), &event); err != nil {
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

// ServeStore starts a server on a store.
func ServeStore(t testing.TB, s store.Store) *Server {
	t.Helper()
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	ctx, cancel := context.WithCancel(context.Background())
	h := host.New(s, games.Rules{}, quiet)
	done := make(chan struct{})
	go func() { defer close(done); h.Run(ctx) }()
	api := web.NewAPI(ctx, web.APIOptions{Host: h, Store: s, Log: quiet, UnlimitedLoopback: true, Engines: true})
	site, err := web.NewSite(fstest.MapFS{"index.html": {Data: []byte("<head></head>front end")}})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(web.Handler(site, api))
	t.Cleanup(func() {
		cancel()
		server.Close()
		<-done
	})
	return &Server{T: t, URL: server.URL, API: api, Store: s, Stop: cancel}
}

// At returns the same browser as a client of another server. Cookies do not
// depend on the port.
func (b *Browser) At(s *Server) *Browser {
	other := *b
	other.Server = s
	return &other
}

// Me returns the person whom the server authenticates.
func (b *Browser) Me() (p people.Person) {
	b.T.Helper()
	b.Want(200, "GET", "/api/session", nil, &p)
	return p
}

// LogIn logs in with a password.
func (b *Browser) LogIn(name, password string) *Browser {
	b.T.Helper()
	var p people.Person
	b.Want(200, "POST", "/api/login", Object{"name": name, "password": password}, &p)
	b.ID = p.ID
	return b
}

// Status returns the status of a response.
func (b *Browser) Status(method, path string, body any) int {
	b.T.Helper()
	resp := b.Request(method, path, body)
	resp.Body.Close()
	return resp.StatusCode
}

// Within is how long a change may take to reach streams and other processes: less
// than people are cached for.
const Within = 10 * time.Second

// Eventually waits for a condition; what describes the state until then.
func Eventually(t *testing.T, what string, so func() bool) {
	t.Helper()
	testkit.Within(t, Within, func() error {
		if !so() {
			return errors.New(what)
		}
		return nil
	})
}

// NewToken creates a bearer token.
func (b *Browser) NewToken() string {
	b.T.Helper()
	var out struct{ Token string }
	b.Want(200, "POST", "/api/tokens", nil, &out)
	return out.Token
}

// Keyed sends a request with an idempotency key.
func (b *Browser) Keyed(key, method, path string, body any) (status int, text string, head http.Header) {
	b.T.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		b.T.Fatal(err)
	}
	r, err := http.NewRequest(method, b.URL+path, bytes.NewReader(data))
	if err != nil {
		b.T.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", key)
	if b.Token != "" {
		r.Header.Set("Authorization", "Bearer "+b.Token)
	}
	resp, err := b.Client.Do(r)
	if err != nil {
		b.T.Fatal(err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		b.T.Fatal(err)
	}
	return resp.StatusCode, string(answer), resp.Header
}

// WantKeyed is Keyed, and requires the status of the response.
func (b *Browser) WantKeyed(status int, key, method, path string, body any) string {
	b.T.Helper()
	got, text, _ := b.Keyed(key, method, path, body)
	if got != status {
		b.T.Errorf("%s %s: status %d, want %d: %s", method, path, got, status, text)
	}
	return text
}

// OpenIn opens the database of a folder.
func OpenIn(t *testing.T, folder string) store.Store {
	t.Helper()
	s, err := sqlstore.OpenSQLite(t.Context(), filepath.Join(folder, "tafelrunde.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// Body returns the body of a response, which must have a status.
func (b *Browser) Body(status int, path string) string {
	b.T.Helper()
	got, text := b.Text(path)
	if got != status {
		b.T.Errorf("GET %s: %d %s", path, got, text)
	}
	return text
}
