package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tafelrunde/internal/match"
	"tafelrunde/internal/tournament"
)

// BackupInfo describes the content of a database file.
type BackupInfo struct {
	Matches, Events int64
	// Version is the number of migrations applied.
	Version int
	// Sealed reports whether the file has a checksum.
	Sealed bool
	// Problems are the first problems of the content, at most maxProblems. More is
	// their number.
	Problems []string
	More     int
}

// maxProblems is the greatest number of problems that are described.
const maxProblems = 20

func (i *BackupInfo) add(format string, args ...any) {
	if len(i.Problems) < maxProblems {
		i.Problems = append(i.Problems, fmt.Sprintf(format, args...))
	} else {
		i.More++
	}
}

// damaged returns the problems of a file as an error.
func (i *BackupInfo) damaged(name string) error {
	text := strings.Join(i.Problems, "\n")
	if i.More > 0 {
		text += fmt.Sprintf("\nand %d more", i.More)
	}
	if len(i.Problems) > 1 {
		text = "\n" + text
	}
	return fmt.Errorf("%s is damaged: %s", name, strings.TrimSuffix(text, "\n"))
}

// CheckBackup reads a whole backup and returns an error that says why it cannot
// be restored. It does not change the file.
func CheckBackup(ctx context.Context, file string, rules match.Rules) (BackupInfo, error) {
	if err := mustExist(file); err != nil {
		return BackupInfo{}, err
	}
	sealed, err := checkSum(file)
	if errors.Is(err, errSum) {
		return BackupInfo{}, fmt.Errorf("%s is damaged: %w", file, err)
	} else if err != nil {
		return BackupInfo{}, err
	}
	info, err := checkDatabase(ctx, file, file, immutableAddress(file), rules)
	if info.Sealed = sealed; err == nil && len(info.Problems) > 0 {
		err = info.damaged(file)
	}
	return info, err
}

// checkDatabase checks the database in file, which error texts call name: SQLite's
// integrity check, the events of every match and tournament by replaying them, and references. The
// error is for a file that is no database of this program.
func checkDatabase(ctx context.Context, name, file, address string, rules match.Rules) (info BackupInfo, err error) {
	if err := checkLength(name, file); err != nil {
		return info, err
	}
	db, err := sql.Open("sqlite", address)
	if err != nil {
		return info, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(2) // lookups while the events are read
	broken := func(err error) error { return fmt.Errorf("%s is damaged: %w", name, err) }
	tables := map[string]bool{}
	if err := each(ctx, db, `SELECT name FROM sqlite_schema WHERE type = 'table'`, func(table string) { tables[table] = true }); err != nil {
		return info, broken(err)
	}
	if !tables["tafelrunde_version"] || !tables["events"] {
		return info, fmt.Errorf("%s is not a database of Tafelrunde", name)
	}
	if err := db.QueryRowContext(ctx, `SELECT COALESCE(MAX(version), 0) FROM tafelrunde_version`).Scan(&info.Version); err != nil {
		return info, broken(err)
	}
	if info.Version > len(migrations) {
		return info, laterVersion(info.Version)
	}
	var result string
	if err := db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&result); err != nil {
		return info, broken(err)
	}
	if result != "ok" {
		info.add("%s", strings.ReplaceAll(result, "\n", " "))
	}
	if err := checkEvents(ctx, db, rules, &info); err != nil {
		return info, broken(err)
	}
	if tables["tournament_events"] {
		if err := checkTournaments(ctx, db, &info); err != nil {
			return info, broken(err)
		}
	}
	for _, r := range references {
		if !tables[r.table] || !tables[r.to] {
			continue // of a later version
		}
		query := fmt.Sprintf(`SELECT DISTINCT %s FROM %s WHERE NOT EXISTS (SELECT 1 FROM %s WHERE %s)`, r.column, r.table, r.to, r.on)
		if r.table == "club_notices" { // the messages of a tournament's chat are notices too
			query += ` AND club NOT IN (SELECT id FROM clubs)`
		}
		if err := each(ctx, db, query, func(id string) { info.add(r.problem, id) }); err != nil {
			return info, broken(err)
		}
	}
	return info, nil
}

