package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"tafelrunde/internal/training"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/search"
	"tafelrunde/lancelot/solve"
)

// tuneCommand makes datasets by self-play and fits the evaluation's weights to them.
type tuneCommand struct {
	gameFlag

	Play    tunePlayCommand    `cmd:"" help:"Play the engine against itself and append samples, positions with their expected result, to a file."`
	Fit     tuneFitCommand     `cmd:"" help:"Fit the evaluation's weights to samples by logistic regression and print them."`
	Rescore tuneRescoreCommand `cmd:"" group:"wotn" help:"Replace the expected results of samples by those of a deeper search."`
	Values  tuneValuesCommand  `cmd:"" group:"wotn" help:"Print the mean value of each kind of piece in samples."`
	Judge   tuneRescoreCommand `cmd:"" hidden:"" group:"wotn" help:"Former name of rescore."`
	Worth   tuneValuesCommand  `cmd:"" hidden:"" group:"wotn" help:"Former name of values."`
	Results tuneResultsCommand `cmd:"" group:"wotn" help:"Play the engine against itself and append scores with the results of their games to a file."`
	Share   tuneShareCommand   `cmd:"" group:"wotn" help:"Fit how often each score wins, draws and loses to the samples of tune results, and print a report."`
	Order   tuneOrderCommand   `cmd:"" group:"lancelot" help:"Train the order in which the solver tries turns and print it as Go source."`
}

// tunePlayCommand appends samples of self-play to a file.
type tunePlayCommand struct {
	Games   int     `default:"1000" placeholder:"N" help:"Number of games (1000)."`
	Nodes   *uint64 `placeholder:"N" help:"Nodes of each search (1000; Lancelot: 1500)."`
	Seed    uint64  `default:"1" placeholder:"N" help:"Seed of the openings (1)."`
	Threads int     `default:"1" placeholder:"N" help:"Concurrent games (1)."`
	File    string  `arg:"" help:"File to append to."`

	variantFlag
	Scattered float64 `default:"0" group:"wotn" placeholder:"SHARE" help:"Share of games that begin with some of the pieces, placed at random, instead of the start position (0)."`
	Result    float64 `default:"0.6" group:"wotn" placeholder:"SHARE" help:"Share of the game's result in the expected result of a sample; the rest is the expected result of the search (0.6)."`

	Seats []int    `default:"2,2,2,2,3,3,4,5" group:"lancelot" placeholder:"N,N" help:"Numbers of seats, game by game (2,2,2,2,3,3,4,5: games of many seats give more samples)."`
	Rules []string `default:"basic,diagonals,excalibur,diagonals+excalibur" group:"lancelot" placeholder:"RULES,RULES" help:"Rules, in turn (all four)."`
	Plain bool     `group:"lancelot" help:"Play with the plain weights that training starts from, instead of those in use."`
}

// nodesOr returns the value of a flag or its default.
func nodesOr(nodes *uint64, preset uint64) uint64 {
	if nodes == nil {
		return preset
	}
	return *nodes
}

func (c *tunePlayCommand) Run(term terminal, tune *tuneCommand) error {
	if c.Games < 1 || nodesOr(c.Nodes, 1) < 1 {
		return &misuse{"--games and --nodes must be 1 or more"}
	}
	if c.Threads < 1 || c.Threads > search.MaxThreads {
		return &misuse{fmt.Sprintf("--threads must be from 1 to %d", search.MaxThreads)}
	}
	bar := newProgress(term, c.Games, "games")
	samples, err := 0, error(nil)
	if tune.Game == lancelotGame {
		samples, err = c.playLancelot(func() { bar.Add(1) })
	} else {
		samples, err = c.playWotn(func() { bar.Add(1) })
	}
	bar.Finish()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(term.out, "%d games, %d positions\n", c.Games, samples)
	return err
}

func (c *tunePlayCommand) playWotn(onGame func()) (samples int, err error) {
	variant, err := parseVariant(c.Variant)
	if err != nil {
		return 0, err
	}
	if !(c.Scattered >= 0 && c.Scattered <= 1 && c.Result >= 0 && c.Result <= 1) {
		return 0, &misuse{"--scattered and --result are shares from 0 to 1"}
	}
	play := training.WotnSelfPlay{
		Variant: variant, Nodes: nodesOr(c.Nodes, 1000), Seed: c.Seed, Scattered: c.Scattered, ResultShare: c.Result,
	}
	return play.Append(c.File, c.Games, c.Threads, onGame)
}

