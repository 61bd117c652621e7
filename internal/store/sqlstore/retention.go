package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// SeeGuest implements store.Retention.
func (s *Store) SeeGuest(ctx context.Context, id string, at match.Moment) error {
	_, err := s.run(ctx, `UPDATE people SET seen_at = ? WHERE id = ? AND account IS NULL AND seen_at < ?`, at, id, at)
	return unavailable(err)
}

// idleGuests is the condition of guests who may be deleted, with the arguments of
// idleArgs.
const idleGuests = `account IS NULL AND seen_at > 0 AND seen_at < ? AND deleted_as = ''
AND NOT EXISTS (SELECT 1 FROM mentions JOIN matches ON matches.id = mentions.match WHERE mentions.person = people.id AND matches.phase IN (?, ?))
AND NOT EXISTS (SELECT 1 FROM reports WHERE done_at = 0 AND (about = people.id OR by_person = people.id))`

func idleArgs(before match.Moment) []any {
	return []any{before, match.Promoting, match.Playing}
}

// IdleGuests implements store.Retention.
func (s *Store) IdleGuests(ctx context.Context, before match.Moment, limit int) ([]store.Person, error) {
	return s.people(ctx, idleGuests+` ORDER BY seen_at, id LIMIT ?`, append(idleArgs(before), limit)...)
}

// BeginIdleDeletion implements store.Retention.
func (s *Store) BeginIdleDeletion(ctx context.Context, id string, before match.Moment, as string) error {
	return changed(s.change(ctx, id, func(tx *sql.Tx) error {
		return s.update(ctx, tx, store.ErrConflict, `UPDATE people SET deleted_as = ?, epoch = epoch + 1 WHERE id = ? AND `+idleGuests,
			append([]any{as, id}, idleArgs(before)...)...)
	}))
}

// fillSeen sets the last visit of guests that were stored before the column existed
// to now.
func (s *Store) fillSeen(ctx context.Context, tx *sql.Tx) error {
	_, err := s.exec(ctx, tx, `UPDATE people SET seen_at = ? WHERE account IS NULL`, time.Now().UnixMilli())
	return err
}

// putTimes stores when a match was over, and when its oldest chat message was sent.
func (s *Store) putTimes(ctx context.Context, tx *sql.Tx, id string, events []match.Event) error {
	var over, chat match.Moment
	for i := range events {
		switch e := &events[i]; e.Type {
		case match.Ended, match.Closed:
			over = e.At
		case match.Chatted:
			if chat == 0 && e.Text != "" {
				chat = e.At
			}
		}
	}
	if over > 0 {
		if _, err := s.exec(ctx, tx, `UPDATE matches SET over_at = ? WHERE id = ?`, over, id); err != nil {
			return err
		}
	}
	if chat > 0 {
		if _, err := s.exec(ctx, tx, `UPDATE matches SET chat_at = ? WHERE id = ? AND chat_at = 0`, chat, id); err != nil {
			return err
		}
	}
	return nil
}

// unreported is the condition of matches without an open report.
const unreported = `NOT EXISTS (SELECT 1 FROM reports WHERE reports.match = matches.id AND reports.done_at = 0)`

// decided is the condition of matches that belong to no running tournament.
const decided = `NOT EXISTS (SELECT 1 FROM tournament_games JOIN tournaments ON tournaments.id = tournament WHERE tournament_games.match = matches.id AND tournaments.phase = 'running')`

// oldMatches returns matches that are over and fulfil a condition, and locks them
// until the transaction ends.
func (s *Store) oldMatches(ctx context.Context, tx *sql.Tx, where string, args ...any) (ids []string, err error) {
	lock := ""
	if s.dialect == postgres {
		lock = " FOR UPDATE"
	}
	return s.idsIn(ctx, tx, `SELECT id FROM matches WHERE phase IN (?, ?) AND `+unreported+` AND `+where+lock,
		append([]any{match.Finished, match.TableClosed}, args...)...)
}

