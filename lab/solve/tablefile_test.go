package solve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"strings"
	"testing"

	"tafelrunde/internal/testkit"
	"tafelrunde/lancelot"
)

// startPosition returns the initial position of a game that a Solver accepts.
func startPosition(t testing.TB, size int, rules lancelot.Rules, target int) lancelot.Position {
	t.Helper()
	p, err := lancelot.Options{Seats: 2, Size: size, Rules: rules, Target: target}.Setup().PositionOnAnyBoard()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// written returns the table file of a solver.
func written(t testing.TB, s *Solver) []byte {
	t.Helper()
	var to bytes.Buffer
	if err := s.WriteTable(&to); err != nil {
		t.Fatal(err)
	}
	return to.Bytes()
}

// TestSolverContinues: a search that is stopped, written, read and continued has the
// same result as one without interruption, and about as many nodes.
func TestSolverContinues(t *testing.T) {
	for _, rules := range testkit.AllLancelotRules {
		target := 3
		if rules == (lancelot.Rules{Diagonals: true, Excalibur: true}) {
			target = 2
		}
		p := startPosition(t, 4, rules, target)
		whole := (&Solver{Memory: 4 << 20}).Solve(context.Background(), &p, 0)
		first := &Solver{Memory: 4 << 20, Target: target}
		if got := first.Solve(context.Background(), &p, whole.Nodes/2); got.Proved || got.Drawn {
			t.Fatalf("%s: %+v with half of %d nodes", rules, got, whole.Nodes)
		}
		var second Solver
		file := written(t, first)
		if err := second.ReadTable(bytes.NewReader(file), int64(len(file)), &p); err != nil {
			t.Fatal(err)
		}
		if second.Memory != first.Memory || second.Target != target || second.Nodes() != first.Nodes() {
			t.Errorf("%s: a table of %d bytes, target %d, %d nodes was read", rules, second.Memory, second.Target, second.Nodes())
		}
		got := second.Solve(context.Background(), &p, 0)
		if sum := second.Nodes(); sum != first.Nodes()+got.Nodes || sum > whole.Nodes*21/20 {
			t.Errorf("%s: %d nodes in two parts, the second of %d, %d in one", rules, sum, got.Nodes, whole.Nodes)
		}
		if got.Nodes = whole.Nodes; got != whole {
			t.Errorf("%s: %+v in two parts, %+v in one", rules, got, whole)
		}
		file = written(t, &second)
		var third Solver
		if err := third.ReadTable(bytes.NewReader(file), int64(len(file)), &p); err != nil {
			t.Fatal(err)
		}
		if got := third.Solve(context.Background(), &p, 0); got.Nodes > 100 || got.Winner != whole.Winner || got.Drawn != whole.Drawn {
			t.Errorf("%s: %+v from a table with the result %+v", rules, got, whole)
		}
	}
}

// TestSolverTableErrors: unsuitable table files are rejected, and the table is empty
// afterwards.
func TestSolverTableErrors(t *testing.T) {
	p := startPosition(t, 4, lancelot.Rules{Diagonals: true}, 2)
	s := &Solver{Memory: 1 << 16, Target: 2}
	if err := s.WriteTable(io.Discard); err == nil {
		t.Error("an unused solver writes a table")
	}
	want := s.Solve(context.Background(), &p, 0)
	file := written(t, s)
	other := func(from, to string) string { return strings.Replace(string(file), from, to, 1) }
	flipped := bytes.Clone(file)
	flipped[len(flipped)/2] ^= 4
	for _, test := range []struct {
		name, file, want string
		solver           *Solver
		p                lancelot.Position
	}{
		{"nothing", "", "not a table", &Solver{}, p},
		{"another file", "PK\x03\x04\n", "not a table", &Solver{}, p},
		{"a long line", strings.Repeat("x", 1<<17), "not a table", &Solver{}, p},
		{"a head alone", other("}\n", "}")[:100], "not a table", &Solver{}, p},
		{"another version", other(`"version":2`, `"version":1`), "version 1", &Solver{}, p},
		{"cut off", string(file[:len(file)-1]), "damaged: it should be 1024 blocks", &Solver{}, p},
		{"too long", string(file) + "\n", "damaged: it should be 1024 blocks", &Solver{}, p},
		{"too many blocks", other(`"blocks":1024`, `"blocks":18446744073709551615`), "damaged", &Solver{}, p},
		{"no blocks", other(`"blocks":1024`, `"blocks":0`), "damaged", &Solver{}, p},
		{"one bit", string(flipped), "checksum", &Solver{}, p},
		{"another target in the head", other(`"target":2`, `"target":3`), "checksum", &Solver{}, p},
		{"other memory", string(file), "65536 bytes, not 131072", &Solver{Memory: 1 << 17}, p},
		{"a greater target", string(file), "up to 2, not up to 3", &Solver{Target: 3}, p},
		{"a position of a greater target", string(file), "up to 2, not up to 3", &Solver{}, startPosition(t, 4, p.Rules(), 3)},
		{"other rules", string(file), "4x4, diagonals, not for 4x4, basic", &Solver{}, startPosition(t, 4, lancelot.Rules{}, 2)},
		{"another board", string(file), "4x4, diagonals, not for 5x5, diagonals", &Solver{}, startPosition(t, 5, p.Rules(), 2)},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := test.solver
			err := s.ReadTable(strings.NewReader(test.file), int64(len(test.file)), &test.p)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
			s.Memory = 1 << 16
			if got := s.Solve(context.Background(), &p, 0); got.Winner != want.Winner || got.Nodes < want.Nodes {
				t.Errorf("%+v after the error, %+v with an empty table", got, want)
			}
		})
	}
	broken := errors.New("broken")
	if err := (&Solver{}).ReadTable(io.MultiReader(bytes.NewReader(file[:1000]), failing{broken}), int64(len(file)), &p); !errors.Is(err, broken) {
		t.Errorf("error %v of a reader that fails", err)
	}
	for _, after := range []int{0, 50, 1000, len(file) - 2} {
		if err := s.WriteTable(&failingAfter{after, broken}); !errors.Is(err, broken) {
			t.Errorf("error %v of a writer that fails after %d bytes", err, after)
		}
	}
}

