package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/tournament"
)

// AppendTournament implements store.Tournaments.
func (s *Store) AppendTournament(ctx context.Context, a store.TournamentAppend) (notified []string, err error) {
	err = s.change(ctx, "", func(tx *sql.Tx) (err error) {
		first := a.After.Seq - int64(len(a.Events)) + 1
		for i := range a.Events {
			body, err := json.Marshal(&a.Events[i])
			if err != nil {
				return err
			}
			if err := s.update(ctx, tx, store.ErrConflict, `INSERT INTO tournament_events (tournament, seq, body) VALUES (?, ?, ?) ON CONFLICT (tournament, seq) DO NOTHING`,
				a.Tournament, first+int64(i), string(body)); err != nil {
				return err
			}
		}
		if slices.ContainsFunc(a.Events, func(e tournament.Event) bool { return e.Type == tournament.TextsRemoved }) {
			if err := s.changeTournamentEvents(ctx, tx, a.Tournament, (*tournament.Event).EraseTexts); err != nil {
				return err
			}
		}
		if err := s.lockTournamentPeople(ctx, tx, a.Events); err != nil {
			return err
		}
		if err := s.checkChallenge(ctx, tx, &a.Events[0]); err != nil {
			return err
		}
		if a.MaxOpen > 0 {
			if err := s.checkOpenTournaments(ctx, tx, a.After.Director.ID, a.MaxOpen); err != nil {
				return err
			}
		}
		if err := s.putTournament(ctx, tx, a.Tournament, a.Events, a.After); err != nil {
			return err
		}
		if notified, err = s.notifyOfTournament(ctx, tx, store.TournamentNotifications(a.Tournament, a.Events, a.After)); err != nil {
			return err
		}
		invited, err := s.inviteClubs(ctx, tx, &a)
		notified = append(notified, invited...)
		if err != nil || a.Entry == nil {
			return err
		}
		return s.addEntry(ctx, tx, *a.Entry)
	})
	return notified, changed(err)
}

// lockTournamentPeople locks the people whom events contain until the transaction ends, so that a deletion of
// one of them begins before it or finds the events. It returns ErrNotFound if one has begun.
func (s *Store) lockTournamentPeople(ctx context.Context, tx *sql.Tx, events []tournament.Event) error {
	var people []string
	for i := range events {
		e := &events[i]
		if e.Type == tournament.Renamed {
			continue
		}
		people = append(people, e.People()...)
		if e.Player != nil && e.Player.Name == match.DeletedName { // the director of a season before
			people = slices.DeleteFunc(people, func(id string) bool { return id == e.Player.ID })
		}
	}
	slices.Sort(people)
	for _, person := range slices.Compact(people) {
		if person == "" {
			continue
		}
		if err := s.lockOwner(ctx, tx, person); err != nil {
			return err
		}
	}
	return nil
}

// inviteClubs notifies the members of clubs of their new tournament, except the one who created or
// accepted it. Of a match between clubs the owner and officers of the challenged one are notified
// first, and the members once it has accepted. Of later seasons of a league only its players are notified.
func (s *Store) inviteClubs(ctx context.Context, tx *sql.Tx, a *store.TournamentAppend) (notified []string, err error) {
	set := &a.After.Settings
	except := a.Events[0].By
	switch e := &a.Events[0]; {
	case e.Type == tournament.Created && set.Format == tournament.ClubMatch:
		return s.notifyClub(ctx, tx, set.Clubs[1].ID, a.Tournament, store.ClubChallenged, e.At, `muted = 0 AND role <> 'member'`)
	case e.Type == tournament.Created && len(e.Ladder) == 0:
		except = e.Player.ID
	case e.Type != tournament.Accepted:
		return nil, nil
	}
	for _, club := range set.Clubs {
		// Members of both clubs are notified once.
		people, err := s.notifyClub(ctx, tx, club.ID, a.Tournament, store.ClubTournamentOpen, a.Events[0].At, `muted = 0 AND person <> ?
	AND NOT EXISTS (SELECT 1 FROM club_members AS other WHERE other.person = club_members.person AND other.club = ? AND other.club <> club_members.club AND other.muted = 0)`, except, set.Clubs[0].ID)
		if err != nil {
			return nil, err
		}
		notified = append(notified, people...)
	}
	return notified, nil
}

