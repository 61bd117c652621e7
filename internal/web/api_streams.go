package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

const (
	// beatEvery is how often a stream on which nothing else comes says that it
	// lives. While the store does not answer there are no beats: whoever follows
	// then knows that nothing can go on, as if the line were lost.
	beatEvery = 4 * time.Second
	// writeWithin is how long a client may take to accept what is sent.
	writeWithin = 15 * time.Second
	// finishWithin is how long it may take to accept that a stream is over.
	finishWithin = time.Second
	// lobbyEvery is how often the lobby is sent at most.
	lobbyEvery = 500 * time.Millisecond
)

// appendEvent appends a server-sent event; id is left out if it is 0.
func appendEvent[text []byte | string](b []byte, name string, id int64, data text) []byte {
	if id > 0 {
		b = append(b, "id: "...)
		b = strconv.AppendInt(b, id, 10)
		b = append(b, '\n')
	}
	b = append(b, "event: "...)
	b = append(b, name...)
	b = append(b, "\ndata: "...)
	b = append(b, data...)
	return append(b, "\n\n"...)
}

// hears tells whether an event is for a person in a seat, -1 for a spectator:
// players and spectators do not hear each other talk.
func hears(e *match.Event, seat int) bool {
	return e.Type != match.Chatted || (e.Seat >= 0) == (seat >= 0)
}

func (a *API) registerStreams(routes huma.API) {
	huma.Register(routes, streamOperation("lobbyStream", "/api/lobby/stream", "Public tables, on each change", "text/event-stream"),
		func(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
			return goingOn("text/event-stream", a, a.lobbyStream()), nil
		})
	type matchRequest struct {
		MatchPath
		After       int64 `query:"after" minimum:"0"`
		LastEventID int64 `header:"Last-Event-ID"`
	}
	huma.Register(routes, streamOperation("matchStream", "/api/matches/{id}/stream", "The events of a match", "text/event-stream"),
		func(ctx context.Context, in *matchRequest) (*huma.StreamResponse, error) {
			p := asker(ctx)
			deaf, err := a.deafnessOf(ctx, p, in.ID)
			if err != nil {
				return nil, a.problemOf(err)
			}
			s := &stream{every: beatEvery}
			sub, err := a.follow(ctx, in.ID, p, max(in.After, in.LastEventID), s.wake)
			if err != nil {
				return nil, a.problemOf(err)
			}
			m := &matchStream{api: a, sub: sub, id: in.ID, person: p, deaf: deaf, seat: sub.State.SeatOf(p.ID), private: isPrivate(sub.State)}
			s.next, s.done = m.next, sub.Close
			return goingOn("text/event-stream", a, s), nil
		})
}

func streamOperation(id, path, summary, contentType string) huma.Operation {
	return huma.Operation{
		OperationID: id, Method: http.MethodGet, Path: path, Summary: summary,
		Responses: map[string]*huma.Response{"200": {
			Description: "A stream that goes on until one of the two sides ends it",
			Content:     map[string]*huma.MediaType{contentType: {Schema: &huma.Schema{Type: "string"}}},
		}},
	}
}

// goingOn answers with a stream.
func goingOn(contentType string, a *API, s *stream) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(ctx huma.Context) { a.goOn(ctx, contentType, s) }}
}

// lobbyStream tells of the public tables, on each change.
func (a *API) lobbyStream() *stream {
	s := &stream{every: beatEvery}
	watch := a.watchLobby(lobbyEvery, s.wake)
	s.done = watch.stop
	s.next = func(b []byte, beat bool) ([]byte, bool) {
		if watch.due() {
			l, err := a.lobby(a.stopping)
			if err != nil {
				return b, false
			}
			data, err := json.Marshal(l)
			if err != nil {
				return b, false
			}
			b = appendEvent(b, "lobby", 0, data)
		}
		if beat && a.host.StoreReadable() {
			b = appendEvent(b, "beat", 0, fmt.Appendf(nil, `{"now":%d}`, a.moment()))
		}
		return b, true
	}
	return s
}

// matchStream tells somebody of a match.
type matchStream struct {
	api    *API
	sub    *host.Subscription
	id     string
	person store.Person
	deaf   deafness
	seat   int
	// private tells that the table is.
	private bool
	// begun tells that what was before has been sent, told that an event has been
	// since the last sign of life was due; presence is as it then was.
	begun, told bool
	presence    int64
}

func (m *matchStream) next(b []byte, beat bool) ([]byte, bool) {
	if !m.begun {
		// Clients wait a second before they come again.
		b = append(b, "retry: 1000\n\n"...)
		for i := range m.sub.Past {
			b = m.append(b, &m.sub.Past[i])
		}
		m.sub.Past, m.sub.State = nil, nil // not needed as long as the stream lives
		b = m.api.appendBeat(b, m.sub)
		m.begun, m.presence = true, m.sub.Presence()
	}
	events, more, _ := m.api.taken(m.sub, m.id, m.private, m.person)
	for _, n := range events {
		b = m.append(b, n)
		m.told = true
	}
	if beat {
		// Events tell as well as beats that the line is alive.
		now := m.sub.Presence()
		if !m.told || now != m.presence {
			b = m.api.appendBeat(b, m.sub)
		}
		m.told, m.presence = false, now
	}
	return b, more
}

// append appends an event, unless it is not for this person.
func (m *matchStream) append(b []byte, n *host.NumberedEvent) []byte {
	e := &n.Event
	if e.Type == match.Sat && e.Player != nil && e.Player.ID == m.person.ID && m.person.ID != "" {
		m.seat = e.Seat
	}
	if !hears(e, m.seat) || m.deaf.to(e) {
		return b
	}
	return appendEvent(b, "match", n.Seq, n.JSON())
}

// appendBeat says that a stream lives, and who follows its match. There is one
// for every player every few seconds, so it is written by hand.
func (a *API) appendBeat(b []byte, sub *host.Subscription) []byte {
	if !a.host.StoreReadable() {
		return b
	}
	b = strconv.AppendInt(append(b, "event: beat\ndata: {\"now\":"...), int64(a.moment()), 10)
	b = append(b, `,"present":[`...)
	for i, here := range sub.Present() {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendBool(b, here)
	}
	return append(b, "]}\n\n"...)
}
