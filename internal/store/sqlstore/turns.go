package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"math"
	"slices"
	"strings"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// halfLife is the half-life of the engine time that a person has used. Nothing
// needs to be updated as time passes: c milliseconds used at the moment t weigh
// c·2^(t/halfLife), and the sums of these weights order people as their decayed
// sums do. A sum is stored as its binary logarithm.
const halfLife = 1 * match.Minute

// weighed returns the weight of a person after using more engine time, which may
// be negative. A weight of 0 means that none was used.
func weighed(weight float64, used match.Millis, now match.Moment) float64 {
	base := float64(now) / float64(halfLife)
	if weight-base > 1000 {
		return weight // stored far in the future: the clock was set back
	}
	sum := float64(used)
	if weight > 0 {
		sum += math.Exp2(weight - base)
	}
	if sum < 1 {
		return 0
	}
	return base + math.Log2(sum)
}

// LeaseEngineTurn implements store.EngineTurns.
func (s *Store) LeaseEngineTurn(ctx context.Context, q store.EngineTurnQuery) (store.EngineTurn, error) {
	people := 0
	if q.People {
		people = 1
	}
	const which = ` matches.engine_due <= ? AND matches.people >= ? AND matches.level <> ?`
	var t store.EngineTurn
	err := s.lease(ctx, `matches WHERE`+which, []any{q.Now, people, q.Except}, func(tx *sql.Tx) error {
		t = store.EngineTurn{Lease: store.Lease{DueAt: q.Now.After(q.Lease)}}
		var playing int
		err := tx.QueryRowContext(ctx, s.dialect.sql(`UPDATE matches SET engine_due = ?, engine_tries = engine_tries + 1 WHERE id = (
	SELECT matches.id FROM matches LEFT JOIN engine_use ON engine_use.person = matches.person WHERE`+which+`
	ORDER BY CASE WHEN matches.people > 0 THEN 0 WHEN matches.watched_at > ? THEN 1 ELSE 2 END, COALESCE(engine_use.weight, 0), matches.engine_due, matches.id
	LIMIT 1`+s.skipLocked("matches")+`
) RETURNING id, seq, engine, level, people, person, engine_tries`), t.DueAt, q.Now, people, q.Except, q.Now.After(-store.WatchedFor)).
			Scan(&t.Match, &t.Seq, &t.Seat, &t.Level, &playing, &t.Person, &t.Attempts)
		if err != nil {
			return err
		}
		t.People = playing > 0
		used := maps.Clone(q.Used)
		if used == nil {
			used = make(map[string]match.Millis)
		}
		if q.Cost != nil {
			used[t.Person] += q.Cost(t.Level)
		}
		// All processes lock rows in the same order, so that they do not deadlock.
		for _, person := range slices.Sorted(maps.Keys(used)) {
			if err := s.use(ctx, tx, person, used[person], q.Now); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return store.EngineTurn{}, err
	}
	return t, nil
}

// use adds to the engine time that a person has used.
func (s *Store) use(ctx context.Context, tx *sql.Tx, person string, used match.Millis, now match.Moment) error {
	if used == 0 {
		return nil
	}
	var weight float64
	err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT weight FROM engine_use WHERE person = ?`), person).Scan(&weight)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	_, err = s.exec(ctx, tx, `INSERT INTO engine_use (person, weight) VALUES (?, ?) ON CONFLICT (person) DO UPDATE SET weight = excluded.weight`,
		person, weighed(weight, used, now))
	return err
}

// ReleaseEngineTurn implements store.EngineTurns.
func (s *Store) ReleaseEngineTurn(ctx context.Context, t store.EngineTurn, due match.Moment, failed bool) error {
	return s.release(ctx, t.Lease, due, failed, `UPDATE matches SET engine_due = ?, engine_tries = ? WHERE id = ? AND engine_due = ? AND engine_tries = ?`,
		t.Match, t.DueAt, t.Attempts)
}

// WaitingEngineTurns implements store.EngineTurns.
func (s *Store) WaitingEngineTurns(ctx context.Context, now match.Moment, people bool) (n int, err error) {
	least := 0
	if people {
		least = 1
	}
	err = s.read.QueryRowContext(ctx, s.dialect.sql(`SELECT COUNT(*) FROM matches WHERE engine_due <= ? AND people >= ?`), now, least).Scan(&n)
	return n, unavailable(err)
}

// MarkWatched implements store.EngineTurns.
func (s *Store) MarkWatched(ctx context.Context, ids []string, at match.Moment) error {
	// All processes lock rows in the same order, so that they do not deadlock.
	for part := range slices.Chunk(slices.Sorted(slices.Values(ids)), maxRows) {
		args := []any{at}
		for _, id := range part {
			args = append(args, id)
		}
		if _, err := s.run(ctx, `UPDATE matches SET watched_at = ? WHERE people = 0 AND id IN (?`+strings.Repeat(`, ?`, len(part)-1)+`)`, args...); err != nil {
			return unavailable(err)
		}
	}
	return nil
}

// UnwatchedEngineGames implements store.EngineTurns.
func (s *Store) UnwatchedEngineGames(ctx context.Context, owner string, now match.Moment) (n int, err error) {
	err = s.read.QueryRowContext(ctx, s.dialect.sql(`SELECT COUNT(*) FROM matches WHERE engine_due IS NOT NULL AND people = 0 AND person = ? AND watched_at <= ?`),
		owner, now.After(-store.WatchedFor)).Scan(&n)
	return n, unavailable(err)
}
