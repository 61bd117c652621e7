package host

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// beats are how a program knows that it can store events, and when none could:
// a restart, a database that is away, a disk that is full. Clocks that ran in
// such a time get it back.
type beats struct {
	// off tells that players do not speak with this program.
	off bool
	mu  sync.Mutex
	// last is the latest moment at which the store took something.
	last atomic.Int64
	// gap is the last one known.
	gap atomic.Pointer[store.Downtime]
	// failing tells that the last attempt failed; attempts counts them.
	failing  atomic.Bool
	attempts atomic.Int64
}

const (
	beatEvery = match.Second
	// gapIsNew is how long after it a gap is news: one from before the last start
	// has been dealt with.
	gapIsNew = 10 * match.Second
	// holdsAtOnce is how many matches get their time back at the same time.
	holdsAtOnce = 32
	holdsAtMost = 100_000
)

// StoreWritable tells whether the store has taken what was last to be noted, a
// moment ago. Where it has not, this has been logged.
func (h *Host) StoreWritable() bool { return !h.beats.failing.Load() }

// keepBeating notes that this program is there, if that is due, and gives the
// time of a gap that it finds back to all.
func (h *Host) keepBeating(ctx context.Context) {
	if h.StoreWritable() && h.Now().Since(match.Moment(h.beats.last.Load())) < beatEvery {
		return
	}
	before := h.beats.gap.Load()
	if h.beat(ctx, beatEvery) != nil {
		return
	}
	gap := h.beats.gap.Load()
	if gap != nil && (before == nil || *before != *gap) && h.Now().Since(gap.Until) < gapIsNew {
		h.log.Info("nothing could be stored for a while; clocks get the time back",
			"seconds", float64(gap.Until.Since(gap.From))/1000)
		h.giveAllBack(ctx)
	}
}

// beat notes that this program is there, unless that has been done since within.
func (h *Host) beat(ctx context.Context, within match.Millis) error {
	b := &h.beats
	before := b.attempts.Load()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failing.Load() && b.attempts.Load() != before {
		return store.ErrUnavailable // as another has found while this one waited
	}
	now := h.Now()
	last := match.Moment(b.last.Load())
	if last > 0 && now.Since(last) < within {
		return nil
	}
	asking, cancel := context.WithTimeout(ctx, lookWithin)
	defer cancel()
	gap, err := h.store.Heartbeat(asking, now, last)
	b.attempts.Add(1)
	if err != nil {
		if ctx.Err() == nil && !b.failing.Swap(true) && h.StoreReadable() {
			h.log.Error("nothing can be stored; it is tried again until it can", "error", err)
		}
		return err
	}
	b.last.Store(int64(now))
	if gap.Until > 0 {
		b.gap.Store(&gap)
	}
	if b.failing.Swap(false) {
		h.log.Info("everything can be stored again")
	}
	return nil
}

// giveBack gives the seat to act of a match, which is locked, the time of a gap
// back.
func (h *Host) giveBack(ctx context.Context, l *live) error {
	b := &h.beats
	if b.off || l.state.Settings.Clock.Kind != match.RealTime {
		return nil
	}
	if _, runs := l.state.Deadline(); !runs {
		return nil
	}
	if !h.StoreWritable() {
		return store.ErrUnavailable // whoever looks for flags finds out when it does again
	}
	// This program may have stood still, or may just have begun.
	if h.Now().Since(match.Moment(b.last.Load())) >= store.MinDowntime {
		if err := h.beat(ctx, store.MinDowntime); err != nil {
			return err
		}
	}
	gap := b.gap.Load()
	if gap == nil || l.state.TurnAt >= gap.Until {
		return nil
	}
	_, err := h.decide(ctx, l, match.Command{At: h.Now(), Do: match.Downtime{From: gap.From, Until: gap.Until}})
	var refusal *match.Refusal
	if errors.As(err, &refusal) {
		return nil
	}
	return err
}

// giveAllBack gives all their time back whose clocks may have run.
func (h *Host) giveAllBack(ctx context.Context) {
	looking, cancel := context.WithTimeout(ctx, storeWithin)
	ids, err := h.store.Overdue(looking, h.Now().After(store.HeartbeatHorizon), holdsAtMost)
	cancel()
	if err != nil {
		return // each gets it back when something is done there
	}
	next := make(chan string)
	var work sync.WaitGroup
	for range holdsAtOnce {
		work.Go(func() {
			for id := range next {
				if l, err := h.acquire(ctx, id); err == nil {
					_ = h.giveBack(ctx, l) // or when something is done there
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
