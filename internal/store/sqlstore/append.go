package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
)

// pending is an append that waits for its transaction.
type pending struct {
	store.Append
	conflict bool
	// badges are those of a game that the events end.
	badges []earned
	// notifications are the changes of notifications that follow from the events.
	notifications []store.NotificationChange
	done          chan error
}

const (
	insertEvent = `INSERT INTO events (match, seq, body) VALUES (?, ?, ?) ON CONFLICT (match, seq) DO NOTHING`
	updateMoves = `UPDATE matches SET seq = ?, position = ?, to_act = ?, deadline = ?, engine_due = ?, engine = ?, level = ?, engine_tries = 0 WHERE id = ?`
	updateTalk  = `UPDATE matches SET seq = ? WHERE id = ?`
)

// maxBatch is the largest number of appends in one transaction.
const maxBatch = 256

// Append implements store.Matches.
func (s *Store) Append(ctx context.Context, a store.Append) error {
	p := &pending{Append: a, done: make(chan error, 1), notifications: store.NotificationChanges(a.Events, a.After, a.Away)}
	if p.Bodies == nil {
		for i := range a.Events {
			body, err := json.Marshal(&a.Events[i])
			if err != nil {
				return err
			}
			p.Bodies = append(p.Bodies, string(body))
		}
	}
	if slices.ContainsFunc(a.Events, func(e match.Event) bool { return e.Type == match.Ended }) {
		p.badges = earnedAt(a.After) // here, because the transactions are written one after the other
	}
	to := s.appends
	if s.moves != nil && p.onlyMoves() {
		to = s.moves
	}
	select {
	case to <- p:
	default:
		if err := s.queue(ctx, to, p); err != nil {
			return err
		}
	}
	// From here on ctx no longer matters: the events may already be stored, so wait
	// for the result.
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

// queue waits until there is room for an append.
func (s *Store) queue(ctx context.Context, to chan<- *pending, p *pending) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	select {
	case to <- p:
		return nil
	case <-s.closed:
		return unavailable(errors.New("the store is closed"))
	case <-ctx.Done():
		return ctx.Err()
	}
}

// writeAppends stores the appends of a channel until the store is closed: all
// that wait at the same time, in one transaction.
func (s *Store) writeAppends(from <-chan *pending) {
	for {
		var batch []*pending
		select {
		case p := <-from:
			batch = append(batch, p)
		case <-s.closed:
			select { // appends queued before Close
			case p := <-from:
				batch = append(batch, p)
			default:
				return
			}
		}
		for more := true; more && len(batch) < maxBatch; {
			select {
			case p := <-from:
				batch = append(batch, p)
			default:
				more = false
			}
		}
		// All processes lock rows in the same order, so that they do not deadlock.
		slices.SortStableFunc(batch, func(a, b *pending) int { return cmp.Compare(a.Match, b.Match) })
		if from == s.moves {
			var moves []*pending
			if moves, batch = splitMoves(batch); len(moves) > 0 {
				s.storeAndAnswer(moves, s.appendMoves)
			}
		}
		if len(batch) > 0 {
			s.storeAndAnswer(batch, s.appendBatch)
		}
		s.finishCheckpoint()
	}
}

// storeAndAnswer stores appends in one transaction and reports the result to
// their callers.
func (s *Store) storeAndAnswer(batch []*pending, write func([]*pending) error) {
	err := write(batch)
	if err != nil && len(batch) > 1 && !s.unknown(err) {
		// One invalid append must not fail the others.
		for _, p := range batch {
			p.answer(write([]*pending{p}))
		}
		return
	}
	for _, p := range batch {
		p.answer(err)
	}
}

// errGap: the number of an append's first event is not the next one.
var errGap = errors.New("the events have a gap")

