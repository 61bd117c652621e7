package sqlstore

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"strconv"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// The names of settings in the table site. A missing one has its default.
const (
	registrationSetting = "registration"
	noGuestsSetting     = "no guests"
	staffPasskeys       = "staff passkeys"
	noComputersSetting  = "no computers"
	announcementSetting = "announcement"
	announcedGerman     = "announcement german"
	announcedSetting    = "announcement since"
	announcedUntil      = "announcement until"
)

// SiteSettings implements store.Site.
func (s *Store) SiteSettings(ctx context.Context) (store.SiteSettings, error) {
	all := store.SiteSettings{Registration: store.Open}
	err := s.query(ctx, `SELECT name, value FROM site`, nil, func(rows *sql.Rows) error {
		var name, value string
		if err := rows.Scan(&name, &value); err != nil {
			return err
		}
		var err error
		switch name {
		case registrationSetting:
			all.Registration = store.Registration(value)
		case noGuestsSetting:
			all.NoGuests, err = strconv.ParseBool(value)
		case staffPasskeys:
			all.StaffPasskeys, err = strconv.ParseBool(value)
		case noComputersSetting:
			all.NoComputers, err = strconv.ParseBool(value)
		case announcementSetting:
			all.Announcement.Text = value
		case announcedGerman:
			all.Announcement.German = value
		case announcedSetting:
			all.Announcement.Since, err = parseMoment(value)
		case announcedUntil:
			all.Announcement.Until, err = parseMoment(value)
		}
		return err
	})
	return all, err
}

func parseMoment(text string) (match.Moment, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	return match.Moment(n), err
}

// ChangeSite implements store.Site.
func (s *Store) ChangeSite(ctx context.Context, c store.SiteChange, e store.Entry) error {
	values := map[string]string{}
	if c.Registration != nil {
		values[registrationSetting] = string(*c.Registration)
	}
	if c.NoGuests != nil {
		values[noGuestsSetting] = strconv.FormatBool(*c.NoGuests)
	}
	if c.StaffPasskeys != nil {
		values[staffPasskeys] = strconv.FormatBool(*c.StaffPasskeys)
	}
	if c.NoComputers != nil {
		values[noComputersSetting] = strconv.FormatBool(*c.NoComputers)
	}
	if a := c.Announcement; a != nil {
		values[announcementSetting] = a.Text
		values[announcedGerman] = a.German
		values[announcedSetting] = strconv.FormatInt(int64(a.Since), 10)
		values[announcedUntil] = strconv.FormatInt(int64(a.Until), 10)
	}
	return s.changeSite(ctx, e, func(tx *sql.Tx) error {
		// The order is the same for all, so that PostgreSQL finds no deadlock.
		for _, name := range slices.Sorted(maps.Keys(values)) {
			_, err := s.exec(ctx, tx, `INSERT INTO site (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`, name, values[name])
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// AddInvitation implements store.Site.
func (s *Store) AddInvitation(ctx context.Context, hash string, i store.Invitation, e store.Entry) error {
	return s.changeLogged(ctx, "", e, func(tx *sql.Tx) error {
		_, err := s.exec(ctx, tx, `INSERT INTO invitations (id, hash, by_name, note, since, until) VALUES (?, ?, ?, ?, ?, ?)`, i.ID, hash, i.By, i.Note, i.Since, i.Until)
		return err
	})
}

const invitationColumns = `SELECT id, by_name, note, since, until FROM invitations WHERE until > ?`

func scanInvitation(scan func(...any) error) (i store.Invitation, err error) {
	return i, scan(&i.ID, &i.By, &i.Note, &i.Since, &i.Until)
}

// OpenInvitations implements store.Site.
func (s *Store) OpenInvitations(ctx context.Context, now match.Moment) ([]store.Invitation, error) {
	list := []store.Invitation{}
	err := s.query(ctx, invitationColumns+` ORDER BY since DESC, id`, []any{now}, func(rows *sql.Rows) error {
		i, err := scanInvitation(rows.Scan)
		list = append(list, i)
		return err
	})
	return list, err
}

// Invitation implements store.Site.
func (s *Store) Invitation(ctx context.Context, hash string, now match.Moment) (store.Invitation, error) {
	i, err := scanInvitation(s.read.QueryRowContext(ctx, s.dialect.sql(invitationColumns+` AND hash = ?`), now, hash).Scan)
	return i, found(err)
}

// RevokeInvitation implements store.Site.
func (s *Store) RevokeInvitation(ctx context.Context, id string, e store.Entry) error {
	return s.changeLogged(ctx, "", e, func(tx *sql.Tx) error {
		return s.update(ctx, tx, store.ErrNotFound, `DELETE FROM invitations WHERE id = ?`, id)
	})
}
