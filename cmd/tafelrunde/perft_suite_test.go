package main

import "testing"

// FuzzSuiteLine checks that a line of a suite is either refused with a reason
// or can be counted.
func FuzzSuiteLine(f *testing.F) {
	for _, row := range []string{
		"wotn | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 20 400",
		"chess|4k3/8/8/8/8/8/8/4K3 w - -|5",
		"wotn-alternative | 4k3/2mg4/1a1n4/4P3/1S1D4/2Y1I3/3GC3/4K3 w - - 0 1 | 58",
		"lancelot | 8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7 | 64",
		"lancelot | 8/8/8/8/8/8/8/8 b 0,0 30,30 ab excalibur 7 | 64",
		" | | ", "wotn", "wotn | 8 | -1", "go | | 1 | 2",
	} {
		f.Add(row)
	}
	f.Fuzz(func(t *testing.T, row string) {
		line, reasons := parseSuiteLine(row)
		if len(reasons) > 0 {
			for _, reason := range reasons {
				if reason == "" {
					t.Error("an empty reason")
				}
			}
			return
		}
		if len(line.counts) == 0 || line.position == nil {
			t.Fatalf("accepted without a count or a position: %+v", line)
		}
		line.counts = line.counts[:1]
		got := line.position.Perft(1)
		found := line.Mismatches("suite")
		if (got == line.counts[0]) != (len(found) == 0) {
			t.Errorf("%d moves, mismatches %q", got, found)
		}
	})
}
