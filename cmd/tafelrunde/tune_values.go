package main

import (
	"tafelrunde/internal/training"
)

// tuneValuesCommand prints mean values of pieces.
type tuneValuesCommand struct {
	variantFlag
	File string `arg:"" help:"Samples, as written by tune play."`
}

func (c *tuneValuesCommand) Run(term terminal) error {
	variant, err := parseVariant(c.Variant)
	if err != nil {
		return err
	}
	samples, err := training.ReadWotnSamples(c.File, variant)
	if err != nil {
		return err
	}
	return training.WritePieceValues(term.out, samples)
}
