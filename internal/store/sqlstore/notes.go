package sqlstore

import (
	"context"
	"database/sql"
	"errors"

	"tafelrunde/internal/store"
)

const noteColumns = `SELECT match, version, changed_at, body FROM notes `

// Note implements store.Notes.
func (s *Store) Note(ctx context.Context, person, match string) (store.Note, error) {
	n := store.Note{Match: match}
	err := s.read.QueryRowContext(ctx, s.dialect.sql(noteColumns+`WHERE person = ? AND match = ?`), person, match).Scan(&n.Match, &n.Version, &n.ChangedAt, &n.Text)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return n, unavailable(err)
}

// NotesOf implements store.Notes.
func (s *Store) NotesOf(ctx context.Context, person string) ([]store.Note, error) {
	list := []store.Note{}
	err := s.query(ctx, noteColumns+`WHERE person = ? ORDER BY changed_at DESC, match`, []any{person}, func(rows *sql.Rows) error {
		var n store.Note
		err := rows.Scan(&n.Match, &n.Version, &n.ChangedAt, &n.Text)
		list = append(list, n)
		return err
	})
	return list, err
}

// PutNote implements store.Notes.
func (s *Store) PutNote(ctx context.Context, person string, n store.Note, limit int) (version int64, err error) {
	err = changed(s.change(ctx, "", func(tx *sql.Tx) error {
		if err := s.lockOwner(ctx, tx, person); err != nil {
			return err
		}
		// The match is not deleted before the note is stored.
		if err := s.update(ctx, tx, store.ErrNotFound, `UPDATE matches SET seq = seq WHERE id = ?`, n.Match); err != nil {
			return err
		}
		var stored int64
		err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT version FROM notes WHERE person = ? AND match = ?`), person, n.Match).Scan(&stored)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if stored != n.Version {
			return store.ErrConflict
		}
		if n.Text == "" {
			version = 0
			_, err := s.exec(ctx, tx, `DELETE FROM notes WHERE person = ? AND match = ?`, person, n.Match)
			return err
		}
		// Versions of a deleted note are not used again.
		version = max(stored+1, int64(n.ChangedAt))
		if _, err := s.exec(ctx, tx, `INSERT INTO notes (person, match, version, changed_at, body) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (person, match) DO UPDATE SET version = excluded.version, changed_at = excluded.changed_at, body = excluded.body`,
			person, n.Match, version, n.ChangedAt, n.Text); err != nil {
			return err
		}
		var count int
		if err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT COUNT(*) FROM notes WHERE person = ?`), person).Scan(&count); err != nil {
			return err
		}
		if count > limit {
			return store.ErrTooMany
		}
		return nil
	}))
	return version, err
}
