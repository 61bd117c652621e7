package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// Store is the part of a store that a host uses.
type Store interface {
	store.Matches
	store.Notices
	store.Presences
	store.Heartbeats
	store.EngineTurns
	DeleteExpired(ctx context.Context, now match.Moment) error
}

// Host runs matches. Create one with [New] and start it with [Host.Run]. It is
// safe for concurrent use.
type Host struct {
	store Store
	rules match.Rules
	log   *slog.Logger
	clock *Clock
	// clockSet: SetClock has succeeded.
	clockSet atomic.Bool

	mu   sync.Mutex
	live map[string]*live

	// sole: no other process uses the store, so that all subscriptions are here.
	sole        atomic.Bool
	engineTurns chan struct{} // see EngineTurns
	// unreadable: the store does not respond; see StoreReadable.
	unreadable atomic.Bool
	heartbeats heartbeats
	lobby      *lobby
	// receiving: notices of other processes are received.
	receiving atomic.Bool
	people    peopleWatchers

	commands, refused, conflicts, events, slow atomic.Int64
}

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
)

// tries is how often a command is decided again after a conflict with another
// process.
const tries = 20

// ErrNoMatch: there is no such match.
var ErrNoMatch = errors.New("there is no such match")

// New returns a host of the matches in a store.
func New(s Store, rules match.Rules, log *slog.Logger) *Host {
	return &Host{
		store: s, rules: rules, log: log, clock: NewClock(),
		live: make(map[string]*live), engineTurns: make(chan struct{}, 1), lobby: newLobby(),
	}
}

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
	// presence is incremented when a person connects or disconnects.
	presence atomic.Int64
	// published is the number of the latest event published. It is read without mu,
	// so that notices of this process's own events do not wait.
	published atomic.Int64
	used      time.Time
	evicted   bool // no longer in Host.live
}

// SoleProgram reports whether no other process uses the store.
func (h *Host) SoleProgram() bool { return h.sole.Load() }

// ReceivesNotices reports whether watchers of people are notified of every change
// by other processes: there are none, or their notices are received.
func (h *Host) ReceivesNotices() bool { return h.sole.Load() || h.receiving.Load() }

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

// load reads all events of a match.
func (h *Host) load(ctx context.Context, l *live) error {
	l.state = match.New()
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
	return nil
}

// Do carries out a command and returns its events, which are shared and must not
// be changed. The error is ErrNoMatch, a [*match.Refusal] or one of the store.
func (h *Host) Do(ctx context.Context, id string, c match.Command) ([]NumberedEvent, error) {
	h.commands.Add(1)
	l, err := h.acquire(ctx, id)
	if err != nil {
		return nil, err
	}
	defer l.mu.Unlock()
	if _, opening := c.Do.(match.Open); !opening && l.state.Seq == 0 {
		h.evict(l)
		return nil, ErrNoMatch
	}
	if err := h.creditDowntime(ctx, l); err != nil {
		return nil, err
	}
	c.Do = h.withAbsence(ctx, l, c)
	return h.decide(ctx, l, c)
}

