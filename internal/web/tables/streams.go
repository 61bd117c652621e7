package tables

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// beatEvery is the interval of heartbeats on a stream without other events.
// There are none while the store does not answer: clients then treat the
// connection as lost, because no command can be executed.
const beatEvery = 4 * time.Second

func (a *API) registerStreams(routes huma.API) {
	core.Register(routes, core.Streaming, core.StreamOperation("lobbyStream", "/api/lobby/stream", "Public tables and their changes", "text/event-stream"),
		func(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
			return a.StreamResponse("text/event-stream", a.lobbyStream(host.Written(ctx))), nil
		})
	type matchRequest struct {
		matches.MatchPath
		After       int64 `query:"after" minimum:"0"`
		LastEventID int64 `header:"Last-Event-ID"`
	}
	core.Register(routes, core.Streaming, core.StreamOperation("matchStream", "/api/matches/{id}/stream", "The events of a match", "text/event-stream"),
		func(ctx context.Context, in *matchRequest) (*huma.StreamResponse, error) {
			p := core.Requester(ctx)
			filter, err := a.matches.ChatFilterOf(ctx, p, in.ID)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			s := &core.Stream{Every: beatEvery}
			sub, err := a.matches.Follow(ctx, in.ID, p, max(in.After, in.LastEventID), s.Wake)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			m := &matchStream{api: a, sub: sub, id: in.ID, person: p, filter: filter, seat: sub.State.SeatOf(p.ID), private: matches.IsPrivate(sub.State)}
			s.Next, s.Done = m.next, sub.Close
			return a.StreamResponse("text/event-stream", s), nil
		})
}

// lobbyStream returns a stream that sends the public tables and their changes.
func (a *API) lobbyStream(written match.Moment) *core.Stream {
	s := &core.Stream{Every: beatEvery}
	watch := a.watchLobby(s.Wake)
	s.Done = watch.stop
	begun := false
	s.Next = func(b []byte, beat bool) ([]byte, bool) {
		if begun {
			b = watch.append(b)
		} else {
			begun = true
			b = a.beginLobby(b, watch, written)
		}
		if beat && a.Host.StoreReadable() {
			b = core.AppendEvent(b, "beat", 0, fmt.Appendf(nil, `{"now":%d}`, a.Now()))
		}
		return b, true
	}
	return s
}

// matchStream sends the events of a match to a person.
type matchStream struct {
	api    *API
	sub    *host.Subscription
	id     string
	person store.Person
	filter matches.ChatFilter
	seat   int
	// private is true if the table is.
	private bool
	// begun is true after past events have been sent. eventSent is true if an event
	// has been sent since the last heartbeat was due; presence is the presence at
	// that time.
	begun, eventSent bool
	presence         int64
}

func (m *matchStream) next(b []byte, beat bool) ([]byte, bool) {
	if !m.begun {
		// Clients wait a second before they reconnect.
		b = append(b, "retry: 1000\n\n"...)
		for i := range m.sub.Past {
			b = m.append(b, &m.sub.Past[i])
		}
		m.sub.Past, m.sub.State = nil, nil // no longer needed
		b = m.api.appendBeat(b, m.sub)
		m.begun, m.presence = true, m.sub.Presence()
	}
	events, more, _ := m.api.matches.TakeEvents(m.sub, m.id, m.private, m.person)
	for _, n := range events {
		b = m.append(b, n)
		m.eventSent = true
	}
	if beat {
		// Events serve as heartbeats, unless presence has changed.
		now := m.sub.Presence()
		if !m.eventSent || now != m.presence {
			b = m.api.appendBeat(b, m.sub)
		}
		m.eventSent, m.presence = false, now
	}
	return b, more
}

// append appends an event. Chat that is hidden from the person is replaced by a
// hidden event.
func (m *matchStream) append(b []byte, n *host.NumberedEvent) []byte {
	e := &n.Event
	m.seat = matches.SeatAfter(e, m.seat, m.person.ID)
	if !matches.ChatVisible(e, m.seat) || m.filter.Hides(e) {
		return core.AppendEvent(b, "match", n.Seq, matches.HiddenJSON)
	}
	text := n.JSON()
	data := append([]byte(nil), text[:len(text)-1]...)
	data = append(m.api.matches.AppendChange(data, n, m.person), '}')
	return core.AppendEvent(b, "match", n.Seq, data)
}

// appendBeat appends a heartbeat, with the presence of the players. It is encoded
// by hand, because each player receives one every few seconds.
func (a *API) appendBeat(b []byte, sub *host.Subscription) []byte {
	if !a.Host.StoreReadable() {
		return b
	}
	b = strconv.AppendInt(append(b, "event: beat\ndata: {\"now\":"...), int64(a.Now()), 10)
	b = append(b, `,"present":[`...)
	for i, here := range sub.Present() {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendBool(b, here)
	}
	return append(b, "]}\n\n"...)
}
