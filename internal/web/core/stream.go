package core

import (
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"tafelrunde/internal/match"
)

const (
	// writeWithin is how long a client may take to accept data.
	writeWithin = 15 * time.Second
	// finishWithin is how long a client may take to accept the end of a stream.
	finishWithin = time.Second
)

// stream is an answer that goes on. It has taken its connection from the HTTP
// server, which would keep buffers and a large stack for it: with a stream for
// every player that is most of the memory. For the same reason nothing waits to
// write: one goroutine with a small stack notices that the client goes, and
// another begins when there is something to send, and ends when it is sent.
type Stream struct {
	// next appends what is to be sent to b: all that is new, and a sign of life if
	// beat says that it is time for one. The stream ends if more is false. There
	// is one call at a time, the first when the stream begins.
	Next func(b []byte, beat bool) (_ []byte, more bool)
	// done lets go of what next needs. It is called once, and next never again.
	Done func()
	// every is how often a sign of life is due.
	Every  time.Duration
	owners []streamOwner
	// chunked says that the client speaks HTTP/1.1: each call of next is sent as
	// one chunk, so that clients that read by size pass it on at once.
	chunked bool
	// caller is that of the request which opened the stream. Now is the present.
	caller Caller
	now    func() match.Moment

	mu    sync.Mutex
	conn  net.Conn // nil before it begins
	timer *time.Timer
	// busy tells that next may be called, or what it gave is being written; news
	// and beat that it is to be called again.
	busy, news, beat, ended bool
}

// wake lets a stream send what is new. It returns at once.
func (s *Stream) Wake() {
	if s.claim(false) {
		go s.work()
	}
}

// claim notes that there is something to send, and tells whether the caller has
// to see to it by work.
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

// buffers are for what is being written. Those that have grown large are not
// kept.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

const keptBuffer = 4 << 10

// A chunk is preceded by its size and a line end, and followed by a line end;
// the last one is empty. RFC 9112, section 7.1.
const (
	chunkHead = len("ffffffff\r\n")
	chunkEnd  = "\r\n"
	lastChunk = "0\r\n\r\n"
)

// chunkOf returns the chunk whose content stands in b between room for its head
// and chunkEnd, and overwrites that room. It returns nothing for no content: an
// empty chunk would end the stream.
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

// work sends until there is nothing more.
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

// fill sends what is new. It returns the buffer for the next call.
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

// end ends a stream, whoever wants it.
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
		// A write may be waiting for the client; work sees afterwards that it has ended.
		s.conn.SetWriteDeadline(time.Now().Add(finishWithin))
		return
	}
	s.busy = true
	go s.work() // sees that it has ended
}

// finish sends the last chunk, if the connection still takes it, and closes it.
func (s *Stream) finish() {
	if s.chunked && s.conn.SetWriteDeadline(time.Now().Add(finishWithin)) == nil {
		io.WriteString(s.conn, lastChunk)
	}
	s.conn.Close()
}

// watch ends the stream when the client has gone, which reading tells: clients
// have nothing more to say.
func (s *Stream) watch() {
	var ignored [1]byte
	for {
		if _, err := s.conn.Read(ignored[:]); err != nil {
			s.end()
			return
		}
	}
}

// begin begins a stream on a connection; false means that it has been ended
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

// How many streams a person, and an address, may have at a time. A browser has
// one for all its tabs; a program one for each of its games.
const (
	StreamsOfPerson  = 64
	StreamsOfAddress = 512
)

var tooManyStreams = NewProblem(http.StatusTooManyRequests, "too-many-streams", "there are too many streams from you already; end one first").After(5 * time.Second)

// streams are those that run, and how many of them are whose.
type streams struct {
	mu  sync.Mutex
	all map[*Stream]struct{}
	by  map[streamOwner]int
}

// streamOwner is a person, or an address.
type streamOwner struct {
	id      string
	address bool
}

