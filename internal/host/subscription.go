package host

import (
	"context"
	"encoding/json"
	"sync"

	"tafelrunde/internal/match"
)

// NumberedEvent is an event with its number in the match.
type NumberedEvent struct {
	Seq   int64
	Event match.Event
	// Before and After are the states between which the event, or the command that
	// ends with it, leads; nil if they are not known.
	Before, After *match.State
	// More is true if another event of the same command follows.
	More bool
	// json is the event in JSON, if it has been encoded already.
	json   string
	cached *cached
}

// cached is a value that all subscribers share.
type cached struct {
	once  sync.Once
	value any
}

// Cached returns what compute returned the first time that Cached was called for
// the event. Before and After must be known.
func (n *NumberedEvent) Cached(compute func() any) any {
	n.cached.once.Do(func() { n.cached.value = compute() })
	return n.cached.value
}

// JSON is the event in JSON.
func (n *NumberedEvent) JSON() string {
	if n.json != "" {
		return n.json
	}
	data, err := json.Marshal(&n.Event)
	if err != nil {
		panic("host: an event cannot be written: " + err.Error())
	}
	return string(data)
}

// room is how many events a subscriber may be behind before it is cut off.
const room = 32

// Subscription is somebody who follows a match.
type Subscription struct {
	// Past are the events after the number asked for, up to now.
	Past []NumberedEvent
	// State is the match after Past.
	State *match.State

	host   *Host
	live   *live
	person string
	news   func()

	mu      sync.Mutex
	waiting []*NumberedEvent // shared by all who hear of an event
	over    bool
}

// Take gives the events after Past that have not been taken yet. They must not
// be changed. More is false when no others will come, because the subscriber
// has been too slow, the program has lost touch with the store, or the
// subscription is closed: come again with the last number seen.
func (s *Subscription) Take() (events []*NumberedEvent, more bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	events, s.waiting = s.waiting, nil
	return events, !s.over
}

// hear lets an event wait to be taken, unless there is no room left: who is
// that far behind is cut off, and not waited for.
func (s *Subscription) hear(n *NumberedEvent) (ok bool) {
	s.mu.Lock()
	first := len(s.waiting) == 0
	if ok = len(s.waiting) < room; ok {
		s.waiting = append(s.waiting, n)
	} else {
		s.over = true
	}
	s.mu.Unlock()
	if first || !ok {
		s.news()
	}
	return ok
}

// cut ends what can be taken.
func (s *Subscription) cut() {
	s.mu.Lock()
	s.over = true
	s.mu.Unlock()
	s.news()
}

// Subscribe follows a match from the event after a number on; the person, if
// not "", counts as present as long as the subscription is not closed. News is
// called when there is something to take, or to learn from Take, that was not
// there before; it must return at once, and call nothing of the host. The error
// is ErrNoMatch or one of the store.
func (h *Host) Subscribe(ctx context.Context, id, person string, after int64, news func()) (*Subscription, error) {
	l, err := h.acquire(ctx, id)
	if err != nil {
		return nil, err
	}
	defer l.mu.Unlock()
	if l.state.Seq == 0 {
		h.forget(l)
		return nil, ErrNoMatch
	}
	s := &Subscription{State: l.state, host: h, live: l, person: person, news: news}
	if after < l.state.Seq {
		events, err := h.store.Events(ctx, id, max(0, after))
		if err != nil {
			return nil, err
		}
		for i, e := range events {
			// What others have stored meanwhile is told when it is applied.
			if seq := max(0, after) + int64(i) + 1; seq <= l.state.Seq {
				s.Past = append(s.Past, NumberedEvent{Seq: seq, Event: e})
			}
		}
	}
	l.subs[s] = struct{}{}
	delete(l.gone, person)
	l.presence.Add(1)
	if l.state.SeatOf(person) >= 0 && !h.alone.Load() {
		go h.sightOne(id, person)
	}
	if l.state.OnlyEngines() {
		go h.watchOne(id)
	}
	return s, nil
}

// Close ends a subscription.
func (s *Subscription) Close() {
	s.live.mu.Lock()
	defer s.live.mu.Unlock()
	delete(s.live.subs, s)
	s.cut()
	if s.person == "" {
		return
	}
	for other := range s.live.subs {
		if other.person == s.person {
			return
		}
	}
	s.live.gone[s.person] = s.host.Now()
	s.live.presence.Add(1)
}

// Presence is a number that changes with who is present.
func (s *Subscription) Presence() int64 { return s.live.presence.Load() }

// Present tells which of the seats of a match somebody follows it from, here or,
// as was heard within the last half minute, through another program.
func (h *Host) Present(ctx context.Context, id string) ([]bool, error) {
	l, err := h.acquire(ctx, id)
	if err != nil {
		return nil, err
	}
	defer l.mu.Unlock()
	return l.present(h.Now()), nil
}

// Present is as that of the host.
func (s *Subscription) Present() []bool {
	s.live.mu.Lock()
	defer s.live.mu.Unlock()
	if s.live.state == nil {
		return nil // cut off, as Take tells
	}
	return s.live.present(s.host.Now())
}

// present tells it of a match, which is locked.
func (l *live) present(now match.Moment) []bool {
	present := make([]bool, len(l.state.Seats))
	for s := range l.subs {
		if seat := l.state.SeatOf(s.person); seat >= 0 {
			present[seat] = true
		}
	}
	for person, at := range l.seen {
		if _, left := l.gone[person]; left && l.gone[person] >= at {
			continue
		}
		if seat := l.state.SeatOf(person); seat >= 0 && now.Since(at) < sightingHolds {
			present[seat] = true
		}
	}
	return present
}

// tell passes an event on to all who follow the match, which is locked.
func (h *Host) tell(l *live, n *NumberedEvent) {
	h.events.Add(1)
	l.told.Store(n.Seq)
	for s := range l.subs {
		if !s.hear(n) {
			h.slow.Add(1)
			delete(l.subs, s)
		}
	}
	if seat, _ := l.state.EngineToMove(); seat >= 0 {
		h.wakeEngines()
	}
	switch n.Event.Type {
	case match.Opened, match.Sat, match.Left, match.Arranged, match.Started, match.Ended, match.Closed, match.Renamed:
		h.lobby.changed()
	}
}
