package sqlstore

import (
	"context"
	"database/sql"
	"errors"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// Block implements store.Blocks.
func (s *Store) Block(ctx context.Context, person, other string, at match.Moment) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		if err := s.lockPerson(ctx, tx, person); err != nil {
			return err
		}
		if _, err := s.exec(ctx, tx, `INSERT INTO blocks (person, other, since) VALUES (?, ?, ?) ON CONFLICT (person, other) DO NOTHING`, person, other, at); err != nil {
			return err
		}
		if _, err := s.exec(ctx, tx, `DELETE FROM follows WHERE person = ? AND other = ?`, person, other); err != nil {
			return err
		}
		for _, pair := range [][2]string{{person, other}, {other, person}} {
			if err := s.deleteChallenges(ctx, tx, pair[0], pair[1]); err != nil {
				return err
			}
			if err := s.notify(ctx, tx, notificationsPayload(pair[0])); err != nil {
				return err
			}
		}
		return nil
	}))
}

// deleteChallenges deletes the notifications and the pushes of a person about the private tables
// of an owner.
func (s *Store) deleteChallenges(ctx context.Context, tx *sql.Tx, person, owner string) error {
	for _, query := range []string{
		`DELETE FROM pushes WHERE device IN (SELECT id FROM push_devices WHERE person = ?)`,
		`DELETE FROM notifications WHERE person = ?`,
	} {
		if _, err := s.exec(ctx, tx, query+` AND kind = ? AND match IN (SELECT id FROM matches WHERE phase = ? AND visibility = ? AND /*json*/(summary, owner, id) = ?)`,
			person, store.Challenge, match.Waiting, match.Private, owner); err != nil {
			return err
		}
	}
	return nil
}

// Unblock implements store.Blocks.
func (s *Store) Unblock(ctx context.Context, person, other string, at match.Moment) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		err := s.update(ctx, tx, store.ErrNotFound, `DELETE FROM blocks WHERE person = ? AND other = ?`, person, other)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err = s.exec(ctx, tx, `UPDATE follows SET since = ? WHERE person = ? AND other = ?`, at, other, person); err != nil {
			return err
		}
		return s.notify(ctx, tx, notificationsPayload(other))
	}))
}

// Blocks implements store.Blocks.
func (s *Store) Blocks(ctx context.Context, person string) ([]store.Person, error) {
	list := []store.Person{}
	err := s.query(ctx, `SELECT people.id, people.name, people.account IS NOT NULL, people.since, people.arms FROM blocks JOIN people ON people.id = blocks.other
WHERE blocks.person = ? ORDER BY blocks.since DESC, people.id`, []any{person}, func(rows *sql.Rows) error {
		var p store.Person
		err := rows.Scan(&p.ID, &p.Name, &p.Registered, &p.Since, &p.Arms)
		list = append(list, p)
		return err
	})
	return list, err
}

// BlockedBy implements store.Blocks.
func (s *Store) BlockedBy(ctx context.Context, person string, by []string) (blocked bool, err error) {
	if len(by) == 0 {
		return false, nil
	}
	args := []any{person}
	for _, id := range by {
		args = append(args, id)
	}
	err = s.read.QueryRowContext(ctx, s.dialect.sql(`SELECT COUNT(*) > 0 FROM blocks WHERE other = ? AND person IN (`+marks(len(by))+`)`), args...).Scan(&blocked)
	return blocked, unavailable(err)
}

// Mute implements store.Blocks.
func (s *Store) Mute(ctx context.Context, person, id string, muted bool) error {
	query := `DELETE FROM mutes WHERE person = ? AND match = ?`
	if muted {
		query = `INSERT INTO mutes (person, match) VALUES (?, ?) ON CONFLICT (person, match) DO NOTHING`
	}
	_, err := s.run(ctx, query, person, id)
	return unavailable(err)
}

// Muted implements store.Blocks.
func (s *Store) Muted(ctx context.Context, person, id string) (muted bool, err error) {
	err = s.read.QueryRowContext(ctx, s.dialect.sql(`SELECT COUNT(*) > 0 FROM mutes WHERE person = ? AND match = ?`), person, id).Scan(&muted)
	return muted, unavailable(err)
}