// unknown reports whether an error leaves it open if PostgreSQL has committed the
// transaction. Such appends must not be tried again: their own events would look
// like a conflict.
func (s *Store) unknown(err error) bool {
	if s.dialect == sqlite || errors.Is(err, errGap) {
		return false
	}
	var refused *pgconn.PgError
	if !errors.As(err, &refused) {
		return true
	}
	// Connection exceptions, operator intervention and timeouts.
	return strings.HasPrefix(refused.Code, "08") || strings.HasPrefix(refused.Code, "57") || refused.Code == "25P03"
}

func (p *pending) answer(err error) {
	if err == nil && p.conflict {
		err = store.ErrConflict
	}
	p.done <- err
}

// onlyMoves reports whether an append is one event that changes no view but the
// row of the match, which is not over: matches in progress are not deleted meanwhile.
// This holds for nearly all appends in games with a real-time clock.
func (p *pending) onlyMoves() bool {
	return p.After.Seq > 1 && p.After.Phase != match.Finished && len(p.Events) == 1 && store.KeepsSummary(p.Events) && mentioned(&p.Events[0]) == [2]string{} && len(p.notifications) == 0
}

// splitMoves separates the first append of each match from later ones, which the
// same statement cannot store. The batch is sorted by match.
func splitMoves(batch []*pending) (moves, others []*pending) {
	for i, p := range batch {
		if i > 0 && batch[i-1].Match == p.Match {
			others = append(others, p)
		} else {
			moves = append(moves, p)
		}
	}
	return moves, others
}

// appendMovesPostgres stores moves and sends one notification for as many of them
// as fit. PostgreSQL commits transactions with notifications one at a time, at a
// cost for each notification.
const appendMovesPostgres = `WITH new AS (
	SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::integer[], $6::bigint[], $7::bigint[], $8::integer[], $9::integer[], $10::text[], $11::integer[], $12::boolean[])
		AS new (match, seq, body, position, to_act, deadline, engine_due, engine, level, notice, part, keeps)
), stored AS (
	INSERT INTO events (match, seq, body) SELECT match, seq, body FROM new ON CONFLICT (match, seq) DO NOTHING RETURNING match
), viewed AS (
	UPDATE matches SET seq = new.seq, position = new.position, to_act = new.to_act, deadline = new.deadline, engine = new.engine, level = new.level,
		engine_due = CASE WHEN new.keeps THEN matches.engine_due ELSE new.engine_due END, engine_tries = CASE WHEN new.keeps THEN matches.engine_tries ELSE 0 END
	FROM new JOIN stored ON stored.match = new.match WHERE matches.id = new.match
)
SELECT string_agg(new.match, ' '), CAST(pg_notify('` + channel + `', string_agg(new.notice, ';')) AS text)
FROM new JOIN stored ON stored.match = new.match GROUP BY new.part`

// appendMoves stores moves with one statement. PostgreSQL completes the statement
// even if this process hangs, so that other processes never wait for the timeout
// of an open transaction.
func (s *Store) appendMoves(batch []*pending) error {
	n := len(batch)
	matches, seqs, bodies, positions, notices := make([]string, n), make([]int64, n), make([]string, n), make([]string, n), make([]string, n)
	toAct, engines, levels, parts := make([]int, n), make([]int, n), make([]int, n), make([]int, n)
	deadlines, dues, keeps := make([]*int64, n), make([]*int64, n), make([]bool, n)
	byMatch := make(map[string]*pending, n)
	length, part := 0, 0 // of the current notification
	moment := func(m match.Moment) *int64 {
		if m == 0 {
			return nil
		}
		i := int64(m)
		return &i
	}
	for i, p := range batch {
		r := store.NewMoveRow(p.Match, p.After)
		matches[i], seqs[i], bodies[i], positions[i], notices[i] = p.Match, r.Seq, p.Bodies[0], r.Position, payload(p)
		toAct[i], engines[i], levels[i], deadlines[i], dues[i] = r.ToAct, r.Engine, r.Level, moment(r.Deadline), moment(r.EngineDue)
		if length += len(notices[i]) + 1; length > maxPayload {
			length, part = len(notices[i])+1, part+1
		}
		parts[i], keeps[i] = part, store.KeepsEngineTurn(p.Events)
		byMatch[p.Match], p.conflict = p, true
	}
	ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
	defer cancel()
	rows, err := s.write.QueryContext(ctx, appendMovesPostgres, matches, seqs, bodies, positions, toAct, deadlines, dues, engines, levels, notices, parts, keeps)
	if err != nil {
		return unavailable(err)
	}
	defer rows.Close()
	for rows.Next() {
		var ids, void string
		if err := rows.Scan(&ids, &void); err != nil {
			return unavailable(err)
		}
		for _, id := range strings.Fields(ids) {
			byMatch[id].conflict = false
		}
	}
	return unavailable(rows.Err())
}

