package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"

	"tafelrunde/internal/match"
	"tafelrunde/internal/tournament"
)

// eraseInTournaments replaces a person in the events of tournaments, after [tournament.Renamed]
// has updated the views.
func (s *Store) eraseInTournaments(ctx context.Context, tx *sql.Tx, person string, as match.Player) error {
	ids, err := s.idsIn(ctx, tx, `SELECT tournament FROM tournament_people WHERE person = ? ORDER BY tournament`, person)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.changeTournamentEvents(ctx, tx, id, func(e *tournament.Event) bool { return e.Erase(person, as) }); err != nil {
			return err
		}
	}
	if _, err := s.exec(ctx, tx, `INSERT INTO tournament_people (person, tournament, shown) SELECT ?, tournament, shown FROM tournament_people WHERE person = ? ON CONFLICT (person, tournament) DO NOTHING`, as.ID, person); err != nil {
		return err
	}
	_, err = s.exec(ctx, tx, `DELETE FROM tournament_people WHERE person = ?`, person)
	return err
}

// changeTournamentEvents changes the stored events of a tournament for which change reports that it has changed them.
// The tournament is locked, because two changes of the same event would undo each other.
func (s *Store) changeTournamentEvents(ctx context.Context, tx *sql.Tx, id string, change func(e *tournament.Event) bool) error {
	if _, err := s.exec(ctx, tx, `UPDATE tournaments SET seq = seq WHERE id = ?`, id); err != nil {
		return err
	}
	events, err := s.tournamentEventsIn(ctx, tx, id)
	if err != nil {
		return err
	}
	for i := range events {
		if !change(&events[i]) {
			continue
		}
		body, err := json.Marshal(&events[i])
		if err != nil {
			return err
		}
		if _, err := s.exec(ctx, tx, `UPDATE tournament_events SET body = ? WHERE tournament = ? AND seq = ?`, string(body), id, i+1); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) tournamentEventsIn(ctx context.Context, tx *sql.Tx, id string) (events []tournament.Event, err error) {
	rows, err := tx.QueryContext(ctx, s.dialect.sql(`SELECT seq, body FROM tournament_events WHERE tournament = ? ORDER BY seq`), id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		e, err := scanTournamentEvent(rows, id)
		if err != nil {
			return nil, err
		}
		events = append(events, e)
	}
	return events, rows.Err()
}
