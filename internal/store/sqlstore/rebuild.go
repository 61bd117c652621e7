package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
)

// Rebuild implements store.Store.
func (s *Store) Rebuild(ctx context.Context, rules match.Rules, each func()) error {
	s.setLimit(0)
	defer s.setLimit(answerWithin)
	return s.transaction(ctx, func(tx *sql.Tx) error {
		for _, table := range []string{"matches", "seats", "games", "played", "ratings", "rating_points", "mentions", "invited", "openings", "tournaments", "tournament_people", "tournament_games", "tournament_clubs"} {
			if _, err := tx.ExecContext(ctx, `DELETE FROM `+table); err != nil {
				return err
			}
		}
		// Those of deleted matches cannot be computed.
		if _, err := tx.ExecContext(ctx, `DELETE FROM badges WHERE match <> ''`); err != nil {
			return err
		}
		ids, err := s.idsIn(ctx, tx, `SELECT match FROM events WHERE seq = 1 ORDER BY match`)
		if err != nil {
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
		if err := s.rebuildTournaments(ctx, tx); err != nil {
			return err
		}
		return s.rebuildRatings(ctx, tx)
	})
}

func (s *Store) rebuildMatch(ctx context.Context, tx *sql.Tx, rules match.Rules, id string) error {
	events, err := s.eventsIn(ctx, tx, id)
	if err != nil {
		return err
	}
	state := match.New()
	var games []store.Game
	for _, e := range events {
		if state, err = match.Apply(rules, state, e); err != nil {
			return fmt.Errorf("match %s: %w", id, err)
		}
		if e.Type == match.Ended {
			g, badges := store.NewGame(e, state), earnedAt(state)
			games = append(games, g)
			if err := s.putBadges(ctx, tx, id, &g, badges); err != nil {
				return err
			}
		}
		if e.Type == match.Renamed {
			if err := s.renameInBadges(ctx, tx, id, e); err != nil {
				return err
			}
			for i := range games {
				games[i].Rename(e.By, *e.Player)
			}
		}
	}
	for _, g := range games {
		if err := s.putGame(ctx, tx, id, &state.Settings, g); err != nil {
			return err
		}
	}
	for i := range events {
		if err := s.putMentions(ctx, tx, id, &events[i]); err != nil {
			return err
		}
	}
	if err := s.putRow(ctx, tx, store.NewMatchRow(id, state), events, 1); err != nil {
		return err
	}
	return s.putTimes(ctx, tx, id, events)
}

// rebuildRatings rates all rated games again, in the order in which they ended, each with the table of
// seats with which it was rated.
func (s *Store) rebuildRatings(ctx context.Context, tx *sql.Tx) error {
	list, err := s.keptResults(ctx, tx)
	if err != nil {
		return err
	}
	stored, err := s.ratedGames(ctx, tx, `rated IS NOT NULL`)
	if err != nil {
		return err
	}
	list = append(list, stored...)
	slices.SortFunc(list, func(a, b ratedGame) int { return cmp.Compare(a.place, b.place) })
	last := int64(0)
	for _, r := range list {
		if err := s.rate(ctx, tx, &r); err != nil {
			return err
		}
		last = r.place
	}
	_, err = tx.ExecContext(ctx, s.dialect.sql(`UPDATE counters SET n = ? WHERE name = 'rated'`), last)
	return err
}

// ratedGames returns the rated games whose last events fulfil a condition.
func (s *Store) ratedGames(ctx context.Context, tx *sql.Tx, where string, args ...any) ([]ratedGame, error) {
	type ending struct {
		id        string
		place     int64
		seatTable int
		event     match.Event
	}
	var ends []ending
	rows, err := tx.QueryContext(ctx, s.dialect.sql(`SELECT match, rated, seat_table, body FROM events WHERE `+where+` ORDER BY rated`), args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var r ending
		var body []byte
		if err := rows.Scan(&r.id, &r.place, &r.seatTable, &body); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(body, &r.event); err != nil {
			return nil, fmt.Errorf("match %s: %w", r.id, err)
		}
		ends = append(ends, r)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	list := make([]ratedGame, len(ends))
	for i, r := range ends {
		var summary, body []byte
		if err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT matches.summary, games.body FROM games JOIN matches ON matches.id = games.match WHERE games.match = ? AND games.game = ?`),
			r.id, r.event.Game).Scan(&summary, &body); err != nil {
			return nil, err
		}
		var v store.Summary
		if err := json.Unmarshal(summary, &v); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(body, &list[i].game); err != nil {
			return nil, err
		}
		list[i].place, list[i].pool, list[i].kind, list[i].seatTable = r.place, store.Pool(&v.Settings), games.SeatKind(&v.Settings), r.seatTable
	}
	return list, nil
}
