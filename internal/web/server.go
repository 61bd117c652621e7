package web

import (
	"context"
	"errors"
	stdlog "log"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"strings"
	"time"

	"tafelrunde/internal/metrics"
	"tafelrunde/internal/web/core"
)

// stopTimeout is how long responses in progress may take when the server stops.
const stopTimeout = 5 * time.Second

// Serve serves requests on the listener until the context is done. Then it lets
// responses in progress finish, for up to five seconds, and returns nil. It
// closes the listener. Errors of connections are logged without the addresses of
// clients.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler, log *slog.Logger) error {
	server := &http.Server{
		Handler:           handler,
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
	err := server.Shutdown(last)
	if errors.Is(err, context.DeadlineExceeded) {
		return server.Close()
	}
	return err
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
