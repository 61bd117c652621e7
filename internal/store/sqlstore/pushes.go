package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"

	"tafelrunde/internal/match"
	"tafelrunde/internal/metrics"
	"tafelrunde/internal/store"
)

// pushKeySetting is the name of the key in the table site.
const pushKeySetting = "push key"

// PushKey implements store.Pushes.
func (s *Store) PushKey(ctx context.Context, fresh string) (key string, err error) {
	err = s.change(ctx, "", func(tx *sql.Tx) error {
		if _, err := s.exec(ctx, tx, `INSERT INTO site (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING`, pushKeySetting, fresh); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, s.dialect.sql(`SELECT value FROM site WHERE name = ?`), pushKeySetting).Scan(&key)
	})
	return key, unavailable(err)
}

const deviceColumns = `id, person, session, endpoint, p256dh, auth, name, since, service`

func deviceFields(d *store.PushDevice) []any {
	var service string // of the endpoint
	return []any{&d.ID, &d.Person, &d.Session, &d.Endpoint, &d.Key, &d.Auth, &d.Name, &d.Since, &service}
}

// servicesVersion is the version that has the services of devices.
const servicesVersion = 39

// fillServices fills in the services of devices and of their pushes.
func (s *Store) fillServices(ctx context.Context, tx *sql.Tx) error {
	rows, err := tx.QueryContext(ctx, `SELECT id, endpoint FROM push_devices`)
	if err != nil {
		return err
	}
	defer rows.Close()
	services := map[string]string{}
	for rows.Next() {
		var id, endpoint string
		if err := rows.Scan(&id, &endpoint); err != nil {
			return err
		}
		services[id] = store.PushService(endpoint)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for id, service := range services {
		if err := s.setService(ctx, tx, id, service); err != nil {
			return err
		}
	}
	return nil
}

// setService stores the service of a device and of its pushes.
func (s *Store) setService(ctx context.Context, tx *sql.Tx, device, service string) error {
	for _, query := range []string{`UPDATE push_devices SET service = ? WHERE id = ?`, `UPDATE pushes SET service = ? WHERE device = ?`} {
		if _, err := s.exec(ctx, tx, query, service, device); err != nil {
			return err
		}
	}
	return nil
}

// AddPushDevice implements store.Pushes.
func (s *Store) AddPushDevice(ctx context.Context, d store.PushDevice, atMost int) (id string, err error) {
	err = s.change(ctx, "", func(tx *sql.Tx) error {
		// The device of the person keeps its pushes.
		err := tx.QueryRowContext(ctx, s.dialect.sql(`UPDATE push_devices SET session = ?, p256dh = ?, auth = ?, name = ? WHERE endpoint = ? AND person = ? RETURNING id`),
			d.Session, d.Key, d.Auth, d.Name, d.Endpoint, d.Person).Scan(&id)
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		const old = `endpoint = ? OR id IN (SELECT id FROM push_devices WHERE person = ? ORDER BY since DESC, id LIMIT 1000000 OFFSET ?)`
		if err := s.deleteDevices(ctx, tx, old, d.Endpoint, d.Person, atMost-1); err != nil {
			return err
		}
		id = d.ID
		_, err = s.exec(ctx, tx, `INSERT INTO push_devices (`+deviceColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			d.ID, d.Person, d.Session, d.Endpoint, d.Key, d.Auth, d.Name, d.Since, store.PushService(d.Endpoint))
		return err
	})
	return id, changed(err)
}

// RenewPushDevice implements store.Pushes.
func (s *Store) RenewPushDevice(ctx context.Context, d store.PushDevice, earlier string) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		const renew = `UPDATE push_devices SET session = ?, endpoint = ?, p256dh = ?, auth = ?, name = ? WHERE endpoint = ? AND person = ?`
		err := s.update(ctx, tx, store.ErrNotFound, renew, d.Session, d.Endpoint, d.Key, d.Auth, d.Name, d.Endpoint, d.Person)
		if earlier == "" || earlier == d.Endpoint {
			return err
		}
		if err == nil { // it is known already
			return s.deleteDevices(ctx, tx, `endpoint = ? AND person = ?`, earlier, d.Person)
		}
		if !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if err := s.deleteDevices(ctx, tx, `endpoint = ?`, d.Endpoint); err != nil {
			return err
		}
		var id string
		err = tx.QueryRowContext(ctx, s.dialect.sql(renew+` RETURNING id`), d.Session, d.Endpoint, d.Key, d.Auth, d.Name, earlier, d.Person).Scan(&id)
		if err != nil {
			return found(err)
		}
		return s.setService(ctx, tx, id, store.PushService(d.Endpoint))
	}))
}

