package web

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"
)

// stopWithin is how long answers under way may take once the server is told
// to stop.
const stopWithin = 5 * time.Second

// Serve answers requests on the listener until the context is done, then lets
// the answers under way finish, for five seconds at most. It closes the
// listener. The error is nil after such a stop.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      2 * time.Minute, // the program's largest file over a slow line
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
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
	defer cancel()
	err := server.Shutdown(last)
	if errors.Is(err, context.DeadlineExceeded) {
		return server.Close()
	}
	return err
}
