package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os/signal"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"tafelrunde/wotn"
)

type loadCommand struct {
	At      string        `arg:"" help:"Address of the server, such as http://127.0.0.1:8080. It must run on this machine with --unlimited-loopback, because it limits the number of guests from one address otherwise."`
	Matches int           `default:"100" help:"Number of matches, each of two guests with a stream each."`
	Rate    float64       `default:"0" help:"Moves per second, distributed evenly over all matches (default 0: as many as possible)."`
	Workers int           `default:"64" help:"Concurrent moves."`
	For     time.Duration `default:"20s" help:"How long to measure, after two seconds of warm-up."`
	Echo    bool          `help:"First measure an HTTP server that only forwards each message to the other player's stream: the upper limit of this machine."`
	Metrics string        `placeholder:"URL" help:"Address of the server's metrics (option --metrics of serve), such as http://127.0.0.1:9090/metrics, to report the memory of the server."`
}

func (c *loadCommand) Run(term terminal) error {
	if c.Matches < 1 || c.Workers < 1 || c.Rate < 0 {
		return &misuse{"--matches and --workers must be at least 1, and --rate must not be negative"}
	}
	at, err := url.Parse(strings.TrimSuffix(c.At, "/"))
	if err != nil || at.Scheme != "http" || at.Host == "" {
		return &misuse{fmt.Sprintf("%q is not an address such as http://127.0.0.1:8080", c.At)}
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	// The server shares the processors with this program.
	debug.SetGCPercent(1000)
	if c.Echo {
		if err := c.measureEcho(ctx, term); err != nil {
			return err
		}
	}
	l := newLoad(at.String(), c)
	defer l.close()
	acked, arrived, took, err := l.measure(ctx, term, c)
	if err != nil {
		return err
	}
	var after map[string]float64
	if c.Metrics != "" {
		if after, err = l.metrics(ctx, c.Metrics); err != nil {
			return err
		}
	}
	l.report(term.out, c, took, acked, arrived)
	if after != nil {
		fmt.Fprintf(term.out, "streams %.0f; memory of the server: %.1f kB per player (%.0f MB)\n",
			after["tafelrunde_streams"], after["process_resident_memory_bytes"]/float64(2*c.Matches)/1000, after["process_resident_memory_bytes"]/1e6)
	}
	if l.failed.Load() > 0 {
		return fmt.Errorf("%d moves failed; the first: %v", l.failed.Load(), *l.why.Load())
	}
	return ctx.Err()
}

// measureEcho measures a server that only forwards messages.
func (c *loadCommand) measureEcho(ctx context.Context, term terminal) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	at, err := serveEcho(ctx)
	if err != nil {
		return err
	}
	l := newLoad(at, c)
	defer l.close()
	l.echo = true
	acked, arrived, took, err := l.measure(ctx, term, c)
	if err != nil {
		return err
	}
	fmt.Fprintln(term.out, "A server that only forwards messages:")
	l.report(term.out, c, took, acked, arrived)
	fmt.Fprintln(term.out, "The server:")
	if l.failed.Load() > 0 {
		return fmt.Errorf("%d messages failed; the first: %v", l.failed.Load(), *l.why.Load())
	}
	return nil
}

func newLoad(at string, c *loadCommand) *load {
	return &load{
		at: at, ready: make(chan *loadMatch, c.Matches),
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: openAtOnce}, Timeout: 30 * time.Second},
	}
}

// close closes all streams.
func (l *load) close() {
	for len(l.ready) > 0 {
		for _, s := range (<-l.ready).streams {
			s.Close()
		}
	}
	l.client.CloseIdleConnections()
}

// measure opens the matches and plays for the duration of the command. acked has
// the times from a move's request to its response, arrived those to the event in
// the other player's stream.
func (l *load) measure(ctx context.Context, term terminal, c *loadCommand) (acked, arrived []time.Duration, took time.Duration, err error) {
	fmt.Fprintf(term.notes, "opening %d matches\n", c.Matches)
	if err := l.open(ctx, c.Matches); err != nil {
		return nil, nil, 0, err
	}
	fmt.Fprintf(term.notes, "playing for %v\n", c.For)
	moving, cancel := context.WithCancel(ctx)
	defer cancel()
	var pace chan struct{}
	var work sync.WaitGroup
	if c.Rate > 0 {
		pace = make(chan struct{}, c.Workers)
		work.Go(func() { l.keepPace(moving, c.Rate, pace) })
	}
	for range c.Workers {
		work.Go(func() { l.play(moving, pace) })
	}
	sleep(ctx, 2*time.Second)
	l.reset()
	from := time.Now()
	sleep(ctx, c.For)
	took = time.Since(from)
	acked, arrived = l.take()
	cancel()
	work.Wait()
	return acked, arrived, took, ctx.Err()
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// openAtOnce is how many tables are opened concurrently.
const openAtOnce = 64

// load simulates guests who play each other.
type load struct {
	at string
	// client is for requests that are not measured.
	client *http.Client
	// echo is true if the server only forwards messages.
	echo bool
	// ready has the matches in which no move is being sent.
	ready chan *loadMatch

	mu             sync.Mutex
	acked, arrived []time.Duration
	failed, late   atomic.Int64
	why            atomic.Pointer[error]
}

// loadMatch is one match of two guests.
type loadMatch struct {
	id       string
	cookies  [2]string
	streams  [2]*loadConn
	position wotn.Position
	ply      int
	random   *rand.Rand
	// sent is when each seat sent its last move, in Unix nanoseconds; 0 if its
	// event has arrived at the other player.
	sent [2]atomic.Int64
}

func (l *load) request(ctx context.Context, cookie, method, path string, body, into any) (*http.Response, error) {
	var content io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(data)
	}
	r, err := http.NewRequestWithContext(ctx, method, l.at+path, content)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	if cookie != "" {
		r.Header.Set("Cookie", cookie)
	}
	resp, err := l.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode >= 300 {
		err = fmt.Errorf("%s %s: status %d: %s", method, path, resp.StatusCode, bytes.TrimSpace(data))
	}
	if err == nil && into != nil {
		err = json.Unmarshal(data, into)
	}
	return resp, err
}

