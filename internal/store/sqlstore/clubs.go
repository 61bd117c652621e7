package sqlstore

import (
	"context"
	"database/sql"
	"strings"

	"tafelrunde/internal/accounts"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// Transactions lock people before clubs.

// lockClub locks an open club, so that concurrent changes of it happen one after the other. It
// returns ErrNotFound if the club is not open.
func (s *Store) lockClub(ctx context.Context, tx *sql.Tx, id string) error {
	return s.update(ctx, tx, store.ErrNotFound, `UPDATE clubs SET version = version WHERE id = ? AND state = ?`, id, store.ClubOpen)
}

// requireClubName is requireName for clubs.
func (s *Store) requireClubName(ctx context.Context, tx *sql.Tx, id, name string) error {
	letters := accounts.Letters(name)
	if s.dialect == postgres {
		if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(7263393, hashtext($1))`, letters); err != nil {
			return err
		}
	}
	n, err := s.count(ctx, tx, `SELECT COUNT(*) FROM clubs WHERE letters = ? AND id <> ?`, letters, id)
	if err == nil && n > 0 {
		err = store.ErrTaken
	}
	return err
}

// count returns the number that a query selects.
func (s *Store) count(ctx context.Context, tx *sql.Tx, query string, args ...any) (n int, err error) {
	err = tx.QueryRowContext(ctx, s.dialect.sql(query), args...).Scan(&n)
	return n, err
}

// fillClubLetters computes the letters of all clubs again.
func (s *Store) fillClubLetters(ctx context.Context, tx *sql.Tx) error {
	rows, err := tx.QueryContext(ctx, `SELECT id, name FROM clubs WHERE letters IS NOT NULL`)
	if err != nil {
		return err
	}
	defer rows.Close()
	names := map[string]string{}
	for rows.Next() {
		var id, name string
		if err := rows.Scan(&id, &name); err != nil {
			return err
		}
		names[id] = name
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for id, name := range names {
		if _, err := s.exec(ctx, tx, `UPDATE clubs SET letters = ? WHERE id = ?`, accounts.Letters(name), id); err != nil {
			return err
		}
	}
	return nil
}

// AddClub implements store.Clubs.
func (s *Store) AddClub(ctx context.Context, c store.Club, owner string, limits store.ClubLimits) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		if err := s.lockMember(ctx, tx, owner); err != nil {
			return err
		}
		if err := s.checkMemberships(ctx, tx, owner, limits); err != nil {
			return err
		}
		if err := s.checkOwned(ctx, tx, owner, limits); err != nil {
			return err
		}
		if err := s.requireClubName(ctx, tx, c.ID, c.Name); err != nil {
			return err
		}
		if _, err := s.exec(ctx, tx, `INSERT INTO clubs (id, name, letters, lowered, line, body, entry, posting, state, created_at, members, version, notified_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 1, 0)`,
			c.ID, c.Name, accounts.Letters(c.Name), strings.ToLower(c.Name), c.Line, c.Text, c.Entry, c.Posting, store.ClubOpen, c.CreatedAt); err != nil {
			return err
		}
		return s.addMember(ctx, tx, c.ID, owner, store.ClubOwner, c.CreatedAt)
	}))
}

// checkOwned returns ErrTooMany if a person cannot own another club.
func (s *Store) checkOwned(ctx context.Context, tx *sql.Tx, person string, limits store.ClubLimits) error {
	n, err := s.count(ctx, tx, `SELECT COUNT(*) FROM club_members WHERE person = ? AND role = ?`, person, store.ClubOwner)
	if err == nil && n >= limits.Owned {
		err = store.ErrTooMany
	}
	return err
}

// checkMemberships returns ErrTooMany if a person cannot join another club.
func (s *Store) checkMemberships(ctx context.Context, tx *sql.Tx, person string, limits store.ClubLimits) error {
	n, err := s.count(ctx, tx, `SELECT (SELECT COUNT(*) FROM club_members WHERE person = ?) + (SELECT COUNT(*) FROM club_requests WHERE person = ?)`, person, person)
	if err == nil && n >= limits.Memberships {
		err = store.ErrTooMany
	}
	return err
}

func (s *Store) addMember(ctx context.Context, tx *sql.Tx, club, person string, role store.ClubRole, at match.Moment) error {
	if _, err := s.exec(ctx, tx, `INSERT INTO club_members (club, person, role, since, role_since, muted) VALUES (?, ?, ?, ?, ?, 0)`, club, person, role, at, at); err != nil {
		return err
	}
	return s.countMembers(ctx, tx, club)
}

// countMembers stores the number of members of a club.
func (s *Store) countMembers(ctx context.Context, tx *sql.Tx, club string) error {
	_, err := s.exec(ctx, tx, `UPDATE clubs SET members = (SELECT COUNT(*) FROM club_members WHERE club = clubs.id) WHERE id = ?`, club)
	return err
}

// clubColumns selects clubs without their texts.
const clubColumns = `clubs.id, clubs.name, clubs.line, clubs.entry, clubs.posting, clubs.state, clubs.created_at, clubs.members, clubs.version`

func clubFields(c *store.Club) []any {
	return []any{&c.ID, &c.Name, &c.Line, &c.Entry, &c.Posting, &c.State, &c.CreatedAt, &c.Members, &c.Version}
}

// Club implements store.Clubs.
func (s *Store) Club(ctx context.Context, id string) (c store.Club, err error) {
	err = s.read.QueryRowContext(ctx, s.dialect.sql(`SELECT `+clubColumns+`, body FROM clubs WHERE id = ?`), id).Scan(append(clubFields(&c), &c.Text)...)
	return c, found(err)
}

// likeMarks escapes what LIKE gives a meaning.
var likeMarks = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// OpenClubs implements store.Clubs.
func (s *Store) OpenClubs(ctx context.Context, text string, skip, limit int) ([]store.Club, error) {
	list := []store.Club{}
	where, args := `state = 'open'`, []any{}
	if text != "" {
		where, args = where+` AND lowered LIKE ? ESCAPE '\'`, append(args, `%`+likeMarks.Replace(text)+`%`)
	}
	err := s.query(ctx, `SELECT `+clubColumns+` FROM clubs WHERE `+where+` ORDER BY members DESC, lowered, id LIMIT ? OFFSET ?`, append(args, limit, skip), func(rows *sql.Rows) error {
		var c store.Club
		err := rows.Scan(clubFields(&c)...)
		list = append(list, c)
		return err
	})
	return list, err
}

// ClubNames implements store.Clubs.
func (s *Store) ClubNames(ctx context.Context, ids []string) (map[string]string, error) {
	names := map[string]string{}
	if len(ids) == 0 {
		return names, nil
	}
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id
	}
	err := s.query(ctx, `SELECT id, name FROM clubs WHERE id IN (`+marks(len(ids))+`)`, args, func(rows *sql.Rows) error {
		var id, name string
		err := rows.Scan(&id, &name)
		names[id] = name
		return err
	})
	return names, err
}

