package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	driver "modernc.org/sqlite"
	library "modernc.org/sqlite/lib"

	"tafelrunde/internal/match"
	"tafelrunde/internal/names"
	"tafelrunde/internal/store"
)

// accountName is under which a person's name is taken; nil for a guest.
func accountName(p store.Person) any {
	if !p.Account() {
		return nil
	}
	return strings.ToLower(p.Name)
}

// skeletonOf is what no other account's name may have; nil for a guest.
func skeletonOf(p store.Person) any {
	if !p.Account() {
		return nil
	}
	return names.Skeleton(p.Name)
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

// AddPerson implements store.People.
func (s *Store) AddPerson(ctx context.Context, p store.Person) error {
	_, err := s.run(ctx, `INSERT INTO people (id, name, account, skeleton, password, since, sessions_from, epoch) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		p.ID, p.Name, accountName(p), skeletonOf(p), p.Password, p.Since, p.SessionsFrom, p.Epoch)
	return taken(err)
}

// change carries out do and gives all programs notice that a person has changed,
// unless the person is "".
func (s *Store) change(ctx context.Context, person string, do func(tx *sql.Tx) error) error {
	err := s.transaction(ctx, func(tx *sql.Tx) error {
		if err := do(tx); err != nil || s.dialect == sqlite || person == "" {
			return err
		}
		_, err := tx.ExecContext(ctx, `SELECT pg_notify($1, $2)`, channel, personPayload(person))
		return err
	})
	if err == nil {
		s.wrote(1)
	}
	return err
}

// update runs a query that must change a row; otherwise the error is none.
func (s *Store) update(ctx context.Context, tx *sql.Tx, none error, query string, args ...any) error {
	result, err := s.exec(ctx, tx, query, args...)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return none
}

// during makes sure that a person's epoch is and stays the one given until the
// transaction ends.
func (s *Store) during(ctx context.Context, tx *sql.Tx, id string, epoch int64) error {
	return s.update(ctx, tx, store.ErrConflict, `UPDATE people SET epoch = epoch WHERE id = ? AND epoch = ?`, id, epoch)
}

// changed leaves the store's own errors as they are.
func changed(err error) error {
	if errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrLastPasskey) {
		return err
	}
	return taken(err)
}

// RenameGuest implements store.People.
func (s *Store) RenameGuest(ctx context.Context, id, name string) error {
	return changed(s.change(ctx, id, func(tx *sql.Tx) error {
		return s.update(ctx, tx, store.ErrNotFound, `UPDATE people SET name = ? WHERE id = ? AND account IS NULL`, name, id)
	}))
}

// Register implements store.People.
func (s *Store) Register(ctx context.Context, id string, epoch int64, name, password string) error {
	p := store.Person{Name: name, Registered: true}
	return changed(s.change(ctx, id, func(tx *sql.Tx) error {
		return s.update(ctx, tx, store.ErrConflict, `UPDATE people SET name = ?, account = ?, skeleton = ?, password = ?, epoch = epoch + 1
WHERE id = ? AND epoch = ? AND account IS NULL`, name, accountName(p), skeletonOf(p), password, id, epoch)
	}))
}

// SetPassword implements store.People.
func (s *Store) SetPassword(ctx context.Context, id string, epoch int64, password string) error {
	return changed(s.change(ctx, id, func(tx *sql.Tx) error {
		err := s.update(ctx, tx, store.ErrConflict, `UPDATE people SET password = ?, epoch = epoch + 1 WHERE id = ? AND epoch = ?`, password, id, epoch)
		if err != nil {
			return err
		}
		_, err = s.exec(ctx, tx, `DELETE FROM tokens WHERE person = ?`, id)
		return err
	}))
}

// EndSessions implements store.People.
func (s *Store) EndSessions(ctx context.Context, id string, epoch int64) error {
	return changed(s.change(ctx, id, func(tx *sql.Tx) error {
		return s.update(ctx, tx, store.ErrConflict, `UPDATE people SET epoch = epoch + 1 WHERE id = ? AND epoch = ?`, id, epoch)
	}))
}

const personColumns = `SELECT id, name, account IS NOT NULL, name_due > 0, password, since, sessions_from, epoch, deleted_as FROM people WHERE `

func scanPerson(scan func(...any) error) (p store.Person, err error) {
	err = scan(&p.ID, &p.Name, &p.Registered, &p.NameDue, &p.Password, &p.Since, &p.SessionsFrom, &p.Epoch, &p.DeletedAs)
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
	return s.person(ctx, `account = ? OR skeleton = ?`, strings.ToLower(name), names.Skeleton(name))
}

// ChangeName implements store.People.
func (s *Store) ChangeName(ctx context.Context, id string, epoch int64, name string) error {
	p := store.Person{Name: name, Registered: true}
	return changed(s.change(ctx, id, func(tx *sql.Tx) error {
		return s.update(ctx, tx, store.ErrConflict, `UPDATE people SET name = ?, account = ?, skeleton = ?, name_due = 0
WHERE id = ? AND epoch = ? AND account IS NOT NULL`, p.Name, accountName(p), skeletonOf(p), id, epoch)
	}))
}

// Renamed implements store.Store.
func (s *Store) RenamedPeople(ctx context.Context) ([]store.Person, error) {
	list := []store.Person{}
	err := s.query(ctx, `SELECT id, name, since FROM people WHERE name_due = 1`, nil, func(rows *sql.Rows) error {
		p := store.Person{Registered: true, NameDue: true}
		err := rows.Scan(&p.ID, &p.Name, &p.Since)
		list = append(list, p)
		return err
	})
	return list, err
}

// MarkRenamedAtTables implements store.People.
func (s *Store) MarkRenamedAtTables(ctx context.Context, id string) error {
	_, err := s.run(ctx, `UPDATE people SET name_due = 2 WHERE id = ? AND name_due = 1`, id)
	return unavailable(err)
}

// AddToken implements store.Tokens.
func (s *Store) AddToken(ctx context.Context, hash, person string, epoch int64, t store.Token) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		if err := s.during(ctx, tx, person, epoch); err != nil {
			return err
		}
		_, err := s.exec(ctx, tx, `INSERT INTO tokens (hash, person, since, name, scopes, until, used_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			hash, person, t.Since, t.Name, t.Scopes, t.Until, t.UsedAt)
		return err
	}))
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

