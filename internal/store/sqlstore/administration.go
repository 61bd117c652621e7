package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// changeLogged runs do in a transaction that also adds an entry to the audit log,
// and notifies all processes that a person has changed, unless person is "".
func (s *Store) changeLogged(ctx context.Context, person string, e store.Entry, do func(tx *sql.Tx) error) error {
	return changed(s.change(ctx, person, func(tx *sql.Tx) error {
		if err := do(tx); err != nil {
			return err
		}
		return s.addEntry(ctx, tx, e)
	}))
}

func (s *Store) addEntry(ctx context.Context, tx *sql.Tx, e store.Entry) error {
	details := ""
	if len(e.Details) > 0 {
		text, err := json.Marshal(e.Details)
		if err != nil {
			return err
		}
		details = string(text)
	}
	_, err := s.exec(ctx, tx, `INSERT INTO audit (id, at, by_person, by_name, action, about, about_name, details) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		e.ID, e.At, e.By, e.ByName, e.Action, e.About, e.AboutName, details)
	return err
}

// CreateAccount implements store.Administration.
func (s *Store) CreateAccount(ctx context.Context, p store.Person, e store.Entry) error {
	return s.changeLogged(ctx, "", e, func(tx *sql.Tx) error { return s.addPerson(ctx, tx, p) })
}

// SetRole implements store.Administration.
func (s *Store) SetRole(ctx context.Context, id string, role store.Role, e store.Entry) error {
	return s.changeLogged(ctx, id, e, func(tx *sql.Tx) error {
		return s.update(ctx, tx, store.ErrNotFound, `UPDATE people SET role = ? WHERE id = ? AND account IS NOT NULL AND deleted_as = ''`, role, id)
	})
}

// Staff implements store.Administration.
func (s *Store) Staff(ctx context.Context) ([]store.Person, error) {
	return s.people(ctx, `role <> '' ORDER BY account`)
}

// people returns the people of a query.
func (s *Store) people(ctx context.Context, where string, args ...any) ([]store.Person, error) {
	list := []store.Person{}
	err := s.query(ctx, personColumns+where, args, func(rows *sql.Rows) error {
		p, err := scanPerson(rows.Scan)
		list = append(list, p)
		return err
	})
	return list, err
}

// AddResetLink implements store.Administration.
func (s *Store) AddResetLink(ctx context.Context, hash, person string, until match.Moment, e store.Entry) error {
	return s.changeLogged(ctx, "", e, func(tx *sql.Tx) error {
		// This also makes other links for the person wait in PostgreSQL.
		err := s.update(ctx, tx, store.ErrNotFound, `UPDATE people SET epoch = epoch WHERE id = ? AND account IS NOT NULL AND deleted_as = ''`, person)
		if err != nil {
			return err
		}
		if _, err := s.exec(ctx, tx, `DELETE FROM reset_links WHERE person = ?`, person); err != nil {
			return err
		}
		_, err = s.exec(ctx, tx, `INSERT INTO reset_links (hash, person, until) VALUES (?, ?, ?)`, hash, person, until)
		return err
	})
}

// ResetLinkOwner implements store.Administration.
func (s *Store) ResetLinkOwner(ctx context.Context, hash string, now match.Moment) (store.Person, error) {
	return s.person(ctx, `id = (SELECT person FROM reset_links WHERE hash = ? AND until > ?)`, hash, now)
}

// UseResetLink implements store.Administration.
func (s *Store) UseResetLink(ctx context.Context, hash, person string, epoch int64, password string, e store.Entry) error {
	return s.changeLogged(ctx, person, e, func(tx *sql.Tx) error {
		if err := s.update(ctx, tx, store.ErrNotFound, `DELETE FROM reset_links WHERE hash = ? AND person = ?`, hash, person); err != nil {
			return err
		}
		if err := s.setPassword(ctx, tx, person, epoch, password); err != nil {
			return err
		}
		return s.deleteAll(ctx, tx, person, `DELETE FROM recovery_codes WHERE person = ?`)
	})
}

// ChangeSanctions implements store.Administration.
func (s *Store) ChangeSanctions(ctx context.Context, id string, to store.SanctionChange, e store.Entry) error {
	return s.changeLogged(ctx, id, e, func(tx *sql.Tx) error {
		var banned *int
		if to.Banned != nil {
			banned = new(number(*to.Banned))
		}
		bans := to.Banned != nil && *to.Banned
		err := s.update(ctx, tx, store.ErrNotFound, `UPDATE people SET muted_until = COALESCE(?, muted_until), suspended_until = COALESCE(?, suspended_until),
	banned = COALESCE(?, banned), warning = COALESCE(?, warning), epoch = epoch + ?
WHERE id = ? AND deleted_as = ''`, to.MutedUntil, to.SuspendedUntil, banned, to.Warning, number(bans), id)
		if err != nil || !bans {
			return err
		}
		return s.deleteAll(ctx, tx, id, `DELETE FROM tokens WHERE person = ?`, deleteLogins)
	})
}

// ConfirmWarning implements store.Administration.
func (s *Store) ConfirmWarning(ctx context.Context, id string) error {
	return unavailable(s.change(ctx, id, func(tx *sql.Tx) error {
		_, err := s.exec(ctx, tx, `UPDATE people SET warning = '' WHERE id = ?`, id)
		return err
	}))
}

// RemoveMotto implements store.Administration.
func (s *Store) RemoveMotto(ctx context.Context, id string, e store.Entry) error {
	return s.changeLogged(ctx, id, e, func(tx *sql.Tx) error {
		return s.update(ctx, tx, store.ErrNotFound, `UPDATE people SET motto = '' WHERE id = ? AND deleted_as = ''`, id)
	})
}

// RenamePerson implements store.Administration.
func (s *Store) RenamePerson(ctx context.Context, id, name string, e store.Entry) error {
	account := store.Person{Name: name, Registered: true}
	return s.changeLogged(ctx, id, e, func(tx *sql.Tx) error {
		var guest bool
		err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT COUNT(*) = 0 FROM people WHERE id = ? AND account IS NOT NULL`), id).Scan(&guest)
		if err == nil && !guest {
			err = s.requireName(ctx, tx, id, name)
		}
		if err != nil {
			return err
		}
		return s.update(ctx, tx, store.ErrNotFound, `UPDATE people SET name = ?, name_due = 0,
	account = CASE WHEN account IS NULL THEN NULL ELSE ? END, skeleton = CASE WHEN account IS NULL THEN NULL ELSE ? END,
	letters = CASE WHEN account IS NULL THEN NULL ELSE ? END
WHERE id = ? AND deleted_as = ''`, name, accountName(account), skeletonOf(account), lettersOf(account), id)
	})
}

