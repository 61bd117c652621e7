package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"tafelrunde/internal/match"
)

// Mentions implements store.Matches.
func (s *Store) Mentions(ctx context.Context, person string) (ids []string, err error) {
	err = s.query(ctx, `SELECT match FROM mentions WHERE person = ? ORDER BY match`, []any{person}, func(rows *sql.Rows) error {
		var id string
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}

// mentioned returns the IDs of the people that an event contains; "" for none.
func mentioned(e *match.Event) [2]string {
	people := [2]string{e.By}
	if e.Player != nil {
		people[1] = e.Player.ID
	}
	return people
}

// putMentions stores the people that an event of a match contains.
func (s *Store) putMentions(ctx context.Context, tx *sql.Tx, id string, e *match.Event) error {
	for _, person := range mentioned(e) {
		if person == "" {
			continue
		}
		if _, err := s.exec(ctx, tx, `INSERT INTO mentions (person, match) VALUES (?, ?) ON CONFLICT (person, match) DO NOTHING`, person, id); err != nil {
			return err
		}
	}
	return nil
}

// ErasePerson implements store.People.
func (s *Store) ErasePerson(ctx context.Context, person string, as match.Rename) error {
	ids, err := s.Mentions(ctx, person)
	if err != nil {
		return err
	}
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		for _, id := range ids {
			if err := s.eraseIn(ctx, tx, id, person, as); err != nil {
				return err
			}
		}
		for _, query := range []string{
			`DELETE FROM rating_points WHERE person = ? AND pool IN (SELECT pool FROM rating_points WHERE person = ?)`,
			`UPDATE rating_points SET person = ? WHERE person = ?`,
			`INSERT INTO mentions (person, match) SELECT ?, match FROM mentions WHERE person = ? ON CONFLICT (person, match) DO NOTHING`,
			// A game that ended after the player was replaced was rated as the other player's.
			`DELETE FROM ratings WHERE person = ? AND pool IN (SELECT pool FROM ratings WHERE person = ?)`,
			`UPDATE ratings SET person = ? WHERE person = ?`,
			`UPDATE results SET person = ? WHERE person = ?`,
		} {
			if _, err := s.exec(ctx, tx, query, as.Player.ID, person); err != nil {
				return err
			}
		}
		if err := s.eraseInTournaments(ctx, tx, person, as.Player); err != nil {
			return err
		}
		for _, query := range []string{`DELETE FROM mentions WHERE person = ?`, `DELETE FROM badges WHERE person = ?`} {
			if _, err := s.exec(ctx, tx, query, person); err != nil {
				return err
			}
		}
		return nil
	})
	return unavailable(err)
}

// eraseIn erases a person from the events of one match.
func (s *Store) eraseIn(ctx context.Context, tx *sql.Tx, id, person string, as match.Rename) error {
	rows, err := tx.QueryContext(ctx, s.dialect.sql(`SELECT seq, body FROM events WHERE match = ?`), id)
	if err != nil {
		return err
	}
	defer rows.Close()
	changed := make(map[int64]string)
	for rows.Next() {
		var seq int64
		var body []byte
		if err := rows.Scan(&seq, &body); err != nil {
			return err
		}
		var e match.Event
		if err := json.Unmarshal(body, &e); err != nil {
			return fmt.Errorf("match %s, event %d: %w", id, seq, err)
		}
		if !erase(&e, person, as) {
			continue
		}
		text, err := json.Marshal(&e)
		if err != nil {
			return err
		}
		changed[seq] = string(text)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for seq, body := range changed {
		if _, err := s.exec(ctx, tx, `UPDATE events SET body = ? WHERE match = ? AND seq = ?`, body, id, seq); err != nil {
			return err
		}
	}
	return nil
}

// erase replaces a person in an event and removes the person's messages and
// invitations. It reports whether the event was changed.
func erase(e *match.Event, person string, as match.Rename) (changed bool) {
	if e.Player != nil && e.Player.ID == person {
		e.Player, changed = &as.Player, true
	}
	if e.By == person {
		e.By, e.Name, e.Text, changed = as.Player.ID, "", "", true
	}
	if as.Name != "" && e.Settings != nil && e.Settings.Invites(as.Name) {
		e.Settings.Uninvite(as.Name)
		changed = true
	}
	return changed
}
