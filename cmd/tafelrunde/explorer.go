package main

import (
	"fmt"
	"os"
	"strings"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/explorer"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// explorerCommand reads the tables of the explorer.
type explorerCommand struct {
	Show explorerShowCommand `cmd:"" help:"Print the moves that were played in a position."`
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
