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
	"tafelrunde/lancelot/search"
)

// solveCommand solves a game of Lancelot between two seats on a small field.
type solveCommand struct {
	Size     int           `default:"4" placeholder:"N" help:"Squares along a side: 4 (the default) or 5."`
	Rules    string        `default:"basic" placeholder:"RULES" help:"Rules: basic (the default), diagonals, excalibur or diagonals+excalibur."`
	Targets  []int         `default:"1,2,3" placeholder:"N,N" help:"Targets from 1 to 15 (1,2,3)."`
	Movetime time.Duration `default:"1m" placeholder:"TIME" help:"Time for each target (1m)."`
	Hash     *int          `placeholder:"MIB" help:"Memory (256, or that of the table)."`
	Threads  int           `default:"1" placeholder:"N" help:"Threads (1)."`
	Keep     bool          `help:"Let what is found out for a target serve those after it."`
	Table    string        `placeholder:"FILE" help:"Let what is found out serve those after it and, kept in this file, the next time; begin with what the file holds, if it exists."`
	Game     string        `default:"lancelot" enum:"lancelot" placeholder:"GAME" help:"Game: lancelot (the default, and the only one)."`
}

// mostSolverHash bounds, in MiB, what a user can ask for: a table that holds all
// that a search finds out is worth any memory there is.
const mostSolverHash = 1 << 20

func (c *solveCommand) Run(term terminal) error {
	rules, err := parseLancelotRules(c.Rules)
	if err != nil {
		return err
	}
	if c.Hash != nil && (*c.Hash < 1 || *c.Hash > mostSolverHash) {
		return &misuse{fmt.Sprintf("--hash is a number from 1 to %d", mostSolverHash)}
	}
	if c.Threads < 1 || c.Threads > mostLancelotThreads {
		return &misuse{fmt.Sprintf("--threads is a number from 1 to %d", mostLancelotThreads)}
	}
	if c.Size < lancelot.MinFieldSize || c.Size > search.MaxSolvedSize {
		return &misuse{fmt.Sprintf("--size is %d or %d", lancelot.MinFieldSize, search.MaxSolvedSize)}
	}
	if len(c.Targets) == 0 {
		return &misuse{"--targets names no target"}
	}
	if c.Movetime <= 0 {
		return &misuse{"--movetime is a time above 0"}
	}
	for _, target := range c.Targets {
		if target < 1 || target > search.MaxSolvedTarget {
			return &misuse{fmt.Sprintf("--targets are numbers from 1 to %d", search.MaxSolvedTarget)}
		}
	}
	setup := func(target int) (lancelot.Position, error) {
		return lancelot.Options{Seats: 2, Rules: rules, Size: c.Size, Target: target}.Setup().PositionOnAnyField()
	}
	solver := &search.Solver{Threads: c.Threads}
	if c.Hash != nil {
		solver.Memory = *c.Hash << 20
	}
	if c.Keep || c.Table != "" {
		solver.Target = slices.Max(c.Targets)
	}
	if _, err := fmt.Fprintf(term.out, "%dx%d, two seats, %s, seat A puts the first stone\n", c.Size, c.Size, rules); err != nil {
		return err
	}
	if c.Table == "" {
		return c.solve(term, solver, setup)
	}
	p, err := setup(slices.Max(c.Targets))
	if err != nil {
		return err
	}
	table, err := openSolverTable(c.Table, solver, &p)
	if err != nil {
		return err
	}
	if before := solver.Nodes(); before > 0 {
		fmt.Fprintf(term.notes, "%s: a table of %d MiB, found out by %d nodes\n", c.Table, solver.Memory>>20, before)
	}
	// Whoever reads what is written may be gone by the time hours are over; that must
	// not end the program before the table is kept.
	signal.Ignore(syscall.SIGPIPE)
	err = c.solve(term, solver, setup)
	fmt.Fprintf(term.notes, "%s: writing the table\n", c.Table)
	return errors.Join(err, table.keep(solver))
}

// solve solves the targets, one after the other.
func (c *solveCommand) solve(term terminal, solver *search.Solver, setup func(target int) (lancelot.Position, error)) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	for _, target := range c.Targets {
		p, err := setup(target)
		if err != nil {
			return err
		}
		watched := c.watch(term, solver, target)
		limited, cancel := context.WithTimeout(ctx, c.Movetime)
		began := time.Now()
		found := solver.Solve(limited, &p, search.Limits{})
		took := time.Since(began)
		cancel()
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
		}
		if _, err := fmt.Fprintf(term.out, "target %d: %s (%d nodes, %v)\n", target, result, found.Nodes, took.Round(time.Millisecond)); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// watch shows people how far the search for a target is, until it is called off.
func (c *solveCommand) watch(term terminal, solver *search.Solver, target int) (off func()) {
	bar := progressbar.NewOptions(int(c.Movetime.Seconds())+1, progressbar.OptionSetWriter(term.notes),
		progressbar.OptionSetVisibility(isTerminal(term.notes)), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetPredictTime(false), progressbar.OptionSetDescription(fmt.Sprintf("target %d", target)))
	began := time.Now()
	solver.Watch = func(nodes uint64, full float64) {
		bar.Describe(fmt.Sprintf("target %d, %d million nodes, table %.0f %% full, time", target, nodes/1_000_000, 100*full))
		bar.Set(int(time.Since(began).Seconds()))
	}
	return func() { bar.Finish() }
}

// solverTable is a file that keeps a solver's table. The new one is written beside
// the old one and takes its place when it is whole.
type solverTable struct {
	path string
	next *os.File
}

// openSolverTable reads the table, if the file exists, and finds out whether it
// can be written before hours of searching depend on it.
func openSolverTable(path string, solver *search.Solver, p *lancelot.Position) (*solverTable, error) {
	file, err := os.Open(path)
	switch {
	case err == nil:
		defer file.Close()
		info, err := file.Stat()
		if err != nil {
			return nil, err
		}
		if err := solver.ReadTable(file, info.Size(), p); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	next, err := os.Create(path + ".part")
	return &solverTable{path, next}, err
}

// keep writes the solver's table.
func (t *solverTable) keep(solver *search.Solver) error {
	to := bufio.NewWriterSize(t.next, 1<<20)
	err := errors.Join(solver.WriteTable(to), to.Flush(), t.next.Sync(), t.next.Close())
	if err != nil {
		return fmt.Errorf("the table could not be kept: %w", errors.Join(err, os.Remove(t.next.Name())))
	}
	return os.Rename(t.next.Name(), t.path)
}
