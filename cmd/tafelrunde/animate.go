package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/pictures"
	"tafelrunde/lancelot"
	lancelotrecord "tafelrunde/lancelot/record"
	"tafelrunde/wotn/record"
)

// animateCommand writes a recorded game as an animated GIF.
type animateCommand struct {
	cli.GameFlag
	File   string        `arg:"" optional:"" placeholder:"FILE" help:"File with the record: PGN, or a record of Lancelot (default: standard input)."`
	Number int           `default:"1" placeholder:"N" help:"Number of the game in the file (1)."`
	Delay  time.Duration `default:"800ms" placeholder:"TIME" help:"Time for each position, 50ms to 10s (800ms)."`
	Size   int           `default:"480" placeholder:"PIXELS" help:"Width of the board, 160 to 800 (480)."`
	Board  string        `default:"wood" placeholder:"THEME" help:"Theme of the board: wood (the default), slate, parchment or contrast."`
	Out    string        `placeholder:"FILE" help:"File to write (default: standard output)."`

	Variant string `default:"detect" group:"wotn" placeholder:"VARIANT" help:"Variant of a game that names none: detect (the default), wotn, wotn-alternative or chess."`
	Turned  bool   `group:"wotn" help:"Show the board from Black's side."`
	Pieces  string `default:"standing" group:"wotn" placeholder:"SET" help:"Set of pieces: standing (the default) or framed."`
}

// maxRecordBytes is the largest size of a file with records.
const maxRecordBytes = 64 << 20

func (c *animateCommand) Run(term cli.Terminal) error {
	switch {
	case c.Number < 1:
		return &cli.Misuse{Reason: "--number must be at least 1"}
	case c.Delay == 0:
		return &cli.Misuse{Reason: "--delay must be from 50ms to 10s"}
	case c.Size == 0:
		return &cli.Misuse{Reason: "--size must be from 160 to 800"}
	}
	text, err := c.read()
	if err != nil {
		return err
	}
	var a pictures.Animation
	if c.Game == cli.LancelotGame {
		a, err = c.lancelot(text, term)
	} else {
		a, err = c.wotn(text, term)
	}
	if err != nil {
		return err
	}
	a.Delay, a.Size, a.Board, a.Pieces, a.Turned = c.Delay, c.Size, c.Board, c.Pieces, c.Turned
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if c.Out == "" {
		return pictures.WriteGIF(ctx, term.Out, a)
	}
	return writeFile(c.Out, func(w io.Writer) error { return pictures.WriteGIF(ctx, w, a) })
}

// writeFile writes a file. It is removed if that fails.
func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	err = write(f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		os.Remove(path)
	}
	return err
}

func (c *animateCommand) read() (string, error) {
	in := io.Reader(os.Stdin)
	if c.File != "" && c.File != "-" {
		f, err := os.Open(c.File)
		if err != nil {
			return "", err
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, maxRecordBytes+1))
	if err == nil && len(data) > maxRecordBytes {
		err = fmt.Errorf("the records are longer than %d bytes", maxRecordBytes)
	}
	return decoded(data), err
}

func (c *animateCommand) missing(games int) error {
	return fmt.Errorf("there is no game %d in the file, which has %d", c.Number, games)
}

func (c *animateCommand) wotn(text string, term cli.Terminal) (a pictures.Animation, err error) {
	reader := record.NewDetectingReader(text)
	if c.Variant != "detect" {
		variant, err := cli.ParseVariant(c.Variant)
		if err != nil {
			return a, err
		}
		reader = record.NewReader(text, variant)
	}
	for number := 1; ; number++ {
		g, err := reader.Next()
		if err == io.EOF {
			return a, c.missing(number - 1)
		}
		if number < c.Number {
			continue
		}
		if err != nil {
			return a, err
		}
		for _, p := range g.Problems {
			if p.Code == record.AssumedChess || p.Code == record.MarkText {
				fmt.Fprintln(term.Notes, "note:", p)
			}
		}
		return wotnAnimation(&g), nil
	}
}

// wotnAnimation returns the animation of a game with the usual options.
func wotnAnimation(g *record.Game) pictures.Animation {
	a := pictures.Animation{
		Game: cli.WotnGame, Variant: g.Variant.String(), Start: g.Line.Start.String(),
		Names: []string{g.Tag("White"), g.Tag("Black")},
	}
	for _, m := range g.Line.Moves {
		a.Moves = append(a.Moves, m.Move.String())
	}
	if white, black, ok := strings.Cut(g.Result, "-"); ok {
		a.Scores = []string{strings.Replace(white, "1/2", "½", 1), strings.Replace(black, "1/2", "½", 1)}
	}
	return a
}

func (c *animateCommand) lancelot(text string, term cli.Terminal) (a pictures.Animation, err error) {
	games, err := lancelotrecord.ReadAll(text)
	if len(games) < c.Number {
		if err == nil {
			err = c.missing(len(games))
		}
		return a, err
	}
	g := &games[c.Number-1]
	for _, p := range g.Problems {
		if p.Code == lancelotrecord.BadNAG {
			fmt.Fprintln(term.Notes, "note:", p)
		}
	}
	a = pictures.Animation{Game: cli.LancelotGame, Start: g.Start.String()}
	for seat := range lancelot.Seat(g.Start.Seats()) {
		a.Names = append(a.Names, g.Tag(lancelotrecord.SeatTag(seat)))
	}
	for _, t := range g.Turns {
		a.Moves = append(a.Moves, t.Turn.String())
	}
	if result := g.Result.String(); result != "*" {
		a.Scores = strings.Split(result, "-")
	}
	return a, nil
}
