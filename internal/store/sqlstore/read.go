package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// query reads rows one after the other.
func (s *Store) query(ctx context.Context, query string, args []any, each func(rows *sql.Rows) error) error {
	rows, err := s.read.QueryContext(ctx, s.dialect.sql(query), args...)
	if err != nil {
		return unavailable(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows); err != nil {
			return err
		}
	}
	return unavailable(rows.Err())
}

// Events implements store.Matches.
func (s *Store) Events(ctx context.Context, id string, after int64) (events []match.Event, err error) {
	err = s.query(ctx, `SELECT body FROM events WHERE match = ? AND seq > ? ORDER BY seq`, []any{id, after}, func(rows *sql.Rows) error {
		var body []byte
		if err := rows.Scan(&body); err != nil {
			return err
		}
		var e match.Event
		if err := json.Unmarshal(body, &e); err != nil {
			return fmt.Errorf("match %s, event %d: %w", id, after+int64(len(events))+1, err)
		}
		events = append(events, e)
		return nil
	})
	return events, err
}

// Overdue implements store.Matches.
func (s *Store) Overdue(ctx context.Context, now match.Moment, limit int) (ids []string, err error) {
	err = s.query(ctx, `SELECT id FROM matches WHERE deadline < ? ORDER BY deadline LIMIT ?`, []any{now, limit}, func(rows *sql.Rows) error {
		var id string
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}

const summaryColumns = `SELECT id, seq, opened_at, summary, position, to_act FROM matches `

func scanSummary(scan func(...any) error) (store.Summary, error) {
	var v store.Summary
	var id string
	var seq int64
	var opened match.Moment
	var body []byte
	var position string
	var toAct int
	if err := scan(&id, &seq, &opened, &body, &position, &toAct); err != nil {
		return v, err
	}
	if err := json.Unmarshal(body, &v); err != nil {
		return v, fmt.Errorf("summary of match %s: %w", id, err)
	}
	v.Match, v.Seq, v.OpenedAt, v.Position, v.ToAct = id, seq, opened, position, toAct
	return v, nil
}

func (s *Store) summaries(ctx context.Context, query string, args ...any) ([]store.Summary, error) {
	list := []store.Summary{}
	err := s.query(ctx, summaryColumns+query, args, func(rows *sql.Rows) error {
		v, err := scanSummary(rows.Scan)
		list = append(list, v)
		return err
	})
	return list, err
}

// Waiting implements store.Matches.
func (s *Store) Waiting(ctx context.Context, limit int) ([]store.Summary, error) {
	return s.summaries(ctx, `WHERE phase = ? AND visibility = ? ORDER BY opened_at DESC, id DESC LIMIT ?`, match.Waiting, match.Public, limit)
}

// Playing implements store.Matches.
func (s *Store) Playing(ctx context.Context, limit int) ([]store.Summary, error) {
	return s.summaries(ctx, `WHERE phase = ? AND visibility = ? ORDER BY opened_at DESC, id DESC LIMIT ?`, match.Playing, match.Public, limit)
}

// Summary implements store.Matches.
func (s *Store) Summary(ctx context.Context, id string) (store.Summary, error) {
	v, err := scanSummary(s.read.QueryRowContext(ctx, s.dialect.sql(summaryColumns+`WHERE id = ?`), id).Scan)
	return v, found(err)
}

// MatchesOf implements store.Matches.
func (s *Store) MatchesOf(ctx context.Context, person string, limit int) ([]store.Summary, error) {
	return s.summaries(ctx, `WHERE id IN (SELECT match FROM seats WHERE person = ?) ORDER BY opened_at DESC, id DESC LIMIT ?`, person, limit)
}

// RunningOf implements store.Matches.
func (s *Store) RunningOf(ctx context.Context, person string) ([]store.Summary, error) {
	return s.summaries(ctx, `WHERE id IN (SELECT match FROM seats WHERE person = ?) AND phase IN (?, ?, ?) ORDER BY opened_at DESC, id DESC`,
		person, match.Waiting, match.Promoting, match.Playing)
}

// EndedOf implements store.Matches.
func (s *Store) EndedOf(ctx context.Context, person string, skip, limit int) ([]store.Summary, error) {
	return s.summaries(ctx, `WHERE id IN (SELECT match FROM seats WHERE person = ?) AND phase NOT IN (?, ?, ?) ORDER BY opened_at DESC, id DESC LIMIT ? OFFSET ?`,
		person, match.Waiting, match.Promoting, match.Playing, limit, skip)
}

// Games implements store.Matches.
func (s *Store) Games(ctx context.Context, id string) ([]store.Game, error) {
	list := []store.Game{}
	err := s.query(ctx, `SELECT body FROM games WHERE match = ? ORDER BY game`, []any{id}, func(rows *sql.Rows) error {
		var body []byte
		if err := rows.Scan(&body); err != nil {
			return err
		}
		var g store.Game
		if err := json.Unmarshal(body, &g); err != nil {
			return fmt.Errorf("games of match %s: %w", id, err)
		}
		list = append(list, g)
		return nil
	})
	return list, err
}

// Ratings implements store.Ratings.
func (s *Store) Ratings(ctx context.Context, person string) ([]store.Rating, error) {
	list := []store.Rating{}
	err := s.query(ctx, `SELECT pool, a, b, c, games, changed_at FROM ratings WHERE person = ? ORDER BY pool`, []any{person}, func(rows *sql.Rows) error {
		var r store.Rating
		err := rows.Scan(&r.Pool, &r.A, &r.B, &r.C, &r.Games, &r.ChangedAt)
		list = append(list, r)
		return err
	})
	return list, err
}
