package main

import (
	"strings"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/pictures"
)

// diagramCommand writes a position with marks as SVG.
type diagramCommand struct {
	cli.GameFlag
	Position    string `placeholder:"POSITION" help:"Position to draw (default: the start position; for lancelot two seats, basic rules)."`
	Partial     bool   `help:"Draw a position that is not playable too, such as a board with one piece."`
	Marks       string `placeholder:"MARKS" help:"Marks separated by semicolons, such as \"arrow e2 e4; square e4; dot d3 d4\"; docs/formats/diagrams.md lists them."`
	Coordinates bool   `help:"Name the columns and rows at the edge."`
	View        string `placeholder:"CORNERS" help:"Part of the board to show, two opposite corners such as a1-d4 (default: all)."`
	Size        int    `default:"400" placeholder:"PIXELS" help:"Width of the picture, 40 to 8000 (400)."`
	Board       string `default:"wood" placeholder:"THEME" help:"Theme of the board: wood (the default), slate, parchment or contrast."`
	Title       string `placeholder:"TEXT" help:"Title of the picture, which screen readers read."`

	cli.VariantFlag
	Turned bool   `group:"wotn" help:"Show the board from Black's side."`
	Pieces string `default:"standing" group:"wotn" placeholder:"SET" help:"Set of pieces: standing (the default) or framed."`
}

func (c *diagramCommand) Run(term cli.Terminal) error {
	d := pictures.Diagram{
		Game: c.Game, Partial: c.Partial, Marks: c.Marks, View: c.View, Turned: c.Turned, Coordinates: c.Coordinates,
		Position: strings.Join(strings.Fields(c.Position), " "),
		Pieces:   c.Pieces, Board: c.Board, Size: c.Size, Title: c.Title,
	}
	if c.Size == 0 {
		return &cli.Misuse{Reason: "--size must be from 40 to 8000"}
	}
	if c.Game == cli.WotnGame {
		variant, err := cli.ParseVariant(c.Variant)
		if err != nil {
			return err
		}
		d.Variant = variant
	}
	svg, err := d.SVG()
	if err != nil {
		return err
	}
	_, err = term.Out.Write(svg)
	return err
}
