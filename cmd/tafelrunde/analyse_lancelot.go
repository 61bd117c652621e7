package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/engines"
	"tafelrunde/internal/judge"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
	"tafelrunde/lancelot/search"
)

// analyseLancelot analyses a position or a turn of Lancelot.
func (c *analyseCommand) analyseLancelot(term cli.Terminal) error {
	multiPV := c.multiPV(5)
	switch {
	case multiPV < 1:
		return &cli.Misuse{Reason: "--multipv must be at least 1"}
	case c.Movetime < 0:
		return &cli.Misuse{Reason: "--movetime must not be negative"}
	case c.Threads < 1 || c.Threads > search.MaxThreads:
		return &cli.Misuse{Reason: fmt.Sprintf("--threads must be from 1 to %d", search.MaxThreads)}
	case c.Hash < 1 || c.Hash > search.MaxHash:
		return &cli.Misuse{Reason: fmt.Sprintf("--hash must be from 1 to %d", search.MaxHash)}
	}
	if err := engines.CheckMemory(c.Hash); err != nil {
		return &cli.Misuse{Reason: "--hash: " + err.Error()}
	}
	game, err := c.lancelotGame()
	if err != nil {
		return err
	}
	p := game.Position()
	if game.Outcome().Over() {
		return fmt.Errorf("the game is over: %s", cli.OutcomeText(game.Outcome()))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	tree := &search.Tree{Threads: c.Threads, Memory: c.Hash << 20}
	limits := engine.Limits{MoveTime: c.Movetime, Depth: c.Depth, Nodes: c.Nodes}
	if c.Movetime == 0 && c.Depth == 0 && c.Nodes == 0 {
		limits.MoveTime = usualAnalysis
	}
	if c.Classify != "" {
		turn, err := p.ParseTurn(c.Classify)
		if err != nil {
			return fmt.Errorf("turn %q: %w", c.Classify, err)
		}
		v := judge.ClassifyTurn(tree.Compare(ctx, p, turn, limits))
		if c.JSON {
			return cli.WriteJSON(term.Out, cli.NewVerdict(p, &v))
		}
		return cli.WriteVerdict(term.Out, p, &v, c.Language)
	}
	advice := tree.Advise(ctx, p, limits, multiPV)
	if c.JSON {
		return cli.WriteJSON(term.Out, cli.NewAdvice(p, &advice))
	}
	return cli.WriteAdvice(term.Out, p, &advice, c.Language)
}

// lancelotGame returns the game that the flags describe.
func (c *analyseCommand) lancelotGame() (*lancelot.Game, error) {
	var start lancelot.Position
	if c.Position != "" {
		text := strings.Join(strings.Fields(c.Position), " ")
		var err error
		if start, err = lancelot.ParsePosition(text); err != nil {
			return nil, fmt.Errorf("position %q: %w", text, err)
		}
	} else {
		rules, err := cli.ParseRules(c.Rules)
		if err != nil {
			return nil, err
		}
		if start, err = (lancelot.Options{Seats: c.Seats, Rules: rules}).Setup().Position(); err != nil {
			return nil, err
		}
	}
	return cli.PlayTurns(start, c.Turns)
}
