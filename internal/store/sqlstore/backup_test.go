package sqlstore_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
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
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/wotn"
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
	if _, _, err := sqlstore.Restore(t.Context(), file, restored, games.Rules{}, sqlstore.RestoreOptions{}); err != nil {
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
	fill(t, s)
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
		{"without its last line", "checksum", good[:len(good)/4096*4096]},
		{"with an incomplete last line", "checksum", good[:len(good)-1]},
		{"a page of zeros", "damaged", changed(func(data []byte) []byte { clear(data[2*4096 : 3*4096]); return data })},
		{"a later version", "later program", edited(t, good, `INSERT INTO tafelrunde_version (version) VALUES (999)`)},
	} {
		if err := os.WriteFile(file, tc.data, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := restore(t, file, place, sqlstore.RestoreOptions{}); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", tc.name, err, tc.want)
		}
		if left, err := filepath.Glob(place + "*"); err != nil || len(left) > 1 { // the lock
			t.Errorf("%s: %v, %v", tc.name, left, err)
		}
	}
	if err := os.WriteFile(file, good, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := restore(t, file, original, sqlstore.RestoreOptions{Replace: true}); !errors.Is(err, sqlstore.ErrInUse) {
		t.Errorf("over an open database: %v", err)
	}
	if err := sqlstore.BackupFile(t.Context(), original, &backup); !errors.Is(err, sqlstore.ErrInUse) {
		t.Errorf("of an open database: %v", err)
	}
	storetest.Open(t, s, "late", nil)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := restore(t, file, original, sqlstore.RestoreOptions{}); !errors.Is(err, sqlstore.ErrExists) {
		t.Errorf("over a database: %v", err)
	}
	_, kept, err := restore(t, file, original, sqlstore.RestoreOptions{Replace: true})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]error{original: store.ErrNotFound, kept: nil} {
		if _, err := openSQLite(t, name).Summary(t.Context(), "late"); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
}

