package lancelot_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"tafelrunde/lancelot"
)

// TestPerft checks the counts of a separate program.
func TestPerft(t *testing.T) {
	text, err := os.ReadFile("testdata/rules.perft")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		rows++
		fields := strings.Split(line, "|")
		position := strings.TrimSpace(fields[1])
		p, err := lancelot.ParsePosition(position)
		if err != nil {
			t.Errorf("%s: %v", position, err)
			continue
		}
		if got := p.String(); got != position {
			t.Errorf("%s is written %s", position, got)
		}
		for i, want := range strings.Fields(fields[2]) {
			if got := strconv.FormatUint(lancelot.Perft(&p, i+1), 10); got != want {
				t.Errorf("%s: perft(%d) = %s, want %s", position, i+1, got, want)
			}
		}
	}
	if rows != 13 {
		t.Errorf("read %d rows, want 13", rows)
	}
}
