package main

import (
	"context"
	"os"
	"os/signal"

	"tafelrunde/lancelot/search"
)

// benchLancelot prints the fingerprint of Lancelot's engine.
func benchLancelot(term terminal) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	r := search.Bench(ctx, countDone(term, "games"))
	return printBench(ctx, term.out, uint64(r.Fingerprint), r.Nodes, r.Time, r.NodesPerSecond())
}
