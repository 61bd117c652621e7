package load

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// gapTimeout is how long a missing event may take to arrive before the view is
// requested, as in the page.
const gapTimeout = time.Second

// viewer is a player or a spectator of a match. It has received the events of the
// match up to a sequence number.
type viewer struct {
	load   *load
	id     string // of the match
	cookie string // "" for spectators
	// opponent is how the opponent's moves are recognised in the stream; nil for
	// spectators.
	opponent []byte
	// sent is when the opponent sent a move, in Unix nanoseconds; 0 if its event
	// has arrived.
	sent *atomic.Int64

	mu      sync.Mutex
	stream  *conn
	seq     int64
	waiting []change
	gap     *time.Timer
}

// change contains the fields of an event that a viewer uses: its number, and the
// number of the event after which it can be applied.
type change struct{ from, seq int64 }

var (
	seqField    = []byte(`"seq":`)
	moreField   = []byte(`"more":true`)
	changeField = []byte(`"change":{"from":`)
)

// appendChanges appends the changes in a line of the stream or in the response to a
// command. An event that another one of the same command follows has none.
func appendChanges(all []change, data []byte) []change {
	for {
		_, after, ok := bytes.Cut(data, seqField)
		if !ok {
			return all
		}
		event := after
		if next := bytes.Index(after, seqField); next >= 0 {
			event = after[:next]
		}
		data = after[len(event):]
		if bytes.Contains(event, moreField) {
			continue
		}
		c := change{seq: number(event)}
		c.from = c.seq - 1
		if _, from, ok := bytes.Cut(event, changeField); ok {
			c.from = number(from)
		}
		all = append(all, c)
	}
}

// number returns the decimal number at the start of b.
func number(b []byte) (n int64) {
	for _, c := range b {
		if c < '0' || c > '9' {
			break
		}
		n = 10*n + int64(c-'0')
	}
	return n
}

// receive applies the changes of a line or a response, up to the first gap. If a
// gap remains, the view is requested after gapTimeout.
func (v *viewer) receive(data []byte) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.waiting = appendChanges(v.waiting, data)
	v.advance()
	switch {
	case len(v.waiting) == 0 && v.gap != nil:
		v.gap.Stop()
		v.gap = nil
	case len(v.waiting) > 0 && v.gap == nil:
		v.gap = time.AfterFunc(gapTimeout, v.refresh)
	}
}

// advance applies the waiting changes. The mutex must be held.
func (v *viewer) advance() {
	for again := true; again; {
		again = false
		kept := v.waiting[:0]
		for _, c := range v.waiting {
			switch {
			case c.seq <= v.seq:
			case c.from <= v.seq:
				v.seq, again = c.seq, true
			default:
				kept = append(kept, c)
			}
		}
		v.waiting = kept
	}
}

// refresh requests the view, because an event is missing.
func (v *viewer) refresh() {
	v.mu.Lock()
	v.gap = nil
	stale := len(v.waiting) > 0 && v.stream != nil
	v.mu.Unlock()
	if !stale {
		return
	}
	v.load.mu.Lock()
	v.load.requests++
	v.load.refreshed++
	v.load.mu.Unlock()
	if err := v.view(context.Background()); err != nil {
		v.load.failed.Add(1)
		v.load.firstError.CompareAndSwap(nil, &err)
	}
}

// view requests the view of the match.
func (v *viewer) view(ctx context.Context) error {
	var view struct{ Seq int64 }
	if _, err := v.load.request(ctx, v.cookie, http.MethodGet, "/api/matches/"+v.id, false, nil, &view); err != nil {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.seq = max(v.seq, view.Seq)
	v.advance()
	return nil
}

// follow opens a match as the page does: it requests the view, and opens the
// shared stream after the last event of the view.
func (v *viewer) follow(ctx context.Context, id string) error {
	v.close()
	v.mu.Lock()
	v.id, v.seq, v.waiting = id, 0, nil
	v.mu.Unlock()
	path := "/" + id + "/" + v.cookie
	if !v.load.echo {
		if err := v.view(ctx); err != nil {
			return err
		}
		path = "/api/stream?match=" + id + "%3A" + strconv.FormatInt(v.seq, 10)
	}
	stream, err := dial(ctx, v.load.Address)
	if err != nil {
		return err
	}
	if err := stream.get(path, v.cookie); err != nil {
		stream.Close()
		return fmt.Errorf("stream of match %s: %w", id, err)
	}
	v.mu.Lock()
	v.stream = stream
	v.mu.Unlock()
	go v.read(stream)
	return nil
}

// read reads the stream until it ends, and measures when the opponent's moves
// arrive.
func (v *viewer) read(stream *conn) {
	defer stream.Close()
	data := []byte("data: ")
	for {
		line, err := stream.readLine()
		if err != nil {
			return
		}
		if !bytes.HasPrefix(line, data) {
			continue
		}
		if v.opponent != nil && bytes.Contains(line, v.opponent) {
			if sent := v.sent.Swap(0); sent != 0 {
				v.load.arrive(time.Duration(time.Now().UnixNano() - sent))
			}
		}
		if !v.load.echo {
			v.receive(line)
		}
	}
}

func (v *viewer) close() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.gap != nil {
		v.gap.Stop()
		v.gap = nil
	}
	if v.stream != nil {
		v.stream.Close()
		v.stream = nil
	}
}