// writeTimeout is how long PostgreSQL may take to store appends. A server that has
// become unreachable may not cause any other error.
const writeTimeout = 10 * time.Second

func (s *Store) appendBatch(batch []*pending) error {
	ctx := context.Background()
	if s.dialect == postgres {
		timed, cancel := context.WithTimeout(ctx, writeTimeout)
		defer cancel()
		ctx = timed
	}
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
			g := store.NewGame(e, p.After)
			ended = &g
		}
		result, err := s.exec(ctx, tx, insertEvent,
			p.Match, seq+int64(i), p.Bodies[i])
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil {
			return err
		} else if n == 0 {
			if i > 0 {
				return fmt.Errorf("match %s: %w before number %d", p.Match, errGap, seq+int64(i))
			}
			p.conflict = true
			return nil
		}
		if err := s.putMentions(ctx, tx, p.Match, &e); err != nil {
			return err
		}
		if e.Type == match.Renamed {
			if err := s.renameInGames(ctx, tx, p.Match, &p.After.Settings, e); err != nil {
				return err
			}
			if err := s.renameInBadges(ctx, tx, p.Match, e); err != nil {
				return err
			}
			if err := s.renameInNotifications(ctx, tx, p.Match, e); err != nil {
				return err
			}
		}
		if ended == nil {
			continue
		}
		if err := s.putGame(ctx, tx, p.Match, &p.After.Settings, *ended); err != nil {
			return err
		}
		if err := s.putBadges(ctx, tx, p.Match, ended, p.badges); err != nil {
			return err
		}
		if ended.Rated {
			var place int64
			if err := tx.QueryRowContext(ctx, s.dialect.sql(`UPDATE counters SET n = n + 1 WHERE name = 'rated' RETURNING n`)).Scan(&place); err != nil {
				return err
			}
			rated = place
			if _, err := s.exec(ctx, tx, `UPDATE events SET rated = ?, seat_table = ? WHERE match = ? AND seq = ?`, rated, games.SeatTable, p.Match, seq+int64(i)); err != nil {
				return err
			}
			r := ratedGame{place: place, pool: store.Pool(&p.After.Settings), kind: games.SeatKind(&p.After.Settings), seatTable: games.SeatTable, game: *ended}
			if err := s.rate(ctx, tx, &r); err != nil {
				return err
			}
		}
	}
	row := store.NewMoveRow
	if seq == 1 || !store.KeepsSummary(p.Events) {
		row = store.NewMatchRow
	}
	if err := s.putRow(ctx, tx, row(p.Match, p.After), p.Events, seq); err != nil {
		return err
	}
	if err := s.putTimes(ctx, tx, p.Match, p.Events); err != nil {
		return err
	}
	if err := s.markTournamentGame(ctx, tx, p.Match, p.After, p.Events); err != nil {
		return err
	}
	if seq == 1 {
		if err := s.queueTablePushes(ctx, tx, p.Match); err != nil {
			return err
		}
	}
	if err := s.putNotifications(ctx, tx, p.Match, p.After.Owner, p.notifications); err != nil {
		return err
	}
	if s.dialect == postgres {
		_, err := tx.ExecContext(ctx, `SELECT pg_notify($1, $2)`, channel, payload(p))
		return err
	}
	return nil
}

