package uci

import (
	"errors"
	"io"
	"strings"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// Identity is what an engine answers to "uci".
type Identity struct{ Name, Author string }

// Serve reads commands from in and answers them on out until the input ends,
// says quit, or out no longer takes what is written. Searches go on while
// commands are read. When the input ends without quit, searches that end of
// themselves are let finish.
//
// The error is that of reading or writing, nil for quit and the end of input.
func Serve(in io.Reader, out io.Writer, id Identity, searcher engine.Searcher) error {
	s := newSession(out, id, searcher)
	defer s.halt()
	stop := make(chan struct{})
	defer close(stop)
	lines := engine.NewLineReader(in).Start(stop)

	for {
		var searched <-chan struct{}
		if s.task != nil {
			searched = s.task.Done()
		}
		select {
		case <-searched:
			s.task = nil
			s.catchUp()
		case <-s.out.Failed():
			return s.out.Err()
		case line := <-lines:
			switch {
			case line.Err == nil:
				if s.take(line.Text) {
					return nil
				}
			case errors.Is(line.Err, engine.ErrLineTooLong):
				s.complain(line.Err)
			default:
				s.finish()
				if line.Err == io.EOF {
					return nil
				}
				return line.Err
			}
		}
	}
}

// session is one conversation. Its fields but out belong to the goroutine that
// takes commands.
type session struct {
	out      *engine.Output
	id       Identity
	searcher engine.Searcher
	options  []engine.Option

	ways    wotn.Variant
	game    *wotn.Game
	debug   bool
	showWDL bool

	// task is the search going on, or nil. waiting are the commands that
	// came meanwhile and need it to be over.
	task *engine.Task
	// finite tells that the search ends of itself, afterHit that it does once
	// the move pondered on is played.
	finite, afterHit bool
	waiting          []string
}

func newSession(out io.Writer, id Identity, searcher engine.Searcher) *session {
	s := &session{
		out:      engine.NewOutput(out),
		id:       id,
		searcher: searcher,
		options:  append(ownOptions(), searcher.Options()...),
	}
	s.game = wotn.NewGame(wotn.Start(s.ways))
	return s
}

// maxWaiting bounds the commands kept while a search goes on.
const maxWaiting = 1000

// take carries a command out, now or after the search going on. It reports
// whether it was quit.
func (s *session) take(line string) (quit bool) {
	name, rest := word(line)
	c, known := commands[name]
	for !known && name != "quit" && rest != "" {
		// As the protocol asks: a word that is no command is passed over.
		s.complain(unknownCommand(name))
		line = rest
		name, rest = word(line)
		c, known = commands[name]
	}
	switch {
	case name == "":
	case name == "quit":
		return true
	case !known:
		s.complain(unknownCommand(name))
	case s.task != nil && !c.anytime:
		if len(s.waiting) == maxWaiting {
			s.complain(errors.New("too many commands wait for the search to end; " + name + " is dropped"))
			break
		}
		s.waiting = append(s.waiting, line)
	default:
		c.do(s, rest)
	}
	s.catchUp()
	return false
}

// catchUp carries out the commands that waited for a search to end, up to the
// next that begins one.
func (s *session) catchUp() {
	for s.task == nil && len(s.waiting) > 0 {
		name, rest := word(s.waiting[0])
		s.waiting = s.waiting[1:]
		commands[name].do(s, rest)
	}
}

// finish lets what was asked for come to its end.
func (s *session) finish() {
	for s.task != nil {
		if s.finite {
			select {
			case <-s.task.Done():
			case <-s.out.Failed():
			}
		}
		s.halt()
		s.catchUp()
	}
}

// halt ends the search going on, if any, and waits for its last words.
func (s *session) halt() {
	if s.task != nil {
		s.task.Stop()
		s.task = nil
	}
}

// begin takes note of work that was started beside the reading of commands.
func (s *session) begin(t *engine.Task, finite, afterHit bool) {
	s.task, s.finite, s.afterHit = t, finite, afterHit
}

// word splits off the first word of a line.
func word(line string) (first, rest string) {
	line = strings.TrimLeft(line, " ")
	first, rest, _ = strings.Cut(line, " ")
	return first, strings.TrimLeft(rest, " ")
}
