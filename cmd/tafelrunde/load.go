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
	"net"
	"net/http"
	"os/signal"
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
	At      string        `arg:"" help:"Address of the server, such as http://127.0.0.1:8080. It must be on this machine: elsewhere it limits how many guests come from one address."`
	Matches int           `default:"100" help:"Matches of two guests each, every guest with a stream."`
	Rate    float64       `default:"0" help:"Moves a second, evenly over all matches (default 0: as many as go)."`
	Workers int           `default:"64" help:"Moves on their way at once."`
	For     time.Duration `default:"20s" help:"How long to measure, after two seconds to warm up."`
}

func (c *loadCommand) Run(term terminal) error {
	if c.Matches < 1 || c.Workers < 1 || c.Rate < 0 {
		return &misuse{"matches and workers are at least 1, and the rate is not below 0"}
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	l := &load{
		at: strings.TrimSuffix(c.At, "/"), ready: make(chan *loadMatch, c.Matches),
		post:   &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: c.Workers + 16, DialContext: (&net.Dialer{}).DialContext}, Timeout: 30 * time.Second},
		stream: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}},
	}
	fmt.Fprintf(term.notes, "opening %d matches\n", c.Matches)
	if err := l.open(ctx, c.Matches); err != nil {
		return err
	}
	fmt.Fprintf(term.notes, "playing for %v\n", c.For)
	moving, cancel := context.WithCancel(ctx)
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
	took := time.Since(from)
	acked, arrived := l.take()
	cancel()
	work.Wait()
	after, err := l.metrics(ctx)
	if err != nil {
		return err
	}
	l.report(term.out, c, took, acked, arrived, after)
	if l.failed.Load() > 0 {
		return fmt.Errorf("%d moves failed; the first: %v", l.failed.Load(), *l.why.Load())
	}
	return ctx.Err()
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// load is many guests who play each other.
type load struct {
	at           string
	post, stream *http.Client
	// ready are matches in which somebody may move.
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
	position wotn.Position
	ply      int
	random   *rand.Rand
	// sent is when the last move was sent, for the stream of the other player.
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
	resp, err := l.post.Do(r)
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

// open opens all matches, some at once, and follows them.
func (l *load) open(ctx context.Context, matches int) error {
	var work sync.WaitGroup
	var failed atomic.Pointer[error]
	var next atomic.Int64
	for range 16 {
		work.Go(func() {
			for i := next.Add(1); i <= int64(matches) && failed.Load() == nil; i = next.Add(1) {
				if err := l.openMatch(ctx, uint64(i)); err != nil {
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

func (l *load) openMatch(ctx context.Context, seed uint64) error {
	m := &loadMatch{position: wotn.Start(wotn.Standard), random: rand.New(rand.NewPCG(seed, 7))}
	for seat := range m.cookies {
		resp, err := l.request(ctx, "", "POST", "/api/session", map[string]any{"name": fmt.Sprintf("Guest %d", seed)}, nil)
		if err != nil {
			return err
		}
		for _, c := range resp.Cookies() {
			m.cookies[seat] = c.Name + "=" + c.Value
		}
	}
	if err := l.table(ctx, m); err != nil {
		return err
	}
	l.ready <- m
	return nil
}

// table opens a new table for the two and follows it for both.
func (l *load) table(ctx context.Context, m *loadMatch) error {
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

// follow reads a player's stream and measures when the other's moves arrive.
func (l *load) follow(ctx context.Context, m *loadMatch, seat int) error {
	r, err := http.NewRequestWithContext(ctx, "GET", l.at+"/api/matches/"+m.id+"/stream", nil)
	if err != nil {
		return err
	}
	r.Header.Set("Cookie", m.cookies[seat])
	resp, err := l.stream.Do(r)
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return fmt.Errorf("the stream of match %s: status %d", m.id, resp.StatusCode)
	}
	others := []byte(`"seat":` + strconv.Itoa(1-seat) + `,"move":`)
	go func() {
		defer resp.Body.Close()
		lines := bufio.NewReaderSize(resp.Body, 1024)
		for {
			line, err := lines.ReadSlice('\n')
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

// keepPace gives leave to move so often a second.
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
			l.late.Add(1) // nobody was free to move
		}
	}
}

func (l *load) play(ctx context.Context, pace <-chan struct{}) {
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
			if err := l.move(ctx, m); err != nil && ctx.Err() == nil {
				l.failed.Add(1)
				l.why.CompareAndSwap(nil, &err)
			}
			l.ready <- m
		}
	}
}

// move plays a random move, or goes to a new table if the game is over.
func (l *load) move(ctx context.Context, m *loadMatch) error {
	legal := m.position.AppendMoves(nil)
	if outcome, _ := m.position.Outcome(); outcome != wotn.Running || m.position.Quiet() > 90 || m.ply >= 200 {
		// The streams of the old table stay open and silent.
		m.position, m.ply = wotn.Start(wotn.Standard), 0
		return l.table(ctx, m)
	}
	seat := int(m.position.Turn())
	played := legal[m.random.IntN(len(legal))]
	from := time.Now()
	m.sent[seat].Store(from.UnixNano())
	_, err := l.request(ctx, m.cookies[seat], "POST", "/api/matches/"+m.id+"/commands",
		map[string]any{"type": "move", "move": played.String(), "ply": m.ply}, nil)
	if err != nil {
		m.sent[seat].Store(0)
		if strings.Contains(err.Error(), "not-playing") { // by repetition
			m.ply = 200
			return nil
		}
		return err
	}
	took := time.Since(from)
	l.mu.Lock()
	l.acked = append(l.acked, took)
	l.mu.Unlock()
	m.position.PlayInto(&m.position, played)
	m.ply++
	return nil
}

// metrics are the server's numbers.
func (l *load) metrics(ctx context.Context) (map[string]float64, error) {
	r, err := http.NewRequestWithContext(ctx, "GET", l.at+"/metrics", nil)
	if err != nil {
		return nil, err
	}
	resp, err := l.post.Do(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
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

func (l *load) report(out io.Writer, c *loadCommand, took time.Duration, acked, arrived []time.Duration, after map[string]float64) {
	fmt.Fprintf(out, "matches %d, players %d, streams %.0f\n", c.Matches, 2*c.Matches, after["tafelrunde_streams"])
	fmt.Fprintf(out, "moves acknowledged: %d, %.0f a second; failed: %d; not begun in time: %d\n",
		len(acked), float64(len(acked))/took.Seconds(), l.failed.Load(), l.late.Load())
	fmt.Fprintf(out, "sent to acknowledged: %s\n", quantiles(acked))
	fmt.Fprintf(out, "sent to arrived at the other player: %s\n", quantiles(arrived))
	fmt.Fprintf(out, "memory of the server: %.0f kB a player (heap and stacks %.0f MB)\n",
		after["tafelrunde_memory_bytes"]/float64(2*c.Matches)/1000, after["tafelrunde_memory_bytes"]/1e6)
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
