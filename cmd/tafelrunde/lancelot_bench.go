package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/schollz/progressbar/v3"

	"tafelrunde/lancelot/search"
)

// lancelotBenchCommand prints the fingerprint of Lancelot's engine.
type lancelotBenchCommand struct{}

func (lancelotBenchCommand) Run(term terminal) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	bar := progressbar.NewOptions(1, progressbar.OptionSetWriter(term.notes), progressbar.OptionSetVisibility(isTerminal(term.notes)),
		progressbar.OptionSetDescription("games"), progressbar.OptionShowCount(), progressbar.OptionClearOnFinish())
	result := search.Bench(ctx, func(done, all int) {
		bar.ChangeMax(all)
		_ = bar.Set(done)
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	fmt.Fprintf(term.out, "Bench: %d\n%d nodes in %.3f s, %d nodes/s\n",
		result.Fingerprint, result.Nodes, result.Time.Seconds(), result.NodesPerSecond())
	return nil
}
