package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// JoinClub implements store.Clubs.
func (s *Store) JoinClub(ctx context.Context, r store.ClubRequest, limits store.ClubLimits) (member bool, notified []string, err error) {
	err = s.change(ctx, "", func(tx *sql.Tx) error {
		member, notified = false, nil
		if err := s.lockMember(ctx, tx, r.Person); err != nil {
			return err
		}
		if err := s.lockClub(ctx, tx, r.Club); err != nil {
			return err
		}
		var joined, waiting, members, requests int
		var entry store.ClubEntry
		var refused match.Moment
		err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT entry, members, (SELECT COUNT(*) FROM club_requests WHERE club = clubs.id),
	(SELECT COUNT(*) FROM club_members WHERE club = clubs.id AND person = ?), (SELECT COUNT(*) FROM club_requests WHERE club = clubs.id AND person = ?),
	COALESCE((SELECT at FROM club_refusals WHERE club = clubs.id AND person = ?), 0) FROM clubs WHERE id = ?`), r.Person, r.Person, r.Person, r.Club).
			Scan(&entry, &members, &requests, &joined, &waiting, &refused)
		if member = joined > 0; err != nil || member || waiting > 0 {
			return err
		}
		if refused > 0 && r.At < refused.After(store.RefusedFor) {
			return store.ErrConflict
		}
		if err := s.checkMemberships(ctx, tx, r.Person, limits); err != nil {
			return err
		}
		if entry == store.FreeEntry && refused == 0 {
			if members >= limits.Members {
				return store.ErrTooMany
			}
			member = true
			return s.addMember(ctx, tx, r.Club, r.Person, store.ClubMember, r.At)
		}
		if requests >= limits.Requests {
			return store.ErrTooMany
		}
		if _, err := s.exec(ctx, tx, `INSERT INTO club_requests (club, person, body, at) VALUES (?, ?, ?, ?)`, r.Club, r.Person, r.Text, r.At); err != nil {
			return err
		}
		notified, err = s.notifyClub(ctx, tx, r.Club, r.Club, store.ClubRequested, r.At, `role <> 'member'`)
		return err
	})
	return member, notified, changed(err)
}

// requests returns requests to join clubs.
func (s *Store) requests(ctx context.Context, where string, args ...any) ([]store.ClubRequest, error) {
	list := []store.ClubRequest{}
	err := s.query(ctx, `SELECT club, person, people.name, people.arms, clubs.name, club_requests.body, at FROM club_requests
JOIN people ON people.id = person JOIN clubs ON clubs.id = club WHERE `+where+` ORDER BY at, person, club`, args, func(rows *sql.Rows) error {
		var r store.ClubRequest
		err := rows.Scan(&r.Club, &r.Person, &r.Name, &r.Arms, &r.ClubName, &r.Text, &r.At)
		list = append(list, r)
		return err
	})
	return list, err
}

// ClubRequests implements store.Clubs.
func (s *Store) ClubRequests(ctx context.Context, club string) ([]store.ClubRequest, error) {
	return s.requests(ctx, `club = ?`, club)
}

// RequestsBy implements store.Clubs.
func (s *Store) RequestsBy(ctx context.Context, person string) ([]store.ClubRequest, error) {
	return s.requests(ctx, `person = ?`, person)
}

// RefusalsOf implements store.Clubs.
func (s *Store) RefusalsOf(ctx context.Context, person string) (list []store.ClubRefusal, err error) {
	err = s.query(ctx, `SELECT club, name, at FROM club_refusals JOIN clubs ON clubs.id = club WHERE person = ? ORDER BY at DESC, club`, []any{person}, func(rows *sql.Rows) error {
		var r store.ClubRefusal
		err := rows.Scan(&r.Club, &r.Name, &r.At)
		list = append(list, r)
		return err
	})
	return list, err
}

// AnswerRequest implements store.Clubs.
func (s *Store) AnswerRequest(ctx context.Context, club, person string, accept bool, at match.Moment, limits store.ClubLimits) (notified []string, err error) {
	err = s.change(ctx, "", func(tx *sql.Tx) error {
		notified = nil
		if err := s.lockMember(ctx, tx, person); err != nil {
			return err
		}
		if err := s.lockClub(ctx, tx, club); err != nil {
			return err
		}
		if err := s.withdraw(ctx, tx, club, person); err != nil {
			return err
		}
		if !accept {
			return s.refuse(ctx, tx, club, person, at)
		}
		members, err := s.count(ctx, tx, `SELECT members FROM clubs WHERE id = ?`, club)
		if err != nil {
			return err
		}
		if members >= limits.Members {
			return store.ErrTooMany
		}
		if _, err := s.exec(ctx, tx, `DELETE FROM club_refusals WHERE club = ? AND person = ?`, club, person); err != nil {
			return err
		}
		if err := s.addMember(ctx, tx, club, person, store.ClubMember, at); err != nil {
			return err
		}
		notified = []string{person}
		if err := s.addNotification(ctx, tx, person, store.Notification{Kind: store.ClubJoined, Match: club, At: at}); err != nil {
			return err
		}
		return s.notify(ctx, tx, notificationsPayload(person))
	})
	return notified, changed(err)
}

// withdraw deletes a request, and with the last one the notifications of requests.
func (s *Store) withdraw(ctx context.Context, tx *sql.Tx, club, person string) error {
	if err := s.update(ctx, tx, store.ErrNotFound, `DELETE FROM club_requests WHERE club = ? AND person = ?`, club, person); err != nil {
		return err
	}
	n, err := s.count(ctx, tx, `SELECT COUNT(*) FROM club_requests WHERE club = ?`, club)
	if err != nil || n > 0 {
		return err
	}
	return s.deleteClubNotifications(ctx, tx, club, ` AND kind = ?`, store.ClubRequested)
}

// refuse stores that a person was refused or removed.
func (s *Store) refuse(ctx context.Context, tx *sql.Tx, club, person string, at match.Moment) error {
	_, err := s.exec(ctx, tx, `INSERT INTO club_refusals (club, person, at) VALUES (?, ?, ?) ON CONFLICT (club, person) DO UPDATE SET at = excluded.at`, club, person, at)
	return err
}

// LeaveClub implements store.Clubs.
func (s *Store) LeaveClub(ctx context.Context, club, person string) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		if err := s.lockPerson(ctx, tx, person); err != nil {
			return err
		}
		if err := s.update(ctx, tx, store.ErrNotFound, `UPDATE clubs SET version = version WHERE id = ?`, club); err != nil {
			return err
		}
		if err := s.withdraw(ctx, tx, club, person); err == nil || !errors.Is(err, store.ErrNotFound) {
			return err
		}
		owner, err := s.count(ctx, tx, `SELECT COUNT(*) FROM club_members WHERE club = ? AND person = ? AND role = ?`, club, person, store.ClubOwner)
		if err != nil {
			return err
		}
		if owner > 0 {
			return store.ErrConflict
		}
		return s.dropMember(ctx, tx, club, person)
	}))
}

// dropMember deletes a membership and the notifications of the person about the club.
func (s *Store) dropMember(ctx context.Context, tx *sql.Tx, club, person string) error {
	if err := s.update(ctx, tx, store.ErrNotFound, `DELETE FROM club_members WHERE club = ? AND person = ?`, club, person); err != nil {
		return err
	}
	if err := s.deleteClubNotifications(ctx, tx, club, ` AND person = ?`, person); err != nil {
		return err
	}
	return s.countMembers(ctx, tx, club)
}

// RemoveMember implements store.Clubs.
func (s *Store) RemoveMember(ctx context.Context, club, person string, atMost store.ClubRole, at match.Moment) error {
	return s.changeMember(ctx, club, func(tx *sql.Tx) error {
		n, err := s.count(ctx, tx, `SELECT COUNT(*) FROM club_members WHERE club = ? AND person = ? AND role <> ? AND (role = ? OR role = ?)`, club, person, store.ClubOwner, store.ClubMember, atMost)
		if err != nil {
			return err
		}
		if n == 0 {
			return store.ErrConflict
		}
		if err := s.dropMember(ctx, tx, club, person); err != nil {
			return err
		}
		return s.refuse(ctx, tx, club, person, at)
	})
}

// changeMember changes an open club in a transaction.
func (s *Store) changeMember(ctx context.Context, club string, do func(tx *sql.Tx) error) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		if err := s.lockClub(ctx, tx, club); err != nil {
			return err
		}
		return do(tx)
	}))
}

// setRole gives a member with a role another one, or returns ErrConflict.
func (s *Store) setRole(ctx context.Context, tx *sql.Tx, club, person, where string, role store.ClubRole, at match.Moment) error {
	return s.update(ctx, tx, store.ErrConflict, `UPDATE club_members SET role_since = CASE WHEN role = ? THEN role_since ELSE ? END, role = ? WHERE club = ? AND person = ? AND `+where, role, at, role, club, person)
}

// SetClubRole implements store.Clubs.
func (s *Store) SetClubRole(ctx context.Context, club, person string, role store.ClubRole, at match.Moment) error {
	return s.changeMember(ctx, club, func(tx *sql.Tx) error {
		if role != store.ClubOfficer {
			if err := s.deleteClubNotifications(ctx, tx, club, ` AND person = ? AND kind = ?`, person, store.ClubRequested); err != nil {
				return err
			}
		}
		return s.setRole(ctx, tx, club, person, `role <> 'owner'`, role, at)
	})
}

// PassClub implements store.Clubs.
func (s *Store) PassClub(ctx context.Context, club, from, to string, at match.Moment, limits store.ClubLimits) (notified []string, err error) {
	err = s.change(ctx, "", func(tx *sql.Tx) error {
		notified = nil
		if err := s.lockMember(ctx, tx, to); err != nil {
			return err
		}
		if err := s.lockClub(ctx, tx, club); err != nil {
			return err
		}
		if err := s.setRole(ctx, tx, club, from, `role = 'owner'`, store.ClubOfficer, at); err != nil {
			return err
		}
		if err := s.checkOwned(ctx, tx, to, limits); err != nil {
			return err
		}
		if err := s.setRole(ctx, tx, club, to, `role <> 'owner'`, store.ClubOwner, at); err != nil {
			return err
		}
		notified, err = s.notifyClub(ctx, tx, club, club, store.ClubPassed, at, `person = ?`, to)
		return err
	})
	return notified, changed(err)
}

// MuteClub implements store.Clubs.
func (s *Store) MuteClub(ctx context.Context, club, person string, muted bool) error {
	return s.runOne(ctx, `UPDATE club_members SET muted = ? WHERE club = ? AND person = ?`, number(muted), club, person)
}

// leaveClubs ends what connects a person with clubs. Their own pass to the longest-serving
// officer, else member, or are closed. The caller has locked the person.
func (s *Store) leaveClubs(ctx context.Context, tx *sql.Tx, person string) error {
	ids, err := s.idsIn(ctx, tx, `SELECT club FROM club_members WHERE person = ? UNION SELECT club FROM club_requests WHERE person = ? UNION SELECT club FROM club_notices WHERE person = ? ORDER BY club`, person, person, person)
	if err != nil {
		return err
	}
	for _, club := range ids {
		if _, err := s.exec(ctx, tx, `UPDATE clubs SET version = version WHERE id = ?`, club); err != nil {
			return err
		}
		if err := s.withdraw(ctx, tx, club, person); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if err := s.leaveNotices(ctx, tx, club, person); err != nil {
			return err
		}
		if err := s.passOn(ctx, tx, club, person); err != nil {
			return err
		}
	}
	_, err = s.exec(ctx, tx, `DELETE FROM club_refusals WHERE person = ?`, person)
	return err
}

// passOn ends the membership of a person in a club, whose lock is held.
func (s *Store) passOn(ctx context.Context, tx *sql.Tx, club, person string) error {
	owner, err := s.count(ctx, tx, `SELECT COUNT(*) FROM club_members WHERE club = ? AND person = ? AND role = ?`, club, person, store.ClubOwner)
	if err != nil {
		return err
	}
	if err := s.dropMember(ctx, tx, club, person); errors.Is(err, store.ErrNotFound) {
		return nil
	} else if err != nil || owner == 0 {
		return err
	}
	err = s.update(ctx, tx, store.ErrNotFound, `UPDATE club_members SET role = ? WHERE club = ? AND person = (
	SELECT person FROM club_members WHERE club = ? ORDER BY CASE role WHEN 'officer' THEN 0 ELSE 1 END, role_since, since, person LIMIT 1)`, store.ClubOwner, club, club)
	if errors.Is(err, store.ErrNotFound) {
		return s.emptyClub(ctx, tx, club)
	}
	if err != nil {
		return err
	}
	_, err = s.notifyClub(ctx, tx, club, club, store.ClubPassed, match.Moment(time.Now().UnixMilli()), `role = ?`, store.ClubOwner)
	return err
}
