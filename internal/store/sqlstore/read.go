package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// query calls each for every row of a result.
func (s *Store) query(ctx context.Context, query string, args []any, each func(rows *sql.Rows) error) error {
	var rows *sql.Rows
	var err error
	if p := s.reads.get(query); p != nil {
		rows, err = p.QueryContext(ctx, args...)
	} else {
		s.reads.prepareWanted(ctx)
		rows, err = s.read.QueryContext(ctx, s.dialect.sql(query), args...)
	}
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

const summaryColumns = `SELECT id, seq, opened_at, ended_at, summary, position, to_act, deadline FROM matches `

func scanSummary(scan func(...any) error) (store.Summary, error) {
	var v store.Summary
	var id string
	var seq int64
	var opened, ended match.Moment
	var body []byte
	var position string
	var toAct int
	var deadline sql.NullInt64
	if err := scan(&id, &seq, &opened, &ended, &body, &position, &toAct, &deadline); err != nil {
		return v, err
	}
	if err := json.Unmarshal(body, &v); err != nil {
		return v, fmt.Errorf("summary of match %s: %w", id, err)
	}
	v.Match, v.Seq, v.OpenedAt, v.EndedAt, v.Position, v.ToAct = id, seq, opened, ended, position, toAct
	if v.Settings.Clock.Kind == match.Correspondence {
		v.Deadline = match.Moment(deadline.Int64)
	}
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

// Pairable implements store.Matches.
func (s *Store) Pairable(ctx context.Context, key string, limit int) ([]store.Summary, error) {
	return s.summaries(ctx, `WHERE pairing = ? AND pairing <> '' ORDER BY opened_at, id LIMIT ?`, key, limit)
}

// Finished implements store.Matches.
func (s *Store) Finished(ctx context.Context, limit int) ([]store.Summary, error) {
	return s.summaries(ctx, `WHERE ended_at > 0 AND visibility = 'public' ORDER BY ended_at DESC, id DESC LIMIT ?`, limit)
}

// InvitedTo implements store.Matches.
func (s *Store) InvitedTo(ctx context.Context, name string, limit int) ([]store.Summary, error) {
	return s.summaries(ctx, `WHERE id IN (SELECT match FROM invited WHERE name = ?) ORDER BY opened_at DESC, id DESC LIMIT ?`, strings.ToLower(name), limit)
}

// CountPublic implements store.Matches.
func (s *Store) CountPublic(ctx context.Context) (waiting, playing int, err error) {
	err = s.query(ctx, `SELECT phase, COUNT(*) FROM matches WHERE phase IN (?, ?) AND visibility = ? GROUP BY phase`,
		[]any{match.Waiting, match.Playing, match.Public}, func(rows *sql.Rows) error {
			var phase match.Phase
			var n int
			if err := rows.Scan(&phase, &n); err != nil {
				return err
			}
			if phase == match.Waiting {
				waiting = n
			} else {
				playing = n
			}
			return nil
		})
	return waiting, playing, err
}

// Summary implements store.Matches.
func (s *Store) Summary(ctx context.Context, id string) (store.Summary, error) {
	v, err := scanSummary(s.read.QueryRowContext(ctx, s.dialect.sql(summaryColumns+`WHERE id = ?`), id).Scan)
	return v, found(err)
}

// Summaries implements store.Matches.
func (s *Store) Summaries(ctx context.Context, ids []string) ([]store.Summary, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id
	}
	return s.summaries(ctx, `WHERE id IN (`+marks(len(ids))+`)`, args...)
}

// MatchesOf implements store.Matches.
func (s *Store) MatchesOf(ctx context.Context, person string, limit int) ([]store.Summary, error) {
	return s.summaries(ctx, `WHERE id IN (SELECT match FROM seats WHERE person = ?) ORDER BY opened_at DESC, id DESC LIMIT ?`, person, limit)
}

// RunningOf implements store.Matches.
func (s *Store) RunningOf(ctx context.Context, person string) ([]store.Summary, error) {
	return s.summaries(ctx, `WHERE id IN (SELECT match FROM seats WHERE person = ? AND open = 1) AND phase IN (?, ?, ?) ORDER BY opened_at DESC, id DESC`,
		person, match.Waiting, match.Promoting, match.Playing)
}

// PlayingOf implements store.Matches.
func (s *Store) PlayingOf(ctx context.Context, people []string) ([]store.Summary, error) {
	list := []store.Summary{}
	for part := range slices.Chunk(people, maxRows) {
		args := []any{match.Playing, match.Public}
		for _, id := range part {
			args = append(args, id)
		}
		found, err := s.summaries(ctx, `WHERE phase = ? AND visibility = ? AND id IN (SELECT match FROM seats WHERE open = 1 AND person IN (`+marks(len(part))+`))`, args...)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	slices.SortFunc(list, func(a, b store.Summary) int {
		return cmp.Or(cmp.Compare(b.OpenedAt, a.OpenedAt), cmp.Compare(b.Match, a.Match))
	})
	return slices.CompactFunc(list, func(a, b store.Summary) bool { return a.Match == b.Match }), nil
}

// OpenOf implements store.Matches.
func (s *Store) OpenOf(ctx context.Context, person, name string) ([]store.Summary, error) {
	return s.summaries(ctx, `WHERE id IN (SELECT match FROM seats WHERE person = ? AND open = 1 UNION SELECT match FROM invited WHERE name = ?) ORDER BY opened_at DESC, id DESC`,
		person, strings.ToLower(name))
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

// PublicGames implements store.Matches.
func (s *Store) PublicGames(ctx context.Context, from match.Moment, limit int) ([]store.PlayedGame, error) {
	return s.playedGames(ctx, `WHERE games.ended_at > 0 AND games.ended_at >= ? AND matches.visibility = ?
ORDER BY games.ended_at DESC, games.match, games.game DESC LIMIT ?`, from, match.Public, limit)
}

// playedGames returns the games of a query.
func (s *Store) playedGames(ctx context.Context, query string, args ...any) ([]store.PlayedGame, error) {
	list := []store.PlayedGame{}
	err := s.query(ctx, `SELECT games.match, matches.summary, games.body FROM games JOIN matches ON matches.id = games.match
`+query, args, func(rows *sql.Rows) error {
		g, err := scanPlayed(rows)
		list = append(list, g)
		return err
	})
	return list, err
}

// scanPlayed reads a row of match, summary and body.
func scanPlayed(rows *sql.Rows) (g store.PlayedGame, err error) {
	var summary, body []byte
	var v store.Summary
	if err := rows.Scan(&g.Match, &summary, &body); err != nil {
		return g, err
	}
	if err := json.Unmarshal(summary, &v); err != nil {
		return g, fmt.Errorf("summary of match %s: %w", g.Match, err)
	}
	g.Settings = v.Settings
	if err := json.Unmarshal(body, &g.Game); err != nil {
		return g, fmt.Errorf("games of match %s: %w", g.Match, err)
	}
	return g, nil
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

// RatingHistory implements store.Ratings.
func (s *Store) RatingHistory(ctx context.Context, person string) ([]store.RatingPoint, error) {
	list := []store.RatingPoint{}
	err := s.query(ctx, `SELECT pool, games, shown, at FROM rating_points WHERE person = ? ORDER BY pool, games`, []any{person}, func(rows *sql.Rows) error {
		var p store.RatingPoint
		err := rows.Scan(&p.Pool, &p.Games, &p.Shown, &p.At)
		list = append(list, p)
		return err
	})
	return list, err
}

// RatingChanges implements store.Ratings.
func (s *Store) RatingChanges(ctx context.Context, pool string, ended match.Moment, people []string) (map[string]store.RatingChange, error) {
	all := make(map[string]store.RatingChange, len(people))
	if len(people) == 0 {
		return all, nil
	}
	args := []any{pool, ended}
	for _, id := range people {
		args = append(args, id)
	}
	first := store.NewRating(pool, 2)
	err := s.query(ctx, `SELECT point.person, point.games, point.shown, earlier.shown FROM rating_points AS point
LEFT JOIN rating_points AS earlier ON earlier.person = point.person AND earlier.pool = point.pool AND earlier.games = point.games - 1
WHERE point.pool = ? AND point.at = ? AND point.person IN (`+marks(len(people))+`) ORDER BY point.person, point.games`, args, func(rows *sql.Rows) error {
		var person string
		var games, after int
		var before sql.NullInt64
		if err := rows.Scan(&person, &games, &after, &before); err != nil {
			return err
		}
		if games == 1 {
			before = sql.NullInt64{Int64: int64(first.Shown()), Valid: true}
		}
		if before.Valid {
			all[person] = store.RatingChange{Before: int(before.Int64), After: after}
		}
		return nil
	})
	return all, err
}

// Leaderboard implements store.Ratings.
func (s *Store) Leaderboard(ctx context.Context, q store.LeaderboardQuery) ([]store.RankedPerson, error) {
	list := []store.RankedPerson{}
	members, args := ``, []any{q.Pool, q.MinGames, q.MaxDeviation, q.Since}
	if q.Club != "" {
		members, args = ` AND people.id IN (SELECT person FROM club_members WHERE club = ?)`, append(args, q.Club)
	}
	err := s.query(ctx, `SELECT people.id, people.name, people.arms, ratings.a, ratings.b, ratings.c, ratings.games, ratings.changed_at
FROM ratings JOIN people ON people.id = ratings.person
WHERE ratings.pool = ? AND ratings.games >= ? AND ratings.b <= ? AND ratings.changed_at >= ? AND people.account IS NOT NULL AND people.deleted_as = ''`+members+`
ORDER BY ratings.a DESC, people.id LIMIT ?`, append(args, q.Limit), func(rows *sql.Rows) error {
		r := store.RankedPerson{Rating: store.Rating{Pool: q.Pool}}
		err := rows.Scan(&r.ID, &r.Name, &r.Arms, &r.Rating.A, &r.Rating.B, &r.Rating.C, &r.Rating.Games, &r.Rating.ChangedAt)
		list = append(list, r)
		return err
	})
	return list, err
}