func (c *tunePlayCommand) playLancelot(onGame func()) (samples int, err error) {
	play := training.LancelotSelfPlay{Seats: c.Seats, Nodes: nodesOr(c.Nodes, 1500), Seed: c.Seed}
	for _, seats := range c.Seats {
		if seats < lancelot.MinSeats || seats > lancelot.MaxSeats {
			return 0, &misuse{fmt.Sprintf("Lancelot has %d to %d seats, not %d", lancelot.MinSeats, lancelot.MaxSeats, seats)}
		}
	}
	for _, name := range c.Rules {
		rules, err := parseRules(name)
		if err != nil {
			return 0, err
		}
		play.Rules = append(play.Rules, rules)
	}
	if len(play.Seats) == 0 || len(play.Rules) == 0 {
		return 0, &misuse{"--seats and --rules cannot be empty"}
	}
	if c.Plain {
		play.Weights = search.PlainWeights()
	}
	return play.Append(c.File, c.Games, c.Threads, onGame)
}

// tuneFitCommand fits weights to samples.
type tuneFitCommand struct {
	Rate *float64 `placeholder:"X" help:"Size of the first steps: in centipawns (1.5), of Lancelot in log-odds (0.05)."`
	From string   `placeholder:"FILE" help:"Weights to start from (default: those in use; Lancelot: the plain ones)."`
	Out  string   `placeholder:"FILE" help:"File for the weights (default: standard output)."`
	File string   `arg:"" help:"Samples, as written by tune play."`

	variantFlag
	Steps   int     `default:"400" group:"wotn" placeholder:"N" help:"Steps of gradient descent (400)."`
	Prior   float64 `default:"60" aliases:"trust" group:"wotn" placeholder:"CENTIPAWNS" help:"Standard deviation of the prior around the weights to start from (60)."`
	Initial bool    `aliases:"by-hand" group:"wotn" help:"Start from the initial weights, which were not tuned."`

	Epochs int `default:"20" group:"lancelot" placeholder:"N" help:"Passes over all samples (20)."`
}

func (c *tuneFitCommand) Run(term terminal, tune *tuneCommand) error {
	if tune.Game == lancelotGame {
		rate := 0.05
		if c.Rate != nil {
			rate = *c.Rate
		}
		if c.Epochs < 1 || !(rate > 0 && rate <= training.MaxRate) {
			return &misuse{fmt.Sprintf("--epochs must be 1 or more, and --rate above 0 and at most %d", training.MaxRate)}
		}
		fit := training.LancelotFit{Epochs: c.Epochs, Rate: rate, WeightsFile: c.From}
		weights, err := fit.Fit(c.File, term.notes)
		if err != nil {
			return err
		}
		return training.WriteText(term.out, c.Out, weights.Text())
	}
	variant, err := parseVariant(c.Variant)
	if err != nil {
		return err
	}
	if c.Initial && c.From != "" {
		return &misuse{"--initial and --from exclude each other"}
	}
	fit := training.WotnFit{Variant: variant, Steps: c.Steps, Rate: 1.5, PriorDeviation: c.Prior, Initial: c.Initial, WeightsFile: c.From}
	if c.Rate != nil {
		fit.Rate = *c.Rate
	}
	weights, err := fit.Fit(c.File, term.notes)
	if err != nil {
		return err
	}
	return training.WriteText(term.out, c.Out, weights.Text())
}

// tuneRescoreCommand rescores samples.
type tuneRescoreCommand struct {
	variantFlag
	Nodes   uint64  `default:"3000" placeholder:"N" help:"Nodes of each search (3000)."`
	Every   int     `default:"1" placeholder:"N" help:"Take every n-th sample only, since those of one game are similar (1)."`
	Offset  int     `default:"0" placeholder:"N" help:"Samples to skip at the beginning (0)."`
	Before  float64 `default:"0.2" placeholder:"SHARE" help:"Share of the sample's old expected result, or with --leaves that of the first search, in the new one (0.2)."`
	Leaves  bool    `help:"Sample the position at the end of the principal variation instead, where errors of the evaluation mislead the search."`
	Threads int     `default:"1" placeholder:"N" help:"Positions searched at once (1)."`
	From    string  `arg:"" help:"Samples, as written by tune play."`
	File    string  `arg:"" help:"File to append to."`
}