// decide carries out a command on a locked match.
func (h *Host) decide(ctx context.Context, l *live, c match.Command) ([]NumberedEvent, error) {
	for range tries {
		events, after, err := match.Decide(h.rules, l.state, c)
		if err != nil {
			// Another process may have stored events that are not known here yet.
			if seq := l.state.Seq; h.catchUp(ctx, l) == nil && l.state.Seq > seq {
				continue
			}
			h.refused.Add(1)
			return nil, err
		}
		// A decided command is stored even if the caller stops waiting.
		bodies := make([]string, len(events))
		for i := range events {
			body, err := json.Marshal(&events[i])
			if err != nil {
				return nil, err
			}
			bodies[i] = string(body)
		}
		err = h.store.Append(context.WithoutCancel(ctx), store.Append{Match: l.id, Events: events, Bodies: bodies, After: after})
		switch {
		case err == nil:
			before, first := l.state, l.state.Seq+1
			l.state = after
			numbered := make([]NumberedEvent, len(events))
			for i, e := range events {
				n := NumberedEvent{Seq: first + int64(i), Event: e, More: i < len(events)-1, json: bodies[i]}
				if !n.More {
					n.Before, n.After, n.cached = before, after, new(cached)
				}
				numbered[i] = n
				h.publish(l, &numbered[i])
			}
			return numbered, nil
		case errors.Is(err, store.ErrConflict):
			h.conflicts.Add(1)
			if err := h.catchUp(ctx, l); err != nil {
				return nil, err
			}
		case errors.Is(err, store.ErrNotFound):
			l.discard()
			h.evict(l)
			return nil, ErrNoMatch
		default:
			// It is unknown whether the events were stored. The state is read from the
			// store again.
			if h.StoreReadable() && h.StoreWritable() {
				h.log.Error("storing events failed", "match", l.id, "error", err)
			}
			if err := h.catchUp(ctx, l); err != nil {
				l.discard()
			}
			return nil, err
		}
	}
	return nil, store.ErrConflict
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

// withAbsence sets since when the player whom a command concerns is absent.
func (h *Host) withAbsence(ctx context.Context, l *live, c match.Command) match.Action {
	since := func(seat int) match.Moment {
		if seat < 0 || seat >= len(l.state.Seats) {
			return 0
		}
		return h.absentSince(ctx, l, l.state.Seats[seat].Player.ID)
	}
	switch do := c.Do.(type) {
	case match.TakeOver:
		do.Since = since(do.Seat)
		return do
	case match.ClaimAbsence:
		if len(l.state.Seats) == 2 {
			do.Since = since(1 - l.state.SeatOf(c.By))
		}
		return do
	}
	return c.Do
}

// State returns the current state of a match, or ErrNoMatch.
func (h *Host) State(ctx context.Context, id string) (*match.State, error) {
	l, err := h.acquire(ctx, id)
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

// notice handles a notice of the store.
func (h *Host) notice(ctx context.Context, n store.Notice) {
	switch {
	case n.Disconnected:
		h.receiving.Store(false)
		return
	case n.Site:
		h.people.changed("")
		return
	case n.Person != "":
		h.people.changed(n.Person)
		return
	case n.Deleted != "":
		h.Forget(n.Deleted)
		return
	case n.Match == "":
		h.people.changed("")
		h.receiving.Store(true)
	}
	if n.Engine || n.Match == "" {
		h.wakeEngines()
	}
	if n.Tables || n.Match == "" {
		h.lobby.changed()
	}
	if n.Match != "" {
		h.catchUpTo(ctx, n.Match, n.Seq)
		return
	}
	h.mu.Lock()
	ids := make([]string, 0, len(h.live))
	for id := range h.live {
		ids = append(ids, id)
	}
	h.mu.Unlock()
	for _, id := range ids {
		h.catchUpTo(ctx, id, 0)
	}
}

// catchUpTo catches up a match in memory with an event, or with the store if seq
// is 0.
func (h *Host) catchUpTo(ctx context.Context, id string, seq int64) {
	h.mu.Lock()
	l := h.live[id]
	h.mu.Unlock()
	if l == nil || seq > 0 && seq <= l.published.Load() {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.state == nil || l.evicted || seq > 0 && seq <= l.state.Seq {
		return
	}
	if err := h.catchUp(ctx, l); err != nil {
		l.discard()
	}
}

// Forget takes a match out of memory and ends its subscriptions, after it was deleted
// from the store.
func (h *Host) Forget(id string) {
	h.mu.Lock()
	l := h.live[id]
	h.mu.Unlock()
	h.lobby.changed()
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

// overdue returns the matches whose deadline has passed.
func (h *Host) overdue(ctx context.Context) []string {
	looking, cancel := context.WithTimeout(ctx, lookupTimeout)
	ids, err := h.store.Overdue(looking, h.Now(), flagsAtOnce)
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
// deadlines, less than a second ago. If not, that has been logged.
func (h *Host) StoreReadable() bool { return !h.unreadable.Load() }

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

// EngineTurns receives a value when an engine turn may be due.
func (h *Host) EngineTurns() <-chan struct{} { return h.engineTurns }

func (h *Host) wakeEngines() {
	select {
	case h.engineTurns <- struct{}{}:
	default:
	}
}

// Counts are counters of a host.
type Counts struct {
	Live, Subscriptions                            int
	Commands, Refused, Conflicts, Events, SlowCuts int64
}

// Counts returns the current counters.
func (h *Host) Counts() Counts {
	c := Counts{
		Commands: h.commands.Load(), Refused: h.refused.Load(), Conflicts: h.conflicts.Load(),
		Events: h.events.Load(), SlowCuts: h.slow.Load(),
	}
	h.mu.Lock()
	all := make([]*live, 0, len(h.live))
	for _, l := range h.live {
		all = append(all, l)
	}
	h.mu.Unlock()
	c.Live = len(all)
	for _, l := range all {
		l.mu.Lock()
		c.Subscriptions += len(l.subs)
		l.mu.Unlock()
	}
	return c
}
