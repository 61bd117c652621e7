package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"

	"tafelrunde/internal/matchplay"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/record"
	"tafelrunde/wotn/search"
	"tafelrunde/wotn/uci"
)

// matchCommand plays engine against engine.
type matchCommand struct {
	First  string `arg:"" help:"First engine: \"tafelrunde\" or a program, then key=value pairs; see below."`
	Second string `arg:"" help:"Second engine."`

	Ways        string        `default:"wotn" placeholder:"WAYS" help:"Rule set: wotn (the default), wotn-alternative or chess."`
	Games       int           `default:"100" placeholder:"N" help:"Games to play at most, an even number (100)."`
	TC          string        `name:"tc" placeholder:"TC" help:"Clocks: [MOVES/]SECONDS[+INCREMENT], for instance 1+0.01."`
	Movetime    time.Duration `placeholder:"TIME" help:"Time for each move, for instance 100ms."`
	Nodes       int           `placeholder:"N" help:"Nodes for each move."`
	Depth       int           `placeholder:"N" help:"Depth of each move."`
	Concurrency int           `default:"1" placeholder:"N" help:"Games at once (1)."`
	Margin      time.Duration `default:"50ms" placeholder:"TIME" help:"How long a flag may have fallen (50ms)."`

	Seed    uint64 `default:"1" placeholder:"N" help:"Seed of the openings (1)."`
	Plies   int    `default:"8" placeholder:"N" help:"Random moves of an opening, of both sides together (8)."`
	Balance int    `default:"80" placeholder:"CP" help:"The most that a side is ahead after the opening, in centipawns (80)."`

	Openings string `placeholder:"FILE" help:"Openings in PGN, instead of random moves; each is played with both colours."`

	SPRT     string `name:"sprt" placeholder:"ELO0,ELO1" help:"Stop when it is decided, with 5 % error, whether the first is better by ELO0 or by ELO1."`
	Draw     string `placeholder:"MOVES,CP,FROM" help:"Draw after MOVES moves of both within CP, from move FROM on."`
	Resign   string `placeholder:"MOVES,CP" help:"End a game that both judge decided by CP for MOVES moves."`
	MaxMoves int    `default:"300" placeholder:"N" help:"Draw after so many moves (300); 0 for never."`

	PGN  string `name:"pgn" placeholder:"FILE" help:"Append the games to a file."`
	JSON bool   `name:"json" help:"Write the summary as JSON."`
}

// Help is shown by --help after the options.
func (matchCommand) Help() string {
	return `An engine is written as one argument: "tafelrunde" for the engine of this program, or the name of a program,
followed by pairs key=value with spaces between. Keys are

  name=NAME      what the engine is called
  proto=PROTO    uci (the default) or xboard, for programs
  args="A B"     arguments, for programs
  tc= movetime= nodes= depth=   limits of its own, as the options
  level=1..10    for tafelrunde: Skill Level
  OPTION=VALUE   any other key is an option of the engine; underscores stand for spaces

For instance:  tafelrunde match "tafelrunde name=new" "tafelrunde name=old Off=null-move" --tc 1+0.01 --sprt 0,5
               tafelrunde match tafelrunde "/usr/games/fairymax proto=xboard" --ways chess --tc 10+0.1 --pgn games.pgn`
}

