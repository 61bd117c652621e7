package sqlstore

import (
	"context"
	"database/sql"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// dueTournaments is the condition of [Store.lease]; its arguments are the moment twice.
const dueTournaments = `tournaments WHERE leased_until <= ? AND id IN (SELECT id FROM tournaments WHERE due_at > 0 AND due_at <= ? UNION SELECT tournament FROM tournament_games WHERE state IN (0, 2))`

// LeaseTournament implements store.Tournaments.
func (s *Store) LeaseTournament(ctx context.Context, now, until match.Moment) (t store.LeasedTournament, err error) {
	err = s.lease(ctx, dueTournaments, []any{now, now}, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, s.dialect.sql(`UPDATE tournaments SET leased_until = ?, attempts = attempts + 1 WHERE id = (
	SELECT id FROM `+dueTournaments+` ORDER BY leased_until, id LIMIT 1`+s.skipLocked("tournaments")+`) RETURNING id, attempts, leased_until`), until, now, now).
			Scan(&t.ID, &t.Attempts, &t.DueAt)
		return found(err)
	})
	return t, err
}

const heldTournament = `WHERE id = ? AND leased_until = ? AND attempts = ?`

const postponeTournament = `UPDATE tournaments SET leased_until = ?, attempts = ? ` + heldTournament

// ReleaseTournament implements store.Tournaments.
func (s *Store) ReleaseTournament(ctx context.Context, t store.LeasedTournament, due match.Moment, failed bool) error {
	return s.release(ctx, t.Lease, due, failed, postponeTournament, t.ID, t.DueAt, t.Attempts)
}

// PostponeTournament implements store.Tournaments.
func (s *Store) PostponeTournament(ctx context.Context, t store.LeasedTournament, due match.Moment, attempts int) error {
	return s.runOne(ctx, postponeTournament, due, attempts, t.ID, t.DueAt, t.Attempts)
}

// SettleTournament implements store.Tournaments.
func (s *Store) SettleTournament(ctx context.Context, t store.LeasedTournament, seq int64, due match.Moment) error {
	return s.runOne(ctx, `UPDATE tournaments SET leased_until = 0, attempts = 0, due_at = CASE WHEN seq = ? THEN CAST(? AS BIGINT) ELSE due_at END `+heldTournament,
		seq, due, t.ID, t.DueAt, t.Attempts)
}
