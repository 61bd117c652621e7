package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// followed is a match on a shared stream.
type followed struct {
	id    string
	after int64
	sub   *host.Subscription
	seat  int
	deaf  deafness
}

// readFollowed reads "ID:AFTER".
func readFollowed(text string) (followed, bool) {
	id, number, _ := strings.Cut(text, ":")
	after, err := strconv.ParseInt(number, 10, 64)
	return followed{id: id, after: after}, err == nil && after >= 0 && id != "" && len(id) <= 64
}

func (a *API) registerSharedStream(routes huma.API) {
	type sharedStream struct {
		Lobby   bool     `query:"lobby" doc:"tell of the public tables too"`
		Matches []string `query:"match,explode" maxItems:"32" doc:"ID:AFTER, where AFTER is the number of the last event seen"`
	}
	huma.Register(routes, streamOperation("sharedStream", "/api/stream", "The lobby and several matches on one line", "text/event-stream"),
		func(ctx context.Context, in *sharedStream) (*huma.StreamResponse, error) {
			var follow []followed
			for _, text := range in.Matches {
				f, ok := readFollowed(text)
				if !ok {
					return nil, problem(http.StatusUnprocessableEntity, "request", "a match is given as ID:AFTER")
				}
				follow = append(follow, f)
			}
			p := asker(ctx)
			return &huma.StreamResponse{Body: func(ctx huma.Context) {
				a.goOn(ctx, "text/event-stream", func() {}, func(ctx context.Context, s *stream) { a.streamShared(ctx, s, p, in.Lobby, follow) })
			}}, nil
		})
}

// sharedEvent is an event of one of the matches on a shared stream.
type sharedEvent struct {
	Match string       `json:"match"`
	Seq   int64        `json:"seq"`
	Event *match.Event `json:"event"`
}

// append appends an event of the match, unless it is not for this person.
func (f *followed) append(b []byte, p store.Person, n *host.Numbered) []byte {
	e := &n.Event
	if e.Type == match.Sat && e.Player != nil && e.Player.ID == p.ID && p.ID != "" {
		f.seat = e.Seat
	}
	if !hears(e, f.seat) || f.deaf.to(e) {
		return b
	}
	data, err := json.Marshal(sharedEvent{f.id, n.Seq, e})
	if err != nil {
		return b
	}
	return appendEvent(b, "match", 0, data)
}

// streamShared tells of the lobby and of several matches until one of the two
// sides ends it. A match that is not there, or not for this person, is said to
// be gone; the others go on.
func (a *API) streamShared(within context.Context, s *stream, p store.Person, lobby bool, follow []followed) {

	type news struct {
		of *followed
		n  *host.Numbered // nil when the subscription was cut off
	}
	heard := make(chan news)
	b := []byte("retry: 1000\n\n")
	for i := range follow {
		f := &follow[i]
		_, err := a.watch(within, f.id, p)
		if err == nil {
			f.deaf, err = a.deafnessOf(within, p, f.id)
		}
		if err == nil {
			f.sub, err = a.host.Subscribe(within, f.id, p.ID, f.after)
		}
		switch {
		case errors.Is(err, host.ErrNoMatch):
			if data, err := json.Marshal(map[string]string{"match": f.id}); err == nil {
				b = appendEvent(b, "gone", 0, data)
			}
			continue
		case err != nil:
			return // the client comes again
		}
		defer f.sub.Close()
		f.seat = f.sub.State.SeatOf(p.ID)
		for j := range f.sub.Past {
			b = f.append(b, p, &f.sub.Past[j])
		}
		f.sub.Past, f.sub.State = nil, nil // not needed as long as the stream lives
		go func() {
			for {
				n, open := <-f.sub.Events()
				if !open {
					n = nil
				}
				select {
				case heard <- news{f, n}:
				case <-within.Done():
					return
				}
				if !open {
					return
				}
			}
		}()
	}

	var changed <-chan struct{}
	if lobby {
		var forget func()
		changed, forget = a.host.WatchLobby()
		defer forget()
		b = a.appendLobby(within, b)
	}
	watched, rested := changed, (<-chan time.Time)(nil)
	beat := time.NewTicker(beatEvery)
	defer beat.Stop()
	b = a.appendSharedBeat(within, b, follow)
	for s.send(b) == nil {
		b = b[:0]
		select {
		case <-within.Done():
			return
		case h := <-heard:
			if h.n == nil {
				return // too slow, or the store is gone: the client comes again
			}
			b = h.of.append(b, p, h.n)
		case <-watched:
			b = a.appendLobby(within, b)
			watched, rested = nil, time.After(lobbyEvery)
		case <-rested:
			watched, rested = changed, nil
		case <-beat.C:
			b = a.appendSharedBeat(within, b, follow)
		}
	}
}

func (a *API) appendLobby(ctx context.Context, b []byte) []byte {
	l, err := a.lobby(ctx)
	if err != nil {
		return b // what is on the page stays; the next change tells
	}
	data, err := json.Marshal(l)
	if err != nil {
		return b
	}
	return appendEvent(b, "lobby", 0, data)
}

func (a *API) appendSharedBeat(ctx context.Context, b []byte, follow []followed) []byte {
	if !a.host.StoreAnswers() {
		return b
	}
	present := make(map[string][]bool, len(follow))
	for i := range follow {
		if follow[i].sub == nil {
			continue
		}
		if here, err := a.host.Present(ctx, follow[i].id); err == nil {
			present[follow[i].id] = here
		}
	}
	data, err := json.Marshal(struct {
		Now     match.Moment      `json:"now"`
		Present map[string][]bool `json:"present"`
	}{moment(), present})
	if err != nil {
		return b
	}
	return appendEvent(b, "beat", 0, data)
}