// SetSession implements store.Store; data must be text.
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

// BeginDeletion implements store.People.
func (s *Store) BeginDeletion(ctx context.Context, id string, epoch int64, as string) error {
	return changed(s.change(ctx, id, func(tx *sql.Tx) error {
		err := s.update(ctx, tx, store.ErrConflict, `UPDATE people SET deleted_as = ?, password = '', epoch = epoch + 1
WHERE id = ? AND epoch = ? AND deleted_as = ''`, as, id, epoch)
		if err != nil {
			return err
		}
		for _, query := range []string{`DELETE FROM tokens WHERE person = ?`, `DELETE FROM passkeys WHERE person = ?`} {
			if _, err := s.exec(ctx, tx, query, id); err != nil {
				return err
			}
		}
		return nil
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
		for _, query := range []string{
			`DELETE FROM tokens WHERE person = ?`,
			`DELETE FROM passkeys WHERE person = ?`,
			`DELETE FROM blocks WHERE person = ?`,
			`DELETE FROM blocks WHERE other = ?`,
			`DELETE FROM mutes WHERE person = ?`,
			`DELETE FROM sightings WHERE person = ?`,
			`DELETE FROM answers WHERE person = ?`,
			`UPDATE reports SET by_person = '', by_name = '' WHERE by_person = ?`,
			`UPDATE reports SET about = '', about_name = '' WHERE about = ?`,
		} {
			if _, err := s.exec(ctx, tx, query, id); err != nil {
				return err
			}
		}
		return nil
	}))
}

