package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"tafelrunde/internal/cli"
	"tafelrunde/lab/solve"
	"tafelrunde/lab/training"
)

// tuneOrderCommand trains the solver's order of turns.
type tuneOrderCommand struct {
	Games  int     `default:"240" placeholder:"N" help:"Positions to solve (240)."`
	Nodes  uint64  `default:"2500000" placeholder:"N" help:"Largest number of nodes of each position (2500000)."`
	Seed   uint64  `default:"1" placeholder:"N" help:"Seed of the positions (1)."`
	Epochs int     `default:"8" placeholder:"N" help:"Passes over all samples (8)."`
	Rate   float64 `default:"0.2" placeholder:"X" help:"Size of the first steps, in log-odds (0.2)."`
	Out    string  `placeholder:"FILE" help:"File for the order (default: standard output)."`
}

func (c *tuneOrderCommand) Run(term cli.Terminal) error {
	if c.Games < solve.ValidationEvery {
		return &cli.Misuse{Reason: fmt.Sprintf("--games must be %d or more: one game in %[1]d is for validation", solve.ValidationEvery)}
	}
	if c.Nodes < 1 || c.Epochs < 1 || !(c.Rate > 0 && c.Rate <= training.MaxRate) {
		return &cli.Misuse{Reason: fmt.Sprintf("--nodes and --epochs must be 1 or more, and --rate above 0 and at most %d", training.MaxRate)}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	order := training.Order{Games: c.Games, Nodes: c.Nodes, Seed: c.Seed, Epochs: c.Epochs, Rate: c.Rate}
	bar := cli.NewProgress(term, c.Games, "positions")
	source, err := order.Train(ctx, term.Notes, func() { bar.Add(1) })
	bar.Finish()
	if err != nil {
		return err
	}
	return training.WriteText(term.Out, c.Out, source)
}