// changeSite is changeLogged for what concerns everybody.
func (s *Store) changeSite(ctx context.Context, e store.Entry, do func(tx *sql.Tx) error) error {
	return s.changeLogged(ctx, "", e, func(tx *sql.Tx) error {
		if err := do(tx); err != nil {
			return err
		}
		return s.notify(ctx, tx, sitePayload)
	})
}

// BanAddress implements store.Administration.
func (s *Store) BanAddress(ctx context.Context, b store.AddressBan, e store.Entry) error {
	return s.changeSite(ctx, e, func(tx *sql.Tx) error {
		_, err := s.exec(ctx, tx, `INSERT INTO address_bans (network, until, since, reason) VALUES (?, ?, ?, ?)
ON CONFLICT (network) DO UPDATE SET until = excluded.until, since = excluded.since, reason = excluded.reason`, b.Network, b.Until, b.Since, b.Reason)
		return err
	})
}

// UnbanAddress implements store.Administration.
func (s *Store) UnbanAddress(ctx context.Context, network string, e store.Entry) error {
	return s.changeSite(ctx, e, func(tx *sql.Tx) error {
		return s.update(ctx, tx, store.ErrNotFound, `DELETE FROM address_bans WHERE network = ?`, network)
	})
}

// AddressBans implements store.Administration.
func (s *Store) AddressBans(ctx context.Context, now match.Moment) ([]store.AddressBan, error) {
	list := []store.AddressBan{}
	err := s.query(ctx, `SELECT network, until, since, reason FROM address_bans WHERE until > ? ORDER BY since DESC, network`, []any{now}, func(rows *sql.Rows) error {
		var b store.AddressBan
		err := rows.Scan(&b.Network, &b.Until, &b.Since, &b.Reason)
		list = append(list, b)
		return err
	})
	return list, err
}

// RemoveChat implements store.Administration.
func (s *Store) RemoveChat(ctx context.Context, id string, number int64, e store.Entry) error {
	return s.changeLogged(ctx, "", e, func(tx *sql.Tx) error {
		var body []byte
		err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT body FROM events WHERE match = ? AND seq = ?`), id, number).Scan(&body)
		if errors.Is(err, sql.ErrNoRows) {
			return store.ErrNotFound
		} else if err != nil {
			return err
		}
		var event match.Event
		if err := json.Unmarshal(body, &event); err != nil {
			return fmt.Errorf("match %s, event %d: %w", id, number, err)
		}
		if event.Type != match.Chatted {
			return store.ErrNotFound
		}
		event.Name, event.Text = "", ""
		text, err := json.Marshal(&event)
		if err != nil {
			return err
		}
		return s.update(ctx, tx, store.ErrNotFound, `UPDATE events SET body = ? WHERE match = ? AND seq = ?`, string(text), id, number)
	})
}

// AddEntry implements store.Administration.
func (s *Store) AddEntry(ctx context.Context, e store.Entry) error {
	return s.changeLogged(ctx, "", e, func(*sql.Tx) error { return nil })
}

// Entries implements store.Administration.
func (s *Store) Entries(ctx context.Context, about string, skip, limit int) ([]store.Entry, error) {
	where, args := ``, []any{}
	if about != "" {
		where, args = `WHERE about = ?`, append(args, about)
	}
	list := []store.Entry{}
	err := s.query(ctx, `SELECT id, at, by_person, by_name, action, about, about_name, details FROM audit `+where+` ORDER BY at DESC, id DESC LIMIT ? OFFSET ?`,
		append(args, limit, skip), func(rows *sql.Rows) error {
			var e store.Entry
			var details string
			if err := rows.Scan(&e.ID, &e.At, &e.By, &e.ByName, &e.Action, &e.About, &e.AboutName, &details); err != nil {
				return err
			}
			if details != "" {
				if err := json.Unmarshal([]byte(details), &e.Details); err != nil {
					return fmt.Errorf("entry %s of the audit log: %w", e.ID, err)
				}
			}
			list = append(list, e)
			return nil
		})
	return list, err
}

// DeleteEntries implements store.Administration.
func (s *Store) DeleteEntries(ctx context.Context, before match.Moment) error {
	_, err := s.run(ctx, `DELETE FROM audit WHERE at < ?`, before)
	return unavailable(err)
}
