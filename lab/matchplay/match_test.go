package matchplay

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine/enginetest"
	"tafelrunde/wotn/record"
	"tafelrunde/wotn/uci"
	"tafelrunde/wotn/xboard"
)

var plainUCI = InProcess(func(in io.Reader, out io.Writer) error {
	return uci.Serve(in, out, uci.Identity{Name: "Plain"}, new(enginetest.Plain))
})

var plainXBoard = InProcess(func(in io.Reader, out io.Writer) error {
	return xboard.Serve(in, out, "Plain", new(enginetest.Plain))
})

func overUCI(program Program, settings ...Setting) func(context.Context) (Player, error) {
	return func(ctx context.Context) (Player, error) { return StartUCI(ctx, program, settings) }
}

func overXBoard(program Program, settings ...Setting) func(context.Context) (Player, error) {
	return func(ctx context.Context) (Player, error) { return StartXBoard(ctx, program, settings) }
}

// TestMatch plays whole matches over both protocols, in all variants.
func TestMatch(t *testing.T) {
	for variant := range wotn.Variant(wotn.NumVariants) {
		t.Run(variant.String(), func(t *testing.T) {
			t.Parallel()
			var games int
			m := Match{
				Contestants: [2]Contestant{
					{Name: "one", Start: overUCI(plainUCI, Setting{"hash", "8"}, Setting{"Clear_Hash", ""}), Limits: Limits{Depth: 1}},
					{Name: "two", Start: overXBoard(plainXBoard, Setting{"Style", "bold"}), Limits: Limits{Depth: 1}},
				},
				Book:         Book{Variant: variant, Plies: 6, Seed: 3},
				Pairs:        6,
				Concurrency:  2,
				Adjudication: Adjudication{MaxMoves: 60},
				OnGame: func(game *FinishedGame) {
					games++
					if points := game.Points[0] + game.Points[1]; points != float64(games) {
						t.Errorf("%g points after %d games", points, games)
					}
					text, err := game.PGN("one", "two", "test", time.Unix(0, 0), game.Round())
					if err != nil {
						t.Error(err)
						return
					}
					read, err := record.Read(text, variant)
					if err != nil || len(read.Line.Moves) != game.Game.Len() || read.Variant != variant || read.Result != game.Result.String() {
						t.Errorf("the PGN is read differently: %v\n%s", err, text)
					}
				},
			}
			result, err := m.Play(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if games != 12 || result.Games() != 12 || result.Failures != [2]int{} {
				t.Errorf("%d games: %+v", games, result)
			}
		})
	}
}

// scripted returns an engine that answers every go with the next of some lines.
func scripted(answers ...string) Program {
	return InProcess(func(in io.Reader, out io.Writer) error {
		lines := bufio.NewScanner(in)
		for lines.Scan() {
			switch line := lines.Text(); {
			case line == "uci":
				fmt.Fprintln(out, "option name UCI_Variant type combo default chess var chess\nuciok")
			case line == "isready":
				fmt.Fprintln(out, "readyok")
			case line == "quit":
				return nil
			case strings.HasPrefix(line, "go"):
				answer := "die"
				if len(answers) > 0 {
					answer, answers = answers[0], answers[1:]
				}
				switch answer {
				case "die":
					return errors.New("died")
				case "sleep":
				default:
					fmt.Fprintln(out, answer)
				}
			}
		}
		return nil
	})
}

// TestFailures: an engine that fails loses, with the right cause.
func TestFailures(t *testing.T) {
	for _, test := range []struct {
		name    string
		program Program
		want    Cause
	}{
		{"illegal", scripted("bestmove e2e5"), IllegalMove},
		{"nonsense", scripted("bestmove"), IllegalMove},
		{"crash", scripted("die"), Crash},
		{"time", scripted("sleep"), TimeLoss},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			bad, err := StartUCI(t.Context(), test.program, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer bad.Close()
			good, err := StartUCI(t.Context(), plainUCI, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer good.Close()
			control := Control{Base: 100 * time.Millisecond}
			played, err := play(t.Context(), [2]Player{bad, good}, wotn.NewGame(wotn.Start(wotn.Chess)),
				conditions{control: [2]Control{control, control}})
			if err != nil {
				t.Fatal(err)
			}
			if played.Result != wotn.BlackWins || played.Cause != test.want {
				t.Errorf("%s by %s (%s), want 0-1 by %s", played.Result, played.Cause, played.Detail, test.want)
			}
			if text, err := played.PGN("a", "b", "c", time.Now(), "1"); err != nil || !strings.Contains(text, "0-1") {
				t.Errorf("%v\n%s", err, text)
			}
		})
	}
}

// paced is a player that resigns and notes its pace.
type paced struct {
	Player
	pace Pace
}

func (p *paced) NewGame(context.Context, wotn.Variant) error { return nil }

func (p *paced) Move(_ context.Context, _ *wotn.Game, pace Pace) (Reply, error) {
	p.pace = pace
	return Reply{Resigns: true}, nil
}

// TestOnePlayerWithAClock: the other one is not told that it has no time.
func TestOnePlayerWithAClock(t *testing.T) {
	for control, want := range map[Control]string{
		{}:                                    " nodes 5",
		{Base: time.Second, Increment: 100e6}: " wtime 1000 btime 9000 winc 100 binc 0 nodes 5",
	} {
		p := &paced{}
		on := conditions{control: [2]Control{control, {Base: 9 * time.Second}}, limits: [2]Limits{{Nodes: 5}}}
		if _, err := play(t.Context(), [2]Player{p, &paced{}}, wotn.NewGame(wotn.Start(wotn.Chess)), on); err != nil {
			t.Fatal(err)
		}
		if got := uciLimits(p.pace); got != want {
			t.Errorf("%v: %q, want %q", control, got, want)
		}
	}
}

// TestAdjudication: scores that agree end games.
func TestAdjudication(t *testing.T) {
	quiet := "info depth 3 score cp %d\nbestmove %s"
	white := []string{"g1f3", "f3g1", "b1c3", "c3b1", "g1f3", "f3g1"}
	black := []string{"g8f6", "f6g8", "b8c6", "c6b8", "g8f6", "f6g8"}
	answers := func(score int, moves []string) (lines []string) {
		for _, m := range moves {
			lines = append(lines, fmt.Sprintf(quiet, score, m))
		}
		return lines
	}
	for _, test := range []struct {
		white, black int
		adjudication Adjudication
		want         wotn.Result
		plies        int
	}{
		{5, -5, Adjudication{DrawMoves: 2, DrawScore: 10}, wotn.Draw, 4},
		{5, -5, Adjudication{DrawMoves: 2, DrawScore: 10, DrawFrom: 3}, wotn.Draw, 6},
		{900, -800, Adjudication{ResignMoves: 2, ResignScore: 700}, wotn.WhiteWins, 4},
		{-900, 800, Adjudication{ResignMoves: 2, ResignScore: 700}, wotn.BlackWins, 4},
		{-900, -900, Adjudication{ResignMoves: 1, ResignScore: 700, MaxMoves: 3}, wotn.Draw, 6},
		{20, 20, Adjudication{DrawMoves: 1, DrawScore: 10, MaxMoves: 2}, wotn.Draw, 4},
	} {
		one, err := StartUCI(t.Context(), scripted(answers(test.white, white)...), nil)
		if err != nil {
			t.Fatal(err)
		}
		two, err := StartUCI(t.Context(), scripted(answers(test.black, black)...), nil)
		if err != nil {
			t.Fatal(err)
		}
		played, err := play(t.Context(), [2]Player{one, two}, wotn.NewGame(wotn.Start(wotn.Chess)), conditions{adjudication: test.adjudication})
		if err != nil {
			t.Fatal(err)
		}
		if played.Result != test.want || played.Game.Len() != test.plies {
			t.Errorf("%+v: %s by %s after %d plies, want %s after %d", test, played.Result, played.Cause, played.Game.Len(), test.want, test.plies)
		}
		one.Close()
		two.Close()
	}
}

// TestSPRTEndsMatch: a decided test ends the match early.
func TestSPRTEndsMatch(t *testing.T) {
	m := Match{
		Contestants: [2]Contestant{
			{Name: "good", Start: overUCI(plainUCI), Limits: Limits{Depth: 1}},
			{Name: "bad", Start: func(ctx context.Context) (Player, error) { return StartUCI(ctx, scripted(), nil) }},
		},
		Book:  Book{Variant: wotn.Chess, Plies: 4},
		Pairs: 1000,
		Test:  &SPRT{Elo0: 0, Elo1: 200, Alpha: 0.05, Beta: 0.05},
	}
	result, err := m.Play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if result.Verdict != AcceptH1 || result.Games() >= 2000 || result.Failures[1] != result.Games() || result.Losses != 0 {
		t.Errorf("%+v", result)
	}
	summary := Summary{Names: [2]string{"good", "bad"}, Result: result, Test: m.Test}
	var table strings.Builder
	if err := summary.Write(&table); err != nil || !strings.Contains(table.String(), "+Inf") || !strings.Contains(table.String(), "accept-h1") {
		t.Errorf("%v\n%s", err, table.String())
	}
	text, err := json.Marshal(&summary)
	if err != nil || !strings.Contains(string(text), `"elo":null,"eloLow":`) {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestCancel: a cancelled match returns the result of the games before.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m := Match{
		Contestants: [2]Contestant{
			{Name: "one", Start: overUCI(plainUCI), Limits: Limits{Depth: 1}},
			{Name: "two", Start: overUCI(plainUCI), Limits: Limits{Depth: 1}},
		},
		Book:         Book{Variant: wotn.Standard, Plies: 2},
		Pairs:        1_000_000,
		Adjudication: Adjudication{MaxMoves: 10},
		OnGame: func(game *FinishedGame) {
			if game.Pair == 3 {
				cancel()
			}
		},
	}
	result, err := m.Play(ctx)
	if !errors.Is(err, context.Canceled) || result.Games() < 8 || result.Games() > 20 {
		t.Errorf("%d games, %v", result.Games(), err)
	}
}

// TestRandomOpenings: openings are balanced, repeatable and different.
func TestRandomOpenings(t *testing.T) {
	count := 0
	book := Book{Variant: wotn.Standard, Plies: 8, Balance: 50, Seed: 7, Evaluate: func(p *wotn.Position) (int, bool) {
		count++
		return int(p.Key() % 200), p.Key()%7 == 0
	}}
	seen := make(map[uint64]bool)
	for number := range 50 {
		opening, err := book.Opening(number)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := book.Opening(number)
		if *opening.Position() != *again.Position() || opening.Len() != 8 {
			t.Fatalf("opening %d is not repeatable", number)
		}
		if key := opening.Position().Key(); key%200 > 50 || key%7 == 0 {
			t.Errorf("opening %d is not balanced", number)
		}
		seen[opening.Position().Key()] = true
	}
	if len(seen) < 50 {
		t.Errorf("%d openings of 50 are different", len(seen))
	}
	book.Evaluate = func(*wotn.Position) (int, bool) { return 51, false }
	book.Plies = 1
	if _, err := book.Opening(0); err == nil {
		t.Error("no error without a balanced opening")
	}
}

// TestStartErrors: unknown options and programs that do not start are errors.
func TestStartErrors(t *testing.T) {
	if _, err := StartUCI(t.Context(), plainUCI, []Setting{{"Elbow Grease", "9"}}); err == nil {
		t.Error("no error for an unknown option")
	}
	if _, err := StartUCI(t.Context(), Command("/nowhere/at/all"), nil); err == nil {
		t.Error("no error for a missing program")
	}
	if _, err := StartUCI(t.Context(), Command("false"), nil); !errors.Is(err, ErrExited) {
		t.Errorf("a program that exits at once: %v", err)
	}
}

// TestGivenOpenings: each round has every given opening once.
// TestRefusedOptions: a value that only the engine can check is an error too.
func TestRefusedOptions(t *testing.T) {
	for _, s := range []Setting{{"EvalFile", filepath.Join(t.TempDir(), "missing")}, {"Off", "nonsense"}} {
		player, err := StartUCI(t.Context(), BuiltIn("")["tafelrunde"], []Setting{s})
		if err == nil || !strings.Contains(err.Error(), "option "+s.Name+" cannot be") {
			t.Errorf("%v: %v", s, err)
		}
		if err == nil {
			player.Close()
		}
	}
}

func TestGivenOpenings(t *testing.T) {
	var given []*wotn.Game
	for range 3 {
		given = append(given, wotn.NewGame(wotn.Start(wotn.Chess)))
	}
	book := Book{Variant: wotn.Chess, Openings: given, Seed: 5}
	for round := range 4 {
		seen := map[*wotn.Game]bool{}
		for i := range given {
			opening, err := book.Opening(round*len(given) + i)
			again, _ := book.Opening(round*len(given) + i)
			if err != nil || opening != again {
				t.Fatalf("opening %d is not always the same: %v", i, err)
			}
			seen[opening] = true
		}
		if len(seen) != len(given) {
			t.Errorf("round %d has %d of %d openings", round, len(seen), len(given))
		}
	}
}

// TestPGNError: a match ends with the first error of its record.
func TestPGNError(t *testing.T) {
	full := errors.New("the disk is full")
	m := Match{
		Contestants: [2]Contestant{
			{Name: "one", Start: overUCI(plainUCI), Limits: Limits{Depth: 1}},
			{Name: "two", Start: overUCI(plainUCI), Limits: Limits{Depth: 1}},
		},
		Book:         Book{Variant: wotn.Standard, Plies: 2},
		Pairs:        1_000_000,
		Adjudication: Adjudication{MaxMoves: 5},
		PGN:          &failingWriter{after: 3, err: full},
	}
	if result, err := m.Play(t.Context()); !errors.Is(err, full) || result.Games() != 4 {
		t.Errorf("%d games, %v", result.Games(), err)
	}
}

// failingWriter returns an error after a number of writes.
type failingWriter struct {
	after int
	err   error
}

func (w *failingWriter) Write(data []byte) (int, error) {
	if w.after--; w.after < 0 {
		return 0, w.err
	}
	return len(data), nil
}

// TestFinishedGame: the names follow the colours.
func TestFinishedGame(t *testing.T) {
	game := &FinishedGame{
		PlayedGame: &PlayedGame{Result: wotn.WhiteWins, Cause: TimeLoss, Detail: "12 ms too late"},
		Pair:       2, names: [2]string{"one", "two"},
	}
	if got, want := game.Failure(), "game 3.1, one against two: 1-0 by time: 12 ms too late"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	game.Exchanged = true
	if got := game.White() + " " + game.Black() + " " + game.Round(); got != "two one 3.2" {
		t.Error(got)
	}
	game.Detail = ""
	if got := game.Failure(); got != "" {
		t.Error(got)
	}
}

// TestParseRulesOfMatches: the texts of tests and adjudication.
func TestParseRulesOfMatches(t *testing.T) {
	if test, err := ParseSPRT("0, 5"); err != nil || *test != (SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}) {
		t.Error(test, err)
	}
	for _, text := range []string{"5,0", "0", "0,1,2", "a,1", "NaN,1", "0,Inf"} {
		if test, err := ParseSPRT(text); err == nil {
			t.Errorf("%q gives %v", text, test)
		}
	}
	var a Adjudication
	if err := errors.Join(a.ParseDraw("8,10,40"), a.ParseResign("4,900")); err != nil {
		t.Error(err)
	}
	if want := (Adjudication{DrawMoves: 8, DrawScore: 10, DrawFrom: 40, ResignMoves: 4, ResignScore: 900}); a != want {
		t.Errorf("%+v", a)
	}
	if err := a.ParseDraw("8,10"); err == nil || err.Error() != `three numbers such as 8,10,40, not "8,10"` {
		t.Error(err)
	}
	if err := a.ParseResign("4,x"); err == nil || err.Error() != `two numbers such as 4,900, not "4,x"` {
		t.Error(err)
	}
}

// TestParseContestants: equal names are numbered, errors name the engine.
func TestParseContestants(t *testing.T) {
	builtIn := BuiltIn("nobody")
	limits := Limits{Depth: 1}
	two, err := ParseContestants([]string{"greedy", "greedy"}, Control{}, limits, builtIn)
	if err != nil || two[0].Name != "greedy 1" || two[1].Name != "greedy 2" {
		t.Error(two[0].Name, two[1].Name, err)
	}
	for texts, want := range map[[2]string]string{
		{"greedy", "greedy level"}: `engine 2: "level" is not key=value`,
		{"name=x", "greedy"}:       "engine 1: an engine begins with tafelrunde or the name of a program",
	} {
		if _, err := ParseContestants(texts[:], Control{}, limits, builtIn); err == nil || err.Error() != want {
			t.Errorf("%v, not %s", err, want)
		}
	}
	if _, err := ParseContestants([]string{"greedy"}, Control{}, limits, builtIn); err == nil {
		t.Error("one engine plays a match")
	}
}