// Mentions implements store.Matches.
func (s *Store) Mentions(ctx context.Context, person string) (ids []string, err error) {
	err = s.query(ctx, `SELECT match FROM mentions WHERE person = ? ORDER BY match`, []any{person}, func(rows *sql.Rows) error {
		var id string
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}

// mentioned are the people whom an event names; "" for none.
func mentioned(e *match.Event) [2]string {
	people := [2]string{e.By}
	if e.Player != nil {
		people[1] = e.Player.ID
	}
	return people
}

// putMentions notes whom an event of a match names.
func (s *Store) putMentions(ctx context.Context, tx *sql.Tx, id string, e *match.Event) error {
	for _, person := range mentioned(e) {
		if person == "" {
			continue
		}
		if _, err := s.exec(ctx, tx, `INSERT INTO mentions (person, match) VALUES (?, ?) ON CONFLICT (person, match) DO NOTHING`, person, id); err != nil {
			return err
		}
	}
	return nil
}

// Invitations implements store.Matches.
func (s *Store) Invitations(ctx context.Context, name string) ([]string, error) {
	list, err := s.summaries(ctx, `WHERE visibility = ? ORDER BY id`, match.Private)
	if err != nil {
		return nil, err
	}
	var ids []string
	for i := range list {
		if list[i].Settings.Invites(name) {
			ids = append(ids, list[i].Match)
		}
	}
	return ids, nil
}

// Erase implements store.Store.
func (s *Store) ErasePerson(ctx context.Context, person string, as match.Rename) error {
	ids, err := s.Mentions(ctx, person)
	if err != nil {
		return err
	}
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		for _, id := range ids {
			if err := s.eraseIn(ctx, tx, id, person, as); err != nil {
				return err
			}
		}
		for _, query := range []string{
			`INSERT INTO mentions (person, match) SELECT ?, match FROM mentions WHERE person = ? ON CONFLICT (person, match) DO NOTHING`,
			// A game that ended after the player was replaced was rated as the other player's.
			`DELETE FROM ratings WHERE person = ? AND pool IN (SELECT pool FROM ratings WHERE person = ?)`,
			`UPDATE ratings SET person = ? WHERE person = ?`,
		} {
			if _, err := s.exec(ctx, tx, query, as.Player.ID, person); err != nil {
				return err
			}
		}
		_, err := s.exec(ctx, tx, `DELETE FROM mentions WHERE person = ?`, person)
		return err
	})
	return unavailable(err)
}

func (s *Store) eraseIn(ctx context.Context, tx *sql.Tx, id, person string, as match.Rename) error {
	rows, err := tx.QueryContext(ctx, s.dialect.sql(`SELECT seq, body FROM events WHERE match = ?`), id)
	if err != nil {
		return err
	}
	defer rows.Close()
	changed := make(map[int64]string)
	for rows.Next() {
		var seq int64
		var body []byte
		if err := rows.Scan(&seq, &body); err != nil {
			return err
		}
		var e match.Event
		if err := json.Unmarshal(body, &e); err != nil {
			return fmt.Errorf("match %s, event %d: %w", id, seq, err)
		}
		if !erase(&e, person, as) {
			continue
		}
		text, err := json.Marshal(&e)
		if err != nil {
			return err
		}
		changed[seq] = string(text)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for seq, body := range changed {
		if _, err := s.exec(ctx, tx, `UPDATE events SET body = ? WHERE match = ? AND seq = ?`, body, id, seq); err != nil {
			return err
		}
	}
	return nil
}

// erase reports whether it has changed the event.
func erase(e *match.Event, person string, as match.Rename) (changed bool) {
	if e.Player != nil && e.Player.ID == person {
		e.Player, changed = &as.Player, true
	}
	if e.By == person {
		e.By, e.Name, e.Text, changed = as.Player.ID, "", "", true
	}
	if as.Name != "" && e.Settings != nil && e.Settings.Invites(as.Name) {
		e.Settings.Uninvite(as.Name)
		changed = true
	}
	return changed
}

const passkeyColumns = `SELECT id, person, name, credential, since, used_at FROM passkeys WHERE `

func scanPasskey(scan func(...any) error) (k store.Passkey, err error) {
	err = scan(&k.ID, &k.Person, &k.Name, &k.Credential, &k.Since, &k.UsedAt)
	return k, err
}

// AddPasskey implements store.Passkeys.
func (s *Store) AddPasskey(ctx context.Context, k store.Passkey, epoch int64) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		if err := s.during(ctx, tx, k.Person, epoch); err != nil {
			return err
		}
		_, err := s.exec(ctx, tx, `INSERT INTO passkeys (id, person, name, credential, since, used_at) VALUES (?, ?, ?, ?, ?, ?)`,
			k.ID, k.Person, k.Name, k.Credential, k.Since, k.UsedAt)
		return err
	}))
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
		if err := s.during(ctx, tx, person, epoch); err != nil {
			return err
		}
		if err := s.update(ctx, tx, store.ErrNotFound, `DELETE FROM passkeys WHERE person = ? AND id = ?`, person, id); err != nil {
			return err
		}
		return s.update(ctx, tx, store.ErrLastPasskey, `UPDATE people SET epoch = epoch
WHERE id = ? AND (password <> '' OR EXISTS (SELECT 1 FROM passkeys WHERE person = ?))`, person, person)
	}))
}

// runOne is run for a query that changes a row, or ErrNotFound.
func (s *Store) runOne(ctx context.Context, query string, args ...any) error {
	changed, err := s.run(ctx, query, args...)
	if err == nil && changed == 0 {
		return store.ErrNotFound
	}
	return unavailable(err)
}

