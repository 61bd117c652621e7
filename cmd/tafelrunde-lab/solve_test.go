package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tafelrunde/internal/cli"
)

// TestSolveInterrupted: an interrupted search writes its table and reports the
// interrupt.
func TestSolveInterrupted(t *testing.T) {
	table := filepath.Join(t.TempDir(), "solved.table")
	solve := func(more ...string) *exec.Cmd {
		args := []string{"solve", "--size", "5", "--rules", "diagonals+excalibur", "--targets", "7", "--table", table}
		return exec.Command("tafelrunde-lab", append(args, more...)...)
	}
	command := solve("--hash", "1", "--movetime", "1h")
	var notes bytes.Buffer
	command.Stderr = &notes
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	if heading, err := lines.ReadString('\n'); err != nil || !strings.HasPrefix(heading, "5x5") {
		t.Fatalf("%q, %v; %s", heading, err, &notes)
	}
	if err := command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(lines)
	if err != nil {
		t.Fatal(err)
	}
	command.Wait()
	if status := command.ProcessState.ExitCode(); status != cli.StatusFailed {
		t.Errorf("status %d", status)
	}
	if !strings.HasPrefix(string(rest), "target 7: not solved (") {
		t.Errorf("it prints %q", rest)
	}
	if want := table + ": writing the table\ntafelrunde-lab: interrupted\n"; notes.String() != want {
		t.Errorf("it notes %q, not %q", notes.String(), want)
	}
	again, err := solve("--movetime", "10ms").CombinedOutput()
	if err != nil || !strings.Contains(string(again), ": a table of 1 MiB, from a search of ") {
		t.Errorf("%v: %s", err, again)
	}
}