// deleteDevices deletes the devices that meet a condition, and then their pushes.
func (s *Store) deleteDevices(ctx context.Context, tx *sql.Tx, condition string, args ...any) error {
	rows, err := tx.QueryContext(ctx, s.dialect.sql(`DELETE FROM push_devices WHERE `+condition+` RETURNING id`), args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return err
		}
		ids = append(ids, id)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, id := range ids {
		if _, err := s.exec(ctx, tx, `DELETE FROM pushes WHERE device = ?`, id); err != nil {
			return err
		}
	}
	return nil
}

// PushDevices implements store.Pushes.
func (s *Store) PushDevices(ctx context.Context, person string) ([]store.PushDevice, error) {
	list := []store.PushDevice{}
	err := s.query(ctx, `SELECT `+deviceColumns+` FROM push_devices WHERE person = ? AND session IN (SELECT token FROM sessions) ORDER BY since, id`, []any{person}, func(rows *sql.Rows) error {
		var d store.PushDevice
		err := rows.Scan(deviceFields(&d)...)
		list = append(list, d)
		return err
	})
	return list, err
}

// DeletePushDevice implements store.Pushes.
func (s *Store) DeletePushDevice(ctx context.Context, person, id string) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		if err := s.update(ctx, tx, store.ErrNotFound, `DELETE FROM push_devices WHERE person = ? AND id = ?`, person, id); err != nil {
			return err
		}
		_, err := s.exec(ctx, tx, `DELETE FROM pushes WHERE device = ?`, id)
		return err
	}))
}

// deleteEndedDevices deletes devices whose sessions have ended, with their pushes.
func (s *Store) deleteEndedDevices(ctx context.Context) error {
	const ended = `NOT EXISTS (SELECT 1 FROM sessions WHERE token = push_devices.session)`
	return s.clean(ctx, `SELECT id FROM push_devices WHERE `+ended, nil, func(tx *sql.Tx, id string) error {
		return s.deleteDevices(ctx, tx, `id = ? AND `+ended, id)
	})
}

// NotificationSettings implements store.Pushes.
func (s *Store) NotificationSettings(ctx context.Context, person string) (store.NotificationSettings, error) {
	out := store.NotificationSettings{Modes: map[store.NotificationKind]store.NotificationMode{}}
	err := s.query(ctx, `SELECT kind, mode FROM notification_modes WHERE person = ?`, []any{person}, func(rows *sql.Rows) error {
		var kind store.NotificationKind
		var mode store.NotificationMode
		err := rows.Scan(&kind, &mode)
		out.Modes[kind] = mode
		return err
	})
	if err != nil {
		return out, err
	}
	err = s.query(ctx, `SELECT zone, from_minute, until_minute FROM quiet_hours WHERE person = ?`, []any{person}, func(rows *sql.Rows) error {
		out.Quiet = &store.QuietHours{}
		return rows.Scan(&out.Quiet.Zone, &out.Quiet.From, &out.Quiet.Until)
	})
	return out, err
}