// failing is a reader that fails.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// failingAfter is a writer that fails after a number of bytes.
type failingAfter struct {
	left int
	err  error
}

func (f *failingAfter) Write(b []byte) (int, error) {
	if f.left -= len(b); f.left < 0 {
		return 0, f.err
	}
	return len(b), nil
}

// TestTableVersion: in tables of a version the same positions have the same slots.
// After an intended change of numbers or slots, increase tableVersion and update the
// expected hash.
func TestTableVersion(t *testing.T) {
	sum := uint64(0)
	for i := range uint64(160) {
		p := startPosition(t, 4+int(i/4%2), testkit.AllLancelotRules[i%4], 9)
		s := &Solver{Memory: 1 << 20}
		s.prepare(&p, 9)
		x := mix(i + 1)
		own, other := uint32(x)&s.board.all, uint32(x>>32)&s.board.all
		b := state{own: own &^ other, other: other &^ own, needs: 1 + int8(x>>25&7), otherNeeds: 1 + int8(x>>28&7)}
		if p.Rules().Excalibur {
			free := own & other
			b.excalibur, b.excaliburTurn, b.otherExcaliburTurn = free&-free, x>>57&1 != 0, x>>58&1 != 0
		}
		at := s.table.slot(s.board.number(&b))
		sum = bits.RotateLeft64(mix(sum^at.bucket^at.quotient<<32), 1)
	}
	if got, want := fmt.Sprintf("version %d: %016x", tableVersion, sum), "version 2: 0802c85ec6042214"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// FuzzSolverTable: reading any file does not panic, and a table that is read is
// written unchanged.
func FuzzSolverTable(f *testing.F) {
	p := startPosition(f, 4, lancelot.Rules{Diagonals: true, Excalibur: true}, 2)
	s := &Solver{Memory: 256, Target: 2}
	s.Solve(context.Background(), &p, 100)
	whole := written(f, s)
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add(bytes.ReplaceAll(whole, []byte(`"blocks":4`), []byte(`"blocks":-1`)))
	f.Fuzz(func(t *testing.T, file []byte) {
		var first, second Solver
		if first.ReadTable(bytes.NewReader(file), int64(len(file)), &p) != nil {
			return
		}
		first.Solve(context.Background(), &p, 50)
		again := written(t, &first)
		if err := second.ReadTable(bytes.NewReader(again), int64(len(again)), &p); err != nil || !bytes.Equal(written(t, &second), again) {
			t.Errorf("read again, written again: %v", err)
		}
	})
}
