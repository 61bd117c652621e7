package sqlstore

import (
	"context"
	"database/sql"
	"slices"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// AddClubNotice implements store.Clubs.
func (s *Store) AddClubNotice(ctx context.Context, n store.ClubNotice, least store.ClubRole, limits store.ClubLimits) (notified []string, err error) {
	err = s.change(ctx, "", func(tx *sql.Tx) error {
		notified = nil
		if err := s.lockClub(ctx, tx, n.Club); err != nil {
			return err
		}
		members, err := s.count(ctx, tx, `SELECT COUNT(*) FROM club_members WHERE club = ? AND person = ? AND (CAST(? AS TEXT) = 'member' OR role <> 'member')`, n.Club, n.Person, least)
		if err != nil {
			return err
		}
		if members == 0 {
			return store.ErrConflict
		}
		if n.Parent != "" {
			err = s.checkReply(ctx, tx, n, limits.Replies)
		}
		if err != nil {
			return err
		}
		if err := s.putNotice(ctx, tx, n, limits.Notices); err != nil || n.Parent != "" {
			return err
		}
		// Members are notified of the first notice after a pause.
		result, err := s.exec(ctx, tx, `UPDATE clubs SET notified_at = ? WHERE id = ? AND notified_at <= ?`, n.At, n.Club, n.At.After(-store.ClubNoticePause))
		if err != nil {
			return err
		}
		if due, err := result.RowsAffected(); err != nil || due == 0 {
			return err
		}
		notified, err = s.notifyClub(ctx, tx, n.Club, n.Club, store.ClubPosted, n.At, `muted = 0 AND person <> ?`, n.Person)
		return err
	})
	return notified, changed(err)
}

// AddTournamentNotice implements store.Clubs.
func (s *Store) AddTournamentNotice(ctx context.Context, n store.ClubNotice, limits store.ClubLimits) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		if err := s.lockOwner(ctx, tx, n.Person); err != nil {
			return err
		}
		if err := s.update(ctx, tx, store.ErrNotFound, `UPDATE tournaments SET seq = seq WHERE id = ?`, n.Club); err != nil {
			return err
		}
		return s.putNotice(ctx, tx, n, limits.Notices)
	}))
}

// putNotice stores a notice or reply. The oldest notices beyond a number are deleted.
func (s *Store) putNotice(ctx context.Context, tx *sql.Tx, n store.ClubNotice, most int) error {
	if _, err := s.exec(ctx, tx, `INSERT INTO club_notices (club, id, parent, person, at, body) VALUES (?, ?, ?, ?, ?, ?)`, n.Club, n.ID, n.Parent, n.Person, n.At, n.Text); err != nil || n.Parent != "" {
		return err
	}
	return s.deleteOldNotices(ctx, tx, n.Club, most)
}

// checkReply returns an error if there is no notice for a reply, or if it has too many.
func (s *Store) checkReply(ctx context.Context, tx *sql.Tx, n store.ClubNotice, most int) error {
	notices, err := s.count(ctx, tx, `SELECT COUNT(*) FROM club_notices WHERE club = ? AND id = ? AND parent = ''`, n.Club, n.Parent)
	if err != nil {
		return err
	}
	if notices == 0 {
		return store.ErrNotFound
	}
	replies, err := s.count(ctx, tx, `SELECT COUNT(*) FROM club_notices WHERE club = ? AND parent = ?`, n.Club, n.Parent)
	if err == nil && replies >= most {
		err = store.ErrTooMany
	}
	return err
}

// deleteOldNotices deletes the oldest notices of a club beyond a number, with their replies.
func (s *Store) deleteOldNotices(ctx context.Context, tx *sql.Tx, club string, most int) error {
	ids, err := s.idsIn(ctx, tx, `SELECT id FROM club_notices WHERE club = ? AND parent = '' ORDER BY at DESC, id LIMIT 1000 OFFSET ?`, club, most)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.deleteNotice(ctx, tx, club, id); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) deleteNotice(ctx context.Context, tx *sql.Tx, club, id string) error {
	if _, err := s.exec(ctx, tx, `DELETE FROM club_notices WHERE club = ? AND parent = ?`, club, id); err != nil {
		return err
	}
	return s.update(ctx, tx, store.ErrNotFound, `DELETE FROM club_notices WHERE club = ? AND id = ?`, club, id)
}