func (c *matchCommand) Run(term terminal) error {
	match, err := c.prepare()
	if err != nil {
		return err
	}
	var pgn *os.File
	if c.PGN != "" {
		if pgn, err = os.OpenFile(c.PGN, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666); err != nil {
			return err
		}
		defer pgn.Close()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	leaveRoom(c.Concurrency) // a move that waits to be passed on costs its player time
	names := [2]string{match.Contestants[0].Name, match.Contestants[1].Name}
	bar := progressbar.NewOptions(2*match.Pairs,
		progressbar.OptionSetWriter(term.notes),
		progressbar.OptionSetVisibility(isTerminal(term.notes)),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionFullWidth(),
		progressbar.OptionClearOnFinish())
	points := 0.0
	games := 0
	var writing error
	match.Each = func(pair int, exchanged bool, game *matchplay.Played) {
		white, black := names[0], names[1]
		first := wotn.White
		if exchanged {
			white, black = black, white
			first = wotn.Black
		}
		games++
		points += game.Result.WinShare(first)
		if pgn != nil && writing == nil {
			writing = appendPGN(pgn, game, white, black, fmt.Sprintf("%d.%d", pair+1, 1+boolInt(exchanged)))
			if writing != nil {
				stop()
			}
		}
		if game.Detail != "" {
			if isTerminal(term.notes) {
				bar.Clear()
			}
			fmt.Fprintf(term.notes, "game %d.%d, %s against %s: %s by %s: %s\n",
				pair+1, 1+boolInt(exchanged), white, black, game.Result, game.Cause, game.Detail)
		}
		bar.Describe(fmt.Sprintf("%s %.1f:%.1f %s", names[0], points, float64(games)-points, names[1]))
		bar.Add(1)
	}
	result, err := match.Play(ctx)
	bar.Finish()
	if writing != nil {
		return writing
	}
	summary := matchplay.Summary{Names: names, Result: result, Test: match.Test}
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if c.JSON {
		text, err := json.MarshalIndent(&summary, "", "  ")
		if err != nil {
			return err
		}
		fmt.Fprintf(term.out, "%s\n", text)
	} else if err := summary.Write(term.out); err != nil {
		return err
	}
	if err != nil {
		return errors.New("stopped before the end")
	}
	return nil
}

func appendPGN(to io.Writer, game *matchplay.Played, white, black, round string) error {
	text, err := game.PGN(white, black, "Match", time.Now(), round)
	if err != nil {
		return err
	}
	_, err = io.WriteString(to, strings.TrimRight(text, "\n")+"\n\n")
	return err
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// prepare makes the match of the command line.
func (c *matchCommand) prepare() (*matchplay.Match, error) {
	ways, err := parseWays(c.Ways)
	if err != nil {
		return nil, err
	}
	switch {
	case c.Games < 2 || c.Games%2 != 0:
		return nil, &misuse{fmt.Sprintf("--games is %d, but games are played in pairs: it is an even number from 2 on", c.Games)}
	case c.Concurrency < 1:
		return nil, &misuse{"--concurrency is 1 or more"}
	case c.Plies < 0 || c.Balance < 0 || c.Nodes < 0 || c.Depth < 0 || c.Movetime < 0 || c.Margin < 0 || c.MaxMoves < 0:
		return nil, &misuse{"numbers cannot be below 0"}
	}
	control, err := parseControl(c.TC)
	if err != nil {
		return nil, &misuse{"--tc: " + err.Error()}
	}
	limits := matchplay.Limits{MoveTime: c.Movetime, Nodes: c.Nodes, Depth: c.Depth}
	match := &matchplay.Match{
		Book:        matchplay.Book{Ways: ways, Plies: c.Plies, Balance: c.Balance, Seed: c.Seed, Judge: quickJudge},
		Pairs:       c.Games / 2,
		Concurrency: c.Concurrency,
		Margin:      c.Margin,
		Judge:       matchplay.Adjudication{MaxMoves: c.MaxMoves},
	}
	if c.Openings != "" {
		if match.Book.Openings, err = readOpenings(c.Openings, ways); err != nil {
			return nil, &misuse{"--openings: " + err.Error()}
		}
	}
	for i, text := range []string{c.First, c.Second} {
		match.Contestants[i], err = parseContestant(text, control, limits)
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
		match.Judge.DrawMoves, match.Judge.DrawScore, match.Judge.DrawFrom = int(n[0]), int(n[1]), int(n[2])
	}
	if c.Resign != "" {
		n, err := parseNumbers(c.Resign, 2)
		if err != nil {
			return nil, &misuse{fmt.Sprintf("--resign is two numbers such as 4,900, not %q", c.Resign)}
		}
		match.Judge.ResignMoves, match.Judge.ResignScore = int(n[0]), int(n[1])
	}
	return match, nil
}

// readOpenings reads a file of games whose moves are openings.
func readOpenings(file string, ways wotn.Variant) ([]*wotn.Game, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var openings []*wotn.Game
	reader := record.NewReader(string(text), ways)
	for {
		read, err := reader.Next()
		if err == io.EOF {
			break
		}
		number := len(openings) + 1
		if err != nil {
			return nil, fmt.Errorf("%s, game %d: %w", file, number, err)
		}
		if read.Variant != ways {
			return nil, fmt.Errorf("%s, game %d is of %s, the match of %s", file, number, read.Variant, ways)
		}
		game := wotn.NewGame(read.Line.Start)
		for _, m := range read.Line.Moves {
			if err := game.Play(m.Move); err != nil {
				return nil, fmt.Errorf("%s, game %d: %s: %w", file, number, m.SAN, err)
			}
		}
		if game.Outcome().Over() {
			return nil, fmt.Errorf("%s, game %d is over after its moves", file, number)
		}
		openings = append(openings, game)
	}
	if len(openings) == 0 {
		return nil, fmt.Errorf("%s has no games", file)
	}
	return openings, nil
}

// quickJudge tells whether an opening is balanced, by a short search.
func quickJudge(p *wotn.Position) (centipawns int, mate bool) {
	const nodes = 3000
	e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 1})
	result := e.Search(context.Background(), wotn.NewGame(*p), engine.Limits{Nodes: nodes}, nil)
	_, mate = result.Score.Mate()
	return result.Score.Centipawns(), mate
}

