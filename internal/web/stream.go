package web

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// stream is an answer that goes on. It has taken its connection from the HTTP
// server, which would keep buffers and a large stack for it: with a stream for
// every player that is most of the memory.
type stream struct{ conn net.Conn }

// How many streams a person, and an address, may have at a time. A browser has
// one for all its tabs; a program one for each of its games.
const (
	streamsOfPerson  = 64
	streamsOfAddress = 512
)

var tooManyStreams = problem(http.StatusTooManyRequests, "too-many-streams", "there are too many streams from you already; end one first")

// streams counts those that run, in all and by whose they are.
type streams struct {
	mu  sync.Mutex
	all int
	by  map[string]int
}

// enter counts a stream, unless there are too many, until leave is called. Those
// of this machine are not counted by address: behind a proxy all come from
// there.
func (s *streams) enter(person, address string) (leave func(), ok bool) {
	type count struct {
		who  string
		most int
	}
	var counts []count
	if person != "" {
		counts = append(counts, count{"person " + person, streamsOfPerson})
	}
	if host, local := hostOf(address); !local {
		counts = append(counts, count{"address " + host, streamsOfAddress})
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.by == nil {
		s.by = make(map[string]int)
	}
	for _, c := range counts {
		if s.by[c.who] >= c.most {
			return nil, false
		}
	}
	s.all++
	for _, c := range counts {
		s.by[c.who]++
	}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.all--
		for _, c := range counts {
			if s.by[c.who]--; s.by[c.who] == 0 {
				delete(s.by, c.who)
			}
		}
	}, true
}

func (s *streams) running() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all
}

// goOn answers with a stream that lasts as long as run, whose context ends when
// the client goes or the program stops. It returns at once. It counts the
// stream, which is refused if there are too many, and lets go of what came before, by calling done, when run has ended.
func (a *API) goOn(ctx huma.Context, contentType string, done func(), run func(ctx context.Context, s *stream)) {
	r, w := humago.Unwrap(ctx)
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("X-Accel-Buffering", "no") // proxies are to pass on at once
	if r.Method == http.MethodHead {
		done()
		return
	}
	leave, ok := a.streams.enter(asker(ctx.Context()).ID, r.RemoteAddr)
	if !ok {
		done()
		w.Header().Set("Retry-After", "5")
		writeProblem(w, tooManyStreams)
		return
	}
	finish := done
	done = func() { finish(); leave() }
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

// send writes at once, if there is anything. The error says that the client has gone or is too slow.
func (s *stream) send(data []byte) error {
	if len(data) == 0 {
		return nil
	}
	if err := s.conn.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil {
		return err
	}
	_, err := s.conn.Write(data)
	return err
}