// enter counts a stream until leave is called, unless there are too many. The
// address is "" for one that is not limited.
func (all *streams) enter(s *Stream, person, address string) bool {
	if person != "" {
		s.owners = append(s.owners, streamOwner{person, false})
	}
	if address != "" {
		s.owners = append(s.owners, streamOwner{address, true})
	}
	all.mu.Lock()
	defer all.mu.Unlock()
	if all.by == nil {
		all.all, all.by = make(map[*Stream]struct{}), make(map[streamOwner]int)
	}
	for _, owner := range s.owners {
		most := StreamsOfPerson
		if owner.address {
			most = StreamsOfAddress
		}
		if all.by[owner] >= most {
			return false
		}
	}
	all.all[s] = struct{}{}
	for _, owner := range s.owners {
		all.by[owner]++
	}
	return true
}

func (all *streams) leave(s *Stream) {
	all.mu.Lock()
	defer all.mu.Unlock()
	delete(all.all, s)
	for _, owner := range s.owners {
		if all.by[owner]--; all.by[owner] == 0 {
			delete(all.by, owner)
		}
	}
}

func (all *streams) Running() int {
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

// goOn answers with a stream, which lasts until the client goes, next ends it or
// the program stops. It returns at once. It counts the stream, which is refused
// if there are too many. In any case done is called in the end.
func (a *App) goOn(ctx huma.Context, contentType string, s *Stream) {
	r, w := humago.Unwrap(ctx)
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("X-Accel-Buffering", "no") // proxies are to pass on at once
	if r.Method == http.MethodHead {
		s.Done()
		return
	}
	s.caller, s.now = CallerIn(ctx.Context()), a.Now
	address, limited := a.clients.origin(r)
	if !limited {
		address = ""
	}
	if !a.streams.enter(s, s.caller.Person.ID, address) {
		s.Done()
		WriteProblem(w, tooManyStreams)
		return
	}
	if a.known.changedSince(s.caller.asked) {
		a.rechecks.add(a, s.caller.Person.ID) // before enter the stream was not there to be ended
	}
	done := s.Done
	s.Done = func() { done(); a.streams.leave(s) }
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		s.Done()
		a.Log.Error("a stream cannot be opened", "error", err)
		WriteProblem(w, NewProblem(http.StatusHTTPVersionNotSupported, "server", "streams need HTTP/1.1"))
		return
	}
	s.chunked = r.ProtoAtLeast(1, 1)
	if send(conn, streamHead(w.Header(), s.chunked)) != nil || a.Stopping.Err() != nil || !s.begin(conn) {
		s.Done()
		conn.Close()
	}
}

// streamHead returns the head of an answer that ends with its connection.
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

// send writes at once, if there is anything. It returns false if the stream was
// ended meanwhile, and then writes nothing, or if the client has gone or is too
// slow; the connection is closed then.
func (s *Stream) send(data []byte) bool {
	if len(data) == 0 {
		return true
	}
	s.mu.Lock()
	ended := s.ended
	if !ended {
		s.conn.SetWriteDeadline(time.Now().Add(writeWithin)) // an error is that of the write too
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
	if err := conn.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil {
		return err
	}
	_, err := conn.Write(data)
	return err
}

// LobbyWatch tells a stream that the lobby has changed, every so often at most.
type LobbyWatch struct {
	every time.Duration
	wake  func()
	Stop  func()

	mu               sync.Mutex
	changed, resting bool
}

// watchLobby begins with a change, for the stream to tell how the lobby is.
// Call stop in the end.
func (a *App) WatchLobby(every time.Duration, wake func()) *LobbyWatch {
	l := &LobbyWatch{every: every, wake: wake, changed: true}
	l.Stop = a.Host.WatchLobby(func() {
		l.mu.Lock()
		l.changed = true
		resting := l.resting
		l.mu.Unlock()
		if !resting {
			wake()
		}
	})
	return l
}

// due tells whether a change is to be told of now.
func (l *LobbyWatch) Due() bool {
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

// appendEvent appends a server-sent event; id is left out if it is 0.
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

func StreamOperation(id, path, summary, contentType string) huma.Operation {
	return huma.Operation{
		OperationID: id, Method: http.MethodGet, Path: path, Summary: summary,
		Responses: map[string]*huma.Response{"200": {
			Description: "A stream that goes on until one of the two sides ends it",
			Content:     map[string]*huma.MediaType{contentType: {Schema: &huma.Schema{Type: "string"}}},
		}},
	}
}

// goingOn answers with a stream.
func (a *App) StreamResponse(contentType string, s *Stream) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(ctx huma.Context) { a.goOn(ctx, contentType, s) }}
}
