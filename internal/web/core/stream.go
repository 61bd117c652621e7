package core

import (
	"io"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/metrics"
)

const (
	// writeTimeout is how long a client may take to accept data.
	writeTimeout = 15 * time.Second
	// finishTimeout is how long a client may take to accept the end of a stream.
	finishTimeout = time.Second
)

// Stream is a response without an end. It hijacks its connection from net/http,
// which would keep buffers and a large stack per connection; with one stream per
// player, those would dominate the memory. For the same reason no goroutine waits
// for data: one with a small stack detects that the client disconnects, and
// another runs only while there is data to send.
type Stream struct {
	// Next appends all new data to b, and a heartbeat if beat is true. The stream
	// ends if more is false. Calls do not overlap; the first is made when the
	// stream starts.
	Next func(b []byte, beat bool) (_ []byte, more bool)
	// Done releases the resources of Next. It is called once, after the last call
	// of Next.
	Done func()
	// Every is the interval between heartbeats.
	Every  time.Duration
	owners []streamOwner
	// chunked is true for clients of HTTP/1.1. The result of each call of Next is
	// sent as one chunk, so that clients that read by chunk receive it
	// immediately.
	chunked bool
	// address is that of the client.
	address netip.Addr
	// caller authenticated the request that opened the stream; now returns the current time.
	caller Caller
	now    func() match.Moment

	mu    sync.Mutex
	conn  net.Conn // nil before the start
	timer *time.Timer
	// busy is true while a goroutine calls Next or writes its result. If news is true,
	// Next must be called again, with a heartbeat if beat is true.
	busy, news, beat, ended bool
}

// Wake makes a stream send its new data. It returns immediately.
func (s *Stream) Wake() {
	if s.claim(false) {
		go s.work()
	}
}

// claim records that there is data to send. It returns true if the caller must
// call work.
func (s *Stream) claim(beat bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.news, s.beat = true, s.beat || beat
	if s.busy || s.ended || s.conn == nil {
		return false
	}
	s.busy = true
	return true
}

// buffers has write buffers. Buffers larger than keptBuffer are not reused.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

const keptBuffer = 4 << 10

// A chunk is preceded by its size and a line end, and followed by a line end;
// the last one is empty. RFC 9112, section 7.1.
const (
	chunkHead = len("ffffffff\r\n")
	chunkEnd  = "\r\n"
	lastChunk = "0\r\n\r\n"
)

// chunkOf returns b as a chunk. The content in b stands between space for the
// chunk head, which is overwritten, and chunkEnd. The result is empty if the
// content is, because an empty chunk would end the stream.
func chunkOf(b []byte) []byte {
	size := len(b) - chunkHead - len(chunkEnd)
	if size == 0 {
		return nil
	}
	var digits [8]byte
	hex := strconv.AppendUint(digits[:0], uint64(size), 16)
	from := chunkHead - len(chunkEnd) - len(hex)
	copy(b[from:], hex)
	copy(b[from+len(hex):], chunkEnd)
	return b[from:]
}

// work sends data until there is no more.
func (s *Stream) work() {
	buffer := buffers.Get().(*[]byte)
	for {
		s.mu.Lock()
		news, beat, ended := s.news, s.beat, s.ended
		s.news, s.beat = false, false
		s.busy = news && !ended
		s.mu.Unlock()
		if ended {
			s.finish()
			s.Done()
		}
		if ended || !news {
			break
		}
		b, more := s.fill((*buffer)[:0], beat)
		*buffer = b
		if !more {
			s.end()
		}
	}
	if cap(*buffer) <= keptBuffer {
		buffers.Put(buffer)
	}
}

// fill calls Next and sends the result. It returns the buffer for the next call,
// and whether the stream goes on.
func (s *Stream) fill(b []byte, beat bool) (_ []byte, more bool) {
	if s.caller.Until != 0 && s.caller.expired(s.now()) {
		return b, false
	}
	if !s.chunked {
		b, more = s.Next(b, beat)
		return b, s.send(b) && more
	}
	b, more = s.Next(append(b, make([]byte, chunkHead)...), beat)
	b = append(b, chunkEnd...)
	return b, s.send(chunkOf(b)) && more
}

// end ends the stream. It may be called more than once.
func (s *Stream) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return
	}
	s.ended = true
	if s.conn == nil {
		return
	}
	s.timer.Stop()
	if s.busy {
		// A write may be blocked; afterwards work notices the end.
		s.conn.SetWriteDeadline(time.Now().Add(finishTimeout))
		return
	}
	s.busy = true
	go s.work() // notices the end
}