// idsIn returns the IDs that a query returns in a transaction.
func (s *Store) idsIn(ctx context.Context, tx *sql.Tx, query string, args ...any) (ids []string, err error) {
	rows, err := tx.QueryContext(ctx, s.dialect.sql(query), args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// eventsIn returns the events of a match in a transaction.
func (s *Store) eventsIn(ctx context.Context, tx *sql.Tx, id string) (events []match.Event, err error) {
	rows, err := tx.QueryContext(ctx, s.dialect.sql(`SELECT body FROM events WHERE match = ? ORDER BY seq`), id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var body []byte
		var e match.Event
		if err := rows.Scan(&body); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(body, &e); err != nil {
			return nil, fmt.Errorf("match %s, event %d: %w", id, len(events)+1, err)
		}
		events = append(events, e)
	}
	return events, rows.Err()
}

// DeleteOldChat implements store.Retention.
func (s *Store) DeleteOldChat(ctx context.Context, before match.Moment, limit int) (n int, err error) {
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		ids, err := s.oldMatches(ctx, tx, `chat_at > 0 AND chat_at < ? ORDER BY chat_at, id LIMIT ?`, before, limit)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := s.deleteChat(ctx, tx, id, before); err != nil {
				return err
			}
		}
		n = len(ids)
		return nil
	})
	if err == nil && n > 0 {
		s.wrote(1)
	}
	return n, unavailable(err)
}

// deleteChat removes the texts of a match's chat messages before a moment.
func (s *Store) deleteChat(ctx context.Context, tx *sql.Tx, id string, before match.Moment) error {
	events, err := s.eventsIn(ctx, tx, id)
	if err != nil {
		return err
	}
	var oldest match.Moment
	for i := range events {
		e := &events[i]
		if e.Type != match.Chatted || e.Text == "" {
			continue
		}
		if e.At >= before {
			oldest = e.At
			break
		}
		e.Name, e.Text = "", ""
		body, err := json.Marshal(e)
		if err != nil {
			return err
		}
		if _, err := s.exec(ctx, tx, `UPDATE events SET body = ? WHERE match = ? AND seq = ?`, string(body), id, i+1); err != nil {
			return err
		}
	}
	_, err = s.exec(ctx, tx, `UPDATE matches SET chat_at = ? WHERE id = ?`, oldest, id)
	return err
}

// DeleteOldMatches implements store.Retention.
func (s *Store) DeleteOldMatches(ctx context.Context, before match.Moment, limit int) (ids []string, err error) {
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		if ids, err = s.oldMatches(ctx, tx, decided+` AND over_at > 0 AND over_at < ? ORDER BY over_at, id LIMIT ?`, before, limit); err != nil {
			return err
		}
		for _, id := range ids {
			if err := s.deleteMatch(ctx, tx, id); err != nil {
				return err
			}
			if err := s.notify(ctx, tx, deletedPayload(id)); err != nil {
				return err
			}
		}
		if len(ids) == 0 {
			return nil
		}
		// Spectators who mute a chat need not be in any event.
		return s.execIn(ctx, tx, `DELETE FROM mutes WHERE match IN `, ids)
	})
	if err != nil || len(ids) == 0 {
		return nil, unavailable(err)
	}
	s.wrote(1)
	// Another process may have inserted an event before it noticed that the match is gone.
	err = s.transaction(ctx, func(tx *sql.Tx) error { return s.execIn(ctx, tx, `DELETE FROM events WHERE match IN `, ids) })
	return ids, unavailable(err)
}

// execIn executes a query that ends with a list of texts.
func (s *Store) execIn(ctx context.Context, tx *sql.Tx, query string, list []string) error {
	args := make([]any, len(list))
	for i, text := range list {
		args[i] = text
	}
	_, err := s.exec(ctx, tx, query+`(`+marks(len(list))+`)`, args...)
	return err
}

