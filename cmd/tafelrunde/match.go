package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"time"

	"tafelrunde/lancelot"
)

// matchCommand lets players of Lancelot meet.
type matchCommand struct {
	Game     string        `default:"lancelot" enum:"lancelot" placeholder:"GAME" help:"Game: lancelot."`
	Players  []string      `arg:"" help:"The player of each seat: random, greedy, uct, paranoid, best-reply, tree, engine, or engine:LEVEL."`
	Rules    string        `default:"basic" placeholder:"RULES" help:"Rules: basic (the default), diagonals, excalibur or diagonals+excalibur."`
	Games    int           `default:"100" placeholder:"N" help:"Games at least (100); rounded up, so that each opening is played in every order of seats."`
	MoveTime time.Duration `name:"movetime" placeholder:"TIME" help:"Time for each turn, as 1s or 200ms."`
	Nodes    uint64        `placeholder:"N" help:"Nodes for each turn."`
	Seed     uint64        `default:"1" placeholder:"N" help:"Seed of the openings and the players (1)."`
	Opening  int           `default:"1" placeholder:"N" help:"Turns of each seat that are played by chance first (1)."`
	Threads  int           `default:"1" placeholder:"N" help:"Games played at once (1)."`
	Records  string        `placeholder:"FILE" help:"File to append the games to."`
}

func (c *matchCommand) Run(term terminal) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var rules lancelot.Rules
	known := false
	for _, r := range lancelotRules {
		if r.String() == c.Rules {
			rules, known = r, true
		}
	}
	if !known {
		return &misuse{fmt.Sprintf("unknown rules %q; known are basic, diagonals, excalibur and diagonals+excalibur", c.Rules)}
	}
	m := lancelotMatch{
		players: c.Players, rules: rules, games: c.Games, moveTime: c.MoveTime, nodes: c.Nodes,
		seed: c.Seed, opening: max(0, c.Opening), threads: c.Threads, records: c.Records,
	}
	return m.play(ctx, term)
}
