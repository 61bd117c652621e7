package uci

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"tafelrunde/internal/excerpt"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// command is how the session handles a first word and the rest of its line.
type command struct {
	do func(s *session, rest string)
	// anytime commands run during a search; the others wait for its end.
	anytime bool
}

// commands holds all commands except quit.
var commands map[string]command

func init() {
	commands = map[string]command{
		"uci":        {do: (*session).uci, anytime: true},
		"isready":    {do: (*session).isReady, anytime: true},
		"debug":      {do: (*session).setDebug, anytime: true},
		"stop":       {do: (*session).stop, anytime: true},
		"ponderhit":  {do: (*session).ponderHit, anytime: true},
		"register":   {do: func(*session, string) {}, anytime: true},
		"setoption":  {do: (*session).setOption},
		"ucinewgame": {do: (*session).newGame},
		"position":   {do: (*session).position},
		"go":         {do: (*session).goCommand},
		"d":          {do: (*session).display},
		"eval":       {do: (*session).eval},
		"bench":      {do: (*session).bench},
	}
}

func unknownCommand(name string) error {
	return fmt.Errorf("unknown command %s", excerpt.Of(name))
}

// reportError reports an error to the user interface.
func (s *session) reportError(err error) {
	for _, line := range strings.Split(err.Error(), "\n") {
		s.out.WriteLines("info string " + line)
	}
}

// note reports something in debug mode.
func (s *session) note(format string, args ...any) {
	if s.debug {
		s.out.WriteLines("info string " + fmt.Sprintf(format, args...))
	}
}

func (s *session) uci(string) {
	lines := []string{"id name " + s.id.Name, "id author " + s.id.Author}
	for _, o := range s.options {
		lines = append(lines, describe(o))
	}
	s.out.WriteLines(append(lines, "uciok")...)
}

func (s *session) isReady(string) { s.out.WriteLines("readyok") }

func (s *session) setDebug(rest string) {
	switch rest {
	case "on", "":
		s.debug = true
	case "off":
		s.debug = false
	default:
		s.reportError(fmt.Errorf("debug: want on or off, got %s", rest))
	}
}

func (s *session) stop(string) {
	// The search writes its best move before the task ends.
	s.halt()
}

func (s *session) ponderHit(string) {
	if s.task == nil {
		s.reportError(errors.New("ponderhit without a search"))
		return
	}
	s.task.PonderHit()
	s.finite = s.afterHit
}

func (s *session) newGame(string) {
	s.searcher.NewGame()
}

// display writes the board, the position and its key.
func (s *session) display(string) {
	p := s.game.Position()
	s.out.WriteLines(picture(p)...)
	s.out.WriteLines("variant "+p.Variant().String(), "fen "+p.String(), fmt.Sprintf("key %016X", p.Key()))
	if checkers := p.Checkers().AppendSquares(nil); len(checkers) > 0 {
		names := make([]string, len(checkers))
		for i, sq := range checkers {
			names[i] = sq.String()
		}
		s.out.WriteLines("checkers " + strings.Join(names, " "))
	}
	if o := s.game.Outcome(); o.Over() {
		s.out.WriteLines(fmt.Sprintf("result %s %s", o.Result(), o.Reason))
	}
}

// picture returns the board from White's side, in lines.
func picture(p *wotn.Position) []string {
	const edge = "+---+---+---+---+---+---+---+---+"
	lines := []string{edge}
	for rank := 7; rank >= 0; rank-- {
		var row strings.Builder
		for file := range 8 {
			piece := " "
			if m := p.At(wotn.NewSquare(file, rank)); m.Kind != wotn.NoKind {
				piece = m.String()
			}
			fmt.Fprintf(&row, "| %s ", piece)
		}
		lines = append(lines, fmt.Sprintf("%s| %d", row.String(), rank+1), edge)
	}
	return append(lines, "  a   b   c   d   e   f   g   h")
}

func (s *session) eval(string) {
	s.out.WriteLines(strings.Split(strings.TrimRight(s.searcher.Explain(s.game.Position()), "\n"), "\n")...)
}

func (s *session) bench(string) {
	s.begin(engine.StartTask(func(ctx context.Context) {
		if err := s.searcher.Bench(ctx, s.out.Writer("")); err != nil {
			s.reportError(fmt.Errorf("bench: %w", err))
		}
	}), true, true)
}
