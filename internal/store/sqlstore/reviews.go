package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

const reviewColumns = `match, game, person, requested_at, began_at, finished_at, due_at, running, failed, attempts, leases, done, total, nodes, engine`

func scanReview(scan func(...any) error, more ...any) (r store.Review, err error) {
	var running, failed int
	err = scan(append([]any{&r.Match, &r.Game, &r.Person, &r.RequestedAt, &r.BeganAt, &r.FinishedAt, &r.DueAt, &running, &failed, &r.Attempts, &r.Leases, &r.Done, &r.All, &r.Nodes, &r.Engine}, more...)...)
	r.Running, r.Failed = running != 0, failed != 0
	return r, found(err)
}

// lockReviews makes other transactions that call it wait until this one ends. The
// limits and the order depend on several rows.
func (s *Store) lockReviews(ctx context.Context, tx *sql.Tx) error {
	if s.dialect == sqlite {
		return nil // one transaction writes at a time
	}
	_, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(7263392)`)
	return err
}

// RequestReview implements store.Reviews.
func (s *Store) RequestReview(ctx context.Context, r store.Review, limits store.ReviewLimits) (stored store.Review, err error) {
	err = s.change(ctx, "", func(tx *sql.Tx) error {
		if err := s.lockReviews(ctx, tx); err != nil {
			return err
		}
		lock := ""
		if s.dialect == postgres {
			lock = " FOR SHARE"
		}
		var id string
		if err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT id FROM matches WHERE id = ?`+lock), r.Match).Scan(&id); err != nil {
			return found(err)
		}
		stored, err = scanReview(tx.QueryRowContext(ctx, s.dialect.sql(`SELECT `+reviewColumns+` FROM reviews WHERE match = ? AND game = ?`), r.Match, r.Game).Scan)
		if err == nil && !stored.Failed && (stored.FinishedAt == 0 || stored.Engine >= r.Engine) {
			return nil
		}
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		before := stored
		continues := err == nil && before.All == r.All && before.Nodes == r.Nodes && before.Engine == r.Engine
		var all, open, today int
		if err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT (SELECT COUNT(*) FROM reviews WHERE finished_at = 0),
	(SELECT COUNT(*) FROM reviews WHERE finished_at = 0 AND person = ?), (SELECT COUNT(*) FROM reviews WHERE person = ? AND requested_at > ?)`),
			r.Person, r.Person, r.RequestedAt.After(-match.Day)).Scan(&all, &open, &today); err != nil {
			return err
		}
		switch {
		case today >= limits.PerDay:
			return store.ErrReviewsToday
		case open >= limits.Open:
			return store.ErrReviewsOpen
		case all >= limits.All:
			return store.ErrReviewsFull
		}
		if !continues {
			if _, err := s.exec(ctx, tx, `DELETE FROM review_results WHERE match = ? AND game = ?`, r.Match, r.Game); err != nil {
				return err
			}
			before.Done = 0
		}
		stored = store.Review{
			Match: r.Match, Game: r.Game, Person: r.Person, RequestedAt: r.RequestedAt, Lease: store.Lease{DueAt: r.RequestedAt},
			// A worker that made the one that failed cannot store anything any more.
			Leases: before.Leases + 1, Done: before.Done, All: r.All, Nodes: r.Nodes, Engine: r.Engine,
		}
		_, err = s.exec(ctx, tx, `INSERT INTO reviews (`+reviewColumns+`) VALUES (?, ?, ?, ?, 0, 0, ?, 0, 0, 0, ?, ?, ?, ?, ?)
