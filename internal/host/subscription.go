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

// JSON returns the event in JSON.
func (n *NumberedEvent) JSON() string {
	if n.json != "" {
		return n.json
	}
	data, err := json.Marshal(&n.Event)
	if err != nil {
		panic("host: an event cannot be encoded: " + err.Error())
	}
	return string(data)
}

// maxBehind is how many events may wait for a subscriber before it is ended.
const maxBehind = 32

// Subscription receives the events of a match.
type Subscription struct {
	// Past are the events after the requested number, up to State.
	Past []NumberedEvent
	// State is the match after Past.
	State *match.State

	host   *Host
	live   *live
	person string
	notify func()

	mu      sync.Mutex
	waiting []*NumberedEvent // shared by all subscribers
	ended   bool
}

// Take returns the events after Past that have not been taken yet. They must not
// be changed. More is false if there will be no others: the subscriber was too
// slow, the state became unknown, or the subscription is closed. Subscribe again
// with the last number seen.
func (s *Subscription) Take() (events []*NumberedEvent, more bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	events, s.waiting = s.waiting, nil
	return events, !s.ended
}

// push queues an event. If the queue is full it ends the subscription and
// returns false.
func (s *Subscription) push(n *NumberedEvent) (ok bool) {
	s.mu.Lock()
	first := len(s.waiting) == 0
	if ok = len(s.waiting) < maxBehind; ok {
		s.waiting = append(s.waiting, n)
	} else {
		s.ended = true
	}
	s.mu.Unlock()
	if first || !ok {
		s.notify()
	}
	return ok
}

// end ends the subscription.
func (s *Subscription) end() {
	s.mu.Lock()
	s.ended = true
	s.mu.Unlock()
	s.notify()
}

// Subscribe subscribes to a match after an event number. The person, if not "",
// counts as present until the subscription is closed. Notify is called when Take
// has something new to return; it must return at once and must not call the host.
// The error is ErrNoMatch or one of the store.
func (h *Host) Subscribe(ctx context.Context, id, person string, after int64, notify func()) (*Subscription, error) {
	l, err := h.acquireCurrent(ctx, id)
	if err != nil {
		return nil, err
	}
	defer l.mu.Unlock()
	if after > l.state.Seq && l.state.Seq > 0 { // the subscriber knows an event of another process
		if err := h.catchUp(ctx, l); err != nil {
			return nil, err
		}
	}
	if l.state.Seq == 0 {
		h.evict(l)
		return nil, ErrNoMatch
	}
	s := &Subscription{State: l.state, host: h, live: l, person: person, notify: notify}
	if after < l.state.Seq {
		events, err := h.store.Events(ctx, id, max(0, after))
		if err != nil {
			return nil, err
		}
		for i, e := range events {
			// Later events are published when they are applied.
			if seq := max(0, after) + int64(i) + 1; seq <= l.state.Seq {
				s.Past = append(s.Past, NumberedEvent{Seq: seq, Event: e})
			}
		}
	}
	l.subs[s] = struct{}{}
	delete(l.leftAt, person)
	l.presence.Add(1)
	if l.state.SeatOf(person) >= 0 && !h.sole.Load() {
		go h.savePresence(id, person)
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
	s.end()
	if s.person == "" {
		return
	}
	for other := range s.live.subs {
		if other.person == s.person {
			return
		}
	}
	s.live.leftAt[s.person] = s.host.Now()
	s.live.presence.Add(1)
}

// Presence returns a number that changes when players connect or disconnect.
func (s *Subscription) Presence() int64 { return s.live.presence.Load() }

// Present reports by seat whether its player is connected to a match, through
// this process or, within the last 35 s, through another.
func (h *Host) Present(ctx context.Context, id string) ([]bool, error) {
	l, err := h.acquire(ctx, id)
	if err != nil {
		return nil, err
	}
	defer l.mu.Unlock()
	return l.present(h.Now()), nil
}

// Present is [Host.Present] for the match; nil if its state is not known.
func (s *Subscription) Present() []bool {
	s.live.mu.Lock()
	defer s.live.mu.Unlock()
	if s.live.state == nil {
		return nil // ended, as Take reports
	}
	return s.live.present(s.host.Now())
}

// present is Present of a locked match.
func (l *live) present(now match.Moment) []bool {
	present := make([]bool, len(l.state.Seats))
	for s := range l.subs {
		if seat := l.state.SeatOf(s.person); seat >= 0 {
			present[seat] = true
		}
	}
	for person, at := range l.seenElsewhere {
		if _, left := l.leftAt[person]; left && l.leftAt[person] >= at {
			continue
		}
		if seat := l.state.SeatOf(person); seat >= 0 && now.Since(at) < presenceValid {
			present[seat] = true
		}
	}
	return present
}

// publish sends an event to all subscribers of a locked match.
func (h *Host) publish(l *live, n *NumberedEvent) {
	h.events.Add(1)
	l.published.Store(n.Seq)
	for s := range l.subs {
		if !s.push(n) {
			h.slow.Add(1)
			delete(l.subs, s)
		}
	}
	if seat, _ := l.state.EngineToMove(); seat >= 0 {
		h.wakeEngines()
	}
	if l.loading {
		return
	}
	l.announced.Store(n.Seq)
	switch n.Event.Type {
	case match.Opened, match.Sat, match.Left, match.Arranged, match.Started, match.Ended, match.Closed, match.Declined, match.Renamed,
		match.RematchOffered, match.RematchDeclined:
		h.tablesChanged(l, n.Before)
	case match.Chatted, match.ChatRemoved:
	default:
		// With a real-time clock only offers notify players, and only those who are away.
		realTime := n.After != nil && n.After.Settings.Clock.Kind == match.RealTime
		if n.After == nil || realTime && !isOffer(n.Event.Type) {
			return
		}
		players := 0
		var people []string
		for i := range n.After.Seats {
			if p := &n.After.Seats[i].Player; p.ID != "" && p.Engine == 0 {
				players++
				if !realTime || !l.connected(p.ID) {
					people = append(people, p.ID)
				}
			}
		}
		if players > 1 && len(people) > 0 {
			h.lobby.notificationsChanged(people)
		}
	}
}
