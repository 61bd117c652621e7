package main

import (
	"context"

	"tafelrunde/internal/matchplay"
)

// playLancelot plays a match of Lancelot.
func (c *matchCommand) playLancelot(ctx context.Context, term terminal) error {
	rules, err := parseRules(c.Rules)
	if err != nil {
		return err
	}
	if c.Opening < 0 {
		return &misuse{"--opening must not be negative"}
	}
	match := &matchplay.LancelotMatch{
		Players: c.Engines, Rules: rules, Games: c.Games, MoveTime: c.Movetime, Nodes: c.Nodes,
		Seed: c.Seed, Opening: c.Opening, Concurrency: c.Concurrency,
	}
	if err := match.Validate(); err != nil {
		return &misuse{err.Error()}
	}
	if c.Records != "" {
		file, err := openToAppend(c.Records)
		if err != nil {
			return err
		}
		defer file.Close()
		match.Records = file
	}
	bar := newProgress(term, match.GameCount(), "games")
	match.OnGame = func() { bar.Add(1) }
	result, err := match.Play(ctx)
	bar.Finish()
	if err != nil {
		return err
	}
	if c.JSON {
		err = writeJSON(term.out, result)
	} else {
		err = result.Write(term.out)
	}
	if err == nil && len(result.Failures) > 0 {
		err = errReported
	}
	return err
}
