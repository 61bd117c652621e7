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

// Store is what a host needs of a store.
type Store interface {
	store.Matches
	store.Notices
	store.Presences
	store.Heartbeats
	store.EngineTurns
	DeleteExpired(ctx context.Context, now match.Moment) error
}

// Host runs matches. Make one with New and start it with Run. Its methods may
// be called by several goroutines at once.
type Host struct {
	store Store
	rules match.Rules
	log   *slog.Logger
	clock *Clock
	// clockSet tells that SetClock has been called.
	clockSet atomic.Bool

	mu   sync.Mutex
	live map[string]*live

	// alone tells that no other program stores events, so that who follows a
	// match follows it here.
	alone atomic.Bool
	turns chan struct{} // see Turns
	// away tells that the store does not answer; see StoreReadable.
	away  atomic.Bool
	beats beats
	lobby *lobby
	// heard tells that notices of other programs are received now.
	heard  atomic.Bool
	people peopleWatchers

	commands, refused, conflicts, events, slow atomic.Int64
}

// Timing of the work in the background.
const (
	idleAfter   = 5 * time.Minute
	sweepEvery  = time.Minute
	tidyEvery   = time.Hour
	flagsEvery  = 200 * time.Millisecond
	flagsAtOnce = 100
	storeWithin = 10 * time.Second
	// lookWithin is how long the store may take to tell of deadlines before it
	// counts as away.
	lookWithin = 3 * time.Second
)

// tries is how often a command is decided anew because others were faster.
const tries = 20

// ErrNoMatch: there is no such match.
var ErrNoMatch = errors.New("there is no such match")

// New makes a host of the matches in a store.
func New(s Store, rules match.Rules, log *slog.Logger) *Host {
	return &Host{
		store: s, rules: rules, log: log, clock: NewClock(),
		live: make(map[string]*live), turns: make(chan struct{}, 1), lobby: newLobby(),
	}
}

// live is a match in memory.
type live struct {
	id string

	mu    sync.Mutex
	state *match.State // nil before it is loaded, and after the store could not tell
	subs  map[*Subscription]struct{}
	// gone is since when a person who was here has not been watching.
	gone map[string]match.Moment
	// seen is when other programs have last seen people here.
	seen map[string]match.Moment
	// loaded is since when the match is in memory.
	loaded match.Moment
	// presence changes with who is here.
	presence atomic.Int64
	// told is the number of the latest event told: notices of what this program
	// has stored itself need not wait for mu.
	told atomic.Int64
	used time.Time
	dead bool // dropped from the table of live matches
}

// SoleProgram tells that no other program uses the store.
func (h *Host) SoleProgram() bool { return h.alone.Load() }

// ReceivesNotices tells whether every change of a person by another program is
// announced to the watchers of people: there is no other program, or its notices
// are received.
func (h *Host) ReceivesNotices() bool { return h.alone.Load() || h.heard.Load() }

// Run does the work in the background until ctx is done: it hears notices of
// other programs, lets flags fall and drops matches that nobody uses.
func (h *Host) Run(ctx context.Context) { h.run(ctx, h.dropFlags) }

// RunForEngines is Run for a program with which no players speak. It lets no
// flags fall, because it would not know that players cannot move, and does not
// count as there for them.
func (h *Host) RunForEngines(ctx context.Context) {
	h.beats.off = true
	h.run(ctx, func(ctx context.Context) { h.overdue(ctx) })
}

func (h *Host) run(ctx context.Context, look func(context.Context)) {
	for !h.clockSet.Load() {
		if err := h.SetClock(ctx); err == nil {
			break
		} else if ctx.Err() == nil {
			h.log.Error("the clock cannot be set; it is tried again", "error", err)
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
			h.alone.Store(true)
		case ctx.Err() == nil:
			h.log.Error("notices of other programs are not heard", "error", err)
		}
	})
	work.Go(func() { every(ctx, flagsEvery, look) })
	work.Go(func() { every(ctx, tidyEvery, h.tidy) })
	work.Go(func() { every(ctx, sweepEvery, h.sweep) })
	work.Go(func() { every(ctx, sightEvery, h.sight) })
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
			l = &live{id: id, loaded: h.Now(), subs: make(map[*Subscription]struct{}), gone: make(map[string]match.Moment), seen: make(map[string]match.Moment)}
			h.live[id] = l
		}
		h.mu.Unlock()

		l.mu.Lock()
		if l.dead {
			l.mu.Unlock()
			continue
		}
		l.used = time.Now()
		if l.state == nil {
			if err := h.load(ctx, l); err != nil {
				if len(l.subs) == 0 {
					h.forget(l)
				}
				l.mu.Unlock()
				return nil, err
			}
		}
		return l, nil
	}
}

