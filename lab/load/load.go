package load

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Options are the options of a measurement.
type Options struct {
	// Address is the address of the server, such as http://127.0.0.1:8080.
	Address string
	// Matches is the number of matches, each of two players.
	Matches int
	// Spectators is the number of spectators per match.
	Spectators int
	// Rate is the number of moves per second in all matches; 0 for as many as
	// possible.
	Rate float64
	// Workers is the number of concurrent moves.
	Workers int
	// Watchers is the number of streams of people who watch the lobby, Tables the number of
	// its public tables, and Changes how many tables are opened or closed per second.
	Watchers, Tables int
	Changes          float64
	// Correspondence is true for games without real-time clocks, whose turns people are
	// notified of.
	Correspondence bool
	// PushTo is the address at a push service of the device that each player subscribes, ""
	// for none.
	PushTo string
	// Duration is the length of the measurement. It follows a warm-up.
	Duration time.Duration
	// Metrics is the address of the server's metrics, "" for none.
	Metrics string
	// Notes receives messages about the progress.
	Notes io.Writer
}

// warmUp is how long moves are played before the measurement.
const warmUp = 2 * time.Second

// Result is the result of a measurement.
type Result struct {
	Options
	// Took is the duration of the measurement.
	Took time.Duration
	// Acknowledged has the times from sending a move to its response, Arrived
	// those to its event in the opponent's stream. Both are sorted.
	Acknowledged, Arrived []time.Duration
	// Failed is the number of moves that the server rejected, and Err the first
	// error.
	Failed int64
	Err    error
	// Late is the number of moves that could not be sent in time, because all
	// workers were busy.
	Late int64
	// Requests is the number of answered requests of players and spectators after
	// their matches were opened. Refreshed is how many of them requested the view of a
	// match, because an event was missing.
	Requests, Refreshed int64
	// Streams is the number of open streams of the server, and Memory its resident
	// memory in bytes, both at the end and 0 without Options.Metrics.
	Streams, Memory float64
	// CPU is the share of a core that the server used, 0 without Options.Metrics.
	CPU float64
	// Pushes are the numbers of pushes by what became of them, in the measurement.
	Pushes map[string]float64
	// Lobby is nil without watchers of the lobby.
	Lobby *LobbyResult
}

// Measure measures a server. The server must not limit requests from this machine.
func Measure(ctx context.Context, options Options) (*Result, error) {
	return measure(ctx, options, false)
}

// MeasureEcho measures a server in this process that only forwards each message to
// the opponent's stream: the upper limit of the machine. Options.Address is
// ignored.
func MeasureEcho(ctx context.Context, options Options) (*Result, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	at, err := serveEcho(ctx)
	if err != nil {
		return nil, err
	}
	options.Address, options.Spectators, options.Watchers, options.Metrics = at, 0, 0, ""
	return measure(ctx, options, true)
}

// load is a measurement in progress.
type load struct {
	Options
	// client is for requests that are not measured.
	client *http.Client
	// echo is true if the server only forwards messages.
	echo bool
	// ready has the matches in which no move is being sent.
	ready chan *table

	mu                    sync.Mutex
	acknowledged, arrived []time.Duration
	requests, refreshed   int64
	failed, late          atomic.Int64
	firstError            atomic.Pointer[error]
}

