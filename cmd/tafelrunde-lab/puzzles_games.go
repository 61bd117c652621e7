package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/lab/dataset"
	"tafelrunde/lab/puzzles"
)

// puzzlesGamesCommand writes the public games of a server to a dataset.
type puzzlesGamesCommand struct {
	Database string `arg:"" help:"Database file, best that of a backup, or postgres://… A running server has its file open."`
	File     string `arg:"" help:"New dataset."`
}

func (c *puzzlesGamesCommand) Run(term cli.Terminal) (err error) {
	ctx := context.Background()
	s, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if _, err := os.Lstat(c.File); err == nil {
		return fmt.Errorf("%s exists already; the games are written to a new file", c.File)
	}
	w, err := dataset.Append(c.File, "puzzles games", nil)
	if err != nil {
		return err
	}
	count := 0
	left, err := puzzles.PublicGames(ctx, s, func(r *dataset.Record) error { count++; return w.Add(r) })
	if err := errors.Join(err, w.Close()); err != nil {
		return errors.Join(err, os.Remove(c.File))
	}
	_, err = fmt.Fprintf(term.Out, "%d games; %d left out\n", count, left)
	return err
}

// open opens the database, which must exist.
func (c *puzzlesGamesCommand) open(ctx context.Context) (*sqlstore.Store, error) {
	if strings.HasPrefix(c.Database, "postgres://") || strings.HasPrefix(c.Database, "postgresql://") {
		return sqlstore.OpenExistingPostgres(ctx, c.Database)
	}
	// SQLite would create a missing file and fill an empty one.
	if info, err := os.Stat(c.Database); err != nil {
		return nil, err
	} else if info.Size() == 0 {
		return nil, fmt.Errorf("%s is an empty file, not a database", c.Database)
	}
	s, err := sqlstore.OpenSQLite(ctx, c.Database)
	if err == nil {
		s.RemoveLock()
	}
	return s, err
}
