package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	driver "modernc.org/sqlite"
	library "modernc.org/sqlite/lib"

	"tafelrunde/internal/store"
)

// taken converts the violation of a unique index to store.ErrTaken.
func taken(err error) error {
	var pg *pgconn.PgError
	var lite *driver.Error
	if errors.As(err, &pg) && pg.Code == "23505" ||
		errors.As(err, &lite) && (lite.Code() == library.SQLITE_CONSTRAINT_UNIQUE || lite.Code() == library.SQLITE_CONSTRAINT_PRIMARYKEY) {
		return store.ErrTaken
	}
	return unavailable(err)
}

// run executes a query in a transaction of its own and returns the number of rows
// it changed.
func (s *Store) run(ctx context.Context, query string, args ...any) (changed int64, err error) {
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		result, err := s.exec(ctx, tx, query, args...)
		if err != nil {
			return err
		}
		changed, err = result.RowsAffected()
		return err
	})
	if err == nil {
		s.wrote(1)
	}
	return changed, err
}

// change runs do in a transaction and notifies all processes that a person has
// changed, unless person is "".
func (s *Store) change(ctx context.Context, person string, do func(tx *sql.Tx) error) error {
	err := s.transaction(ctx, func(tx *sql.Tx) error {
		if err := do(tx); err != nil || s.dialect == sqlite || person == "" {
			return err
		}
		return s.notify(ctx, tx, personPayload(person))
	})
	if err == nil {
		s.wrote(1)
	}
	return err
}

// notify notifies all processes when a transaction is committed.
func (s *Store) notify(ctx context.Context, tx *sql.Tx, payload string) error {
	if s.dialect == sqlite {
		return nil
	}
	_, err := tx.ExecContext(ctx, `SELECT pg_notify($1, $2)`, channel, payload)
	return err
}

// update executes a query that must change a row. It returns the error none if it
// does not.
func (s *Store) update(ctx context.Context, tx *sql.Tx, none error, query string, args ...any) error {
	result, err := s.exec(ctx, tx, query, args...)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return none
}

// changed converts errors of the database, and keeps those of package store.
func changed(err error) error {
	for _, known := range []error{store.ErrConflict, store.ErrNotFound, store.ErrTaken, store.ErrTooMany, store.ErrPasskeyTaken, store.ErrLastPasskey,
		store.ErrReviewsFull, store.ErrReviewsOpen, store.ErrReviewsToday, store.ErrReviewFinished} {
		if errors.Is(err, known) {
			return err
		}
	}
	return taken(err)
}

// runOne is run for a query that must change a row. It returns ErrNotFound if it
// does not.
func (s *Store) runOne(ctx context.Context, query string, args ...any) error {
	changed, err := s.run(ctx, query, args...)
	if err == nil && changed == 0 {
		return store.ErrNotFound
	}
	return unavailable(err)
}

// marks returns the placeholders of n arguments, separated by commas.
func marks(n int) string { return "?" + strings.Repeat(", ?", n-1) }
