package sqlstore

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"hash/fnv"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"tafelrunde/internal/store"
)

// lockWithin is how long Exclusively waits for calls in this process. PostgreSQL
// has lock_timeout for those of other processes.
const lockWithin = 5 * time.Second

// Exclusively implements store.Locks. Calls in this process wait for each other
// here, so that they use at most one connection.
func (s *Store) Exclusively(ctx context.Context, name string, do func() error) error {
	late := time.NewTimer(lockWithin)
	defer late.Stop()
	select {
	case s.exclusive <- struct{}{}:
	case <-late.C:
		return store.ErrBusy
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-s.exclusive }()
	if s.dialect == sqlite {
		return do() // no other process uses the file
	}
	conn, err := s.write.Conn(ctx)
	if err != nil {
		return unavailable(err)
	}
	defer conn.Close()
	hash := fnv.New64a()
	hash.Write([]byte("tafelrunde " + name))
	key := int64(hash.Sum64())
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, key); err != nil {
		discard(conn)
		var refused *pgconn.PgError
		if errors.As(err, &refused) && refused.Code == "55P03" {
			return store.ErrBusy
		}
		return unavailable(err)
	}
	defer func() {
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), lockWithin)
		defer cancel()
		if _, err := conn.ExecContext(ending, `SELECT pg_advisory_unlock($1)`, key); err != nil {
			discard(conn) // which ends the lock
		}
	}()
	return do()
}

// discard closes a connection instead of returning it to the pool.
func discard(conn *sql.Conn) { _ = conn.Raw(func(any) error { return driver.ErrBadConn }) }
