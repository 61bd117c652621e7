package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/schollz/progressbar/v3"

	"tafelrunde/internal/cli"
	"tafelrunde/lab/solve"
	"tafelrunde/lancelot"
)

// solveCommand proves who wins Lancelot between two seats on a small board.
type solveCommand struct {
	Size     int           `default:"4" placeholder:"N" help:"Squares along a side: 4 (the default) or 5."`
	Rules    string        `default:"basic" placeholder:"RULES" help:"Rules: basic (the default), diagonals, excalibur or diagonals+excalibur."`
	Targets  []int         `default:"1,2,3" placeholder:"N,N" help:"Targets from 1 to 15 (1,2,3)."`
	Turns    string        `placeholder:"TURNS" help:"Turns from the start position on, with spaces between; solves the position after them."`
	Movetime time.Duration `default:"1m" placeholder:"TIME" help:"Time for each target (1m)."`
	Hash     *int          `placeholder:"MIB" help:"Memory of the table (256, or that of the file)."`
	Threads  int           `default:"1" placeholder:"N" help:"Threads (1)."`
	Keep     bool          `help:"Keep the proofs of a target for those after it."`
	Table    string        `placeholder:"FILE" help:"Keep the proofs of a target for those after it, and write them to this file. If the file exists, continue from it."`
	WinFirst bool          `help:"Search first whether the seat to act wins (initially B, which places Excalibur, or without it A), then whether it has a share. Faster if it wins."`
	Every    time.Duration `default:"1h" placeholder:"TIME" help:"Interval between writes of the table during a search (1h)."`
	Game     string        `default:"lancelot" enum:"lancelot" placeholder:"GAME" help:"Game: lancelot (the default, and the only one)."`
}

// maxSolverHash is the largest table, in MiB.
const maxSolverHash = 1 << 20

func (c *solveCommand) Run(term cli.Terminal) error {
	rules, err := cli.ParseRules(c.Rules)
	if err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	for _, target := range c.Targets {
		if _, err := c.position(rules, target); err != nil {
			return err
		}
	}
	solver := &solve.Solver{Threads: c.Threads, WinFirst: c.WinFirst}
	if c.Hash != nil {
		solver.Memory = *c.Hash << 20
	}
	if c.Keep || c.Table != "" {
		solver.Target = slices.Max(c.Targets)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	after := ""
	if turns := strings.Fields(c.Turns); len(turns) > 0 {
		after = ", after " + strings.Join(turns, " ")
	}
	if _, err := fmt.Fprintf(term.Out, "%dx%d, two seats, %s, seat A places the first stone%s\n", c.Size, c.Size, rules, after); err != nil {
		return err
	}
	if c.Table == "" {
		return c.solve(ctx, term, solver, rules, nil)
	}
	p, err := c.position(rules, slices.Max(c.Targets))
	if err != nil {
		return err
	}
	if err := solver.ReadTableFile(c.Table, &p); err != nil {
		return err
	}
	if before := solver.Nodes(); before > 0 {
		fmt.Fprintf(term.Notes, "%s: a table of %d MiB, from a search of %d nodes\n", c.Table, solver.Memory>>20, before)
	}
	// A closed output must not end the program before the table is written.
	signal.Ignore(syscall.SIGPIPE)
	save := func() error {
		fmt.Fprintf(term.Notes, "%s: writing the table\n", c.Table)
		return solver.WriteTableFile(c.Table)
	}
	err = c.solve(ctx, term, solver, rules, save)
	return errors.Join(err, save())
}

// check returns an error if a flag is out of range.
func (c *solveCommand) check() error {
	switch {
	case c.Hash != nil && (*c.Hash < 1 || *c.Hash > maxSolverHash):
		return &cli.Misuse{Reason: fmt.Sprintf("--hash must be from 1 to %d", maxSolverHash)}
	case c.Threads < 1 || c.Threads > solve.MaxThreads:
		return &cli.Misuse{Reason: fmt.Sprintf("--threads must be from 1 to %d", solve.MaxThreads)}
	case c.Size < lancelot.MinBoardSize || c.Size > solve.MaxSize:
		return &cli.Misuse{Reason: fmt.Sprintf("--size is %d or %d", lancelot.MinBoardSize, solve.MaxSize)}
	case c.Movetime <= 0:
		return &cli.Misuse{Reason: "--movetime must be above 0"}
	case c.Every <= 0:
		return &cli.Misuse{Reason: "--every must be above 0"}
	case slices.Min(c.Targets) < 1 || slices.Max(c.Targets) > solve.MaxTarget:
		return &cli.Misuse{Reason: fmt.Sprintf("--targets must be from 1 to %d", solve.MaxTarget)}
	}
	return nil
}

// position returns the position after --turns, with a target.
func (c *solveCommand) position(rules lancelot.Rules, target int) (lancelot.Position, error) {
	start, err := lancelot.Start(lancelot.Options{Seats: 2, Rules: rules, Size: c.Size, Target: target})
	if err != nil {
		return start, err
	}
	game, err := cli.PlayTurns(start, c.Turns)
	if err != nil {
		return start, err
	}
	if game.Outcome().Over() {
		return start, fmt.Errorf("target %d: the game is over: %s", target, cli.OutcomeText(game.Outcome()))
	}
	return *game.Position(), nil
}

// solve solves the targets in order and prints the solutions. It calls save, unless
// nil, at intervals of --every.
func (c *solveCommand) solve(ctx context.Context, term cli.Terminal, solver *solve.Solver, rules lancelot.Rules, save func() error) error {
	for _, target := range c.Targets {
		p, err := c.position(rules, target)
		if err != nil {
			return err
		}
		stopWatching := c.watch(term, solver, target)
		began := time.Now()
		solution, err := solver.SolveSaving(ctx, &p, c.Movetime, c.Every, save)
		elapsed := time.Since(began)
		stopWatching()
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(term.Out, "target %d: %s (%d nodes, %v)\n", target, solution.Text(p.ToMove()), solution.Nodes, elapsed.Round(time.Millisecond)); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// watch shows the progress of the search for a target on a terminal, until the
// returned function is called.
func (c *solveCommand) watch(term cli.Terminal, solver *solve.Solver, target int) (stop func()) {
	bar := progressbar.NewOptions(int(c.Movetime.Seconds())+1, progressbar.OptionSetWriter(term.Notes),
		progressbar.OptionSetVisibility(cli.IsTerminal(term.Notes)), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetPredictTime(false), progressbar.OptionSetDescription(fmt.Sprintf("target %d", target)))
	began := time.Now()
	solver.OnProgress = func(nodes uint64, full float64) {
		bar.Describe(fmt.Sprintf("target %d, %d million nodes, table %.0f %% full, time", target, nodes/1_000_000, 100*full))
		bar.Set(int(time.Since(began).Seconds()))
	}
	return func() { bar.Finish() }
}
