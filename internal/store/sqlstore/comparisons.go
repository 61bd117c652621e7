package sqlstore

import (
	"context"
	"database/sql"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// RequestComparison implements store.Comparisons.
func (s *Store) RequestComparison(ctx context.Context, person string, at match.Moment, e store.Entry) error {
	return s.changeLogged(ctx, "", e, func(tx *sql.Tx) error {
		var exists, own, all int
		err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT (SELECT COUNT(*) FROM people WHERE id = ?),
	(SELECT COUNT(*) FROM comparisons WHERE person = ? AND finished_at = 0), (SELECT COUNT(*) FROM comparisons WHERE finished_at = 0)`), person, person).Scan(&exists, &own, &all)
		switch {
		case err != nil:
			return err
		case exists == 0:
			return store.ErrNotFound
		case own > 0:
			return store.ErrConflict
		case all >= store.MaxComparisons:
			return store.ErrTooMany
		}
		_, err = s.exec(ctx, tx, `INSERT INTO comparisons (person, requested_at, finished_at, attempts, leased_until, failed, result) VALUES (?, ?, 0, 0, 0, 0, '')
ON CONFLICT (person) DO UPDATE SET requested_at = excluded.requested_at, finished_at = 0, attempts = 0, leased_until = 0, failed = 0, result = ''`, person, at)
		return err
	})
}

const comparisonColumns = `person, requested_at, finished_at, attempts, leased_until, failed, result`

func scanComparison(scan func(...any) error) (c store.Comparison, err error) {
	var failed int
	err = scan(&c.Person, &c.RequestedAt, &c.FinishedAt, &c.Attempts, &c.DueAt, &failed, &c.Result)
	c.Failed = failed != 0
	return c, found(err)
}

// Comparison implements store.Comparisons.
func (s *Store) Comparison(ctx context.Context, person string) (store.Comparison, error) {
	return scanComparison(s.read.QueryRowContext(ctx, s.dialect.sql(`SELECT `+comparisonColumns+` FROM comparisons WHERE person = ?`), person).Scan)
}

// FinishedComparisons implements store.Comparisons.
func (s *Store) FinishedComparisons(ctx context.Context) ([]store.Comparison, error) {
	list := []store.Comparison{}
	err := s.query(ctx, `SELECT `+comparisonColumns+` FROM comparisons WHERE finished_at > 0 ORDER BY person`, nil, func(rows *sql.Rows) error {
		c, err := scanComparison(rows.Scan)
		list = append(list, c)
		return err
	})
	return list, err
}

// LeaseComparison implements store.Comparisons.
func (s *Store) LeaseComparison(ctx context.Context, now, until match.Moment) (c store.Comparison, err error) {
	const which = `comparisons WHERE finished_at = 0 AND leased_until <= ?`
	err = s.lease(ctx, which, []any{now}, func(tx *sql.Tx) error {
		c, err = scanComparison(tx.QueryRowContext(ctx, s.dialect.sql(`UPDATE comparisons SET leased_until = ?, attempts = attempts + 1 WHERE person = (
	SELECT person FROM `+which+` ORDER BY requested_at, person LIMIT 1`+s.skipLocked("comparisons")+`) RETURNING `+comparisonColumns), until, now).Scan)
		return err
	})
	return c, err
}

// ReleaseComparison implements store.Comparisons.
func (s *Store) ReleaseComparison(ctx context.Context, c store.Comparison, due match.Moment, failed bool) error {
	return s.release(ctx, c.Lease, due, failed, `UPDATE comparisons SET leased_until = ?, attempts = ? 
WHERE person = ? AND requested_at = ? AND attempts = ? AND leased_until = ? AND finished_at = 0`, c.Person, c.RequestedAt, c.Attempts, c.DueAt)
}

// KeepComparison implements store.Comparisons.
func (s *Store) KeepComparison(ctx context.Context, c store.Comparison) error {
	failed := 0
	if c.Failed {
		failed = 1
	}
	return s.runOne(ctx, `UPDATE comparisons SET finished_at = ?, leased_until = ?, failed = ?, result = ? WHERE person = ? AND requested_at = ? AND attempts = ?`,
		c.FinishedAt, c.DueAt, failed, c.Result, c.Person, c.RequestedAt, c.Attempts)
}
