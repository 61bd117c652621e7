package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"tafelrunde/internal/cli"
	"tafelrunde/lab/matchplay"
)

// playWotn plays a match of Way of the Knight or chess.
func (c *matchCommand) playWotn(ctx context.Context, term cli.Terminal) error {
	match, err := c.newMatch()
	if err != nil {
		return err
	}
	if c.PGN != "" {
		file, err := cli.OpenToAppend(c.PGN)
		if err != nil {
			return err
		}
		defer file.Close()
		match.PGN = file
	}
	cli.SetGOMAXPROCS(c.Concurrency) // delays between engines and referee count as thinking time
	names := [2]string{match.Contestants[0].Name, match.Contestants[1].Name}
	bar := cli.NewProgress(term, 2*match.Pairs, "games")
	match.OnGame = func(game *matchplay.FinishedGame) {
		if failure := game.Failure(); failure != "" {
			if cli.IsTerminal(term.Notes) {
				bar.Clear()
			}
			fmt.Fprintln(term.Notes, failure)
		}
		bar.Describe(fmt.Sprintf("%s %.1f:%.1f %s", names[0], game.Points[0], game.Points[1], names[1]))
		bar.Add(1)
	}
	result, err := match.Play(ctx)
	bar.Finish()
	stopped := errors.Is(err, context.Canceled)
	if err != nil && !stopped {
		return err
	}
	summary := &matchplay.Summary{Names: names, Result: result, Test: match.Test}
	if c.JSON {
		err = cli.WriteJSON(term.Out, summary)
	} else {
		err = summary.Write(term.Out)
	}
	if err == nil && stopped {
		err = errors.New("stopped before the end")
	}
	return err
}

// newMatch returns the match of Way of the Knight that the flags describe.
func (c *matchCommand) newMatch() (*matchplay.Match, error) {
	variant, err := cli.ParseVariant(c.Variant)
	if err != nil {
		return nil, err
	}
	switch {
	case len(c.Engines) != 2:
		return nil, &cli.Misuse{Reason: fmt.Sprintf("a match has two engines, not %d", len(c.Engines))}
	case c.Games < 2 || c.Games%2 != 0:
		return nil, &cli.Misuse{Reason: fmt.Sprintf("--games is %d, but games are played in pairs: it is an even number from 2 on", c.Games)}
	case c.Plies < 0 || c.Balance < 0 || c.Depth < 0 || c.Margin < 0 || c.MaxMoves < 0:
		return nil, &cli.Misuse{Reason: "numbers must not be negative"}
	}
	match := &matchplay.Match{
		Book:         matchplay.Book{Variant: variant, Plies: c.Plies, Balance: c.Balance, Seed: c.Seed, Evaluate: matchplay.EvaluateQuickly},
		Pairs:        c.Games / 2,
		Concurrency:  c.Concurrency,
		Margin:       c.Margin,
		Adjudication: matchplay.Adjudication{MaxMoves: c.MaxMoves},
	}
	control, err := matchplay.ParseControl(c.TC)
	if err != nil {
		return nil, &cli.Misuse{Reason: "--tc: " + err.Error()}
	}
	if c.Openings != "" {
		text, err := os.ReadFile(c.Openings)
		if err == nil {
			match.Book.Openings, err = matchplay.ReadOpenings(c.Openings, string(text), variant)
		}
		if err != nil {
			return nil, &cli.Misuse{Reason: "--openings: " + err.Error()}
		}
	}
	limits := matchplay.Limits{MoveTime: c.Movetime, Nodes: c.Nodes, Depth: c.Depth}
	if match.Contestants, err = matchplay.ParseContestants(c.Engines, control, limits, matchplay.BuiltIn(cli.Authors)); err != nil {
		return nil, &cli.Misuse{Reason: err.Error()}
	}
	if c.SPRT != "" {
		if match.Test, err = matchplay.ParseSPRT(c.SPRT); err != nil {
			return nil, &cli.Misuse{Reason: "--sprt is " + err.Error()}
		}
	}
	if c.Draw != "" {
		if err := match.Adjudication.ParseDraw(c.Draw); err != nil {
			return nil, &cli.Misuse{Reason: "--draw is " + err.Error()}
		}
	}
	if c.Resign != "" {
		if err := match.Adjudication.ParseResign(c.Resign); err != nil {
			return nil, &cli.Misuse{Reason: "--resign is " + err.Error()}
		}
	}
	return match, nil
}
