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
	tables := 0
	err := s.query(ctx, `SELECT kind, match, game, at, seen <> 0 FROM (`+allNotifications+`) AS n ORDER BY at DESC, kind, match, game`, []any{person, person}, func(rows *sql.Rows) error {
		var n store.Notification
		err := rows.Scan(&n.Kind, &n.Match, &n.Game, &n.At, &n.Read)
		switch {
		case n.Kind == store.TableOpened && tables < limit:
			tables++
			list = append(list, n)
		case n.Kind != store.TableOpened && len(list)-tables < limit:
			list = append(list, n)
		}
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
		if n, err = result.RowsAffected(); err != nil {
			return err
		}
		tables, err := s.exec(ctx, tx, `INSERT INTO notifications (person, kind, match, game, at, seen)
SELECT person, kind, match, game, at, 1 FROM (`+openedTables+`) AS n WHERE seen = 0 AND at <= ? AND (CAST(? AS TEXT) = '' OR match = ?) ORDER BY match
ON CONFLICT (person, kind, match, game) DO NOTHING`, person, until, about, about)
		if err != nil {
			return err
		}
		read, err := tables.RowsAffected()
		if n += read; err != nil || n == 0 {
			return err
		}
		return s.notify(ctx, tx, notificationsPayload(person))
	})
	return n > 0, unavailable(err)
}

// openedTables selects the notifications of a person of kind TableOpened. Those that are read
// are stored, too.
const openedTables = `SELECT follows.person, 'table' AS kind, openings.match, 0 AS game, openings.at,
	(SELECT COUNT(*) FROM notifications AS r WHERE r.person = follows.person AND r.kind = 'table' AND r.match = openings.match AND r.game = 0) AS seen
FROM follows JOIN openings ON openings.person = follows.other JOIN people ON people.id = follows.other
WHERE follows.person = ? AND openings.at >= follows.since AND ` + showsTables + `
	AND NOT EXISTS (SELECT 1 FROM notification_modes AS m WHERE m.person = follows.person AND m.kind = 'table' AND m.mode = 'off')`

// showsTables is the condition that the followed one of people shows tables to the follower.
const showsTables = `people.hidden = 0 AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.person = follows.other AND blocks.other = follows.person)`

// allNotifications selects all notifications of a person, who is the argument twice.
const allNotifications = `SELECT person, kind, match, game, at, seen FROM notifications WHERE person = ? AND kind <> 'table' UNION ALL ` + openedTables

// putOpening stores whether a public table waits, of an owner with an account.
func (s *Store) putOpening(ctx context.Context, tx *sql.Tx, v *store.Summary, events []match.Event) error {
	has := func(types ...match.EventType) bool {
		return slices.ContainsFunc(events, func(e match.Event) bool { return slices.Contains(types, e.Type) })
	}
	switch waits := v.Phase == match.Waiting && v.Owner.Account; {
	case waits && has(match.Opened, match.Renamed):
		_, err := s.exec(ctx, tx, `INSERT INTO openings (match, person, at) SELECT id, CAST(? AS TEXT), opened_at FROM matches WHERE id = ?
ON CONFLICT (match) DO UPDATE SET person = excluded.person`, v.Owner.ID, v.Match)
		return err
	case !waits && has(match.Arranged, match.Closed, match.Renamed):
		err := s.update(ctx, tx, store.ErrNotFound, `DELETE FROM openings WHERE match = ?`, v.Match)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		_, err = s.exec(ctx, tx, `DELETE FROM notifications WHERE match = ? AND kind = 'table'`, v.Match)
		return err
	}
	return nil
}

// queueTablePushes queues the pushes of an opened table for those who follow its owner and want
// them, unless another table of the owner was pushed shortly before.
func (s *Store) queueTablePushes(ctx context.Context, tx *sql.Tx, id string) error {
	result, err := s.exec(ctx, tx, `INSERT INTO pushes (device, kind, match, game, queued_at, due_at, attempts, leases, service)
SELECT push_devices.id, 'table', openings.match, 0, openings.at, openings.at, 0, 0, push_devices.service
FROM openings JOIN people ON people.id = openings.person JOIN follows ON follows.other = openings.person AND follows.push = 1 JOIN push_devices ON push_devices.person = follows.person
WHERE openings.match = ? AND `+showsTables+` AND NOT EXISTS (SELECT 1 FROM table_pushes WHERE table_pushes.person = openings.person AND table_pushes.at > openings.at - ?)
	AND (SELECT COUNT(*) FROM pushes AS p WHERE p.device = push_devices.id) < ? ORDER BY follows.since, push_devices.id LIMIT ?
ON CONFLICT (device, kind, match, game) DO NOTHING`, id, store.TablePushPause, store.MaxPushes, store.MaxTablePushes)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return err
	}
	_, err = s.exec(ctx, tx, `INSERT INTO table_pushes (person, at) SELECT person, at FROM openings WHERE match = ? ON CONFLICT (person) DO UPDATE SET at = excluded.at`, id)
	return err
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
// for none: nobody is notified if one of both blocks the other.
func (s *Store) invitedBy(ctx context.Context, tx *sql.Tx, name string, owner match.Player) (person string, err error) {
	err = tx.QueryRowContext(ctx, s.dialect.sql(`SELECT id FROM people WHERE account = ? AND id <> ? AND NOT EXISTS (SELECT 1 FROM blocks WHERE person = people.id AND other = ? OR person = ? AND other = people.id)`),
		strings.ToLower(name), owner.ID, owner.ID, owner.ID).Scan(&person)
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
// MaxNotifications, without those of kind TableOpened, which end with their tables.
func (s *Store) deleteSurplusNotifications(ctx context.Context) error {
	const many = `SELECT person FROM notifications WHERE kind <> 'table' GROUP BY person HAVING COUNT(*) > ?`
	return s.clean(ctx, many, []any{store.MaxNotifications}, func(tx *sql.Tx, person string) error {
		_, err := s.exec(ctx, tx, `DELETE FROM notifications WHERE person = ? AND (kind, match, game) IN
	(SELECT kind, match, game FROM notifications WHERE person = ? AND kind <> 'table' ORDER BY at DESC, kind, match, game LIMIT 1000000 OFFSET ?)`, person, person, store.MaxNotifications)
		return err
	})
}
