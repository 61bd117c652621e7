package solve

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tafelrunde/lancelot"
)

func smallStart(t *testing.T, target int) lancelot.Position {
	t.Helper()
	p, err := lancelot.Start(lancelot.Options{Seats: 2, Size: 4, Target: target})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestSolveSaving: a search in parts has the solution of one search, adds the nodes
// of the parts, and ends with the error of save.
func TestSolveSaving(t *testing.T) {
	p := smallStart(t, 3)
	whole := (&Solver{Memory: 16 << 20}).Solve(t.Context(), &p, 0)
	if !whole.Proved {
		t.Fatalf("%+v", whole)
	}
	saved := 0
	solver := &Solver{Memory: 16 << 20, Target: 3}
	parts, err := solver.SolveSaving(t.Context(), &p, time.Hour, time.Nanosecond, func() error {
		if saved++; saved == 5 {
			return errors.New("enough")
		}
		return nil
	})
	if err == nil || err.Error() != "enough" || saved != 5 || parts.Proved || parts.Nodes != solver.Nodes() {
		t.Errorf("%v after %d calls: %+v, %d nodes", err, saved, parts, solver.Nodes())
	}
	parts, err = solver.SolveSaving(t.Context(), &p, time.Hour, time.Hour, nil)
	if err != nil || parts.Winner != whole.Winner || !parts.Proved {
		t.Errorf("%+v, not %+v; %v", parts, whole, err)
	}
}

// TestTableFile: the table is written to a file and read again, and a file that
// cannot be written later is an error at once.
func TestTableFile(t *testing.T) {
	p := smallStart(t, 2)
	path := filepath.Join(t.TempDir(), "table")
	solver := &Solver{Memory: 1 << 20, Target: 2}
	if err := solver.ReadTableFile(path, &p); err != nil {
		t.Fatal(err)
	}
	if err := solver.WriteTableFile(path); err == nil {
		t.Error("a solver without a table writes one")
	}
	if _, err := os.Stat(partialFile(path)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a partial file stays: %v", err)
	}
	solver.Solve(t.Context(), &p, 0)
	if err := solver.WriteTableFile(path); err != nil {
		t.Fatal(err)
	}
	again := &Solver{}
	if err := again.ReadTableFile(path, &p); err != nil || again.Nodes() != solver.Nodes() || again.Memory == 0 {
		t.Errorf("%d nodes, %d bytes: %v", again.Nodes(), again.Memory, err)
	}
	if err := again.ReadTableFile(filepath.Join(path, "below"), &p); err == nil {
		t.Error("a path below a file is no error")
	}
}

func TestSolutionText(t *testing.T) {
	turn := smallStartTurn(t)
	for want, solution := range map[string]Solution{
		"A wins, beginning with " + turn.String(): {Proved: true, Winner: 0, Turn: turn},
		"B wins":                               {Proved: true, Winner: 1, Turn: lancelot.NoTurn},
		"shared, neither side can force a win": {Drawn: true},
		"B has at least a share; not solved":   {Safe: [2]bool{false, true}},
		"A has at least a share; not solved":   {Safe: [2]bool{true, false}},
		"not solved":                           {},
	} {
		if got := solution.Text(0); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

func smallStartTurn(t *testing.T) lancelot.Turn {
	t.Helper()
	p := smallStart(t, 1)
	return p.AppendTurns(nil)[0]
}
