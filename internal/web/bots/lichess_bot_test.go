package bots_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/testkit"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/bots"
	"tafelrunde/internal/web/core"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/eval"
	"tafelrunde/wotn/search"
)

// lichessBotConfig is the configuration of lichess-bot. FirstMove is an engine of
// lichess-bot itself.
const lichessBotConfig = `
token: %q
url: %q
engine:
  dir: .
  name: FirstMove
  protocol: homemade
challenge:
  concurrency: 1
  max_base: 3600
  variants: [standard, fromPosition]
  time_controls: [bullet, blitz, rapid, classical]
  modes: [casual]
greeting:
  hello: "Hello, {opponent}!"
  goodbye: "Good game & goodbye!"
pgn_directory: %q
`

// lichessBotPatience is how long lichess-bot may take to start, and for a game.
const lichessBotPatience = 2 * time.Minute

// startLichessBot starts lichess-bot with the token of an account. It returns the name of
// its log and the folder of its records.
func startLichessBot(s *webtest.Server, token string) (log, records string) {
	s.T.Helper()
	folder, python := os.Getenv("LICHESS_BOT"), os.Getenv("LICHESS_BOT_PYTHON")
	if folder == "" || python == "" {
		s.T.Skip("lichess-bot did not play: scripts/lichess-clients/lichess-bot installs and starts it")
	}
	mine := s.T.TempDir()
	config, log, records := filepath.Join(mine, "config.yml"), filepath.Join(mine, "log"), filepath.Join(mine, "records")
	if err := os.WriteFile(config, fmt.Appendf(nil, lichessBotConfig, token, s.URL+"/", records), 0o600); err != nil {
		s.T.Fatal(err)
	}
	program := exec.Command(python, "lichess-bot.py", "--config", config, "-u", "-v", "--disable_auto_logging", "-l", log)
	program.Dir = folder
	program.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // it starts other processes
	var out bytes.Buffer
	program.Stdout, program.Stderr = &out, &out
	if err := program.Start(); err != nil {
		s.T.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- program.Wait() }()
	s.T.Cleanup(func() {
		syscall.Kill(-program.Process.Pid, syscall.SIGKILL)
		<-ended
		if text, err := os.ReadFile(log); s.T.Failed() {
			s.T.Logf("%v\n%s\n%s", err, out.Bytes(), text)
		}
	})
	return log, records
}

// opponent plays chess with an engine, over HTTP.
type opponent struct {
	*webtest.Browser
	engine engine.Searcher
}

// playGame plays a game of a match until a player is mated.
func (o *opponent) playGame(id string, number int) {
	o.T.Helper()
	var game *wotn.Game
	var v = o.View(id)
	testkit.Within(o.T, lichessBotPatience, func() error {
		v = o.View(id)
		if v.Game < number || v.Phase == match.Waiting {
			return fmt.Errorf("game %d of %s has not begun", number, id)
		}
		if game == nil {
			start, err := wotn.ParsePosition(wotn.Chess, v.Start)
			if err != nil {
				o.T.Fatal(err)
			}
			game = wotn.NewGame(start)
		}
		for _, played := range v.Moves[game.Len():] {
			if err := game.PlayText(played.Move); err != nil {
				o.T.Fatal(err)
			}
		}
		if v.Phase == match.Finished {
			return nil
		}
		if v.ToAct == v.You {
			best := o.engine.Search(o.T.Context(), game, engine.Limits{Depth: 5}, nil).Best
			o.Do(id, webtest.Object{"type": "move", "move": best.String(), "ply": len(v.Moves)})
		}
		return fmt.Errorf("game %d of %s has not ended: %v", number, id, v.Moves)
	})
	if v.Outcome.Reason != "checkmate" {
		o.T.Errorf("game %d of %s ends with %+v", number, id, v.Outcome)
	}
	o.T.Logf("lichess-bot played game %d of %s as %s from %s: %d plies, %s", number, id, map[string]string{"w": "White", "b": "Black"}[v.Seats[1-v.You].Side], v.Start, len(v.Moves), v.Outcome.Reason)
}

// TestLichessBotPlays plays whole games of chess against lichess-bot itself: one from the
// usual position, one from another position, and a rematch of each.
func TestLichessBotPlays(t *testing.T) {
	s := webtest.Serve(t)
	robot := s.Member("Robot")
	log, records := startLichessBot(s, robot.NewToken())
	testkit.Within(t, lichessBotPatience, func() error {
		if _, status := s.Visitor().Send("GET", "/api/users/status?ids=robot", "", ""); !strings.Contains(status, `"online":true`) {
			return errors.New("lichess-bot is not online")
		}
		return nil
	})
	anna := &opponent{s.Member("Anna"), search.New(search.Config{NewEvaluator: func() search.Evaluator { return eval.New() }, Seed: 1})}
	first := ""
	for _, fen := range []string{"", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1"} {
		s.API.App.Limits = core.Limits{}
		var c bots.Challenge
		anna.Form(200, "/api/challenge/robot", &c, "clock.limit", "300", "clock.increment", "3", "color", "white", "fen", fen)
		anna.playGame(c.ID, 1)
		s.API.App.Limits = core.Limits{}
		anna.Do(c.ID, webtest.Object{"type": "rematch"})
		anna.playGame(c.ID, 2)
		first = cmp.Or(first, c.ID)
	}
	// It declines what it does not play.
	var c bots.Challenge
	anna.Form(200, "/api/challenge/robot", &c, "variant", "wotn", "clock.limit", "300", "clock.increment", "3")
	webtest.Eventually(t, "lichess-bot declines Way of the Knight", func() bool {
		anna.Want(200, "GET", "/api/challenge/"+c.ID+"/show", nil, &c)
		return c.Status == "declined" && c.DeclineReasonKey == "variant"
	})
	// It keeps a record of each game, and its greetings have arrived.
	webtest.Eventually(t, "lichess-bot has four records", func() bool {
		list, err := filepath.Glob(filepath.Join(records, "*.pgn"))
		return err == nil && len(list) == 4
	})
	var chat []bots.ChatMessage
	robot.Want(200, "GET", "/api/bot/game/"+first+"/chat", nil, &chat)
	if want := []bots.ChatMessage{{User: "Robot", Text: "Hello, Anna!", Room: "player"}, {User: "Robot", Text: "Good game & goodbye!", Room: "player"}}; !slices.Equal(chat[:min(2, len(chat))], want) {
		t.Errorf("%+v", chat)
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		if strings.Contains(line, ") ERROR ") || strings.Contains(line, ") WARNING ") || strings.Contains(line, "Traceback") {
			t.Errorf("lichess-bot: %s", line)
		}
	}
}
