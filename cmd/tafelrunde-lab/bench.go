package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/engines"
	lancelotsearch "tafelrunde/lancelot/search"
	"tafelrunde/wotn/net"
	"tafelrunde/wotn/search"
)

// benchCommand prints the engine's fingerprint, or the time to a depth.
type benchCommand struct {
	cli.GameFlag

	Depth   int `default:"0" group:"wotn" placeholder:"N" help:"Search to this depth instead, to measure the time; without a fingerprint."`
	Threads int `default:"1" group:"wotn" placeholder:"N" help:"Number of search threads; without a fingerprint if not 1."`
	Hash    int `default:"0" group:"wotn" placeholder:"MIB" help:"Size of the hash table in MiB; without a fingerprint."`
}

func (c *benchCommand) Run(term cli.Terminal) error {
	if c.Game == cli.LancelotGame {
		return benchLancelot(term)
	}
	for _, row := range []struct {
		flag           string
		n, least, most int
	}{
		{"--depth", c.Depth, 0, search.MaxPly - 1}, {"--threads", c.Threads, 1, search.MaxThreads}, {"--hash", c.Hash, 0, search.MaxHash},
	} {
		if row.n < row.least || row.n > row.most {
			return fmt.Errorf("%s must be from %d to %d, not %d", row.flag, max(1, row.least), row.most, row.n)
		}
	}
	if err := engines.CheckMemory(c.Hash); err != nil {
		return fmt.Errorf("--hash: %w", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	settings := search.BenchSettings{Depth: c.Depth, Threads: c.Threads, Hash: c.Hash}
	r := search.Bench(ctx, net.Config().NewEvaluator, settings, cli.CountDone(term, "positions"))
	if settings == (search.BenchSettings{Threads: 1}) {
		if err := ctx.Err(); err != nil {
			return err
		}
		_, err := fmt.Fprintln(term.Out, r)
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(term.Out, "%d nodes in %.3f s, %d nodes/s\n", r.Nodes, r.Time.Seconds(), r.NodesPerSecond())
	return err
}

// benchLancelot prints the fingerprint of Lancelot's engine.
func benchLancelot(term cli.Terminal) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	r := lancelotsearch.Bench(ctx, cli.CountDone(term, "games"))
	return printBench(ctx, term.Out, uint64(r.Fingerprint), r.Nodes, r.Time, r.NodesPerSecond())
}

// printBench writes the result of a bench, or returns ctx's error if that is
// done.
func printBench(ctx context.Context, w io.Writer, fingerprint, nodes uint64, took time.Duration, nodesPerSecond uint64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "Bench: %d\n%d nodes in %.3f s, %d nodes/s\n", fingerprint, nodes, took.Seconds(), nodesPerSecond)
	return err
}