// SetNotificationSettings implements store.Pushes.
func (s *Store) SetNotificationSettings(ctx context.Context, person string, to store.NotificationSettings) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		// The row of the person is locked, so that two changes at once do not mix.
		if err := s.update(ctx, tx, store.ErrNotFound, `UPDATE people SET epoch = epoch WHERE id = ?`, person); err != nil {
			return err
		}
		if err := s.deleteAll(ctx, tx, person, `DELETE FROM notification_modes WHERE person = ?`, `DELETE FROM quiet_hours WHERE person = ?`); err != nil {
			return err
		}
		for _, kind := range slices.Sorted(maps.Keys(to.Modes)) {
			if _, err := s.exec(ctx, tx, `INSERT INTO notification_modes (person, kind, mode) VALUES (?, ?, ?)`, person, kind, to.Modes[kind]); err != nil {
				return err
			}
		}
		if _, err := s.exec(ctx, tx, `UPDATE follows SET push = ? WHERE person = ?`, number(to.Modes[store.TableOpened] == store.ByPush), person); err != nil {
			return err
		}
		// Pushes that wait for the end of the earlier quiet hours become due.
		if _, err := s.exec(ctx, tx, `UPDATE pushes SET due_at = queued_at WHERE attempts = 0 AND device IN (SELECT id FROM push_devices WHERE person = ?)`, person); err != nil {
			return err
		}
		if q := to.Quiet; q != nil {
			_, err := s.exec(ctx, tx, `INSERT INTO quiet_hours (person, zone, from_minute, until_minute) VALUES (?, ?, ?, ?)`, person, q.Zone, q.From, q.Until)
			return err
		}
		return nil
	}))
}

// queuePushes queues pushes of a notification that the list has now.
func (s *Store) queuePushes(ctx context.Context, tx *sql.Tx, person string, n store.Notification) error {
	due := n.At
	if n.Kind == store.YourTurn || n.Kind == store.Offer || n.Kind == store.GameFinished {
		due = due.After(store.ReadWithin)
	}
	result, err := s.exec(ctx, tx, `INSERT INTO pushes (device, kind, match, game, queued_at, due_at, attempts, leases, service)
SELECT id, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS INTEGER), CAST(? AS BIGINT), CAST(? AS BIGINT), 0, 0, service FROM push_devices
WHERE person = ? AND NOT EXISTS (SELECT 1 FROM notification_modes WHERE person = push_devices.person AND kind = ? AND mode <> 'push')
ON CONFLICT (device, kind, match, game) DO UPDATE SET queued_at = excluded.queued_at, due_at = excluded.due_at, attempts = 0, leases = pushes.leases + 1`,
		n.Kind, n.Match, n.Game, n.At, due, person, n.Kind)
	if err != nil {
		return err
	}
	if queued, err := result.RowsAffected(); err != nil || queued == 0 {
		return err
	}
	result, err = s.exec(ctx, tx, `DELETE FROM pushes WHERE device IN (SELECT id FROM push_devices WHERE person = ?)
AND queued_at < (SELECT p.queued_at FROM pushes AS p WHERE p.device = pushes.device ORDER BY p.queued_at DESC LIMIT 1 OFFSET ?)`, person, store.MaxPushes-1)
	if err != nil {
		return err
	}
	dropped, err := result.RowsAffected()
	metrics.Pushes.WithLabelValues("dropped").Add(float64(dropped))
	return err
}

// dueServices selects the services of pushes with the moment from which on the first is due: one
// step of an index for each service.
const dueServices = `WITH RECURSIVE services (service) AS (
	SELECT MIN(service) FROM pushes
	UNION ALL SELECT (SELECT MIN(pushes.service) FROM pushes WHERE pushes.service > services.service) FROM services WHERE services.service IS NOT NULL
), firsts (service, at) AS (
	SELECT service, (SELECT MIN(due_at) FROM pushes WHERE pushes.service = services.service) FROM services WHERE service IS NOT NULL
) SELECT service FROM firsts WHERE at <= ? ORDER BY at, service`