// putRow updates the view of a match after events. seq is the number of the first
// one.
func (s *Store) putRow(ctx context.Context, tx *sql.Tx, r store.MatchRow, events []match.Event, seq int64) error {
	var deadline, due any
	if r.Deadline > 0 {
		deadline = r.Deadline
	}
	if r.EngineDue > 0 {
		due = r.EngineDue
	}
	keeps := 0
	if seq > 1 && store.KeepsEngineTurn(events) {
		keeps = 1
	}
	// A match without a row was deleted.
	if keeps == 1 && store.KeepsSummary(events) {
		return s.update(ctx, tx, store.ErrNotFound, updateTalk, r.Seq, r.Match)
	}
	if seq > 1 && store.KeepsSummary(events) {
		return s.update(ctx, tx, store.ErrNotFound, updateMoves,
			r.Seq, r.Position, r.ToAct, deadline, due, r.Engine, r.Level, r.Match)
	}
	summary, err := json.Marshal(&r.Summary)
	if err != nil {
		return err
	}
	if seq == 1 {
		_, err = s.exec(ctx, tx, `INSERT INTO matches (id, seq, phase, visibility, opened_at, summary, position, to_act, deadline, engine_due, engine, level, people, person, pairing, ended_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			r.Match, r.Seq, r.Summary.Phase, r.Summary.Settings.Visibility, events[0].At, string(summary), r.Position, r.ToAct, deadline, due, r.Engine, r.Level, r.People, r.Person, r.Pairing, r.EndedAt)
	} else {
		err = s.update(ctx, tx, store.ErrNotFound, `UPDATE matches SET seq = ?, phase = ?, summary = ?, position = ?, to_act = ?, deadline = ?, engine = ?, level = ?, people = ?, person = ?, pairing = ?, ended_at = ?,
	engine_due = CASE WHEN CAST(? AS INTEGER) = 1 THEN engine_due ELSE CAST(? AS BIGINT) END, engine_tries = CASE WHEN CAST(? AS INTEGER) = 1 THEN engine_tries ELSE 0 END WHERE id = ?`,
			r.Seq, r.Summary.Phase, string(summary), r.Position, r.ToAct, deadline, r.Engine, r.Level, r.People, r.Person, r.Pairing, r.EndedAt, keeps, due, keeps, r.Match)
	}
	if err != nil {
		return err
	}
	if r.Summary.Settings.Visibility == match.Private {
		if err := s.putInvited(ctx, tx, &r.Summary); err != nil {
			return err
		}
	}
	if r.Summary.Settings.Visibility == match.Public {
		if err := s.putOpening(ctx, tx, &r.Summary, events); err != nil {
			return err
		}
	}
	open := 0
	if r.Open {
		open = 1
	}
	if seq > 1 && !slices.ContainsFunc(events, func(e match.Event) bool {
		return e.Type == match.Sat || e.Type == match.Left || e.Type == match.Renamed
	}) {
		_, err := s.exec(ctx, tx, `UPDATE seats SET open = ? WHERE match = ? AND open <> ?`, open, r.Match, open)
		return err
	}
	if _, err := s.exec(ctx, tx, `DELETE FROM seats WHERE match = ?`, r.Match); err != nil {
		return err
	}
	for seat, p := range r.Summary.Seats {
		if p.ID == "" {
			continue
		}
		if _, err := s.exec(ctx, tx, `INSERT INTO seats (match, seat, person, open) VALUES (?, ?, ?, ?)`, r.Match, seat, p.ID, open); err != nil {
			return err
		}
	}
	return nil
}

// putInvited stores the names that a private table invites while it waits.
func (s *Store) putInvited(ctx context.Context, tx *sql.Tx, v *store.Summary) error {
	if _, err := s.exec(ctx, tx, `DELETE FROM invited WHERE match = ?`, v.Match); err != nil || v.Phase != match.Waiting {
		return err
	}
	for _, name := range v.Settings.Invited {
		if _, err := s.exec(ctx, tx, `INSERT INTO invited (name, match) VALUES (?, ?) ON CONFLICT (name, match) DO NOTHING`, strings.ToLower(name), v.Match); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) putGame(ctx context.Context, tx *sql.Tx, id string, settings *match.Settings, g store.Game) error {
	body, err := json.Marshal(&g)
	if err != nil {
		return err
	}
	ended := g.EndedAt
	if g.Outcome.Reason == match.ByAbort {
		ended = 0
	}
	if _, err := s.exec(ctx, tx, `INSERT INTO games (match, game, body, ended_at) VALUES (?, ?, ?, ?)`, id, g.Number, string(body), ended); err != nil {
		return err
	}
	return s.putPlayed(ctx, tx, id, settings, g)
}

// renameInGames replaces a player in the finished games of a match.
func (s *Store) renameInGames(ctx context.Context, tx *sql.Tx, id string, settings *match.Settings, e match.Event) error {
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
	conduct, err := s.conductIn(ctx, tx, id)
	if err != nil {
		return err
	}
	for _, g := range list {
		g.Conduct = conductBySeat(&g, conduct[g.Number], e)
		body, err := json.Marshal(&g)
		if err != nil {
			return err
		}
		if _, err := s.exec(ctx, tx, `UPDATE games SET body = ? WHERE match = ? AND game = ?`, string(body), id, g.Number); err != nil {
			return err
		}
		if err := s.putPlayed(ctx, tx, id, settings, g); err != nil {
			return err
		}
	}
	return nil
}

// conductBySeat returns the conduct by seat in a game in which a player was replaced; nil if
// none is stored.
func conductBySeat(g *store.Game, by map[string]store.Conduct, e match.Event) []store.Conduct {
	if by == nil {
		return nil
	}
	all := make([]store.Conduct, len(g.Players))
	for seat, p := range g.Players {
		c, ok := by[p.ID]
		if !ok && p.ID == e.Player.ID {
			c = by[e.By]
		}
		all[seat] = c
	}
	return all
}

// rate updates the ratings of the players of a game.
func (s *Store) rate(ctx context.Context, tx *sql.Tx, rated *ratedGame) error {
	g := &rated.game
	before := make([]store.Rating, len(g.Players))
	for i, p := range g.Players {
		before[i] = store.NewRating(rated.pool, len(g.Players))
		r := &before[i]
		row := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT a, b, c, games, changed_at FROM ratings WHERE person = ? AND pool = ?`), p.ID, r.Pool)
		if err := row.Scan(&r.A, &r.B, &r.C, &r.Games, &r.ChangedAt); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
	}
	for i, r := range store.Rate(before, *g, games.SeatShares(rated.seatTable, rated.kind, g.First)) {
		_, err := s.exec(ctx, tx, `INSERT INTO ratings (person, pool, a, b, c, games, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (person, pool) DO UPDATE SET a = excluded.a, b = excluded.b, c = excluded.c, games = excluded.games, changed_at = excluded.changed_at`,
			g.Players[i].ID, r.Pool, r.A, r.B, r.C, r.Games, r.ChangedAt)
		if err != nil {
			return err
		}
		_, err = s.exec(ctx, tx, `INSERT INTO rating_points (person, pool, games, shown, at) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (person, pool, games) DO UPDATE SET shown = excluded.shown, at = excluded.at`,
			g.Players[i].ID, r.Pool, r.Games, r.Shown(), r.ChangedAt)
		if err != nil {
			return err
		}
	}
	return nil
}
