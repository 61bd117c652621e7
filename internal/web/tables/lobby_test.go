package tables_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"

	"tafelrunde/internal/store"
	"tafelrunde/internal/testkit/webtest"
)

// countingStore counts how often the lists of the lobby, and those of one person, are
// read.
type countingStore struct {
	store.Store
	lists, own atomic.Int64
}

func (s *countingStore) RunningOf(ctx context.Context, person string) ([]store.Summary, error) {
	s.own.Add(1)
	return s.Store.RunningOf(ctx, person)
}

func (s *countingStore) Waiting(ctx context.Context, limit int) ([]store.Summary, error) {
	s.lists.Add(1)
	return s.Store.Waiting(ctx, limit)
}

// TestLobbyIsReadOnceForAll checks that a change of the lobby is read once for all
// streams, and that every stream and a request after the change contain it.
func TestLobbyIsReadOnceForAll(t *testing.T) {
	hooked, _ := webtest.ServeHooked(t)
	counting := &countingStore{Store: hooked.Store}
	s := webtest.ServeStore(t, counting)
	ann := s.Guest("Ann")
	const watchers = 40
	var streams []<-chan webtest.Event
	for i := range watchers {
		path := "/api/lobby/stream"
		if i%2 == 0 {
			path = "/api/stream?lobby=true"
		}
		stream, _ := s.Visitor().Listen(path)
		streams = append(streams, stream)
		nextShared(t, stream, "lobby")
	}
	before := counting.lists.Load()
	id := ann.Open(webtest.WotnTable(nil))
	var lobby struct{ Waiting []struct{ Match string } }
	ann.Want(200, "GET", "/api/lobby", nil, &lobby)
	if len(lobby.Waiting) != 1 || lobby.Waiting[0].Match != id {
		t.Errorf("after the change a request returns %+v", lobby)
	}
	for i, stream := range streams {
		for {
			if e, _ := webtest.Next(t, stream); e.Name == "lobby-change" {
				if !strings.Contains(e.Data, id) {
					t.Fatalf("stream %d misses the table: %s", i, e.Data)
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

// TestLobbyStreamBeginsWithAllTables checks that each stream, also one that reconnects,
// begins with all tables, and that the changes after it are numbered without a gap.
func TestLobbyStreamBeginsWithAllTables(t *testing.T) {
	s := webtest.Serve(t)
	ann, watcher := s.Guest("Ann"), s.Visitor()
	first := ann.Open(webtest.WotnTable(nil))
	type event struct {
		Version int64
		Waiting json.RawMessage
	}
	read := func(stream <-chan webtest.Event, name, contains string) event {
		t.Helper()
		for {
			e, _ := webtest.Next(t, stream)
			if e.Name == "beat" {
				continue
			}
			var decoded event
			if err := json.Unmarshal([]byte(e.Data), &decoded); err != nil || e.Name != name || !strings.Contains(e.Data, contains) {
				t.Fatalf("%v: event %s %s, want %s with %s", err, e.Name, e.Data, name, contains)
			}
			return decoded
		}
	}
	stream, stop := watcher.Listen("/api/lobby/stream")
	begun := read(stream, "lobby", first)
	second := ann.Open(webtest.WotnTable(nil))
	change := read(stream, "lobby-change", second)
	if change.Version != begun.Version+1 || strings.Contains(string(change.Waiting), first) {
		t.Errorf("a new table changes version %d by %+v", begun.Version, change)
	}
	stop()
	ann.Do(first, webtest.Object{"type": "abort"})
	stream, _ = watcher.Listen("/api/stream?lobby=true")
	if all := read(stream, "lobby", second); strings.Contains(string(all.Waiting), first) {
		t.Errorf("a closed table is in %s", all.Waiting)
	}
	ann.Do(second, webtest.Object{"type": "abort"})
	if change := read(stream, "lobby-change", second); string(change.Waiting) != `{"removed":["`+second+`"]}` {
		t.Errorf("a closed table is the change %s", change.Waiting)
	}
}

// TestLobbyTag checks that a request with the tag of the lobby transfers nothing until
// the lobby changes.
func TestLobbyTag(t *testing.T) {
	s := webtest.Serve(t)
	ann := s.Guest("Ann")
	ann.Open(webtest.WotnTable(nil))
	resp := ann.Request("GET", "/api/lobby", nil)
	resp.Body.Close()
	tag := resp.Header.Get("ETag")
	if again, body := ann.Send("GET", "/api/lobby", "", "", "If-None-Match", tag); tag == "" || again != 304 || body != "" {
		t.Errorf("tag %q: status %d, %d bytes", tag, again, len(body))
	}
	ann.Open(webtest.WotnTable(nil))
	if again, _ := ann.Send("GET", "/api/lobby", "", "", "If-None-Match", tag); again != 200 {
		t.Errorf("after a change: status %d", again)
	}
}

// TestOwnTables checks that a person receives changes of the own tables, and is not read
// again for those of others.
func TestOwnTables(t *testing.T) {
	hooked, _ := webtest.ServeHooked(t)
	counting := &countingStore{Store: hooked.Store}
	s := webtest.ServeStore(t, counting)
	ann, ben, carl := s.Member("Ann"), s.Member("Ben"), s.Guest("Carl")
	type own struct {
		Person              string
		Matches, Challenges []struct{ Match, Phase string }
	}
	stream, _ := ben.Listen("/api/stream?own=true")
	receive := func(matches, challenges int) (o own) {
		t.Helper()
		for {
			e, _ := webtest.Next(t, stream)
			if e.Name != "own" {
				continue
			}
			if err := json.Unmarshal([]byte(e.Data), &o); err != nil {
				t.Fatal(err)
			}
			if len(o.Matches) != matches || len(o.Challenges) != challenges || o.Person != ben.ID {
				t.Fatalf("%+v: want %d matches and %d challenges", o, matches, challenges)
			}
			return o
		}
	}
	receive(0, 0)
	before := counting.own.Load()
	public := carl.Open(webtest.WotnTable(nil))
	ann.Do(public, webtest.Object{"type": "sit"})
	if n := counting.own.Load(); n != before {
		t.Errorf("other people's table is a reason to read the own ones, %d times", n-before)
	}
	wanted := webtest.Object{"game": "wotn", "variant": "wotn", "clock": webtest.Object{"kind": "real-time", "initial": 180000, "increment": 2000}}
	var challenge struct{ Match string }
	ann.Want(201, "POST", "/api/people/"+ben.ID+"/challenge", wanted, &challenge)
	if o := receive(0, 1); o.Challenges[0].Match != challenge.Match {
		t.Errorf("%+v", o)
	}
	ben.Do(challenge.Match, webtest.Object{"type": "sit"})
	if o := receive(1, 0); o.Matches[0].Phase != "playing" {
		t.Errorf("%+v", o)
	}
	ann.Do(challenge.Match, webtest.Object{"type": "abort"})
	receive(0, 0)
	ann.Want(201, "POST", "/api/people/"+ben.ID+"/challenge", wanted, &challenge)
	receive(0, 1)
	ann.Do(challenge.Match, webtest.Object{"type": "abort"})
	receive(0, 0)
	// Somebody without a session has no tables.
	visitor, _ := s.Visitor().Listen("/api/stream?own=true")
	if e, _ := webtest.Next(t, visitor); e.Name != "beat" {
		t.Errorf("a visitor receives %+v", e)
	}
}
