package search

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestBench compares the fingerprint with testdata/bench. It runs as WASM too.
func TestBench(t *testing.T) {
	text, err := os.ReadFile("testdata/bench")
	if err != nil {
		t.Fatal(err)
	}
	want, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	done := 0
	got := Bench(context.Background(), func(d, all int) { done = d })
	if uint64(got.Fingerprint) != want || done != 16 {
		t.Errorf("Bench: %d after %d games, want %d", got.Fingerprint, done, want)
	}
	t.Logf("%d nodes/s", got.NodesPerSecond())
}
