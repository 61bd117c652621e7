package sqlstore

import (
	"context"
	"errors"
	"maps"
	"net"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
)

// PostgreSQL may stand still, or be unreachable, without closing its connections. So
// nothing waits for it without end:
const (
	// answerWithin is how long a server may send nothing while an answer is expected.
	// It is longer than lockTimeout.
	answerWithin = 5 * time.Second
	// stalledWithin is that time after it was exceeded, until the server sends something:
	// a request may use several connections one after the other.
	stalledWithin = time.Second
	// connectWithin is how long connecting may take.
	connectWithin = 5 * time.Second
	// statementTimeout is when the server ends a statement whose client has given up
	// without being able to cancel it.
	statementTimeout = 10 * time.Second
	// lockTimeout is how long the server waits for a lock.
	lockTimeout = 4 * time.Second
	// idleTimeout ends transactions of a process that hangs, which would block others.
	idleTimeout = 2 * time.Second
)

// silence limits how long a server may send nothing.
type silence struct {
	limit atomic.Int64 // a time.Duration, 0 for none
	// stalled: the server has sent nothing since a limit was exceeded.
	stalled atomic.Bool
}

// now returns the limit for the next read or write, 0 for none.
func (s *silence) now() time.Duration {
	limit := time.Duration(s.limit.Load())
	if s.stalled.Load() {
		limit = min(limit, stalledWithin)
	}
	return limit
}

// postgresConfig returns the configuration of connections with a limit.
func postgresConfig(address string, limit *silence) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, err
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectWithin
	}
	dial := config.DialFunc
	config.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &limitedConn{Conn: conn, limit: limit}, nil
	}
	return config, nil
}

// limitStatements sets the timeout of statements of a new connection, unless the
// address does.
func limitStatements(config *pgx.ConnConfig) {
	const name = "statement_timeout"
	if _, set := config.RuntimeParams[name]; !set {
		config.RuntimeParams = maps.Clone(config.RuntimeParams) // shared by all connections
		config.RuntimeParams[name] = milliseconds(statementTimeout)
	}
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

// setLimit changes how long PostgreSQL may take to answer, 0 for no limit. Long work
// through the whole database has none.
func (s *Store) setLimit(d time.Duration) {
	if s.dialect != postgres || s.silence.limit.Swap(int64(d)) == int64(d) {
		return
	}
	// Closes idle connections, which have another timeout of statements.
	s.write.SetMaxIdleConns(0)
	s.write.SetMaxIdleConns(postgresPool)
}

// limitedConn is a connection whose reads and writes end after a limit, also while its
// user has set no deadline or a later one.
type limitedConn struct {
	net.Conn
	limit *silence

	mu sync.Mutex
	// readBy and writeBy are the deadlines that the user has set.
	readBy, writeBy time.Time
}

// within returns the earlier of a deadline and the limit from now on.
func (c *limitedConn) within(deadline time.Time) time.Time {
	limit := c.limit.now()
	if end := time.Now().Add(limit); limit > 0 && (deadline.IsZero() || end.Before(deadline)) {
		return end
	}
	return deadline
}

// Read implements net.Conn.
func (c *limitedConn) Read(b []byte) (int, error) {
	c.mu.Lock() // a deadline set from now on ends the read
	err := c.Conn.SetReadDeadline(c.within(c.readBy))
	c.mu.Unlock()
	if err != nil {
		return 0, err
	}
	from := time.Now()
	n, err := c.Conn.Read(b)
	if n > 0 {
		if c.limit.stalled.Load() {
			c.limit.stalled.Store(false)
		}
	} else if errors.Is(err, os.ErrDeadlineExceeded) && time.Since(from) >= stalledWithin {
		c.limit.stalled.Store(true)
	}
	return n, err
}

// Write implements net.Conn.
func (c *limitedConn) Write(b []byte) (int, error) {
	c.mu.Lock()
	err := c.Conn.SetWriteDeadline(c.within(c.writeBy))
	c.mu.Unlock()
	if err != nil {
		return 0, err
	}
	return c.Conn.Write(b)
}

// SetDeadline implements net.Conn.
func (c *limitedConn) SetDeadline(t time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.readBy, c.writeBy = t, t
	return c.Conn.SetDeadline(t)
}

// SetReadDeadline implements net.Conn.
func (c *limitedConn) SetReadDeadline(t time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.readBy = t
	return c.Conn.SetReadDeadline(t)
}

// SetWriteDeadline implements net.Conn.
func (c *limitedConn) SetWriteDeadline(t time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.writeBy = t
	return c.Conn.SetWriteDeadline(t)
}
