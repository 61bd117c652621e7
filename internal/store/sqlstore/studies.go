package sqlstore

import (
	"context"
	"database/sql"
	"slices"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// lockOwner locks a person with an account, so that one transaction at a time changes
// the person's studies.
func (s *Store) lockOwner(ctx context.Context, tx *sql.Tx, owner string) error {
	return s.update(ctx, tx, store.ErrNotFound, `UPDATE people SET epoch = epoch WHERE id = ? AND account IS NOT NULL AND deleted_as = ''`, owner)
}

// lockStudy locks the owner of a study and returns the owner's ID.
func (s *Store) lockStudy(ctx context.Context, tx *sql.Tx, study string) (owner string, err error) {
	if err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT owner FROM studies WHERE id = ?`), study).Scan(&owner); err != nil {
		return "", found(err)
	}
	if err := s.lockOwner(ctx, tx, owner); err != nil {
		return "", err
	}
	// The study can have been deleted before the lock.
	return owner, s.update(ctx, tx, store.ErrNotFound, `UPDATE studies SET version = version WHERE id = ?`, study)
}

// These delete the studies of a person, chapters first.
const (
	deleteChapters = `DELETE FROM chapters WHERE study IN (SELECT id FROM studies WHERE owner = ?)`
	deleteStudies  = `DELETE FROM studies WHERE owner = ?`
)

// checkBytes returns ErrTooMany if the chapters of a person are larger than limit.
func (s *Store) checkBytes(ctx context.Context, tx *sql.Tx, owner string, limit int) error {
	var bytes int
	err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT COALESCE(SUM(bytes), 0) FROM chapters WHERE study IN (SELECT id FROM studies WHERE owner = ?)`), owner).Scan(&bytes)
	if err == nil && bytes > limit {
		err = store.ErrTooMany
	}
	return err
}

// AddStudy implements store.Studies.
func (s *Store) AddStudy(ctx context.Context, one store.Study, chapters []store.Chapter, limits store.StudyLimits) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		if err := s.lockOwner(ctx, tx, one.Owner); err != nil {
			return err
		}
		var n int
		if err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT COUNT(*) FROM studies WHERE owner = ?`), one.Owner).Scan(&n); err != nil {
			return err
		}
		if n >= limits.Studies || len(chapters) > limits.Chapters {
			return store.ErrTooMany
		}
		if _, err := s.exec(ctx, tx, `INSERT INTO studies (id, owner, game, title, visibility, version, created_at, changed_at, removed_at) VALUES (?, ?, ?, ?, ?, 1, ?, ?, 0)`,
			one.ID, one.Owner, one.Game, one.Title, one.Visibility, one.CreatedAt, one.ChangedAt); err != nil {
			return err
		}
		for place := range chapters {
			if err := s.insertChapter(ctx, tx, one.ID, place, &chapters[place]); err != nil {
				return err
			}
		}
		return s.checkBytes(ctx, tx, one.Owner, limits.Bytes)
	}))
}

func (s *Store) insertChapter(ctx context.Context, tx *sql.Tx, study string, place int, c *store.Chapter) error {
	_, err := s.exec(ctx, tx, `INSERT INTO chapters (study, id, place, title, variant, nodes, version, bytes, body) VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?)`,
		study, c.ID, place, c.Title, c.Variant, c.Nodes, len(c.Text), c.Text)
	return err
}

const studyColumns = `SELECT studies.id, owner, people.name, game, title, visibility, version, created_at, changed_at, removed_at,
	(SELECT COUNT(*) FROM chapters WHERE study = studies.id) FROM studies JOIN people ON people.id = owner `

func scanStudy(scan func(...any) error) (one store.Study, err error) {
	err = scan(&one.ID, &one.Owner, &one.OwnerName, &one.Game, &one.Title, &one.Visibility, &one.Version, &one.CreatedAt, &one.ChangedAt, &one.RemovedAt, &one.Chapters)
	return one, found(err)
}

func (s *Store) studies(ctx context.Context, where string, args ...any) ([]store.Study, error) {
	list := []store.Study{}
	err := s.query(ctx, studyColumns+where, args, func(rows *sql.Rows) error {
		one, err := scanStudy(rows.Scan)
		list = append(list, one)
		return err
	})
	return list, err
}

// Study implements store.Studies.
func (s *Store) Study(ctx context.Context, id string) (store.Study, error) {
	return scanStudy(s.read.QueryRowContext(ctx, s.dialect.sql(studyColumns+`WHERE studies.id = ?`), id).Scan)
}

// StudiesOf implements store.Studies.
func (s *Store) StudiesOf(ctx context.Context, owner string) ([]store.Study, error) {
	return s.studies(ctx, `WHERE owner = ? ORDER BY changed_at DESC, studies.id`, owner)
}

// PublicStudies implements store.Studies.
func (s *Store) PublicStudies(ctx context.Context, game string, skip, limit int) ([]store.Study, error) {
	const shown = `WHERE visibility = 'public' AND removed_at = 0 AND deleted_as = '' `
	const order = `ORDER BY changed_at DESC, studies.id LIMIT ? OFFSET ?`
	if game == "" {
		return s.studies(ctx, shown+order, limit, skip)
	}
	return s.studies(ctx, shown+`AND game = ? `+order, game, limit, skip)
}

// ChangeStudy implements store.Studies.
func (s *Store) ChangeStudy(ctx context.Context, to store.Study, order []string) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		if _, err := s.lockStudy(ctx, tx, to.ID); err != nil {
			return err
		}
		err := s.update(ctx, tx, store.ErrConflict, `UPDATE studies SET title = ?, visibility = ?, changed_at = ?, version = version + 1
