package lancelot_test

import (
	"strconv"
	"strings"
	"testing"

	"tafelrunde/lancelot"
)

// TestPerft compares counts with those of an independent program.
func TestPerft(t *testing.T) {
	counts := rows(t, "rules.perft")
	for _, row := range counts {
		p := position(t, row[1])
		if got := p.String(); got != row[1] {
			t.Errorf("%s is written as %s", row[1], got)
		}
		for i, want := range strings.Fields(row[2]) {
			if got := strconv.FormatUint(lancelot.Perft(&p, i+1), 10); got != want {
				t.Errorf("%s: perft(%d) = %s, want %s", row[1], i+1, got, want)
			}
		}
		depth := min(len(strings.Fields(row[2])), 2)
		sum := uint64(0)
		for _, part := range lancelot.Divide(&p, depth) {
			sum += part.Count
		}
		if sum != lancelot.Perft(&p, depth) {
			t.Errorf("%s: divide(%d) sums to %d", row[1], depth, sum)
		}
	}
	if len(counts) != 13 {
		t.Errorf("read %d positions, want 13", len(counts))
	}
}
