package main

import (
	"context"
	"fmt"

	"tafelrunde/internal/games"
	"tafelrunde/internal/store/sqlstore"
)

type storeCommand struct {
	Rebuild rebuildCommand `cmd:"" help:"Make lists, ratings and deadlines again from the events of all matches. Stop the server first."`
	Copy    copyCommand    `cmd:"" help:"Copy everything into another, empty database: from SQLite to PostgreSQL or back. Stop the server first."`
}

type rebuildCommand struct{ database }

func (c *rebuildCommand) Run(term terminal) error {
	ctx := context.Background()
	s, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	matches := 0
	if err := s.Rebuild(ctx, games.Catalogue{}, func() { matches++ }); err != nil {
		return err
	}
	fmt.Fprintf(term.out, "%d matches were rebuilt\n", matches)
	return nil
}

type copyCommand struct {
	From string `arg:"" help:"A database file, or postgres://…"`
	To   string `arg:"" help:"A new database file, or postgres://… of an empty database."`
}

func (c *copyCommand) Run(term terminal) error {
	ctx := context.Background()
	from, err := openDatabase(ctx, c.From)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := openDatabase(ctx, c.To)
	if err != nil {
		return err
	}
	defer to.Close()
	rows := 0
	if err := sqlstore.Copy(ctx, to, from, games.Catalogue{}, func() { rows++ }); err != nil {
		return err
	}
	fmt.Fprintf(term.out, "%d rows were copied\n", rows)
	return nil
}
