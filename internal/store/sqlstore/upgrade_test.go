package sqlstore_test

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
)

var addedFields = regexp.MustCompile(`(,"first":0)?,"moves":\d+\}`)

// TestSitesOpen opens the databases of sites of earlier commits, as SQLite and copied to
// PostgreSQL, and checks and restores them as backups.
func TestSitesOpen(t *testing.T) {
	cluster := storetest.Postgres(t)
	for _, commit := range storetest.Sites {
		t.Run(commit+" restored", func(t *testing.T) {
			backup, file := filepath.Join(t.TempDir(), "backup"), filepath.Join(t.TempDir(), "tafelrunde.db")
			storetest.SiteDatabase(t, commit, backup)
			info, _, err := sqlstore.Restore(t.Context(), backup, file, games.Rules{}, sqlstore.RestoreOptions{})
			if err != nil || info.Matches != 10 || info.Events < 75 || len(info.Problems) > 0 {
				t.Fatalf("%+v, %v", info, err)
			}
			upgrade(t, "sqlite", file, func() *sqlstore.Store { return openSQLite(t, file) })
		})
		t.Run(commit+" in PostgreSQL", func(t *testing.T) {
			file, address := filepath.Join(t.TempDir(), "tafelrunde.db"), cluster.Database(t)
			storetest.SiteDatabase(t, commit, file)
			storetest.CopyDatabase(t, address, file)
			upgrade(t, "pgx", address, func() *sqlstore.Store { return openPostgres(t, address) })
		})
	}
}

// TestNewerVersionIsRefused: a program does not open a database that a later one has
// migrated.
func TestNewerVersionIsRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tafelrunde.db")
	address := storetest.Postgres(t).Database(t)
	for _, tc := range []struct {
		driver, address string
		open            func() (*sqlstore.Store, error)
	}{
		{"sqlite", file, func() (*sqlstore.Store, error) { return sqlstore.OpenSQLite(t.Context(), file) }},
		{"pgx", address, func() (*sqlstore.Store, error) { return sqlstore.OpenPostgres(t.Context(), address) }},
	} {
		s, err := tc.open()
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		db, err := sql.Open(tc.driver, tc.address)
		if err != nil {
			t.Fatal(err)
		}
		_, err = db.Exec(`INSERT INTO tafelrunde_version (version) VALUES (999)`)
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
		if s, err := tc.open(); err == nil || !strings.Contains(err.Error(), "version 999, made by a later program") {
			t.Errorf("%s: %v", tc.driver, err)
			if err == nil {
				s.Close()
			}
		}
	}
}