// ChangeClub implements store.Clubs.
func (s *Store) ChangeClub(ctx context.Context, c store.Club) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		if err := s.requireClubName(ctx, tx, c.ID, c.Name); err != nil {
			return err
		}
		if err := s.lockClub(ctx, tx, c.ID); err != nil {
			return err
		}
		return s.update(ctx, tx, store.ErrConflict, `UPDATE clubs SET name = ?, letters = ?, lowered = ?, line = ?, body = ?, entry = ?, posting = ?, version = version + 1 WHERE id = ? AND version = ?`,
			c.Name, accounts.Letters(c.Name), strings.ToLower(c.Name), c.Line, c.Text, c.Entry, c.Posting, c.ID, c.Version)
	}))
}

// CloseClub implements store.Clubs.
func (s *Store) CloseClub(ctx context.Context, id, owner string) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		if err := s.lockClub(ctx, tx, id); err != nil {
			return err
		}
		if err := s.update(ctx, tx, store.ErrConflict, `DELETE FROM club_members WHERE club = ? AND person = ? AND role = ?`, id, owner, store.ClubOwner); err != nil {
			return err
		}
		return s.emptyClub(ctx, tx, id)
	}))
}

// emptyClub closes a club for good.
func (s *Store) emptyClub(ctx context.Context, tx *sql.Tx, id string) error {
	if err := s.deleteAll(ctx, tx, id, `DELETE FROM club_members WHERE club = ?`, `DELETE FROM club_requests WHERE club = ?`,
		`DELETE FROM club_refusals WHERE club = ?`, `DELETE FROM club_notices WHERE club = ?`); err != nil {
		return err
	}
	if err := s.deleteClubNotifications(ctx, tx, id, ``); err != nil {
		return err
	}
	_, err := s.exec(ctx, tx, `UPDATE clubs SET state = ?, letters = NULL, line = '', body = '', members = 0, version = version + 1 WHERE id = ?`, store.ClubClosed, id)
	return err
}