// open opens all matches and their streams.
func (l *load) open(ctx context.Context, matches int) error {
	var work sync.WaitGroup
	var failed atomic.Pointer[error]
	var next atomic.Int64
	for range openAtOnce {
		work.Go(func() {
			p := &loadPlayer{load: l}
			defer p.close()
			for i := next.Add(1); i <= int64(matches) && failed.Load() == nil; i = next.Add(1) {
				if err := p.openMatch(ctx, uint64(i)); err != nil {
					failed.Store(&err)
				}
			}
		})
	}
	work.Wait()
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}

func (p *loadPlayer) openMatch(ctx context.Context, seed uint64) error {
	m := &loadMatch{position: wotn.Start(wotn.Standard), random: rand.New(rand.NewPCG(seed, 7))}
	if p.echo {
		m.id = strconv.FormatUint(seed, 10)
	}
	for seat := range m.cookies {
		if p.echo {
			break
		}
		resp, err := p.request(ctx, "", "POST", "/api/session", map[string]any{"name": fmt.Sprintf("Guest %d", seed)}, nil)
		if err != nil {
			return err
		}
		for _, c := range resp.Cookies() {
			m.cookies[seat] = c.Name + "=" + c.Value
		}
	}
	if err := p.table(ctx, m); err != nil {
		return err
	}
	// A game without first moves is aborted after a minute.
	for range m.cookies {
		if err := p.move(ctx, m); err != nil {
			return err
		}
	}
	p.ready <- m
	return nil
}

// table opens a new table for both players, and a stream for each.
func (l *load) table(ctx context.Context, m *loadMatch) error {
	if l.echo {
		if m.streams[0] != nil {
			return nil
		}
		return errors.Join(l.follow(ctx, m, 0), l.follow(ctx, m, 1))
	}
	var opened struct{ Match string }
	_, err := l.request(ctx, m.cookies[0], "POST", "/api/matches", map[string]any{
		"seat": 0, "settings": map[string]any{
			"game": "wotn", "variant": "wotn", "seats": 2, "first": 0, "visibility": "link",
			"clock": map[string]any{"kind": "real-time", "initial": 3600000, "increment": 180000},
		},
	}, &opened)
	if err != nil {
		return err
	}
	m.id = opened.Match
	if _, err := l.request(ctx, m.cookies[1], "POST", "/api/matches/"+m.id+"/commands", map[string]any{"type": "sit"}, nil); err != nil {
		return err
	}
	for seat := range m.cookies {
		if err := l.follow(ctx, m, seat); err != nil {
			return err
		}
	}
	return nil
}

// follow opens a player's stream and measures when the opponent's moves arrive.
func (l *load) follow(ctx context.Context, m *loadMatch, seat int) error {
	if m.streams[seat] != nil {
		m.streams[seat].Close()
	}
	conn, err := l.dial(ctx)
	if err != nil {
		return err
	}
	m.streams[seat] = conn
	if err := conn.get(l.streamPath(m, seat), m.cookies[seat]); err != nil {
		conn.Close()
		return fmt.Errorf("stream of match %s: %w", m.id, err)
	}
	go func() {
		defer conn.Close()
		others := []byte(`"seat":` + strconv.Itoa(1-seat) + `,"move":`)
		for {
			line, err := conn.in.ReadSlice('\n')
			if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
				return
			}
			if !bytes.Contains(line, others) {
				continue
			}
			if sent := m.sent[1-seat].Swap(0); sent != 0 {
				l.arrive(time.Duration(time.Now().UnixNano() - sent))
			}
		}
	}()
	return nil
}

func (l *load) arrive(d time.Duration) {
	l.mu.Lock()
	l.arrived = append(l.arrived, d)
	l.mu.Unlock()
}