// testUpgrade fills a database of each kind, undoes the migrations from a version on with undo,
// opens it again and checks it.
func testUpgrade(t *testing.T, version int, undo string, fill, check func(t *testing.T, s *sqlstore.Store)) {
	file := filepath.Join(t.TempDir(), "tafelrunde.db")
	address := storetest.Postgres(t).Database(t)
	for _, tc := range []struct {
		driver, address string
		open            func(t *testing.T) *sqlstore.Store
	}{
		{"sqlite", file, func(t *testing.T) *sqlstore.Store { return openSQLite(t, file) }},
		{"pgx", address, func(t *testing.T) *sqlstore.Store { return openPostgres(t, address) }},
	} {
		t.Run(tc.driver, func(t *testing.T) {
			s := tc.open(t)
			fill(t, s)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			db, err := sql.Open(tc.driver, tc.address)
			if err != nil {
				t.Fatal(err)
			}
			_, err = db.Exec(undo)
			_, err2 := db.Exec(fmt.Sprintf(`DELETE FROM tafelrunde_version WHERE version >= %d`, version))
			if err := errors.Join(err, err2, db.Close()); err != nil {
				t.Fatal(err)
			}
			s = tc.open(t)
			check(t, s)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// TestModesOfClubTournaments opens a database whose people have chosen how they are notified of seasons and
// tournaments of clubs together.
func TestModesOfClubTournaments(t *testing.T) {
	testUpgrade(t, 46, dropBegun+`DELETE FROM notification_modes WHERE kind = 'tournament-open'`,
		func(t *testing.T, s *sqlstore.Store) {
			p := storetest.Player(0)
			off := store.NotificationSettings{Modes: map[store.NotificationKind]store.NotificationMode{store.SeasonOpen: store.Never}}
			if err := errors.Join(s.AddPerson(t.Context(), store.Person{ID: p.ID, Name: p.Name, Registered: true}), s.SetNotificationSettings(t.Context(), p.ID, off)); err != nil {
				t.Fatal(err)
			}
		}, func(t *testing.T, s *sqlstore.Store) {
			got, err := s.NotificationSettings(t.Context(), storetest.Player(0).ID)
			if err != nil || len(got.Modes) != 2 || got.Modes[store.ClubTournamentOpen] != store.Never {
				t.Errorf("%+v, %v", got, err)
			}
		})
}

// dropEngine undoes version 48.
const dropEngine = `ALTER TABLE reviews DROP COLUMN engine; `

// dropBegun undoes the versions 47 and 48.
const dropBegun = dropEngine + `ALTER TABLE puzzle_runs DROP COLUMN begun_at; `

// dropTournamentClubs undoes the versions 45 and 48.
const dropTournamentClubs = dropEngine + `DROP TABLE tournament_clubs; ALTER TABLE reports DROP COLUMN tournament; `

// dropSeats undoes the versions 44, 45 and 48.
const dropSeats = dropTournamentClubs + `ALTER TABLE events DROP COLUMN seat_table; ALTER TABLE results DROP COLUMN kind; ALTER TABLE results DROP COLUMN first; ALTER TABLE results DROP COLUMN seat_table; `

// dropTournaments undoes the versions 43 to 45, and 48.
const dropTournaments = dropSeats + `DROP TABLE tournament_events; DROP TABLE tournaments; DROP TABLE tournament_people; DROP TABLE tournament_games; `

// dropClubs undoes the versions 42 to 45, and 48.
const dropClubs = dropTournaments + `DROP TABLE clubs; DROP TABLE club_members; DROP TABLE club_requests; DROP TABLE club_refusals; DROP TABLE club_notices;
ALTER TABLE reports DROP COLUMN club; ALTER TABLE reports DROP COLUMN notice; ALTER TABLE reports DROP COLUMN quote; `

// dropPuzzles undoes the versions 40 to 45, and 48.
const dropPuzzles = dropClubs + `DROP TABLE puzzle_runs; DROP TABLE puzzle_scores; DROP TABLE puzzle_attempts; DROP TABLE puzzle_ratings; DROP TABLE rated_puzzles; DROP TABLE puzzle_deals; DROP TABLE puzzle_votes; DROP TABLE mistakes; `

// TestBadgesOfEarlierGames opens a database with games that ended before there were badges.
func TestBadgesOfEarlierGames(t *testing.T) {
	testUpgrade(t, 31, dropPuzzles+`DROP TABLE badges; DROP TABLE notes; DROP TABLE notifications; DROP TABLE push_devices; DROP TABLE pushes; DROP TABLE notification_modes; DROP TABLE quiet_hours; DROP TABLE follows; DROP TABLE openings; DROP TABLE table_pushes; ALTER TABLE lessons DROP COLUMN solved_at; ALTER TABLE lessons DROP COLUMN step;
ALTER TABLE people DROP COLUMN arms; ALTER TABLE people DROP COLUMN motto; ALTER TABLE reports DROP COLUMN motto; ALTER TABLE played DROP COLUMN late; ALTER TABLE played DROP COLUMN replies`, func(t *testing.T, s *sqlstore.Store) {
		x := storetest.Open(t, s, "m", nil).Sit()
		x.Play("e2e3", "h7h5", "d1h5", "a7a5", "h5h8l")
		x.Do("p1", match.Resign{})
		x.Do("p0", match.Rename{Player: match.Player{ID: "q", Name: "Somebody", Account: true}})
		slow := storetest.Open(t, s, "slow", storetest.Slow).Sit()
		slow.Play("e2e4", "e7e5")
		slow.Do("p1", match.Resign{})
		slow.Do("p0", match.Rename{Player: match.Player{ID: "q", Name: "Somebody", Account: true}})
	}, func(t *testing.T, s *sqlstore.Store) {
		list, err := s.BadgesOf(t.Context(), "q", true)
		if err != nil || len(list) != 1 || list[0].Code != "first-lord" || list[0].Match != "m" || list[0].Ply != 5 {
			t.Errorf("%+v, %v", list, err)
		}
		if list, err := s.ConductOf(t.Context(), "q", 10); err != nil || len(list) != 1 || list[0].LostOnTime || !slices.Equal(list[0].Replies, []int{1}) {
			t.Errorf("%+v, %v", list, err)
		}
		if list, err := s.BadgesOf(t.Context(), "p0", true); err != nil || len(list) != 0 {
			t.Errorf("the earlier identity has %+v, %v", list, err)
		}
	})
}

// TestServicesOfEarlierDevices opens a database of the version whose devices have no push
// services.
func TestServicesOfEarlierDevices(t *testing.T) {
	const now match.Moment = 1_700_000_000_000
	testUpgrade(t, 39, dropPuzzles+`DROP TABLE table_pushes; DROP INDEX pushes_service; ALTER TABLE pushes DROP COLUMN service; ALTER TABLE push_devices DROP COLUMN service`,
		func(t *testing.T, s *sqlstore.Store) {
			storetest.Device(t, s, "p0", "phone", now)
			err := s.AddReport(t.Context(), store.Report{ID: "r", By: "p0", At: now})
			if err := errors.Join(err, s.CloseReport(t.Context(), "r", now)); err != nil {
				t.Fatal(err)
			}
		}, func(t *testing.T, s *sqlstore.Store) {
			list, err := s.LeasePushes(t.Context(), now, now+1, store.PushQuery{Services: 1, Each: 1})
			if err != nil || len(list) != 1 || list[0].Service != "push.example" || list[0].Device.ID != "phone" {
				t.Errorf("%+v, %v", list, err)
			}
		})
}

// upgrade opens the database of a site. Each row keeps its values, the store returns
// them, the events of every match lead to the stored state, and games go on.
func upgrade(t *testing.T, driver, address string, open func() *sqlstore.Store) {
	columns := columnsOf(t, driver, address)
	before := rowsOf(t, driver, address, columns)
	s := open()
	ctx := t.Context()
	var ids [2]string
	for i, name := range []string{"ANNA", "ben"} {
		p, err := s.PersonNamed(ctx, name)
		if err != nil || !strings.HasPrefix(p.Password, "$argon2id$") || !p.Account() {
			t.Fatalf("%+v, %v", p, err)
		}
		ids[i] = p.ID
	}
	anna, ben := ids[0], ids[1]
	if tokens, err := s.Tokens(ctx, anna, 0); err != nil || len(tokens) != 1 || !strings.Contains(tokens[0].Scopes, "play") {
		t.Errorf("%+v, %v", tokens, err)
	}
	if reports, err := s.Reports(ctx, false); err != nil || len(reports) != 1 || reports[0].AboutName != "Gus" || reports[0].Text != "Rude." {
		t.Errorf("%+v, %v", reports, err)
	}
	ratings, err := s.Ratings(ctx, ben)
	if err != nil || len(ratings) != 1 || ratings[0].Games != 1 {
		t.Errorf("%+v, %v", ratings, err)
	}
	history, err := s.RatingHistory(ctx, ben)
	if err != nil || len(history) != 1 || history[0] != (store.RatingPoint{Pool: ratings[0].Pool, Games: 1, Shown: ratings[0].Shown(), At: ratings[0].ChangedAt}) {
		t.Errorf("%+v, %v: the history has the last rating, %+v", history, err, ratings)
	}
	won, err := s.GamesOf(ctx, store.GameQuery{Person: anna, Result: store.GameWon, Opponent: "ben", MinMoves: 3, MaxMoves: 3, Limit: 10})
	if err != nil || len(won) != 2 {
		t.Errorf("%+v, %v: games won in three moves", won, err)
	}
	if waiting, err := s.InvitedTo(ctx, "ben", 9); err != nil || len(waiting) != 1 {
		t.Errorf("%+v, %v: tables that invite Ben", waiting, err)
	}
	running, err := s.RunningOf(ctx, anna)
	if err != nil || len(running) != 4 {
		t.Fatalf("%+v, %v: running matches", running, err)
	}

	tables := map[string]*storetest.Table{}
	for _, v := range running {
		events, err := s.Events(ctx, v.Match, 0)
		if err != nil {
			t.Fatal(err)
		}
		x := &storetest.Table{T: t, Store: s, ID: v.Match, State: match.New(), Now: events[len(events)-1].At + 1000}
		for _, e := range events {
			if x.State, err = match.Apply(games.Rules{}, x.State, e); err != nil {
				t.Fatal(err)
			}
		}
		if x.State.Phase != v.Phase || x.State.Seq != v.Seq || x.State.ToAct() != v.ToAct {
			t.Errorf("%+v, but the events lead to %+v", v, x.State)
		}
		tables[string(v.Phase)+" "+v.Settings.Game] = x
	}
	if x := tables["promoting wotn"]; len(x.State.Round.Promotions) != 1 || x.State.Round.Promotions[0] != (match.HandicapPromotion{Square: "e2", Kind: "S"}) {
		t.Errorf("%+v", x.State.Round)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	after := rowsOf(t, driver, address, columns)
	// What the migrations add: first seats, numbers of moves, plain names, counters, ends of sessions.
	for _, rows := range [][]string{before["games"], after["games"]} {
		for i, row := range rows {
			rows[i] = addedFields.ReplaceAllString(row, "}")
		}
	}
	for i, row := range before["matches"] {
		before["matches"][i] = strings.Replace(row, "{improving true}", "{promoting true}", 1)
	}
	for _, counter := range []string{"letters", "skeletons"} {
		added := func(row string) bool { return strings.HasPrefix(row, "[{"+counter+" ") }
		before["counters"], after["counters"] = slices.DeleteFunc(before["counters"], added), slices.DeleteFunc(after["counters"], added)
	}
	for table, rows := range before {
		slices.Sort(rows)
		slices.Sort(after[table])
		if !slices.Equal(rows, after[table]) {
			t.Errorf("%s was\n%s\nand is\n%s", table, strings.Join(rows, "\n"), strings.Join(after[table], "\n"))
		}
	}

	again := open()
	for _, x := range tables {
		x.Store = again
	}
	tables["playing wotn"].Play("e7e5")
	if err := tables["promoting wotn"].Try(anna, match.Promote{Promotions: []match.HandicapPromotion{{Square: "e2", Kind: "S"}, {Square: "d2", Kind: "S"}}, Done: true}); err != nil {
		t.Error(err)
	}
	tables["promoting wotn"].Play("e2e3")
	storetest.Open(t, again, "new", nil).Sit().Play("e2e4")
}

// columnsOf returns the columns of the tables of a database, except those of its
// version and the ends of sessions, which change.
func columnsOf(t *testing.T, driver, address string) map[string][]string {
	t.Helper()
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	list := "SELECT name FROM sqlite_master WHERE type = 'table'"
	if driver == "pgx" {
		list = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
	}
	names, err := db.Query(list)
	if err != nil {
		t.Fatal(err)
	}
	defer names.Close()
	columns := map[string][]string{}
	for names.Next() {
		var table string
		if err := names.Scan(&table); err != nil {
			t.Fatal(err)
		}
		if table == "tafelrunde_version" {
			continue
		}
		rows, err := db.Query("SELECT * FROM " + table)
		if err != nil {
			t.Fatal(err)
		}
		all, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		columns[table] = slices.DeleteFunc(all, func(c string) bool { return table == "sessions" && c == "until" })
		rows.Close()
	}
	if err := names.Err(); err != nil {
		t.Fatal(err)
	}
	return columns
}

// rowsOf returns the rows of tables as text, in order.
func rowsOf(t *testing.T, driver, address string, columns map[string][]string) map[string][]string {
	t.Helper()
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	all := map[string][]string{}
	for table, names := range columns {
		rows, err := db.Query("SELECT " + strings.Join(names, ", ") + " FROM " + table)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			values, pointers := make([]sql.NullString, len(names)), make([]any, len(names))
			for i := range values {
				pointers[i] = &values[i]
			}
			if err := rows.Scan(pointers...); err != nil {
				t.Fatal(err)
			}
			all[table] = append(all[table], fmt.Sprint(values))
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		rows.Close()
		slices.Sort(all[table])
	}
	return all
}
