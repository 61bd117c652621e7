package sqlstore

import (
	"context"
	"database/sql"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// AddToken implements store.Tokens.
func (s *Store) AddToken(ctx context.Context, hash, person string, epoch int64, t store.Token, atMost int) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		if err := s.requireEpoch(ctx, tx, person, epoch); err != nil {
			return err
		}
		if err := s.requireFewer(ctx, tx, atMost, `SELECT COUNT(*) FROM tokens WHERE person = ? AND (until = 0 OR until > ?)`, person, t.Since); err != nil {
			return err
		}
		_, err := s.exec(ctx, tx, `INSERT INTO tokens (hash, person, since, name, scopes, until, used_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			hash, person, t.Since, t.Name, t.Scopes, t.Until, t.UsedAt)
		return err
	}))
}

// requireFewer returns ErrTooMany if a query counts atMost rows or more. The count is
// exact until the transaction ends if the rows belong to a person whom requireEpoch
// has locked.
func (s *Store) requireFewer(ctx context.Context, tx *sql.Tx, atMost int, query string, args ...any) error {
	var n int
	err := tx.QueryRowContext(ctx, s.dialect.sql(query), args...).Scan(&n)
	if err == nil && n >= atMost {
		err = store.ErrTooMany
	}
	return err
}

const tokenColumns = `SELECT hash, since, name, scopes, until, used_at FROM tokens WHERE (until = 0 OR until > ?) AND `

func scanToken(scan func(...any) error) (t store.Token, err error) {
	var hash string
	err = scan(&hash, &t.Since, &t.Name, &t.Scopes, &t.Until, &t.UsedAt)
	t.ID = store.TokenID(hash)
	return t, err
}

// Tokens implements store.Tokens.
func (s *Store) Tokens(ctx context.Context, person string, now match.Moment) ([]store.Token, error) {
	list := []store.Token{}
	err := s.query(ctx, tokenColumns+`person = ? ORDER BY since, hash`, []any{now, person}, func(rows *sql.Rows) error {
		t, err := scanToken(rows.Scan)
		list = append(list, t)
		return err
	})
	return list, err
}

// DeleteToken implements store.Tokens.
func (s *Store) DeleteToken(ctx context.Context, person, id string) error {
	return changed(s.change(ctx, person, func(tx *sql.Tx) error {
		return s.update(ctx, tx, store.ErrNotFound, `DELETE FROM tokens WHERE person = ? AND substr(hash, 1, 16) = ?`, person, id)
	}))
}

// DeleteTokens implements store.Tokens.
func (s *Store) DeleteTokens(ctx context.Context, person string) error {
	return unavailable(s.change(ctx, person, func(tx *sql.Tx) error {
		_, err := s.exec(ctx, tx, `DELETE FROM tokens WHERE person = ?`, person)
		return err
	}))
}

// TokenOwner implements store.Tokens.
func (s *Store) TokenOwner(ctx context.Context, hash string, now match.Moment) (store.Person, store.Token, error) {
	t, err := scanToken(s.read.QueryRowContext(ctx, s.dialect.sql(tokenColumns+`hash = ?`), now, hash).Scan)
	if err != nil {
		return store.Person{}, store.Token{}, found(err)
	}
	p, err := s.person(ctx, `id = (SELECT person FROM tokens WHERE hash = ?)`, hash)
	return p, t, err
}

// UseToken implements store.Tokens.
func (s *Store) UseToken(ctx context.Context, hash string, at match.Moment) error {
	_, err := s.run(ctx, `UPDATE tokens SET used_at = ? WHERE hash = ? AND used_at < ?`, at, hash, at)
	return unavailable(err)
}

// Session implements store.Sessions.
func (s *Store) Session(ctx context.Context, token string, now match.Moment) (data []byte, err error) {
	err = s.read.QueryRowContext(ctx, s.dialect.sql(`SELECT data FROM sessions WHERE token = ? AND until > ?`), token, now).Scan(&data)
	return data, found(err)
}

// TakeSession implements store.Sessions.
func (s *Store) TakeSession(ctx context.Context, token string, now match.Moment) (data []byte, err error) {
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, s.dialect.sql(`DELETE FROM sessions WHERE token = ? AND until > ? RETURNING data`), token, now).Scan(&data)
	})
	if err == nil {
		s.wrote(1)
	}
	return data, found(err)
}

// SetSession implements store.Sessions; data must be UTF-8.
func (s *Store) SetSession(ctx context.Context, token string, data []byte, until match.Moment) error {
	_, err := s.run(ctx, `INSERT INTO sessions (token, data, until) VALUES (?, ?, ?)
ON CONFLICT (token) DO UPDATE SET data = excluded.data, until = excluded.until`, token, string(data), until)
	return unavailable(err)
}

// DeleteSession implements store.Sessions.
func (s *Store) DeleteSession(ctx context.Context, token, person string) error {
	return unavailable(s.change(ctx, person, func(tx *sql.Tx) error {
		_, err := s.exec(ctx, tx, `DELETE FROM sessions WHERE token = ?`, token)
		return err
	}))
}

// AddSession implements store.Sessions; data must be UTF-8.
func (s *Store) AddSession(ctx context.Context, token string, data []byte, l store.Login) error {
	_, err := s.run(ctx, `INSERT INTO sessions (token, data, until, person, epoch, device, since, used_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		token, string(data), l.Until, l.Person, l.Epoch, l.Device, l.Since, l.UsedAt)
	return unavailable(err)
}

// UseSession implements store.Sessions.
func (s *Store) UseSession(ctx context.Context, token string, l store.Login) error {
	_, err := s.run(ctx, `UPDATE sessions SET person = ?, epoch = ?, device = ?, since = CASE WHEN since = 0 THEN ? ELSE since END, used_at = ?, until = ?
WHERE token = ? AND used_at < ?`, l.Person, l.Epoch, l.Device, l.Since, l.UsedAt, l.Until, token, l.UsedAt)
	return unavailable(err)
}

// SessionsOf implements store.Sessions.
func (s *Store) SessionsOf(ctx context.Context, person string, epoch int64, now match.Moment) ([]store.Login, error) {
	list := []store.Login{}
	// The second condition makes the partial index usable.
	err := s.query(ctx, `SELECT token, person, epoch, device, since, used_at, until FROM sessions
WHERE person = ? AND person <> '' AND epoch = ? AND until > ? ORDER BY used_at DESC, token`, []any{person, epoch, now}, func(rows *sql.Rows) error {
		var l store.Login
		var token string
		err := rows.Scan(&token, &l.Person, &l.Epoch, &l.Device, &l.Since, &l.UsedAt, &l.Until)
		l.ID = store.SessionID(token)
		list = append(list, l)
		return err
	})
	return list, err
}

// DeleteSessionOf implements store.Sessions.
func (s *Store) DeleteSessionOf(ctx context.Context, person, id string) error {
	return changed(s.change(ctx, person, func(tx *sql.Tx) error {
		return s.update(ctx, tx, store.ErrNotFound, `DELETE FROM sessions WHERE person = ? AND person <> '' AND substr(token, 1, 16) = ?`, person, id)
	}))
}

// ReplaceRecoveryCodes implements store.RecoveryCodes.
func (s *Store) ReplaceRecoveryCodes(ctx context.Context, person string, epoch int64, hashes []string, at match.Moment) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		if err := s.requireEpoch(ctx, tx, person, epoch); err != nil {
			return err
		}
		if _, err := s.exec(ctx, tx, `DELETE FROM recovery_codes WHERE person = ?`, person); err != nil {
			return err
		}
		for _, hash := range hashes {
			if _, err := s.exec(ctx, tx, `INSERT INTO recovery_codes (person, hash, since) VALUES (?, ?, ?)`, person, hash, at); err != nil {
				return err
			}
		}
		return nil
	}))
}