// deleteMatch deletes a match and its views, and keeps the results of rated games and the
// badges.
func (s *Store) deleteMatch(ctx context.Context, tx *sql.Tx, id string) error {
	events, err := s.eventsIn(ctx, tx, id)
	if err != nil {
		return err
	}
	if err := s.keepResults(ctx, tx, id); err != nil {
		return err
	}
	named := make(map[string]bool)
	for i := range events {
		for _, person := range mentioned(&events[i]) {
			named[person] = true
		}
	}
	delete(named, "")
	for person := range named {
		if _, err := s.exec(ctx, tx, `DELETE FROM mentions WHERE person = ? AND match = ?`, person, id); err != nil {
			return err
		}
	}
	for _, query := range []string{
		`DELETE FROM events WHERE match = ?`, `DELETE FROM seats WHERE match = ?`, `DELETE FROM games WHERE match = ?`, `DELETE FROM played WHERE match = ?`,
		`UPDATE badges SET match = '' WHERE match = ?`, `DELETE FROM invited WHERE match = ?`, `DELETE FROM openings WHERE match = ?`, `DELETE FROM notifications WHERE match = ?`, `DELETE FROM sightings WHERE match = ?`, `DELETE FROM tournament_games WHERE match = ?`, `DELETE FROM notes WHERE match = ?`,
		`DELETE FROM reviews WHERE match = ?`, `DELETE FROM review_results WHERE match = ?`, `DELETE FROM matches WHERE id = ?`,
	} {
		if _, err := s.exec(ctx, tx, query, id); err != nil {
			return err
		}
	}
	return nil
}

// keepResults stores what rebuildRatings needs of the rated games of a match.
func (s *Store) keepResults(ctx context.Context, tx *sql.Tx, id string) error {
	list, err := s.ratedGames(ctx, tx, `match = ? AND rated IS NOT NULL`, id)
	if err != nil {
		return err
	}
	for _, r := range list {
		for seat, p := range r.game.Players {
			if _, err := s.exec(ctx, tx, `INSERT INTO results (rated, seat, person, pool, won, ended_at, kind, first, seat_table) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
				r.place, seat, p.ID, r.pool, number(slices.Contains(r.game.Outcome.Winners, seat)), r.game.EndedAt, r.kind, r.game.First, r.seatTable); err != nil {
				return err
			}
		}
	}
	return nil
}

// ratedGame is what the rating of a game needs.
type ratedGame struct {
	place int64
	pool  string
	// kind is that of [games.SeatKind], seatTable the version of the table of seats, 0 if all
	// seats counted as equal.
	kind      string
	seatTable int
	game      store.Game
}

// keptResults returns the rated games of deleted matches.
func (s *Store) keptResults(ctx context.Context, tx *sql.Tx) ([]ratedGame, error) {
	rows, err := tx.QueryContext(ctx, `SELECT rated, seat, person, pool, won, ended_at, kind, first, seat_table FROM results ORDER BY rated, seat`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []ratedGame
	for rows.Next() {
		var place int64
		var seat, won, first, seatTable int
		var person, pool, kind string
		var ended match.Moment
		if err := rows.Scan(&place, &seat, &person, &pool, &won, &ended, &kind, &first, &seatTable); err != nil {
			return nil, err
		}
		if len(list) == 0 || list[len(list)-1].place != place {
			list = append(list, ratedGame{place: place, pool: pool, kind: kind, seatTable: seatTable, game: store.Game{EndedAt: ended, Rated: true, First: first}})
		}
		g := &list[len(list)-1].game
		g.Players = append(g.Players, match.Player{ID: person})
		if won != 0 {
			g.Outcome.Winners = append(g.Outcome.Winners, seat)
		}
	}
	return list, rows.Err()
}

// deletedMark begins the notice that a match was deleted: "*deleted ID".
const deletedMark = "*deleted"

func deletedPayload(id string) string { return strings.Join([]string{deletedMark, id}, " ") }
