package web

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tafelrunde/internal/testkit"
)

// pipeListener accepts connections within the process, which fake time covers.
type pipeListener struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newPipeListener() *pipeListener {
	return &pipeListener{conns: make(chan net.Conn), closed: make(chan struct{})}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *pipeListener) Addr() net.Addr { return &net.TCPAddr{} }

func (l *pipeListener) dial(context.Context, string, string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case l.conns <- there:
		return here, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// serveSlowly serves a handler that answers after a time. It is stopped while it
// answers the first request. The results are that of the request, and how long the
// server took to stop.
func serveSlowly(t *testing.T, after time.Duration) (content string, took time.Duration, err error) {
	listener := newPipeListener()
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() {
		served <- Serve(ctx, listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-time.After(after):
				io.WriteString(w, "done")
			case <-r.Context().Done():
			}
		}), slog.New(slog.DiscardHandler))
	}()
	client := http.Client{Transport: &http.Transport{DialContext: listener.dial}}
	defer client.CloseIdleConnections()
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		var resp *http.Response
		if resp, err = client.Get("http://server"); err == nil {
			defer resp.Body.Close()
			var all []byte
			all, err = io.ReadAll(resp.Body)
			content = string(all)
		}
	}()
	synctest.Wait()
	start := time.Now()
	stop()
	synctest.Wait()
	// Others are refused until then, on new connections and on old ones.
	for range 2 {
		resp, err := client.Get("http://server/readyz")
		if err != nil {
			t.Errorf("while the server stops: %v", err)
			break
		}
		text, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || resp.StatusCode != 503 || resp.Header.Get("Retry-After") != "2" || !resp.Close || !strings.Contains(string(text), `"stopping"`) {
			t.Errorf("while the server stops: status %d, %v, %s, %v", resp.StatusCode, resp.Header, text, err)
		}
	}
	if err := <-served; err != nil {
		t.Errorf("Serve: %v", err)
	}
	took = time.Since(start)
	if _, err := listener.dial(t.Context(), "", ""); err == nil {
		t.Error("the listener is still open")
	}
	<-answered
	return content, took, err
}

func TestServeFinishesResponsesInProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const after = stopTimeout - time.Second
		content, took, err := serveSlowly(t, after)
		if err != nil || content != "done" {
			t.Errorf("the response in progress: %q, %v", content, err)
		}
		if took < after {
			t.Errorf("stopped after %v, with a response in progress", took)
		}
	})
}

func TestServeStopTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		content, took, err := serveSlowly(t, time.Minute)
		if err == nil {
			t.Errorf("a response that takes a minute: %q", content)
		}
		if took != stopTimeout {
			t.Errorf("stopped after %v, want %v", took, stopTimeout)
		}
	})
}

// TestServeStopsIdle requires that a server without requests in progress refuses
// requests for a moment, and no longer.
func TestServeStopsIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		content, took, err := serveSlowly(t, 0)
		if err != nil || content != "done" || took != drainFor {
			t.Errorf("%q after %v, %v", content, took, err)
		}
	})
}

func TestServeListenerError(t *testing.T) {
	listener := newPipeListener()
	listener.Close()
	if err := Serve(t.Context(), listener, http.NotFoundHandler(), slog.New(slog.DiscardHandler)); !errors.Is(err, net.ErrClosed) {
		t.Errorf("%v from a closed listener", err)
	}
}

// TestServeLogsWithoutAddresses writes lines of net/http: a failed handshake and
// a panic of a handler.
func TestServeLogsWithoutAddresses(t *testing.T) {
	log := &testkit.LogLines{}
	errors := serverErrors{slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))}
	for _, line := range []string{
		"http: TLS handshake error from 192.0.2.7:41000: EOF\n",
		"http: panic serving [2001:db8::7]:41000: runtime error: index out of range\ngoroutine 7 [running]:\n",
	} {
		if n, err := errors.Write([]byte(line)); n != len(line) || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	}
	lines := log.All()
	if len(lines) != 2 || !strings.Contains(lines[0], "level=DEBUG") || !strings.Contains(lines[0], "a client: EOF") ||
		!strings.Contains(lines[1], "level=ERROR") || !strings.Contains(lines[1], "index out of range") {
		t.Errorf("%q", lines)
	}
	for _, line := range lines {
		if strings.Contains(line, "192.0.2.7") || strings.Contains(line, "2001:db8") {
			t.Errorf("an address in %q", line)
		}
	}
}

// TestReasonsOfFailedHandshakes has errors of crypto/tls and autocert.
func TestReasonsOfFailedHandshakes(t *testing.T) {
	for text, want := range map[string]string{
		`acme/autocert: host "other.example.org" not configured in HostWhitelist`: "name",
		"acme/autocert: missing server name":                                      "name",
		"acme/autocert: server name component count invalid":                      "name",
		"EOF": "closed",
		"read tcp 10.0.0.1:443->10.0.0.2:5: read: connection reset by peer":          "closed",
		"read tcp 10.0.0.1:443->10.0.0.2:5: i/o timeout":                             "closed",
		"tls: client offered only unsupported versions: [302 301]":                   "protocol",
		"remote error: tls: bad certificate":                                         "protocol",
		"acme/autocert: unable to satisfy \"https://ca/authz\": no viable challenge": "certificate",
		"429 urn:ietf:params:acme:error:rateLimited: timeout":                        "certificate",
	} {
		if got := handshakeFailure("http: TLS handshake error from a client: " + text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
