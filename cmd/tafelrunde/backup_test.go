package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/testkit"
)

// TestABackupOfARunningServer makes a backup while matches are played, kills the
// server and compares the restored database with the original, event by event. A
// server continues with the restored database.
func TestABackupOfARunningServer(t *testing.T) {
	// Longer than the maximum of socket paths.
	folder := filepath.Join(t.TempDir(), strings.Repeat("long", 25))
	restored := filepath.Join(t.TempDir(), "restored")
	backup := filepath.Join(t.TempDir(), "backup")
	var address atomic.Pointer[string]
	server := startServer(t, []string{"TAFELRUNDE_DATA=" + folder}, &address)
	defer func() { server.Process.Kill(); server.Wait() }()
	pairs := make([]*crashPair, 6)
	var acked atomic.Int64
	stop, stopped := make(chan struct{}), make(chan struct{})
	for i := range pairs {
		pairs[i] = openPair(t, &address, uint64(1000+i))
	}
	go func() {
		defer close(stopped)
		done := make(chan struct{}, len(pairs))
		for _, p := range pairs {
			go func() {
				p.playUntil(stop, &acked)
				done <- struct{}{}
			}()
		}
		for range pairs {
			<-done
		}
	}()
	testkit.Within(t, patience, func() error {
		if n := acked.Load(); n < 60 {
			return fmt.Errorf("%d moves were acknowledged, want 60", n)
		}
		return nil
	})
	before := acked.Load()
	out := tafelrunde(t, 0, "backup", "--data", folder, "--check", backup)
	after := acked.Load()
	close(stop)
	<-stopped
	if before == 0 || !strings.Contains(out, "It is complete: ") {
		t.Fatalf("%d moves before the backup; output %q", before, out)
	}
	// While a server runs, restore fails.
	if out := tafelrunde(t, cli.StatusFailed, "restore", "--data", folder, "--replace", backup); !strings.Contains(out, "another process has it open") {
		t.Errorf("beside a server, restore says %q", out)
	}
	if out := tafelrunde(t, cli.StatusFailed, "backup", "--data", folder, backup); !strings.Contains(out, "exists already") {
		t.Errorf("over a backup, backup says %q", out)
	}
	if out := tafelrunde(t, cli.StatusFailed, "backup", "--data", folder, "--replace", filepath.Join(folder, socketName)); !strings.Contains(out, "belongs to the database itself") {
		t.Errorf("over the server's socket, backup says %q", out)
	}
	server.Process.Kill()
	server.Wait()

	tafelrunde(t, 0, "restore", "--data", restored, backup)
	moves := sameEvents(t, filepath.Join(folder, databaseName), filepath.Join(restored, databaseName), pairs)
	if moves < before || moves > after+int64(len(pairs)) {
		t.Errorf("the backup has %d moves; %d were acknowledged before it and %d after it", moves, before, after)
	}
	// The socket of a stopped server still exists.
	tafelrunde(t, 0, "backup", "--data", folder, "--replace", backup)
	tafelrunde(t, cli.StatusFailed, "restore", "--data", restored, backup)
	tafelrunde(t, 0, "restore", "--data", restored, "--replace", backup)
	if n := sameEvents(t, filepath.Join(folder, databaseName), filepath.Join(restored, databaseName), pairs); n < acked.Load() {
		t.Errorf("%d moves in the backup of a stopped server, %d were acknowledged", n, acked.Load())
	}
	server = startServer(t, []string{"TAFELRUNDE_DATA=" + restored}, &address)
	for _, p := range pairs {
		p.check(t, 0)
	}
	private(t, folder, restored)
	if mode := modeOf(t, backup); mode != 0o600 {
		t.Errorf("the backup has the mode %o", mode)
	}
}

// sameEvents compares the matches of a restored database with the original, which
// may have more events. It returns the number of restored moves.
func sameEvents(t *testing.T, original, restored string, pairs []*crashPair) (moves int64) {
	t.Helper()
	open := func(file string) *sqlstore.Store {
		s, err := sqlstore.OpenSQLite(context.Background(), file)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	a, b := open(original), open(restored)
	defer a.Close()
	defer b.Close()
	for _, p := range pairs {
		want, err := a.Events(context.Background(), p.id, 0)
		if err != nil {
			t.Fatal(err)
		}
		got, err := b.Events(context.Background(), p.id, 0)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) > len(want) || !reflect.DeepEqual(got, want[:len(got)]) {
			t.Errorf("match %s: %d events were restored that are not the first of %d", p.id, len(got), len(want))
		}
		for _, e := range got {
			if e.Type == match.Moved {
				moves++
			}
		}
	}
	return moves
}

