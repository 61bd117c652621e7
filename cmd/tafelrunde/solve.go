package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"tafelrunde/lancelot"
	"tafelrunde/lancelot/search"
)

// solveCommand solves a game of Lancelot between two seats on a small field.
type solveCommand struct {
	Size     int           `default:"4" placeholder:"N" help:"Squares along a side: 4 (the default) or 5."`
	Rules    string        `default:"basic" placeholder:"RULES" help:"Rules: basic (the default), diagonals, excalibur or diagonals+excalibur."`
	Targets  []int         `default:"1,2,3" placeholder:"N,N" help:"Targets from 1 to 15 (1,2,3)."`
	Movetime time.Duration `default:"1m" placeholder:"TIME" help:"Time for each target (1m)."`
	Hash     int           `default:"256" placeholder:"MIB" help:"Memory (256)."`
	Threads  int           `default:"1" placeholder:"N" help:"Threads (1)."`
	Keep     bool          `help:"Let what is found out for a target serve those after it."`
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
	if c.Hash < 1 || c.Hash > mostSolverHash {
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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	solver := &search.Solver{Memory: c.Hash << 20, Threads: c.Threads}
	if c.Keep {
		solver.Target = slices.Max(c.Targets)
	}
	if _, err := fmt.Fprintf(term.out, "%dx%d, two seats, %s, seat A puts the first stone\n", c.Size, c.Size, rules); err != nil {
		return err
	}
	for _, target := range c.Targets {
		p, err := lancelot.Options{Seats: 2, Rules: rules, Size: c.Size, Target: target}.Setup().PositionOnAnyField()
		if err != nil {
			return err
		}
		limited, cancel := context.WithTimeout(ctx, c.Movetime)
		began := time.Now()
		found := solver.Solve(limited, &p, search.Limits{})
		cancel()
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
		if _, err := fmt.Fprintf(term.out, "target %d: %s (%d nodes, %v)\n", target, result, found.Nodes, time.Since(began).Round(time.Millisecond)); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}
