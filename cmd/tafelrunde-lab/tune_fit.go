package main

import (
	"fmt"

	"tafelrunde/internal/cli"
	"tafelrunde/lab/training"
)

// tuneFitCommand fits weights to samples.
type tuneFitCommand struct {
	Rate *float64 `placeholder:"X" help:"Size of the first steps: in centipawns (1.5), of Lancelot in log-odds (0.05)."`
	From string   `placeholder:"FILE" help:"Weights to start from (default: those in use; Lancelot: the plain ones)."`
	Out  string   `placeholder:"FILE" help:"File for the weights (default: standard output)."`
	File string   `arg:"" help:"Samples, as written by tune play."`

	cli.VariantFlag
	Steps   int     `default:"400" group:"wotn" placeholder:"N" help:"Steps of gradient descent (400)."`
	Prior   float64 `default:"60" group:"wotn" placeholder:"CENTIPAWNS" help:"Standard deviation of the prior around the weights to start from (60)."`
	Result  float64 `default:"0.6" group:"wotn" placeholder:"SHARE" help:"Share of a game's result in the expected result of its positions; the rest is what the search expected (0.6)."`
	Initial bool    `group:"wotn" help:"Start from the initial weights, which were not tuned."`

	Epochs int `default:"20" group:"lancelot" placeholder:"N" help:"Passes over all samples (20)."`
}

func (c *tuneFitCommand) Run(term cli.Terminal, tune *tuneCommand) error {
	if tune.Game == cli.LancelotGame {
		rate := 0.05
		if c.Rate != nil {
			rate = *c.Rate
		}
		if c.Epochs < 1 || !(rate > 0 && rate <= training.MaxRate) {
			return &cli.Misuse{Reason: fmt.Sprintf("--epochs must be 1 or more, and --rate above 0 and at most %d", training.MaxRate)}
		}
		fit := training.LancelotFit{Epochs: c.Epochs, Rate: rate, WeightsFile: c.From}
		weights, err := fit.Fit(c.File, term.Notes)
		if err != nil {
			return err
		}
		return training.WriteText(term.Out, c.Out, weights.Text())
	}
	variant, err := cli.ParseVariant(c.Variant)
	if err != nil {
		return err
	}
	if c.Initial && c.From != "" {
		return &cli.Misuse{Reason: "--initial and --from exclude each other"}
	}
	fit := training.WotnFit{Variant: variant, Steps: c.Steps, Rate: 1.5, PriorDeviation: c.Prior, ResultShare: c.Result, Initial: c.Initial, WeightsFile: c.From}
	if c.Rate != nil {
		fit.Rate = *c.Rate
	}
	weights, err := fit.Fit(c.File, term.Notes)
	if err != nil {
		return err
	}
	return training.WriteText(term.Out, c.Out, weights.Text())
}
