package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
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

// addNotification adds a notification of a person, or replaces the one of the same kind,
// match and game, and queues its pushes, unless the person does not want the kind.
func (s *Store) addNotification(ctx context.Context, tx *sql.Tx, person string, n store.Notification) error {
	result, err := s.exec(ctx, tx, `INSERT INTO notifications (person, kind, match, game, at, seen)
SELECT CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS INTEGER), CAST(? AS BIGINT), 0 WHERE NOT EXISTS (SELECT 1 FROM notification_modes WHERE person = ? AND kind = ? AND mode = 'off')
ON CONFLICT (person, kind, match, game) DO UPDATE SET at = excluded.at, seen = 0`, person, n.Kind, n.Match, n.Game, n.At, person, n.Kind)
	if err != nil {
		return err
	}
	if added, err := result.RowsAffected(); err != nil || added == 0 {
		return err
	}
	return s.queuePushes(ctx, tx, person, n)
}

// invitedBy returns the ID of the person with a name whom an owner of a table can invite, ""
// for none: people who block the owner are not notified.
func (s *Store) invitedBy(ctx context.Context, tx *sql.Tx, name string, owner match.Player) (person string, err error) {
	err = tx.QueryRowContext(ctx, s.dialect.sql(`SELECT id FROM people WHERE account = ? AND id <> ? AND NOT EXISTS (SELECT 1 FROM blocks WHERE person = people.id AND other = ?)`),
		strings.ToLower(name), owner.ID, owner.ID).Scan(&person)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return person, err
}

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
			var person string
			if person, err = s.invitedBy(ctx, tx, c.Invited, owner); err == nil && person != "" {
				err = s.addNotification(ctx, tx, person, store.Notification{Kind: c.Kind, Match: id, At: c.At})
			}
		case c.Person == "":
			_, err = s.exec(ctx, tx, `DELETE FROM notifications WHERE match = ? AND kind = ?`, id, c.Kind)
		case c.At > 0:
			err = s.addNotification(ctx, tx, c.Person, store.Notification{Kind: c.Kind, Match: id, Game: c.Game, At: c.At})
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

// deleteSurplusNotifications deletes the oldest notifications of people with more than
// MaxNotifications.
func (s *Store) deleteSurplusNotifications(ctx context.Context) error {
	const many = `SELECT person FROM notifications GROUP BY person HAVING COUNT(*) > ?`
	return s.clean(ctx, many, []any{store.MaxNotifications}, func(tx *sql.Tx, person string) error {
		_, err := s.exec(ctx, tx, `DELETE FROM notifications WHERE person = ? AND (kind, match, game) IN
	(SELECT kind, match, game FROM notifications WHERE person = ? ORDER BY at DESC, kind, match, game LIMIT 1000000 OFFSET ?)`, person, person, store.MaxNotifications)
		return err
	})
}
