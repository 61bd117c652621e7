package main

import (
	"tafelrunde/internal/cli"
	"tafelrunde/lab/training"
)

// tuneValuesCommand prints mean values of pieces.
type tuneValuesCommand struct {
	cli.VariantFlag
	File string `arg:"" help:"Samples, as written by tune play."`
}

func (c *tuneValuesCommand) Run(term cli.Terminal) error {
	variant, err := cli.ParseVariant(c.Variant)
	if err != nil {
		return err
	}
	samples, err := training.ReadWotnSamples(c.File, variant, 1, term.Notes)
	if err != nil {
		return err
	}
	return training.WritePieceValues(term.Out, samples)
}