// ModerateClub implements store.Clubs.
func (s *Store) ModerateClub(ctx context.Context, id string, to store.ClubState, clear bool, e store.Entry) error {
	return s.changeLogged(ctx, "", e, func(tx *sql.Tx) error {
		if clear {
			return s.update(ctx, tx, store.ErrNotFound, `UPDATE clubs SET line = '', body = '', version = version + 1 WHERE id = ? AND state <> ?`, id, store.ClubClosed)
		}
		from := map[store.ClubState]store.ClubState{store.ClubOpen: store.ClubRemoved, store.ClubRemoved: store.ClubOpen}[to]
		return s.update(ctx, tx, store.ErrNotFound, `UPDATE clubs SET state = ?, version = version + 1 WHERE id = ? AND state = ?`, to, id, from)
	})
}

// Memberships implements store.Clubs.
func (s *Store) Memberships(ctx context.Context, person string) ([]store.Membership, error) {
	list := []store.Membership{}
	err := s.query(ctx, `SELECT `+clubColumns+`, role, since, muted <> 0 FROM club_members JOIN clubs ON clubs.id = club WHERE person = ? ORDER BY lowered, clubs.id`, []any{person}, func(rows *sql.Rows) error {
		var m store.Membership
		err := rows.Scan(append(clubFields(&m.Club), &m.Role, &m.Since, &m.Muted)...)
		list = append(list, m)
		return err
	})
	return list, err
}

const memberColumns = `SELECT person, people.name, people.arms, club_members.role, club_members.since, muted <> 0 FROM club_members JOIN people ON people.id = person WHERE club = ? `

func memberFields(m *store.Member) []any {
	return []any{&m.Person, &m.Name, &m.Arms, &m.Role, &m.Since, &m.Muted}
}

// Membership implements store.Clubs.
func (s *Store) Membership(ctx context.Context, club, person string) (m store.Member, err error) {
	err = s.read.QueryRowContext(ctx, s.dialect.sql(memberColumns+`AND person = ?`), club, person).Scan(memberFields(&m)...)
	return m, found(err)
}

// byRole is the order of members.
const byRole = ` ORDER BY CASE club_members.role WHEN 'owner' THEN 0 WHEN 'officer' THEN 1 ELSE 2 END, club_members.since, person `

// ClubMembers implements store.Clubs.
func (s *Store) ClubMembers(ctx context.Context, club string, skip, limit int) ([]store.Member, error) {
	list := []store.Member{}
	err := s.query(ctx, memberColumns+byRole+`LIMIT ? OFFSET ?`, []any{club, limit, skip}, func(rows *sql.Rows) error {
		var m store.Member
		err := rows.Scan(memberFields(&m)...)
		list = append(list, m)
		return err
	})
	return list, err
}
