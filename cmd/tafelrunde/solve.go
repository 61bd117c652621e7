package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/schollz/progressbar/v3"

	"tafelrunde/internal/analysis"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/solve"
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

func (c *solveCommand) Run(term terminal) error {
	rules, err := parseRules(c.Rules)
	if err != nil {
		return err
	}
	if c.Hash != nil && (*c.Hash < 1 || *c.Hash > maxSolverHash) {
		return &misuse{fmt.Sprintf("--hash must be from 1 to %d", maxSolverHash)}
	}
	if c.Threads < 1 || c.Threads > solve.MaxThreads {
		return &misuse{fmt.Sprintf("--threads must be from 1 to %d", solve.MaxThreads)}
	}
	if c.Size < lancelot.MinBoardSize || c.Size > solve.MaxSize {
		return &misuse{fmt.Sprintf("--size is %d or %d", lancelot.MinBoardSize, solve.MaxSize)}
	}
	if c.Movetime <= 0 {
		return &misuse{"--movetime must be above 0"}
	}
	if c.Every <= 0 {
		return &misuse{"--every must be above 0"}
	}
	for _, target := range c.Targets {
		if target < 1 || target > solve.MaxTarget {
			return &misuse{fmt.Sprintf("--targets must be from 1 to %d", solve.MaxTarget)}
		}
	}
	setup := func(target int) (lancelot.Position, error) {
		start, err := lancelot.Start(lancelot.Options{Seats: 2, Rules: rules, Size: c.Size, Target: target})
		if err != nil {
			return start, err
		}
		game, err := analysis.PlayTurns(start, c.Turns)
		if err != nil {
			return start, err
		}
		if game.Outcome().Over() {
			return start, fmt.Errorf("target %d: the game is over: %s", target, analysis.Result(game.Outcome()))
		}
		return *game.Position(), nil
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
	for _, target := range c.Targets {
		if _, err := setup(target); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintf(term.out, "%dx%d, two seats, %s, seat A places the first stone%s\n", c.Size, c.Size, rules, after); err != nil {
		return err
	}
	if c.Table == "" {
		return c.solve(ctx, term, solver, setup, nil)
	}
	p, err := setup(slices.Max(c.Targets))
	if err != nil {
		return err
	}
	if err := readSolverTable(c.Table, solver, &p); err != nil {
		return err
	}
	if before := solver.Nodes(); before > 0 {
		fmt.Fprintf(term.notes, "%s: a table of %d MiB, from a search of %d nodes\n", c.Table, solver.Memory>>20, before)
	}
	// A closed output must not end the program before the table is written.
	signal.Ignore(syscall.SIGPIPE)
	save := func() error {
		fmt.Fprintf(term.notes, "%s: writing the table\n", c.Table)
		return writeSolverTable(c.Table, solver)
	}
	err = c.solve(ctx, term, solver, setup, save)
	return errors.Join(err, save())
}

// solve solves the targets in order. It calls save, unless nil, at intervals of
// --every.
func (c *solveCommand) solve(ctx context.Context, term terminal, solver *solve.Solver, setup func(target int) (lancelot.Position, error), save func() error) error {
	for _, target := range c.Targets {
		p, err := setup(target)
		if err != nil {
			return err
		}
		var found solve.Solution
		nodes := uint64(0) // of the parts between writes of the table
		stopWatching := c.watch(term, solver, target, &nodes)
		began := time.Now()
		for {
			left := c.Movetime - time.Since(began)
			part := left
			if save != nil {
				part = min(left, c.Every)
			}
			limited, cancel := context.WithTimeout(ctx, part)
			found = solver.Solve(limited, &p, 0)
			cancel()
			nodes += found.Nodes
			if part == left || found.Proved || found.Drawn || ctx.Err() != nil {
				break
			}
			if err := save(); err != nil {
				return err
			}
		}
		elapsed := time.Since(began)
		stopWatching()
		result := "not solved"
		switch {
		case found.Proved:
			result = strings.ToUpper(found.Winner.String()) + " wins"
			if found.Turn != lancelot.NoTurn {
				result += ", beginning with " + found.Turn.Display()
			}
		case found.Drawn:
			result = "shared, neither side can force a win"
		case found.Safe[p.ToMove()]:
			result = strings.ToUpper(p.ToMove().String()) + " has at least a share; not solved"
		case found.Safe[1-p.ToMove()]:
			result = strings.ToUpper((1 - p.ToMove()).String()) + " has at least a share; not solved"
		}
		if _, err := fmt.Fprintf(term.out, "target %d: %s (%d nodes, %v)\n", target, result, nodes, elapsed.Round(time.Millisecond)); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// watch shows the progress of the search for a target on a terminal, until the
// returned function is called. before is the number of nodes searched before.
func (c *solveCommand) watch(term terminal, solver *solve.Solver, target int, before *uint64) (stop func()) {
	bar := progressbar.NewOptions(int(c.Movetime.Seconds())+1, progressbar.OptionSetWriter(term.notes),
		progressbar.OptionSetVisibility(isTerminal(term.notes)), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetPredictTime(false), progressbar.OptionSetDescription(fmt.Sprintf("target %d", target)))
	began := time.Now()
	solver.OnProgress = func(nodes uint64, full float64) {
		bar.Describe(fmt.Sprintf("target %d, %d million nodes, table %.0f %% full, time", target, (*before+nodes)/1_000_000, 100*full))
		bar.Set(int(time.Since(began).Seconds()))
	}
	return func() { bar.Finish() }
}

// readSolverTable reads a table file, if it exists. It returns an error if the file
// cannot be written later.
func readSolverTable(path string, solver *solve.Solver, p *lancelot.Position) error {
	file, err := os.Open(path)
	switch {
	case err == nil:
		defer file.Close()
		info, err := file.Stat()
		if err != nil {
			return err
		}
		if err := solver.ReadTable(file, info.Size(), p); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	next, err := os.Create(partialTable(path))
	if err != nil {
		return err
	}
	return errors.Join(next.Close(), os.Remove(next.Name()))
}

// partialTable returns the name of the file to which a table is written before it
// replaces the old one.
func partialTable(path string) string { return path + ".part" }

// writeSolverTable writes the table to a file, which is replaced when all of it is
// written.
func writeSolverTable(path string, solver *solve.Solver) error {
	next, err := os.Create(partialTable(path))
	if err != nil {
		return err
	}
	to := bufio.NewWriterSize(next, 1<<20)
	if err := errors.Join(solver.WriteTable(to), to.Flush(), next.Sync(), next.Close()); err != nil {
		return fmt.Errorf("the table cannot be written: %w", errors.Join(err, os.Remove(next.Name())))
	}
	return os.Rename(next.Name(), path)
}