// checkChallenge returns ErrTaken if the event creates a match between clubs that have an unanswered challenge, or of
// which the first one has challenged the second one within [store.ChallengePause]. Both clubs are locked until the
// transaction ends.
func (s *Store) checkChallenge(ctx context.Context, tx *sql.Tx, e *tournament.Event) error {
	if e.Type != tournament.Created || e.Settings.Format != tournament.ClubMatch {
		return nil
	}
	home, guest := e.Settings.Clubs[0].ID, e.Settings.Clubs[1].ID
	for _, club := range []string{min(home, guest), max(home, guest)} {
		if err := s.lockClub(ctx, tx, club); err != nil {
			return err
		}
	}
	since := e.At.After(-store.ChallengePause)
	// Later challenges begin or have ended later.
	rows, err := tx.QueryContext(ctx, s.dialect.sql(`SELECT summary, body FROM tournaments JOIN tournament_events ON tournament = id AND tournament_events.seq = 1
WHERE at >= ? AND id IN (SELECT tournament FROM tournament_clubs WHERE club IN (?, ?))`), since, home, guest)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var summary, body []byte
		var v store.TournamentSummary
		var created tournament.Event
		if err := rows.Scan(&summary, &body); err != nil {
			return err
		}
		if err := errors.Join(json.Unmarshal(summary, &v), json.Unmarshal(body, &created)); err != nil {
			return err
		}
		if v.Format != tournament.ClubMatch {
			continue
		}
		again := v.Clubs[0].ID == home && v.Clubs[1].ID == guest
		back := v.Clubs[0].ID == guest && v.Clubs[1].ID == home
		if again && created.At > since || (again || back) && v.Phase == tournament.Upcoming && !v.Accepted {
			return store.ErrTaken
		}
	}
	return rows.Err()
}

