package sqlstore

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"tafelrunde/internal/accounts"
	"tafelrunde/internal/store"
)

// accountName returns the value of the column account, by which names of accounts
// are unique; nil for a guest.
func accountName(p store.Person) any {
	if !p.Account() {
		return nil
	}
	return strings.ToLower(p.Name)
}

// skeletonOf returns the value of the column skeleton, by which confusable names
// are refused; nil for a guest.
func skeletonOf(p store.Person) any {
	if !p.Account() {
		return nil
	}
	return accounts.Skeleton(p.Name)
}

// requireName returns ErrTaken if another account than that with an ID has a name with the
// same letters. Until the transaction ends, no other one can take such a name.
func (s *Store) requireName(ctx context.Context, tx *sql.Tx, id, name string) error {
	letters := accounts.Letters(name)
	if s.dialect == postgres {
		if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(7263392, hashtext($1))`, letters); err != nil {
			return err
		}
	}
	var n int
	err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT COUNT(*) FROM people WHERE letters = ? AND id <> ?`), letters, id).Scan(&n)
	if err == nil && n > 0 {
		err = store.ErrTaken
	}
	return err
}

// lettersOf returns the value of the column letters; nil for a guest.
func lettersOf(p store.Person) any {
	if !p.Account() {
		return nil
	}
	return accounts.Letters(p.Name)
}

// AddPerson implements store.People.
func (s *Store) AddPerson(ctx context.Context, p store.Person) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error { return s.addPerson(ctx, tx, p) }))
}

