package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"time"

	"tafelrunde/internal/matchplay"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/search"
	"tafelrunde/wotn/uci"
)

// matchCommand plays engines against each other.
type matchCommand struct {
	Engines []string `arg:"" name:"engine" help:"The two engines of Way of the Knight or chess, or the player of each seat of Lancelot; see below."`

	gameFlag
	Games       int           `default:"100" placeholder:"N" help:"Largest number of games, an even number (100). Lancelot: smallest number, rounded up so that each opening is played in every order of seats."`
	Movetime    time.Duration `placeholder:"TIME" help:"Time for each move or turn, for instance 100ms."`
	Nodes       uint64        `placeholder:"N" help:"Nodes for each move or turn."`
	Concurrency int           `default:"1" aliases:"threads" placeholder:"N" help:"Concurrent games (1)."`
	Seed        uint64        `default:"1" placeholder:"N" help:"Seed of the openings and of Lancelot's players (1)."`
	JSON        bool          `name:"json" help:"Write the summary as JSON."`

	variantFlag
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

For instance:  tafelrunde match "tafelrunde name=new" "tafelrunde name=old Off=null-move" --tc 1+0.01 --sprt 0,5
               tafelrunde match tafelrunde "/usr/games/fairymax proto=xboard" --variant chess --tc 10+0.1 --pgn games.pgn
               tafelrunde match --game lancelot engine greedy engine:5 --movetime 100ms`
}

func (c *matchCommand) Run(term terminal) error {
	if c.Concurrency < 1 || c.Concurrency > search.MaxThreads {
		return &misuse{fmt.Sprintf("--concurrency must be from 1 to %d", search.MaxThreads)}
	}
	if c.Movetime < 0 {
		return &misuse{"--movetime must not be negative"}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if c.Game == lancelotGame {
		return c.playLancelot(ctx, term)
	}
	return c.playWotn(ctx, term)
}

// playLancelot plays a match of Lancelot.
func (c *matchCommand) playLancelot(ctx context.Context, term terminal) error {
	rules, err := parseRules(c.Rules)
	if err != nil {
		return err
	}
	if c.Opening < 0 {
		return &misuse{"--opening must not be negative"}
	}
	match := &matchplay.LancelotMatch{
		Players: c.Engines, Rules: rules, Games: c.Games, MoveTime: c.Movetime, Nodes: c.Nodes,
		Seed: c.Seed, Opening: c.Opening, Concurrency: c.Concurrency,
	}
	if err := match.Validate(); err != nil {
		return &misuse{err.Error()}
	}
	if c.Records != "" {
		file, err := openToAppend(c.Records)
		if err != nil {
			return err
		}
		defer file.Close()
		match.Records = file
	}
	bar := newProgress(term, match.GameCount(), "games")
	match.OnGame = func() { bar.Add(1) }
	result, err := match.Play(ctx)
	bar.Finish()
	if err != nil {
		return err
	}
	if c.JSON {
		err = writeJSON(term.out, result)
	} else {
		err = result.Write(term.out)
	}
	if err == nil && len(result.Failures) > 0 {
		err = errReported
	}
	return err
}

// playWotn plays a match of Way of the Knight or chess.
func (c *matchCommand) playWotn(ctx context.Context, term terminal) error {
	match, err := c.newMatch()
	if err != nil {
		return err
	}
	var pgn *os.File
	if c.PGN != "" {
		if pgn, err = openToAppend(c.PGN); err != nil {
			return err
		}
		defer pgn.Close()
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	setGOMAXPROCS(c.Concurrency) // delays between engines and referee count as thinking time
	names := [2]string{match.Contestants[0].Name, match.Contestants[1].Name}
	bar := newProgress(term, 2*match.Pairs, "games")
	points := 0.0
	games := 0
	var writing error
	match.OnGame = func(pair int, exchanged bool, game *matchplay.PlayedGame) {
		white, black, round := names[0], names[1], fmt.Sprintf("%d.1", pair+1)
		first := wotn.White // the colour of the first engine
		if exchanged {
			white, black, round = black, white, fmt.Sprintf("%d.2", pair+1)
			first = wotn.Black
		}
		games++
		points += game.Result.WinShare(first)
		if pgn != nil && writing == nil {
			if writing = appendPGN(pgn, game, white, black, round); writing != nil {
				stop()
			}
		}
		if game.Detail != "" {
			if isTerminal(term.notes) {
				bar.Clear()
			}
			fmt.Fprintf(term.notes, "game %s, %s against %s: %s by %s: %s\n", round, white, black, game.Result, game.Cause, game.Detail)
		}
		bar.Describe(fmt.Sprintf("%s %.1f:%.1f %s", names[0], points, float64(games)-points, names[1]))
		bar.Add(1)
	}
	result, err := match.Play(ctx)
	bar.Finish()
	if writing != nil {
		return writing
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	summary := &matchplay.Summary{Names: names, Result: result, Test: match.Test}
	var writingSummary error
	if c.JSON {
		writingSummary = writeJSON(term.out, summary)
	} else {
		writingSummary = summary.Write(term.out)
	}
	if writingSummary != nil {
		return writingSummary
	}
	if err != nil {
		return errors.New("stopped before the end")
	}
	return nil
}

func appendPGN(to io.Writer, game *matchplay.PlayedGame, white, black, round string) error {
	text, err := game.PGN(white, black, "Match", time.Now(), round)
	if err != nil {
		return err
	}
	_, err = io.WriteString(to, strings.TrimRight(text, "\n")+"\n\n")
	return err
}

// newMatch returns the match of Way of the Knight that the flags describe.
func (c *matchCommand) newMatch() (*matchplay.Match, error) {
	variant, err := parseVariant(c.Variant)
	if err != nil {
		return nil, err
	}
	switch {
	case len(c.Engines) != 2:
		return nil, &misuse{fmt.Sprintf("a match has two engines, not %d", len(c.Engines))}
	case c.Games < 2 || c.Games%2 != 0:
		return nil, &misuse{fmt.Sprintf("--games is %d, but games are played in pairs: it is an even number from 2 on", c.Games)}
	case c.Plies < 0 || c.Balance < 0 || c.Depth < 0 || c.Margin < 0 || c.MaxMoves < 0:
		return nil, &misuse{"numbers must not be negative"}
	}
	control, err := matchplay.ParseControl(c.TC)
	if err != nil {
		return nil, &misuse{"--tc: " + err.Error()}
	}
	limits := matchplay.Limits{MoveTime: c.Movetime, Nodes: c.Nodes, Depth: c.Depth}
	match := &matchplay.Match{
		Book:         matchplay.Book{Variant: variant, Plies: c.Plies, Balance: c.Balance, Seed: c.Seed, Evaluate: matchplay.EvaluateQuickly},
		Pairs:        c.Games / 2,
		Concurrency:  c.Concurrency,
		Margin:       c.Margin,
		Adjudication: matchplay.Adjudication{MaxMoves: c.MaxMoves},
	}
	if c.Openings != "" {
		text, err := os.ReadFile(c.Openings)
		if err == nil {
			match.Book.Openings, err = matchplay.ReadOpenings(c.Openings, string(text), variant)
		}
		if err != nil {
			return nil, &misuse{"--openings: " + err.Error()}
		}
	}
	inProcess := func(name string, start func() engine.Searcher) matchplay.Program {
		return matchplay.InProcess(func(in io.Reader, out io.Writer) error {
			return uci.Serve(in, out, uci.Identity{Name: name, Author: authors}, start())
		})
	}
	builtIn := map[string]matchplay.Program{
		"tafelrunde": inProcess("Tafelrunde", func() engine.Searcher { return search.New(search.Config{NewEvaluator: newEvaluator}) }),
		"greedy":     inProcess("Greedy", func() engine.Searcher { return search.NewGreedy(0) }),
		"random":     inProcess("Random", func() engine.Searcher { return search.NewRandom(0) }),
	}
	for i, text := range c.Engines {
		match.Contestants[i], err = matchplay.ParseContestant(text, control, limits, builtIn)
		if err != nil {
			return nil, &misuse{fmt.Sprintf("engine %d: %v", i+1, err)}
		}
	}
	if match.Contestants[0].Name == match.Contestants[1].Name {
		match.Contestants[0].Name += " 1"
		match.Contestants[1].Name += " 2"
	}
	if c.SPRT != "" {
		n, err := parseNumbers(c.SPRT, 2)
		if err != nil || n[0] >= n[1] {
			return nil, &misuse{fmt.Sprintf("--sprt is two numbers, the smaller first, such as 0,5, not %q", c.SPRT)}
		}
		match.Test = &matchplay.SPRT{Elo0: n[0], Elo1: n[1], Alpha: 0.05, Beta: 0.05}
	}
	if c.Draw != "" {
		n, err := parseNumbers(c.Draw, 3)
		if err != nil {
			return nil, &misuse{fmt.Sprintf("--draw is three numbers such as 8,10,40, not %q", c.Draw)}
		}
		match.Adjudication.DrawMoves, match.Adjudication.DrawScore, match.Adjudication.DrawFrom = int(n[0]), int(n[1]), int(n[2])
	}
	if c.Resign != "" {
		n, err := parseNumbers(c.Resign, 2)
		if err != nil {
			return nil, &misuse{fmt.Sprintf("--resign is two numbers such as 4,900, not %q", c.Resign)}
		}
		match.Adjudication.ResignMoves, match.Adjudication.ResignScore = int(n[0]), int(n[1])
	}
	return match, nil
}

// parseNumbers parses count numbers with commas between.
func parseNumbers(text string, count int) ([]float64, error) {
	fields := strings.Split(text, ",")
	if len(fields) != count {
		return nil, fmt.Errorf("%d numbers instead of %d", len(fields), count)
	}
	numbers := make([]float64, count)
	for i, field := range fields {
		n, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
		if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
			return nil, fmt.Errorf("%q is not a number", field)
		}
		numbers[i] = n
	}
	return numbers, nil
}
