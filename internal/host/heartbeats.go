package host

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// heartbeats detect when the server could not store events: after a restart,
// without a database or with a full disk. Clocks that ran are credited with that
// time.
type heartbeats struct {
	// off: this process serves no players.
	off bool
	mu  sync.Mutex
	// last is the latest heartbeat that was stored.
	last atomic.Int64
	// downtime is the latest known one.
	downtime atomic.Pointer[store.Downtime]
	// failing: the latest attempt failed; attempts counts all.
	failing  atomic.Bool
	attempts atomic.Int64
}

const (
	heartbeatEvery = match.Second
	// downtimeIsNew is how long after its end a downtime is credited to all matches; an
	// earlier one was credited by a process before.
	downtimeIsNew = 10 * match.Second
	// creditsAtOnce is how many matches are credited concurrently.
	creditsAtOnce = 32
	maxCredits    = 100_000
)

// StoreWritable reports whether the latest heartbeat was stored, about a second
// ago. If not, that has been logged.
func (h *Host) StoreWritable() bool { return !h.heartbeats.failing.Load() }

// keepHeartbeat stores a heartbeat if one is due, and credits a new downtime to all
// matches.
func (h *Host) keepHeartbeat(ctx context.Context) {
	if h.StoreWritable() && h.Now().Since(match.Moment(h.heartbeats.last.Load())) < heartbeatEvery {
		return
	}
	before := h.heartbeats.downtime.Load()
	if h.heartbeat(ctx, heartbeatEvery) != nil {
		return
	}
	downtime := h.heartbeats.downtime.Load()
	if downtime != nil && (before == nil || *before != *downtime) && h.Now().Since(downtime.Until) < downtimeIsNew {
		h.log.Info("the server could not store moves; clocks are credited",
			"seconds", float64(downtime.Until.Since(downtime.From))/1000)
		h.creditAll(ctx)
	}
}

// heartbeat stores one unless the latest is newer than within.
func (h *Host) heartbeat(ctx context.Context, within match.Millis) error {
	b := &h.heartbeats
	before := b.attempts.Load()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failing.Load() && b.attempts.Load() != before {
		return store.ErrUnavailable // a concurrent call has just failed
	}
	now := h.Now()
	last := match.Moment(b.last.Load())
	if last > 0 && now.Since(last) < within {
		return nil
	}
	asking, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	downtime, err := h.store.Heartbeat(asking, now, last)
	b.attempts.Add(1)
	if err != nil {
		if ctx.Err() == nil && !b.failing.Swap(true) && h.StoreReadable() {
			h.log.Error("nothing can be stored; retrying", "error", err)
		}
		return err
	}
	b.last.Store(int64(now))
	if downtime.Until > 0 {
		b.downtime.Store(&downtime)
	}
	if b.failing.Swap(false) {
		h.log.Info("the store is writable again")
	}
	return nil
}

// creditDowntime credits the seat to act of a locked match with the latest downtime.
func (h *Host) creditDowntime(ctx context.Context, l *live) error {
	b := &h.heartbeats
	if b.off || l.state.Settings.Clock.Kind != match.RealTime {
		return nil
	}
	if _, runs := l.state.Deadline(); !runs {
		return nil
	}
	if !h.StoreWritable() {
		return store.ErrUnavailable // dropFlags retries
	}
	// The process may have been suspended, or has just started.
	if h.Now().Since(match.Moment(b.last.Load())) >= store.MinDowntime {
		if err := h.heartbeat(ctx, store.MinDowntime); err != nil {
			return err
		}
	}
	downtime := b.downtime.Load()
	if downtime == nil || l.state.TurnAt >= downtime.Until {
		return nil
	}
	_, err := h.decide(ctx, l, match.Command{At: h.Now(), Do: match.Downtime{From: downtime.From, Until: downtime.Until}})
	var refusal *match.Refusal
	if errors.As(err, &refusal) {
		return nil
	}
	return err
}

// creditAll credits all matches whose clocks may have run.
func (h *Host) creditAll(ctx context.Context) {
	looking, cancel := context.WithTimeout(ctx, storeTimeout)
	ids, err := h.store.Overdue(looking, h.Now().After(store.HeartbeatHorizon), maxCredits)
	cancel()
	if err != nil {
		return // each match is credited at its next command
	}
	next := make(chan string)
	var work sync.WaitGroup
	for range creditsAtOnce {
		work.Go(func() {
			for id := range next {
				if l, err := h.acquire(ctx, id); err == nil {
					_ = h.creditDowntime(ctx, l) // or at the next command
					l.mu.Unlock()
				}
			}
		})
	}
	for _, id := range ids {
		if ctx.Err() != nil {
			break
		}
		next <- id
	}
	close(next)
	work.Wait()
}
