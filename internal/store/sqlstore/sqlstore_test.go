package sqlstore_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/testkit"
)

func openSQLite(t testing.TB, file string) *sqlstore.Store {
	t.Helper()
	s, err := sqlstore.OpenSQLite(context.Background(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func openPostgres(t testing.TB, address string) *sqlstore.Store {
	t.Helper()
	s, err := sqlstore.OpenPostgres(context.Background(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestSQLite(t *testing.T) {
	storetest.Check(t, func(t *testing.T) store.Store {
		return openSQLite(t, filepath.Join(t.TempDir(), "a folder?", "..", "tafelrunde.db"))
	})
}

func TestAnOlderDatabase(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tafelrunde.db")
	olderDatabase(t, "sqlite", file, func() *sqlstore.Store { return openSQLite(t, file) })
}

// olderDatabase removes everything added after version 3 and tests that migrations
// create it again.
func olderDatabase(t *testing.T, driver, address string, open func() *sqlstore.Store) {
	s := open()
	storetest.Fill(t, s)
	before, err := s.Mentions(t.Context(), "p4")
	if err != nil || len(before) == 0 {
		t.Fatalf("%v, %v", before, err)
	}
	lists := func() string {
		t.Helper()
		finished, err := s.Finished(t.Context(), 100)
		if err != nil || len(finished) == 0 {
			t.Fatalf("%v, %v", finished, err)
		}
		invited, err := s.InvitedTo(t.Context(), "player 2", 100)
		if err != nil || len(invited) == 0 {
			t.Fatalf("%v, %v", invited, err)
		}
		open, err := s.OpenOf(t.Context(), "p1", "player 2")
		if err != nil || len(open) <= len(invited) {
			t.Fatalf("%v, %v", open, err)
		}
		text := ""
		for _, v := range slices.Concat(finished, invited, open) {
			text += fmt.Sprintln(v.Match, v.EndedAt)
		}
		return text
	}
	listed := lists()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range append(slices.Clone(withoutAdministration), []string{
		"DROP INDEX people_skeleton", "DROP INDEX people_without_skeleton", "DROP INDEX people_name_due",
		"ALTER TABLE people DROP COLUMN skeleton", "ALTER TABLE people DROP COLUMN name_due", "DELETE FROM counters WHERE name = 'skeletons'",
		"DROP TABLE answers", "DROP INDEX people_deleted_as", "ALTER TABLE people DROP COLUMN deleted_as",
		"DROP INDEX matches_pairing", "DROP INDEX matches_ended", "DROP INDEX ratings_pool", "DROP TABLE invited",
		"ALTER TABLE matches DROP COLUMN pairing", "ALTER TABLE matches DROP COLUMN ended_at",
		"ALTER TABLE people DROP COLUMN preferences", "ALTER TABLE people DROP COLUMN preferences_at", "ALTER TABLE people DROP COLUMN bot",
		"ALTER TABLE people DROP COLUMN hidden", "DROP TABLE rating_points",
		"DROP INDEX sessions_person", "ALTER TABLE sessions DROP COLUMN person", "ALTER TABLE sessions DROP COLUMN epoch", "ALTER TABLE sessions DROP COLUMN device",
		"ALTER TABLE sessions DROP COLUMN since", "ALTER TABLE sessions DROP COLUMN used_at", "DROP TABLE recovery_codes",
		"INSERT INTO sessions (token, data, until) VALUES ('an old session of old', 'data', 99)",
		"DROP TABLE mentions", "DROP TABLE beats", "ALTER TABLE people DROP COLUMN epoch",
		"DROP TABLE engine_use", "ALTER TABLE matches DROP COLUMN person", "ALTER TABLE matches DROP COLUMN people",
		"ALTER TABLE matches DROP COLUMN engine_tries", "ALTER TABLE matches DROP COLUMN watched_at",
		"ALTER TABLE tokens DROP COLUMN name", "ALTER TABLE tokens DROP COLUMN scopes",
		"ALTER TABLE tokens DROP COLUMN until", "ALTER TABLE tokens DROP COLUMN used_at",
		"INSERT INTO people (id, name, password, since, sessions_from) VALUES ('old', 'Old', '', 1, 7)",
		"INSERT INTO tokens (hash, person, since) VALUES ('0123456789abcdefgh', 'old', 5)", "DELETE FROM tafelrunde_version WHERE version > 3",
	}...) {
		if _, err := db.Exec(query); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s = open()
	if now := lists(); now != listed {
		t.Errorf("finished matches and invitations were\n%sand are\n%s", listed, now)
	}
	for _, person := range []string{"p4", "w"} {
		again, err := s.Mentions(t.Context(), person)
		if err != nil || person == "p4" && !slices.Equal(again, before) || person == "w" && !slices.Equal(again, []string{"m7"}) {
			t.Errorf("%s: %v, %v", person, again, err)
		}
	}
	if _, err := s.Heartbeat(t.Context(), 1, 0); err != nil {
		t.Error(err)
	}
	want := store.Token{ID: "0123456789abcdef", Scopes: store.AllScopes, Since: 5}
	if p, token, err := s.TokenOwner(t.Context(), "0123456789abcdefgh", 9); err != nil || p.ID != "old" || p.Epoch != 0 || p.SessionsFrom != 7 || token != want {
		t.Errorf("%+v, %+v, %v: a token from before", p, token, err)
	}
	if data, err := s.Session(t.Context(), "an old session of old", 9); err != nil || string(data) != "data" {
		t.Errorf("%q, %v: a session from before", data, err)
	}
	if list, err := s.SessionsOf(t.Context(), "old", 0, 9); err != nil || len(list) > 0 {
		t.Errorf("%+v, %v: a session from before is listed before it is used", list, err)
	}
}

// standStill stops all processes of a server without closing connections: what needs
// the database ends nevertheless, and works again afterwards.
func standStill(t *testing.T, cluster *storetest.Cluster) {
	address := cluster.Database(t)
	s := openPostgres(t, address)
	x := storetest.Open(t, s, "m", nil).Sit()
	ctx := context.Background() // without a deadline
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	receiving := make(chan bool, 100)
	go s.Listen(ctx, func(n store.Notice) {
		if n == (store.Notice{}) || n.Disconnected {
			receiving <- !n.Disconnected
		}
	})
	if !<-receiving {
		t.Fatal("no notices are received")
	}
	work := map[string]func() error{
		"a read":        func() error { _, err := s.Events(ctx, "m", 0); return err },
		"a row":         func() error { _, err := s.Summary(ctx, "m"); return err },
		"a write":       func() error { return s.Mute(ctx, "p0", "m", true) },
		"a transaction": func() error { return s.Block(ctx, "p0", "p1", 1) },
		"a move":        func() error { return x.Try("p0", match.Move{Text: "e2e4", Ply: match.AnyPly}) },
		"a lock":        func() error { return s.Exclusively(ctx, "x", func() error { return nil }) },
		"opening": func() error {
			other, err := sqlstore.OpenPostgres(ctx, address)
			if err == nil {
				other.Close()
			}
			return err
		},
	}
	const enough = 15 * time.Second
	thaw := cluster.Freeze(t)
	from := time.Now()
	type result struct {
		what string
		err  error
	}
	results := make(chan result, len(work))
	for what, do := range work {
		go func() { results <- result{what, do()} }()
	}
	late := time.After(enough)
	for range work {
		select {
		case r := <-results:
			if r.err == nil || r.what != "opening" && !errors.Is(r.err, store.ErrUnavailable) {
				t.Errorf("%s without an answer: %v", r.what, r.err)
			}
			t.Logf("%s ended after %v", r.what, time.Since(from).Round(time.Millisecond))
		case <-late:
			t.Fatalf("something waits for a database that stands still for more than %v", enough)
		}
	}
	select {
	case is := <-receiving:
		if is {
			t.Error("notices are received from a database that stands still")
		}
	case <-late:
		t.Error("that no notices are received remains unknown")
	}
	thaw()
	testkit.Within(t, enough, func() error { _, err := s.Events(ctx, "m", 0); return err })
	testkit.Within(t, enough, func() error { return s.Block(ctx, "p0", "p1", 1) })
	for late := time.After(enough); ; {
		select {
		case is := <-receiving:
			if !is {
				continue
			}
		case <-late:
			t.Error("no notices are received again")
		}
		return
	}
}

// TestPostgres tests the contract of the store, and several processes that share a
// database.
func TestPostgres(t *testing.T) {
	cluster := storetest.Postgres(t)
	t.Run("Contract", func(t *testing.T) {
		// A copy of an empty store is created faster than its tables.
		empty := cluster.Database(t)
		if err := openPostgres(t, empty).Close(); err != nil {
			t.Fatal(err)
		}
		storetest.Check(t, func(t *testing.T) store.Store { return openPostgres(t, cluster.Copy(t, empty)) })
	})
	t.Run("TwoPrograms", func(t *testing.T) {
		address := cluster.Database(t)
		a, b := openPostgres(t, address), openPostgres(t, address)
		ctx, stop := context.WithCancel(t.Context())
		heard := make(chan store.Notice, 100)
		done := make(chan struct{})
		go func() {
			defer close(done)
			b.Listen(ctx, func(n store.Notice) { heard <- n })
		}()
		if n := <-heard; n.Match != "" {
			t.Fatalf("%+v: want first that notices were missed", n)
		}
		x := storetest.Open(t, a, "m", nil)
		select {
		case n := <-heard:
			if n.Match != "m" || n.Seq != x.State.Seq {
				t.Errorf("%+v", n)
			}
		case <-time.After(5 * time.Second):
			t.Error("no notice within 5 s")
		}
		stop()
		<-done
	})
	t.Run("RestartOfTheDatabase", func(t *testing.T) {
		s := openPostgres(t, cluster.Database(t))
		x := storetest.Open(t, s, "m", nil).Sit()
		cluster.Stop(t)
		if err := x.Try("p0", match.Move{Text: "e2e4", Ply: match.AnyPly}); err == nil {
			t.Error("stored without a database")
		}
		cluster.Start(t)
		x.Play("e2e4")
		events, err := s.Events(t.Context(), "m", 0)
		if err != nil || int64(len(events)) != x.State.Seq {
			t.Errorf("%d events, %v; want %d", len(events), err, x.State.Seq)
		}
	})
	t.Run("StandStill", func(t *testing.T) { standStill(t, cluster) })
	t.Run("AnOlderDatabase", func(t *testing.T) {
		address := cluster.Database(t)
		olderDatabase(t, "pgx", address, func() *sqlstore.Store { return openPostgres(t, address) })
	})
	t.Run("CopyThereAndBack", func(t *testing.T) {
		lite, pg, back := openSQLite(t, filepath.Join(t.TempDir(), "a.db")), openPostgres(t, cluster.Database(t)), openSQLite(t, filepath.Join(t.TempDir(), "b.db"))
		storetest.CheckRebuild(t, lite, func(ctx context.Context, rules match.Rules, each func()) error { return lite.Rebuild(ctx, rules, each) })
		if err := lite.AddPerson(t.Context(), store.Person{ID: "p0", Name: "Ä", Registered: true, Password: "x", Since: 3}); err != nil {
			t.Fatal(err)
		}
		if err := sqlstore.Copy(t.Context(), pg, lite, games.Rules{}, nil); err != nil {
			t.Fatal(err)
		}
		if err := sqlstore.Copy(t.Context(), pg, lite, games.Rules{}, nil); err == nil {
			t.Error("copied over what was there")
		}
		if err := sqlstore.Copy(t.Context(), back, pg, games.Rules{}, nil); err != nil {
			t.Fatal(err)
		}
		for _, s := range []store.Store{pg, back} {
			for _, id := range []string{"p0", "p1"} {
				want, _ := lite.Ratings(t.Context(), id)
				got, err := s.Ratings(t.Context(), id)
				if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("ratings of %s: %v, %v; want %v", id, got, err, want)
				}
			}
			if p, err := s.PersonNamed(t.Context(), "ä"); err != nil || p.Since != 3 {
				t.Errorf("%+v, %v", p, err)
			}
			storetest.Open(t, s, "new", nil).Sit().Play("f2f3", "e7e5", "g2g4", "d8h4")
		}
	})
}

func TestWhatWasStoredIsThereAfterOpeningAgain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tafelrunde.db")
	s := openSQLite(t, file)
	x := storetest.Open(t, s, "m", nil).Sit()
	x.Play("e2e4")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openSQLite(t, file)
	events, err := s.Events(t.Context(), "m", 0)
	if err != nil || int64(len(events)) != x.State.Seq {
		t.Fatalf("%d events, %v", len(events), err)
	}
	x.Store = s
	x.Play("e7e5")
}

// TestADatabaseOfAnotherProgramIsRefused finds the file unchanged.
func TestADatabaseOfAnotherProgramIsRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "other.db")
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`CREATE TABLE events (id INTEGER); CREATE TABLE notes (text TEXT)`); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Close(), os.Chmod(file, 0o644)); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := sqlstore.OpenSQLite(t.Context(), file); err == nil || !strings.Contains(err.Error(), "another program") {
		t.Errorf("%v, %v", s, err)
	}
	after, err := os.ReadFile(file)
	info, stat := os.Stat(file)
	if err != nil || stat != nil || !bytes.Equal(before, after) || info.Mode().Perm() != 0o644 {
		t.Errorf("the file has been changed: %v, %v", err, stat)
	}
}

// withoutAdministration removes the tables and columns of the administration and
// later ones.
var withoutAdministration = []string{
	"DROP INDEX people_role", "ALTER TABLE people DROP COLUMN role", "ALTER TABLE people DROP COLUMN password_due",
	"DROP TABLE reset_links", "DROP TABLE audit", "DROP TABLE address_bans", "DROP TABLE site", "DROP TABLE invitations", "DROP TABLE lessons", "DROP TABLE learners", "DROP TABLE comparisons",
	"DROP INDEX seats_open", "ALTER TABLE seats DROP COLUMN open",
	"DROP INDEX people_letters", "DROP INDEX people_without_letters", "ALTER TABLE people DROP COLUMN letters", "DELETE FROM counters WHERE name = 'letters'",
	"DROP TABLE reviews", "DROP TABLE review_results", "DROP TABLE studies", "DROP TABLE chapters", "ALTER TABLE reports DROP COLUMN study",
	"DROP TABLE played", "DROP INDEX games_ended", "ALTER TABLE games DROP COLUMN ended_at",
	"DROP TABLE results", "DROP INDEX people_seen", "ALTER TABLE people DROP COLUMN seen_at", "DROP INDEX matches_over", "DROP INDEX matches_chat",
	"ALTER TABLE matches DROP COLUMN over_at", "ALTER TABLE matches DROP COLUMN chat_at",
	"ALTER TABLE people DROP COLUMN muted_until", "ALTER TABLE people DROP COLUMN suspended_until", "ALTER TABLE people DROP COLUMN banned",
	"ALTER TABLE people DROP COLUMN warning", "ALTER TABLE reports DROP COLUMN game", "ALTER TABLE reports DROP COLUMN ply",
}

// TestTheOldNameOfThePromotionPhase opens a database of a version in which the
// phase Promoting was called "improving".
func TestTheOldNameOfThePromotionPhase(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tafelrunde.db")
	s := openSQLite(t, file)
	owner := storetest.Open(t, s, "m", nil).Sit().State.Owner.ID
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(strings.Join(withoutAdministration, "; ") + "; DROP INDEX people_deleted_as; ALTER TABLE people DROP COLUMN deleted_as; " +
		"DROP INDEX matches_pairing; DROP INDEX matches_ended; DROP INDEX ratings_pool; DROP TABLE invited; " +
		"ALTER TABLE matches DROP COLUMN pairing; ALTER TABLE matches DROP COLUMN ended_at; " +
		"DROP INDEX sessions_person; ALTER TABLE sessions DROP COLUMN person; ALTER TABLE sessions DROP COLUMN epoch; ALTER TABLE sessions DROP COLUMN device; " +
		"ALTER TABLE sessions DROP COLUMN since; ALTER TABLE sessions DROP COLUMN used_at; DROP TABLE recovery_codes; " +
		"ALTER TABLE people DROP COLUMN preferences; ALTER TABLE people DROP COLUMN preferences_at; ALTER TABLE people DROP COLUMN bot; " +
		"ALTER TABLE people DROP COLUMN hidden; DROP TABLE rating_points"); err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{
		`UPDATE matches SET phase = 'improving', summary = REPLACE(summary, '"phase":"playing"', '"phase":"improving"')`,
		"DELETE FROM tafelrunde_version WHERE version > 10",
	} {
		if result, err := db.Exec(query); err != nil {
			t.Fatalf("%s: %v", query, err)
		} else if n, err := result.RowsAffected(); err != nil || n == 0 {
			t.Fatalf("%s: %d rows, %v", query, n, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s = openSQLite(t, file)
	if list, err := s.RunningOf(t.Context(), owner); err != nil || len(list) != 1 || list[0].Phase != match.Promoting {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestAFileIsOpenInOneProgramAtATime(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tafelrunde.db")
	s := openSQLite(t, file)
	if _, err := sqlstore.OpenSQLite(t.Context(), file); !errors.Is(err, sqlstore.ErrInUse) {
		t.Fatalf("%v, want that the file is in use", err)
	}
	storetest.Open(t, s, "m", nil).Sit().Play("e2e4")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if events, err := openSQLite(t, file).Events(t.Context(), "m", 0); err != nil || len(events) == 0 {
		t.Errorf("%d events, %v", len(events), err)
	}
}

// moves measures the durable moves per second of many concurrent matches.
func moves(b *testing.B, s store.Store) {
	const tables = 200
	all := make([]*storetest.Table, tables)
	var wait sync.WaitGroup
	for i := range all {
		wait.Go(func() { all[i] = storetest.Open(b, s, fmt.Sprint("m", i), nil).Sit() })
	}
	wait.Wait()
	shuffle := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	b.ResetTimer()
	var left atomic.Int64
	left.Store(int64(b.N))
	for i, x := range all {
		wait.Go(func() {
			for ply := 0; left.Add(-1) >= 0; ply++ {
				if ply == 12 { // before the repetition ends the game
					*x = *storetest.Open(b, s, fmt.Sprint("m", i, "-", left.Load()), nil).Sit()
					ply = 0
				}
				x.Play(shuffle[ply%4])
			}
		})
	}
	wait.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
}

func BenchmarkMovesSQLite(b *testing.B) {
	moves(b, openSQLite(b, filepath.Join(b.TempDir(), "tafelrunde.db")))
}

func BenchmarkMovesPostgres(b *testing.B) {
	moves(b, openPostgres(b, storetest.PostgresOnDisk(b).Database(b)))
}

// BenchmarkOpenMillion opens a database with a million events: 5,000 finished
// matches.
func BenchmarkOpenMillion(b *testing.B) {
	file := filepath.Join(b.TempDir(), "tafelrunde.db")
	s := openSQLite(b, file)
	x := storetest.Open(b, s, "m", func(s *match.Settings) { s.Clock = match.Clock{Kind: match.NoClock}; s.Rated = false }).Sit()
	x.Play("e2e4", "e7e5")
	for x.State.Seq < 199 {
		x.Do("p0", match.Chat{Name: "Player 0", Text: "as long as the event of a move, or so"})
	}
	x.Do("p1", match.Resign{})
	events, err := s.Events(b.Context(), "m", 0)
	if err != nil {
		b.Fatal(err)
	}
	var wait sync.WaitGroup
	for part := range 8 {
		wait.Go(func() {
			for i := part; i < 5000; i += 8 {
				if err := s.Append(context.Background(), store.Append{Match: fmt.Sprint("x", i), Events: events, After: x.State}); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
	s.Close()
	for b.Loop() {
		s, err := sqlstore.OpenSQLite(context.Background(), file)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := s.Waiting(context.Background(), 100); err != nil {
			b.Fatal(err)
		}
		if _, err := s.Overdue(context.Background(), 1<<60, 100); err != nil {
			b.Fatal(err)
		}
		s.Close()
	}
}