// RecoveryCodes implements store.RecoveryCodes.
func (s *Store) RecoveryCodes(ctx context.Context, person string) (left int, since match.Moment, err error) {
	err = s.read.QueryRowContext(ctx, s.dialect.sql(`SELECT COUNT(*), COALESCE(MAX(since), 0) FROM recovery_codes WHERE person = ?`), person).Scan(&left, &since)
	return left, since, unavailable(err)
}

// HasRecoveryCode implements store.RecoveryCodes.
func (s *Store) HasRecoveryCode(ctx context.Context, person, hash string) (has bool, err error) {
	err = s.read.QueryRowContext(ctx, s.dialect.sql(`SELECT COUNT(*) > 0 FROM recovery_codes WHERE person = ? AND hash = ?`), person, hash).Scan(&has)
	return has, unavailable(err)
}

// Recover implements store.RecoveryCodes.
func (s *Store) Recover(ctx context.Context, person string, epoch int64, hash, password string) error {
	return changed(s.change(ctx, person, func(tx *sql.Tx) error {
		if err := s.setPassword(ctx, tx, person, epoch, password); err != nil {
			return err
		}
		return s.update(ctx, tx, store.ErrNotFound, `DELETE FROM recovery_codes WHERE person = ? AND hash = ?`, person, hash)
	}))
}