ON CONFLICT (match, game) DO UPDATE SET person = excluded.person, requested_at = excluded.requested_at, began_at = 0, finished_at = 0, due_at = excluded.due_at,
	running = 0, failed = 0, attempts = 0, leases = excluded.leases, done = excluded.done, total = excluded.total, nodes = excluded.nodes, engine = excluded.engine`,
			stored.Match, stored.Game, stored.Person, stored.RequestedAt, stored.DueAt, stored.Leases, stored.Done, stored.All, stored.Nodes, stored.Engine)
		return err
	})
	if err != nil {
		return store.Review{}, changed(err)
	}
	return stored, nil
}

// Review implements store.Reviews.
func (s *Store) Review(ctx context.Context, id string, game int) (store.Review, error) {
	return scanReview(s.read.QueryRowContext(ctx, s.dialect.sql(`SELECT `+reviewColumns+` FROM reviews WHERE match = ? AND game = ?`), id, game).Scan)
}

// ReviewsBy implements store.Reviews.
func (s *Store) ReviewsBy(ctx context.Context, person string) (list []store.Review, err error) {
	err = s.query(ctx, `SELECT `+reviewColumns+` FROM reviews WHERE person = ? ORDER BY requested_at DESC, match, game`, []any{person}, func(rows *sql.Rows) error {
		r, err := scanReview(rows.Scan)
		list = append(list, r)
		return err
	})
	return list, err
}

// ReviewResults implements store.Reviews.
func (s *Store) ReviewResults(ctx context.Context, id string, game int) (list []store.ReviewResult, err error) {
	err = s.query(ctx, `SELECT place, body FROM review_results WHERE match = ? AND game = ? ORDER BY place`, []any{id, game}, func(rows *sql.Rows) error {
		var r store.ReviewResult
		err := rows.Scan(&r.Place, &r.Body)
		list = append(list, r)
		return err
	})
	return list, err
}

// openReview is a review that is not finished. last is when a review of its person
// began last.
type openReview struct {
	store.Review
	last match.Moment
}

const openReviews = `SELECT ` + reviewColumns + `, (SELECT MAX(other.began_at) FROM reviews AS other WHERE other.person = reviews.person) FROM reviews WHERE finished_at = 0`

func scanOpenReview(scan func(...any) error) (r openReview, err error) {
	r.Review, err = scanReview(scan, &r.last)
	return r, err
}

// OpenReviews implements store.Reviews.
func (s *Store) OpenReviews(ctx context.Context, now match.Moment) ([]store.Review, error) {
	var list []openReview
	err := s.query(ctx, openReviews, nil, func(rows *sql.Rows) error {
		r, err := scanOpenReview(rows.Scan)
		list = append(list, r)
		return err
	})
	if err != nil {
		return nil, err
	}
	order(list, now)
	all := make([]store.Review, len(list))
	for i := range list {
		all[i] = list[i].Review
	}
	return all, nil
}

// order sorts reviews that are not finished: those that run, those that were
// interrupted, and the others by the turns of their people.
func order(list []openReview, now match.Moment) {
	rank := func(r *openReview) int {
		switch {
		case r.RunningAt(now):
			return 0
		case r.BeganAt > 0:
			return 1
		}
		return 2
	}
	slices.SortFunc(list, func(a, b openReview) int {
		return cmp.Or(cmp.Compare(rank(&a), rank(&b)), cmp.Compare(a.RequestedAt, b.RequestedAt), cmp.Compare(a.Match, b.Match), cmp.Compare(a.Game, b.Game))
	})
	first := slices.IndexFunc(list, func(r openReview) bool { return rank(&r) == 2 })
	if first < 0 {
		return
	}
	last := make(map[string]match.Moment)
	for i := range list {
		last[list[i].Person] = list[i].last
	}
	for turn := range list[first:] {
		rest, next := list[first+turn:], 0
		for i := range rest {
			if last[rest[i].Person] < last[rest[next].Person] {
				next = i
			}
		}
		chosen := rest[next]
		copy(rest[1:next+1], rest[:next])
		rest[0] = chosen
		last[chosen.Person] = now.After(match.Millis(turn + 1))
	}
}

// LeaseReview implements store.Reviews.
func (s *Store) LeaseReview(ctx context.Context, now, until match.Moment) (leased store.Review, err error) {
	err = s.lease(ctx, `reviews WHERE finished_at = 0 AND due_at <= ?`, []any{now}, func(tx *sql.Tx) error {
		if err := s.lockReviews(ctx, tx); err != nil {
			return err
		}
		next, err := s.nextReview(ctx, tx, now)
		if err != nil {
			return err
		}
		began := cmp.Or(next.BeganAt, now)
		leased, err = scanReview(tx.QueryRowContext(ctx, s.dialect.sql(`UPDATE reviews SET due_at = ?, running = 1, began_at = ?, attempts = attempts + 1, leases = leases + 1
WHERE match = ? AND game = ? AND finished_at = 0 AND leases = ? RETURNING `+reviewColumns), until, began, next.Match, next.Game, next.Leases).Scan)
		return err
	})
	if err != nil {
		return store.Review{}, err
	}
	return leased, nil
}

// ReleaseReview implements store.Reviews.
func (s *Store) ReleaseReview(ctx context.Context, r store.Review, due match.Moment, failed bool) error {
	return s.release(ctx, r.Lease, due, failed, `UPDATE reviews SET due_at = ?, attempts = ?, running = 0
