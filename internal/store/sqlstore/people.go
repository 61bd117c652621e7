package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	driver "modernc.org/sqlite"
	library "modernc.org/sqlite/lib"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// accountName is under which a person's name is taken; nil for a guest.
func accountName(p store.Person) any {
	if !p.Account() {
		return nil
	}
	return strings.ToLower(p.Name)
}

// taken turns the error of a unique index into the store's.
func taken(err error) error {
	var pg *pgconn.PgError
	var lite *driver.Error
	if errors.As(err, &pg) && pg.Code == "23505" ||
		errors.As(err, &lite) && (lite.Code() == library.SQLITE_CONSTRAINT_UNIQUE || lite.Code() == library.SQLITE_CONSTRAINT_PRIMARYKEY) {
		return store.ErrTaken
	}
	return unavailable(err)
}

func (s *Store) run(ctx context.Context, query string, args ...any) (changed int64, err error) {
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		result, err := s.exec(ctx, tx, query, args...)
		if err != nil {
			return err
		}
		changed, err = result.RowsAffected()
		return err
	})
	if err == nil {
		s.wrote(1)
	}
	return changed, err
}

// AddPerson implements store.Store.
func (s *Store) AddPerson(ctx context.Context, p store.Person) error {
	_, err := s.run(ctx, `INSERT INTO people (id, name, account, password, since) VALUES (?, ?, ?, ?, ?)`,
		p.ID, p.Name, accountName(p), p.Password, p.Since)
	return taken(err)
}

// SetPerson implements store.Store.
func (s *Store) SetPerson(ctx context.Context, p store.Person) error {
	changed, err := s.run(ctx, `UPDATE people SET name = ?, account = ?, password = ? WHERE id = ?`, p.Name, accountName(p), p.Password, p.ID)
	if err == nil && changed == 0 {
		return store.ErrNotFound
	}
	return taken(err)
}

func (s *Store) person(ctx context.Context, where string, arg any) (p store.Person, err error) {
	err = s.read.QueryRowContext(ctx, s.dialect.sql(`SELECT id, name, password, since FROM people WHERE `+where), arg).
		Scan(&p.ID, &p.Name, &p.Password, &p.Since)
	return p, found(err)
}

// Person implements store.Store.
func (s *Store) Person(ctx context.Context, id string) (store.Person, error) {
	return s.person(ctx, `id = ?`, id)
}

// PersonNamed implements store.Store.
func (s *Store) PersonNamed(ctx context.Context, name string) (store.Person, error) {
	return s.person(ctx, `account = ?`, strings.ToLower(name))
}

// AddToken implements store.Store.
func (s *Store) AddToken(ctx context.Context, hash, person string, at match.Moment) error {
	_, err := s.run(ctx, `INSERT INTO tokens (hash, person, since) VALUES (?, ?, ?)`, hash, person, at)
	return taken(err)
}

// TokenOwner implements store.Store.
func (s *Store) TokenOwner(ctx context.Context, hash string) (store.Person, error) {
	return s.person(ctx, `id = (SELECT person FROM tokens WHERE hash = ?)`, hash)
}

// Session implements store.Store.
func (s *Store) Session(ctx context.Context, token string, now match.Moment) (data []byte, err error) {
	err = s.read.QueryRowContext(ctx, s.dialect.sql(`SELECT data FROM sessions WHERE token = ? AND until > ?`), token, now).Scan(&data)
	return data, found(err)
}

// SetSession implements store.Store; data must be text.
func (s *Store) SetSession(ctx context.Context, token string, data []byte, until match.Moment) error {
	_, err := s.run(ctx, `INSERT INTO sessions (token, data, until) VALUES (?, ?, ?)
ON CONFLICT (token) DO UPDATE SET data = excluded.data, until = excluded.until`, token, string(data), until)
	return unavailable(err)
}

// DropSession implements store.Store.
func (s *Store) DropSession(ctx context.Context, token string) error {
	_, err := s.run(ctx, `DELETE FROM sessions WHERE token = ?`, token)
	return unavailable(err)
}
