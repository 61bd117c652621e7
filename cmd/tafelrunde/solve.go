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

	"tafelrunde/lancelot"
	"tafelrunde/lancelot/solve"
)

// solveCommand solves a game of Lancelot between two seats on a small field.
type solveCommand struct {
	Size     int           `default:"4" placeholder:"N" help:"Squares along a side: 4 (the default) or 5."`
	Rules    string        `default:"basic" placeholder:"RULES" help:"Rules: basic (the default), diagonals, excalibur or diagonals+excalibur."`
	Targets  []int         `default:"1,2,3" placeholder:"N,N" help:"Targets from 1 to 15 (1,2,3)."`
	Turns    string        `placeholder:"TURNS" help:"Turns from the beginning on, with spaces between: solves the game after them."`
	Movetime time.Duration `default:"1m" placeholder:"TIME" help:"Time for each target (1m)."`
	Hash     *int          `placeholder:"MIB" help:"Memory (256, or that of the table)."`
	Threads  int           `default:"1" placeholder:"N" help:"Threads (1)."`
	Keep     bool          `help:"Let what is found out for a target serve those after it."`
	Table    string        `placeholder:"FILE" help:"Let what is found out serve those after it and, kept in this file, the next time; begin with what the file holds, if it exists."`
	WinFirst bool          `help:"Ask first whether the seat to act wins (at the beginning B, which puts Excalibur, or without it A), not whether it has a share: less work where it does."`
	Every    time.Duration `default:"1h" placeholder:"TIME" help:"How often to write the table in the course of a search (1h)."`
	Game     string        `default:"lancelot" enum:"lancelot" placeholder:"GAME" help:"Game: lancelot (the default, and the only one)."`
}

// mostSolverHash bounds, in MiB, what a user can ask for: a table that holds all
// that a search finds out is worth any memory there is.
const mostSolverHash = 1 << 20

func (c *solveCommand) Run(term terminal) error {
	rules, err := parseRules(c.Rules)
	if err != nil {
		return err
	}
	if c.Hash != nil && (*c.Hash < 1 || *c.Hash > mostSolverHash) {
		return &misuse{fmt.Sprintf("--hash is a number from 1 to %d", mostSolverHash)}
	}
	if c.Threads < 1 || c.Threads > solve.MaxThreads {
		return &misuse{fmt.Sprintf("--threads is a number from 1 to %d", solve.MaxThreads)}
	}
	if c.Size < lancelot.MinFieldSize || c.Size > solve.MaxSize {
		return &misuse{fmt.Sprintf("--size is %d or %d", lancelot.MinFieldSize, solve.MaxSize)}
	}
	if c.Movetime <= 0 {
		return &misuse{"--movetime is a time above 0"}
	}
	if c.Every <= 0 {
		return &misuse{"--every is a time above 0"}
	}
	for _, target := range c.Targets {
		if target < 1 || target > solve.MaxTarget {
			return &misuse{fmt.Sprintf("--targets are numbers from 1 to %d", solve.MaxTarget)}
		}
	}
	setup := func(target int) (lancelot.Position, error) {
		start, err := lancelot.Options{Seats: 2, Rules: rules, Size: c.Size, Target: target}.Setup().PositionOnAnyField()
		if err != nil {
			return start, err
		}
		game, err := playTurns(start, c.Turns)
		if err != nil {
			return start, err
		}
		if game.Outcome().Over() {
			return start, fmt.Errorf("target %d: the game is over: %s", target, lancelotResult(game.Outcome()))
		}
		return game.Position(), nil
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
	if _, err := fmt.Fprintf(term.out, "%dx%d, two seats, %s, seat A puts the first stone%s\n", c.Size, c.Size, rules, after); err != nil {
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
		fmt.Fprintf(term.notes, "%s: a table of %d MiB, found out by %d nodes\n", c.Table, solver.Memory>>20, before)
	}
	// Whoever reads what is written may be gone by the time hours are over; that must
	// not end the program before the table is kept.
	signal.Ignore(syscall.SIGPIPE)
	keep := func() error {
		fmt.Fprintf(term.notes, "%s: writing the table\n", c.Table)
		return writeSolverTable(c.Table, solver)
	}
	err = c.solve(ctx, term, solver, setup, keep)
	return errors.Join(err, keep())
}

// solve solves the targets, one after the other, and keeps what has been found out
// now and then, if there is a way to.
func (c *solveCommand) solve(ctx context.Context, term terminal, solver *solve.Solver, setup func(target int) (lancelot.Position, error), keep func() error) error {
	for _, target := range c.Targets {
		p, err := setup(target)
		if err != nil {
			return err
		}
		var found solve.Solution
		nodes := uint64(0) // of the parts between two writings of the table
		watched := c.watch(term, solver, target, &nodes)
		began := time.Now()
		for {
			left := c.Movetime - time.Since(began)
			part := left
			if keep != nil {
				part = min(left, c.Every)
			}
			limited, cancel := context.WithTimeout(ctx, part)
			found = solver.Solve(limited, &p, 0)
			cancel()
			nodes += found.Nodes
			if part == left || found.Decided || found.Drawn || ctx.Err() != nil {
				break
			}
			if err := keep(); err != nil {
				return err
			}
		}
		took := time.Since(began)
		watched()
		result := "not solved"
		switch {
		case found.Decided:
			result = strings.ToUpper(found.Winner.String()) + " wins"
			if found.Turn != lancelot.NoTurn {
				result += ", beginning with " + found.Turn.Display()
			}
		case found.Drawn:
			result = "neither can force a win: it is shared"
		case found.Safe[p.ToAct()]:
			result = strings.ToUpper(p.ToAct().String()) + " has at least a share; not solved"
		case found.Safe[1-p.ToAct()]:
			result = strings.ToUpper((1 - p.ToAct()).String()) + " has at least a share; not solved"
		}
		if _, err := fmt.Fprintf(term.out, "target %d: %s (%d nodes, %v)\n", target, result, nodes, took.Round(time.Millisecond)); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// watch shows people how far the search for a target is, after so many nodes before,
// until it is called off.
func (c *solveCommand) watch(term terminal, solver *solve.Solver, target int, before *uint64) (off func()) {
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

// readSolverTable reads the table in a file, if that exists, and finds out whether
// it can be written before hours of searching depend on it.
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
	next, err := os.Create(besideTable(path))
	if err != nil {
		return err
	}
	return errors.Join(next.Close(), os.Remove(next.Name()))
}

// besideTable is the file in which a table is written, that takes the place of the
// old one when it is whole.
func besideTable(path string) string { return path + ".part" }

// writeSolverTable writes the table to a file.
func writeSolverTable(path string, solver *solve.Solver) error {
	next, err := os.Create(besideTable(path))
	if err != nil {
		return err
	}
	to := bufio.NewWriterSize(next, 1<<20)
	if err := errors.Join(solver.WriteTable(to), to.Flush(), next.Sync(), next.Close()); err != nil {
		return fmt.Errorf("the table could not be kept: %w", errors.Join(err, os.Remove(next.Name())))
	}
	return os.Rename(next.Name(), path)
}
