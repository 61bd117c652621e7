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
	// lobbyEvery is how often the lobby is sent at most.
	lobbyEvery = 500 * time.Millisecond
)

// appendEvent appends a server-sent event; id is left out if it is 0.
func appendEvent(b []byte, name string, id int64, data []byte) []byte {
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
	return e.Type != match.Said || (e.Seat >= 0) == (seat >= 0)
}

func (a *API) registerStreams(routes huma.API) {
	huma.Register(routes, streamOperation("lobbyStream", "/api/lobby/stream", "Public tables, on each change", "text/event-stream"),
		func(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
			return &huma.StreamResponse{Body: func(ctx huma.Context) {
				a.goOn(ctx, "text/event-stream", func() {}, a.streamLobby)
			}}, nil
		})
	type matchStream struct {
		MatchPath
		After       int64 `query:"after" minimum:"0"`
		LastEventID int64 `header:"Last-Event-ID"`
	}
	huma.Register(routes, streamOperation("matchStream", "/api/matches/{id}/stream", "The events of a match", "text/event-stream"),
		func(ctx context.Context, in *matchStream) (*huma.StreamResponse, error) {
			p := asker(ctx)
			if _, err := a.watch(ctx, in.ID, p); err != nil {
				return nil, a.problemOf(err)
			}
			sub, err := a.host.Subscribe(ctx, in.ID, p.ID, max(in.After, in.LastEventID))
			if err != nil {
				return nil, a.problemOf(err)
			}
			deaf, err := a.deafnessOf(ctx, p, in.ID)
			if err != nil {
				sub.Close()
				return nil, a.problemOf(err)
			}
			return &huma.StreamResponse{Body: func(ctx huma.Context) {
				a.goOn(ctx, "text/event-stream", sub.Close, func(ctx context.Context, s *stream) { a.streamMatch(ctx, s, p, deaf, sub) })
			}}, nil
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

func (a *API) streamLobby(ctx context.Context, s *stream) {
	changed, stop := a.host.WatchLobby()
	defer stop()
	beat := time.NewTicker(beatEvery)
	defer beat.Stop()
	show := func() error {
		l, err := a.lobby(ctx)
		if err != nil {
			return err
		}
		data, err := json.Marshal(l)
		if err != nil {
			return err
		}
		return s.send(appendEvent(nil, "lobby", 0, data))
	}
	err := show()
	for err == nil {
		select {
		case <-ctx.Done():
			return
		case <-changed:
			err = show()
			time.Sleep(lobbyEvery)
		case <-beat.C:
			if a.host.StoreAnswers() {
				err = s.send(appendEvent(nil, "beat", 0, fmt.Appendf(nil, `{"now":%d}`, moment())))
			}
		}
	}
}

func (a *API) streamMatch(ctx context.Context, s *stream, p store.Person, deaf deafness, sub *host.Subscription) {
	seat := sub.State.SeatOf(p.ID)
	add := func(b []byte, n *host.Numbered) []byte {
		if n.Event.Player != nil && n.Event.Player.ID == p.ID && p.ID != "" && n.Event.Type == match.Sat {
			seat = n.Event.Seat
		}
		if !hears(&n.Event, seat) || deaf.to(&n.Event) {
			return b
		}
		return appendEvent(b, "match", n.Seq, n.JSON())
	}
	// Clients wait a second before they come again.
	b := []byte("retry: 1000\n\n")
	for i := range sub.Past {
		b = add(b, &sub.Past[i])
	}
	sub.Past, sub.State = nil, nil // not needed as long as the stream lives
	beat := time.NewTicker(beatEvery)
	defer beat.Stop()
	b = a.appendBeat(b, sub)
	if s.send(b) != nil {
		return
	}
	b = nil // what comes is short
	told, presence := false, sub.Presence()
	for {
		b = b[:0]
		select {
		case <-ctx.Done():
			return
		case n, open := <-sub.Events():
			if !open {
				return
			}
			b = add(b, n)
			for len(sub.Events()) > 0 {
				if n, open = <-sub.Events(); !open {
					s.send(b)
					return
				}
				b = add(b, n)
			}
			told = true
		case <-beat.C:
			// Events tell as well as beats that the line is alive.
			now := sub.Presence()
			if !told || now != presence {
				b = a.appendBeat(b, sub)
			}
			told, presence = false, now
		}
		if s.send(b) != nil {
			return
		}
	}
}

// appendBeat says that a stream lives, and who follows its match. There is one
// for every player every few seconds, so it is written by hand.
func (a *API) appendBeat(b []byte, sub *host.Subscription) []byte {
	if !a.host.StoreAnswers() {
		return b
	}
	b = strconv.AppendInt(append(b, "event: beat\ndata: {\"now\":"...), int64(moment()), 10)
	b = append(b, `,"present":[`...)
	for i, here := range sub.Present() {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendBool(b, here)
	}
	return append(b, "]}\n\n"...)
}
