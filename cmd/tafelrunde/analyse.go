package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/engines"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/net"
	"tafelrunde/wotn/search"
)

// analyseCommand shows the best moves of a position, or of Lancelot the best turns.
type analyseCommand struct {
	cli.GameFlag
	Position string        `placeholder:"POSITION" help:"Position to analyse (default: the start position)."`
	MultiPV  *int          `name:"multipv" placeholder:"N" help:"Number of best moves or turns to show (3; Lancelot: 5)."`
	Movetime time.Duration `placeholder:"TIME" help:"Search time (5s if there is no other limit)."`
	Nodes    uint64        `placeholder:"N" help:"Nodes to search."`
	Depth    int           `placeholder:"N" help:"Search depth in plies; for Lancelot the length of the principal variation in turns."`
	Threads  int           `default:"1" placeholder:"N" help:"Search threads (1)."`
	Hash     int           `default:"64" placeholder:"MIB" help:"Memory of the search (64)."`
	JSON     bool          `name:"json" help:"Write JSON."`

	cli.VariantFlag
	Moves string `group:"wotn" placeholder:"MOVES" help:"Moves from that position on, in coordinates or SAN, with or without numbers."`

	Seats    int    `default:"2" group:"lancelot" placeholder:"N" help:"Seats of the start position (2)."`
	Rules    string `default:"basic" group:"lancelot" placeholder:"RULES" help:"Rules of the start position: basic (the default), diagonals, excalibur or diagonals+excalibur."`
	Turns    string `group:"lancelot" placeholder:"TURNS" help:"Turns from that position on, with spaces between."`
	Classify string `group:"lancelot" placeholder:"TURN" help:"Turn to classify as good, an inaccuracy, a mistake or a blunder, with a better one."`
	Language string `default:"en" enum:"en,de" group:"lancelot" placeholder:"LANG" help:"Language of the sentences: en (the default) or de."`
}

// usualAnalysis is the search time if no limit is given.
const usualAnalysis = 5 * time.Second

func (c *analyseCommand) Run(term cli.Terminal) error {
	if c.Game == cli.LancelotGame {
		return c.analyseLancelot(term)
	}
	return c.analyseWotn(term)
}

// multiPV returns the number of moves to show, or a default.
func (c *analyseCommand) multiPV(preset int) int {
	if c.MultiPV == nil {
		return preset
	}
	return *c.MultiPV
}

// analyseWotn analyses a position of Way of the Knight or chess.
func (c *analyseCommand) analyseWotn(term cli.Terminal) error {
	variant, err := cli.ParseVariant(c.Variant)
	if err != nil {
		return err
	}
	multiPV := c.multiPV(3)
	switch {
	case multiPV < 1 || multiPV > search.MaxMultiPV:
		return &cli.Misuse{Reason: fmt.Sprintf("--multipv must be from 1 to %d", search.MaxMultiPV)}
	case c.Depth < 0 || c.Movetime < 0:
		return &cli.Misuse{Reason: "--depth and --movetime must not be negative"}
	case c.Threads < 1 || c.Threads > search.MaxThreads:
		return &cli.Misuse{Reason: fmt.Sprintf("--threads must be from 1 to %d", search.MaxThreads)}
	case c.Hash < 1 || c.Hash > search.MaxHash:
		return &cli.Misuse{Reason: fmt.Sprintf("--hash must be from 1 to %d", search.MaxHash)}
	}
	if err := engines.CheckMemory(c.Hash); err != nil {
		return &cli.Misuse{Reason: "--hash: " + err.Error()}
	}
	start := wotn.Start(variant)
	if c.Position != "" {
		text := strings.Join(strings.Fields(c.Position), " ")
		var err error
		if start, err = wotn.ParsePosition(variant, text); err != nil {
			return fmt.Errorf("position %q: %w", text, err)
		}
	}
	game := wotn.NewGame(start)
	if err := cli.PlayMoves(game, c.Moves); err != nil {
		return err
	}
	limits := engine.Limits{MoveTime: c.Movetime, Depth: c.Depth, Nodes: c.Nodes}
	if c.Movetime == 0 && c.Depth == 0 && c.Nodes == 0 {
		limits.MoveTime = usualAnalysis
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	config := net.Config()
	config.Threads, config.Hash, config.MultiPV = c.Threads, c.Hash, multiPV
	e := search.New(config)
	var result engine.Result
	if !game.Outcome().Over() {
		result = e.Search(ctx, game, limits, nil)
	}
	found := cli.NewAnalysis(game, result)
	if c.JSON {
		return cli.WriteJSON(term.Out, found)
	}
	return found.Write(term.Out)
}
