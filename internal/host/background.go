package host

import (
	"context"
	"errors"
	"sync"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// Timing of background work.
const (
	idleAfter    = 5 * time.Minute
	evictEvery   = time.Minute
	deleteEvery  = time.Hour
	flagsEvery   = 200 * time.Millisecond
	flagsAtOnce  = 100
	storeTimeout = 10 * time.Second
	// lookupTimeout is how long the store may take to list deadlines before it counts
	// as unreadable.
	lookupTimeout = 3 * time.Second
	// lookupSlow is when a query for deadlines has taken so long that the store does not
	// count as readable until it ends.
	lookupSlow = time.Second
)

// Run does the background work until ctx is done: it receives notices of other
// processes, ends turns whose time is over and evicts unused matches.
func (h *Host) Run(ctx context.Context) { h.run(ctx, h.dropFlags) }

// RunForEngines is Run for a process that serves no players. It ends no turns and
// stores no heartbeats, because it cannot know whether players can reach a server.
func (h *Host) RunForEngines(ctx context.Context) {
	h.heartbeats.off = true
	h.run(ctx, func(ctx context.Context) { h.overdue(ctx) })
}

func (h *Host) run(ctx context.Context, look func(context.Context)) {
	for !h.clockSet.Load() {
		if err := h.SetClock(ctx); err == nil {
			break
		} else if ctx.Err() == nil {
			h.log.Error("setting the clock failed; retrying", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
	}
	var work sync.WaitGroup
	work.Go(func() {
		err := h.store.Listen(ctx, func(n store.Notice) { h.notice(ctx, n) })
		switch {
		case err == nil:
			h.sole.Store(true)
		case ctx.Err() == nil:
			h.log.Error("notices of other processes are not received", "error", err)
		}
	})
	work.Go(func() { every(ctx, flagsEvery, look) })
	work.Go(func() { every(ctx, deleteEvery, h.deleteExpired) })
	work.Go(func() { every(ctx, evictEvery, h.evictIdle) })
	work.Go(func() { every(ctx, presenceEvery, h.syncPresence) })
	work.Go(func() { every(ctx, followEvery, h.followStore) })
	work.Wait()
}

func every(ctx context.Context, d time.Duration, do func(context.Context)) {
	tick := time.NewTicker(d)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			do(ctx)
		}
	}
}

// overdue returns the matches whose deadline has passed.
func (h *Host) overdue(ctx context.Context) []string {
	looking, cancel := context.WithTimeout(ctx, lookupTimeout)
	began := time.Now()
	h.lookingSince.Store(&began)
	ids, err := h.store.Overdue(looking, h.Now(), flagsAtOnce)
	h.lookingSince.Store(nil)
	cancel()
	switch {
	case ctx.Err() != nil:
		return nil
	case err != nil:
		if !h.unreadable.Swap(true) {
			h.log.Error("the store does not respond; retrying", "error", err)
		}
		return nil
	case h.unreadable.Swap(false):
		h.log.Info("the store responds again")
	}
	return ids
}

// dropFlags ends the turns whose time is over.
func (h *Host) dropFlags(ctx context.Context) {
	h.keepHeartbeat(ctx)
	for _, id := range h.overdue(ctx) {
		_, err := h.Do(ctx, id, match.Command{At: h.Now(), Do: match.Flag{}})
		var refusal *match.Refusal
		if err != nil && !errors.As(err, &refusal) && ctx.Err() == nil && h.StoreWritable() {
			h.log.Error("ending a turn by time failed", "match", id, "error", err)
		}
	}
}

// StoreReadable reports whether the store responded to the latest query for
// deadlines, about a second ago. If not, that has been logged, or will be in a moment.
func (h *Host) StoreReadable() bool {
	began := h.lookingSince.Load()
	return !h.unreadable.Load() && (began == nil || time.Since(*began) < lookupSlow)
}

// deleteExpired deletes expired data.
func (h *Host) deleteExpired(ctx context.Context) {
	if err := h.store.DeleteExpired(ctx, h.Now()); err != nil && ctx.Err() == nil && h.StoreReadable() {
		h.log.Error("deleting expired data failed", "error", err)
	}
}

// evictIdle evicts matches that were not used for idleAfter.
func (h *Host) evictIdle(context.Context) {
	h.mu.Lock()
	all := make([]*live, 0, len(h.live))
	for _, l := range h.live {
		all = append(all, l)
	}
	h.mu.Unlock()
	for _, l := range all {
		l.mu.Lock()
		if len(l.subs) == 0 && !l.evicted && time.Since(l.used) > idleAfter {
			h.evict(l)
		}
		l.mu.Unlock()
	}
}
