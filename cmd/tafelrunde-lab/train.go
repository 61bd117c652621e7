package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"tafelrunde/internal/cli"
	"tafelrunde/lab/training"
	"tafelrunde/wotn/net"
)

// trainCommand trains a network.
type trainCommand struct {
	Epochs     int      `default:"20" placeholder:"N" help:"Passes over all positions (20)."`
	Batch      int      `default:"16384" placeholder:"N" help:"Positions of each step (16384)."`
	Rate       float64  `default:"0.002" placeholder:"X" help:"Size of the first steps (0.002)."`
	Result     float64  `default:"0.3" placeholder:"SHARE" help:"Share of a game's result in the expected result of its positions; the rest is what the search expected (0.3)."`
	Seed       uint64   `default:"1" placeholder:"N" help:"Seed of the first weights and of the order of the positions (1)."`
	Residual   bool     `help:"Train what the network adds to the evaluation in use, instead of all."`
	Checkpoint string   `placeholder:"FILE" help:"Keep the state after each epoch in a file; an interrupted run is continued from it."`
	Test       string   `placeholder:"FILE" help:"Print the excess on the positions of another dataset too."`
	Out        string   `required:"" placeholder:"FILE" help:"File for the network."`
	Files      []string `arg:"" help:"Datasets of one or more variants, as written by tune play."`

	versionFlag
}

func (c *trainCommand) Run(term cli.Terminal) error {
	if c.Epochs < 1 || c.Batch < 1 || !(c.Rate > 0 && c.Rate <= 1) || !(c.Result >= 0 && c.Result <= 1) {
		return &cli.Misuse{Reason: "--epochs and --batch must be 1 or more, --rate above 0 and at most 1, and --result from 0 to 1"}
	}
	version, err := c.version()
	if err != nil {
		return err
	}
	samples, heldOut, err := training.ReadNetSamples(c.Files, c.Result, term.Notes)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	t := training.NetTraining{Epochs: c.Epochs, Batch: c.Batch, Rate: c.Rate, Seed: c.Seed, Residual: c.Residual, Checkpoint: c.Checkpoint}
	weights, err := t.Train(ctx, samples, heldOut, term.Notes)
	if err != nil {
		return err
	}
	by := fmt.Sprintf("train --epochs %d --batch %d --rate %g --result %g --seed %d", c.Epochs, c.Batch, c.Rate, c.Result, c.Seed)
	if c.Residual {
		by += " --residual"
	}
	n := weights.Quantize(net.Origin{Variants: samples.Variants, Residual: c.Residual, By: append(samples.By, by), Version: version, Positions: samples.Len()})
	fmt.Fprintf(term.Out, "held out: excess %.5f, of the evaluation in use %.5f\n", heldOut.Excess(n), heldOut.PresentExcess())
	if c.Test != "" {
		tests, more, err := training.ReadNetSamples([]string{c.Test}, 0, term.Notes)
		if err != nil {
			return err
		}
		for _, s := range []*training.NetSamples{tests, more} {
			fmt.Fprintf(term.Out, "%d positions of %s: excess %.5f, of the evaluation in use %.5f\n", s.Len(), c.Test, s.Excess(n), s.PresentExcess())
		}
	}
	var file bytes.Buffer
	if err := n.Write(&file); err != nil {
		return err
	}
	if _, err := net.Read(bytes.NewReader(file.Bytes())); err != nil {
		return err
	}
	return os.WriteFile(c.Out, file.Bytes(), 0o644)
}
