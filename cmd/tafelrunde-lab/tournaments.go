package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/match"
	"tafelrunde/internal/tournament"
	"tafelrunde/lab/tournaments"
)

// tournamentsCommand simulates tournaments.
type tournamentsCommand struct {
	Format  string  `placeholder:"FORMAT" help:"Only this format: round-robin, league, swiss, tables or arena."`
	Players string  `placeholder:"N[-M]" help:"Number of players, or a range whose results are joined; needs --format."`
	Repeats int     `default:"10" placeholder:"N" help:"Tournaments of each kind (10)."`
	Minutes int     `default:"60" placeholder:"N" help:"Minutes that an arena lasts (60)."`
	Leave   float64 `default:"0.01" placeholder:"P" help:"Probability that a player leaves in a round, or in two minutes of an arena (0.01)."`
	Seed    uint64  `default:"1" placeholder:"N" help:"Seed of the first tournament (1); the others have the next ones."`
}

func (c *tournamentsCommand) Run(term cli.Terminal) error {
	kinds, err := c.kinds()
	switch {
	case err != nil:
		return err
	case c.Repeats < 1 || c.Leave < 0 || c.Leave > 1:
		return &cli.Misuse{Reason: "--repeats must be 1 or more, and --leave 0 to 1"}
	case c.Minutes < int(tournament.MinLength/match.Minute) || c.Minutes > int(tournament.MaxArena/match.Minute):
		least, most := tournament.MinLength/match.Minute, tournament.MaxArena/match.Minute
		return &cli.Misuse{Reason: fmt.Sprintf("an arena lasts %d to %d minutes", least, most)}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	faults := 0
	for len(kinds) > 0 {
		n := 1
		if c.Players != "" { // a range has one result
			n = len(kinds)
		}
		result, err := c.simulate(ctx, term, kinds[:n])
		if err != nil {
			return err
		}
		kinds, faults = kinds[n:], faults+result.Faults()
		if _, err := fmt.Fprintln(term.Out, result.String()); err != nil {
			return err
		}
		for _, note := range result.Notes {
			fmt.Fprintln(term.Notes, note)
		}
	}
	if faults > 0 {
		return fmt.Errorf("%d faults", faults)
	}
	return nil
}

// kinds returns the kinds to simulate.
func (c *tournamentsCommand) kinds() ([]tournaments.Kind, error) {
	format := tournament.Format(c.Format)
	if c.Format != "" && !slices.Contains(tournament.Formats, format) {
		return nil, &cli.Misuse{Reason: fmt.Sprintf("there is no format %q", c.Format)}
	}
	if c.Players == "" {
		return slices.DeleteFunc(tournaments.Kinds(), func(k tournaments.Kind) bool { return format != "" && k.Format != format }), nil
	}
	least, most, ranges := strings.Cut(c.Players, "-")
	if !ranges {
		most = least
	}
	from, err1 := strconv.Atoi(least)
	to, err2 := strconv.Atoi(most)
	if format == "" || err1 != nil || err2 != nil || from < match.MinSeats+1 || to < from || to > tournament.MaxEntrants {
		const reason = "--players is a number or a range of numbers from %d to %d, and needs --format"
		return nil, &cli.Misuse{Reason: fmt.Sprintf(reason, match.MinSeats+1, tournament.MaxEntrants)}
	}
	if format == tournament.RoundRobin && to > tournament.MaxPool {
		return nil, &cli.Misuse{Reason: fmt.Sprintf("a round robin has at most %d players", tournament.MaxPool)}
	}
	var list []tournaments.Kind
	for n := from; n <= to; n++ {
		list = append(list, tournaments.Kind{Format: format, Players: n})
	}
	return list, nil
}

// simulate simulates tournaments of some kinds and joins their results.
func (c *tournamentsCommand) simulate(ctx context.Context, term cli.Terminal, kinds []tournaments.Kind) (*tournaments.Result, error) {
	result := &tournaments.Result{Name: kinds[0].String()}
	if last := kinds[len(kinds)-1]; len(kinds) > 1 {
		result.Name = fmt.Sprintf("%s to %d", kinds[0], last.Players)
	}
	bar := cli.NewProgress(term, len(kinds)*c.Repeats, result.Name)
	defer bar.Finish()
	for _, kind := range kinds {
		for i := range c.Repeats {
			options := tournaments.Options{Seed: c.Seed + uint64(i), Leave: c.Leave, Minutes: c.Minutes}
			if err := tournaments.Simulate(ctx, kind, options, result); err != nil {
				return nil, err
			}
			bar.Add(1)
		}
	}
	return result, nil
}
