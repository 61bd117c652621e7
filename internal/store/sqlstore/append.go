package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strconv"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// pending is an append that waits for its transaction.
type pending struct {
	store.Append
	bodies   []string
	conflict bool
	done     chan error
}

const (
	insertEvent = `INSERT INTO events (match, seq, body) VALUES (?, ?, ?) ON CONFLICT (match, seq) DO NOTHING`
	updateMoves = `UPDATE matches SET seq = ?, position = ?, to_act = ?, deadline = ?, engine_due = ?, engine = ?, level = ? WHERE id = ?`
)

// most is how many appends one transaction takes.
const most = 256

// Append implements store.Store.
func (s *Store) Append(ctx context.Context, a store.Append) error {
	p := &pending{Append: a, done: make(chan error, 1)}
	for i := range a.Events {
		if a.Bodies != nil {
			p.bodies = append(p.bodies, string(a.Bodies[i]))
			continue
		}
		body, err := json.Marshal(&a.Events[i])
		if err != nil {
			return err
		}
		p.bodies = append(p.bodies, string(body))
	}
	select {
	case s.appends <- p:
	case <-s.closed:
		return unavailable(errors.New("the store is closed"))
	case <-ctx.Done():
		return ctx.Err()
	}
	// From here on the answer is waited for, whatever becomes of ctx: the events
	// may be stored.
	select {
	case err := <-p.done:
		return err
	case <-s.closed:
		s.writers.Wait()
		select {
		case err := <-p.done:
			return err
		default:
			return unavailable(errors.New("the store is closed"))
		}
	}
}

// writeAppends stores appends, all that wait in one transaction.
func (s *Store) writeAppends() {
	for {
		var batch []*pending
		select {
		case p := <-s.appends:
			batch = append(batch, p)
		case <-s.closed:
			select { // those that came before the end
			case p := <-s.appends:
				batch = append(batch, p)
			default:
				return
			}
		}
		for more := true; more && len(batch) < most; {
			select {
			case p := <-s.appends:
				batch = append(batch, p)
			default:
				more = false
			}
		}
		// The same order everywhere keeps programs from waiting for each other.
		slices.SortStableFunc(batch, func(a, b *pending) int { return cmp.Compare(a.Match, b.Match) })
		err := s.appendBatch(batch)
		if err != nil && len(batch) > 1 {
			// One bad append must not fail the others.
			for _, p := range batch {
				p.answer(s.appendBatch([]*pending{p}))
			}
			continue
		}
		for _, p := range batch {
			p.answer(err)
		}
		s.finishCheckpoint()
	}
}

func (p *pending) answer(err error) {
	if err == nil && p.conflict {
		err = store.ErrConflict
	}
	p.done <- err
}

