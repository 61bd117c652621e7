package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"tafelrunde/lancelot"
	"tafelrunde/lancelot/search"
)

// fullOutput takes so many bytes, as a disk that is nearly full.
type fullOutput struct{ room int }

func (f *fullOutput) Write(text []byte) (int, error) {
	if len(text) > f.room {
		return 0, errors.New("no space left")
	}
	f.room -= len(text)
	return len(text), nil
}

// TestLancelotTellsOfLostOutput: a command whose result could not be written has
// failed and says so.
func TestLancelotTellsOfLostOutput(t *testing.T) {
	samples := filepath.Join(t.TempDir(), "samples")
	line := "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7 | 0.500,0.500\n"
	if err := os.WriteFile(samples, []byte(strings.Repeat(line, 20)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		command string
		room    int
	}{
		{"solve --targets 1 --hash 1", 0},
		{"solve --targets 1 --hash 1", 60}, // the heading fits
		{"match --game lancelot random greedy --nodes 1 --games 2", 0},
		{"match --game lancelot random greedy --nodes 1 --games 2 --json", 0},
		{"analyse --game lancelot --nodes 100", 0},
		{"analyse --game lancelot --nodes 100 --judge g8", 0},
		{"tune --game lancelot fit --epochs 1 " + samples, 0},
		{"tune --game lancelot order --games 8 --nodes 1 --epochs 1", 0},
	} {
		var notes bytes.Buffer
		status := run(strings.Fields(c.command), terminal{out: &fullOutput{c.room}, notes: &notes})
		if status != statusFailed || !strings.HasSuffix(notes.String(), "tafelrunde: no space left\n") {
			t.Errorf("%s: status %d, %q", c.command, status, notes.String())
		}
	}
}

// TestLancelotEngineEndsUnheard: a search of which nobody can hear any more does not
// go on.
func TestLancelotEngineEndsUnheard(t *testing.T) {
	in, commands := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- serveLancelot(in, &fullOutput{500}) }()
	if _, err := io.WriteString(commands, "go nodes 1000000000000\n"); err != nil {
		t.Fatal(err)
	}
	commands.Close()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("the loss of the output was not told")
		}
	case <-time.After(30 * time.Second):
		t.Error("the search goes on")
	}
}

// TestLancelotEngineGivesMemoryBack: with less memory allowed, what a search before
// has remembered does not stay.
func TestLancelotEngineGivesMemoryBack(t *testing.T) {
	start, err := lancelot.Options{Seats: 4}.Setup().Position()
	if err != nil {
		t.Fatal(err)
	}
	s := &lancelotServer{out: io.Discard, engine: &search.Engine{Seed: 1}, game: lancelot.NewGame(start)}
	used := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc >> 20
	}
	before := used()
	s.obey(strings.Fields("setoption name Hash value 256"))
	s.obey(strings.Fields("go nodes 500000"))
	s.wait()
	full := used()
	s.obey(strings.Fields("setoption name Hash value 1"))
	if after := used(); after > before+2 || full < before+8 {
		t.Errorf("%d MiB before, %d with what was found, %d after", before, full, after)
	}
	runtime.KeepAlive(s)
}
