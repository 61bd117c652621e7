package xboard

import (
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"tafelrunde/internal/lineio"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// Serve reads commands from in and writes the answers to out, until the input
// ends, the command quit, or a write error. Commands are read during searches.
// name is the name of the engine.
//
// Serve returns the read or write error, and nil after quit or the end of
// input.
func Serve(in io.Reader, out io.Writer, name string, searcher engine.Searcher) error {
	s := newSession(out, name, searcher)
	defer s.halt()
	stop := make(chan struct{})
	defer close(stop)
	lines := lineio.NewReader(in).Start(stop)

	for {
		var searched <-chan struct{}
		if s.task != nil && s.purpose != pondering {
			// The result of pondering is not used before the opponent's move.
			searched = s.task.Done()
		}
		select {
		case <-searched:
			s.conclude()
		case <-s.out.Failed():
			return s.out.Err()
		case line := <-lines:
			switch {
			case line.Err == nil:
				if s.take(line.Text) {
					return nil
				}
			case errors.Is(line.Err, lineio.ErrTooLong):
				s.refuse(line.Err.Error(), "")
			case line.Err == io.EOF:
				s.finish()
				return nil
			default:
				return line.Err
			}
		}
	}
}

// purpose is what a search is for.
type purpose uint8

const (
	moving purpose = iota
	pondering
	analysing
	hinting
)

// nobody is the value of session.plays if the engine plays no side.
const nobody = wotn.Color(wotn.NumColors)

// session is one conversation. All fields except out, post and latest belong to
// the goroutine that handles commands.
type session struct {
	out      *lineio.Output
	name     string
	searcher engine.Searcher
	options  []engine.Option

	variant wotn.Variant
	// game is nil after an invalid position until the next valid one.
	game *wotn.Game
	// plays is the color that the engine plays, or nobody.
	plays wotn.Color
	// analysisMode is true between analyze and exit.
	analysisMode bool

	clocks     clocks
	ponderMode bool
	post       atomic.Bool
	// lifted is the square of the piece that the user has picked up.
	lifted wotn.Square

	// task is the running search, or nil; purpose is what it is for, results
	// receives its result, and since is when its time began to count.
	task    *engine.Task
	purpose purpose
	results chan engine.Result
	since   time.Time
	// expected is the move of the opponent that is pondered on.
	expected wotn.Move
	// latest is the last exact principal variation of the best move.
	latest atomic.Pointer[engine.Info]
	// waiting are the commands that wait for the engine's move.
	waiting []string
}

func newSession(out io.Writer, name string, searcher engine.Searcher) *session {
	s := &session{
		out:      lineio.NewOutput(out),
		name:     name,
		searcher: searcher,
		options:  searcher.Options(),
	}
	s.begin(wotn.Chess)
	return s
}

// begin starts a game.
func (s *session) begin(variant wotn.Variant) {
	s.halt()
	s.variant = variant
	s.game = wotn.NewGame(wotn.Start(variant))
	s.lifted = wotn.NoSquare
	s.latest.Store(nil)
	s.searcher.NewGame()
}

// maxWaiting is the greatest number of waiting commands.
const maxWaiting = 1000

// take handles a command now or after the engine's move. quit is true for the
// command quit.
func (s *session) take(line string) (quit bool) {
	name, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch {
	case name == "":
		return false
	case name == "quit":
		return true
	}
	c, known := commands[name]
	if !known {
		s.other(line)
		return false
	}
	if s.task != nil && (s.purpose == moving || s.purpose == hinting) && c.when == afterMove {
		if len(s.waiting) < maxWaiting {
			s.waiting = append(s.waiting, line)
		}
		return false
	}
	if c.when == afterMove && c.disturbs {
		s.pause(func() { c.do(s, rest) })
	} else {
		if c.when == atOnce {
			s.abandon()
		}
		c.do(s, rest)
	}
	s.catchUp()
	if s.analysisMode && s.task == nil {
		s.analyse()
	}
	return false
}

// pause interrupts pondering while do runs.
func (s *session) pause(do func()) {
	pondered := s.task != nil && s.purpose == pondering
	s.halt()
	do()
	if pondered {
		s.ponder(s.expected)
	}
}

// catchUp handles the commands that waited for the engine's move.
func (s *session) catchUp() {
	for s.task == nil && len(s.waiting) > 0 {
		name, rest, _ := strings.Cut(s.waiting[0], " ")
		s.waiting = s.waiting[1:]
		commands[name].do(s, strings.TrimSpace(rest))
	}
}

// finish completes the search for the engine's move.
func (s *session) finish() {
	for s.task != nil && s.purpose == moving {
		select {
		case <-s.task.Done():
		case <-s.out.Failed():
			return
		}
		s.conclude()
	}
}

// halt stops the running search, if any, and drops its result.
func (s *session) halt() {
	if s.task != nil {
		s.task.Stop()
		s.task = nil
	}
}

// abandon stops the running search and handles the waiting commands.
func (s *session) abandon() {
	s.halt()
	s.catchUp()
}

// refuse answers an invalid command.
func (s *session) refuse(reason, command string) {
	const longest = 100
	if runes := []rune(command); len(runes) > longest {
		command = string(runes[:longest]) + "…"
	}
	s.out.WriteLines("Error (" + reason + "): " + strings.TrimSpace(command))
}
