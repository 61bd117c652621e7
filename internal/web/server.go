package web

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"
)

// stopTimeout is how long responses in progress may take when the server stops.
const stopTimeout = 5 * time.Second

// Serve serves requests on the listener until the context is done. Then it lets
// responses in progress finish, for up to five seconds, and returns nil. It
// closes the listener.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      2 * time.Minute, // for the largest file over a slow connection
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
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
