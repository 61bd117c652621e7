package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"os"

	"tafelrunde/internal/match"
	"tafelrunde/internal/metrics"
	"tafelrunde/internal/store"
)

// upsertBeat stores a heartbeat. It is one statement, which PostgreSQL completes
// even if this process hangs, so that other processes do not wait for the row.
const upsertBeat = `INSERT INTO beats (id, at, gap_from, gap_until) VALUES (1, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
	gap_from = CASE WHEN excluded.at - CASE WHEN beats.at < ? THEN ? ELSE beats.at END >= ? THEN CASE WHEN beats.at < ? THEN ? ELSE beats.at END ELSE beats.gap_from END,
	gap_until = CASE WHEN excluded.at - CASE WHEN beats.at < ? THEN ? ELSE beats.at END >= ? THEN excluded.at ELSE beats.gap_until END,
	at = CASE WHEN beats.at < excluded.at THEN excluded.at ELSE beats.at END
RETURNING gap_from, gap_until`

// Heartbeat implements store.Heartbeats.
func (s *Store) Heartbeat(ctx context.Context, now, known match.Moment) (g store.Downtime, err error) {
	var first match.Moment
	err = s.read.QueryRowContext(ctx, `SELECT deadline FROM matches WHERE deadline IS NOT NULL ORDER BY deadline LIMIT 1`).Scan(&first)
	if errors.Is(err, sql.ErrNoRows) {
		return g, nil
	} else if err != nil {
		return g, unavailable(err)
	}
	if first >= now.After(store.HeartbeatHorizon) && now.Since(match.Moment(s.lastBeat.Load())) < rareBeats {
		return g, nil
	}
	k, least := int64(known), int64(store.MinDowntime)
	// The downtime if no heartbeat was stored before.
	var from, until int64
	if known != 0 && now.Since(known) >= store.MinDowntime {
		from, until = int64(known), int64(now)
	}
	err = s.write.QueryRowContext(ctx, s.dialect.sql(upsertBeat), int64(now), from, until, k, k, least, k, k, k, k, least).Scan(&g.From, &g.Until)
	if err == nil {
		s.lastBeat.Store(int64(now))
		s.wrote(1)
	}
	return g, unavailable(err)
}

// rareBeats is the interval of heartbeats while all deadlines are far away.
const rareBeats = 1 * match.Minute

// Clock implements store.Heartbeats.
func (s *Store) Clock(ctx context.Context) (now, recorded match.Moment, err error) {
	query := `SELECT 0, COALESCE(MAX(at), 0) FROM beats`
	if s.dialect == postgres {
		query = `SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT), COALESCE(MAX(at), 0) FROM beats`
	}
	err = s.read.QueryRowContext(ctx, query).Scan(&now, &recorded)
	return now, recorded, unavailable(err)
}

// DeleteExpired implements store.Store.
func (s *Store) DeleteExpired(ctx context.Context, now match.Moment) error {
	for query, before := range map[string]match.Moment{
		`DELETE FROM sightings WHERE at < ?`:       now.After(-store.PresenceLifetime),
		`DELETE FROM sessions WHERE until < ?`:     now,
		`DELETE FROM answers WHERE at < ?`:         now.After(-store.RequestLifetime),
		`DELETE FROM reset_links WHERE until < ?`:  now,
		`DELETE FROM invitations WHERE until < ?`:  now,
		`DELETE FROM address_bans WHERE until < ?`: now,
		// A table that waits stays read.
		`DELETE FROM notifications WHERE at < ? AND NOT (kind = 'table' AND match IN (SELECT match FROM openings))`: now.After(-store.NotificationLifetime),
		`DELETE FROM table_pushes WHERE at < ?`:             now.After(-store.TablePushPause),
		`DELETE FROM tokens WHERE until <> 0 AND until < ?`: now,
	} {
		if _, err := s.run(ctx, query, before); err != nil {
			return unavailable(err)
		}
	}
	expired, err := s.run(ctx, `DELETE FROM pushes WHERE queued_at < ?`, now.After(-store.PushLifetime))
	if err != nil {
		return unavailable(err)
	}
	metrics.Pushes.WithLabelValues("expired").Add(float64(expired))
	if err := s.deleteSurplusNotifications(ctx); err != nil {
		return unavailable(err)
	}
	if err := s.deleteEndedDevices(ctx); err != nil {
		return unavailable(err)
	}
	// Engine time used an hour ago no longer matters.
	_, err = s.run(ctx, `DELETE FROM engine_use WHERE weight < ?`, float64(now.After(-60*match.Minute))/float64(halfLife))
	return unavailable(err)
}

// clean changes each of the rows that a query selects, which is run without a transaction, so
// that writers do not wait for it.
func (s *Store) clean(ctx context.Context, query string, args []any, change func(tx *sql.Tx, id string) error) error {
	var ids []string
	err := s.query(ctx, query, args, func(rows *sql.Rows) error {
		var id string
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
	for _, id := range ids {
		if err != nil {
			break
		}
		err = s.change(ctx, "", func(tx *sql.Tx) error { return change(tx, id) })
	}
	return err
}

// probeSize is the free space that Probe requires, in bytes. A write to the
// database may succeed without free space, if the log file has room.
const probeSize = 64 << 10

// Probe implements store.Heartbeats.
func (s *Store) Probe(ctx context.Context) error {
	if _, err := s.run(ctx, `INSERT INTO counters (name, n) VALUES ('probe', 1) ON CONFLICT (name) DO UPDATE SET n = counters.n + 1`); err != nil {
		return unavailable(err)
	}
	if s.dialect == postgres {
		return nil
	}
	name := s.file + ".probe"
	defer os.Remove(name)
	return unavailable(os.WriteFile(name, make([]byte, probeSize), 0o600))
}
