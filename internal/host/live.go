package host

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"tafelrunde/internal/match"
)

// live is a match in memory.
type live struct {
	id string

	mu    sync.Mutex
	state *match.State // nil before it is loaded, and if it is not known
	subs  map[*Subscription]struct{}
	// leftAt is when people who were connected here disconnected.
	leftAt map[string]match.Moment
	// seenElsewhere is when people were last connected through other processes.
	seenElsewhere map[string]match.Moment
	// loaded is when the match was loaded.
	loaded match.Moment
	// current is a moment at which state had all stored events.
	current match.Moment
	// presence is incremented when a person connects or disconnects.
	presence atomic.Int64
	// published is the number of the latest event published. It is read without mu,
	// so that notices of this process's own events do not wait.
	published atomic.Int64
	// announced is the number of the latest event of which the watchers of the lobby
	// were notified, or did not have to be. Events of a match that is loaded are not
	// announced: their process has done so.
	announced atomic.Int64
	loading   bool
	used      time.Time
	evicted   bool // no longer in Host.live
}

// acquire returns a match in memory, loaded and locked. Unlock it after use.
func (h *Host) acquire(ctx context.Context, id string) (*live, error) {
	for {
		h.mu.Lock()
		l := h.live[id]
		if l == nil {
			l = &live{id: id, loaded: h.Now(), subs: make(map[*Subscription]struct{}), leftAt: make(map[string]match.Moment), seenElsewhere: make(map[string]match.Moment)}
			h.live[id] = l
		}
		h.mu.Unlock()

		l.mu.Lock()
		if l.evicted {
			l.mu.Unlock()
			continue
		}
		l.used = time.Now()
		if l.state == nil {
			if err := h.load(ctx, l); err != nil {
				if len(l.subs) == 0 {
					h.evict(l)
				}
				l.mu.Unlock()
				return nil, err
			}
		}
		return l, nil
	}
}

// acquireCurrent is acquire for a reader: the match has all events that the client of
// the context may know. Without notices of other processes it has those of the store,
// if that responds.
func (h *Host) acquireCurrent(ctx context.Context, id string) (*live, error) {
	l, err := h.acquire(ctx, id)
	if err != nil || h.SoleProgram() {
		return l, err
	}
	if Outdated(ctx, l.current) {
		if err := h.catchUp(ctx, l); err != nil {
			l.mu.Unlock()
			return nil, err
		}
	} else if !h.ReceivesNotices() && h.StoreReadable() {
		_ = h.catchUp(ctx, l) // the state in memory is better than none
	}
	return l, nil
}

// load reads all events of a match.
func (h *Host) load(ctx context.Context, l *live) error {
	l.state = match.New()
	l.loading = l.published.Load() == 0
	defer func() { l.loading = false }()
	if err := h.catchUp(ctx, l); err != nil {
		l.state = nil
		return err
	}
	return nil
}

// evict takes a locked match out of memory.
func (h *Host) evict(l *live) {
	l.evicted = true
	h.mu.Lock()
	delete(h.live, l.id)
	h.mu.Unlock()
}

// catchUp applies and publishes the events that the store has beyond the state.
func (h *Host) catchUp(ctx context.Context, l *live) error {
	now := h.Now()
	events, err := h.store.Events(ctx, l.id, l.state.Seq)
	if err != nil {
		return err
	}
	for _, e := range events {
		next, err := match.Apply(h.rules, l.state, e)
		if err != nil {
			h.log.Error("a stored event cannot be applied", "match", l.id, "error", err)
			return fmt.Errorf("match %s: %w", l.id, err)
		}
		before := l.state
		l.state = next
		h.publish(l, &NumberedEvent{Seq: next.Seq, Event: e, Before: before, After: next, cached: new(cached)})
	}
	l.current = now
	return nil
}

// discard drops the state and ends the subscriptions. Clients subscribe again and
// catch up by number.
func (l *live) discard() {
	l.state = nil
	for s := range l.subs {
		s.end()
		delete(l.subs, s)
	}
}

// State returns the current state of a match, or ErrNoMatch. Events that another
// process has just stored may be missing, unless the context is from [WithWritten].
func (h *Host) State(ctx context.Context, id string) (*match.State, error) {
	l, err := h.acquireCurrent(ctx, id)
	if err != nil {
		return nil, err
	}
	defer l.mu.Unlock()
	if l.state.Seq == 0 {
		h.evict(l)
		return nil, ErrNoMatch
	}
	return l.state, nil
}

// Forget takes a match out of memory and ends its subscriptions, after it was deleted
// from the store.
func (h *Host) Forget(id string) {
	h.mu.Lock()
	l := h.live[id]
	h.mu.Unlock()
	h.lobby.changed(&TableChange{Match: id})
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.evicted {
		l.discard()
		h.evict(l)
	}
}
