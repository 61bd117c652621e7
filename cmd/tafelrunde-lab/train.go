package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"

	"tafelrunde/internal/cli"
	"tafelrunde/lab/training"
	"tafelrunde/wotn/net"
)

// trainCommand trains a network.
type trainCommand struct {
	Epochs     int      `default:"6" placeholder:"N" help:"Passes over all positions (6)."`
	Batch      int      `default:"2048" placeholder:"N" help:"Positions of each step (2048)."`
	Rate       float64  `default:"0.001" placeholder:"X" help:"Learning rate at the beginning (0.001)."`
	Decay      float64  `default:"0.2" placeholder:"X" help:"Weight decay of the features, times the learning rate (0.2)."`
	Lambda     float64  `default:"0.7" placeholder:"X" help:"Lambda of TD(lambda): with 0 a position is labelled by its own search, with 1 by the result of the game (0.7)."`
	Seed       uint64   `default:"1" placeholder:"N" help:"Seed of the first weights and of the order of the positions (1)."`
	Checkpoint string   `placeholder:"FILE" help:"Keep the state after each epoch in a file; an interrupted run is continued from it."`
	Test       string   `placeholder:"FILE" help:"Print the excess on the positions of another dataset too."`
	Out        string   `required:"" placeholder:"FILE" help:"File for the network."`
	Files      []string `arg:"" help:"Datasets of one or more variants, as written by tune play."`

	versionFlag
}

// train holds out one in heldOutEvery games.
const heldOutEvery = 20

func (c *trainCommand) Run(term cli.Terminal) error {
	if c.Epochs < 1 || c.Batch < 1 || !(c.Rate > 0 && c.Rate <= 1) || !(c.Decay >= 0 && c.Decay <= 1/c.Rate) || !(c.Lambda >= 0 && c.Lambda <= 1) {
		return &cli.Misuse{Reason: "--epochs and --batch must be 1 or more, --rate above 0 and at most 1, --decay from 0 to 1 divided by the rate, and --lambda from 0 to 1"}
	}
	version, err := c.version()
	if err != nil {
		return err
	}
	written := []string{c.Out}
	if c.Checkpoint != "" {
		written = append(written, c.Checkpoint, c.Checkpoint+training.Unfinished)
	}
	for i, name := range written {
		for _, other := range slices.Concat(written[i+1:], []string{c.Test}, c.Files) {
			if sameFile(name, other) {
				return &cli.Misuse{Reason: "--out and --checkpoint must not name each other or a file that is read: " + other}
			}
		}
		if err := checkWritable(name); err != nil {
			return err
		}
	}
	var tests *training.NetSamples
	if c.Test != "" {
		if tests, _, err = training.ReadNetSamples([]string{c.Test}, 0, 0, term.Notes); err != nil {
			return err
		}
	}
	samples, heldOut, err := training.ReadNetSamples(c.Files, c.Lambda, heldOutEvery, term.Notes)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	t := training.NetTraining{Epochs: c.Epochs, Batch: c.Batch, Rate: c.Rate, Seed: c.Seed, Decay: c.Decay, Checkpoint: c.Checkpoint}
	weights, err := t.Train(ctx, samples, heldOut, term.Notes)
	if err != nil {
		return err
	}
	by := fmt.Sprintf("train --epochs %d --batch %d --rate %g --decay %g --lambda %g --seed %d", c.Epochs, c.Batch, c.Rate, c.Decay, c.Lambda, c.Seed)
	n := weights.Quantize(net.Origin{Variants: samples.Variants, By: append(samples.By, by), Version: version, Positions: samples.Len()})
	var file bytes.Buffer
	if err := n.Write(&file); err != nil {
		return err
	}
	if _, err := net.Parse(file.Bytes()); err != nil {
		return err
	}
	if err := os.WriteFile(c.Out, file.Bytes(), 0o644); err != nil {
		return err
	}
	fmt.Fprintf(term.Out, "held out: excess %.5f, without the network %.5f\n", heldOut.Excess(n), heldOut.PresentExcess())
	if tests != nil {
		fmt.Fprintf(term.Out, "%d positions of %s: excess %.5f, without the network %.5f\n", tests.Len(), c.Test, tests.Excess(n), tests.PresentExcess())
	}
	return nil
}

// sameFile reports whether two names are those of one file.
func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		a, wrong := filepath.Abs(a)
		b, also := filepath.Abs(b)
		return wrong == nil && also == nil && a == b
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// checkWritable returns an error if a file cannot be written. An existing file is not changed, and a new one is removed.
func checkWritable(name string) error {
	_, missing := os.Lstat(name)
	file, err := cli.OpenToAppend(name)
	if err != nil {
		return err
	}
	err = file.Close()
	if errors.Is(missing, fs.ErrNotExist) {
		err = errors.Join(err, os.Remove(name))
	}
	return err
}