func measure(ctx context.Context, options Options, echo bool) (*Result, error) {
	l := &load{
		Options: options, echo: echo, ready: make(chan *table, options.Matches),
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: openAtOnce}, Timeout: 30 * time.Second},
	}
	defer l.close()
	fmt.Fprintf(l.Notes, "opening %d matches\n", l.Matches)
	if err := l.open(ctx); err != nil {
		return nil, err
	}
	var watched *lobby
	if l.Watchers > 0 {
		fmt.Fprintf(l.Notes, "opening %d tables and %d streams of the lobby\n", l.Tables, l.Watchers)
		var err error
		watched, err = l.openLobby(ctx)
		defer watched.close()
		if err != nil {
			return nil, err
		}
	}
	fmt.Fprintf(l.Notes, "playing for %v\n", l.Duration)
	playing, cancel := context.WithCancel(ctx)
	defer cancel()
	var pace chan struct{}
	var work sync.WaitGroup
	if l.Rate > 0 {
		pace = make(chan struct{}, l.Workers)
		work.Go(func() { l.keepPace(playing, pace) })
	}
	for range l.Workers {
		work.Go(func() { l.play(playing, pace) })
	}
	if watched != nil {
		work.Go(func() { watched.run(playing) })
	}
	sleep(ctx, warmUp)
	before, err := l.metrics(ctx)
	if err != nil {
		return nil, err
	}
	l.reset()
	if watched != nil {
		watched.reset()
	}
	from := time.Now()
	sleep(ctx, l.Duration)
	r := l.result(time.Since(from))
	if watched != nil {
		r.Lobby = watched.result()
	}
	after, err := l.metrics(ctx)
	if err != nil {
		return nil, err
	}
	r.Streams, r.Memory = after["tafelrunde_streams"], after["process_resident_memory_bytes"]
	for name, n := range after {
		if what, is := strings.CutPrefix(name, "tafelrunde_pushes_total"); is && n > before[name] {
			if r.Pushes == nil {
				r.Pushes = map[string]float64{}
			}
			r.Pushes[what] = n - before[name]
		}
	}
	r.CPU = (after["process_cpu_seconds_total"] - before["process_cpu_seconds_total"]) / r.Took.Seconds()
	cancel()
	work.Wait()
	return r, ctx.Err()
}

// close closes all streams.
func (l *load) close() {
	for len(l.ready) > 0 {
		for _, v := range (<-l.ready).viewers {
			v.close()
		}
	}
	l.client.CloseIdleConnections()
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

func (l *load) arrive(d time.Duration) {
	l.mu.Lock()
	l.arrived = append(l.arrived, d)
	l.mu.Unlock()
}

// reset discards the measurements of the warm-up.
func (l *load) reset() {
	l.mu.Lock()
	l.acknowledged, l.arrived, l.requests, l.refreshed = nil, nil, 0, 0
	l.mu.Unlock()
	l.late.Store(0)
}

func (l *load) result(took time.Duration) *Result {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := &Result{
		Options: l.Options, Took: took, Acknowledged: sorted(l.acknowledged), Arrived: sorted(l.arrived),
		Failed: l.failed.Load(), Late: l.late.Load(), Requests: l.requests, Refreshed: l.refreshed,
	}
	if err := l.firstError.Load(); err != nil {
		r.Err = *err
	}
	return r
}

// keepPace permits l.Rate moves per second.
func (l *load) keepPace(ctx context.Context, pace chan<- struct{}) {
	from := time.Now()
	for n := 0; ; n++ {
		wait := time.Until(from.Add(time.Duration(float64(n) / l.Rate * float64(time.Second))))
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

// play plays moves in matches that are ready until ctx is done.
func (l *load) play(ctx context.Context, pace <-chan struct{}) {
	p := &player{load: l}
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
				l.firstError.CompareAndSwap(nil, &err)
			}
			l.ready <- m
		}
	}
}

// request sends a request that is not measured. Key is true for requests that the
// page sends with a key, so that they can be repeated.
func (l *load) request(ctx context.Context, cookie, method, path string, key bool, body, into any) (*http.Response, error) {
	var content io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(data)
	}
	r, err := http.NewRequestWithContext(ctx, method, l.Address+path, content)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	if cookie != "" {
		r.Header.Set("Cookie", cookie)
	}
	if key {
		r.Header.Set("Idempotency-Key", newKey())
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

// metrics returns the metrics of the server, by name; none without Options.Metrics.
func (l *load) metrics(ctx context.Context) (map[string]float64, error) {
	if l.Metrics == "" {
		return nil, ctx.Err()
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, l.Metrics, nil)
	if err != nil {
		return nil, err
	}
	resp, err := l.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: status %d", l.Metrics, resp.StatusCode)
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
