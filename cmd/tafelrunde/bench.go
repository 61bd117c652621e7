package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	"github.com/schollz/progressbar/v3"
)

// benchCommand prints the engine's fingerprint.
type benchCommand struct{}

func (benchCommand) Run(term terminal) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return bench(ctx, term.out, countDone(term, "positions"))
}

// countDone shows people how much of a task is done.
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

// printBench writes what a bench has found, or why it was stopped.
func printBench(ctx context.Context, w io.Writer, fingerprint, nodes uint64, took time.Duration, nodesPerSecond uint64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "Bench: %d\n%d nodes in %.3f s, %d nodes/s\n", fingerprint, nodes, took.Seconds(), nodesPerSecond)
	return err
}

// isTerminal tells whether people watch what is written, so that a moving bar
// makes sense.
func isTerminal(w any) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