func (s *Store) appendBatch(batch []*pending) error {
	ctx := context.Background()
	err := s.transaction(ctx, func(tx *sql.Tx) error {
		for _, p := range batch {
			if err := s.appendOne(ctx, tx, p); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		s.wrote(len(batch))
	}
	return unavailable(err)
}

func (s *Store) appendOne(ctx context.Context, tx *sql.Tx, p *pending) error {
	p.conflict = false
	seq := p.After.Seq - int64(len(p.Events)) + 1
	for i, e := range p.Events {
		var rated any
		var ended *store.Game
		if e.Type == match.Ended {
			g := store.GameOf(e, p.After)
			ended = &g
		}
		result, err := s.exec(ctx, tx, insertEvent,
			p.Match, seq+int64(i), p.bodies[i])
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil {
			return err
		} else if n == 0 {
			if i > 0 {
				return errors.New("the events of match " + p.Match + " have a gap before " + strconv.FormatInt(seq+int64(i), 10))
			}
			p.conflict = true
			return nil
		}
		if e.Type == match.Renamed {
			if err := s.renameInGames(ctx, tx, p.Match, e); err != nil {
				return err
			}
		}
		if ended == nil {
			continue
		}
		if err := s.putGame(ctx, tx, p.Match, *ended); err != nil {
			return err
		}
		if ended.Rated {
			var place int64
			if err := tx.QueryRowContext(ctx, s.dialect.sql(`UPDATE counters SET n = n + 1 WHERE name = 'rated' RETURNING n`)).Scan(&place); err != nil {
				return err
			}
			rated = place
			if _, err := s.exec(ctx, tx, `UPDATE events SET rated = ? WHERE match = ? AND seq = ?`, rated, p.Match, seq+int64(i)); err != nil {
				return err
			}
			if err := s.rate(ctx, tx, &p.After.Settings, *ended); err != nil {
				return err
			}
		}
	}
	if err := s.putRow(ctx, tx, store.RowOf(p.Match, p.After), p.Events, seq); err != nil {
		return err
	}
	if s.dialect == postgres {
		_, err := tx.ExecContext(ctx, `SELECT pg_notify($1, $2)`, channel, payload(p))
		return err
	}
	return nil
}

// putRow brings the view of a match up to date after events, of which the
// first has the number seq.
func (s *Store) putRow(ctx context.Context, tx *sql.Tx, r store.Row, events []match.Event, seq int64) error {
	var deadline, due any
	if r.Deadline > 0 {
		deadline = r.Deadline
	}
	if r.EngineDue > 0 {
		due = r.EngineDue
	}
	if seq > 1 && store.OnlyMoves(events) {
		_, err := s.exec(ctx, tx, updateMoves,
			r.Seq, r.Position, r.ToAct, deadline, due, r.Engine, r.Level, r.Match)
		return err
	}
	summary, err := json.Marshal(&r.Summary)
	if err != nil {
		return err
	}
	if seq == 1 {
		_, err = s.exec(ctx, tx, `INSERT INTO matches (id, seq, phase, visibility, opened_at, summary, position, to_act, deadline, engine_due, engine, level)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			r.Match, r.Seq, r.Summary.Phase, r.Summary.Settings.Visibility, events[0].At, string(summary), r.Position, r.ToAct, deadline, due, r.Engine, r.Level)
	} else {
		_, err = s.exec(ctx, tx, `UPDATE matches SET seq = ?, phase = ?, summary = ?, position = ?, to_act = ?, deadline = ?, engine_due = ?, engine = ?, level = ? WHERE id = ?`,
			r.Seq, r.Summary.Phase, string(summary), r.Position, r.ToAct, deadline, due, r.Engine, r.Level, r.Match)
	}
	if err != nil {
		return err
	}
	if seq > 1 && !slices.ContainsFunc(events, func(e match.Event) bool {
		return e.Type == match.Sat || e.Type == match.Left || e.Type == match.Renamed
	}) {
		return nil
	}
	if _, err := s.exec(ctx, tx, `DELETE FROM seats WHERE match = ?`, r.Match); err != nil {
		return err
	}
	for seat, p := range r.Summary.Seats {
		if p.ID == "" {
			continue
		}
		if _, err := s.exec(ctx, tx, `INSERT INTO seats (match, seat, person) VALUES (?, ?, ?)`, r.Match, seat, p.ID); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) putGame(ctx context.Context, tx *sql.Tx, id string, g store.Game) error {
	body, err := json.Marshal(&g)
	if err != nil {
		return err
	}
	_, err = s.exec(ctx, tx, `INSERT INTO games (match, game, body) VALUES (?, ?, ?)`, id, g.Number, string(body))
	return err
}

// renameInGames lets the finished games of a match follow a renaming.
func (s *Store) renameInGames(ctx context.Context, tx *sql.Tx, id string, e match.Event) error {
	rows, err := tx.QueryContext(ctx, s.dialect.sql(`SELECT body FROM games WHERE match = ?`), id)
	if err != nil {
		return err
	}
	defer rows.Close()
	var list []store.Game
	for rows.Next() {
		var body []byte
		var g store.Game
		if err := rows.Scan(&body); err != nil {
			return err
		}
		if err := json.Unmarshal(body, &g); err != nil {
			return err
		}
		g.Rename(e.By, *e.Player)
		list = append(list, g)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, g := range list {
		body, err := json.Marshal(&g)
		if err != nil {
			return err
		}
		if _, err := s.exec(ctx, tx, `UPDATE games SET body = ? WHERE match = ? AND game = ?`, string(body), id, g.Number); err != nil {
			return err
		}
	}
	return nil
}

// rate brings the ratings of those who have played a game up to date.
func (s *Store) rate(ctx context.Context, tx *sql.Tx, settings *match.Settings, g store.Game) error {
	before := make([]store.Rating, len(g.Players))
	for i, p := range g.Players {
		before[i] = store.NewRating(settings)
		r := &before[i]
		row := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT a, b, c, games, changed_at FROM ratings WHERE person = ? AND pool = ?`), p.ID, r.Pool)
		if err := row.Scan(&r.A, &r.B, &r.C, &r.Games, &r.ChangedAt); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
	}
	for i, r := range store.Rate(before, g) {
		_, err := s.exec(ctx, tx, `INSERT INTO ratings (person, pool, a, b, c, games, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (person, pool) DO UPDATE SET a = excluded.a, b = excluded.b, c = excluded.c, games = excluded.games, changed_at = excluded.changed_at`,
			g.Players[i].ID, r.Pool, r.A, r.B, r.C, r.Games, r.ChangedAt)
		if err != nil {
			return err
		}
	}
	return nil
}
