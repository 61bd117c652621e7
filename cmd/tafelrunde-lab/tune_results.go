package main

import (
	"fmt"

	"tafelrunde/internal/cli"
	"tafelrunde/lab/training"
	"tafelrunde/lancelot/search"
	"tafelrunde/wotn"
)

// tuneResultsCommand appends scores and results of self-play to a file.
type tuneResultsCommand struct {
	cli.VariantFlag
	Games    int    `default:"5000" placeholder:"N" help:"Number of games (5000)."`
	First    int    `default:"0" placeholder:"N" help:"Number of the first game, to continue an earlier run (0)."`
	Nodes    uint64 `default:"400" placeholder:"N" help:"Nodes of each search (400)."`
	Seed     uint64 `default:"1" placeholder:"N" help:"Seed of the openings (1)."`
	Handicap int    `default:"0" placeholder:"N" help:"Handicap points of White, spent at random (0)."`
	Threads  int    `default:"1" placeholder:"N" help:"Concurrent games (1)."`
	File     string `arg:"" help:"Dataset to append to."`
}

func (c *tuneResultsCommand) Run(term cli.Terminal) error {
	variant, err := cli.ParseVariant(c.Variant)
	if err != nil {
		return err
	}
	if c.Games < 1 || c.Nodes < 1 || c.First < 0 {
		return &cli.Misuse{Reason: "--games and --nodes must be 1 or more, --first 0 or more"}
	}
	if c.Threads < 1 || c.Threads > search.MaxThreads {
		return &cli.Misuse{Reason: fmt.Sprintf("--threads must be from 1 to %d", search.MaxThreads)}
	}
	if c.Handicap < 0 || c.Handicap > 20 {
		return &cli.Misuse{Reason: "--handicap must be from 0 to 20"}
	}
	if c.Handicap > 0 && variant == wotn.Chess {
		return &cli.Misuse{Reason: "chess has no handicap"}
	}
	play := training.ResultPlay{Variant: variant, Nodes: c.Nodes, Seed: c.Seed, Handicap: c.Handicap, First: c.First}
	bar := cli.NewProgress(term, c.Games, "games")
	samples, err := play.Append(c.File, c.Games, c.Threads, func() { bar.Add(1) })
	bar.Finish()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(term.Out, "%d games, %d positions\n", c.Games, samples)
	return err
}
