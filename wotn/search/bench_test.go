package search_test

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"

	"tafelrunde/wotn/eval"
	"tafelrunde/wotn/search"
)

// TestBench compares the fingerprint with testdata/bench, natively and in WASM.
// Functional changes of the engine change that file.
func TestBench(t *testing.T) {
	text, err := os.ReadFile("testdata/bench")
	if err != nil {
		t.Fatal(err)
	}
	want, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	done, all := 0, 0
	got := search.Bench(context.Background(), func() search.Evaluator { return eval.New() }, search.BenchSettings{}, func(d, of int) { done, all = d, of })
	if got.Nodes != want || done != all || all == 0 {
		t.Errorf("Bench: %d after %d of %d positions, want %d", got.Nodes, done, all, want)
	}
	t.Logf("%d nodes/s", got.NodesPerSecond())
}

// BenchmarkBench measures the speed of Bench without start-up.
func BenchmarkBench(b *testing.B) {
	nodes, seconds := uint64(0), 0.0
	for b.Loop() {
		r := search.Bench(context.Background(), func() search.Evaluator { return eval.New() }, search.BenchSettings{}, nil)
		nodes += r.Nodes
		seconds += r.Time.Seconds()
	}
	b.ReportMetric(float64(nodes)/seconds, "nodes/s")
}
