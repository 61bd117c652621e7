package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tafelrunde/internal/cli"
	core "tafelrunde/internal/puzzles"
	"tafelrunde/lab/puzzles"
)

// puzzlesVerifyCommand checks collections.
type puzzlesVerifyCommand struct {
	Nodes    uint64        `default:"1000000" placeholder:"N" help:"Nodes of each search (1000000); those of Lancelot have 20 times as many."`
	Sample   int           `placeholder:"N" help:"Check only so many puzzles, chosen by --seed."`
	Seed     uint64        `default:"1" placeholder:"N" help:"Seed of the sample and of the searches, which differ from those of make (1)."`
	Searches int           `default:"2" placeholder:"N" help:"Searches of each position, with different seeds (2)."`
	Part     string        `default:"1/1" placeholder:"K/N" help:"Check only every Nth puzzle, from the Kth on (1/1)."`
	For      time.Duration `placeholder:"TIME" help:"Stop after the puzzle whose check ends after this time, such as 20m."`
	Log      string        `placeholder:"FILE" help:"Append each result to a file, and do not check again what it has of the same commit, nodes, seed and number of searches."`
	Out      string        `placeholder:"FILE" help:"Write the puzzles that do not fail to a new collection."`
	Files    []string      `arg:"" help:"Collections."`

	versionFlag
}

func (c *puzzlesVerifyCommand) Run(term cli.Terminal) (err error) {
	part, parts, err := parsePart(c.Part)
	if err != nil {
		return err
	}
	if c.Nodes < 1 || c.Searches < 1 || c.Sample < 0 || c.Out != "" && (c.Sample > 0 || parts > 1) {
		return &cli.Misuse{Reason: "--nodes and --searches must be 1 or more, --sample not negative, and --out needs all puzzles"}
	}
	sections, err := readCollections(c.Files)
	if err != nil {
		return err
	}
	v := puzzles.Verify{Nodes: c.Nodes, Sample: c.Sample, Seed: c.Seed, Searches: c.Searches, Part: part - 1, Parts: parts}
	if c.Log != "" {
		version, err := c.version()
		if err != nil {
			return err
		}
		if v.Log, err = puzzles.OpenVerifyLog(c.Log, &v, version); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, v.Log.Close()) }()
	}
	ctx, stop := interruptible(c.For)
	defer stop()
	report, failed, checked := cli.CountDone(term, "puzzles"), map[*core.Puzzle]bool{}, 0
	done := v.Run(ctx, sections, func(p *core.Puzzle, failure *puzzles.Failure, done, all int) {
		if checked++; failure != nil {
			failed[p] = true
			fmt.Fprintf(term.Out, "%s: %v\n", p.ID, failure)
		}
		report(done, all)
	})
	if done != nil && !errors.Is(done, context.DeadlineExceeded) {
		return done
	}
	if _, err := fmt.Fprintf(term.Out, "%d of %d puzzles fail\n", len(failed), checked); err != nil {
		return err
	}
	switch {
	case c.Out != "" && done != nil:
		return errors.New("the time is over and not all puzzles are checked; nothing is written")
	case c.Out != "":
		return writeCollection(c.Out, puzzles.Merge(sections, failed))
	case len(failed) > 0:
		return errors.New("there are puzzles that fail; --out writes a collection without them")
	}
	return nil
}
