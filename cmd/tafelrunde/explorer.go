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
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// explorerCommand makes and reads the tables of the explorer.
type explorerCommand struct {
	Build explorerBuildCommand `cmd:"" help:"Play the engines against themselves until a file has enough games, and pack the most frequent positions into a table. An interrupted run is continued."`
	Show  explorerShowCommand  `cmd:"" help:"Print the moves that were played in a position."`
}

// explorerBuildCommand plays games and packs them.
type explorerBuildCommand struct {
	Set   string `required:"" placeholder:"NAME" help:"Kind of game: chess, wotn, wotn-alternative, lancelot-basic, lancelot-diagonals, lancelot-excalibur or lancelot-diagonals-excalibur."`
	Games int    `default:"20000" placeholder:"N" help:"Number of games in the file (20000; 0 packs those that are there)."`
	Nodes int    `default:"200" placeholder:"N" help:"Nodes of each search (200)."`
	Seed  uint64 `default:"1" placeholder:"N" help:"Seed of the choice among good moves (1)."`
	Plies int    `default:"30" placeholder:"N" help:"How many moves of each game are counted (30)."`
	Bytes int    `default:"280000" placeholder:"N" help:"Largest size of the table (280000)."`
	File  string `arg:"" help:"File of the games: created or continued."`
	Table string `arg:"" help:"File for the table."`
}

func (c *explorerBuildCommand) Run(term cli.Terminal) error {
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
	if err := selfplay.Read(c.File, set, counter.Add); err != nil {
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

// explorerShowCommand looks a position up.
type explorerShowCommand struct {
	Table    string `arg:"" help:"File of the table."`
	Position string `arg:"" optional:"" help:"Position (default: the start position)."`
}

func (c *explorerShowCommand) Run(term cli.Terminal) error {
	table, err := readTable(c.Table)
	if err != nil {
		return err
	}
	place, err := placeIn(table.Set, strings.Join(strings.Fields(c.Position), " "))
	if err != nil {
		return err
	}
	moves := table.Moves(&place)
	if len(moves) == 0 {
		_, err := fmt.Fprintln(term.Out, "no games")
		return err
	}
	fmt.Fprintf(term.Out, "%-10s %8s %8s %8s %8s\n", "move", "games", "wins", "draws", "losses")
	for _, m := range moves {
		if _, err := fmt.Fprintf(term.Out, "%-10s %8d %8d %8d %8d\n", m.Text, m.Games(), m.Wins, m.Draws, m.Losses); err != nil {
			return err
		}
	}
	return nil
}

// readTable returns the table in a file.
func readTable(name string) (*explorer.Table, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	table, err := explorer.Open(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return table, nil
}

// placeIn returns the place of a position of a set; "" is the start position.
func placeIn(set explorer.Set, position string) (explorer.Place, error) {
	if !set.Lancelot {
		p := wotn.Start(set.Variant)
		if position != "" {
			var err error
			if p, err = wotn.ParsePosition(set.Variant, position); err != nil {
				return explorer.Place{}, err
			}
		}
		return explorer.PlaceOfWotn(&p), nil
	}
	p, err := lancelot.Options{Seats: 2, Rules: set.Rules}.Setup().Position()
	if position != "" {
		p, err = lancelot.ParsePosition(position)
	}
	if err != nil {
		return explorer.Place{}, err
	}
	place, ok := explorer.PlaceOfLancelot(&p)
	if !ok || place.Set != set {
		return place, &cli.Misuse{Reason: "the position is of another kind of game than the table, " + set.Name}
	}
	return place, nil
}