// finish sends the last chunk, if the connection still accepts it, and closes the
// connection.
func (s *Stream) finish() {
	if s.chunked && s.conn.SetWriteDeadline(time.Now().Add(finishTimeout)) == nil {
		io.WriteString(s.conn, lastChunk)
	}
	s.conn.Close()
}

// watch ends the stream when the client disconnects, which makes Read fail.
// Clients send no data after the request.
func (s *Stream) watch() {
	var ignored [1]byte
	for {
		if _, err := s.conn.Read(ignored[:]); err != nil {
			s.end()
			return
		}
	}
}

// begin starts a stream on a connection. It returns false if the stream was ended
// before.
func (s *Stream) begin(conn net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return false
	}
	s.conn, s.busy, s.news = conn, true, true
	s.timer = time.AfterFunc(s.Every, func() {
		s.mu.Lock()
		if !s.ended {
			s.timer.Reset(s.Every)
		}
		s.mu.Unlock()
		if s.claim(true) {
			s.work()
		}
	})
	go s.watch()
	go s.work()
	return true
}

// The largest numbers of open streams. A browser opens one for all its tabs, a
// program one for each of its games.
const (
	MaxStreamsPerPerson  = 64
	MaxStreamsPerAddress = 512
)

var tooManyStreams = NewProblem(http.StatusTooManyRequests, "too-many-streams", "you have too many open streams; close one first").After(5 * time.Second)

// streams has all open streams, and counts them by owner.
type streams struct {
	mu  sync.Mutex
	all map[*Stream]struct{}
	by  map[streamOwner]int
	// opened is when the people with open streams opened their last one.
	opened map[string]match.Moment
}

// streamOwner is a person or an address.
type streamOwner struct {
	id      string
	address bool
}

// add counts a stream until remove is called. It returns false if the person or
// the address has too many. The address is "" if it is not limited.
func (all *streams) add(s *Stream, person, address string, now match.Moment) bool {
	if person != "" {
		s.owners = append(s.owners, streamOwner{person, false})
	}
	if address != "" {
		s.owners = append(s.owners, streamOwner{address, true})
	}
	all.mu.Lock()
	defer all.mu.Unlock()
	if all.by == nil {
		all.all, all.by, all.opened = make(map[*Stream]struct{}), make(map[streamOwner]int), make(map[string]match.Moment)
	}
	for _, owner := range s.owners {
		most := MaxStreamsPerPerson
		if owner.address {
			most = MaxStreamsPerAddress
		}
		if all.by[owner] >= most {
			return false
		}
	}
	all.all[s] = struct{}{}
	for _, owner := range s.owners {
		all.by[owner]++
	}
	if person != "" {
		all.opened[person] = now
	}
	return true
}

// openedAt returns when a person with open streams opened the last one, 0 if there are
// none.
func (all *streams) openedAt(person string) match.Moment {
	all.mu.Lock()
	defer all.mu.Unlock()
	return all.opened[person]
}

// remove removes a stream that was added.
func (all *streams) remove(s *Stream) {
	all.mu.Lock()
	defer all.mu.Unlock()
	delete(all.all, s)
	for _, owner := range s.owners {
		if all.by[owner]--; all.by[owner] == 0 {
			delete(all.by, owner)
			if !owner.address {
				delete(all.opened, owner.id)
			}
		}
	}
}

// running returns the number of open streams.
func (all *streams) running() int {
	all.mu.Lock()
	defer all.mu.Unlock()
	return len(all.all)
}

// end ends all streams.
func (all *streams) end() {
	all.mu.Lock()
	running := slices.Collect(maps.Keys(all.all))
	all.mu.Unlock()
	for _, s := range running {
		s.end()
	}
}

// serveStream responds with a stream and returns immediately. The stream lasts
// until the client disconnects, Next ends it or the program stops. It is refused
// if its owner has too many. Done is called in any case.
func (a *App) serveStream(ctx huma.Context, contentType string, s *Stream) {
	r, w := humago.Unwrap(ctx)
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("X-Accel-Buffering", "no") // disables buffering by nginx
	if r.Method == http.MethodHead {
		s.Done()
		return
	}
	s.caller, s.now, s.address = CallerIn(ctx.Context()), a.Now, a.clients.address(r)
	address, limited := a.clients.origin(r)
	if !limited {
		address = ""
	}
	if !a.streams.add(s, s.caller.Person.ID, address, a.Now()) {
		s.Done()
		metrics.Limited.WithLabelValues("streams").Inc()
		WriteProblem(w, tooManyStreams)
		return
	}
	if a.callers.changedSince(s.caller.generation) {
		a.rechecks.add(a, s.caller.Person.ID) // recheckStreams may have missed the stream
	}
	done := s.Done
	s.Done = func() { done(); a.streams.remove(s) }
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		s.Done()
		a.Log.Error("opening a stream failed", "error", err)
		WriteProblem(w, NewProblem(http.StatusHTTPVersionNotSupported, "server", "streams require HTTP/1.1"))
		return
	}
	s.chunked = r.ProtoAtLeast(1, 1)
	if send(conn, streamHead(w.Header(), s.chunked)) != nil || a.Stopping.Err() != nil || !s.begin(conn) {
		s.Done()
		conn.Close()
	}
}