func (c *tuneRescoreCommand) Run(term terminal) error {
	variant, err := parseVariant(c.Variant)
	if err != nil {
		return err
	}
	if c.Nodes < 1 || c.Every < 1 || c.Offset < 0 || !(c.Before >= 0 && c.Before <= 1) {
		return &misuse{"--nodes and --every must be 1 or more, --offset 0 or more, --before a share from 0 to 1"}
	}
	samples, err := training.ReadWotnSamples(c.From, variant)
	if err != nil {
		return err
	}
	rescore := training.WotnRescore{Nodes: c.Nodes, Every: c.Every, Offset: c.Offset, OldShare: c.Before, Leaves: c.Leaves}
	bar := newProgress(term, rescore.Count(samples), "positions")
	count, err := rescore.Append(c.File, samples, c.Threads, func() { bar.Add(1) })
	bar.Finish()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(term.out, "%d positions rescored\n", count)
	return err
}

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

// tuneOrderCommand trains the solver's order of turns.
type tuneOrderCommand struct {
	Games  int     `default:"240" placeholder:"N" help:"Positions to solve (240)."`
	Nodes  uint64  `default:"2500000" placeholder:"N" help:"Largest number of nodes of each position (2500000)."`
	Seed   uint64  `default:"1" placeholder:"N" help:"Seed of the positions (1)."`
	Epochs int     `default:"8" placeholder:"N" help:"Passes over all samples (8)."`
	Rate   float64 `default:"0.2" placeholder:"X" help:"Size of the first steps, in log-odds (0.2)."`
	Out    string  `placeholder:"FILE" help:"File for the order (default: standard output)."`
}

func (c *tuneOrderCommand) Run(term terminal) error {
	if c.Games < solve.ValidationEvery {
		return &misuse{fmt.Sprintf("--games must be %d or more: one game in %[1]d is for validation", solve.ValidationEvery)}
	}
	if c.Nodes < 1 || c.Epochs < 1 || !(c.Rate > 0 && c.Rate <= training.MaxRate) {
		return &misuse{fmt.Sprintf("--nodes and --epochs must be 1 or more, and --rate above 0 and at most %d", training.MaxRate)}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	order := training.Order{Games: c.Games, Nodes: c.Nodes, Seed: c.Seed, Epochs: c.Epochs, Rate: c.Rate}
	bar := newProgress(term, c.Games, "positions")
	source, err := order.Train(ctx, term.notes, func() { bar.Add(1) })
	bar.Finish()
	if err != nil {
		return err
	}
	return training.WriteText(term.out, c.Out, source)
}

// tuneResultsCommand appends scores and results of self-play to a file.
type tuneResultsCommand struct {
	variantFlag
	Games   int    `default:"5000" placeholder:"N" help:"Number of games (5000)."`
	First   int    `default:"0" placeholder:"N" help:"Number of the first game, to continue an earlier run (0)."`
	Nodes   uint64 `default:"100" placeholder:"N" help:"Nodes of each search (100)."`
	Seed    uint64 `default:"1" placeholder:"N" help:"Seed of the openings (1)."`
	Threads int    `default:"1" placeholder:"N" help:"Concurrent games (1)."`
	File    string `arg:"" help:"File to append to."`
}

func (c *tuneResultsCommand) Run(term terminal) error {
	variant, err := parseVariant(c.Variant)
	if err != nil {
		return err
	}
	if c.Games < 1 || c.Nodes < 1 || c.First < 0 {
		return &misuse{"--games and --nodes must be 1 or more, --first 0 or more"}
	}
	if c.Threads < 1 || c.Threads > search.MaxThreads {
		return &misuse{fmt.Sprintf("--threads must be from 1 to %d", search.MaxThreads)}
	}
	play := training.ResultPlay{Variant: variant, Nodes: c.Nodes, Seed: c.Seed, First: c.First}
	bar := newProgress(term, c.Games, "games")
	samples, err := play.Append(c.File, c.Games, c.Threads, func() { bar.Add(1) })
	bar.Finish()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(term.out, "%d games, %d positions\n", c.Games, samples)
	return err
}

// tuneShareCommand fits the win share of scores.
type tuneShareCommand struct {
	variantFlag
	Resamples int    `default:"200" placeholder:"N" help:"Bootstrap samples for the confidence intervals (200)."`
	Seed      uint64 `default:"1" placeholder:"N" help:"Seed of the bootstrap samples (1)."`
	File      string `arg:"" help:"Samples, as written by tune results."`
}

func (c *tuneShareCommand) Run(term terminal) error {
	variant, err := parseVariant(c.Variant)
	if err != nil {
		return err
	}
	if c.Resamples < 0 || c.Resamples > 10_000 {
		return &misuse{"--resamples must be from 0 to 10000"}
	}
	fit := training.WinShareFit{Variant: variant, Resamples: c.Resamples, Seed: c.Seed}
	return fit.Fit(c.File, term.out)
}
