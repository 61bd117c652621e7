package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"tafelrunde/internal/cli"
)

// TestHealth asks a server that runs, by its address and by its settings, and servers
// that are not ready.
func TestHealth(t *testing.T) {
	var address atomic.Pointer[string]
	server := startServer(t, []string{"TAFELRUNDE_DATA=" + t.TempDir()}, &address, "--public-url", "https://club.example/tafelrunde")
	defer func() { server.Process.Kill(); server.Wait() }()
	at, _, _ := strings.Cut(strings.TrimPrefix(*address.Load(), "http://"), "/")
	for _, args := range [][]string{{*address.Load()}, {"http://" + at + "/"}, {"--addr", at}} {
		if out := tafelrunde(t, cli.StatusDone, append([]string{"health"}, args...)...); out != "ready\n" {
			t.Errorf("%v: %s", args, out)
		}
	}
	t.Setenv("TAFELRUNDE_ADDR", at)
	if out := tafelrunde(t, cli.StatusDone, "health"); out != "ready\n" {
		t.Errorf("by the environment: %s", out)
	}

	stopping := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/readyz":
			w.WriteHeader(http.StatusServiceUnavailable)
			fmt.Fprint(w, `{"code": "stopping", "message": "the server is stopping"}`)
		case "/other/readyz":
			http.Redirect(w, r, "/login", http.StatusFound)
		default:
			fmt.Fprint(w, "ok")
		}
	}))
	defer stopping.Close()
	hanging := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hanging }))
	defer slow.Close()
	defer close(hanging)
	for _, tc := range []struct {
		status int
		args   []string
		want   string
	}{
		{cli.StatusFailed, []string{stopping.URL}, "not ready: the server is stopping (status 503)"},
		{cli.StatusFailed, []string{stopping.URL + "/other"}, "not ready: status 302"},
		{cli.StatusFailed, []string{slow.URL, "--within", "50ms"}, "does not answer"},
		{cli.StatusFailed, []string{"http://" + freeAddress(t)}, "does not answer: dial tcp"},
		{cli.StatusMisuse, []string{"127.0.0.1:8080"}, "is not an address such as"},
		{cli.StatusMisuse, []string{"--within", "0s"}, "is not positive"},
	} {
		if out := tafelrunde(t, tc.status, append([]string{"health"}, tc.args...)...); !strings.Contains(out, tc.want) {
			t.Errorf("%v: %s", tc.args, out)
		}
	}
}
