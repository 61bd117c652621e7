package solve

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"tafelrunde/lancelot"
)

// SolveSaving solves p as [Solver.Solve] does, within a time limit. It interrupts the
// search at intervals of every to call save, which may write the table; a nil save
// is never called. The solution has the nodes of all parts, and so has OnProgress.
// An error of save ends the search.
func (s *Solver) SolveSaving(ctx context.Context, p *lancelot.Position, limit, every time.Duration, save func() error) (Solution, error) {
	earlier := uint64(0) // nodes of the parts before
	if report := s.OnProgress; report != nil {
		s.OnProgress = func(nodes uint64, full float64) { report(earlier+nodes, full) }
		defer func() { s.OnProgress = report }()
	}
	began := time.Now()
	for {
		left := limit - time.Since(began)
		part := left
		if save != nil {
			part = min(left, every)
		}
		limited, cancel := context.WithTimeout(ctx, part)
		solution := s.Solve(limited, p, 0)
		cancel()
		earlier += solution.Nodes
		solution.Nodes = earlier
		if part == left || solution.Proved || solution.Drawn || ctx.Err() != nil {
			return solution, nil
		}
		if err := save(); err != nil {
			return solution, err
		}
	}
}

// Text returns the solution as an English phrase. toMove is the seat to act in the
// position that was solved.
func (s *Solution) Text(toMove lancelot.Seat) string {
	letter := func(seat lancelot.Seat) string { return strings.ToUpper(seat.String()) }
	switch other := 1 - toMove; {
	case s.Proved && s.Turn != lancelot.NoTurn:
		return letter(s.Winner) + " wins, beginning with " + s.Turn.String()
	case s.Proved:
		return letter(s.Winner) + " wins"
	case s.Drawn:
		return "shared, neither side can force a win"
	case s.Safe[toMove]:
		return letter(toMove) + " has at least a share; not solved"
	case s.Safe[other]:
		return letter(other) + " has at least a share; not solved"
	}
	return "not solved"
}

// ReadTableFile reads the table of a file as [Solver.ReadTable] does. A file that
// does not exist is an empty table. It returns an error too if
// [Solver.WriteTableFile] cannot write the file.
func (s *Solver) ReadTableFile(path string, p *lancelot.Position) error {
	file, err := os.Open(path)
	switch {
	case err == nil:
		defer file.Close()
		info, err := file.Stat()
		if err != nil {
			return err
		}
		if err := s.ReadTable(file, info.Size(), p); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	next, err := os.Create(partialFile(path))
	if err != nil {
		return err
	}
	return errors.Join(next.Close(), os.Remove(next.Name()))
}

// WriteTableFile writes the table to a file as [Solver.WriteTable] does. An old file
// is replaced when the whole table is written.
func (s *Solver) WriteTableFile(path string) error {
	next, err := os.Create(partialFile(path))
	if err != nil {
		return err
	}
	to := bufio.NewWriterSize(next, 1<<20)
	if err := errors.Join(s.WriteTable(to), to.Flush(), next.Sync(), next.Close()); err != nil {
		return fmt.Errorf("the table cannot be written: %w", errors.Join(err, os.Remove(next.Name())))
	}
	return os.Rename(next.Name(), path)
}

// partialFile returns the name of the file to which a table is written before it
// replaces the old one.
func partialFile(path string) string { return path + ".part" }
