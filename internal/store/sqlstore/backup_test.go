package sqlstore_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
)

// TestABackupUnderLoadLosesNothing makes a backup while 40 matches store events,
// some 1,000 a second, and compares each event of the restored store with the
// original.
func TestABackupUnderLoadLosesNothing(t *testing.T) {
	folder := t.TempDir()
	s := openSQLite(t, filepath.Join(folder, "tafelrunde.db"))
	const matches = 40
	var acknowledged [matches]atomic.Int64
	// Enough for a backup of many parts.
	filler := strings.Repeat("long ", 400)
	say := func(i int) {
		seq := acknowledged[i].Load() + 1
		err := s.Append(context.Background(), store.Append{
			Match:  fmt.Sprint("m", i),
			Events: []match.Event{{Type: match.Chatted, Seat: -1, Text: fmt.Sprint(i, ": ", seq, filler)}},
			After:  &match.State{Seq: seq},
		})
		if err != nil {
			t.Error(err)
		}
		acknowledged[i].Store(seq)
	}
	var fill sync.WaitGroup
	for i := range matches {
		fill.Go(func() {
			for range 50 {
				say(i)
			}
		})
	}
	fill.Wait()
	stop, work := make(chan struct{}), sync.WaitGroup{}
	for i := range matches {
		work.Go(func() {
			tick := time.NewTicker(matches * time.Millisecond)
			defer tick.Stop()
			for {
				select {
				case <-stop:
					return
				case <-tick.C:
					say(i)
				}
			}
		})
	}
	var before, after [matches]int64
	for i := range before {
		before[i] = acknowledged[i].Load()
	}
	var backup bytes.Buffer
	if err := s.Backup(t.Context(), &backup); err != nil {
		t.Fatal(err)
	}
	meanwhile := int64(0)
	for i := range after {
		after[i] = acknowledged[i].Load()
		meanwhile += after[i] - before[i]
	}
	close(stop)
	work.Wait()
	if meanwhile == 0 {
		t.Error("nothing was stored during the backup")
	}
	file, restored := filepath.Join(folder, "backup"), filepath.Join(folder, "restored.db")
	if err := os.WriteFile(file, backup.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := sqlstore.Restore(t.Context(), file, restored, false); err != nil {
		t.Fatal(err)
	}
	r := openSQLite(t, restored)
	for i := range matches {
		want, err := s.Events(t.Context(), fmt.Sprint("m", i), 0)
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.Events(t.Context(), fmt.Sprint("m", i), 0)
		if err != nil {
			t.Fatal(err)
		}
		if n := int64(len(got)); n < before[i] || n > after[i]+1 {
			t.Errorf("match %d: %d events, of which %d were acknowledged before the backup and %d after it", i, n, before[i], after[i])
		}
		if len(got) > len(want) || !reflect.DeepEqual(got, want[:len(got)]) {
			t.Errorf("match %d: the events of the backup are different", i)
		}
	}
	if s.Backup(t.Context(), failingWriter{}) == nil {
		t.Error("a backup that cannot be written was made")
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("no room") }

// TestTheFileAloneHasTheTimersCheckpoint copies the database file without its
// log, half a minute after an event was stored.
func TestTheFileAloneHasTheTimersCheckpoint(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		file := filepath.Join(folder, "tafelrunde.db")
		s, err := sqlstore.OpenSQLite(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		alone := func(name string) *sqlstore.Store {
			t.Helper()
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			name = filepath.Join(folder, name)
			if err := os.WriteFile(name, data, 0o600); err != nil {
				t.Fatal(err)
			}
			c, err := sqlstore.OpenSQLite(t.Context(), name)
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		// The tables are there from the start.
		if len(readFile(t, file)) <= 4096 {
			t.Error("the database file of a new site has no tables")
		}
		x := storetest.Open(t, s, "m", nil).Sit()
		x.Play("e2e4")
		time.Sleep(31 * time.Second)
		synctest.Wait()
		c := alone("copy.db")
		defer c.Close()
		if events, err := c.Events(t.Context(), "m", 0); err != nil || int64(len(events)) != x.State.Seq {
			t.Errorf("%d events, %v; want %d", len(events), err, x.State.Seq)
		}
	})
}

func readFile(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestADatabaseWithoutItsLog opens a database file whose log is missing, and a
// log whose database file is missing: neither starts an empty database.
func TestADatabaseWithoutItsLog(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tafelrunde.db")
	s := openSQLite(t, file)
	x := storetest.Open(t, s, "m", nil).Sit()
	log := readFile(t, file+"-wal")
	x.Play("e2e4")
	full := func() []byte {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		return readFile(t, file)
	}()

	// Earlier versions created tables only in the log and left such a file: a page
	// without tables.
	header := bytes.Clone(full[:4096])
	copy(header[28:], []byte{0, 0, 0, 1})
	clear(header[100:])
	copy(header[100:], []byte{13, 0, 0, 0, 0, 0x10, 0, 0}) // an empty table of tables
	other := filepath.Join(t.TempDir(), "tafelrunde.db")
	refuse := func(what, want string) {
		t.Helper()
		s, err := sqlstore.OpenSQLite(t.Context(), other)
		if err == nil {
			s.Close()
			t.Fatalf("%s was opened", what)
		}
		if !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), other) {
			t.Errorf("%s: %v; want %q and the file", what, err, want)
		}
	}
	write := func(name string, data []byte) {
		t.Helper()
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(other, header)
	refuse("a file without tables", "its write-ahead log is missing")
	write(other, full[:len(full)-4096])
	refuse("a truncated file", "truncated")
	write(other, []byte("not a database, but long enough for the header of one: there have to be a hundred bytes, and there are"))
	refuse("another file", "not an SQLite database")
	os.Remove(other)
	write(other+"-wal", log)
	refuse("a log alone", "is missing or empty")
	if !bytes.Equal(readFile(t, other+"-wal"), log) {
		t.Error("the log was changed")
	}
}

// TestRestoreRefuses restores damaged backups, and restores over an existing
// database.
func TestRestoreRefuses(t *testing.T) {
	folder := t.TempDir()
	original := filepath.Join(folder, "tafelrunde.db")
	s := openSQLite(t, original)
	storetest.Fill(t, s)
	var backup bytes.Buffer
	if err := s.Backup(t.Context(), &backup); err != nil {
		t.Fatal(err)
	}
	good := backup.Bytes()
	changed := func(change func(data []byte) []byte) []byte { return change(bytes.Clone(good)) }
	place := filepath.Join(folder, "restored.db")
	file := filepath.Join(folder, "backup")
	for _, tc := range []struct {
		name, want string
		data       []byte
	}{
		{"empty", "not an SQLite database", nil},
		{"text", "not an SQLite database", bytes.Repeat([]byte("text"), 5000)},
		{"truncated", "truncated", good[:len(good)*2/3]},
		{"a page of zeros", "damaged", changed(func(data []byte) []byte { clear(data[2*4096 : 3*4096]); return data })},
		{"a later version", "later program", laterVersion(t, good)},
	} {
		if err := os.WriteFile(file, tc.data, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := sqlstore.Restore(t.Context(), file, place, false); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", tc.name, err, tc.want)
		}
		if left, err := filepath.Glob(place + "*"); err != nil || len(left) > 1 { // the lock
			t.Errorf("%s: %v, %v", tc.name, left, err)
		}
	}
	if err := os.WriteFile(file, good, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := sqlstore.Restore(t.Context(), file, original, true); !errors.Is(err, sqlstore.ErrInUse) {
		t.Errorf("over an open database: %v", err)
	}
	if err := sqlstore.BackupFile(t.Context(), original, &backup); !errors.Is(err, sqlstore.ErrInUse) {
		t.Errorf("of an open database: %v", err)
	}
	storetest.Open(t, s, "late", nil)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := sqlstore.Restore(t.Context(), file, original, false); !errors.Is(err, sqlstore.ErrExists) {
		t.Errorf("over a database: %v", err)
	}
	_, kept, err := sqlstore.Restore(t.Context(), file, original, true)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]error{original: store.ErrNotFound, kept: nil} {
		if _, err := openSQLite(t, name).Summary(t.Context(), "late"); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
}

// laterVersion returns a backup made by a later version.
func laterVersion(t *testing.T, backup []byte) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "later.db")
	if err := os.WriteFile(file, backup, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`INSERT INTO tafelrunde_version (version) VALUES (999)`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return readFile(t, file)
}
