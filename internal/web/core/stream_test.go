package core

import (
	"bufio"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// lineStream is a stream that sends numbered lines over a pipe.
type lineStream struct {
	*Stream
	client net.Conn

	mu      sync.Mutex
	waiting []int
	calls   atomic.Int64 // running calls of Next
	beats   atomic.Int64
	closed  atomic.Int64 // calls of Done
}

func newLineStream(t *testing.T) *lineStream {
	x := &lineStream{}
	x.Stream = &Stream{Every: time.Second, Done: func() { x.closed.Add(1) }, Next: func(b []byte, beat bool) ([]byte, bool) {
		if x.calls.Add(1) > 1 || x.closed.Load() > 0 {
			t.Error("next is called while it runs, or after the end")
		}
		defer x.calls.Add(-1)
		if beat {
			x.beats.Add(1)
		}
		x.mu.Lock()
		defer x.mu.Unlock()
		for _, n := range x.waiting {
			b = fmt.Appendf(b, "%d\n", n)
		}
		x.waiting = nil
		return b, true
	}}
	var server net.Conn
	server, x.client = net.Pipe()
	if !x.begin(server) {
		t.Fatal("the stream does not start")
	}
	return x
}

func (x *lineStream) add(n int) {
	x.mu.Lock()
	x.waiting = append(x.waiting, n)
	x.mu.Unlock()
	x.Wake()
}

// TestStreamOrder wakes a stream while it sends data and heartbeats,
// and ends it.
func TestStreamOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newLineStream(t)
		const lines = 2000
		go func() {
			for n := range lines {
				x.add(n)
				if n%100 == 99 {
					time.Sleep(300 * time.Millisecond)
				}
			}
		}()
		in := bufio.NewScanner(x.client)
		for n := range lines {
			if !in.Scan() || in.Text() != fmt.Sprint(n) {
				t.Fatalf("line %d: %q, %v", n, in.Text(), in.Err())
			}
		}
		if x.beats.Load() < 5 {
			t.Errorf("%d beats in 6 s", x.beats.Load())
		}
		x.client.Close()
		synctest.Wait()
		if x.closed.Load() != 1 {
			t.Errorf("Done was called %d times after the client disconnected", x.closed.Load())
		}
		x.add(lines)
		x.end()
		time.Sleep(time.Minute)
		if x.closed.Load() != 1 {
			t.Errorf("Done was called %d times", x.closed.Load())
		}
	})
}

// TestStreamWriteTimeout does not read what a stream sends.
func TestStreamWriteTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newLineStream(t)
		defer x.client.Close()
		x.add(1)
		time.Sleep(writeTimeout - time.Second)
		if x.closed.Load() != 0 {
			t.Error("the client had more time")
		}
		time.Sleep(2 * time.Second)
		if x.closed.Load() != 1 {
			t.Error("a client that does not read is waited for")
		}
	})
}

// TestEndedStreamDoesNotStart: the server may stop meanwhile.
func TestEndedStreamDoesNotStart(t *testing.T) {
	s := &Stream{Every: time.Second, Done: func() {}}
	s.Wake()
	s.end()
	if conn, _ := net.Pipe(); s.begin(conn) {
		t.Error("it begins")
	}
}

func TestEndedStreamsAreNotCounted(t *testing.T) {
	var all streams
	list := []*Stream{{}, {}, {}}
	for _, s := range list {
		if !all.add(s, "ann", "192.0.2.7", 1) {
			t.Fatal("a stream is refused")
		}
	}
	for _, s := range list {
		all.remove(s)
	}
	if len(all.by) != 0 || all.running() != 0 {
		t.Errorf("%d streams, owners %v", all.running(), all.by)
	}
}
