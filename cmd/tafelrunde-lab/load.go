package main

import (
	"context"
	"fmt"
	"net/url"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"tafelrunde/internal/cli"
	"tafelrunde/lab/load"
)

type loadCommand struct {
	At             string        `arg:"" name:"url" help:"Address of the server, such as http://127.0.0.1:8080. It must run on this machine with --unlimited-loopback, because it limits the number of guests from one address otherwise."`
	Matches        int           `default:"100" help:"Number of matches, each of two guests with a stream each."`
	Spectators     int           `default:"0" help:"Number of spectators per match, with a stream each."`
	Watchers       int           `default:"0" help:"Number of people who watch the lobby, with a stream each."`
	Tables         int           `default:"135" help:"With --watchers: number of public tables, two thirds of which wait for players."`
	Changes        float64       `default:"2" help:"With --watchers: how many public tables are opened or closed per second."`
	Rate           float64       `default:"0" help:"Moves per second, distributed evenly over all matches (default 0: as many as possible)."`
	Workers        int           `default:"64" help:"Concurrent moves."`
	Correspondence bool          `help:"Games without real-time clocks, whose turns people are notified of."`
	PushTo         string        `placeholder:"URL" help:"With --correspondence: each player has a device at this address of a push service, so that each move queues a push. The server needs --public-url with https."`
	For            time.Duration `default:"20s" help:"How long to measure, after two seconds of warm-up."`
	Echo           bool          `help:"First measure an HTTP server that only forwards each message to the opponent's stream: the upper limit of this machine."`
	Metrics        string        `placeholder:"URL" help:"Address of the server's metrics (option --metrics of serve), such as http://127.0.0.1:9090/metrics, to report the memory of the server."`
}

func (c *loadCommand) Run(term cli.Terminal) error {
	if c.Matches < 0 || c.Matches == 0 && c.Watchers == 0 || c.Workers < 1 || c.Spectators < 0 || c.Rate < 0 {
		return &cli.Misuse{Reason: "--matches and --workers must be at least 1, and --spectators and --rate must not be negative; --matches may be 0 with --watchers"}
	}
	if c.Watchers < 0 || c.Tables < 0 || c.Changes < 0 {
		return &cli.Misuse{Reason: "--watchers, --tables and --changes must not be negative"}
	}
	if c.PushTo != "" && !c.Correspondence {
		return &cli.Misuse{Reason: "--push-to needs --correspondence"}
	}
	at, err := url.Parse(strings.TrimSuffix(c.At, "/"))
	if err != nil || at.Scheme != "http" || at.Host == "" {
		return &cli.Misuse{Reason: fmt.Sprintf("%q is not an address such as http://127.0.0.1:8080", c.At)}
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	// The server shares the processors with this program.
	debug.SetGCPercent(1000)
	options := load.Options{
		Address: at.String(), Matches: c.Matches, Spectators: c.Spectators, Rate: c.Rate, Workers: c.Workers,
		Correspondence: c.Correspondence, PushTo: strings.TrimSuffix(c.PushTo, "/"), Watchers: c.Watchers, Tables: c.Tables, Changes: c.Changes, Duration: c.For, Metrics: c.Metrics, Notes: term.Notes,
	}
	if c.Echo {
		r, err := load.MeasureEcho(ctx, options)
		if err != nil {
			return err
		}
		fmt.Fprintln(term.Out, "A server that only forwards messages:")
		r.Write(term.Out)
		if r.Failed > 0 {
			return fmt.Errorf("%d messages failed; the first: %v", r.Failed, r.Err)
		}
		fmt.Fprintln(term.Out, "The server:")
	}
	r, err := load.Measure(ctx, options)
	if err != nil {
		return err
	}
	r.Write(term.Out)
	if r.Failed > 0 {
		return fmt.Errorf("%d moves failed; the first: %v", r.Failed, r.Err)
	}
	return nil
}
