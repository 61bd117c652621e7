package load

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// healthEvery is the interval of the requests of the server's health.
const healthEvery = 250 * time.Millisecond

// lobby has public tables and the streams of people who watch them.
type lobby struct {
	*load
	streams []*conn
	// waiting are the tables that wait for players, the oldest first.
	waiting []waitingTable
	opened  int64

	bytes, events, changes atomic.Int64
	mu                     sync.Mutex
	health                 []time.Duration
}

// waitingTable is a public table and its owner.
type waitingTable struct{ id, cookie string }

// openLobby opens the tables, two thirds of which wait for players, and the streams.
func (l *load) openLobby(ctx context.Context) (*lobby, error) {
	b := &lobby{load: l}
	for i := range l.Tables {
		m, err := b.newTable(ctx)
		if err != nil {
			return b, err
		}
		if i%3 < 2 {
			b.waiting = append(b.waiting, m)
			continue
		}
		guest, err := b.guest(ctx)
		if err == nil {
			err = b.command(ctx, m.id, guest, map[string]any{"type": "sit"})
		}
		if err != nil {
			return b, err
		}
	}
	for range l.Watchers {
		stream, err := dial(ctx, l.Address)
		if err != nil {
			return b, err
		}
		b.streams = append(b.streams, stream)
		if err := stream.get("/api/stream?lobby=true", ""); err != nil {
			return b, fmt.Errorf("stream of the lobby: %w", err)
		}
		go b.read(stream)
	}
	return b, nil
}

func (b *lobby) close() {
	for _, stream := range b.streams {
		stream.Close()
	}
}

// read reads a stream until it ends.
func (b *lobby) read(stream *conn) {
	event := []byte("event: lobby")
	for {
		line, err := stream.in.ReadSlice('\n')
		b.bytes.Add(int64(len(line)))
		if bytes.HasPrefix(line, event) {
			b.events.Add(1)
		}
		if err != nil && len(line) == 0 {
			return
		}
	}
}

// guest returns the cookie of a new guest.
func (b *lobby) guest(ctx context.Context) (cookie string, err error) {
	b.opened++
	resp, err := b.request(ctx, "", http.MethodPost, "/api/session", true, map[string]any{"name": fmt.Sprintf("Guest %d", b.opened)}, nil)
	if err != nil {
		return "", err
	}
	for _, c := range resp.Cookies() {
		cookie = c.Name + "=" + c.Value
	}
	return cookie, nil
}

func (b *lobby) newTable(ctx context.Context) (m waitingTable, err error) {
	if m.cookie, err = b.guest(ctx); err != nil {
		return m, err
	}
	var opened struct{ Match string }
	_, err = b.request(ctx, m.cookie, http.MethodPost, "/api/matches", true, map[string]any{
		"seat": 0, "settings": map[string]any{
			"game": "wotn", "variant": "wotn", "seats": 2, "first": 0, "visibility": "public",
			"clock": map[string]any{"kind": "correspondence", "perTurn": 86400000},
		},
	}, &opened)
	m.id = opened.Match
	return m, err
}

func (b *lobby) command(ctx context.Context, id, cookie string, command map[string]any) error {
	_, err := b.request(ctx, cookie, http.MethodPost, "/api/matches/"+id+"/commands", true, command, nil)
	return err
}

// change opens a table or closes the oldest one, in turn.
func (b *lobby) change(ctx context.Context) error {
	b.changes.Add(1)
	if b.changes.Load()%2 == 0 && len(b.waiting) > 0 {
		m := b.waiting[0]
		b.waiting = b.waiting[1:]
		return b.command(ctx, m.id, m.cookie, map[string]any{"type": "abort"})
	}
	m, err := b.newTable(ctx)
	if err == nil {
		b.waiting = append(b.waiting, m)
	}
	return err
}

// run changes the lobby at the rate of the options, and requests the health of the
// server, until ctx is done.
func (b *lobby) run(ctx context.Context) {
	var work sync.WaitGroup
	defer work.Wait()
	work.Go(func() {
		for range ticks(ctx, healthEvery) {
			b.failure(ctx, b.measureHealth(ctx))
		}
	})
	if b.Changes > 0 {
		for range ticks(ctx, time.Duration(float64(time.Second)/b.Changes)) {
			b.failure(ctx, b.change(ctx))
		}
	}
}

// ticks yields at an interval until ctx is done.
func ticks(ctx context.Context, every time.Duration) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for n := 0; ; n++ {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if !yield(n) {
					return
				}
			}
		}
	}
}

func (b *lobby) failure(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		b.failed.Add(1)
		b.firstError.CompareAndSwap(nil, &err)
	}
}

func (b *lobby) measureHealth(ctx context.Context) error {
	from := time.Now()
	_, err := b.request(ctx, "", http.MethodGet, "/healthz", false, nil, nil)
	b.mu.Lock()
	b.health = append(b.health, time.Since(from))
	b.mu.Unlock()
	return err
}

// reset discards the measurements of the warm-up.
func (b *lobby) reset() {
	b.mu.Lock()
	b.health = nil
	b.mu.Unlock()
	b.bytes.Store(0)
	b.events.Store(0)
	b.changes.Store(0)
}

// LobbyResult is the part of a [Result] about the lobby.
type LobbyResult struct {
	// Changes is the number of changes of the lobby, Events that of the events that all
	// watchers together received, and Bytes their size with the heartbeats.
	Changes, Events, Bytes int64
	// Health has the times of the requests of the server's health, sorted.
	Health []time.Duration
}

func (b *lobby) result() *LobbyResult {
	b.mu.Lock()
	defer b.mu.Unlock()
	return &LobbyResult{Changes: b.changes.Load(), Events: b.events.Load(), Bytes: b.bytes.Load(), Health: sorted(slices.Clone(b.health))}
}

// write writes a report for people.
func (r *LobbyResult) write(out io.Writer, options *Options, took time.Duration) {
	each := float64(max(1, options.Watchers)) * took.Seconds()
	fmt.Fprintf(out, "watchers of the lobby %d, tables %d; changes: %.1f per second\n", options.Watchers, options.Tables, float64(r.Changes)/took.Seconds())
	fmt.Fprintf(out, "sent to the watchers: %.2f MB per second; each received %.1f events and %.0f bytes per second\n",
		float64(r.Bytes)/1e6/took.Seconds(), float64(r.Events)/each, float64(r.Bytes)/each)
	fmt.Fprintf(out, "health: %s\n", quantiles(r.Health))
}