// parseNumbers reads numbers with commas between.
func parseNumbers(text string, count int) ([]float64, error) {
	fields := strings.Split(text, ",")
	if len(fields) != count {
		return nil, errors.New("not as many numbers as expected")
	}
	numbers := make([]float64, count)
	for i, field := range fields {
		n, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
		if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
			return nil, fmt.Errorf("%q is no number", field)
		}
		numbers[i] = n
	}
	return numbers, nil
}

// parseControl reads "[MOVES/]SECONDS[+INCREMENT]"; no text is no clock.
func parseControl(text string) (control matchplay.Control, err error) {
	if text == "" {
		return control, nil
	}
	wrong := fmt.Errorf("%q is not [MOVES/]SECONDS[+INCREMENT], such as 40/60 or 1+0.01", text)
	rest := text
	if moves, behind, ok := strings.Cut(rest, "/"); ok {
		if control.Moves, err = strconv.Atoi(moves); err != nil || control.Moves < 1 {
			return control, wrong
		}
		rest = behind
	}
	base, increment, incremented := strings.Cut(rest, "+")
	var ok bool
	if control.Base, ok = parseSeconds(base); !ok || control.Base == 0 {
		return control, wrong
	}
	if incremented {
		if control.Increment, ok = parseSeconds(increment); !ok {
			return control, wrong
		}
	}
	return control, nil
}

func parseSeconds(text string) (time.Duration, bool) {
	const most = 1e6
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || !(n >= 0 && n <= most) {
		return 0, false
	}
	return time.Duration(n * float64(time.Second)), true
}

// own is the name of this program's engine on the command line.
const own = "tafelrunde"

// parseContestant reads an engine as the command line has it.
func parseContestant(text string, control matchplay.Control, limits matchplay.Limits) (matchplay.Contestant, error) {
	contestant := matchplay.Contestant{Control: control, Limits: limits}
	words, err := splitWords(text)
	if err != nil {
		return contestant, err
	}
	if len(words) == 0 || strings.Contains(words[0], "=") {
		return contestant, errors.New("an engine begins with tafelrunde or the name of a program")
	}
	program, proto := words[0], "uci"
	var args []string
	var settings []matchplay.Setting
	contestant.Name = program[strings.LastIndex(program, "/")+1:]
	for _, word := range words[1:] {
		key, value, ok := strings.Cut(word, "=")
		if !ok || key == "" {
			return contestant, fmt.Errorf("%q is not key=value", word)
		}
		switch key {
		case "name":
			if value == "" {
				return contestant, errors.New("name= is empty")
			}
			contestant.Name = value
		case "proto":
			proto = value
		case "args":
			if args, err = splitWords(value); err != nil {
				return contestant, err
			}
		case "tc":
			contestant.Control, err = parseControl(value)
			contestant.Limits = matchplay.Limits{}
		case "movetime":
			contestant.Limits.MoveTime, err = time.ParseDuration(value)
		case "nodes":
			contestant.Limits.Nodes, err = strconv.Atoi(value)
		case "depth":
			contestant.Limits.Depth, err = strconv.Atoi(value)
		case "level":
			settings = append(settings, matchplay.Setting{Name: "Skill Level", Value: value})
		default:
			settings = append(settings, matchplay.Setting{Name: key, Value: value})
		}
		if err != nil {
			return contestant, fmt.Errorf("%s: %w", key, err)
		}
	}
	if contestant.Control.Base == 0 && contestant.Limits == (matchplay.Limits{}) {
		return contestant, errors.New("nothing limits its thinking: give --tc, --movetime, --nodes or --depth")
	}
	start := matchplay.StartUCI
	switch proto {
	case "uci":
	case "xboard", "cecp":
		start = matchplay.StartXBoard
	default:
		return contestant, fmt.Errorf("unknown protocol %q; known are uci and xboard", proto)
	}
	run := matchplay.Command(program, args...)
	if program == own {
		if proto != "uci" || args != nil {
			return contestant, errors.New("proto and args are for programs")
		}
		run = matchplay.InProcess(func(in io.Reader, out io.Writer) error {
			return uci.Serve(in, out, uci.Identity{Name: "Tafelrunde", Author: authors}, search.New(search.Config{NewEvaluator: newEvaluator}))
		})
	}
	contestant.Start = func(ctx context.Context) (matchplay.Player, error) { return start(ctx, run, settings) }
	return contestant, nil
}

// splitWords splits at spaces that are not between quotation marks.
func splitWords(text string) (words []string, err error) {
	var word strings.Builder
	inside, quoted := false, false
	for _, r := range text {
		switch {
		case r == '"':
			quoted, inside = !quoted, true
		case r == ' ' && !quoted:
			if inside {
				words = append(words, word.String())
			}
			word.Reset()
			inside = false
		default:
			word.WriteRune(r)
			inside = true
		}
	}
	if quoted {
		return nil, errors.New("a quotation mark is not closed")
	}
	if inside {
		words = append(words, word.String())
	}
	return words, nil
}