const passkeyColumns = `SELECT id, person, name, credential, since, used_at FROM passkeys WHERE `

func scanPasskey(scan func(...any) error) (k store.Passkey, err error) {
	err = scan(&k.ID, &k.Person, &k.Name, &k.Credential, &k.Since, &k.UsedAt)
	return k, err
}

// AddPasskey implements store.Passkeys.
func (s *Store) AddPasskey(ctx context.Context, k store.Passkey, epoch int64, atMost int) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		if err := s.requireEpoch(ctx, tx, k.Person, epoch); err != nil {
			return err
		}
		if err := s.requireFewer(ctx, tx, atMost, `SELECT COUNT(*) FROM passkeys WHERE person = ?`, k.Person); err != nil {
			return err
		}
		return s.insertPasskey(ctx, tx, k)
	}))
}

func (s *Store) insertPasskey(ctx context.Context, tx *sql.Tx, k store.Passkey) error {
	return s.update(ctx, tx, store.ErrPasskeyTaken, `INSERT INTO passkeys (id, person, name, credential, since, used_at) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO NOTHING`, k.ID, k.Person, k.Name, k.Credential, k.Since, k.UsedAt)
}

// Passkeys implements store.Passkeys.
func (s *Store) Passkeys(ctx context.Context, person string) ([]store.Passkey, error) {
	list := []store.Passkey{}
	err := s.query(ctx, passkeyColumns+`person = ? ORDER BY since, id`, []any{person}, func(rows *sql.Rows) error {
		k, err := scanPasskey(rows.Scan)
		list = append(list, k)
		return err
	})
	return list, err
}

// Passkey implements store.Passkeys.
func (s *Store) Passkey(ctx context.Context, id string) (store.Passkey, error) {
	k, err := scanPasskey(s.read.QueryRowContext(ctx, s.dialect.sql(passkeyColumns+`id = ?`), id).Scan)
	return k, found(err)
}

// UsePasskey implements store.Passkeys.
func (s *Store) UsePasskey(ctx context.Context, id, credential string, at match.Moment) error {
	return s.runOne(ctx, `UPDATE passkeys SET credential = ?, used_at = ? WHERE id = ?`, credential, at, id)
}

// DeletePasskey implements store.Passkeys.
func (s *Store) DeletePasskey(ctx context.Context, person string, epoch int64, id string) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		// In PostgreSQL this also makes other deletions of the person's passkeys wait.
		if err := s.requireEpoch(ctx, tx, person, epoch); err != nil {
			return err
		}
		if err := s.update(ctx, tx, store.ErrNotFound, `DELETE FROM passkeys WHERE person = ? AND id = ?`, person, id); err != nil {
			return err
		}
		return s.update(ctx, tx, store.ErrLastPasskey, `UPDATE people SET epoch = epoch
WHERE id = ? AND (password <> '' OR EXISTS (SELECT 1 FROM passkeys WHERE person = ?))`, person, person)
	}))
}
