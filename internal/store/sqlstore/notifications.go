package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strings"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// NotificationsOf implements store.Notifications.
func (s *Store) NotificationsOf(ctx context.Context, person string, limit int) ([]store.Notification, error) {
	list := []store.Notification{}
	err := s.query(ctx, `SELECT kind, match, game, at, seen <> 0 FROM notifications WHERE person = ? ORDER BY at DESC, kind, match, game LIMIT ?`, []any{person, limit}, func(rows *sql.Rows) error {
		var n store.Notification
		err := rows.Scan(&n.Kind, &n.Match, &n.Game, &n.At, &n.Read)
		list = append(list, n)
		return err
	})
	return list, err
}

// ReadNotifications implements store.Notifications.
func (s *Store) ReadNotifications(ctx context.Context, person, about string, until match.Moment) (bool, error) {
	const unread = `person = ? AND at <= ? AND seen = 0 AND (CAST(? AS TEXT) = '' OR match = ?)`
	args := []any{person, until, about, about}
	var n int64
	err := s.change(ctx, "", func(tx *sql.Tx) error {
		if s.dialect == postgres { // in the order of putNotifications
			if _, err := s.exec(ctx, tx, `SELECT 1 FROM notifications WHERE `+unread+` ORDER BY match, kind FOR UPDATE`, args...); err != nil {
				return err
			}
		}
		result, err := s.exec(ctx, tx, `UPDATE notifications SET seen = 1 WHERE `+unread, args...)
		if err != nil {
			return err
		}
		if n, err = result.RowsAffected(); err != nil || n == 0 {
			return err
		}
		return s.notify(ctx, tx, notificationsPayload(person))
	})
	return n > 0, unavailable(err)
}

const addNotification = `INSERT INTO notifications (person, kind, match, game, at, seen) VALUES (?, ?, ?, ?, ?, 0)
ON CONFLICT (person, kind, match, game) DO UPDATE SET at = excluded.at, seen = 0`

// putNotifications changes notifications about a match. All transactions lock rows in the
// same order: by match, person and kind.
func (s *Store) putNotifications(ctx context.Context, tx *sql.Tx, id string, owner match.Player, changes []store.NotificationChange) error {
	slices.SortStableFunc(changes, func(a, b store.NotificationChange) int {
		return cmp.Or(cmp.Compare(a.Person, b.Person), cmp.Compare(a.Kind, b.Kind))
	})
	for _, c := range changes {
		var err error
		switch {
		case c.Invited != "":
			// Not if the person blocks the owner of the table.
			_, err = s.exec(ctx, tx, `INSERT INTO notifications (person, kind, match, game, at, seen)
SELECT people.id, CAST(? AS TEXT), CAST(? AS TEXT), 0, CAST(? AS BIGINT), 0 FROM people WHERE people.account = ? AND people.id <> ? AND NOT EXISTS (SELECT 1 FROM blocks WHERE person = people.id AND other = ?)
ON CONFLICT (person, kind, match, game) DO NOTHING`, c.Kind, id, c.At, strings.ToLower(c.Invited), owner.ID, owner.ID)
		case c.Person == "":
			_, err = s.exec(ctx, tx, `DELETE FROM notifications WHERE match = ? AND kind = ?`, id, c.Kind)
		case c.At > 0:
			_, err = s.exec(ctx, tx, addNotification, c.Person, c.Kind, id, c.Game, c.At)
		default:
			_, err = s.exec(ctx, tx, `DELETE FROM notifications WHERE person = ? AND kind = ? AND match = ? AND game = ?`, c.Person, c.Kind, id, c.Game)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// renameInNotifications gives the notifications about a match to another identity of the
// person.
func (s *Store) renameInNotifications(ctx context.Context, tx *sql.Tx, id string, e match.Event) error {
	if e.By == e.Player.ID {
		return nil
	}
	if e.Player.Name != match.DeletedName {
		if _, err := s.exec(ctx, tx, `INSERT INTO notifications (person, kind, match, game, at, seen)
SELECT CAST(? AS TEXT), kind, match, game, at, seen FROM notifications WHERE match = ? AND person = ? ON CONFLICT (person, kind, match, game) DO NOTHING`, e.Player.ID, id, e.By); err != nil {
			return err
		}
	}
	_, err := s.exec(ctx, tx, `DELETE FROM notifications WHERE match = ? AND person = ?`, id, e.By)
	return err
}