// load reads all events of a match whose state is not known.
func (h *Host) load(ctx context.Context, l *live) error {
	l.state = match.New()
	if err := h.catchUp(ctx, l); err != nil {
		l.state = nil
		return err
	}
	return nil
}

// forget takes a match, which is locked, out of memory.
func (h *Host) forget(l *live) {
	l.dead = true
	h.mu.Lock()
	delete(h.live, l.id)
	h.mu.Unlock()
}

// catchUp applies and tells the events that the store has beyond the state.
func (h *Host) catchUp(ctx context.Context, l *live) error {
	events, err := h.store.Events(ctx, l.id, l.state.Seq)
	if err != nil {
		return err
	}
	for _, e := range events {
		next, err := match.Apply(h.rules, l.state, e)
		if err != nil {
			h.log.Error("a stored event cannot follow", "match", l.id, "error", err)
			return fmt.Errorf("match %s: %w", l.id, err)
		}
		before := l.state
		l.state = next
		h.tell(l, &NumberedEvent{Seq: next.Seq, Event: e, Before: before, After: next, cached: new(cached)})
	}
	return nil
}

// Do carries a command out and returns its events, which others hear too and
// must not be changed. The error is ErrNoMatch, a [*match.Refusal], or one of
// the store.
func (h *Host) Do(ctx context.Context, id string, c match.Command) ([]NumberedEvent, error) {
	h.commands.Add(1)
	l, err := h.acquire(ctx, id)
	if err != nil {
		return nil, err
	}
	defer l.mu.Unlock()
	if _, opening := c.Do.(match.Open); !opening && l.state.Seq == 0 {
		h.forget(l)
		return nil, ErrNoMatch
	}
	if err := h.giveBack(ctx, l); err != nil {
		return nil, err
	}
	c.Do = h.withAbsence(ctx, l, c)
	return h.decide(ctx, l, c)
}

// decide carries out a command on a match, which is locked.
func (h *Host) decide(ctx context.Context, l *live, c match.Command) ([]NumberedEvent, error) {
	for range tries {
		events, after, err := match.Decide(h.rules, l.state, c)
		if err != nil {
			// Another program may know of more than this one has heard of yet.
			if seq := l.state.Seq; h.catchUp(ctx, l) == nil && l.state.Seq > seq {
				continue
			}
			h.refused.Add(1)
			return nil, err
		}
		// Once it has been decided, it is stored whoever stops waiting.
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
			told := make([]NumberedEvent, len(events))
			for i, e := range events {
				n := NumberedEvent{Seq: first + int64(i), Event: e, More: i < len(events)-1, json: bodies[i]}
				if !n.More {
					n.Before, n.After, n.cached = before, after, new(cached)
				}
				told[i] = n
				h.tell(l, &told[i])
			}
			return told, nil
		case errors.Is(err, store.ErrConflict):
			h.conflicts.Add(1)
			if err := h.catchUp(ctx, l); err != nil {
				return nil, err
			}
		default:
			// It may have been stored or not. What is in the store decides, and is
			// read when somebody next asks.
			if h.StoreReadable() && h.StoreWritable() {
				h.log.Error("an event could not be stored", "match", l.id, "error", err)
			}
			if err := h.catchUp(ctx, l); err != nil {
				l.lose()
			}
			return nil, err
		}
	}
	return nil, store.ErrConflict
}

// lose gives up the state and those who follow it: they come again and catch up
// by number.
func (l *live) lose() {
	l.state = nil
	for s := range l.subs {
		s.cut()
		delete(l.subs, s)
	}
}

