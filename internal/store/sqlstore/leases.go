package sqlstore

import (
	"context"
	"database/sql"
	"errors"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// lease leases a piece of work. due is a condition with its arguments, as in "reviews
// WHERE …", that is true for the rows that can be leased; take leases one of them. It
// returns ErrNotFound if there is none.
func (s *Store) lease(ctx context.Context, due string, args []any, take func(tx *sql.Tx) error) error {
	// A read without a transaction suffices if nothing is due, as is usual.
	var one int
	err := s.read.QueryRowContext(ctx, s.dialect.sql(`SELECT 1 FROM `+due+` LIMIT 1`), args...).Scan(&one)
	if err == nil {
		err = s.change(ctx, "", take)
	}
	if errors.Is(err, store.ErrNotFound) {
		return store.ErrNotFound
	}
	return found(err)
}

// skipLocked returns the clause of a subquery that chooses a row to lease: it passes over
// rows that another transaction is leasing.
func (s *Store) skipLocked(table string) string {
	if s.dialect == sqlite {
		return "" // one transaction writes at a time
	}
	return ` FOR UPDATE OF ` + table + ` SKIP LOCKED`
}

// release ends a lease. query updates the row if the lease is still held; its first
// arguments are the moment from which on the work is due again and the number of
// attempts. It returns ErrNotFound if the lease is not held.
func (s *Store) release(ctx context.Context, l store.Lease, due match.Moment, failed bool, query string, args ...any) error {
	attempts := l.Attempts
	if !failed {
		attempts--
	}
	return s.runOne(ctx, query, append([]any{due, attempts}, args...)...)
}
