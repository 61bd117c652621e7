package main

import (
	"context"

	"tafelrunde/internal/cli"
	"tafelrunde/lab/matchplay"
)

// playLancelot plays a match of Lancelot.
func (c *matchCommand) playLancelot(ctx context.Context, term cli.Terminal) error {
	rules, err := cli.ParseRules(c.Rules)
	if err != nil {
		return err
	}
	if c.Opening < 0 {
		return &cli.Misuse{Reason: "--opening must not be negative"}
	}
	match := &matchplay.LancelotMatch{
		Players: c.Engines, Rules: rules, Games: c.Games, MoveTime: c.Movetime, Nodes: c.Nodes,
		Seed: c.Seed, Opening: c.Opening, Concurrency: c.Concurrency,
	}
	if err := match.Validate(); err != nil {
		return &cli.Misuse{Reason: err.Error()}
	}
	if c.Records != "" {
		file, err := cli.OpenToAppend(c.Records)
		if err != nil {
			return err
		}
		defer file.Close()
		match.Records = file
	}
	bar := cli.NewProgress(term, match.GameCount(), "games")
	match.OnGame = func() { bar.Add(1) }
	result, err := match.Play(ctx)
	bar.Finish()
	if err != nil {
		return err
	}
	if c.JSON {
		err = cli.WriteJSON(term.Out, result)
	} else {
		err = result.Write(term.Out)
	}
	if err == nil && len(result.Failures) > 0 {
		err = cli.ErrReported
	}
	return err
}
