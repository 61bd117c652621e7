package tables

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// followedMatch is a match on a shared stream.
type followedMatch struct {
	id     string
	after  int64
	sub    *host.Subscription
	seat   int
	filter matches.ChatFilter
	// private is true if the table is.
	private bool
}

// readFollowed parses "ID:AFTER".
func readFollowed(text string) (followedMatch, bool) {
	id, number, _ := strings.Cut(text, ":")
	after, err := strconv.ParseInt(number, 10, 64)
	return followedMatch{id: id, after: after}, err == nil && after >= 0 && id != "" && len(id) <= 64
}

func (a *API) registerSharedStream(routes huma.API) {
	type sharedRequest struct {
		Lobby   bool     `query:"lobby" doc:"include the public tables"`
		Own     bool     `query:"own" doc:"include the tables of the requester; nothing for somebody without a session"`
		Matches []string `query:"match,explode" maxItems:"32" doc:"ID:AFTER, where AFTER is the number of the last event received"`
	}
	core.Register(routes, core.Streaming, core.StreamOperation("sharedStream", "/api/stream", "The lobby, the requester's tables and several matches in one stream", "text/event-stream"),
		func(ctx context.Context, in *sharedRequest) (*huma.StreamResponse, error) {
			var follow []followedMatch
			for _, text := range in.Matches {
				f, ok := readFollowed(text)
				if !ok {
					return nil, core.NewProblem(http.StatusUnprocessableEntity, "request", "the parameter match must have the form ID:AFTER")
				}
				follow = append(follow, f)
			}
			return a.StreamResponse("text/event-stream", a.sharedStream(ctx, in.Lobby, in.Own, follow)), nil
		})
}

// append appends an event of the match. Chat that is hidden from the person is
// replaced by a hidden event.
func (f *followedMatch) append(a *API, b []byte, p store.Person, n *host.NumberedEvent) []byte {
	e := &n.Event
	f.seat = matches.SeatAfter(e, f.seat, p.ID)
	hidden := !matches.ChatVisible(e, f.seat) || f.filter.Hides(e)
	text := matches.HiddenJSON
	if !hidden {
		text = n.JSON()
	}
	data := append([]byte(`{"match":`), strconv.Quote(f.id)...)
	data = strconv.AppendInt(append(data, `,"seq":`...), n.Seq, 10)
	data = append(append(data, `,"event":`...), text...)
	if !hidden {
		data = a.matches.AppendChange(data, n, p)
	}
	return core.AppendEvent(b, "match", 0, append(data, '}'))
}

// appendGone appends the event for a match that does not exist or that the person
// may not see.
func (f *followedMatch) appendGone(b []byte) []byte {
	data, err := json.Marshal(GoneEvent{f.id})
	if err != nil {
		return b
	}
	return core.AppendEvent(b, "gone", 0, data)
}

// sharedStream sends the lobby, the tables of the person and the events of several
// matches. A match that
// does not exist or that the person may not see is reported as gone; the others
// continue.
type sharedStream struct {
	api    *API
	stream *core.Stream
	// written is what the client may know; see [host.WithWritten].
	written match.Moment
	person  store.Person
	follow  []followedMatch
	lobby   *lobbyWatch // nil if not requested
	own     *ownTables  // nil if not requested
	leave   func()      // see [core.App.Enter]
	begun   bool
}

func (a *API) sharedStream(ctx context.Context, lobby, own bool, follow []followedMatch) *core.Stream {
	p := core.Requester(ctx)
	s := &core.Stream{Every: beatEvery}
	all := &sharedStream{api: a, stream: s, written: host.Written(ctx), person: p, follow: follow}
	if lobby {
		all.lobby = a.watchLobby(s.Wake)
	}
	if own && p.ID != "" {
		all.own = a.watchOwn(p, s.Wake)
	}
	all.leave = a.Enter(p, lobby)
	s.Next, s.Done = all.next, all.close
	return s
}

func (s *sharedStream) close() {
	s.leave()
	if s.lobby != nil {
		s.lobby.stop()
	}
	if s.own != nil {
		s.own.watch.Stop()
	}
	for i := range s.follow {
		if sub := s.follow[i].sub; sub != nil {
			sub.Close()
		}
	}
}

func (s *sharedStream) next(b []byte, beat bool) ([]byte, bool) {
	a := s.api
	first := !s.begun
	if first {
		s.begun = true
		begun, ok := s.begin(append(b, "retry: 1000\n\n"...))
		if !ok {
			return b, false // the client reconnects
		}
		b = begun
	}
	for i := range s.follow {
		f := &s.follow[i]
		if f.sub == nil {
			continue
		}
		events, more, gone := a.matches.TakeEvents(f.sub, f.id, f.private, s.person)
		if gone {
			f.sub.Close()
			f.sub = nil
			b = f.appendGone(b)
			continue
		}
		for _, n := range events {
			b = f.append(a, b, s.person, n)
		}
		if !more {
			return b, false // too slow, or the store does not answer: the client reconnects
		}
	}
	switch {
	case s.lobby == nil:
	case first:
		b = a.beginLobby(b, s.lobby, s.written)
	default:
		b = s.lobby.append(b)
	}
	if s.own != nil {
		b = s.own.append(host.WithWritten(a.Stopping, s.written), b, beat)
	}
	if beat || first {
		b = a.appendSharedBeat(a.Stopping, b, s.follow)
	}
	return b, true
}

// begin subscribes to the matches and appends their past events. It returns false
// if the store does not answer.
func (s *sharedStream) begin(b []byte) (_ []byte, ok bool) {
	a, ctx := s.api, host.WithWritten(s.api.Stopping, s.written)
	for i := range s.follow {
		f := &s.follow[i]
		var err error
		if f.filter, err = a.matches.ChatFilterOf(ctx, s.person, f.id); err == nil {
			f.sub, err = a.matches.Follow(ctx, f.id, s.person, f.after, s.stream.Wake)
		}
		switch {
		case errors.Is(err, host.ErrNoMatch):
			b = f.appendGone(b)
			continue
		case err != nil:
			return b, false
		}
		f.private = matches.IsPrivate(f.sub.State)
		f.seat = f.sub.State.SeatOf(s.person.ID)
		for j := range f.sub.Past {
			b = f.append(a, b, s.person, &f.sub.Past[j])
		}
		f.sub.Past, f.sub.State = nil, nil // no longer needed
	}
	return b, true
}

func (a *API) appendSharedBeat(ctx context.Context, b []byte, follow []followedMatch) []byte {
	if !a.Host.StoreReadable() {
		return b
	}
	present := make(map[string][]bool, len(follow))
	for i := range follow {
		if follow[i].sub == nil {
			continue
		}
		if here, err := a.Host.Present(ctx, follow[i].id); err == nil {
			present[follow[i].id] = here
		}
	}
	data, err := json.Marshal(SharedBeat{a.Now(), present, a.build, a.Announcement(ctx)})
	if err != nil {
		return b
	}
	return core.AppendEvent(b, "beat", 0, data)
}