// Block implements store.Blocks.
func (s *Store) Block(ctx context.Context, person, other string, at match.Moment) error {
	_, err := s.run(ctx, `INSERT INTO blocks (person, other, since) VALUES (?, ?, ?) ON CONFLICT (person, other) DO NOTHING`, person, other, at)
	return unavailable(err)
}

// Unblock implements store.Blocks.
func (s *Store) Unblock(ctx context.Context, person, other string) error {
	_, err := s.run(ctx, `DELETE FROM blocks WHERE person = ? AND other = ?`, person, other)
	return unavailable(err)
}

// Blocks implements store.Blocks.
func (s *Store) Blocks(ctx context.Context, person string) ([]store.Person, error) {
	list := []store.Person{}
	err := s.query(ctx, `SELECT people.id, people.name, people.account IS NOT NULL, people.since FROM blocks JOIN people ON people.id = blocks.other
WHERE blocks.person = ? ORDER BY blocks.since DESC, people.id`, []any{person}, func(rows *sql.Rows) error {
		var p store.Person
		err := rows.Scan(&p.ID, &p.Name, &p.Registered, &p.Since)
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

// marks is places for n arguments.
func marks(n int) string { return "?" + strings.Repeat(", ?", n-1) }

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
	_, err := s.run(ctx, `INSERT INTO reports (id, at, by_person, by_name, about, about_name, match, reason, body, done_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		r.ID, r.At, r.By, r.ByName, r.About, r.AboutName, r.Match, r.Reason, r.Text, r.DoneAt)
	return taken(err)
}

func (s *Store) reports(ctx context.Context, where string, args ...any) ([]store.Report, error) {
	list := []store.Report{}
	err := s.query(ctx, `SELECT id, at, by_person, by_name, about, about_name, match, reason, body, done_at FROM reports `+where+` ORDER BY at DESC, id`, args, func(rows *sql.Rows) error {
		var r store.Report
		err := rows.Scan(&r.ID, &r.At, &r.By, &r.ByName, &r.About, &r.AboutName, &r.Match, &r.Reason, &r.Text, &r.DoneAt)
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

// CloseReport implements store.Reports.
func (s *Store) CloseReport(ctx context.Context, id string, at match.Moment) error {
	return s.runOne(ctx, `UPDATE reports SET done_at = ? WHERE id = ?`, at, id)
}

// GamesOf implements store.Matches.
func (s *Store) GamesOf(ctx context.Context, person string, private bool, skip, limit int) ([]store.PlayedGame, error) {
	ended := `CAST(json_extract(games.body, '$.endedAt') AS INTEGER)`
	if s.dialect == postgres {
		ended = `CAST(CAST(games.body AS json) ->> 'endedAt' AS BIGINT)`
	}
	hidden := match.Private
	if private {
		hidden = ""
	}
	list := []store.PlayedGame{}
	err := s.query(ctx, `SELECT games.match, matches.summary, games.body FROM games JOIN matches ON matches.id = games.match
WHERE games.match IN (SELECT match FROM seats WHERE person = ?) AND matches.visibility <> ?
ORDER BY `+ended+` DESC, games.match, games.game DESC LIMIT ? OFFSET ?`, []any{person, hidden, limit, skip}, func(rows *sql.Rows) error {
		var summary, body []byte
		var g store.PlayedGame
		var v store.Summary
		if err := rows.Scan(&g.Match, &summary, &body); err != nil {
			return err
		}
		if err := json.Unmarshal(summary, &v); err != nil {
			return fmt.Errorf("summary of match %s: %w", g.Match, err)
		}
		g.Settings = v.Settings
		if err := json.Unmarshal(body, &g.Game); err != nil {
			return fmt.Errorf("games of match %s: %w", g.Match, err)
		}
		list = append(list, g)
		return nil
	})
	return list, err
}

// RatingsOf implements store.Ratings.
func (s *Store) RatingsOf(ctx context.Context, people []string) (map[string][]store.Rating, error) {
	all := make(map[string][]store.Rating, len(people))
	if len(people) == 0 {
		return all, nil
	}
	args := make([]any, len(people))
	for i, id := range people {
		args[i] = id
	}
	err := s.query(ctx, `SELECT person, pool, a, b, c, games, changed_at FROM ratings WHERE person IN (`+marks(len(people))+`) ORDER BY person, pool`, args, func(rows *sql.Rows) error {
		var person string
		var r store.Rating
		err := rows.Scan(&person, &r.Pool, &r.A, &r.B, &r.C, &r.Games, &r.ChangedAt)
		all[person] = append(all[person], r)
		return err
	})
	return all, err
}
