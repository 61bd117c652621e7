package main

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"tafelrunde/internal/cli"
	"tafelrunde/wotn"
)

type perftCommand struct {
	cli.GameFlag
	cli.VariantFlag

	Position string `placeholder:"TEXT" help:"Position to count from (default: the start position; for lancelot two seats, basic rules)."`
	Divide   bool   `help:"Print the count of each first move."`
	Suite    string `placeholder:"FILE" help:"Check the counts in a file of lines \"game | position | n1 n2 n3 …\"."`
	Depth    *int   `arg:"" optional:"" help:"Number of moves in a sequence."`
}

func (c *perftCommand) Run(term cli.Terminal) error {
	if c.Suite != "" {
		if c.Game != cli.WotnGame || c.Variant != wotn.Standard.String() || c.Position != "" || c.Divide || c.Depth != nil {
			return &cli.Misuse{Reason: "--suite excludes the other flags: the file names games, positions and depths"}
		}
		return checkSuite(term, c.Suite)
	}
	switch {
	case c.Depth == nil:
		return &cli.Misuse{Reason: "DEPTH or --suite is missing"}
	case *c.Depth < 0:
		return &cli.Misuse{Reason: fmt.Sprintf("DEPTH must not be negative, got %d", *c.Depth)}
	case c.Divide && *c.Depth == 0:
		return &cli.Misuse{Reason: "--divide needs a DEPTH of 1 or more"}
	}
	name := c.Game
	if name == cli.WotnGame {
		variant, err := cli.ParseVariant(c.Variant)
		if err != nil {
			return err
		}
		name = variant.String()
	}
	game, known := findPerftGame(name)
	if !known {
		return &cli.Misuse{Reason: fmt.Sprintf("unknown game %q; want one of %s", name, perftGameNames())}
	}
	text := cmp.Or(strings.Join(strings.Fields(c.Position), " "), game.Start)
	position, err := game.Parse(text)
	if err != nil {
		return fmt.Errorf("position %q: %w", text, err)
	}

	start := time.Now()
	var nodes uint64
	if c.Divide {
		counts := position.Divide(*c.Depth)
		slices.SortFunc(counts, func(a, b moveCount) int { return strings.Compare(a.Move, b.Move) })
		for _, s := range counts {
			fmt.Fprintf(term.Out, "%s %d\n", s.Move, s.Count)
			nodes += s.Count
		}
		fmt.Fprintf(term.Out, "total %d\n", nodes)
	} else {
		nodes = position.Perft(*c.Depth)
		fmt.Fprintln(term.Out, nodes)
	}
	took := time.Since(start)
	fmt.Fprintf(term.Notes, "%d nodes in %.3f s, %.0f nodes/s\n", nodes, took.Seconds(), float64(nodes)/took.Seconds())
	return nil
}

// checkSuite checks every position of a suite file, several at once, and prints
// wrong counts in the order of the file. Invalid lines are reported first and
// count as failed.
func checkSuite(term cli.Terminal, file string) error {
	lines, problems, err := readSuite(file)
	if err != nil {
		return err
	}
	unreadable := make(map[int]bool)
	for _, p := range problems {
		cli.Complain(term, "tafelrunde", p)
		unreadable[p.Line] = true
	}

	answers := make([]chan []string, len(lines))
	for i := range answers {
		answers[i] = make(chan []string, 1)
	}
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		go func() {
			for i := range next {
				answers[i] <- lines[i].Mismatches(file)
			}
		}()
	}
	go func() {
		for i := range lines {
			next <- i
		}
		close(next)
	}()

	passed, failed := 0, len(unreadable)
	for _, answer := range answers {
		found := <-answer
		for _, mismatch := range found {
			fmt.Fprintln(term.Out, mismatch)
		}
		if len(found) == 0 {
			passed++
		} else {
			failed++
		}
	}
	fmt.Fprintf(term.Out, "%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		return cli.ErrReported
	}
	return nil
}
