package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
)

// storeCommand maintains a database.
type storeCommand struct {
	Rebuild rebuildCommand `cmd:"" help:"Rebuild lists, ratings and deadlines from the events of all matches. Stop the server first."`
	Reports reportsCommand `cmd:"" help:"List reports about players, or close one."`
	Copy    copyCommand    `cmd:"" help:"Copy a database into an empty one, between SQLite and PostgreSQL. Stop the server first."`
}

// rebuildCommand rebuilds everything derived from events.
type rebuildCommand struct{ database }

func (c *rebuildCommand) Run(term cli.Terminal) error {
	ctx := context.Background()
	s, err := c.openExisting(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	matches := 0
	if err := s.Rebuild(ctx, games.Rules{}, func() { matches++ }); err != nil {
		return err
	}
	fmt.Fprintf(term.Out, "%d matches were rebuilt\n", matches)
	return nil
}

// copyCommand copies a database.
type copyCommand struct {
	From string `arg:"" help:"A database file, or postgres://…"`
	To   string `arg:"" help:"A new database file, or postgres://… of an empty database."`
}

func (c *copyCommand) Run(term cli.Terminal) (err error) {
	ctx := context.Background()
	if same(c.From, c.To) {
		return &cli.Misuse{Reason: "a database cannot be copied into itself"}
	}
	from, err := openDatabase(ctx, c.From)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := createDatabase(ctx, c.To)
	if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, to.Close())
		if err != nil && !isPostgres(c.To) {
			for _, suffix := range []string{"", "-wal"} {
				os.Remove(c.To + suffix) // this command has created them
			}
		}
	}()
	rows := 0
	if err := sqlstore.Copy(ctx, to, from, games.Rules{}, func() { rows++ }); err != nil {
		return err
	}
	fmt.Fprintf(term.Out, "%d rows were copied\n", rows)
	return nil
}

// createDatabase opens a PostgreSQL database or creates a database file.
func createDatabase(ctx context.Context, at string) (*sqlstore.Store, error) {
	if isPostgres(at) {
		return sqlstore.OpenPostgres(ctx, at)
	}
	if isThere(at) {
		return nil, fmt.Errorf("%s exists already; copy into a new file", at)
	}
	return openFile(ctx, at)
}

// reportsCommand lists reports about players.
type reportsCommand struct {
	database
	All   bool   `help:"List closed reports too."`
	Close string `placeholder:"ID" help:"Close the report with this ID."`
}

func (c *reportsCommand) Run(term cli.Terminal) error {
	ctx := context.Background()
	s, err := c.openExisting(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	if c.Close != "" {
		err := s.CloseReport(ctx, c.Close, match.Moment(time.Now().UnixMilli()))
		if errors.Is(err, store.ErrNotFound) {
			return fmt.Errorf("there is no report %s", c.Close)
		}
		return err
	}
	list, err := s.Reports(ctx, c.All)
	if err != nil {
		return err
	}
	printReports(term, list)
	return nil
}

// printReports lists reports.
func printReports(term cli.Terminal, list []store.Report) {
	for _, r := range list {
		state := ""
		if r.DoneAt > 0 {
			state = ", closed"
		}
		fmt.Fprintf(term.Out, "%s  %s  %s (%s) about %s (%s): %s%s\n", cli.Printable(r.ID), time.UnixMilli(int64(r.At)).Format(time.DateTime), named(r.ByName), cli.Printable(r.By), named(r.AboutName), cli.Printable(r.About), cli.Printable(r.Reason), state)
		if r.Match != "" {
			at := "/match/" + r.Match
			if r.Game > 0 {
				at += fmt.Sprintf("/%d#%d", r.Game, r.Ply)
			}
			fmt.Fprintf(term.Out, "    at %s\n", cli.Printable(at))
		}
		if r.Motto != "" {
			fmt.Fprintf(term.Out, "    motto %q\n", r.Motto)
		}
		for line := range strings.Lines(r.Text) {
			fmt.Fprintf(term.Out, "    %s\n", cli.Printable(strings.TrimRight(line, "\n")))
		}
	}
	if len(list) == 0 {
		fmt.Fprintln(term.Notes, "no reports")
	}
}

// named returns a name in quotes, or a text for a deleted account.
func named(name string) string {
	if name == "" {
		return "deleted account"
	}
	return strconv.Quote(name)
}
