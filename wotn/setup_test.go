package wotn_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"tafelrunde/wotn"
)

// TestUnplayableSetups reads testdata/setups-bad.txt: variant | text | problems
// with their squares.
func TestUnplayableSetups(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range readTable(t, "testdata/setups-bad.txt", 3) {
		variant, _ := wotn.ParseVariant(row[0])
		got := problemsOf(variant, row[1])
		if got != row[2] {
			t.Errorf("%s: %q\n got %s\nwant %s", row[0], row[1], got, row[2])
		}
		for _, p := range strings.Fields(got) {
			name, _, _ := strings.Cut(p, ":")
			seen[name] = true
		}
	}
	for _, c := range []wotn.SetupCode{
		wotn.SetupNoKing, wotn.SetupTooManyKings, wotn.SetupTooManyPieces, wotn.SetupUnknownKind, wotn.SetupPawnRank,
		wotn.SetupOpponentInCheck, wotn.SetupCastlingKing, wotn.SetupCastlingCorner, wotn.SetupEnPassant,
	} {
		if !seen[string(c)] {
			t.Errorf("no row has the problem %s", c)
		}
	}
}

func problemsOf(variant wotn.Variant, text string) string {
	s, err := wotn.ParseSetup(variant, text)
	var syntax *wotn.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Sprintf("%s:%d", syntax.Code, syntax.Offset)
	}
	_, err = s.Position()
	var setup *wotn.SetupError
	if !errors.As(err, &setup) {
		return "none"
	}
	var names []string
	for _, p := range setup.Problems {
		names = append(names, string(p.Code)+":"+p.Color.String()+p.Square.String())
	}
	return strings.Join(names, " ")
}

func TestPlayableSetups(t *testing.T) {
	for _, row := range readTable(t, "testdata/setups-good.txt", 3) {
		variant, _ := wotn.ParseVariant(row[0])
		p, err := wotn.ParsePosition(variant, row[1])
		if err != nil {
			t.Errorf("%s: %v", row[1], err)
			continue
		}
		if p.String() != row[2] {
			t.Errorf("%s: written as %s", row[1], &p)
		}
		checkInvariants(t, &p)
	}
}

func TestCounterRange(t *testing.T) {
	start := wotn.Start(wotn.Standard)
	s := start.Setup()
	s.HalfmoveClock, s.MoveNumber = -1, 0
	_, err := s.Position()
	var setup *wotn.SetupError
	if !errors.As(err, &setup) || setup.Problems[0].Code != wotn.SetupCounter {
		t.Error(err)
	}
}

// readTable reads rows of fields separated by |, with # comments.
func readTable(t *testing.T, name string, fields int) (rows [][]string) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if line := lines.Text(); line != "" && line[0] != '#' {
			row := strings.Split(line, "|")
			if len(row) != fields {
				t.Fatalf("%s: %q does not have %d fields", name, line, fields)
			}
			for i := range row {
				row[i] = strings.TrimSpace(row[i])
			}
			rows = append(rows, row)
		}
	}
	return rows
}

func ExampleSetup_Position() {
	s, err := wotn.ParseSetup(wotn.Standard, "4k3/P7/8/8/8/8/8/8 w K - 0 1")
	if err != nil {
		panic(err)
	}
	_, err = s.Position()
	for _, p := range err.(*wotn.SetupError).Problems {
		fmt.Println(p.Code, p)
	}
	// Output:
	// no-king White has no king
	// pawn-rank White's pawn on a7 is on a rank where no pawn can be
	// castling-king White has a castling right, but no king on e1
	// castling-corner White has a castling right, but no piece on h1 that is or can have been a rook
}