WHERE id = ? AND version = ? AND (removed_at = 0 OR visibility = ?)`, to.Title, to.Visibility, to.ChangedAt, to.ID, to.Version, to.Visibility)
		if err != nil {
			return err
		}
		present, err := s.chapters(ctx, tx, to.ID, false)
		if err != nil {
			return err
		}
		if len(present) != len(order) {
			return store.ErrConflict
		}
		for i := range present {
			place := slices.Index(order, present[i].ID)
			if place < 0 || slices.Contains(order[place+1:], present[i].ID) {
				return store.ErrConflict
			}
			if place == i {
				continue
			}
			if _, err := s.exec(ctx, tx, `UPDATE chapters SET place = ? WHERE study = ? AND id = ?`, place, to.ID, present[i].ID); err != nil {
				return err
			}
		}
		return nil
	}))
}

// DeleteStudy implements store.Studies.
func (s *Store) DeleteStudy(ctx context.Context, id string) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		if _, err := s.lockStudy(ctx, tx, id); err != nil {
			return err
		}
		return s.deleteAll(ctx, tx, id, `DELETE FROM chapters WHERE study = ?`, `DELETE FROM studies WHERE id = ?`)
	}))
}

// RemoveStudy implements store.Studies.
func (s *Store) RemoveStudy(ctx context.Context, id string, at match.Moment, e store.Entry) error {
	return s.changeLogged(ctx, "", e, func(tx *sql.Tx) error {
		return s.update(ctx, tx, store.ErrNotFound, `UPDATE studies SET removed_at = ?, version = version + 1 WHERE id = ?`, at, id)
	})
}

const chapterColumns = `SELECT id, title, variant, nodes, version, `

func scanChapter(scan func(...any) error) (c store.Chapter, err error) {
	err = scan(&c.ID, &c.Title, &c.Variant, &c.Nodes, &c.Version, &c.Text)
	return c, found(err)
}

func (s *Store) chapters(ctx context.Context, from rows, study string, texts bool) ([]store.Chapter, error) {
	text := `''`
	if texts {
		text = `body`
	}
	list := []store.Chapter{}
	found, err := from.QueryContext(ctx, s.dialect.sql(chapterColumns+text+` FROM chapters WHERE study = ? ORDER BY place, id`), study)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	for found.Next() {
		c, err := scanChapter(found.Scan)
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, found.Err()
}

// Chapters implements store.Studies.
func (s *Store) Chapters(ctx context.Context, study string, texts bool) ([]store.Chapter, error) {
	list, err := s.chapters(ctx, s.read, study, texts)
	return list, unavailable(err)
}

// Chapter implements store.Studies.
func (s *Store) Chapter(ctx context.Context, study, id string) (store.Chapter, error) {
	return scanChapter(s.read.QueryRowContext(ctx, s.dialect.sql(chapterColumns+`body FROM chapters WHERE study = ? AND id = ?`), study, id).Scan)
}

// AddChapter implements store.Studies.
func (s *Store) AddChapter(ctx context.Context, study string, c store.Chapter, at match.Moment, limits store.StudyLimits) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		owner, err := s.lockStudy(ctx, tx, study)
		if err != nil {
			return err
		}
		var n, place int
		if err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT COUNT(*), COALESCE(MAX(place), -1) + 1 FROM chapters WHERE study = ?`), study).Scan(&n, &place); err != nil {
			return err
		}
		if err := s.insertChapter(ctx, tx, study, place, &c); err != nil {
			return err
		}
		if n >= limits.Chapters {
			return store.ErrTooMany
		}
		if err := s.touch(ctx, tx, study, at, true); err != nil {
			return err
		}
		return s.checkBytes(ctx, tx, owner, limits.Bytes)
	}))
}

