package sqlstore

import (
	"context"
	"database/sql"
	"errors"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// BeginRequest implements store.Requests.
func (s *Store) BeginRequest(ctx context.Context, r store.IdempotentRequest) (earlier store.IdempotentRequest, err error) {
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		earlier = store.IdempotentRequest{}
		if _, err := s.exec(ctx, tx, `DELETE FROM answers WHERE id = ? AND at < ?`, r.ID, r.At.After(-store.RequestLifetime)); err != nil {
			return err
		}
		result, err := s.exec(ctx, tx, `INSERT INTO answers (id, request, person, at, program, lease, body) VALUES (?, ?, ?, ?, ?, ?, '') ON CONFLICT (id) DO NOTHING`,
			r.ID, r.Request, r.Person, r.At, r.Program, r.Lease)
		if err != nil {
			return err
		}
		added, err := result.RowsAffected()
		if err != nil {
			return err
		}
		if added == 0 {
			earlier, err = scanRequest(tx.QueryRowContext(ctx, s.dialect.sql(selectRequest), r.ID))
			return err
		}
		_, err = s.exec(ctx, tx, `DELETE FROM answers WHERE person = ? AND at < (SELECT at FROM answers WHERE person = ? ORDER BY at DESC LIMIT 1 OFFSET ?)`,
			r.Person, r.Person, store.MaxRequests-1)
		return err
	})
	if err == nil && earlier.ID == "" {
		s.wrote(1)
	}
	return earlier, unavailable(err)
}

const selectRequest = `SELECT id, request, person, at, program, lease, body FROM answers WHERE id = ?`

func scanRequest(row *sql.Row) (r store.IdempotentRequest, err error) {
	err = row.Scan(&r.ID, &r.Request, &r.Person, &r.At, &r.Program, &r.Lease, &r.Body)
	return r, err
}

// Request implements store.Requests.
func (s *Store) Request(ctx context.Context, id string, now match.Moment) (store.IdempotentRequest, error) {
	r, err := scanRequest(s.read.QueryRowContext(ctx, s.dialect.sql(selectRequest), id))
	if err == nil && r.At < now.After(-store.RequestLifetime) {
		err = sql.ErrNoRows
	}
	return r, found(err)
}

// ResumeRequest implements store.Requests.
func (s *Store) ResumeRequest(ctx context.Context, r store.IdempotentRequest, program string, lease match.Moment) (bool, error) {
	err := s.runOne(ctx, `UPDATE answers SET program = ?, lease = ? WHERE id = ? AND program = ? AND lease = ? AND body = ''`,
		program, lease, r.ID, r.Program, r.Lease)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// FinishRequest implements store.Requests.
func (s *Store) FinishRequest(ctx context.Context, id, program, body string) error {
	_, err := s.run(ctx, `UPDATE answers SET program = '', lease = 0, body = ? WHERE id = ? AND program = ?`, body, id, program)
	return unavailable(err)
}

// DiscardRequest implements store.Requests.
func (s *Store) DiscardRequest(ctx context.Context, id, program string) error {
	_, err := s.run(ctx, `DELETE FROM answers WHERE id = ? AND program = ?`, id, program)
	return unavailable(err)
}
