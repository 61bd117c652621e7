package search_test

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"

	"tafelrunde/wotn/net"
	"tafelrunde/wotn/search"
)

// withNetwork returns a function that returns evaluators of the engine. A program for browsers does not have the network.
func withNetwork(tb testing.TB) func() search.Evaluator {
	tb.Helper()
	file, err := os.ReadFile("../net/default.net")
	if err != nil {
		tb.Fatal(err)
	}
	n, err := net.Parse(file)
	if err != nil {
		tb.Fatal(err)
	}
	return func() search.Evaluator { return net.NewEvaluator(n) }
}

// TestBench compares the fingerprint with testdata/bench, natively and in WASM.
// Functional changes of the engine change that file.
func TestBench(t *testing.T) {
	newEvaluator := withNetwork(t)
	text, err := os.ReadFile("testdata/bench")
	if err != nil {
		t.Fatal(err)
	}
	want, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	done, all := 0, 0
	got := search.Bench(context.Background(), newEvaluator, search.BenchSettings{}, func(d, of int) { done, all = d, of })
	if got.Nodes != want || done != all || all == 0 {
		t.Errorf("Bench: %d after %d of %d positions, want %d", got.Nodes, done, all, want)
	}
	t.Logf("%d nodes/s", got.NodesPerSecond())
}

// BenchmarkBench measures the speed of Bench without start-up.
func BenchmarkBench(b *testing.B) {
	newEvaluator := withNetwork(b)
	nodes, seconds := uint64(0), 0.0
	for b.Loop() {
		r := search.Bench(context.Background(), newEvaluator, search.BenchSettings{}, nil)
		nodes += r.Nodes
		seconds += r.Time.Seconds()
	}
	b.ReportMetric(float64(nodes)/seconds, "nodes/s")
}
