package main

import (
	"fmt"

	"tafelrunde/internal/cli"
	"tafelrunde/lab/training"
)

// tuneRescoreCommand rescores samples.
type tuneRescoreCommand struct {
	cli.VariantFlag
	Nodes   uint64  `default:"3000" placeholder:"N" help:"Nodes of each search (3000)."`
	Every   int     `default:"1" placeholder:"N" help:"Take every n-th sample only, since those of one game are similar (1)."`
	Offset  int     `default:"0" placeholder:"N" help:"Samples to skip at the beginning (0)."`
	Before  float64 `default:"0.2" placeholder:"SHARE" help:"Share of the sample's old expected result, or with --leaves that of the first search, in the new one (0.2)."`
	Result  float64 `default:"0.6" placeholder:"SHARE" help:"Share of a game's result in the old expected result of its positions; the rest is what the search expected (0.6)."`
	Leaves  bool    `help:"Sample the position at the end of the principal variation instead, where errors of the evaluation mislead the search."`
	Threads int     `default:"1" placeholder:"N" help:"Positions searched at once (1)."`
	From    string  `arg:"" help:"Samples, as written by tune play."`
	File    string  `arg:"" help:"Dataset to append to."`
}

func (c *tuneRescoreCommand) Run(term cli.Terminal) error {
	variant, err := cli.ParseVariant(c.Variant)
	if err != nil {
		return err
	}
	if c.Nodes < 1 || c.Every < 1 || c.Offset < 0 || !(c.Before >= 0 && c.Before <= 1) {
		return &cli.Misuse{Reason: "--nodes and --every must be 1 or more, --offset 0 or more, --before a share from 0 to 1"}
	}
	samples, err := training.ReadWotnSamples(c.From, variant, c.Result, term.Notes)
	if err != nil {
		return err
	}
	rescore := training.WotnRescore{Nodes: c.Nodes, Every: c.Every, Offset: c.Offset, OldShare: c.Before, Leaves: c.Leaves}
	bar := cli.NewProgress(term, rescore.Count(samples), "positions")
	count, err := rescore.Append(c.File, samples, c.Threads, func() { bar.Add(1) })
	bar.Finish()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(term.Out, "%d positions rescored\n", count)
	return err
}