// notifyClub adds a notification about the club or its tournament to the members of a club that
// fulfil a condition, and queues its pushes. It returns the members.
func (s *Store) notifyClub(ctx context.Context, tx *sql.Tx, club, about string, kind store.NotificationKind, at match.Moment, where string, args ...any) ([]string, error) {
	people, err := s.idsIn(ctx, tx, `SELECT person FROM club_members WHERE club = ? AND `+where+` AND NOT EXISTS (SELECT 1 FROM notification_modes AS m WHERE m.person = club_members.person AND m.kind = ? AND m.mode = 'off') ORDER BY person`,
		slices.Concat([]any{club}, args, []any{kind})...)
	if err != nil {
		return nil, err
	}
	for part := range slices.Chunk(people, maxRows) {
		ids := make([]any, len(part))
		for i, id := range part {
			ids[i] = id
		}
		if _, err := s.exec(ctx, tx, `INSERT INTO notifications (person, kind, match, game, at, seen)
SELECT id, CAST(? AS TEXT), CAST(? AS TEXT), 0, CAST(? AS BIGINT), 0 FROM people WHERE id IN (`+marks(len(ids))+`) ORDER BY id
ON CONFLICT (person, kind, match, game) DO UPDATE SET at = excluded.at, seen = 0`, append([]any{kind, about, at}, ids...)...); err != nil {
			return nil, err
		}
		if _, err := s.exec(ctx, tx, `INSERT INTO pushes (device, kind, match, game, queued_at, due_at, attempts, leases, service)
SELECT id, CAST(? AS TEXT), CAST(? AS TEXT), 0, CAST(? AS BIGINT), CAST(? AS BIGINT), 0, 0, service FROM push_devices
WHERE person IN (`+marks(len(ids))+`) AND NOT EXISTS (SELECT 1 FROM notification_modes AS m WHERE m.person = push_devices.person AND m.kind = ? AND m.mode <> 'push')
	AND (SELECT COUNT(*) FROM pushes AS p WHERE p.device = push_devices.id) < ? ORDER BY id
ON CONFLICT (device, kind, match, game) DO UPDATE SET queued_at = excluded.queued_at, due_at = excluded.due_at, attempts = 0, leases = pushes.leases + 1`,
			slices.Concat([]any{kind, about, at, at}, ids, []any{kind, store.MaxPushes})...); err != nil {
			return nil, err
		}
		for _, id := range part {
			if err := s.notify(ctx, tx, notificationsPayload(id)); err != nil {
				return nil, err
			}
		}
	}
	return people, nil
}

// deleteClubNotifications deletes notifications about a club that fulfil a further condition.
func (s *Store) deleteClubNotifications(ctx context.Context, tx *sql.Tx, club, and string, args ...any) error {
	_, err := s.exec(ctx, tx, `DELETE FROM notifications WHERE match = ?`+and, append([]any{club}, args...)...)
	return err
}

// The author of a notice is missing after the deletion of the account.
const noticeColumns = `SELECT n.club, n.id, n.parent, n.person, COALESCE(people.name, ''), COALESCE(people.arms, ''), n.at, n.body,
	(SELECT COUNT(*) FROM club_notices AS r WHERE r.club = n.club AND r.parent = n.id) FROM club_notices AS n LEFT JOIN people ON people.id = n.person WHERE `

func noticeFields(n *store.ClubNotice) []any {
	return []any{&n.Club, &n.ID, &n.Parent, &n.Person, &n.Name, &n.Arms, &n.At, &n.Text, &n.Replies}
}

func (s *Store) clubNotices(ctx context.Context, where string, args ...any) ([]store.ClubNotice, error) {
	list := []store.ClubNotice{}
	err := s.query(ctx, noticeColumns+where, args, func(rows *sql.Rows) error {
		var n store.ClubNotice
		err := rows.Scan(noticeFields(&n)...)
		list = append(list, n)
		return err
	})
	return list, err
}

// ClubNotices implements store.Clubs.
func (s *Store) ClubNotices(ctx context.Context, club string, skip, limit int) ([]store.ClubNotice, error) {
	return s.clubNotices(ctx, `n.club = ? AND n.parent = '' ORDER BY n.at DESC, n.id LIMIT ? OFFSET ?`, club, limit, skip)
}

// ClubReplies implements store.Clubs.
func (s *Store) ClubReplies(ctx context.Context, club, notice string, limit int) ([]store.ClubNotice, error) {
	list, err := s.clubNotices(ctx, `n.club = ? AND n.parent = ? ORDER BY n.at DESC, n.id LIMIT ?`, club, notice, limit)
	slices.Reverse(list)
	return list, err
}

// ClubNotice implements store.Clubs.
func (s *Store) ClubNotice(ctx context.Context, club, id string) (n store.ClubNotice, err error) {
	err = s.read.QueryRowContext(ctx, s.dialect.sql(noticeColumns+`n.club = ? AND n.id = ?`), club, id).Scan(noticeFields(&n)...)
	return n, found(err)
}

// DeleteClubNotice implements store.Clubs.
func (s *Store) DeleteClubNotice(ctx context.Context, club, id string, e *store.Entry) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		if _, err := s.exec(ctx, tx, `UPDATE clubs SET version = version WHERE id = ?`, club); err != nil {
			return err
		}
		if err := s.deleteNotice(ctx, tx, club, id); err != nil || e == nil {
			return err
		}
		return s.addEntry(ctx, tx, *e)
	}))
}

// ClubNoticesBy implements store.Clubs.
func (s *Store) ClubNoticesBy(ctx context.Context, person string) ([]store.ClubNotice, error) {
	return s.clubNotices(ctx, `n.person = ? ORDER BY n.at DESC, n.club, n.id`, person)
}

// leaveNotices deletes the notices and replies of a person in a club. Of notices with replies
// by others only the texts are deleted.
func (s *Store) leaveNotices(ctx context.Context, tx *sql.Tx, club, person string) error {
	for _, query := range []string{
		`DELETE FROM club_notices WHERE club = ? AND person = ? AND parent <> ''`,
		`DELETE FROM club_notices WHERE club = ? AND person = ? AND NOT EXISTS (SELECT 1 FROM club_notices AS r WHERE r.club = club_notices.club AND r.parent = club_notices.id)`,
		`UPDATE club_notices SET person = '', body = '' WHERE club = ? AND person = ?`,
	} {
		if _, err := s.exec(ctx, tx, query, club, person); err != nil {
			return err
		}
	}
	return nil
}
