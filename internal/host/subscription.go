package host

import (
	"context"
	"encoding/json"
	"sync"

	"tafelrunde/internal/match"
)

// Numbered is an event with its number in the match.
type Numbered struct {
	Seq   int64
	Event match.Event
	// json is the event in JSON if it has been written before, for all who hear.
	json []byte
}

// JSON is the event in JSON. It must not be changed.
func (n *Numbered) JSON() []byte {
	if n.json != nil {
		return n.json
	}
	data, err := json.Marshal(&n.Event)
	if err != nil {
		panic("host: an event cannot be written: " + err.Error())
	}
	return data
}

// room is how many events a subscriber may be behind before it is cut off.
const room = 32

// Subscription is somebody who follows a match.
type Subscription struct {
	// Past are the events after the number asked for, up to now.
	Past []Numbered
	// State is the match after Past.
	State *match.State

	events chan *Numbered // shared by all who hear of an event
	once   sync.Once
	host   *Host
	live   *live
	person string
}

// Events gives the events after Past. It is closed when the subscriber has
// been too slow, or the program has lost touch with the store: come again with
// the last number seen. The events must not be changed.
func (s *Subscription) Events() <-chan *Numbered { return s.events }

func (s *Subscription) cut() { s.once.Do(func() { close(s.events) }) }

// Subscribe follows a match from the event after a number on; the person, if
// not "", counts as present as long as the subscription is not closed. The
// error is ErrNoMatch or one of the store.
func (h *Host) Subscribe(ctx context.Context, id, person string, after int64) (*Subscription, error) {
	l, err := h.acquire(ctx, id)
	if err != nil {
		return nil, err
	}
	defer l.mu.Unlock()
	if l.state.Seq == 0 {
		h.forget(l)
		return nil, ErrNoMatch
	}
	s := &Subscription{State: l.state, events: make(chan *Numbered, room), host: h, live: l, person: person}
	if after < l.state.Seq {
		events, err := h.store.Events(ctx, id, max(0, after))
		if err != nil {
			return nil, err
		}
		for i, e := range events {
			// What others have stored meanwhile is told when it is applied.
			if seq := max(0, after) + int64(i) + 1; seq <= l.state.Seq {
				s.Past = append(s.Past, Numbered{Seq: seq, Event: e})
			}
		}
	}
	l.subs[s] = struct{}{}
	delete(l.gone, person)
	l.presence.Add(1)
	if l.state.SeatOf(person) >= 0 && !h.alone.Load() {
		go h.sightOne(id, person)
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
	s.live.gone[s.person] = Now()
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
	return l.present(), nil
}

// Present is as that of the host.
func (s *Subscription) Present() []bool {
	s.live.mu.Lock()
	defer s.live.mu.Unlock()
	if s.live.state == nil {
		return nil // cut off, and told so by Events
	}
	return s.live.present()
}

// present tells it of a match, which is locked.
func (l *live) present() []bool {
	present := make([]bool, len(l.state.Chairs))
	for s := range l.subs {
		if seat := l.state.SeatOf(s.person); seat >= 0 {
			present[seat] = true
		}
	}
	now := Now()
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

// tell passes an event on to all who follow the match, which is locked. Who has
// no room left is cut off, not waited for.
func (h *Host) tell(l *live, n Numbered) {
	h.events.Add(1)
	l.told.Store(n.Seq)
	for s := range l.subs {
		select {
		case s.events <- &n:
		default:
			h.slow.Add(1)
			s.cut()
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
