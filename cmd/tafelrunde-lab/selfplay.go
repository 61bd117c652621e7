package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/explorer"
	"tafelrunde/lab/selfplay"
)

// selfplayCommand plays games for the explorer and packs their positions into a table.
type selfplayCommand struct {
	Set   string `required:"" placeholder:"NAME" help:"Kind of game: chess, wotn, wotn-alternative, lancelot-basic, lancelot-diagonals, lancelot-excalibur or lancelot-diagonals-excalibur."`
	Games int    `default:"20000" placeholder:"N" help:"Number of games in the file (20000; 0 packs those that are there)."`
	Nodes int    `default:"200" placeholder:"N" help:"Nodes of each search (200)."`
	Seed  uint64 `default:"1" placeholder:"N" help:"Seed of the choice among good moves (1)."`
	Plies int    `default:"30" placeholder:"N" help:"How many moves of each game are counted (30)."`
	Bytes int    `default:"280000" placeholder:"N" help:"Largest size of the table (280000)."`
	File  string `arg:"" help:"Dataset of the games: created or continued."`
	Table string `arg:"" help:"File for the table."`
}

func (c *selfplayCommand) Run(term cli.Terminal) error {
	set, ok := explorer.SetNamed(c.Set)
	switch {
	case !ok:
		var names []string
		for _, s := range explorer.Sets() {
			names = append(names, s.Name)
		}
		return &cli.Misuse{Reason: fmt.Sprintf("unknown set %q; known are %s", c.Set, strings.Join(names, ", "))}
	case c.Games < 0 || c.Nodes < 1 || c.Plies < 1 || c.Bytes < 1:
		return &cli.Misuse{Reason: "--nodes, --plies and --bytes must be 1 or more, and --games not negative"}
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	play := selfplay.Play{Set: set, Nodes: uint64(c.Nodes), Seed: c.Seed}
	bar := cli.NewProgress(term, max(1, c.Games), "games")
	err := play.Append(ctx, c.File, c.Games, func(count int) { bar.Set(count) })
	bar.Finish()
	if err != nil {
		return err
	}
	counter := explorer.NewCounter(set, c.Plies)
	if err := selfplay.Read(c.File, term.Notes, set, counter.Add); err != nil {
		return err
	}
	data := counter.Pack(c.Nodes, c.Bytes)
	table, err := explorer.Open(data)
	if err != nil {
		return err
	}
	if err := os.WriteFile(c.Table, data, 0o644); err != nil {
		return err
	}
	_, err = fmt.Fprintf(term.Out, "%s: %d games, %d positions, %d bytes\n", set.Name, table.Games, table.Positions, len(data))
	return err
}
