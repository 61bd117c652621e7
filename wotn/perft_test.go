package wotn_test

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"tafelrunde/wotn"
)

// perftRow is a row of a suite file: a position and its counts from depth 1.
type perftRow struct {
	position wotn.Position
	counts   []uint64
}

func readSuite(t testing.TB, name string) (rows []perftRow) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line, _, _ := strings.Cut(lines.Text(), "#")
		if strings.TrimSpace(line) == "" {
			continue
		}
		fields := strings.Split(line, "|")
		variant, err := wotn.ParseVariant(strings.TrimSpace(fields[0]))
		if err != nil {
			t.Fatalf("%s: unknown variant %q", name, fields[0])
		}
		p, err := wotn.ParsePosition(variant, fields[1])
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		row := perftRow{position: p}
		for _, n := range strings.Fields(fields[2]) {
			count, err := strconv.ParseUint(n, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			row.counts = append(row.counts, count)
		}
		rows = append(rows, row)
	}
	return rows
}

func TestPerft(t *testing.T) {
	limit := uint64(200_000_000)
	if testing.Short() {
		limit = 5_000_000
	}
	for _, suite := range []string{"testdata/rules.perft", "testdata/chess.perft"} {
		for _, row := range readSuite(t, suite) {
			for i, want := range row.counts {
				if want > limit {
					break
				}
				if got := wotn.Perft(&row.position, i+1); got != want {
					t.Errorf("%s, depth %d: %d sequences, want %d", &row.position, i+1, got, want)
					break
				}
			}
		}
	}
}

func TestDivideSumsToPerft(t *testing.T) {
	for _, row := range readSuite(t, "testdata/rules.perft") {
		var sum uint64
		for _, c := range wotn.Divide(&row.position, 2) {
			sum += c.Count
		}
		if sum != row.counts[1] {
			t.Errorf("%s: %d, want %d", &row.position, sum, row.counts[1])
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		name, suite string
		row, depth  int
	}{
		{"chess/start", "testdata/chess.perft", 0, 5},
		{"chess/kiwipete", "testdata/chess.perft", 1, 4},
		{"wotn/start", "testdata/rules.perft", 0, 4},
		{"wotn/kiwipete", "testdata/rules.perft", 3, 3},
		{"alternative/crowded", "testdata/rules.perft", 8, 3},
	} {
		row := readSuite(b, c.suite)[c.row]
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			var nodes uint64
			for b.Loop() {
				if n := wotn.Perft(&row.position, c.depth); n != row.counts[c.depth-1] {
					b.Fatalf("%d, want %d", n, row.counts[c.depth-1])
				}
				nodes += row.counts[c.depth-1]
			}
			b.ReportMetric(float64(nodes)/1e6/b.Elapsed().Seconds(), "Mnodes/s")
		})
	}
}
