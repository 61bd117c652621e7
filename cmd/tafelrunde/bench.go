package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	"github.com/schollz/progressbar/v3"

	"tafelrunde/internal/memory"
	lancelotsearch "tafelrunde/lancelot/search"
	"tafelrunde/wotn/search"
)

// benchCommand prints the engine's fingerprint, or the time to a depth.
type benchCommand struct {
	gameFlag

	Depth   int `default:"0" group:"wotn" placeholder:"N" help:"Search to this depth instead, to measure the time; without a fingerprint."`
	Threads int `default:"1" group:"wotn" placeholder:"N" help:"Number of search threads; without a fingerprint if not 1."`
	Hash    int `default:"0" group:"wotn" placeholder:"MIB" help:"Size of the hash table in MiB; without a fingerprint."`
}

func (c *benchCommand) Run(term terminal) error {
	if c.Game == lancelotGame {
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
	if err := memory.Check(c.Hash); err != nil {
		return fmt.Errorf("--hash: %w", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	settings := search.BenchSettings{Depth: c.Depth, Threads: c.Threads, Hash: c.Hash}
	r := search.Bench(ctx, newEvaluator, settings, countDone(term, "positions"))
	if settings == (search.BenchSettings{Threads: 1}) {
		if err := ctx.Err(); err != nil {
			return err
		}
		_, err := fmt.Fprintln(term.out, r)
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(term.out, "%d nodes in %.3f s, %d nodes/s\n", r.Nodes, r.Time.Seconds(), r.NodesPerSecond())
	return err
}

// benchLancelot prints the fingerprint of Lancelot's engine.
func benchLancelot(term terminal) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	r := lancelotsearch.Bench(ctx, countDone(term, "games"))
	return printBench(ctx, term.out, uint64(r.Fingerprint), r.Nodes, r.Time, r.NodesPerSecond())
}

// countDone returns a function that shows progress on a terminal.
func countDone(term terminal, what string) (each func(done, all int)) {
	var bar *progressbar.ProgressBar
	return func(done, all int) {
		if bar == nil {
			bar = progressbar.NewOptions(all,
				progressbar.OptionSetWriter(term.notes),
				progressbar.OptionSetVisibility(isTerminal(term.notes)),
				progressbar.OptionSetDescription(what),
				progressbar.OptionShowCount(),
				progressbar.OptionClearOnFinish())
		}
		bar.Set(done)
	}
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

// isTerminal reports whether w is a terminal, where a progress bar makes sense.
func isTerminal(w any) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
