package tables_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"tafelrunde/internal/testkit"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/core"
)

// TestStreamLimitPerPerson opens the largest number of streams of a person.
// The next is refused, other people's are not, and after one has ended another
// may start.
func TestStreamLimitPerPerson(t *testing.T) {
	s := webtest.Serve(t)
	ann, ben := s.Guest("Ann"), s.Guest("Ben")
	var opened []io.Closer
	open := func(b *webtest.Browser, path string) (status int, code string) {
		t.Helper()
		resp := b.Request("GET", path, nil)
		if resp.StatusCode == http.StatusOK {
			opened = append(opened, resp.Body)
			return resp.StatusCode, ""
		}
		defer resp.Body.Close()
		var p core.Problem
		if err := json.NewDecoder(resp.Body).Decode(&p); err != nil {
			t.Fatal(err)
		}
		if resp.Header.Get("Retry-After") == "" {
			t.Error("it is not said when to try again")
		}
		return resp.StatusCode, p.Code
	}
	defer func() {
		for _, c := range opened {
			c.Close()
		}
	}()
	paths := []string{"/api/lobby/stream", "/api/stream?lobby=true", "/api/stream/event"}
	for i := range core.MaxStreamsPerPerson {
		if status, code := open(ann, paths[i%len(paths)]); status != http.StatusOK {
			t.Fatalf("stream %d: status %d, %s", i+1, status, code)
		}
	}
	for _, path := range paths {
		if status, code := open(ann, path); status != http.StatusTooManyRequests || code != "too-many-streams" {
			t.Errorf("%s: status %d, %q", path, status, code)
		}
	}
	if status, code := open(ben, paths[0]); status != http.StatusOK {
		t.Errorf("another person: status %d, %s", status, code)
	}
	opened[0].Close()
	testkit.Until(t, func() error {
		if status, code := open(ann, paths[0]); status != http.StatusOK {
			return fmt.Errorf("a stream is refused although another has ended: status %d, %s", status, code)
		}
		return nil
	})
	if n := s.API.App.RunningStreams(); n != core.MaxStreamsPerPerson+1 {
		t.Errorf("%d streams are counted, want %d", n, core.MaxStreamsPerPerson+1)
	}
}

// noStreams waits until no stream is counted.
func noStreams(s *webtest.Server) {
	s.T.Helper()
	testkit.Until(s.T, func() error {
		if n := s.API.App.RunningStreams(); n > 0 {
			return fmt.Errorf("%d streams are still counted", n)
		}
		return nil
	})
}

// onLine is a response that can be hijacked.
type onLine struct {
	*httptest.ResponseRecorder
	conn net.Conn
}

func (o onLine) Hijack() (net.Conn, *bufio.ReadWriter, error) { return o.conn, nil, nil }

// TestStreamLimitPerAddress opens streams without a session from two
// addresses. Each has a limit, and ended streams do not count.
func TestStreamLimitPerAddress(t *testing.T) {
	s := webtest.Serve(t)
	var ends []net.Conn
	open := func(address string) *httptest.ResponseRecorder {
		here, there := net.Pipe()
		ends = append(ends, there)
		go io.Copy(io.Discard, there)
		r := httptest.NewRequest("GET", "/api/lobby/stream", nil)
		r.RemoteAddr = address
		w := httptest.NewRecorder()
		s.API.ServeHTTP(onLine{w, here}, r)
		return w
	}
	defer func() {
		for _, c := range ends {
			c.Close()
		}
	}()
	const one, other = "192.0.2.7:5000", "[2001:db8::1]:5000"
	for i := range core.MaxStreamsPerAddress {
		if w := open(one); w.Code != http.StatusOK {
			t.Fatalf("stream %d: status %d %s", i+1, w.Code, w.Body)
		}
	}
	if w := open("192.0.2.7:6000"); w.Code != http.StatusTooManyRequests || !strings.Contains(w.Body.String(), `"too-many-streams"`) {
		t.Errorf("one more: status %d %s", w.Code, w.Body)
	}
	for _, address := range []string{other, "127.0.0.1:5000"} {
		if w := open(address); w.Code != http.StatusOK {
			t.Errorf("from %s: status %d %s", address, w.Code, w.Body)
		}
	}
	for _, c := range ends {
		c.Close()
	}
	noStreams(s)
}

// TestPresenceFollowsStreams: presence changes when streams open and close, and
// all streams end when the server stops.
func TestPresenceFollowsStreams(t *testing.T) {
	s := webtest.Serve(t)
	ann, ben := s.Guest("Ann"), s.Guest("Ben")
	id := ann.Open(webtest.WotnTable(nil))
	ben.Do(id, webtest.Object{"type": "sit"})
	var follows []<-chan webtest.Event
	for _, path := range []string{"/api/matches/" + id + "/stream", "/api/stream?lobby=true&match=" + id + ":0", "/api/lobby/stream"} {
		events, _ := ann.Listen(path)
		follows = append(follows, events)
	}
	_, leave := ben.Listen("/api/matches/" + id + "/stream")
	present := func(want bool) {
		t.Helper()
		testkit.Until(t, func() error {
			here, err := s.API.App.Host.Present(t.Context(), id)
			if err != nil || !here[0] {
				t.Fatalf("present: %v, %v", here, err)
			}
			if here[1] != want {
				return fmt.Errorf("present: %v, want %v for Ben", here[1], want)
			}
			return nil
		})
	}
	present(true)
	leave()
	present(false)

	s.Stop()
	for i, events := range follows {
		for late := time.After(5 * time.Second); events != nil; {
			select {
			case _, open := <-events:
				if !open {
					events = nil
				}
			case <-late:
				t.Fatalf("stream %d does not end when the server stops", i)
			}
		}
	}
	noStreams(s)
}
