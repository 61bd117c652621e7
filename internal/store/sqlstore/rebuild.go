package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// Rebuild implements store.Store.
func (s *Store) Rebuild(ctx context.Context, rules match.Rules, each func()) error {
	return s.transaction(ctx, func(tx *sql.Tx) error {
		for _, table := range []string{"matches", "seats", "games", "ratings", "rating_points", "mentions", "invited"} {
			if _, err := tx.ExecContext(ctx, `DELETE FROM `+table); err != nil {
				return err
			}
		}
		var ids []string
		rows, err := tx.QueryContext(ctx, `SELECT match FROM events WHERE seq = 1 ORDER BY match`)
		if err != nil {
			return err
		}
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
			if err := s.rebuildMatch(ctx, tx, rules, id); err != nil {
				return err
			}
			if each != nil {
				each()
			}
		}
		return s.rebuildRatings(ctx, tx)
	})
}

func (s *Store) rebuildMatch(ctx context.Context, tx *sql.Tx, rules match.Rules, id string) error {
	rows, err := tx.QueryContext(ctx, s.dialect.sql(`SELECT body FROM events WHERE match = ? ORDER BY seq`), id)
	if err != nil {
		return err
	}
	defer rows.Close()
	state := match.New()
	var events []match.Event
	var games []store.Game
	for rows.Next() {
		var body []byte
		if err := rows.Scan(&body); err != nil {
			return err
		}
		var e match.Event
		if err := json.Unmarshal(body, &e); err != nil {
			return fmt.Errorf("match %s, event %d: %w", id, len(events)+1, err)
		}
		if state, err = match.Apply(rules, state, e); err != nil {
			return fmt.Errorf("match %s: %w", id, err)
		}
		events = append(events, e)
		if e.Type == match.Ended {
			games = append(games, store.NewGame(e, state))
		}
		if e.Type == match.Renamed {
			for i := range games {
				games[i].Rename(e.By, *e.Player)
			}
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, g := range games {
		if err := s.putGame(ctx, tx, id, g); err != nil {
			return err
		}
	}
	for i := range events {
		if err := s.putMentions(ctx, tx, id, &events[i]); err != nil {
			return err
		}
	}
	return s.putRow(ctx, tx, store.NewMatchRow(id, state), events, 1)
}

// rebuildRatings rates all rated games again, in the order in which they ended.
func (s *Store) rebuildRatings(ctx context.Context, tx *sql.Tx) error {
	type rated struct {
		id    string
		place int64
		event match.Event
	}
	var list []rated
	rows, err := tx.QueryContext(ctx, `SELECT match, rated, body FROM events WHERE rated IS NOT NULL ORDER BY rated`)
	if err != nil {
		return err
	}
	defer rows.Close()
	last := int64(0)
	for rows.Next() {
		var r rated
		var body []byte
		if err := rows.Scan(&r.id, &r.place, &body); err != nil {
			return err
		}
		if err := json.Unmarshal(body, &r.event); err != nil {
			return fmt.Errorf("match %s: %w", r.id, err)
		}
		list, last = append(list, r), r.place
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, r := range list {
		var summary, body []byte
		if err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT matches.summary, games.body FROM games JOIN matches ON matches.id = games.match WHERE games.match = ? AND games.game = ?`),
			r.id, r.event.Game).Scan(&summary, &body); err != nil {
			return err
		}
		var v store.Summary
		var g store.Game
		if err := json.Unmarshal(summary, &v); err != nil {
			return err
		}
		if err := json.Unmarshal(body, &g); err != nil {
			return err
		}
		if err := s.rate(ctx, tx, &v.Settings, g); err != nil {
			return err
		}
	}
	_, err = tx.ExecContext(ctx, s.dialect.sql(`UPDATE counters SET n = ? WHERE name = 'rated'`), last)
	return err
}