// touch sets when a study was changed. It increases its version if the list of
// chapters has changed.
func (s *Store) touch(ctx context.Context, tx *sql.Tx, study string, at match.Moment, list bool) error {
	_, err := s.exec(ctx, tx, `UPDATE studies SET changed_at = ?, version = version + ? WHERE id = ?`, at, number(list), study)
	return err
}

// checkVersion returns ErrConflict if a chapter has another version, and ErrNotFound if
// there is no such chapter. The study must be locked.
func (s *Store) checkVersion(ctx context.Context, tx *sql.Tx, study, id string, version int) error {
	var stored int
	err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT version FROM chapters WHERE study = ? AND id = ?`), study, id).Scan(&stored)
	if err == nil && stored != version {
		return store.ErrConflict
	}
	return found(err)
}

// ChangeChapter implements store.Studies.
func (s *Store) ChangeChapter(ctx context.Context, study string, c store.Chapter, at match.Moment, limits store.StudyLimits) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		owner, err := s.lockStudy(ctx, tx, study)
		if err != nil {
			return err
		}
		if err := s.checkVersion(ctx, tx, study, c.ID, c.Version); err != nil {
			return err
		}
		if _, err := s.exec(ctx, tx, `UPDATE chapters SET title = ?, variant = ?, nodes = ?, version = version + 1, bytes = ?, body = ? WHERE study = ? AND id = ?`,
			c.Title, c.Variant, c.Nodes, len(c.Text), c.Text, study, c.ID); err != nil {
			return err
		}
		if err := s.touch(ctx, tx, study, at, false); err != nil {
			return err
		}
		return s.checkBytes(ctx, tx, owner, limits.Bytes)
	}))
}

// DeleteChapter implements store.Studies.
func (s *Store) DeleteChapter(ctx context.Context, study, id string, version int, at match.Moment) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		if _, err := s.lockStudy(ctx, tx, study); err != nil {
			return err
		}
		if err := s.checkVersion(ctx, tx, study, id, version); err != nil {
			return err
		}
		if _, err := s.exec(ctx, tx, `DELETE FROM chapters WHERE study = ? AND id = ?`, study, id); err != nil {
			return err
		}
		return s.touch(ctx, tx, study, at, true)
	}))
}
