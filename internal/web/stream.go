package web

import (
	"context"
	"net"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// stream is an answer that goes on. It has taken its connection from the HTTP
// server, which would keep buffers and a large stack for it: with a stream for
// every player that is most of the memory.
type stream struct{ conn net.Conn }

// goOn answers with a stream that lasts as long as run, whose context ends when
// the client goes or the program stops. It returns at once. It counts the
// stream, and lets go of what came before, by calling done, when run has ended.
func (a *API) goOn(ctx huma.Context, contentType string, done func(), run func(ctx context.Context, s *stream)) {
	r, w := humago.Unwrap(ctx)
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("X-Accel-Buffering", "no") // proxies are to pass on at once
	if r.Method == http.MethodHead {
		done()
		return
	}
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		done()
		a.log.Error("a stream cannot be opened", "error", err)
		writeProblem(w, problem(http.StatusHTTPVersionNotSupported, "server", "streams need HTTP/1.1"))
		return
	}
	s := &stream{conn}
	if err := s.send(streamHead(w.Header())); err != nil {
		done()
		conn.Close()
		return
	}
	a.streams.add(1)
	within, end := context.WithCancel(a.stopping)
	go func() {
		// Clients have nothing more to say; reading tells when they have gone.
		defer end()
		var ignored [1]byte
		for {
			if _, err := conn.Read(ignored[:]); err != nil {
				return
			}
		}
	}()
	go func() {
		defer a.streams.add(-1)
		defer done()
		defer conn.Close()
		defer end()
		run(within, s)
	}()
}

// streamHead is the head of an answer that ends with its connection.
func streamHead(header http.Header) []byte {
	b := []byte("HTTP/1.1 200 OK\r\nConnection: close\r\nDate: " + time.Now().UTC().Format(http.TimeFormat) + "\r\n")
	for name, values := range header {
		for _, v := range values {
			b = append(append(append(append(b, name...), ": "...), v...), "\r\n"...)
		}
	}
	return append(b, "\r\n"...)
}

// send writes at once. The error says that the client has gone or is too slow.
func (s *stream) send(data []byte) error {
	if err := s.conn.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil {
		return err
	}
	_, err := s.conn.Write(data)
	return err
}
