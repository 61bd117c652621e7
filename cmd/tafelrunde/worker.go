package main

import (
	"context"
	"fmt"
	"os/signal"
	"runtime"
	"syscall"

	"tafelrunde/internal/botseat"
	"tafelrunde/internal/games"
	"tafelrunde/internal/host"
)

type workerCommand struct {
	Database string `required:"" env:"TAFELRUNDE_DATABASE" placeholder:"URL" help:"The PostgreSQL database of the servers to help: postgres://user@host/name."`
	Threads  int    `default:"0" help:"Turns to think about at once (default: one for each processor)."`
}

func (c *workerCommand) Run(term terminal) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	if !isPostgres(c.Database) {
		return &misuse{fmt.Sprintf("%q is no address of PostgreSQL, which begins with postgres://", c.Database)}
	}
	s, err := openDatabase(ctx, c.Database)
	if err != nil {
		return err
	}
	defer s.Close()
	log := logger(term)
	h := host.New(s, games.Rules{}, log)
	if err := h.SetClock(ctx); err != nil {
		return err
	}
	threads := c.Threads
	if threads <= 0 {
		threads = runtime.NumCPU()
	}
	fmt.Fprintf(term.out, "Thinking for the tables, %d at once (Ctrl-C stops it)\n", threads)
	background := background(ctx, h.RunForEngines, botseat.New(h, s, log, threads).Run)
	<-ctx.Done()
	background.Wait()
	fmt.Fprintln(term.out, "Done thinking")
	return nil
}
