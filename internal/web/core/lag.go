package core

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"tafelrunde/internal/match"
)

// A client reports how long a move was on its way, and the clock is credited with that.
// A client could report anything up to its quota, so no more is credited than the
// server sees: the round trip of the connection, as measured by the operating system,
// or by a trusted proxy; and the time until a stream was opened again after the
// connection was lost.
const (
	// roundTripHeader has the round trip of the client's connection to a trusted proxy,
	// in microseconds.
	roundTripHeader = "X-Client-RTT"
	// jitter is how much more than the round trip is credited.
	jitter match.Millis = 50
	// unseenLag is what is credited at most if the round trip is not known.
	unseenLag match.Millis = 150
	// outageEvery is how often a lost connection is credited to a person.
	outageEvery = match.Minute
)

type connContext struct{}

// ConnContext adds a connection to the context of its requests. Pass it to
// [http.Server].
func ConnContext(ctx context.Context, conn net.Conn) context.Context {
	if secure, ok := conn.(*tls.Conn); ok {
		conn = secure.NetConn()
	}
	return context.WithValue(ctx, connContext{}, conn)
}

// roundTrip returns the round trip of the client's connection; ok is false if it is not
// known.
func (c *clients) roundTrip(r *http.Request) (d time.Duration, ok bool) {
	if c.trusts(parseAddress(r.RemoteAddr)) {
		n, err := strconv.ParseUint(r.Header.Get(roundTripHeader), 10, 32)
		return time.Duration(n) * time.Microsecond, err == nil && n > 0
	}
	if len(r.Header["X-Forwarded-For"]) > 0 {
		return 0, false // a proxy that is not trusted
	}
	conn, _ := r.Context().Value(connContext{}).(*net.TCPConn)
	if conn == nil {
		return 0, false
	}
	return roundTripOf(conn)
}

// outages has when lost connections were credited, by person.
type outages struct {
	mu       sync.Mutex
	credited *simplelru.LRU[string, match.Moment]
}

// maxOutages is how many people are remembered for outageEvery.
const maxOutages = 10_000

// take reports whether a lost connection may be credited to a person now.
func (o *outages) take(person string, now match.Moment) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.credited == nil {
		o.credited = NewLRU[string, match.Moment](maxOutages)
	}
	if last, ok := o.credited.Get(person); ok && now.Since(last) < outageEvery {
		return false
	}
	o.credited.Add(person, now)
	return true
}

// CreditableLag returns how much of the network delay that the client of a request
// reports may be credited to a person whose turn began at a moment.
func (a *App) CreditableLag(ctx context.Context, person string, turnAt match.Moment, reported match.Millis) match.Millis {
	seen := unseenLag
	if measure := requestIn(ctx).roundTrip; measure != nil {
		if d, ok := measure(); ok {
			seen = match.Millis(d.Milliseconds()) + jitter
		}
	}
	if reported <= seen {
		return reported
	}
	if opened := a.streams.openedAt(person); opened > turnAt && a.outages.take(person, a.Now()) {
		seen += opened.Since(turnAt)
	}
	return min(reported, seen)
}
