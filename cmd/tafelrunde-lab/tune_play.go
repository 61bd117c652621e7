package main

import (
	"context"
	"fmt"
	"os/signal"
	"syscall"

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
	Part      string  `default:"1/1" group:"wotn" placeholder:"K/N" help:"Play only every Nth game, from the Kth on (1/1). An interrupted run is continued."`

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
	if tune.Game != cli.LancelotGame {
		return c.playWotn(term)
	}
	bar := cli.NewProgress(term, c.Games, "games")
	samples, err := c.playLancelot(func() { bar.Add(1) })
	bar.Finish()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(term.Out, "%d games, %d positions\n", c.Games, samples)
	return err
}

func (c *tunePlayCommand) playWotn(term cli.Terminal) error {
	variant, err := cli.ParseVariant(c.Variant)
	if err != nil {
		return err
	}
	if !(c.Scattered >= 0 && c.Scattered <= 1) {
		return &cli.Misuse{Reason: "--scattered is a share from 0 to 1"}
	}
	number, parts, err := parsePart(c.Part)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	part := training.Part{First: number - 1, Step: parts, Games: c.Games}
	play := training.WotnSelfPlay{Variant: variant, Nodes: nodesOr(c.Nodes, 1000), Seed: c.Seed, Scattered: c.Scattered}
	bar := cli.NewProgress(term, part.Count(), "games")
	err = play.Append(ctx, c.File, part, c.Threads, func() { bar.Add(1) })
	bar.Finish()
	return err
}

// parsePart reads a part K/N with K from 1 to N.
func parsePart(text string) (number, parts int, err error) {
	if n, err := fmt.Sscanf(text+"\n", "%d/%d\n", &number, &parts); n != 2 || err != nil || number < 1 || number > parts {
		return 0, 0, &cli.Misuse{Reason: "--part is K/N, with K from 1 to N"}
	}
	return number, parts, nil
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
