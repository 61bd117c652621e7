package main

import (
	"fmt"

	"tafelrunde/internal/cli"
	"tafelrunde/lab/training"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/search"
)

// tunePlayCommand appends samples of self-play to a file.
type tunePlayCommand struct {
	Games   int     `default:"1000" placeholder:"N" help:"Number of games (1000)."`
	Nodes   *uint64 `placeholder:"N" help:"Nodes of each search (1000; Lancelot: 1500)."`
	Seed    uint64  `default:"1" placeholder:"N" help:"Seed of the openings (1)."`
	Threads int     `default:"1" placeholder:"N" help:"Concurrent games (1)."`
	File    string  `arg:"" help:"Dataset to append to."`

	cli.VariantFlag
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

func (c *tunePlayCommand) Run(term cli.Terminal, tune *tuneCommand) error {
	if c.Games < 1 || nodesOr(c.Nodes, 1) < 1 {
		return &cli.Misuse{Reason: "--games and --nodes must be 1 or more"}
	}
	if c.Threads < 1 || c.Threads > search.MaxThreads {
		return &cli.Misuse{Reason: fmt.Sprintf("--threads must be from 1 to %d", search.MaxThreads)}
	}
	bar := cli.NewProgress(term, c.Games, "games")
	samples, err := 0, error(nil)
	if tune.Game == cli.LancelotGame {
		samples, err = c.playLancelot(func() { bar.Add(1) })
	} else {
		samples, err = c.playWotn(func() { bar.Add(1) })
	}
	bar.Finish()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(term.Out, "%d games, %d positions\n", c.Games, samples)
	return err
}

func (c *tunePlayCommand) playWotn(onGame func()) (samples int, err error) {
	variant, err := cli.ParseVariant(c.Variant)
	if err != nil {
		return 0, err
	}
	if !(c.Scattered >= 0 && c.Scattered <= 1 && c.Result >= 0 && c.Result <= 1) {
		return 0, &cli.Misuse{Reason: "--scattered and --result are shares from 0 to 1"}
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
			return 0, &cli.Misuse{Reason: fmt.Sprintf("Lancelot has %d to %d seats, not %d", lancelot.MinSeats, lancelot.MaxSeats, seats)}
		}
	}
	for _, name := range c.Rules {
		rules, err := cli.ParseRules(name)
		if err != nil {
			return 0, err
		}
		play.Rules = append(play.Rules, rules)
	}
	if len(play.Seats) == 0 || len(play.Rules) == 0 {
		return 0, &cli.Misuse{Reason: "--seats and --rules cannot be empty"}
	}
	if c.Plain {
		play.Weights = search.PlainWeights()
	}
	return play.Append(c.File, c.Games, c.Threads, onGame)
}
