package tables_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/testkit/webtest"
)

// shared is a decoded event of a shared stream.
type shared struct {
	Match   string            `json:"match"`
	Seq     int64             `json:"seq"`
	Event   match.Event       `json:"event"`
	Present map[string][]bool `json:"present"`
	Build   string            `json:"build"`
}

func nextShared(t *testing.T, events <-chan webtest.Event, name string) shared {
	t.Helper()
	for {
		e, _ := webtest.Next(t, events)
		if e.Name != name {
			continue
		}
		var s shared
		if err := json.Unmarshal([]byte(e.Data), &s); err != nil {
			t.Fatalf("%s: %v", e.Data, err)
		}
		return s
	}
}

func TestSharedStream(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben := s.Guest("Anna"), s.Guest("Ben")
	first, second := anna.Open(webtest.WotnTable(nil)), anna.Open(webtest.WotnTable(nil))
	ben.Do(first, webtest.Object{"type": "sit"})
	begun := ben.Do(second, webtest.Object{"type": "sit"})
	seen := begun[len(begun)-1].Seq

	stream, stop := ben.Listen(fmt.Sprintf("/api/stream?lobby=true&match=%s:0&match=%s:%d", first, second, seen))
	for n := range seen {
		if e := nextShared(t, stream, "match"); e.Match != first || e.Seq != n+1 {
			t.Fatalf("event %d of %s, want %d of %s", e.Seq, e.Match, n+1, first)
		}
	}
	nextShared(t, stream, "lobby")
	if e := nextShared(t, stream, "beat"); !e.Present[first][1] || !e.Present[second][1] || e.Present[first][0] {
		t.Errorf("present are %v", e.Present)
	} else if e.Build != "build-1" {
		t.Errorf("the heartbeat names build %q", e.Build)
	}
	anna.Do(second, webtest.Object{"type": "move", "move": "e2e4"})
	if e := nextShared(t, stream, "match"); e.Match != second || e.Seq != seen+1 || e.Event.Move != "e2e4" {
		t.Errorf("%+v", e)
	}
	anna.Open(webtest.WotnTable(nil))
	nextShared(t, stream, "lobby-change")

	stop()
	ben.Do(second, webtest.Object{"type": "move", "move": "e7e5"})
	stream, _ = ben.Listen(fmt.Sprintf("/api/stream?match=%s:%d&match=%s:%d", first, seen, second, seen+1))
	if e := nextShared(t, stream, "match"); e.Match != second || e.Seq != seen+2 || e.Event.Move != "e7e5" {
		t.Errorf("%+v", e)
	}
}

func TestSharedStreamHidesPrivateTables(t *testing.T) {
	s := webtest.Serve(t)
	owner, player, guest, stranger := s.Guest("Owner"), s.Guest("Player"), s.Guest("Guest"), s.Visitor()
	player.Want(200, "POST", "/api/account", webtest.Object{"name": "Player", "password": "long enough"}, nil)
	private := owner.Open(webtest.WotnTable(func(o webtest.Object) { o["visibility"], o["invited"] = "private", []string{"Player"} }))
	public := owner.Open(webtest.WotnTable(nil))
	player.Do(private, webtest.Object{"type": "sit"})
	player.Do(public, webtest.Object{"type": "sit"})
	follow := fmt.Sprintf("/api/stream?match=%s:0&match=nowhere:0&match=%s:0", private, public)
	for _, b := range []*webtest.Browser{guest, stranger} {
		stream, _ := b.Listen(follow)
		for _, id := range []string{private, "nowhere"} {
			if e := nextShared(t, stream, "gone"); e.Match != id {
				t.Errorf("%s is gone, want %s", e.Match, id)
			}
		}
		if e := nextShared(t, stream, "match"); e.Match != public {
			t.Errorf("%+v, which the person may not see", e)
		}
	}
	stream, _ := player.Listen(follow)
	if e := nextShared(t, stream, "match"); e.Match != private {
		t.Errorf("%+v, want the private match first", e)
	}

	// The chat of spectators is hidden from players, and vice versa.
	player.Do(public, webtest.Object{"type": "chat", "text": "among us"})
	for _, who := range []struct {
		*webtest.Browser
		want bool
	}{{owner, true}, {player, true}, {guest, false}} {
		stream, _ := who.Listen("/api/stream?match=" + public + ":0")
		received := false
		for {
			e, _ := webtest.Next(t, stream)
			if e.Name == "beat" {
				break
			}
			var s shared
			if err := json.Unmarshal([]byte(e.Data), &s); err != nil {
				t.Fatal(err)
			}
			received = received || s.Event.Type == match.Chatted
		}
		if received != who.want {
			t.Errorf("received the chat of players: %v, want %v", received, who.want)
		}
	}
	for _, bad := range []string{"x", "x:", "x:-1", ":3", "x:y"} {
		guest.Want(422, "GET", "/api/stream?match="+bad, nil, nil)
	}
}
