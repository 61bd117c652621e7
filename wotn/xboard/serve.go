package xboard

import (
	"io"
	"strings"
	"sync/atomic"
	"time"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/excerpt"
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
	return engines.Serve(in, s.out, s)
}

// purpose is the reason for a search.
type purpose uint8

const (
	moving purpose = iota
	pondering
	analysing
	hinting
)

// noColor is the value of session.plays if the engine plays no side.
const noColor = wotn.Color(wotn.NumColors)

// session is one conversation. All fields except out, post and latest belong to
// the goroutine that handles commands.
type session struct {
	out      *engines.Output
	name     string
	searcher engine.Searcher
	options  []engine.Option

	variant wotn.Variant
	// game is nil after an invalid position until the next valid one.
	game *wotn.Game
	// plays is the color that the engine plays, or noColor.
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
		out:      engines.NewOutput(out),
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

// Take handles a command now or after the engine's move. quit is true for the
// command quit.
func (s *session) Take(line string) (quit bool) {
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

// Searched returns a channel that is closed when the running search has ended, or
// nil. The result of pondering is not used before the opponent's move.
func (s *session) Searched() <-chan struct{} {
	if s.task == nil || s.purpose == pondering {
		return nil
	}
	return s.task.Done()
}

// Reject reports a line that cannot be read.
func (s *session) Reject(err error) { s.refuse(err.Error(), "") }

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

// Finish completes the search for the engine's move.
func (s *session) Finish() {
	for s.task != nil && s.purpose == moving {
		select {
		case <-s.task.Done():
		case <-s.out.Failed():
			return
		}
		s.Conclude()
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
	s.out.WriteLines("Error (" + reason + "): " + excerpt.Of(strings.TrimSpace(command)))
}