// references are the references between rows that must not be broken.
var references = []struct{ table, column, to, on, problem string }{
	{"matches", "id", "events", "events.match = matches.id", "match %s has no events"},
	{"seats", "match", "matches", "matches.id = seats.match", "seats of match %s, which is missing"},
	{"games", "match", "matches", "matches.id = games.match", "games of match %s, which is missing"},
	{"reviews", "match", "games", "games.match = reviews.match AND games.game = reviews.game", "a review of a game of match %s that is missing"},
	{"tokens", "person", "people", "people.id = tokens.person", "a token of person %s, who is missing"},
	{"passkeys", "person", "people", "people.id = passkeys.person", "a passkey of person %s, who is missing"},
	{"recovery_codes", "person", "people", "people.id = recovery_codes.person", "recovery codes of person %s, who is missing"},
	{"studies", "owner", "people", "people.id = studies.owner", "a study of person %s, who is missing"},
	{"chapters", "study", "studies", "studies.id = chapters.study", "chapters of study %s, which is missing"},
	{"club_members", "person", "people", "people.id = club_members.person", "a membership of person %s, who is missing"},
	{"club_members", "club", "clubs", "clubs.id = club_members.club", "members of club %s, which is missing"},
	{"club_notices", "club", "tournaments", "tournaments.id = club_notices.club", "notices of club %s, which is missing"},
}

// each calls do with the rows of a query for one text.
func each(ctx context.Context, db *sql.DB, query string, do func(text string)) error {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return err
		}
		do(text)
	}
	return rows.Err()
}

