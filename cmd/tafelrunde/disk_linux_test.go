package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/testkit"
)

// mountSmall mounts a file system of a size in a temporary folder. It skips the test
// without the necessary privileges.
func mountSmall(t *testing.T, size string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	if err := syscall.Mount("tafelrunde-test", folder, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("no file system can be mounted here: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(folder, syscall.MNT_DETACH) })
	return folder
}

// TestAFullDisk fills the disk of the data folder during a match. Moves are rejected
// with a code that asks to retry, the match can be read and streamed, and it
// continues when there is space again and after a restart.
func TestAFullDisk(t *testing.T) {
	folder := mountSmall(t, "6m")
	env := []string{"TAFELRUNDE_DATA=" + folder}
	var address atomic.Pointer[string]
	server := startServer(t, env, &address)
	defer func() { server.Process.Kill(); server.Wait() }()
	pairs := make(pairsOf, 2)
	for i := range pairs {
		pairs[i] = openPair(t, &address, uint64(500+i))
	}
	if pairs.play(200*time.Millisecond) == 0 {
		t.Fatal("no move was played")
	}
	filler := filepath.Join(folder, "filler")
	fill(t, filler)
	// Free space inside the files of the database is soon used up.
	full := func(p *crashPair) bool {
		p.playAtMost(2 * time.Second)
		return p.refused["unavailable"] > 0
	}
	for _, p := range pairs {
		if !full(p) && !p.ended {
			fill(t, filler)
			if !full(p) {
				t.Fatalf("moves are accepted on a full disk, or rejected with another code: %v", p.refused)
			}
		}
		if n := p.check(t, 0); n != 0 {
			t.Errorf("%d rejected moves were stored", n)
		}
		p.canBeWatched(t) // needs no space
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	pairs.goOn(t, "there was space again")
	server.Process.Kill()
	server.Wait()
	server = startServer(t, env, &address)
	pairs.same(t)
	pairs.goOn(t, "a restart")
}

// TestAFullDiskWithoutGames: without matches, /healthz reports a full disk, and
// recovers when there is space.
func TestAFullDiskWithoutGames(t *testing.T) {
	folder := mountSmall(t, "3m")
	var address atomic.Pointer[string]
	server := startServer(t, []string{"TAFELRUNDE_DATA=" + folder}, &address)
	defer func() { server.Process.Kill(); server.Wait() }()
	becomes := func(want int, when string) {
		t.Helper()
		testkit.Until(t, func() error {
			resp, err := http.Get(*address.Load() + "/healthz")
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if resp.StatusCode != want {
				return fmt.Errorf("%s: status %d, want %d", when, resp.StatusCode, want)
			}
			return nil
		})
	}
	becomes(http.StatusOK, "at the start")
	filler := filepath.Join(folder, "filler")
	fill(t, filler)
	becomes(http.StatusServiceUnavailable, "on a full disk")
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	becomes(http.StatusOK, "when there was space again")
}

// canBeWatched reads the stream of the match up to the last move.
func (p *crashPair) canBeWatched(t *testing.T) {
	t.Helper()
	resp, err := p.clients[1].Get(*p.address.Load() + "/api/matches/" + p.id + "/stream")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	found := false
	for lines := bufio.NewScanner(resp.Body); !found && lines.Scan(); {
		found = strings.Contains(lines.Text(), `"move":"`+p.moves[len(p.moves)-1]+`"`)
	}
	if resp.StatusCode != http.StatusOK || !found {
		t.Errorf("following: status %d, the last move is missing", resp.StatusCode)
	}
}

// playAtMost plays for a time, or until a move is rejected.
func (p *crashPair) playAtMost(d time.Duration) {
	stop := make(chan struct{})
	timer := time.AfterFunc(d, func() { close(stop) })
	defer timer.Stop()
	p.playUntil(stop, new(atomic.Int64))
}

// fill writes to a file until the disk is full.
func fill(t *testing.T, file string) {
	t.Helper()
	f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, size := range []int{1 << 16, 1} {
		for {
			if _, err := f.Write(bytes.Repeat([]byte{'x'}, size)); errors.Is(err, syscall.ENOSPC) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestAReadOnlyDataFolder: with a read-only data folder the program writes one line
// and exits.
func TestAReadOnlyDataFolder(t *testing.T) {
	folder := mountSmall(t, "6m")
	serve := func() (string, error) {
		command := exec.Command("tafelrunde", "serve", "--addr", "127.0.0.1:0", "--data", folder)
		var notes bytes.Buffer
		command.Stderr = &notes
		timer := time.AfterFunc(30*time.Second, func() { command.Process.Kill() })
		defer timer.Stop()
		err := command.Run()
		return notes.String(), err
	}
	readOnly := func(flags uintptr) {
		t.Helper()
		if err := syscall.Mount("tafelrunde-test", folder, "tmpfs", syscall.MS_REMOUNT|flags, ""); err != nil {
			t.Fatal(err)
		}
	}
	want := func(when string) {
		t.Helper()
		output, err := serve()
		var status *exec.ExitError
		if !errors.As(err, &status) || status.ExitCode() != cli.StatusFailed {
			t.Errorf("%s: %v, want status %d", when, err, cli.StatusFailed)
		}
		if strings.Count(output, "\n") != 1 || !strings.Contains(output, folder) || !strings.Contains(output, "read-only") {
			t.Errorf("%s: output\n%s", when, output)
		}
	}
	readOnly(syscall.MS_RDONLY)
	want("an empty folder")

	readOnly(0)
	env := []string{"TAFELRUNDE_DATA=" + folder}
	var address atomic.Pointer[string]
	server := startServer(t, env, &address)
	pairs := pairsOf{openPair(t, &address, 600)}
	pairs.play(100 * time.Millisecond)
	server.Process.Kill()
	server.Wait()
	readOnly(syscall.MS_RDONLY)
	want("a folder with a database")

	readOnly(0)
	server = startServer(t, env, &address)
	defer func() { server.Process.Kill(); server.Wait() }()
	pairs.goOn(t, "the folder could be written again")
}

// TestADiskThatFails remounts the file system of the data folder read-only during a
// match, as Linux does when a disk fails. Moves are rejected with a code that asks
// to retry, matches can be read and streamed, and they continue after a restart with
// a working disk.
func TestADiskThatFails(t *testing.T) {
	folder, image := t.TempDir(), filepath.Join(t.TempDir(), "disk")
	if err := os.WriteFile(image, make([]byte, 24<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	mount := func() error {
		out, err := exec.Command("mount", "-o", "loop", image, folder).CombinedOutput()
		if err != nil {
			err = fmt.Errorf("%w: %s", err, out)
		}
		return err
	}
	if out, err := exec.Command("mkfs.ext4", "-q", image).CombinedOutput(); err != nil {
		t.Skipf("no file system can be made here: %v: %s", err, out)
	}
	if err := mount(); err != nil {
		t.Skipf("no file system can be mounted here: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(folder, syscall.MNT_DETACH) })
	env := []string{"TAFELRUNDE_DATA=" + folder}
	var address atomic.Pointer[string]
	server := startServer(t, env, &address)
	defer func() { server.Process.Kill(); server.Wait() }()
	pairs := pairsOf{openPair(t, &address, 700), openPair(t, &address, 701)}
	if pairs.play(200*time.Millisecond) == 0 {
		t.Fatal("no move was played")
	}
	if out, err := exec.Command("mount", "-o", "remount,abort", folder).CombinedOutput(); err != nil {
		t.Skipf("no disk can be let fail here: %v: %s", err, out)
	}
	for _, p := range pairs {
		p.playAtMost(2 * time.Second)
		if p.refused["unavailable"] == 0 {
			t.Errorf("moves are accepted on a failed disk, or rejected with another code: %v", p.refused)
		}
		if n := p.check(t, 0); n != 0 {
			t.Errorf("%d rejected moves were stored", n)
		}
		p.canBeWatched(t)
	}
	server.Process.Kill()
	server.Wait()
	if err := syscall.Unmount(folder, 0); err != nil {
		t.Fatal(err)
	}
	if err := mount(); err != nil {
		t.Fatal(err)
	}
	server = startServer(t, env, &address)
	pairs.same(t)
	pairs.goOn(t, "the disk was there again")
}

// TestAFolderThatIsReadOnlyForAWhile makes the database read-only during a match,
// also for the running server. Moves are rejected with a code that asks to retry,
// matches can be read and streamed, and /healthz reports it. When the database is
// writable again, matches continue without a restart, and the downtime is not
// counted on any clock.
func TestAFolderThatIsReadOnlyForAWhile(t *testing.T) {
	folder := t.TempDir()
	env := []string{"TAFELRUNDE_DATA=" + folder}
	var address atomic.Pointer[string]
	server := startServer(t, env, &address)
	defer func() { server.Process.Kill(); server.Wait() }()
	pairs := pairsOf{openPair(t, &address, 900), openPair(t, &address, 901)}
	if pairs.play(200*time.Millisecond) == 0 {
		t.Fatal("no move was played")
	}
	change := func(how string) error {
		files, err := filepath.Glob(filepath.Join(folder, "tafelrunde.db*"))
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		out, err := exec.Command("chattr", append([]string{how}, files...)...).CombinedOutput()
		if err != nil {
			err = fmt.Errorf("%w: %s", err, out)
		}
		return err
	}
	t.Cleanup(func() { change("-i") })
	from := time.Now()
	if err := change("+i"); err != nil {
		t.Skipf("no file can be made unchangeable here: %v", err)
	}
	for _, p := range pairs {
		p.playAtMost(2 * time.Second)
		if p.refused["unavailable"] == 0 {
			t.Errorf("moves are accepted that cannot be stored, or rejected with another code: %v", p.refused)
		}
		if n := p.check(t, 0); n != 0 {
			t.Errorf("%d rejected moves were stored", n)
		}
		p.canBeWatched(t)
	}
	// The downtime, which is longer than lag compensation covers.
	time.Sleep(time.Until(from.Add(4 * time.Second)))
	health := func() int {
		resp, err := http.Get(*address.Load() + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp.StatusCode
	}
	if status := health(); status != http.StatusServiceUnavailable {
		t.Errorf("status %d with a read-only database", status)
	}
	if err := change("-i"); err != nil {
		t.Fatal(err)
	}
	for _, p := range pairs {
		p.away = time.Since(from)
	}
	pairs.goOn(t, "the database could be changed again")
	// The result of a failed test write counts for two seconds.
	testkit.Within(t, patience, func() error {
		if status := health(); status != http.StatusOK {
			return fmt.Errorf("status %d after the recovery", status)
		}
		return nil
	})
	pairs.play(200 * time.Millisecond)
	pairs.same(t)
}
