package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"tafelrunde/internal/store/sqlstore"
)

// socketName is the name of the socket in the data folder at which a running server
// serves backups and the commands of its operator.
const socketName = "tafelrunde.sock"

// socketPath returns a path of the socket in a folder that is short enough for the
// operating system, which allows about 100 bytes. Call done after use.
func socketPath(folder string) (path string, done func(), err error) {
	done = func() {}
	path = filepath.Join(folder, socketName)
	if len(path) < 100 || runtime.GOOS != "linux" {
		return path, done, nil
	}
	f, err := os.Open(folder)
	if err != nil {
		return "", done, err
	}
	return fmt.Sprintf("/proc/self/fd/%d/%s", f.Fd(), socketName), func() { f.Close() }, nil
}

// backupWithin is the longest time for a client to read a part of a backup.
// Meanwhile the write-ahead log of the database grows.
const backupWithin = 30 * time.Second

// listenSocket listens at the socket in a folder. Call done after closing the listener.
func listenSocket(folder string) (listener net.Listener, done func(), err error) {
	path, done, err := socketPath(folder)
	if err != nil {
		return nil, done, err
	}
	_ = os.Remove(path) // of a server that was killed
	if listener, err = net.Listen("unix", path); err != nil {
		done()
		return nil, done, err
	}
	if err = os.Chmod(path, 0o600); err != nil {
		err = errors.Join(err, listener.Close())
		done()
	}
	return listener, done, err
}

// serveSocket serves backups, and commands for everything else, to programs of the
// same user, at a socket in the data folder, until ctx is done. The store must be open,
// so that no other server uses the socket. Call stop before closing the store. If there can be
// no socket, serveSocket logs that.
func serveSocket(ctx context.Context, folder string, store *sqlstore.Store, commands http.Handler, log *slog.Logger) (stop func()) {
	listener, done, err := listenSocket(folder)
	if err != nil {
		log.Error("backups and commands of the administration are possible only while the server is stopped", "error", err)
		return func() {}
	}
	mux := http.NewServeMux()
	mux.Handle("/", commands)
	mux.HandleFunc("POST /backup", func(w http.ResponseWriter, r *http.Request) {
		out := &backupResponse{w: w, control: http.NewResponseController(w)}
		from := time.Now()
		err := store.Backup(r.Context(), out)
		switch {
		case err == nil:
			log.Info("a backup was made", "bytes", out.written, "seconds", time.Since(from).Seconds())
		case out.written > 0:
			log.Error("a backup was not finished", "error", err)
			panic(http.ErrAbortHandler) // the client sees an incomplete response
		default:
			log.Error("a backup was not begun", "error", err)
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusServiceUnavailable)
			json.NewEncoder(w).Encode(map[string]string{"error": err.Error()})
		}
	})
	server := &http.Server{Handler: mux, ReadTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	served := make(chan struct{})
	go func() {
		defer close(served)
		server.Serve(listener)
	}()
	return func() {
		server.Close()
		<-served
		done()
	}
}

// backupResponse writes the response to a request for a backup.
type backupResponse struct {
	w       http.ResponseWriter
	control *http.ResponseController
	written int64
}

func (b *backupResponse) Write(p []byte) (int, error) {
	if err := b.control.SetWriteDeadline(time.Now().Add(backupWithin)); err != nil {
		return 0, err
	}
	n, err := b.w.Write(p)
	b.written += int64(n)
	return n, err
}

// errNoServer is returned if no server answers at the socket.
var errNoServer = errors.New("no server answers")

// dialServer returns a client whose next request goes to the server that has a
// database file open. The error is errNoServer if there is none.
func dialServer(ctx context.Context, file string) (*http.Client, error) {
	path, done, err := socketPath(filepath.Dir(file))
	if err != nil {
		return nil, err
	}
	defer done()
	if !isThere(path) {
		return nil, errNoServer
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, "unix", path)
	if errors.Is(err, syscall.ECONNREFUSED) {
		return nil, errNoServer // its server was killed
	} else if err != nil {
		return nil, err
	}
	return &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext:       func(context.Context, string, string) (net.Conn, error) { return conn, nil },
	}}, nil
}

// requestBackup requests a backup from the server that has a database file open. The
// error is errNoServer if there is none.
func requestBackup(ctx context.Context, file string) (io.ReadCloser, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://tafelrunde/backup", nil)
	if err != nil {
		return nil, err
	}
	client, err := dialServer(ctx, file)
	if err != nil {
		return nil, err
	}
	resp, err := client.Do(r)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		defer resp.Body.Close()
		var answer struct{ Error string }
		if json.NewDecoder(resp.Body).Decode(&answer) != nil || answer.Error == "" {
			answer.Error = resp.Status
		}
		return nil, errors.New(answer.Error)
	}
	return resp.Body, nil
}
