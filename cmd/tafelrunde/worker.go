package main

import (
	"context"
	"fmt"
	"os/signal"
	"runtime"
	"syscall"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/host"
	"tafelrunde/internal/jobs"
	"tafelrunde/internal/match/games"
)

// workerCommand runs engines for servers that share a database.
type workerCommand struct {
	configFlag
	logging
	Database string `required:"" placeholder:"URL" help:"PostgreSQL database of the servers: postgres://user@host/name."`
	Threads  int    `default:"0" help:"Engine searches at once (default: one for each processor)."`
}

func (c *workerCommand) Run(term cli.Terminal) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	if !isPostgres(c.Database) {
		return &cli.Misuse{Reason: fmt.Sprintf("%q is not the address of a PostgreSQL database, which begins with postgres://", c.Database)}
	}
	s, err := openDatabase(ctx, c.Database)
	if err != nil {
		return err
	}
	defer s.Close()
	log := c.logger(term)
	h := host.New(s, games.Rules{}, log)
	if err := h.SetClock(ctx); err != nil {
		return err
	}
	threads := c.Threads
	if threads <= 0 {
		threads = runtime.NumCPU()
	}
	fmt.Fprintf(term.Out, "Running engines, up to %d searches at once (Ctrl-C stops it)\n", threads)
	background := background(ctx, append(jobs.Work(h, s, log, threads), h.RunForEngines)...)
	<-ctx.Done()
	background.Wait()
	fmt.Fprintln(term.Out, "The worker has stopped")
	return nil
}
