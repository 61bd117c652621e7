package search

import (
	"context"
	"fmt"
	"io"
	"time"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// benchDepth is the depth to which Bench searches each position.
const benchDepth = 9

// benchPositions are openings, middlegames and endings of all variants, with
// several kings and with promotions that answer checks.
var benchPositions = []struct {
	variant wotn.Variant
	text    string
}{
	{wotn.Standard, wotn.StartText},
	{wotn.Standard, "r1bk3r/pp1p1Qpp/2p5/4l3/2B5/4K3/P1P3PP/4RR2 b - - 1 17"},
	{wotn.Standard, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P2p/2N2Q2/PPPBBPPP/R3K2R w KQkq - 0 1"},
	{wotn.Standard, "6k1/8/1s3d2/2PpP3/3N4/2H1F3/1V3L2/4K3 w - d6 0 1"},
	{wotn.Standard, "k6K/8/3v4/4R3/8/2V5/8/K6k w - - 0 1"},
	{wotn.Standard, "4k3/4r3/8/8/3v4/2R5/8/3VK3 w - - 0 1"},
	{wotn.Standard, "rnb1kb1r/pp1p1ppp/1q6/4P3/3Q4/8/PPP2PPP/RNB1KB1R w KQkq - 1 7"},
	{wotn.Standard, "4k3/pp3p2/2d3p1/8/3S4/1P4P1/P4P2/4K3 w - - 0 1"},
	{wotn.Alternative, wotn.StartText},
	{wotn.Alternative, "r3k2r/1g2y2p/3x4/2i2t2/2I2T2/3X4/1G2Z2P/R3K2R w KQkq - 0 1"},
	{wotn.Alternative, "4k3/2mg4/1a1n4/4P3/1S1D4/2Y1I3/3GC3/4K3 w - - 0 1"},
	{wotn.Chess, wotn.StartText},
	{wotn.Chess, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
	{wotn.Chess, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"},
	{wotn.Chess, "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"},
	{wotn.Chess, "8/8/1p1k4/p1p2p1p/P1P2P1P/1P1K4/8/8 w - - 0 1"},
}

// BenchResult is the result of Bench.
type BenchResult struct {
	// Nodes is a fingerprint of the search: the same on every machine with the
	// same settings and one thread. Every functional change of the engine
	// changes it.
	Nodes uint64
	Time  time.Duration
}

// NodesPerSecond returns the average speed.
func (b BenchResult) NodesPerSecond() uint64 { return engine.NodesPerSecond(b.Nodes, b.Time) }

// String returns two lines: the fingerprint, and nodes, time and speed.
func (b BenchResult) String() string {
	return fmt.Sprintf("Bench: %d\n%d nodes in %.3f s, %d nodes/s", b.Nodes, b.Nodes, b.Time.Seconds(), b.NodesPerSecond())
}

// Bench runs the package's Bench with the engine's evaluator and default
// settings and writes the result. It returns the context's error if that is
// done.
func (e *Engine) Bench(ctx context.Context, w io.Writer) error {
	r := Bench(ctx, e.config.NewEvaluator, BenchSettings{}, nil)
	if err := ctx.Err(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, r)
	return err
}

// BenchSettings configure Bench. The documented fingerprint is that of the zero
// value; other settings serve to measure times.
type BenchSettings struct {
	Depth   int // of each search; 0 means 9
	Threads int // 0 means 1
	Hash    int // MiB; 0 means DefaultHash
}

// Bench searches fixed positions of all variants to a fixed depth, each with
// empty hash table and histories. It returns early if ctx is done. After each
// position it calls each, if not nil, with the number of positions done and the
// number of all positions.
func Bench(ctx context.Context, newEvaluator func() Evaluator, settings BenchSettings, each func(done, all int)) BenchResult {
	e := New(Config{NewEvaluator: newEvaluator, Threads: settings.Threads, Hash: settings.Hash})
	if settings.Depth == 0 {
		settings.Depth = benchDepth
	}
	var sum BenchResult
	for i, row := range benchPositions {
		p, err := wotn.ParsePosition(row.variant, row.text)
		if err != nil {
			panic("search: bench position " + row.text + ": " + err.Error())
		}
		e.Clear()
		r := e.Search(ctx, wotn.NewGame(p), engine.Limits{Depth: settings.Depth}, nil)
		sum.Nodes += r.Nodes
		sum.Time += r.Time
		if each != nil {
			each(i+1, len(benchPositions))
		}
	}
	return sum
}