// AddReport implements store.Reports.
func (s *Store) AddReport(ctx context.Context, r store.Report) error {
	_, err := s.run(ctx, `INSERT INTO reports (id, at, by_person, by_name, about, about_name, match, reason, body, done_at, game, ply, study, motto, club, notice, quote, tournament) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		r.ID, r.At, r.By, r.ByName, r.About, r.AboutName, r.Match, r.Reason, r.Text, r.DoneAt, r.Game, r.Ply, r.Study, r.Motto, r.Club, r.Notice, r.Quote, r.Tournament)
	return taken(err)
}

func (s *Store) reports(ctx context.Context, where string, args ...any) ([]store.Report, error) {
	list := []store.Report{}
	err := s.query(ctx, `SELECT id, at, by_person, by_name, about, about_name, match, reason, body, done_at, game, ply, study, motto, club, notice, quote, tournament FROM reports `+where+` ORDER BY at DESC, id`, args, func(rows *sql.Rows) error {
		var r store.Report
		err := rows.Scan(&r.ID, &r.At, &r.By, &r.ByName, &r.About, &r.AboutName, &r.Match, &r.Reason, &r.Text, &r.DoneAt, &r.Game, &r.Ply, &r.Study, &r.Motto, &r.Club, &r.Notice, &r.Quote, &r.Tournament)
		list = append(list, r)
		return err
	})
	return list, err
}

// Reports implements store.Reports.
func (s *Store) Reports(ctx context.Context, done bool) ([]store.Report, error) {
	if done {
		return s.reports(ctx, ``)
	}
	return s.reports(ctx, `WHERE done_at = 0`)
}

// ReportsBy implements store.Reports.
func (s *Store) ReportsBy(ctx context.Context, person string) ([]store.Report, error) {
	return s.reports(ctx, `WHERE by_person = ?`, person)
}

// Report implements store.Reports.
func (s *Store) Report(ctx context.Context, id string) (store.Report, error) {
	list, err := s.reports(ctx, `WHERE id = ?`, id)
	if err == nil && len(list) == 0 {
		return store.Report{}, store.ErrNotFound
	}
	if err != nil {
		return store.Report{}, err
	}
	return list[0], nil
}

// CloseReport implements store.Reports.
func (s *Store) CloseReport(ctx context.Context, id string, at match.Moment) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		var by, about string
		err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT by_person FROM reports WHERE id = ?`), id).Scan(&by)
		if err != nil {
			return found(err)
		}
		// So that two reports do not get the same number.
		if err := s.lockPerson(ctx, tx, by); err != nil {
			return err
		}
		err = tx.QueryRowContext(ctx, s.dialect.sql(`UPDATE reports SET done_at = ? WHERE id = ? AND done_at = 0 RETURNING by_person, match`), at, id).Scan(&by, &about)
		if errors.Is(err, sql.ErrNoRows) { // it is closed already
			return s.update(ctx, tx, store.ErrNotFound, `UPDATE reports SET done_at = ? WHERE id = ?`, at, id)
		}
		if err != nil || at == 0 || by == "" {
			return err
		}
		// Each report has its own notification.
		n := store.Notification{Kind: store.ReportClosed, Match: about, At: at}
		err = tx.QueryRowContext(ctx, s.dialect.sql(`SELECT COALESCE(MAX(game), 0) + 1 FROM notifications WHERE person = ? AND kind = ?`), by, n.Kind).Scan(&n.Game)
		if err != nil {
			return err
		}
		if err := s.addNotification(ctx, tx, by, n); err != nil {
			return err
		}
		return s.notify(ctx, tx, notificationsPayload(by))
	}))
}

// DeleteClosedReports implements store.Reports.
func (s *Store) DeleteClosedReports(ctx context.Context, before match.Moment) error {
	_, err := s.run(ctx, `DELETE FROM reports WHERE done_at > 0 AND done_at < ?`, before)
	return unavailable(err)
}
