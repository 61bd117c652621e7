package web

import (
	"context"
	"io"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"tafelrunde/internal/games"
	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
)

// walk records the packages of the module through which calls come.
type walk struct {
	mu   sync.Mutex
	into map[string][]string // by what is called: the packages, the first caller first
}

// record stores the packages on the stack of the goroutine, without those of tests.
func (w *walk) record(what string) {
	pcs := make([]uintptr, 200)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	var packages []string
	for {
		frame, more := frames.Next()
		// The path of the module ends before "/internal/", whatever it is.
		if _, path, ours := strings.Cut(frame.Function, "/internal/"); ours && !strings.HasSuffix(frame.File, "_test.go") && !strings.Contains(frame.Function, "/vendor/") {
			folder, name := "", path
			if i := strings.LastIndexByte(path, '/'); i >= 0 {
				folder, name = path[:i+1], path[i+1:]
			}
			name, _, _ = strings.Cut(name, ".")
			packages = append(packages, folder+name)
		}
		if !more {
			break
		}
	}
	slices.Reverse(packages)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.into[what] = slices.Compact(packages)
}

type walkedStore struct {
	*sqlstore.Store
	walk *walk
}

func (s walkedStore) Append(ctx context.Context, a store.Append) error {
	s.walk.record("store")
	return s.Store.Append(ctx, a)
}

type walkedRules struct {
	games.Rules
	walk *walk
}

func (r walkedRules) Start(s *match.Settings, round match.Round) (match.Position, *match.Refusal) {
	p, refusal := r.Rules.Start(s, round)
	if refusal != nil {
		return nil, refusal
	}
	return walkedPosition{p, r.walk}, nil
}

type walkedPosition struct {
	match.Position
	walk *walk
}

func (p walkedPosition) Play(move string) (match.Position, string, *match.Refusal) {
	p.walk.record("rules")
	next, text, refusal := p.Position.Play(move)
	if refusal != nil {
		return nil, "", refusal
	}
	return walkedPosition{next, p.walk}, text, nil
}

// TestACommandPassesEachPackageOnce compares the walks of ARCHITECTURE.md with the
// calls of a server: a move on the way to the rules and to the store, and a refused
// one, come through each package once.
func TestACommandPassesEachPackageOnce(t *testing.T) {
	for _, base := range []string{"", "/tafelrunde"} {
		s, err := sqlstore.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "tafelrunde.db"))
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		w := &walk{into: make(map[string][]string)}
		quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
		h := host.New(walkedStore{s, w}, walkedRules{games.Rules{}, w}, quiet)
		if err := h.SetClock(t.Context()); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		api := NewAPI(ctx, APIOptions{Host: h, Store: s, Log: quiet, UnlimitedLoopback: true, PublicURL: "http://127.0.0.1" + base, HSTS: 1})
		site, err := NewSite(fstest.MapFS{"index.html": {Data: []byte(`<head><base href="/"></head>`)}})
		if err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(Handler(site, api))
		defer server.Close()
		all := &testServer{t: t, url: server.URL + base, api: api, store: s}
		ann, ben := all.guest("Ann"), all.guest("Ben")
		id := ann.open(wotnTable(func(o object) { o["first"] = 0 }))
		ben.do(id, object{"type": "sit"})

		way := []string{"web", "web/core", "web/tables", "web/matches", "host"}
		toRules := append(slices.Clone(way), "match")
		for _, tc := range []struct {
			status int
			move   string
			into   map[string][]string
		}{
			{200, "e2e4", map[string][]string{"rules": toRules, "store": way}},
			{409, "e2e4", map[string][]string{"rules": toRules}},
		} {
			clear(w.into)
			by := ann
			if tc.status == 409 {
				by = ben // there is no such move
			}
			by.want(tc.status, "POST", "/api/matches/"+id+"/commands", object{"type": "move", "move": tc.move}, nil)
			for what, want := range tc.into {
				if got := w.into[what]; !slices.Equal(got, want) {
					t.Errorf("base %q: a move answered with %d comes to the %s through %s, want %s", base, tc.status, what, got, want)
				}
			}
			if len(w.into) != len(tc.into) {
				t.Errorf("base %q: a move answered with %d comes to %v", base, tc.status, w.into)
			}
		}
	}
}
