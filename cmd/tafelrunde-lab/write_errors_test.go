package main

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"tafelrunde/internal/cli"
	"tafelrunde/lab/training"
	"tafelrunde/lancelot"
)

// fullOutput is a writer with room for a number of bytes, like a disk that is nearly
// full.
type fullOutput struct{ room int }

func (f *fullOutput) Write(text []byte) (int, error) {
	if len(text) > f.room {
		return 0, errors.New("no space left")
	}
	f.room -= len(text)
	return len(text), nil
}

// TestLancelotWriteErrors: a command whose result cannot be written fails and
// reports the error.
func TestLancelotWriteErrors(t *testing.T) {
	samples := filepath.Join(t.TempDir(), "samples")
	play := training.LancelotSelfPlay{Seats: []int{2}, Rules: make([]lancelot.Rules, 1), Nodes: 10}
	if _, err := play.Append(samples, 1, 1, nil); err != nil {
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
		{"tune --game lancelot fit --epochs 1 " + samples, 0},
		{"tune --game lancelot order --games 8 --nodes 1 --epochs 1", 0},
	} {
		var notes bytes.Buffer
		status := run(strings.Fields(c.command), cli.Terminal{Out: &fullOutput{c.room}, Notes: &notes})
		if status != cli.StatusFailed || !strings.HasSuffix(notes.String(), "tafelrunde-lab: no space left\n") {
			t.Errorf("%s: status %d, %q", c.command, status, notes.String())
		}
	}
}