WHERE match = ? AND game = ? AND requested_at = ? AND leases = ? AND finished_at = 0`, r.Match, r.Game, r.RequestedAt, r.Leases)
}

// nextReview returns the review to be made next, or ErrNotFound.
func (s *Store) nextReview(ctx context.Context, tx *sql.Tx, now match.Moment) (store.Review, error) {
	rows, err := tx.QueryContext(ctx, openReviews)
	if err != nil {
		return store.Review{}, err
	}
	defer rows.Close()
	var list []openReview
	busy := make(map[string]bool)
	for rows.Next() {
		r, err := scanOpenReview(rows.Scan)
		if err != nil {
			return store.Review{}, err
		}
		list = append(list, r)
		if r.RunningAt(now) {
			busy[r.Person] = true
		}
	}
	if err := rows.Err(); err != nil {
		return store.Review{}, err
	}
	order(list, now)
	for _, r := range list {
		if r.DueAt <= now && !busy[r.Person] {
			return r.Review, nil
		}
	}
	return store.Review{}, store.ErrNotFound
}

// KeepReview implements store.Reviews. It stores a notification when the review is done.
func (s *Store) KeepReview(ctx context.Context, r store.Review, results []store.ReviewResult) error {
	done := r.FinishedAt > 0 && !r.Failed
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		const leased = ` WHERE match = ? AND game = ? AND requested_at = ? AND leases = ? AND finished_at = 0`
		which := []any{r.Match, r.Game, r.RequestedAt, r.Leases}
		var before int
		lock := ""
		if s.dialect == postgres {
			lock = " FOR UPDATE"
		}
		if err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT engine FROM reviews`+leased+lock), which...).Scan(&before); err != nil {
			return found(err)
		}
		if before != r.Engine {
			if _, err := s.exec(ctx, tx, `DELETE FROM review_results WHERE match = ? AND game = ?`, r.Match, r.Game); err != nil {
				return err
			}
		}
		if err := s.update(ctx, tx, store.ErrNotFound, `UPDATE reviews SET attempts = ?, done = ?, due_at = ?, running = ?, failed = ?, finished_at = ?, engine = ?`+leased,
			append([]any{r.Attempts, r.Done, r.DueAt, number(r.Running), number(r.Failed), r.FinishedAt, r.Engine}, which...)...); err != nil {
			return err
		}
		for _, result := range results {
			if _, err := s.exec(ctx, tx, `INSERT INTO review_results (match, game, place, body) VALUES (?, ?, ?, ?) ON CONFLICT (match, game, place) DO UPDATE SET body = excluded.body`,
				r.Match, r.Game, result.Place, result.Body); err != nil {
				return err
			}
		}
		if !done {
			return nil
		}
		// The person who requested it may have been deleted since it was leased.
		var person string
		err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT person FROM reviews WHERE match = ? AND game = ?`), r.Match, r.Game).Scan(&person)
		if err != nil || person == "" {
			return err
		}
		if err := s.addNotification(ctx, tx, person, store.Notification{Kind: store.ReviewReady, Match: r.Match, Game: r.Game, At: r.FinishedAt}); err != nil {
			return err
		}
		return s.notify(ctx, tx, notificationsPayload(person))
	}))
}

// CancelReview implements store.Reviews.
func (s *Store) CancelReview(ctx context.Context, id string, game int, e store.Entry) error {
	return s.changeLogged(ctx, "", e, func(tx *sql.Tx) error {
		err := s.deleteReview(ctx, tx, id, game, ` AND finished_at = 0`)
		if !errors.Is(err, store.ErrNotFound) {
			return err
		}
		var n int
		if err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT COUNT(*) FROM reviews WHERE match = ? AND game = ?`), id, game).Scan(&n); err != nil {
			return err
		}
		if n > 0 {
			return store.ErrReviewFinished
		}
		return err
	})
}

// DeleteReview implements store.Reviews.
func (s *Store) DeleteReview(ctx context.Context, id string, game int, e store.Entry) error {
	return s.changeLogged(ctx, "", e, func(tx *sql.Tx) error { return s.deleteReview(ctx, tx, id, game, "") })
}

// deleteReview deletes a review that meets a condition, with its results, or returns
// ErrNotFound.
func (s *Store) deleteReview(ctx context.Context, tx *sql.Tx, id string, game int, condition string) error {
	if err := s.update(ctx, tx, store.ErrNotFound, `DELETE FROM reviews WHERE match = ? AND game = ?`+condition, id, game); err != nil {
		return err
	}
	_, err := s.exec(ctx, tx, `DELETE FROM review_results WHERE match = ? AND game = ?`, id, game)
	return err
}
