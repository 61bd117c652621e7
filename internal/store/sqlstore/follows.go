package sqlstore

import (
	"context"
	"database/sql"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// lockPerson locks the row of a person, so that concurrent changes of what belongs to the
// person happen one after the other.
func (s *Store) lockPerson(ctx context.Context, tx *sql.Tx, person string) error {
	_, err := s.exec(ctx, tx, `UPDATE people SET epoch = epoch WHERE id = ?`, person)
	return err
}

// lockMember is lockPerson for somebody with an account; it returns ErrNotFound for others.
func (s *Store) lockMember(ctx context.Context, tx *sql.Tx, person string) error {
	return s.update(ctx, tx, store.ErrNotFound, `UPDATE people SET epoch = epoch WHERE id = ? AND account IS NOT NULL AND deleted_as = ''`, person)
}

// Follow implements store.Follows.
func (s *Store) Follow(ctx context.Context, person, other string, at match.Moment, atMost int) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		if err := s.lockPerson(ctx, tx, person); err != nil {
			return err
		}
		var blocks, follows int
		err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT (SELECT COUNT(*) FROM blocks WHERE person = ? AND other = ?), (SELECT COUNT(*) FROM follows WHERE person = ? AND other <> ?)`),
			person, other, person, other).Scan(&blocks, &follows)
		switch {
		case err != nil:
			return err
		case blocks > 0:
			return store.ErrConflict
		case follows >= atMost:
			return store.ErrTooMany
		}
		err = s.update(ctx, tx, store.ErrNotFound, `INSERT INTO follows (person, other, since, push)
SELECT follower.id, people.id, CAST(? AS BIGINT), (SELECT COUNT(*) FROM notification_modes WHERE person = follower.id AND kind = 'table' AND mode = 'push')
FROM people JOIN people AS follower ON follower.id = ? AND follower.account IS NOT NULL
WHERE people.id = ? AND people.account IS NOT NULL AND people.deleted_as = ''
ON CONFLICT (person, other) DO UPDATE SET since = follows.since`, at, person, other)
		if err != nil {
			return err
		}
		return s.notify(ctx, tx, notificationsPayload(person))
	}))
}

// Unfollow implements store.Follows.
func (s *Store) Unfollow(ctx context.Context, person, other string) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		if _, err := s.exec(ctx, tx, `DELETE FROM follows WHERE person = ? AND other = ?`, person, other); err != nil {
			return err
		}
		return s.notify(ctx, tx, notificationsPayload(person))
	}))
}

// IsFollowing implements store.Follows.
func (s *Store) IsFollowing(ctx context.Context, person, other string) (follows bool, err error) {
	err = s.read.QueryRowContext(ctx, s.dialect.sql(`SELECT COUNT(*) > 0 FROM follows WHERE person = ? AND other = ?`), person, other).Scan(&follows)
	return follows, unavailable(err)
}

// Following implements store.Follows.
func (s *Store) Following(ctx context.Context, person string) ([]store.Followed, error) {
	list := []store.Followed{}
	err := s.query(ctx, `SELECT people.id, people.name, people.account IS NOT NULL, people.bot <> 0, people.since, people.arms, follows.since,
people.hidden <> 0 OR EXISTS (SELECT 1 FROM blocks WHERE blocks.person = follows.other AND blocks.other = follows.person)
FROM follows JOIN people ON people.id = follows.other
WHERE follows.person = ? AND people.deleted_as = '' ORDER BY follows.since DESC, people.id`, []any{person}, func(rows *sql.Rows) error {
		var f store.Followed
		p := &f.Person
		err := rows.Scan(&p.ID, &p.Name, &p.Registered, &p.Bot, &p.Since, &p.Arms, &f.Since, &f.Unseen)
		list = append(list, f)
		return err
	})
	return list, err
}