// edited returns a database without a checksum: a backup in which statements have
// changed something.
func edited(t *testing.T, backup []byte, statements string) []byte {
	t.Helper()
	file, database := filepath.Join(t.TempDir(), "backup"), filepath.Join(t.TempDir(), "tafelrunde.db")
	if err := os.WriteFile(file, backup, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := restore(t, file, database, sqlstore.RestoreOptions{}); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", database)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(statements); err != nil {
		t.Fatalf("%s: %v", statements, err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return readFile(t, database)
}

func restore(t *testing.T, backup, file string, o sqlstore.RestoreOptions) (sqlstore.BackupInfo, string, error) {
	return sqlstore.Restore(t.Context(), backup, file, games.Rules{}, o)
}

// fill fills a store with matches, the accounts of their players and a study.
func fill(t *testing.T, s *sqlstore.Store) {
	t.Helper()
	for i := range 6 {
		p := storetest.Player(i)
		if err := s.AddPerson(t.Context(), store.Person{ID: p.ID, Name: p.Name, Registered: true}); err != nil {
			t.Fatal(err)
		}
	}
	storetest.Fill(t, s)
}

// TestRestoreRefusesEveryChangedByte changes one byte of a backup at a time: places from
// all over the file, and every byte of the mark and of the line with the checksum.
func TestRestoreRefusesEveryChangedByte(t *testing.T) {
	folder := t.TempDir()
	s := openSQLite(t, filepath.Join(folder, "tafelrunde.db"))
	fill(t, s)
	var backup bytes.Buffer
	if err := s.Backup(t.Context(), &backup); err != nil {
		t.Fatal(err)
	}
	good := backup.Bytes()
	random := rand.New(rand.NewPCG(47, 7))
	var places []int
	for range 60 {
		places = append(places, random.IntN(len(good)))
	}
	for i := range 4 {
		places = append(places, 68+i)
	}
	for i := len(good) / 4096 * 4096; i < len(good); i++ {
		places = append(places, i)
	}
	file, place := filepath.Join(folder, "backup"), filepath.Join(folder, "restored.db")
	for _, at := range places {
		changed := bytes.Clone(good)
		changed[at] ^= byte(1 + random.IntN(255))
		if err := os.WriteFile(file, changed, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := restore(t, file, place, sqlstore.RestoreOptions{}); err == nil {
			t.Fatalf("byte %d of %d: %#x instead of %#x was restored", at, len(good), changed[at], good[at])
		}
		if _, err := sqlstore.CheckBackup(t.Context(), file, games.Rules{}); err == nil {
			t.Errorf("byte %d of %d: the check accepts %#x instead of %#x", at, len(good), changed[at], good[at])
		}
	}
	if err := os.WriteFile(file, good, 0o600); err != nil {
		t.Fatal(err)
	}
	if info, err := sqlstore.CheckBackup(t.Context(), file, games.Rules{}); err != nil || !info.Sealed {
		t.Errorf("unchanged: %+v, %v", info, err)
	}
	if info, _, err := restore(t, file, place, sqlstore.RestoreOptions{}); err != nil || !info.Sealed {
		t.Errorf("unchanged: %+v, %v", info, err)
	}
}

// TestRestoreRefusesWrongGames restores databases without a checksum in which a statement
// has changed a game or a reference. The error says what is wrong and where, an existing
// database stays as it was, and Force restores the rest.
func TestRestoreRefusesWrongGames(t *testing.T) {
	folder := t.TempDir()
	s := openSQLite(t, filepath.Join(folder, "tafelrunde.db"))
	fill(t, s)
	if err := s.AddStudy(t.Context(), store.Study{ID: "study", Owner: "p0"}, []store.Chapter{{ID: "chapter"}}, store.StudyLimits{Studies: 9, Chapters: 9, Bytes: 1 << 20}); err != nil {
		t.Fatal(err)
	}
	var backup bytes.Buffer
	if err := s.Backup(t.Context(), &backup); err != nil {
		t.Fatal(err)
	}
	file, place := filepath.Join(folder, "backup"), filepath.Join(folder, "restored.db")
	before := edited(t, backup.Bytes(), "")
	cup := `INSERT INTO tournaments VALUES ('t', 2, 'upcoming', 'wotn', 1, 'p0', 0, 0, 0, '{}');
		INSERT INTO tournament_events (tournament, seq, body) VALUES ('t', 1, '{"type":"created","at":1,"settings":{},"player":{"id":"p0"}}'),
			('t', 2, '{"type":"entered","at":2,"entry":1,"player":{"id":"p1"},"rating":1500}');`
	for _, tc := range []struct{ statements, want string }{
		{"", ""},
		{cup + `UPDATE tournament_events SET body = replace(body, '"entry":1', '"entry":5') WHERE tournament = 't'`, "tournament t: event 2 (entered) cannot follow: there is no such entry"},
		{cup + `UPDATE tournament_events SET body = 'x' WHERE seq = 2`, "tournament t: event 2 cannot be read"},
		{cup + `DELETE FROM tournament_events WHERE seq = 1`, "tournament t: event 1 is missing"},
		{cup + `DELETE FROM tournament_events WHERE seq = 2`, "tournament t: event 2 is missing"},
		{cup + `DELETE FROM tournament_events`, "tournament t has no events"},
		{cup + `DELETE FROM tournaments`, "tournament t: it is missing in the list of tournaments"},
		{cup + `INSERT INTO club_notices (club, id, parent, person, at, body) VALUES ('t', 'n', '', 'p0', 1, 'Hi')`, ""},
		{`INSERT INTO club_notices (club, id, parent, person, at, body) VALUES ('gone', 'n', '', 'p0', 1, 'Hi')`, "notices of club gone, which is missing"},
		{`UPDATE events SET body = replace(body, 'd8h4', 'd8h5') WHERE match = 'm3'`, `match m3, game 1: event 9 (moved) cannot follow: d8h5`},
		{`UPDATE events SET body = replace(body, '"seat":1', '"seat":0') WHERE match = 'm3' AND body LIKE '%d8h4%'`, "match m3, game 1: event 9 (moved) cannot follow: it is not the turn of the seat"},
		{`UPDATE events SET body = replace(body, '"moved"', '"jumped"') WHERE match = 'm1'`, `match m1, game 1: event 6 has the unknown type "jumped"`},
		{`UPDATE events SET body = 'e2e4' WHERE match = 'm1' AND seq = 3`, "match m1: event 3 cannot be read"},
		{`DELETE FROM events WHERE match = 'm2' AND seq = 6`, "match m2, game 1: event 6 is missing"},
		{`DELETE FROM events WHERE match = 'm2' AND seq = 1`, "match m2: event 1 is missing"},
		{`DELETE FROM events WHERE match = 'm2' AND seq = (SELECT MAX(seq) FROM events WHERE match = 'm2')`, "is missing"},
		{`DELETE FROM events WHERE match = 'm7'`, "match m7 has no events"},
		{`DELETE FROM matches WHERE id = 'm7'`, "match m7: it is missing in the list of matches"},
		{`DELETE FROM games WHERE match = 'm4' AND game = 2`, "match m4, game 2: 2 games have ended, the list of games has 1"},
		{`DELETE FROM people WHERE id = 'p3'`, "person p3 is missing"},
		{`INSERT INTO tokens (hash, person, since) VALUES ('x', 'nobody', 1)`, "a token of person nobody, who is missing"},
		{`DELETE FROM studies`, "chapters of study study, which is missing"},
		{`DELETE FROM events WHERE seq = 2`, "match m1: event 2 is missing\nmatch m2: event 2 is missing\n"},
	} {
		if err := os.WriteFile(file, edited(t, backup.Bytes(), tc.statements), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(place, before, 0o600); err != nil {
			t.Fatal(err)
		}
		info, kept, err := restore(t, file, place, sqlstore.RestoreOptions{Replace: true})
		if tc.want == "" {
			if err != nil || info.Sealed || len(info.Problems) > 0 || info.Matches != 10 || info.Events == 0 {
				t.Errorf("unchanged: %+v, %v", info, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v; want %q", tc.statements, err, tc.want)
		}
		if kept != "" || !bytes.Equal(readFile(t, place), before) {
			t.Errorf("%s: the database was changed, or kept as %q", tc.statements, kept)
		}
		if _, err := sqlstore.CheckBackup(t.Context(), file, games.Rules{}); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: the check says %v; want %q", tc.statements, err, tc.want)
		}
		info, kept, err = restore(t, file, place, sqlstore.RestoreOptions{Replace: true, Force: true})
		if err != nil || kept == "" || !strings.Contains(strings.Join(info.Problems, "\n")+"\n", tc.want) {
			t.Errorf("%s: forced: %+v, %q, %v", tc.statements, info, kept, err)
		}
	}
}

// TestAnInterruptedRestoreIsNamed leaves the files of a restore that was killed.
func TestAnInterruptedRestoreIsNamed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tafelrunde.db")
	write := func(name string) {
		if err := os.WriteFile(name, []byte("data"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(wantMissing bool, want string) {
		t.Helper()
		missing, err := sqlstore.InterruptedRestore(file)
		if missing != wantMissing || (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v, %v; want %v, %q", missing, err, wantMissing, want)
		}
	}
	expect(false, "")
	write(file)
	expect(false, "")
	write(file + ".restoring")
	expect(false, "before it replaced "+file+"; remove "+file+".restoring")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	expect(true, "while it replaced "+file)
}

// BenchmarkRestore restores backups of finished games of Way of the Knight with 60 random
// moves each; the time by game shows whether it is linear.
func BenchmarkRestore(b *testing.B) {
	for _, n := range []int{1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			folder := b.TempDir()
			s, err := sqlstore.OpenSQLite(b.Context(), filepath.Join(folder, "tafelrunde.db"))
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			storeGames(b, s, n)
			file := filepath.Join(folder, "backup")
			out, err := os.Create(file)
			if err != nil {
				b.Fatal(err)
			}
			if err := errors.Join(s.Backup(b.Context(), out), out.Close()); err != nil {
				b.Fatal(err)
			}
			size := int64(0)
			if info, err := os.Stat(file); err == nil {
				size = info.Size()
			}
			for b.Loop() {
				info, _, err := sqlstore.Restore(b.Context(), file, filepath.Join(folder, "restored.db"), games.Rules{}, sqlstore.RestoreOptions{Replace: true})
				if err != nil || info.Matches != int64(n) {
					b.Fatal(info, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(n), "µs/game")
			b.ReportMetric(float64(size)/(1<<20), "MB")
		})
	}
}

// storeGames stores finished games of 60 random moves, and their players.
func storeGames(b *testing.B, s *sqlstore.Store, n int) {
	for i := range 2 {
		p := storetest.Player(i)
		if err := s.AddPerson(b.Context(), store.Person{ID: p.ID, Name: p.Name, Registered: true}); err != nil {
			b.Fatal(err)
		}
	}
	var group sync.WaitGroup
	next := atomic.Int64{}
	for range 64 {
		group.Go(func() {
			for i := next.Add(1); i <= int64(n); i = next.Add(1) {
				random := rand.New(rand.NewPCG(uint64(i), 7))
				state, events := match.New(), []match.Event(nil)
				do := func(by string, a match.Action) {
					more, after, err := match.Decide(games.Rules{}, state, match.Command{At: match.Moment(1_700_000_000_000 + len(events)*1000), By: by, Do: a})
					if err != nil {
						b.Error(err)
						return
					}
					events, state = append(events, more...), after
				}
				do("p0", match.Open{Owner: storetest.Player(0), Settings: match.Settings{
					Game: games.Wotn, Variant: "wotn", Seats: 2, Visibility: match.Public, Clock: match.Clock{Kind: match.RealTime, Initial: 30 * match.Minute},
				}})
				do("p1", match.Sit{Player: storetest.Player(1), Seat: match.RandomSeat})
				position := wotn.Start(wotn.Standard)
				for range 60 {
					moves := position.AppendMoves(nil)
					if len(moves) == 0 || state.Phase != match.Playing {
						break
					}
					m := moves[random.IntN(len(moves))]
					do(state.Seats[state.ToAct()].Player.ID, match.Move{Text: m.String(), Ply: match.AnyPly})
					after := position
					position.PlayInto(&after, m)
					position = after
				}
				if state.Phase == match.Playing {
					do("p0", match.Resign{})
				}
				if err := s.Append(b.Context(), store.Append{Match: fmt.Sprint("match", i), Events: events, After: state}); err != nil {
					b.Error(err)
				}
			}
		})
	}
	group.Wait()
}