// checkEvents replays all matches, one after the other, and compares them with their
// views.
func checkEvents(ctx context.Context, db *sql.DB, rules match.Rules, info *BackupInfo) error {
	c := matchCheck{rules: rules, info: info}
	for query, statement := range map[string]**sql.Stmt{
		`SELECT seq FROM matches WHERE id = ?`:            &c.last,
		`SELECT COUNT(*) FROM games WHERE match = ?`:      &c.games,
		`SELECT COUNT(*) FROM people WHERE people.id = ?`: &c.person,
	} {
		prepared, err := db.PrepareContext(ctx, query)
		if err != nil {
			return err
		}
		defer prepared.Close()
		*statement = prepared
	}
	rows, err := db.QueryContext(ctx, `SELECT match, seq, body FROM events ORDER BY match, seq`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var seq int64
		var body sql.RawBytes
		if err := rows.Scan(&id, &seq, &body); err != nil {
			return err
		}
		if c.state == nil || id != c.id {
			if err := c.finish(ctx); err != nil {
				return err
			}
			c.id, c.seq, c.ended, c.state, c.failed = id, 0, 0, match.New(), false
			info.Matches++
		}
		info.Events++
		c.event(seq, body)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return c.finish(ctx)
}

// matchCheck checks the events of matches in order.
type matchCheck struct {
	rules               match.Rules
	info                *BackupInfo
	last, games, person *sql.Stmt

	// id is the match that is being checked, seq the number of its last event.
	id  string
	seq int64
	// state is the state after its events, nil before the first match. ended is the
	// number of games that have ended, failed reports whether a problem was found.
	state  *match.State
	ended  int64
	failed bool
}

// event checks the next event of a match.
func (c *matchCheck) event(seq int64, body []byte) {
	expected := c.seq + 1
	c.seq = seq
	if c.failed {
		return
	}
	if seq != expected {
		c.problem("event %d is missing", expected)
		return
	}
	var e match.Event
	if err := json.Unmarshal(body, &e); err != nil {
		c.problem("event %d cannot be read: %v", seq, err)
		return
	}
	if !slices.Contains(match.EventTypes[:], e.Type) {
		c.problem("event %d has the unknown type %q", seq, e.Type)
		return
	}
	next, err := match.Apply(c.rules, c.state, e)
	if err != nil {
		c.problem("%v", err)
		return
	}
	if c.state = next; e.Type == match.Ended {
		c.ended++
	}
}

// problem adds a problem of the match. Later events of it are not replayed.
func (c *matchCheck) problem(format string, args ...any) {
	c.failed = true
	name := "match " + c.id
	if c.state.Game > 0 {
		name += fmt.Sprintf(", game %d", c.state.Game)
	}
	c.info.add("%s: %s", name, fmt.Sprintf(format, args...))
}

// finish compares a match with its views and looks up its people.
func (c *matchCheck) finish(ctx context.Context) error {
	if c.state == nil || c.failed {
		return nil
	}
	var last, games int64
	switch err := c.last.QueryRowContext(ctx, c.id).Scan(&last); {
	case errors.Is(err, sql.ErrNoRows):
		c.problem("it is missing in the list of matches")
		return nil
	case err != nil:
		return err
	}
	if err := c.games.QueryRowContext(ctx, c.id).Scan(&games); err != nil {
		return err
	}
	switch {
	case last > c.seq:
		c.problem("event %d is missing", c.seq+1)
		return nil
	case last < c.seq:
		c.problem("event %d is not in the list of matches, which ends with number %d", c.seq, last)
		return nil
	case games != c.ended:
		c.problem("%d games have ended, the list of games has %d", c.ended, games)
		return nil
	}
	people := map[string]bool{}
	for _, p := range append(playersOf(c.state), c.state.Owner) {
		if p.ID != "" && p.Name != match.DeletedName {
			people[p.ID] = true
		}
	}
	for _, id := range slices.Sorted(maps.Keys(people)) {
		var n int
		if err := c.person.QueryRowContext(ctx, id).Scan(&n); err != nil {
			return err
		}
		if n == 0 {
			c.problem("person %s is missing", id)
		}
	}
	return nil
}

// playersOf returns the players of a match by seat.
func playersOf(s *match.State) (players []match.Player) {
	for i := range s.Seats {
		players = append(players, s.Seats[i].Player)
	}
	return players
}

// checkTournaments replays all tournaments, one after the other, and compares them with their views.
func checkTournaments(ctx context.Context, db *sql.DB, info *BackupInfo) error {
	last := make(map[string]int64)
	rows, err := db.QueryContext(ctx, `SELECT id, seq FROM tournaments`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var seq int64
		if err := rows.Scan(&id, &seq); err != nil {
			return err
		}
		last[id] = seq
	}
	if err := rows.Err(); err != nil {
		return err
	}
	var ids []string
	if err := each(ctx, db, `SELECT DISTINCT tournament FROM tournament_events`, func(id string) { ids = append(ids, id) }); err != nil {
		return err
	}
	for _, id := range ids {
		events, problem, err := readTournament(ctx, db, id)
		if err != nil {
			return err
		}
		if problem == "" {
			problem = tournamentProblem(events, last[id])
		}
		if problem != "" {
			info.add("tournament %s: %s", id, problem)
		}
		delete(last, id)
	}
	for _, id := range slices.Sorted(maps.Keys(last)) {
		info.add("tournament %s has no events", id)
	}
	return nil
}

// readTournament returns the events of a tournament, or the first problem of them.
func readTournament(ctx context.Context, db *sql.DB, id string) (events []tournament.Event, problem string, err error) {
	rows, err := db.QueryContext(ctx, `SELECT seq, body FROM tournament_events WHERE tournament = ? ORDER BY seq`, id)
	if err != nil {
		return nil, "", err
	}
	defer rows.Close()
	for rows.Next() {
		var seq int64
		var body sql.RawBytes
		if err := rows.Scan(&seq, &body); err != nil {
			return nil, "", err
		}
		var e tournament.Event
		if expected := int64(len(events) + 1); seq != expected {
			return nil, fmt.Sprintf("event %d is missing", expected), nil
		}
		if err := json.Unmarshal(body, &e); err != nil {
			return nil, fmt.Sprintf("event %d cannot be read: %v", seq, err), nil
		}
		events = append(events, e)
	}
	return events, "", rows.Err()
}

// tournamentProblem returns what is wrong with the events of a tournament, of which the list of tournaments
// has a number, 0 if it is missing there.
func tournamentProblem(events []tournament.Event, last int64) string {
	n := int64(len(events))
	switch _, err := tournament.Replay(tournament.New(), events); {
	case err != nil:
		return err.Error()
	case last == 0:
		return "it is missing in the list of tournaments"
	case last > n:
		return fmt.Sprintf("event %d is missing", n+1)
	case last < n:
		return fmt.Sprintf("event %d is not in the list of tournaments, which ends with number %d", n, last)
	}
	return ""
}
