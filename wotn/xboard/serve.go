package xboard

import (
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// Serve reads commands from in and answers them on out until the input ends,
// says quit, or out no longer takes what is written. Searches go on while
// commands are read. name is what the engine calls itself.
//
// The error is that of reading or writing, nil for quit and the end of input.
func Serve(in io.Reader, out io.Writer, name string, searcher engine.Searcher) error {
	s := newSession(out, name, searcher)
	defer s.halt()
	stop := make(chan struct{})
	defer close(stop)
	lines := engine.NewLineReader(in).Start(stop)

	for {
		var searched <-chan struct{}
		if s.task != nil && s.purpose != pondering {
			// What was thought on the opponent's time waits for his move.
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
			case errors.Is(line.Err, engine.ErrLineTooLong):
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

// nobody stands for no colour in session.plays.
const nobody = wotn.Color(wotn.NumColors)

// session is one conversation. Its fields but out, post and latest belong to
// the goroutine that takes commands.
type session struct {
	out      *engine.Output
	name     string
	searcher engine.Searcher
	options  []engine.Option

	ways wotn.Variant
	// game is nil after a position that cannot be set up, until the next.
	game *wotn.Game
	// plays is the colour that the engine plays, or nobody.
	plays wotn.Color
	// analyses tells that every position is thought about until told otherwise.
	analyses bool

	clocks  clocks
	ponders bool
	post    atomic.Bool
	// lifted is the square of the man that the user has in hand.
	lifted wotn.Square

	// task is the search going on, or nil; purpose is what it is for, and
	// results receives its result. since is when its time began to count.
	task    *engine.Task
	purpose purpose
	results chan engine.Result
	since   time.Time
	// expected is the opponent's move that is pondered on.
	expected wotn.Move
	// latest is what the search has last reported, of the engine's own moves.
	latest atomic.Pointer[engine.Info]
	// waiting are the commands that wait for the engine's move.
	waiting []string
}

func newSession(out io.Writer, name string, searcher engine.Searcher) *session {
	s := &session{
		out:      engine.NewOutput(out),
		name:     name,
		searcher: searcher,
		options:  searcher.Options(),
	}
	s.begin(wotn.Chess)
	return s
}

// begin sets up a new game.
func (s *session) begin(ways wotn.Variant) {
	s.halt()
	s.ways = ways
	s.game = wotn.NewGame(wotn.Start(ways))
	s.lifted = wotn.NoSquare
	s.latest.Store(nil)
	s.searcher.NewGame()
}

// maxWaiting bounds the commands kept while the engine thinks.
const maxWaiting = 1000

// take carries a command out, now or after the engine's move. It reports
// whether it was quit.
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
	if s.analyses && s.task == nil {
		s.analyse()
	}
	return false
}

// pause stops what is thought on the opponent's time, does something, and goes
// on.
func (s *session) pause(do func()) {
	ponders := s.task != nil && s.purpose == pondering
	s.halt()
	do()
	if ponders {
		s.ponder(s.expected)
	}
}

// catchUp carries out the commands that waited for the engine's move.
func (s *session) catchUp() {
	for s.task == nil && len(s.waiting) > 0 {
		name, rest, _ := strings.Cut(s.waiting[0], " ")
		s.waiting = s.waiting[1:]
		commands[name].do(s, strings.TrimSpace(rest))
	}
}

// finish lets a move that was asked for be made.
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

// halt ends the search going on, if any; what it found is forgotten.
func (s *session) halt() {
	if s.task != nil {
		s.task.Stop()
		s.task = nil
	}
}

// abandon is halt for commands after which nobody waits for a move any more.
func (s *session) abandon() {
	s.halt()
	s.catchUp()
}

// refuse answers a command that is not understood.
func (s *session) refuse(reason, command string) {
	const longest = 100
	if runes := []rune(command); len(runes) > longest {
		command = string(runes[:longest]) + "…"
	}
	s.out.WriteLines("Error (" + reason + "): " + strings.TrimSpace(command))
}
