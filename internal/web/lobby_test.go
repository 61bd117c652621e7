package web

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"tafelrunde/internal/store"
)

// countingStore counts how often the lists of the lobby are read.
type countingStore struct {
	store.Store
	lists atomic.Int64
}

func (s *countingStore) Waiting(ctx context.Context, limit int) ([]store.Summary, error) {
	s.lists.Add(1)
	return s.Store.Waiting(ctx, limit)
}

// TestLobbyIsReadOnceForAll checks that a change of the lobby is read once for all
// streams, and that every stream and a request after the change contain it.
func TestLobbyIsReadOnceForAll(t *testing.T) {
	hooked, _ := serveHooked(t)
	counting := &countingStore{Store: hooked.Store}
	s := serveStore(t, counting)
	ann := s.guest("Ann")
	const watchers = 40
	var streams []<-chan sse
	for i := range watchers {
		path := "/api/lobby/stream"
		if i%2 == 0 {
			path = "/api/stream?lobby=true"
		}
		stream, _ := s.visitor().listen(path)
		streams = append(streams, stream)
		nextShared(t, stream, "lobby")
	}
	before := counting.lists.Load()
	id := ann.open(wotnTable(nil))
	var lobby struct{ Waiting []struct{ Match string } }
	ann.want(200, "GET", "/api/lobby", nil, &lobby)
	if len(lobby.Waiting) != 1 || lobby.Waiting[0].Match != id {
		t.Errorf("after the change a request returns %+v", lobby)
	}
	for i, stream := range streams {
		for {
			if e, _ := next(t, stream); e.name == "lobby" {
				if !strings.Contains(e.data, id) {
					t.Fatalf("stream %d misses the table: %s", i, e.data)
				}
				break
			}
		}
	}
	// A slow machine may read again after a second.
	if n := counting.lists.Load() - before; n > watchers/4 {
		t.Errorf("%d streams read the lobby %d times after a change", watchers, n)
	}
}
