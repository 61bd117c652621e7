package main

import (
	"bytes"
	"io"

	"tafelrunde/internal/cli"
	"tafelrunde/lab/training"
)

// tuneShareCommand fits the win share of scores.
type tuneShareCommand struct {
	cli.VariantFlag
	Resamples int      `default:"200" placeholder:"N" help:"Bootstrap samples for the confidence intervals (200)."`
	Seed      uint64   `default:"1" placeholder:"N" help:"Seed of the bootstrap samples (1)."`
	InUse     bool     `help:"Show how well the engine's model fits, instead of a new fit."`
	Pieces    int      `default:"2" placeholder:"N" help:"Only positions with at least this many pieces, kings included (2)."`
	Diagram   string   `placeholder:"FILE" help:"File for the reliability diagram, an SVG."`
	Title     string   `placeholder:"TEXT" help:"Beginning of the title of the diagram (default: win share and the variant)."`
	Files     []string `arg:"" name:"file" help:"Samples, as written by tune results."`
}

func (c *tuneShareCommand) Run(term cli.Terminal) error {
	variant, err := cli.ParseVariant(c.Variant)
	if err != nil {
		return err
	}
	if c.Resamples < 0 || c.Resamples > 10_000 {
		return &cli.Misuse{Reason: "--resamples must be from 0 to 10000"}
	}
	if c.Pieces < 2 || c.Pieces > 32 {
		return &cli.Misuse{Reason: "--pieces must be from 2 to 32"}
	}
	fit := training.WinShareFit{Variant: variant, MinPieces: c.Pieces, Resamples: c.Resamples, Seed: c.Seed, InUse: c.InUse, Title: c.Title}
	if c.Diagram == "" {
		return fit.Fit(c.Files, term.Out, term.Notes, nil)
	}
	var diagram bytes.Buffer
	if err := fit.Fit(c.Files, term.Out, term.Notes, &diagram); err != nil {
		return err
	}
	return training.WriteText(io.Discard, c.Diagram, diagram.String())
}
