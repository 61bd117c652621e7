package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/engines"
	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/lab/seats"
)

// seatsCommand measures the shares of the seats among equal engines.
type seatsCommand struct {
	Games int    `default:"1000" placeholder:"N" help:"Games of each kind (1000)."`
	Nodes int    `default:"600" placeholder:"N" help:"Nodes of each search (600)."`
	Seed  uint64 `default:"1" placeholder:"N" help:"Seed of the games (1)."`
	Only  string `placeholder:"TEXT" help:"Only the kinds whose names begin so, for instance 'lancelot basic'."`
	Seats int    `placeholder:"N" help:"Only the kinds with so many seats."`
}

func (c *seatsCommand) Run(term cli.Terminal) error {
	if c.Games < 1 || c.Nodes < 1 {
		return &cli.Misuse{Reason: "--games and --nodes must be 1 or more"}
	}
	play := seats.Play{Games: c.Games, Nodes: uint64(c.Nodes), Level: engines.FullLevel, Seed: c.Seed}
	kinds := slices.DeleteFunc(games.SeatKinds(), func(s match.Settings) bool { return c.Seats != 0 && s.Seats != c.Seats })
	return measureSeats(term, &play, kinds, c.Only)
}

// handicapCommand measures how much handicap points help.
type handicapCommand struct {
	Games  int      `default:"200" placeholder:"N" help:"Games of each kind (200)."`
	Points int      `default:"6" placeholder:"N" help:"Largest number of handicap points (6)."`
	Nodes  int      `default:"1000000" placeholder:"N" help:"Largest number of nodes of each search (1000000); level 7 needs fewer."`
	Seed   uint64   `default:"1" placeholder:"N" help:"Seed of the games (1)."`
	Only   string   `placeholder:"TEXT" help:"Only the kinds whose names begin so, for instance 'wotn wotn-alternative'."`
	Spend  []string `placeholder:"d2s,…" help:"Promotions of White that spend the points, instead of those that a computer opponent chooses; for instance d2s,d2n,e2d. Then all rows have so many points."`
}

func (c *handicapCommand) Run(term cli.Terminal) error {
	if c.Games < 1 || c.Nodes < 1 || c.Points < 0 || c.Points > match.MaxPoints {
		return &cli.Misuse{Reason: fmt.Sprintf("--games and --nodes must be 1 or more, and --points 0 to %d", match.MaxPoints)}
	}
	play := seats.Play{Games: c.Games, Nodes: uint64(c.Nodes), Level: seats.HandicapLevel, Seed: c.Seed}
	first := 0
	for _, text := range c.Spend {
		if len(text) != 3 {
			return &cli.Misuse{Reason: fmt.Sprintf("--spend: %q is not a square with the letter of a kind", text)}
		}
		play.Promotions = append(play.Promotions, match.HandicapPromotion{Square: text[:2], Kind: strings.ToUpper(text[2:])})
		c.Points, first = len(play.Promotions), len(play.Promotions)
	}
	var kinds []match.Settings
	for _, kind := range games.SeatKinds() {
		for points := first; points <= c.Points && kind.Game == games.Wotn; points++ {
			kind.Points = []int{points, 0}
			kinds = append(kinds, kind)
		}
	}
	return measureSeats(term, &play, kinds, c.Only)
}

// measureSeats plays games of each kind whose name begins with a text, and writes a line for
// each.
func measureSeats(term cli.Terminal, play *seats.Play, kinds []match.Settings, only string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	for i := range kinds {
		kind := &kinds[i]
		kind.Visibility = match.Public
		if !strings.HasPrefix(games.SeatKind(kind), only) {
			continue
		}
		bar := cli.NewProgress(term, play.Games, "games")
		result, err := play.Play(ctx, kind, func() { bar.Add(1) })
		bar.Finish()
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(term.Out, result.String()); err != nil {
			return err
		}
	}
	return nil
}