// streamHead returns the head of a response that ends with its connection.
func streamHead(header http.Header, chunked bool) []byte {
	b := []byte("HTTP/1.1 200 OK\r\nConnection: close\r\nDate: " + time.Now().UTC().Format(http.TimeFormat) + "\r\n")
	if chunked {
		b = append(b, "Transfer-Encoding: chunked\r\n"...)
	}
	for name, values := range header {
		for _, v := range values {
			b = append(append(append(append(b, name...), ": "...), v...), "\r\n"...)
		}
	}
	return append(b, "\r\n"...)
}

// send writes data, if there is any. It returns false if the stream was ended, if
// the client has disconnected or if it is too slow; in the last two cases it
// closes the connection.
func (s *Stream) send(data []byte) bool {
	if len(data) == 0 {
		return true
	}
	s.mu.Lock()
	ended := s.ended
	if !ended {
		s.conn.SetWriteDeadline(time.Now().Add(writeTimeout)) // if this fails, so does the write
	}
	s.mu.Unlock()
	if ended {
		return false
	}
	if _, err := s.conn.Write(data); err != nil {
		s.conn.Close()
		return false
	}
	return true
}

func send(conn net.Conn, data []byte) error {
	if len(data) == 0 {
		return nil
	}
	if err := conn.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return err
	}
	_, err := conn.Write(data)
	return err
}

// TablesWatch notifies a stream of changes of tables, at a limited rate.
type TablesWatch struct {
	every time.Duration
	wake  func()
	Stop  func()

	mu               sync.Mutex
	changed, resting bool
}

// WatchTables calls wake after those changes of tables for which concerns returns true, at
// most once per interval. The initial state counts as a change. Concerns must return at
// once and must not call the host. The caller must call Stop at the end.
func (a *App) WatchTables(every time.Duration, concerns func(*host.TableChange) bool, wake func()) *TablesWatch {
	l := &TablesWatch{every: every, wake: wake, changed: true}
	l.Stop = a.Host.WatchTables(func(c *host.TableChange) {
		if concerns(c) {
			l.change()
		}
	})
	return l
}

func (l *TablesWatch) change() {
	l.mu.Lock()
	l.changed = true
	resting := l.resting
	l.mu.Unlock()
	if !resting {
		l.wake()
	}
}

// Due reports whether tables have changed and must be looked at now.
func (l *TablesWatch) Due() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.changed || l.resting {
		return false
	}
	l.changed, l.resting = false, true
	time.AfterFunc(l.every, func() {
		l.mu.Lock()
		l.resting = false
		l.mu.Unlock()
		l.wake()
	})
	return true
}

// AppendEvent appends a server-sent event. It has no ID if id is 0.
func AppendEvent[text []byte | string](b []byte, name string, id int64, data text) []byte {
	if id > 0 {
		b = append(b, "id: "...)
		b = strconv.AppendInt(b, id, 10)
		b = append(b, '\n')
	}
	b = append(b, "event: "...)
	b = append(b, name...)
	b = append(b, "\ndata: "...)
	b = append(b, data...)
	return append(b, "\n\n"...)
}

// StreamOperation returns the OpenAPI operation of a GET route that responds with
// a stream.
func StreamOperation(id, path, summary, contentType string) huma.Operation {
	return huma.Operation{
		OperationID: id, Method: http.MethodGet, Path: path, Summary: summary,
		Responses: map[string]*huma.Response{"200": {
			Description: "A stream without an end",
			Content:     map[string]*huma.MediaType{contentType: {Schema: &huma.Schema{Type: "string"}}},
		}},
	}
}

// StreamResponse returns a response that consists of a stream.
func (a *App) StreamResponse(contentType string, s *Stream) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(ctx huma.Context) { a.serveStream(ctx, contentType, s) }}
}
