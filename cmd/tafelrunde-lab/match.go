package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"time"

	"tafelrunde/internal/cli"
	"tafelrunde/wotn/search"
)

// matchCommand plays engines against each other.
type matchCommand struct {
	Engines []string `arg:"" name:"engine" help:"The two engines of Way of the Knight or chess, or the player of each seat of Lancelot; see below."`

	cli.GameFlag
	Games       int           `default:"100" placeholder:"N" help:"Largest number of games, an even number (100). Lancelot: smallest number, rounded up so that each opening is played in every order of seats."`
	Movetime    time.Duration `placeholder:"TIME" help:"Time for each move or turn, for instance 100ms."`
	Nodes       uint64        `placeholder:"N" help:"Nodes for each move or turn."`
	Concurrency int           `default:"1" placeholder:"N" help:"Concurrent games (1)."`
	Seed        uint64        `default:"1" placeholder:"N" help:"Seed of the openings and of Lancelot's players (1)."`
	JSON        bool          `name:"json" help:"Write the summary as JSON."`

	cli.VariantFlag
	TC       string        `name:"tc" group:"wotn" placeholder:"TC" help:"Clocks: [MOVES/]SECONDS[+INCREMENT], for instance 1+0.01."`
	Depth    int           `group:"wotn" placeholder:"N" help:"Depth of each search in plies."`
	Margin   time.Duration `default:"50ms" group:"wotn" placeholder:"TIME" help:"Time by which a clock may be exceeded (50ms)."`
	Plies    int           `default:"8" group:"wotn" placeholder:"N" help:"Random plies of an opening (8)."`
	Balance  int           `default:"80" group:"wotn" placeholder:"CP" help:"Largest advantage of a side after the opening, in centipawns (80)."`
	Openings string        `group:"wotn" placeholder:"FILE" help:"Openings in PGN, instead of random moves; each is played with both colours."`
	SPRT     string        `name:"sprt" group:"wotn" placeholder:"ELO0,ELO1" help:"Stop when a test with 5 % error decides whether the first engine is better by ELO0 or by ELO1."`
	Draw     string        `group:"wotn" placeholder:"MOVES,CP,FROM" help:"Draw after MOVES moves of both sides within CP, from move FROM on."`
	Resign   string        `group:"wotn" placeholder:"MOVES,CP" help:"End a game that both engines score as decided by CP for MOVES moves."`
	MaxMoves int           `default:"300" group:"wotn" placeholder:"N" help:"Draw after N moves (300); 0 for never."`
	PGN      string        `name:"pgn" group:"wotn" placeholder:"FILE" help:"Append the games to a file."`

	Rules   string `default:"basic" group:"lancelot" placeholder:"RULES" help:"Rules: basic (the default), diagonals, excalibur or diagonals+excalibur."`
	Opening int    `default:"1" group:"lancelot" placeholder:"N" help:"Random turns of each seat at the beginning (1)."`
	Records string `group:"lancelot" placeholder:"FILE" help:"Append the games to a file."`
}

// Help is shown by --help after the options.
func (matchCommand) Help() string {
	return `An engine of Way of the Knight or chess is written as one argument: "tafelrunde" for the engine of this program, "greedy"
for a player that captures the piece of the highest level in sight, "random" for random moves, or the name of a program,
followed by pairs key=value with spaces between. Keys are

  name=NAME      name of the engine
  proto=PROTO    uci (the default) or xboard, for programs
  args="A B"     arguments, for programs
  tc= movetime= nodes= depth=   limits of its own, as the options
  level=LEVEL    for tafelrunde: 1 to 10, or beginner1 to beginner7, which are weaker than level 3
  OPTION=VALUE   any other key is an option of the engine; underscores stand for spaces

A player of Lancelot is random, greedy, uct, paranoid, best-reply, tree, engine, or engine:LEVEL with the same levels.

For instance:

  tafelrunde-lab match "tafelrunde name=new" "tafelrunde name=old Off=null-move" --tc 1+0.01 --sprt 0,5
  tafelrunde-lab match tafelrunde "/usr/games/fairymax proto=xboard" --variant chess --tc 10+0.1 --pgn games.pgn
  tafelrunde-lab match --game lancelot engine greedy engine:5 --movetime 100ms`
}

func (c *matchCommand) Run(term cli.Terminal) error {
	if c.Concurrency < 1 || c.Concurrency > search.MaxThreads {
		return &cli.Misuse{Reason: fmt.Sprintf("--concurrency must be from 1 to %d", search.MaxThreads)}
	}
	if c.Movetime < 0 {
		return &cli.Misuse{Reason: "--movetime must not be negative"}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if c.Game == cli.LancelotGame {
		return c.playLancelot(ctx, term)
	}
	return c.playWotn(ctx, term)
}
