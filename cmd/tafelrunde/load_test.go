package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tafelrunde/lab/load"
)

// TestLoadMeasuresAServer loads a server for a second and counts the
// requests that the server receives. They must be those of the page: a view and a
// stream for each viewer of a match, and one request for each move.
func TestLoadMeasuresAServer(t *testing.T) {
	var address atomic.Pointer[string]
	metrics := freeAddress(t)
	server := startServer(t, []string{"TAFELRUNDE_DATA=" + t.TempDir()}, &address, "--metrics", metrics)
	defer func() { server.Process.Kill(); server.Wait() }()
	to, err := url.Parse(*address.Load())
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	requests := make(map[string]int)
	forward := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to) }}
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		what := r.Method + " " + r.URL.Path
		if parts := strings.Split(r.URL.Path, "/"); len(parts) > 3 {
			parts[3] = "{id}"
			what = r.Method + " " + strings.Join(parts, "/")
		}
		mu.Lock()
		requests[what]++
		mu.Unlock()
		forward.ServeHTTP(w, r)
	}))
	defer proxy.Close()
	out := measure(t, load.Options{
		Address: proxy.URL, Metrics: "http://" + metrics + "/metrics",
		Matches: 5, Spectators: 1, Rate: 40, Workers: 64, Duration: time.Second,
	})
	for _, want := range []string{
		"matches 5, players 10, spectators 5\n", "streams 15; memory", "; failed: 0;", "sent to arrived at the opponent: median ",
		"requests per move: 1.00; views requested again: 0\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if n := requests["POST /api/matches/{id}/commands"]; n < 10 {
		t.Errorf("%d commands were sent", n)
	}
	delete(requests, "POST /api/matches/{id}/commands")
	want := map[string]int{"POST /api/session": 10, "POST /api/matches": 5, "GET /api/matches/{id}": 15, "GET /api/stream": 15}
	for what, n := range want {
		if requests[what] != n {
			t.Errorf("%s: %d requests, want %d", what, requests[what], n)
		}
		delete(requests, what)
	}
	if len(requests) != 0 {
		t.Errorf("other requests than the page's: %v", requests)
	}
	// People who watch the lobby.
	mu.Unlock()
	out = measure(t, load.Options{
		Address: proxy.URL, Metrics: "http://" + metrics + "/metrics",
		Watchers: 5, Tables: 3, Changes: 10, Workers: 64, Duration: 2 * time.Second,
	})
	mu.Lock()
	var changes, sent, events, bytes float64
	if _, err := fmt.Sscanf(out, "watchers of the lobby 5, tables 3; changes: %f per second\nsent to the watchers: %f MB per second; each received %f events and %f bytes per second\nhealth: median ",
		&changes, &sent, &events, &bytes); err != nil || changes == 0 || events == 0 || bytes == 0 {
		t.Errorf("%v in\n%s", err, out)
	}
	if n := requests["GET /api/stream"]; n != 5 {
		t.Errorf("%d streams, want 5", n)
	}
}

// measure returns the report of a load without failed moves.
func measure(t *testing.T, o load.Options) string {
	t.Helper()
	var report strings.Builder
	o.Notes = &report
	result, err := load.Measure(t.Context(), o)
	if err != nil || result.Failed > 0 {
		t.Fatalf("%v, result %+v", err, result)
	}
	report.Reset()
	result.Write(&report)
	return report.String()
}
