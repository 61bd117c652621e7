package main

import (
	"fmt"
	"io"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/puzzles"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// puzzlesCommand reads the puzzles of the program.
type puzzlesCommand struct {
	Export puzzlesExportCommand `cmd:"" help:"Write the puzzles of a game; anyone may use them for anything."`
}

// puzzlesExportCommand writes puzzles in a format.
type puzzlesExportCommand struct {
	cli.GameFlag
	cli.VariantFlag

	Seats int  `group:"lancelot" placeholder:"N" help:"Only puzzles with N seats (default: all)."`
	PGN   bool `name:"pgn" xor:"format" help:"Write records with the solution: PGN, or those of Lancelot (the default)."`
	CSV   bool `name:"csv" xor:"format" help:"Write comma-separated values with a line of names."`
	EPD   bool `name:"epd" xor:"format" group:"wotn" help:"Write positions with the best moves."`
}

func (c *puzzlesExportCommand) Run(term cli.Terminal) error {
	rules := puzzles.Lancelot
	if c.Game == cli.WotnGame {
		variant, err := cli.ParseVariant(c.Variant)
		if err != nil {
			return err
		}
		if variant == wotn.Chess {
			return &cli.Misuse{Reason: "there are no puzzles of chess"}
		}
		rules = variant.String()
	}
	if c.Seats != 0 && (c.Seats < lancelot.MinSeats || c.Seats > lancelot.MaxSeats) {
		return &cli.Misuse{Reason: fmt.Sprintf("--seats is %d to %d, got %d", lancelot.MinSeats, lancelot.MaxSeats, c.Seats)}
	}
	all, err := puzzles.Embedded()
	if err != nil {
		return err
	}
	var list []puzzles.Puzzle
	for i := range all {
		if all[i].Rules != rules {
			continue
		}
		seats, err := all[i].Seats()
		if err != nil {
			return err
		}
		if c.Seats == 0 || seats == c.Seats {
			list = append(list, all[i])
		}
	}
	if c.CSV {
		return puzzles.WriteCSV(term.Out, list)
	}
	for i := range list {
		text, end := "", "\n"
		if c.EPD {
			text, err = list[i].EPD()
		} else {
			text, err = list[i].Record()
			if i == len(list)-1 {
				end = ""
			}
		}
		if err != nil {
			return err
		}
		if _, err := io.WriteString(term.Out, text+end); err != nil {
			return err
		}
	}
	return nil
}