// withAbsence fills in since when the seat that a command is about has been
// away.
func (h *Host) withAbsence(ctx context.Context, l *live, c match.Command) match.Action {
	since := func(seat int) match.Moment {
		if seat < 0 || seat >= len(l.state.Seats) {
			return 0
		}
		return h.goneSince(ctx, l, l.state.Seats[seat].Player.ID)
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

// State is a match as it now is, or ErrNoMatch.
func (h *Host) State(ctx context.Context, id string) (*match.State, error) {
	l, err := h.acquire(ctx, id)
	if err != nil {
		return nil, err
	}
	defer l.mu.Unlock()
	if l.state.Seq == 0 {
		h.forget(l)
		return nil, ErrNoMatch
	}
	return l.state, nil
}

// notice hears that a match has come to an event, or that a person has changed.
func (h *Host) notice(ctx context.Context, n store.Notice) {
	switch {
	case n.Disconnected:
		h.heard.Store(false)
		return
	case n.Person != "":
		h.people.changed(n.Person)
		return
	case n.Match == "":
		h.people.changed("")
		h.heard.Store(true)
	}
	if n.Engine || n.Match == "" {
		h.wakeEngines()
	}
	if n.Tables || n.Match == "" {
		h.lobby.changed()
	}
	if n.Match != "" {
		h.hear(ctx, n.Match, n.Seq)
		return
	}
	h.mu.Lock()
	ids := make([]string, 0, len(h.live))
	for id := range h.live {
		ids = append(ids, id)
	}
	h.mu.Unlock()
	for _, id := range ids {
		h.hear(ctx, id, 0)
	}
}

// hear catches a match that is in memory up to an event, or to what there is
// if seq is 0.
func (h *Host) hear(ctx context.Context, id string, seq int64) {
	h.mu.Lock()
	l := h.live[id]
	h.mu.Unlock()
	if l == nil || seq > 0 && seq <= l.told.Load() {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.state == nil || l.dead || seq > 0 && seq <= l.state.Seq {
		return
	}
	if err := h.catchUp(ctx, l); err != nil {
		l.lose()
	}
}

// overdue asks for matches whose time is over.
func (h *Host) overdue(ctx context.Context) []string {
	looking, cancel := context.WithTimeout(ctx, lookWithin)
	ids, err := h.store.Overdue(looking, h.Now(), flagsAtOnce)
	cancel()
	switch {
	case ctx.Err() != nil:
		return nil
	case err != nil:
		if !h.away.Swap(true) {
			h.log.Error("the store does not answer; it is asked again until it does", "error", err)
		}
		return nil
	case h.away.Swap(false):
		h.log.Info("the store answers again")
	}
	return ids
}

// dropFlags lets the flags fall of all whose time is over.
func (h *Host) dropFlags(ctx context.Context) {
	h.keepBeating(ctx)
	for _, id := range h.overdue(ctx) {
		_, err := h.Do(ctx, id, match.Command{At: h.Now(), Do: match.Flag{}})
		var refusal *match.Refusal
		if err != nil && !errors.As(err, &refusal) && ctx.Err() == nil && h.StoreWritable() {
			h.log.Error("a flag could not fall", "match", id, "error", err)
		}
	}
}

// StoreReadable tells whether the store has answered when it was last asked for
// deadlines, a moment ago. Where it has not, this has been logged.
func (h *Host) StoreReadable() bool { return !h.away.Load() }

// tidy takes away what has no use any more.
func (h *Host) tidy(ctx context.Context) {
	if err := h.store.DeleteExpired(ctx, h.Now()); err != nil && ctx.Err() == nil && h.StoreReadable() {
		h.log.Error("what has no use any more could not be taken away", "error", err)
	}
}

// sweep drops matches that nobody has used for a while.
func (h *Host) sweep(context.Context) {
	h.mu.Lock()
	all := make([]*live, 0, len(h.live))
	for _, l := range h.live {
		all = append(all, l)
	}
	h.mu.Unlock()
	for _, l := range all {
		l.mu.Lock()
		if len(l.subs) == 0 && !l.dead && time.Since(l.used) > idleAfter {
			h.forget(l)
		}
		l.mu.Unlock()
	}
}

// Turns gives a value when a turn of an engine may be due.
func (h *Host) EngineTurns() <-chan struct{} { return h.turns }

func (h *Host) wakeEngines() {
	select {
	case h.turns <- struct{}{}:
	default:
	}
}

// Counts are numbers about the work of a host.
type Counts struct {
	Live, Subscriptions                            int
	Commands, Refused, Conflicts, Events, SlowCuts int64
}

// Counts gives the numbers so far.
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
