package ugi

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"tafelrunde/lancelot/search"
)

// TestCommandAfterBestmove: a user interface that has read bestmove may send the
// next command at once.
func TestCommandAfterBestmove(t *testing.T) {
	in, commands := io.Pipe()
	answers, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- Serve(in, out, Identity{}, &search.Engine{})
		out.Close()
	}()
	lines := bufio.NewScanner(answers)
	for range 2000 {
		fmt.Fprintln(commands, "go nodes 1")
		for lines.Scan() && !strings.HasPrefix(lines.Text(), "bestmove ") {
		}
		fmt.Fprintln(commands, "position startpos\nisready")
		if !lines.Scan() || lines.Text() != "readyok" {
			t.Fatalf("%q instead of readyok", lines.Text())
		}
	}
	fmt.Fprintln(commands, "quit")
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// limitedWriter accepts a number of bytes, like a disk that is nearly full.
type limitedWriter struct{ room int }

func (w *limitedWriter) Write(text []byte) (int, error) {
	if len(text) > w.room {
		return 0, errors.New("no space left")
	}
	w.room -= len(text)
	return len(text), nil
}

// TestSearchEndsWithOutput: a search ends when its output can no longer be written.
func TestSearchEndsWithOutput(t *testing.T) {
	in, commands := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- Serve(in, &limitedWriter{500}, Identity{}, &search.Engine{}) }()
	if _, err := io.WriteString(commands, "go nodes 1000000000000\n"); err != nil {
		t.Fatal(err)
	}
	commands.Close()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("no error for the failed output")
		}
	case <-time.After(30 * time.Second):
		t.Error("the search goes on")
	}
}

// TestSmallerHashFreesMemory: a smaller Hash releases the tree of the search before.
func TestSmallerHashFreesMemory(t *testing.T) {
	s, err := newSession(io.Discard, Identity{}, &search.Engine{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	used := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc >> 20
	}
	before := used()
	s.execute(strings.Fields("position start 4 basic"))
	s.execute(strings.Fields("setoption name Hash value 256"))
	s.execute(strings.Fields("go nodes 500000"))
	s.waitForSearch()
	full := used()
	s.execute(strings.Fields("setoption name Hash value 1"))
	if after := used(); after > before+2 || full < before+8 {
		t.Errorf("%d MiB before, %d after the search, %d after the smaller Hash", before, full, after)
	}
	runtime.KeepAlive(s)
}

// TestLongWords: errors quote only the beginning of what cannot be read.
func TestLongWords(t *testing.T) {
	word := strings.Repeat("x", 5_000)
	commands := strings.Split(strings.ReplaceAll("W|position W|position start W|position start 2 W|position fen W|position startpos W|"+
		"position startpos moves W|setoption name W value 1|setoption name Level value W|go W|go depth W|go nodes W|go movetime W|go clocks W|go clocks W,W|query W", "W", word), "|")
	for _, command := range commands {
		var out strings.Builder
		if err := Serve(strings.NewReader(command+"\nstop\nquit\n"), &out, Identity{}, &search.Engine{}); err != nil {
			t.Fatal(err)
		}
		if n := len(out.String()); n > 1_000 {
			t.Errorf("%.40s…: an answer of %d bytes", command, n)
		}
	}
}

// TestRefusedPosition: after a refused position there is nothing to search until the
// next valid one.
func TestRefusedPosition(t *testing.T) {
	var out strings.Builder
	s, err := newSession(&out, Identity{}, &search.Greedy{})
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{
		"position startpos moves z9", "go depth 1", "uginewgame", "go depth 1", "position startpos", "go depth 1",
	} {
		s.execute(strings.Fields(command))
		s.waitForSearch()
	}
	refused := strings.Count(out.String(), "error go no position: the last one was refused\n")
	if moves := strings.Count(out.String(), "bestmove"); refused != 2 || moves != 1 {
		t.Errorf("%d searches refused and %d moves, want 2 and 1:\n%s", refused, moves, out.String())
	}
}