// tafelrunde runs a command, which must exit with a status, and returns its output.
func tafelrunde(t *testing.T, status int, args ...string) string {
	t.Helper()
	command := exec.Command("tafelrunde", args...)
	out, _ := command.CombinedOutput()
	if got := command.ProcessState.ExitCode(); got != status {
		t.Fatalf("tafelrunde %s: status %d, want %d; output %s", strings.Join(args, " "), got, status, out)
	}
	return string(out)
}

func modeOf(t *testing.T, file string) fs.FileMode {
	t.Helper()
	info, err := os.Lstat(file)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Perm()
}

// private checks that only the user has access to a data folder and its contents.
func private(t *testing.T, folders ...string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		return
	}
	for _, folder := range folders {
		if mode := modeOf(t, folder); mode != 0o700 {
			t.Errorf("%s has the mode %o", folder, mode)
		}
		entries, err := os.ReadDir(folder)
		if err != nil || len(entries) == 0 {
			t.Fatal(entries, err)
		}
		for _, e := range entries {
			if mode := modeOf(t, filepath.Join(folder, e.Name())); mode != 0o600 {
				t.Errorf("%s has the mode %o", e.Name(), mode)
			}
		}
	}
}

// TestTheDataFolderIsPrivate starts a server with a new folder, and with one whose
// files others can read.
func TestTheDataFolderIsPrivate(t *testing.T) {
	old := syscall.Umask(0) // for the programs that are started
	defer syscall.Umask(old)
	folder := filepath.Join(t.TempDir(), "data")
	env := []string{"TAFELRUNDE_DATA=" + folder}
	var address atomic.Pointer[string]
	server := startServer(t, env, &address)
	defer func() { server.Process.Kill(); server.Wait() }()
	openPair(t, &address, 1100)
	private(t, folder)
	if info, err := os.Lstat(filepath.Join(folder, socketName)); err != nil || info.Mode().Type() != fs.ModeSocket {
		t.Errorf("the socket: %v, %v", info, err)
	}
	server.Process.Kill()
	server.Wait()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if err := os.Chmod(filepath.Join(folder, e.Name()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	server = startServer(t, env, &address)
	openPair(t, &address, 1101)
	private(t, folder)
}

// TestAnEmptySiteInAUsedFolder starts a server in a folder whose database was
// taken away: it says that the server starts with an empty database.
func TestAnEmptySiteInAUsedFolder(t *testing.T) {
	folder := t.TempDir()
	for i, want := range []bool{false, true} {
		command := exec.Command("tafelrunde", "serve", "--addr", "127.0.0.1:0", "--data", folder)
		var notes strings.Builder
		command.Stderr = &notes
		out, err := command.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := out.Read(make([]byte, 100)); err != nil {
			t.Error(err)
		}
		command.Process.Kill()
		command.Wait()
		if strings.Contains(notes.String(), "an EMPTY site starts") != want {
			t.Errorf("start %d: it said %q", i+1, notes.String())
		}
		for _, suffix := range []string{"", "-wal"} {
			if err := os.Remove(filepath.Join(folder, databaseName+suffix)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestAnInterruptedRestore restores a copy of a database file, which has no checksum, and
// starts servers beside the files of a restore that was killed.
func TestAnInterruptedRestore(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, databaseName)
	s, err := sqlstore.OpenSQLite(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if out := tafelrunde(t, 0, "restore", "--data", filepath.Join(folder, "new"), file); !strings.Contains(out, "warning: "+file+" has no checksum") {
		t.Errorf("restoring a copy says %q", out)
	}
	if err := os.WriteFile(file+".restoring", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var address atomic.Pointer[string]
	server := startServer(t, []string{"TAFELRUNDE_DATA=" + folder}, &address)
	server.Process.Kill()
	server.Wait()
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	os.Remove(file + "-wal")
	if out := tafelrunde(t, cli.StatusFailed, "serve", "--addr", "127.0.0.1:0", "--data", folder); !strings.Contains(out, "a restore was interrupted while it replaced "+file) {
		t.Errorf("without the database, the server says %q", out)
	}
}