func (l *load) reset() {
	l.mu.Lock()
	l.acked, l.arrived = nil, nil
	l.mu.Unlock()
	l.late.Store(0)
}

func (l *load) take() (acked, arrived []time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.acked, l.arrived
}

// keepPace permits rate moves per second.
func (l *load) keepPace(ctx context.Context, rate float64, pace chan<- struct{}) {
	from := time.Now()
	for n := 0; ; n++ {
		wait := time.Until(from.Add(time.Duration(float64(n) / rate * float64(time.Second))))
		if wait > 0 {
			sleep(ctx, wait)
		}
		select {
		case <-ctx.Done():
			return
		case pace <- struct{}{}:
		default:
			l.late.Add(1) // all workers are busy
		}
	}
}

func (l *load) play(ctx context.Context, pace <-chan struct{}) {
	p := &loadPlayer{load: l}
	defer p.close()
	for {
		if pace != nil {
			select {
			case <-ctx.Done():
				return
			case <-pace:
			}
		}
		select {
		case <-ctx.Done():
			return
		case m := <-l.ready:
			if err := p.move(ctx, m); err != nil && ctx.Err() == nil {
				l.failed.Add(1)
				l.why.CompareAndSwap(nil, &err)
			}
			l.ready <- m
		}
	}
}

// loadPlayer sends moves, one at a time, over a connection of its own.
type loadPlayer struct {
	*load
	conn  *loadConn
	body  []byte
	legal []wotn.Move
}

func (p *loadPlayer) close() {
	if p.conn != nil {
		p.conn.Close()
	}
}

// move plays a random move. If the game is finished or long, it opens a new table
// instead.
func (p *loadPlayer) move(ctx context.Context, m *loadMatch) error {
	p.legal = m.position.AppendMoves(p.legal[:0])
	if m.position.Outcome().Over() || m.position.HalfmoveClock() > 90 || m.ply >= 200 {
		m.position, m.ply = wotn.Start(wotn.Standard), 0
		return p.table(ctx, m)
	}
	if p.conn == nil {
		var err error
		if p.conn, err = p.dial(ctx); err != nil {
			return err
		}
	}
	seat := int(m.position.Turn())
	played := p.legal[m.random.IntN(len(p.legal))]
	b := append(p.body[:0], `{"type":"move",`...)
	if p.echo {
		b = append(append(append(b, `"seat":`...), byte('0'+seat)), ',')
	}
	b = append(append(b, `"move":"`...), played.String()...)
	b = strconv.AppendInt(append(b, `","ply":`...), int64(m.ply), 10)
	p.body = append(b, '}')

	from := time.Now()
	m.sent[seat].Store(from.UnixNano())
	status, response, err := p.conn.post(p.movePath(m, seat), m.cookies[seat], p.body)
	if err != nil {
		p.close()
		p.conn = nil
		m.sent[seat].Store(0)
		return err
	}
	if status != http.StatusOK {
		m.sent[seat].Store(0)
		if bytes.Contains(response, []byte(`"not-playing"`)) { // drawn by repetition
			m.ply = 200
			return nil
		}
		return fmt.Errorf("move in match %s: status %d: %s", m.id, status, response)
	}
	took := time.Since(from)
	p.mu.Lock()
	p.acked = append(p.acked, took)
	p.mu.Unlock()
	m.position.PlayInto(&m.position, played)
	m.ply++
	return nil
}

// metrics returns the metrics of the server.
func (l *load) metrics(ctx context.Context, at string) (map[string]float64, error) {
	r, err := http.NewRequestWithContext(ctx, "GET", at, nil)
	if err != nil {
		return nil, err
	}
	resp, err := l.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: status %d", at, resp.StatusCode)
	}
	numbers := make(map[string]float64)
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		name, value, ok := strings.Cut(lines.Text(), " ")
		if n, err := strconv.ParseFloat(value, 64); ok && err == nil {
			numbers[name] = n
		}
	}
	return numbers, lines.Err()
}

func (l *load) report(out io.Writer, c *loadCommand, took time.Duration, acked, arrived []time.Duration) {
	fmt.Fprintf(out, "matches %d, players %d\n", c.Matches, 2*c.Matches)
	fmt.Fprintf(out, "moves acknowledged: %d, %.0f per second; failed: %d; not started in time: %d\n",
		len(acked), float64(len(acked))/took.Seconds(), l.failed.Load(), l.late.Load())
	fmt.Fprintf(out, "sent to acknowledged: %s\n", quantiles(acked))
	fmt.Fprintf(out, "sent to arrived at the other player: %s\n", quantiles(arrived))
}

func quantiles(all []time.Duration) string {
	if len(all) == 0 {
		return "none"
	}
	slices.Sort(all)
	at := func(q float64) time.Duration {
		return all[min(len(all)-1, int(q*float64(len(all))))].Round(10 * time.Microsecond)
	}
	return fmt.Sprintf("median %v, 90 %% %v, 99 %% %v, most %v", at(0.5), at(0.9), at(0.99), at(1))
}