// LeasePushes implements store.Pushes.
func (s *Store) LeasePushes(ctx context.Context, now, until match.Moment, q store.PushQuery) (leased []store.Push, err error) {
	var services []string
	err = s.query(ctx, dueServices, []any{now}, func(rows *sql.Rows) error {
		var service string
		err := rows.Scan(&service)
		if len(services) < q.Services && !q.Except[service] {
			services = append(services, service)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(services) == 0 {
		return nil, store.ErrNotFound
	}
	err = s.change(ctx, "", func(tx *sql.Tx) error {
		leased = nil
		for _, service := range services {
			list, err := s.leaseTo(ctx, tx, service, now, until, q.Each)
			if err != nil {
				return err
			}
			leased = append(leased, list...)
		}
		return nil
	})
	if err != nil {
		return nil, unavailable(err)
	}
	if len(leased) == 0 { // another process has them
		return nil, store.ErrNotFound
	}
	for i := range leased {
		if err := s.completePush(ctx, &leased[i], now); err != nil {
			return nil, err
		}
	}
	return leased, nil
}

// leaseTo leases pushes to a push service.
func (s *Store) leaseTo(ctx context.Context, tx *sql.Tx, service string, now, until match.Moment, n int) (leased []store.Push, err error) {
	rows, err := tx.QueryContext(ctx, s.dialect.sql(`UPDATE pushes SET due_at = ?, attempts = attempts + 1, leases = leases + 1
WHERE (device, kind, match, game) IN (SELECT device, kind, match, game FROM pushes WHERE service = ? AND due_at <= ? ORDER BY due_at LIMIT ?`+s.skipLocked("pushes")+`)
RETURNING device, service, kind, match, game, queued_at, due_at, attempts, leases`), until, service, now, n)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var p store.Push
		if err := rows.Scan(&p.Device.ID, &p.Service, &p.Kind, &p.Match, &p.Game, &p.QueuedAt, &p.DueAt, &p.Attempts, &p.Leases); err != nil {
			return nil, err
		}
		leased = append(leased, p)
	}
	return leased, rows.Err()
}

// completePush reads the device, the notification and the settings of a push.
func (s *Store) completePush(ctx context.Context, p *store.Push, now match.Moment) error {
	err := s.query(ctx, `SELECT `+deviceColumns+` FROM push_devices WHERE id = ? AND session IN (SELECT token FROM sessions WHERE until >= ?)`, []any{p.Device.ID, now}, func(rows *sql.Rows) error {
		return rows.Scan(deviceFields(&p.Device)...)
	})
	if err != nil {
		return err
	}
	n := &p.Notification
	err = s.query(ctx, `SELECT kind, match, game, at, seen <> 0 FROM (`+allNotifications+`) AS n WHERE kind = ? AND match = ? AND game = ?`,
		[]any{p.Device.Person, p.Device.Person, p.Kind, p.Match, p.Game}, func(rows *sql.Rows) error {
			return rows.Scan(&n.Kind, &n.Match, &n.Game, &n.At, &n.Read)
		})
	if err != nil {
		return err
	}
	p.Settings, err = s.NotificationSettings(ctx, p.Device.Person)
	return err
}

const heldPush = ` WHERE device = ? AND kind = ? AND match = ? AND game = ? AND leases = ?`

func heldArgs(p *store.Push) []any { return []any{p.Device.ID, p.Kind, p.Match, p.Game, p.Leases} }

// ReleasePush implements store.Pushes.
func (s *Store) ReleasePush(ctx context.Context, p store.Push, due match.Moment, failed bool) error {
	return s.release(ctx, p.Lease, due, failed, `UPDATE pushes SET due_at = ?, attempts = ?`+heldPush, heldArgs(&p)...)
}

// FinishPush implements store.Pushes.
func (s *Store) FinishPush(ctx context.Context, p store.Push, dropDevice bool) error {
	if !dropDevice {
		return s.runOne(ctx, `DELETE FROM pushes`+heldPush, heldArgs(&p)...)
	}
	return s.DeletePushDevice(ctx, p.Device.Person, p.Device.ID)
}
