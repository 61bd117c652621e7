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
		address := cluster.Database(t)
		if err := openPostgres(t, address).Close(); err != nil {
			t.Fatal(err)
		}
		storetest.Check(t, func(t *testing.T) store.Store {
			cluster.Clear(t, address)
			return openPostgres(t, address)
		})
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
	t.Run("CopyThereAndBack", func(t *testing.T) {
		files := [2]string{filepath.Join(t.TempDir(), "a.db"), filepath.Join(t.TempDir(), "b.db")}
		lite, pg, back := openSQLite(t, files[0]), openPostgres(t, cluster.Database(t)), openSQLite(t, files[1])
		storetest.CheckRebuild(t, lite, func(ctx context.Context, rules match.Rules, each func()) error { return lite.Rebuild(ctx, rules, each) })
		if err := lite.AddPerson(t.Context(), store.Person{ID: "p0", Name: "Ä", Registered: true, Password: "x", Since: 3}); err != nil {
			t.Fatal(err)
		}
		storetest.FillPuzzles(t, lite, "p0")
		if err := sqlstore.Copy(t.Context(), pg, lite, games.Rules{}, nil); err != nil {
			t.Fatal(err)
		}
		if err := sqlstore.Copy(t.Context(), pg, lite, games.Rules{}, nil); err == nil {
			t.Error("copied over what was there")
		}
		if err := sqlstore.Copy(t.Context(), back, pg, games.Rules{}, nil); err != nil {
			t.Fatal(err)
		}
		var tables [2]map[string][]string
		for i, file := range files {
			tables[i] = rowsOf(t, "sqlite", file, columnsOf(t, "sqlite", file))
		}
		for table, rows := range tables[0] {
			if puzzles := strings.Contains(table, "puzzle") || table == "mistakes"; puzzles && len(rows) == 0 {
				t.Errorf("the table %s is empty", table)
			}
			if got := tables[1][table]; !slices.Equal(got, rows) {
				t.Errorf("%s: %v\nwant %v", table, got, rows)
			}
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
