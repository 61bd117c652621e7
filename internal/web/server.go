package web

import (
	"context"
	"errors"
	"io"
	stdlog "log"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"tafelrunde/internal/metrics"
	"tafelrunde/internal/web/core"
)

const (
	// stopTimeout is how long responses in progress may take when the server stops.
	stopTimeout = 5 * time.Second
	// drainFor is how long a server that stops refuses requests at least, so that
	// clients and proxies learn why before they cannot connect.
	drainFor = time.Second
	// drainPoll is the interval of looking for responses in progress.
	drainPoll = 10 * time.Millisecond
)

// Serve serves requests on the listener until the context is done. Then it refuses new
// requests with status 503, lets responses in progress finish, for up to five seconds,
// and returns nil. It closes the listener. Errors of connections are logged without the
// addresses of clients.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler, log *slog.Logger) error {
	drained := &drain{next: handler}
	server := &http.Server{
		Handler:           drained,
		ConnContext:       core.ConnContext,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      2 * time.Minute, // for the largest file over a slow connection
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          stdlog.New(serverErrors{log}, "", 0),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()

	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	drained.wait(last)
	err := server.Shutdown(last)
	if errors.Is(err, context.DeadlineExceeded) {
		return server.Close()
	}
	return err
}

// drain passes requests on until the server stops.
type drain struct {
	next     http.Handler
	stopping atomic.Bool
	running  atomic.Int64
}

// stopped is the problem of requests that arrive while the server stops.
var stopped = core.NewProblem(http.StatusServiceUnavailable, "stopping", "the server is restarting; try again in a moment").After(2 * time.Second)

const stoppedPage = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>Tafelrunde</title>
<p lang="en">The server is restarting. This page reloads in a moment.</p>
<p lang="de">Der Server wird neu gestartet. Die Seite wird gleich neu geladen.</p>
`

// ServeHTTP implements http.Handler.
func (d *drain) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.running.Add(1)
	defer d.running.Add(-1)
	if !d.stopping.Load() {
		d.next.ServeHTTP(w, r)
		return
	}
	w.Header().Set("Connection", "close")
	w.Header().Set("Cache-Control", "no-store")
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		core.WriteProblem(w, stopped)
		return
	}
	maps.Copy(w.Header(), stopped.GetHeaders())
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusServiceUnavailable)
	io.WriteString(w, stoppedPage)
}

// wait refuses requests from now on, and returns when drainFor has passed and no other
// request runs, or when ctx is done.
func (d *drain) wait(ctx context.Context) {
	d.stopping.Store(true)
	least := time.NewTimer(drainFor)
	defer least.Stop()
	select {
	case <-least.C:
	case <-ctx.Done():
		return
	}
	tick := time.NewTicker(drainPoll)
	defer tick.Stop()
	for d.running.Load() > 0 {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// serverErrors writes the errors of net/http to a log. They contain addresses of
// clients, which are removed.
type serverErrors struct{ log *slog.Logger }

var clientAddress = regexp.MustCompile(`^(http: (?:TLS handshake error from|panic serving)) \S+: `)

func (e serverErrors) Write(line []byte) (int, error) {
	text := clientAddress.ReplaceAllString(strings.TrimSpace(string(line)), "$1 a client: ")
	level := slog.LevelError
	if strings.HasPrefix(text, "http: TLS handshake error") {
		level = slog.LevelDebug // any client can cause these
		metrics.RefusedTLS.WithLabelValues(handshakeFailure(text)).Inc()
	}
	e.log.Log(context.Background(), level, text)
	return len(line), nil
}

// handshakeFailure returns the reason of [metrics.RefusedTLS] for an error of net/http.
func handshakeFailure(text string) string {
	for _, known := range []struct{ part, reason string }{
		{"HostWhitelist", "name"}, {"server name", "name"}, {"acme", "certificate"},
		{"EOF", "closed"}, {"connection reset", "closed"}, {"timeout", "closed"}, {"broken pipe", "closed"},
		{"tls: ", "protocol"},
	} {
		if strings.Contains(text, known.part) {
			return known.reason
		}
	}
	return "certificate"
}