// checkOpenTournaments returns ErrTooMany if a person has as many tournaments that have not
// ended, before the new one is stored. The person is locked until the transaction ends.
func (s *Store) checkOpenTournaments(ctx context.Context, tx *sql.Tx, director string, most int) error {
	if err := s.lockOwner(ctx, tx, director); err != nil {
		return err
	}
	var n int
	err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT COUNT(*) FROM tournaments WHERE director = ? AND phase IN (?, ?)`),
		director, tournament.Upcoming, tournament.Running).Scan(&n)
	if err == nil && n >= most {
		err = store.ErrTooMany
	}
	return err
}

// putTournament updates the views of a tournament after events.
func (s *Store) putTournament(ctx context.Context, tx *sql.Tx, id string, events []tournament.Event, after *tournament.State) error {
	summary := store.NewTournamentSummary(id, after)
	body, err := json.Marshal(&summary)
	if err != nil {
		return err
	}
	at := max(after.StartedAt, after.EndedAt)
	if after.Phase == tournament.Upcoming {
		at = after.Settings.StartsAt
	}
	if _, err := s.exec(ctx, tx, `INSERT INTO tournaments (id, seq, phase, game, at, director, due_at, leased_until, attempts, summary) VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, ?)
ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, phase = excluded.phase, at = excluded.at, director = excluded.director, due_at = excluded.due_at, summary = excluded.summary`,
		id, after.Seq, after.Phase, after.Settings.Games.Game, at, after.Director.ID, store.TournamentDue(events, after), string(body)); err != nil {
		return err
	}
	for i := range events {
		if events[i].Type == tournament.Created || events[i].Type == tournament.Accepted {
			for _, club := range listedClubs(&events[i], after) {
				if _, err := s.exec(ctx, tx, `INSERT INTO tournament_clubs (club, tournament) VALUES (?, ?) ON CONFLICT (club, tournament) DO NOTHING`, club.ID, id); err != nil {
					return err
				}
			}
		}
		for _, b := range events[i].Boards {
			if b.Match == "" {
				continue
			}
			if _, err := s.exec(ctx, tx, `INSERT INTO tournament_games (match, tournament, state) VALUES (?, ?, ?)`, b.Match, id, store.GameToOpen); err != nil {
				return err
			}
		}
	}
	return s.putTournamentPeople(ctx, tx, id, events, after)
}

// listedClubs returns the clubs whose pages list a tournament from an event on: a challenged club does once it has
// accepted, so that no other club can write on its page.
func listedClubs(e *tournament.Event, after *tournament.State) []tournament.EntryClub {
	clubs := after.Settings.Clubs
	switch {
	case after.Settings.Format != tournament.ClubMatch:
		return clubs
	case e.Type == tournament.Accepted:
		return clubs[1:]
	}
	return clubs[:1]
}

// putTournamentPeople stores whom events contain, and for whom the tournament is one of
// [store.Tournaments.TournamentsOf].
func (s *Store) putTournamentPeople(ctx context.Context, tx *sql.Tx, id string, events []tournament.Event, after *tournament.State) error {
	var people []string
	for i := range events {
		people = append(people, events[i].People()...)
		if e := &events[i]; e.Type == tournament.Withdrawn {
			people = append(people, after.Entries[e.Entry-1].Player.ID)
		}
	}
	slices.Sort(people)
	for _, person := range slices.Compact(people) {
		if person == "" {
			continue
		}
		entry := after.EntryOf(person)
		shown := after.MayDirect(person) || entry > 0 && (after.Entries[entry-1].Left == "" || after.Entries[entry-1].Pool > 0)
		if _, err := s.exec(ctx, tx, `INSERT INTO tournament_people (person, tournament, shown) VALUES (?, ?, ?) ON CONFLICT (person, tournament) DO UPDATE SET shown = excluded.shown`,
			person, id, number(shown)); err != nil {
			return err
		}
	}
	return nil
}

// notifyOfTournament stores notifications, in the order of [Store.putNotifications], and returns the people.
func (s *Store) notifyOfTournament(ctx context.Context, tx *sql.Tx, list []store.PersonNotification) (people []string, err error) {
	slices.SortFunc(list, func(a, b store.PersonNotification) int {
		return cmp.Or(cmp.Compare(a.Match, b.Match), cmp.Compare(a.Person, b.Person))
	})
	for _, n := range list {
		// A person who is being deleted gets none.
		if err := s.addNotification(ctx, tx, n.Person, n.Notification); err != nil {
			return nil, err
		}
		if err := s.notify(ctx, tx, notificationsPayload(n.Person)); err != nil {
			return nil, err
		}
		people = append(people, n.Person)
	}
	return people, nil
}

// markTournamentGame stores that events have opened or ended a game of a tournament.
func (s *Store) markTournamentGame(ctx context.Context, tx *sql.Tx, id string, after *match.State, events []match.Event) error {
	if after.Settings.Tournament == "" {
		return nil
	}
	state := store.GameOpen
	switch {
	case slices.ContainsFunc(events, func(e match.Event) bool { return e.Type == match.Ended }):
		state = store.GameToRecord
	case events[0].Type != match.Opened:
		return nil
	}
	_, err := s.exec(ctx, tx, `UPDATE tournament_games SET state = ? WHERE match = ? AND state < ?`, state, id, state)
	return err
}

// TournamentEvents implements store.Tournaments.
func (s *Store) TournamentEvents(ctx context.Context, id string, after int64) (events []tournament.Event, err error) {
	err = s.query(ctx, `SELECT seq, body FROM tournament_events WHERE tournament = ? AND seq > ? ORDER BY seq`, []any{id, after}, func(rows *sql.Rows) error {
		e, err := scanTournamentEvent(rows, id)
		events = append(events, e)
		return err
	})
	return events, err
}

func scanTournamentEvent(rows *sql.Rows, id string) (e tournament.Event, err error) {
	var seq int64
	var body []byte
	if err := rows.Scan(&seq, &body); err != nil {
		return e, err
	}
	if err := json.Unmarshal(body, &e); err != nil {
		return e, fmt.Errorf("tournament %s, event %d: %w", id, seq, err)
	}
	return e, nil
}

// TournamentSeq implements store.Tournaments.
func (s *Store) TournamentSeq(ctx context.Context, id string) (seq int64, err error) {
	err = s.query(ctx, `SELECT seq FROM tournaments WHERE id = ?`, []any{id}, func(rows *sql.Rows) error { return rows.Scan(&seq) })
	return seq, err
}

func (s *Store) tournamentSummaries(ctx context.Context, where string, args ...any) ([]store.TournamentSummary, error) {
	list := []store.TournamentSummary{}
	err := s.query(ctx, `SELECT summary FROM tournaments `+where, args, func(rows *sql.Rows) error {
		var body []byte
		var v store.TournamentSummary
		if err := rows.Scan(&body); err != nil {
			return err
		}
		err := json.Unmarshal(body, &v)
		list = append(list, v)
		return err
	})
	if err != nil {
		return list, err
	}
	var clubs []tournament.EntryClub
	for i := range list {
		clubs = append(clubs, list[i].Clubs...)
	}
	if clubs, err = s.CurrentClubs(ctx, clubs); err != nil {
		return nil, err
	}
	for i := range list {
		if n := len(list[i].Clubs); n > 0 {
			list[i].NameClubs(clubs[:n:n])
			clubs = clubs[n:]
		}
	}
	return list, nil
}

// CurrentClubs implements store.Tournaments.
func (s *Store) CurrentClubs(ctx context.Context, clubs []tournament.EntryClub) ([]tournament.EntryClub, error) {
	clubs = slices.Clone(clubs)
	args := make([]any, len(clubs))
	for i := range clubs {
		args[i] = clubs[i].ID
	}
	if len(args) == 0 {
		return clubs, nil
	}
	names := make(map[string]string)
	err := s.query(ctx, `SELECT id, CASE WHEN state = 'removed' THEN '' ELSE name END FROM clubs WHERE id IN (`+marks(len(args))+`)`, args, func(rows *sql.Rows) error {
		var id, name string
		err := rows.Scan(&id, &name)
		names[id] = name
		return err
	})
	for i := range clubs {
		if name, known := names[clubs[i].ID]; known {
			clubs[i].Name = name
		}
	}
	return clubs, err
}

// TournamentsIn implements store.Tournaments.
func (s *Store) TournamentsIn(ctx context.Context, phase tournament.Phase, skip, limit int) ([]store.TournamentSummary, error) {
	order := `at DESC, id DESC`
	if phase == tournament.Upcoming {
		order = `at, id`
	}
	return s.tournamentSummaries(ctx, `WHERE phase = ? ORDER BY `+order+` LIMIT ? OFFSET ?`, phase, limit, skip)
}

// endedLast orders tournaments that have not ended before the others.
const endedLast = `CASE WHEN phase IN ('` + string(tournament.Upcoming) + `', '` + string(tournament.Running) + `') THEN 0 ELSE 1 END, `

// TournamentsOf implements store.Tournaments.
func (s *Store) TournamentsOf(ctx context.Context, person string, limit int) ([]store.TournamentSummary, error) {
	return s.tournamentSummaries(ctx, `WHERE id IN (SELECT tournament FROM tournament_people WHERE person = ? AND shown = 1) ORDER BY `+endedLast+`at DESC, id LIMIT ?`, person, limit)
}

// TournamentsOfClub implements store.Tournaments.
func (s *Store) TournamentsOfClub(ctx context.Context, club string, skip, limit int) ([]store.TournamentSummary, error) {
	return s.tournamentSummaries(ctx, `WHERE id IN (SELECT tournament FROM tournament_clubs WHERE club = ?) ORDER BY `+endedLast+`at DESC, id LIMIT ? OFFSET ?`, club, limit, skip)
}

// TournamentSummaries implements store.Tournaments.
func (s *Store) TournamentSummaries(ctx context.Context, ids []string) ([]store.TournamentSummary, error) {
	if len(ids) == 0 {
		return []store.TournamentSummary{}, nil
	}
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id
	}
	return s.tournamentSummaries(ctx, `WHERE id IN (`+marks(len(ids))+`)`, args...)
}

// TournamentMentions implements store.Tournaments.
func (s *Store) TournamentMentions(ctx context.Context, person string, phases ...tournament.Phase) (ids []string, err error) {
	where, args := `person = ?`, []any{person}
	if len(phases) > 0 {
		where += ` AND tournament IN (SELECT id FROM tournaments WHERE phase IN (` + marks(len(phases)) + `))`
		for _, phase := range phases {
			args = append(args, phase)
		}
	}
	err = s.query(ctx, `SELECT tournament FROM tournament_people WHERE `+where+` ORDER BY tournament`, args, func(rows *sql.Rows) error {
		var id string
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}

// TournamentGames implements store.Tournaments.
func (s *Store) TournamentGames(ctx context.Context, id string) (list []store.TournamentGame, err error) {
	err = s.query(ctx, `SELECT match, state FROM tournament_games WHERE tournament = ? AND state IN (0, 2) ORDER BY match`, []any{id}, func(rows *sql.Rows) error {
		var g store.TournamentGame
		err := rows.Scan(&g.Match, &g.State)
		list = append(list, g)
		return err
	})
	return list, err
}

// FinishTournamentGame implements store.Tournaments.
func (s *Store) FinishTournamentGame(ctx context.Context, id string) error {
	_, err := s.run(ctx, `UPDATE tournament_games SET state = ? WHERE match = ?`, store.GameRecorded, id)
	return unavailable(err)
}

// rebuildTournaments computes the views of all tournaments, after those of the matches.
func (s *Store) rebuildTournaments(ctx context.Context, tx *sql.Tx) error {
	ids, err := s.idsIn(ctx, tx, `SELECT tournament FROM tournament_events WHERE seq = 1 ORDER BY tournament`)
	if err != nil {
		return err
	}
	for _, id := range ids {
		events, err := s.tournamentEventsIn(ctx, tx, id)
		if err != nil {
			return err
		}
		state, err := tournament.Replay(tournament.New(), events)
		if err != nil {
			return fmt.Errorf("tournament %s: %w", id, err)
		}
		if err := s.putTournament(ctx, tx, id, events, state); err != nil {
			return err
		}
		if err := s.rebuildTournamentGames(ctx, tx, id, state); err != nil {
			return err
		}
	}
	return nil
}

// rebuildTournamentGames computes what has to be done for the games of a tournament: nothing once it has ended,
// whose matches may have been deleted since.
func (s *Store) rebuildTournamentGames(ctx context.Context, tx *sql.Tx, id string, t *tournament.State) error {
	if t.Phase != tournament.Running {
		_, err := s.exec(ctx, tx, `UPDATE tournament_games SET state = ? WHERE tournament = ?`, store.GameRecorded, id)
		return err
	}
	for i := range t.Boards {
		query := `UPDATE tournament_games SET state = COALESCE((SELECT CASE WHEN phase = 'finished' THEN 2 ELSE 1 END FROM matches WHERE matches.id = tournament_games.match), 0) WHERE match = ?`
		if t.Boards[i].Result != nil {
			query = `UPDATE tournament_games SET state = 3 WHERE match = ?`
		}
		if _, err := s.exec(ctx, tx, query, t.Boards[i].Match); err != nil {
			return err
		}
	}
	return nil
}
