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

	"tafelrunde/internal/accounts"
	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
)

var movesField = regexp.MustCompile(`,"moves":\d+\}`)

func TestUpgradeFromVersion14(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "tafelrunde.db")
		upgrade(t, "sqlite", file, func() *sqlstore.Store { return openSQLite(t, file) })
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		address := storetest.Postgres(t).Database(t)
		upgrade(t, "pgx", address, func() *sqlstore.Store { return openPostgres(t, address) })
	})
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

// upgrade opens a database of version 14 with accounts, tokens and matches of every
// kind. Each row keeps its values, the store returns them, and games go on.
func upgrade(t *testing.T, driver, address string, open func() *sqlstore.Store) {
	storetest.DatabaseOfVersion14(t, driver, address)
	columns := columnsOf(t, driver, address)
	before := rowsOf(t, driver, address, columns)
	s := open()
	ctx := t.Context()

	if p, err := s.PersonNamed(ctx, "PLAYER 1"); err != nil || p.ID != "p1" || p.Password != "hash of player 1" || !p.Account() {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := s.Person(ctx, "p2"); err != nil || p.Epoch != 1 {
		t.Errorf("%+v, %v: sessions that were ended", p, err)
	}
	if p, err := s.Person(ctx, "w"); err != nil || p.Account() {
		t.Errorf("%+v, %v: a guest", p, err)
	}
	want := store.Token{ID: "hash0123456789ab", Name: "lichess-bot", Scopes: "read play", Since: 1_640_000_000_000, Until: 4_000_000_000_000}
	if p, token, err := s.TokenOwner(ctx, "hash0123456789abcdef", 1_700_000_000_000); err != nil || p.ID != "p0" || token != want {
		t.Errorf("%+v, %+v, %v", p, token, err)
	}
	if data, err := s.Session(ctx, "session", 1_700_000_000_000); err != nil || string(data) != "data" {
		t.Errorf("%q, %v: a session", data, err)
	}
	if keys, err := s.Passkeys(ctx, "p1"); err != nil || len(keys) != 1 || keys[0].Name != "phone" {
		t.Errorf("%+v, %v", keys, err)
	}
	if blocked, err := s.BlockedBy(ctx, "p4", []string{"p0"}); err != nil || !blocked {
		t.Errorf("%v, %v: a block", blocked, err)
	}
	if reports, err := s.Reports(ctx, false); err != nil || len(reports) != 1 || reports[0].AboutName != "Player 4" {
		t.Errorf("%+v, %v", reports, err)
	}
	if p, err := s.Preferences(ctx, "p0"); err != nil || p.Choices != `{"board":"wood"}` {
		t.Errorf("%+v, %v", p, err)
	}
	ratings, err := s.Ratings(ctx, "p1")
	if err != nil || len(ratings) == 0 {
		t.Errorf("%+v, %v: ratings", ratings, err)
	}
	history, err := s.RatingHistory(ctx, "p1")
	if err != nil || len(history) != len(ratings) || history[0] != (store.RatingPoint{Pool: ratings[0].Pool, Games: ratings[0].Games, Shown: ratings[0].Shown(), At: ratings[0].ChangedAt}) {
		t.Errorf("%+v, %v: the history begins with the last rating, %+v", history, err, ratings)
	}
	won, err := s.GamesOf(ctx, store.GameQuery{Person: "p1", Result: store.GameWon, Opponent: "player 0", MinMoves: 4, MaxMoves: 4, Limit: 10})
	if err != nil || len(won) != 3 || won[0].Moves != 4 {
		t.Errorf("%+v, %v: games won in four moves", won, err)
	}
	running, err := s.RunningOf(ctx, "p0")
	if err != nil || len(running) < 2 {
		t.Errorf("%+v, %v: running matches", running, err)
	}

	// The game of m1 stands after 1. e4.
	events, err := s.Events(ctx, "m1", 0)
	if err != nil {
		t.Fatal(err)
	}
	x := &storetest.Table{T: t, Store: s, ID: "m1", State: match.New(), Now: 1_700_000_010_000}
	for _, e := range events {
		if x.State, err = match.Apply(games.Rules{}, x.State, e); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	after := rowsOf(t, driver, address, columns)
	// Finished games get their number of moves.
	for i, row := range after["games"] {
		after["games"][i] = movesField.ReplaceAllString(row, "}")
	}
	before["counters"] = append([]string{fmt.Sprintf("[{letters true} {%d true}]", accounts.LettersVersion)}, before["counters"]...)
	for i, row := range before["counters"] {
		if strings.HasPrefix(row, "[{skeletons ") {
			before["counters"][i] = fmt.Sprintf("[{skeletons true} {%d true}]", accounts.SkeletonVersion)
		}
	}
	for table, rows := range before {
		if !slices.Equal(rows, after[table]) {
			t.Errorf("%s was\n%s\nand is\n%s", table, strings.Join(rows, "\n"), strings.Join(after[table], "\n"))
		}
	}
	if len(before["events"]) < 50 || len(before["people"]) != 6 || len(before["matches"]) != 10 {
		t.Errorf("the fixture has %d events, %d people, %d matches", len(before["events"]), len(before["people"]), len(before["matches"]))
	}

	x.Store = open()
	limits := store.StudyLimits{Studies: 1, Chapters: 1, Bytes: 9}
	one := store.Study{ID: "s", Owner: "p1", OwnerName: "Player 1", Game: "wotn", Title: "t", Visibility: store.PublicStudy, Version: 1, Chapters: 1}
	if err := x.Store.AddStudy(ctx, one, []store.Chapter{{ID: "c", Text: "*"}}, limits); err != nil {
		t.Error(err)
	}
	if list, err := x.Store.PublicStudies(ctx, "", 0, 9); err != nil || !slices.Equal(list, []store.Study{one}) {
		t.Errorf("%+v, %v", list, err)
	}
	x.Play("e7e5", "g1f3")
	storetest.Open(t, x.Store, "new", nil).Sit().Play("e2e4")
}

// columnsOf returns the columns of the tables of a database, except those of its
// version, which change.
func columnsOf(t *testing.T, driver, address string) map[string][]string {
	t.Helper()
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	columns := map[string][]string{}
	for _, table := range []string{"events", "people", "tokens", "sessions", "matches", "seats", "games", "ratings", "counters", "passkeys", "blocks", "mutes", "reports", "mentions", "invited"} {
		rows, err := db.Query("SELECT * FROM " + table)
		if err != nil {
			t.Fatal(err)
		}
		if columns[table], err = rows.Columns(); err != nil {
			t.Fatal(err)
		}
		rows.Close()
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