func (s *Store) addPerson(ctx context.Context, tx *sql.Tx, p store.Person) error {
	seen := p.Since
	if p.Account() {
		seen = 0
	}
	if p.Account() {
		if err := s.requireName(ctx, tx, p.ID, p.Name); err != nil {
			return err
		}
	}
	_, err := s.exec(ctx, tx, `INSERT INTO people (id, name, account, skeleton, letters, password, since, sessions_from, epoch, role, password_due, seen_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		p.ID, p.Name, accountName(p), skeletonOf(p), lettersOf(p), p.Password, p.Since, p.SessionsFrom, p.Epoch, p.Role, number(p.PasswordDue), seen)
	return err
}

// number returns a flag as it is stored.
func number(flag bool) int {
	if flag {
		return 1
	}
	return 0
}

// requireEpoch returns ErrConflict if a person's epoch is not the given one, and
// locks the row, so that the epoch stays until the transaction ends.
func (s *Store) requireEpoch(ctx context.Context, tx *sql.Tx, id string, epoch int64) error {
	return s.update(ctx, tx, store.ErrConflict, `UPDATE people SET epoch = epoch WHERE id = ? AND epoch = ?`, id, epoch)
}

// RenameGuest implements store.People.
func (s *Store) RenameGuest(ctx context.Context, id, name string) error {
	return changed(s.change(ctx, id, func(tx *sql.Tx) error {
		return s.update(ctx, tx, store.ErrNotFound, `UPDATE people SET name = ? WHERE id = ? AND account IS NULL`, name, id)
	}))
}

// Join implements store.People.
func (s *Store) Join(ctx context.Context, j store.Joining) error {
	p, notify := j.Person, ""
	if j.Guest {
		notify = p.ID
	}
	return changed(s.change(ctx, notify, func(tx *sql.Tx) error {
		var err error
		if j.Guest {
			err = s.register(ctx, tx, p.ID, p.Epoch, p.Name, p.Password)
		} else {
			err = s.addPerson(ctx, tx, p)
		}
		if err == nil && j.Passkey != nil {
			err = s.insertPasskey(ctx, tx, *j.Passkey)
		}
		if err != nil || j.Invitation == "" {
			return err
		}
		if err := s.update(ctx, tx, store.ErrNotFound, `DELETE FROM invitations WHERE hash = ? AND until > ?`, j.Invitation, j.Used.At); err != nil {
			return err
		}
		return s.addEntry(ctx, tx, j.Used)
	}))
}

func (s *Store) register(ctx context.Context, tx *sql.Tx, id string, epoch int64, name, password string) error {
	p := store.Person{Name: name, Registered: true}
	if err := s.requireName(ctx, tx, id, name); err != nil {
		return err
	}
	return s.update(ctx, tx, store.ErrConflict, `UPDATE people SET name = ?, account = ?, skeleton = ?, letters = ?, password = ?, epoch = epoch + 1, seen_at = 0
WHERE id = ? AND epoch = ? AND account IS NULL`, name, accountName(p), skeletonOf(p), lettersOf(p), password, id, epoch)
}

// SetPassword implements store.People.
func (s *Store) SetPassword(ctx context.Context, id string, epoch int64, password string) error {
	return changed(s.change(ctx, id, func(tx *sql.Tx) error { return s.setPassword(ctx, tx, id, epoch, password) }))
}

func (s *Store) setPassword(ctx context.Context, tx *sql.Tx, id string, epoch int64, password string) error {
	err := s.update(ctx, tx, store.ErrConflict, `UPDATE people SET password = ?, password_due = 0, epoch = epoch + 1 WHERE id = ? AND epoch = ?`, password, id, epoch)
	if err != nil {
		return err
	}
	return s.deleteAll(ctx, tx, id, `DELETE FROM tokens WHERE person = ?`, `DELETE FROM reset_links WHERE person = ?`, deleteLogins)
}

// deleteLogins deletes the sessions of a person with an account. They are no longer
// valid when the epoch has changed. The second condition makes the partial index
// usable.
const deleteLogins = `DELETE FROM sessions WHERE person = ? AND person <> ''`

// deleteAll executes queries that have a person as the only argument.
func (s *Store) deleteAll(ctx context.Context, tx *sql.Tx, person string, queries ...string) error {
	for _, query := range queries {
		if _, err := s.exec(ctx, tx, query, person); err != nil {
			return err
		}
	}
	return nil
}

// MakeBot implements store.People.
func (s *Store) MakeBot(ctx context.Context, id string, epoch int64) error {
	return changed(s.change(ctx, id, func(tx *sql.Tx) error {
		return s.update(ctx, tx, store.ErrConflict, `UPDATE people SET bot = 1 WHERE id = ? AND epoch = ? AND account IS NOT NULL AND deleted_as = ''`, id, epoch)
	}))
}

// SetHidden implements store.People.
func (s *Store) SetHidden(ctx context.Context, id string, hidden bool) error {
	return s.setOfAccount(ctx, `UPDATE people SET hidden = ?`, number(hidden), id)
}

// SetArms implements store.People.
func (s *Store) SetArms(ctx context.Context, id, arms string) error {
	return s.setOfAccount(ctx, `UPDATE people SET arms = ?`, arms, id)
}

// SetMotto implements store.People.
func (s *Store) SetMotto(ctx context.Context, id, motto string) error {
	return s.setOfAccount(ctx, `UPDATE people SET motto = ?`, motto, id)
}

// setOfAccount changes a column of a person with an account.
func (s *Store) setOfAccount(ctx context.Context, update string, value any, id string) error {
	return changed(s.change(ctx, id, func(tx *sql.Tx) error {
		return s.update(ctx, tx, store.ErrNotFound, update+` WHERE id = ? AND account IS NOT NULL AND deleted_as = ''`, value, id)
	}))
}

// HiddenOf implements store.People.
func (s *Store) HiddenOf(ctx context.Context, people []string) (map[string]bool, error) {
	hidden := make(map[string]bool)
	for part := range slices.Chunk(people, maxRows) {
		args := make([]any, len(part))
		for i, id := range part {
			args[i] = id
		}
		err := s.query(ctx, `SELECT id FROM people WHERE hidden = 1 AND id IN (`+marks(len(part))+`)`, args, func(rows *sql.Rows) error {
			var id string
			err := rows.Scan(&id)
			hidden[id] = true
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return hidden, nil
}

// EndSessions implements store.People.
func (s *Store) EndSessions(ctx context.Context, id string, epoch int64) error {
	return changed(s.change(ctx, id, func(tx *sql.Tx) error {
		if err := s.update(ctx, tx, store.ErrConflict, `UPDATE people SET epoch = epoch + 1 WHERE id = ? AND epoch = ?`, id, epoch); err != nil {
			return err
		}
		return s.deleteAll(ctx, tx, id, deleteLogins)
	}))
}

const personColumns = `SELECT id, name, account IS NOT NULL, name_due > 0, password, since, sessions_from, epoch, deleted_as, bot <> 0, role, password_due <> 0, muted_until, suspended_until, banned <> 0, warning, hidden <> 0, arms, motto FROM people WHERE `

func scanPerson(scan func(...any) error) (p store.Person, err error) {
	err = scan(&p.ID, &p.Name, &p.Registered, &p.NameDue, &p.Password, &p.Since, &p.SessionsFrom, &p.Epoch, &p.DeletedAs, &p.Bot, &p.Role, &p.PasswordDue, &p.MutedUntil, &p.SuspendedUntil, &p.Banned, &p.Warning, &p.Hidden, &p.Arms, &p.Motto)
	return p, err
}

func (s *Store) person(ctx context.Context, where string, args ...any) (store.Person, error) {
	p, err := scanPerson(s.read.QueryRowContext(ctx, s.dialect.sql(personColumns+where), args...).Scan)
	return p, found(err)
}

// Person implements store.People.
func (s *Store) Person(ctx context.Context, id string) (store.Person, error) {
	return s.person(ctx, `id = ?`, id)
}

// PersonNamed implements store.People.
func (s *Store) PersonNamed(ctx context.Context, name string) (store.Person, error) {
	return s.person(ctx, `account = ?`, strings.ToLower(name))
}

// AccountLike implements store.People.
func (s *Store) AccountLike(ctx context.Context, name string) (store.Person, error) {
	account, skeleton := strings.ToLower(name), accounts.Skeleton(name)
	return s.person(ctx, `account = ? OR skeleton = ? OR letters = ?
ORDER BY CASE WHEN account = ? THEN 0 WHEN skeleton = ? THEN 1 ELSE 2 END, since, id LIMIT 1`, account, skeleton, accounts.Letters(name), account, skeleton)
}

// SimilarNames implements store.People.
func (s *Store) SimilarNames(ctx context.Context, atMost int) ([][]store.Person, error) {
	list, err := s.people(ctx, `letters IN (SELECT letters FROM people WHERE letters IS NOT NULL GROUP BY letters HAVING COUNT(*) > 1 ORDER BY letters LIMIT ?)
ORDER BY letters, since, id`, atMost)
	var groups [][]store.Person
	for i, p := range list {
		if i == 0 || accounts.Letters(p.Name) != accounts.Letters(list[i-1].Name) {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], p)
	}
	return groups, err
}

// ChangeName implements store.People.
func (s *Store) ChangeName(ctx context.Context, id string, epoch int64, name string) error {
	p := store.Person{Name: name, Registered: true}
	return changed(s.change(ctx, id, func(tx *sql.Tx) error {
		if err := s.requireName(ctx, tx, id, name); err != nil {
			return err
		}
		return s.update(ctx, tx, store.ErrConflict, `UPDATE people SET name = ?, account = ?, skeleton = ?, letters = ?, name_due = 0
WHERE id = ? AND epoch = ? AND account IS NOT NULL`, p.Name, accountName(p), skeletonOf(p), lettersOf(p), id, epoch)
	}))
}

// RenamedPeople implements store.People.
func (s *Store) RenamedPeople(ctx context.Context) ([]store.Person, error) {
	return s.people(ctx, `name_due = 1`)
}

// MarkRenamedAtTables implements store.People.
func (s *Store) MarkRenamedAtTables(ctx context.Context, id string) error {
	_, err := s.run(ctx, `UPDATE people SET name_due = 2 WHERE id = ? AND name_due = 1`, id)
	return unavailable(err)
}

// Preferences implements store.People.
func (s *Store) Preferences(ctx context.Context, id string) (p store.Preferences, err error) {
	row := s.read.QueryRowContext(ctx, s.dialect.sql(`SELECT preferences, preferences_at FROM people WHERE id = ?`), id)
	err = row.Scan(&p.Choices, &p.Changed)
	return p, found(err)
}

// PutPreferences implements store.People.
func (s *Store) PutPreferences(ctx context.Context, id string, p store.Preferences) error {
	return changed(s.change(ctx, id, func(tx *sql.Tx) error {
		// Counts the row also if the stored preferences stay.
		return s.update(ctx, tx, store.ErrNotFound, `UPDATE people SET
	preferences = CASE WHEN preferences_at <= ? THEN ? ELSE preferences END,
	preferences_at = CASE WHEN preferences_at <= ? THEN ? ELSE preferences_at END
WHERE id = ? AND account IS NOT NULL AND deleted_as = ''`, p.Changed, p.Choices, p.Changed, p.Changed, id)
	}))
}

// BeginDeletion implements store.People.
func (s *Store) BeginDeletion(ctx context.Context, id string, epoch int64, as string, e *store.Entry) error {
	return changed(s.change(ctx, id, func(tx *sql.Tx) error {
		err := s.update(ctx, tx, store.ErrConflict, `UPDATE people SET deleted_as = ?, password = '', role = '', arms = '', motto = '', epoch = epoch + 1
WHERE id = ? AND epoch = ? AND deleted_as = ''`, as, id, epoch)
		if err != nil {
			return err
		}
		err = s.deleteAll(ctx, tx, id, `DELETE FROM tokens WHERE person = ?`, `DELETE FROM passkeys WHERE person = ?`,
			`DELETE FROM recovery_codes WHERE person = ?`, `DELETE FROM reset_links WHERE person = ?`, deleteLogins, deleteChapters, deleteStudies)
		if err == nil {
			err = s.leaveClubs(ctx, tx, id)
		}
		if err != nil || e == nil {
			return err
		}
		return s.addEntry(ctx, tx, *e)
	}))
}

// UnfinishedDeletions implements store.People.
func (s *Store) UnfinishedDeletions(ctx context.Context) ([]store.Person, error) {
	list := []store.Person{}
	err := s.query(ctx, personColumns+`deleted_as <> '' ORDER BY id`, nil, func(rows *sql.Rows) error {
		p, err := scanPerson(rows.Scan)
		list = append(list, p)
		return err
	})
	return list, err
}

// DeletePerson implements store.People.
func (s *Store) DeletePerson(ctx context.Context, id string, epoch int64) error {
	return changed(s.change(ctx, id, func(tx *sql.Tx) error {
		if err := s.update(ctx, tx, store.ErrConflict, `DELETE FROM people WHERE id = ? AND epoch = ?`, id, epoch); err != nil {
			return err
		}
		if err := s.deleteDevices(ctx, tx, `person = ?`, id); err != nil {
			return err
		}
		if err := s.leaveClubs(ctx, tx, id); err != nil {
			return err
		}
		return s.deleteAll(ctx, tx, id,
			`DELETE FROM tokens WHERE person = ?`,
			`DELETE FROM passkeys WHERE person = ?`,
			`DELETE FROM recovery_codes WHERE person = ?`,
			`DELETE FROM reset_links WHERE person = ?`,
			deleteLogins,
			`DELETE FROM blocks WHERE person = ?`,
			`DELETE FROM blocks WHERE other = ?`,
			`DELETE FROM follows WHERE person = ?`,
			`DELETE FROM follows WHERE other = ?`,
			`DELETE FROM mutes WHERE person = ?`,
			`DELETE FROM notes WHERE person = ?`,
			`DELETE FROM lessons WHERE person = ?`,
			`DELETE FROM learners WHERE person = ?`,
			`DELETE FROM puzzle_attempts WHERE person = ?`,
			`DELETE FROM puzzle_ratings WHERE person = ?`,
			`DELETE FROM puzzle_deals WHERE person = ?`,
			`DELETE FROM puzzle_votes WHERE person = ?`,
			`DELETE FROM puzzle_runs WHERE person = ?`,
			`DELETE FROM puzzle_scores WHERE person = ?`,
			`DELETE FROM mistakes WHERE person = ?`,
			`DELETE FROM badges WHERE person = ?`,
			`DELETE FROM notifications WHERE person = ?`,
			`DELETE FROM notification_modes WHERE person = ?`,
			`DELETE FROM quiet_hours WHERE person = ?`,
			`DELETE FROM table_pushes WHERE person = ?`,
			deleteChapters,
			deleteStudies,
			`DELETE FROM sightings WHERE person = ?`,
			`DELETE FROM answers WHERE person = ?`,
			`DELETE FROM comparisons WHERE person = ?`,
			`UPDATE reviews SET person = '' WHERE person = ?`,
			`UPDATE reports SET by_person = '', by_name = '' WHERE by_person = ?`,
			`UPDATE reports SET about = '', about_name = '', motto = '', quote = '' WHERE about = ?`)
	}))
}
