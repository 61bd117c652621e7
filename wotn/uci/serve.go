package uci

import (
	"errors"
	"io"
	"strings"

	"tafelrunde/internal/engines"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// Identity is the engine's name and author in the answer to "uci".
type Identity struct{ Name, Author string }

// Serve reads commands from in and writes the answers to out, until the input
// ends, the command quit, or a write error. Commands are read during searches.
// When the input ends without quit, a search that ends by itself is completed.
//
// Serve returns the read or write error, and nil after quit or the end of
// input.
func Serve(in io.Reader, out io.Writer, id Identity, searcher engine.Searcher) error {
	s := newSession(out, id, searcher)
	defer s.halt()
	return engines.Serve(in, s.out, s)
}

// session is one conversation. All fields except out belong to the goroutine
// that handles commands.
type session struct {
	out      *engines.Output
	id       Identity
	searcher engine.Searcher
	options  []engine.Option

	variant wotn.Variant
	game    *wotn.Game
	refused bool // the last position was invalid; game is the one before
	debug   bool
	showWDL bool

	// task is the running search, or nil; waiting are the commands that wait
	// for its end.
	task *engine.Task
	// finite is true if the search ends by itself, afterHit if it does so after
	// a ponder hit.
	finite, afterHit bool
	waiting          []string
}

func newSession(out io.Writer, id Identity, searcher engine.Searcher) *session {
	s := &session{
		out:      engines.NewOutput(out),
		id:       id,
		searcher: searcher,
		options:  append(ownOptions(), searcher.Options()...),
	}
	s.game = wotn.NewGame(wotn.Start(s.variant))
	return s
}

// maxWaiting is the greatest number of waiting commands.
const maxWaiting = 1000

// Take handles a command now or after the running search. quit is true for the
// command quit.
func (s *session) Take(line string) (quit bool) {
	name, rest := word(line)
	c, known := commands[name]
	for !known && name != "quit" && rest != "" {
		// The protocol demands that unknown words are skipped.
		s.reportError(unknownCommand(name))
		line = rest
		name, rest = word(line)
		c, known = commands[name]
	}
	switch {
	case name == "":
	case name == "quit":
		return true
	case !known:
		s.reportError(unknownCommand(name))
	case s.task != nil && !c.anytime:
		if len(s.waiting) == maxWaiting {
			s.reportError(errors.New("too many commands wait for the end of the search; " + name + " is ignored"))
			break
		}
		s.waiting = append(s.waiting, line)
	default:
		c.do(s, rest)
	}
	s.catchUp()
	return false
}

// Searched returns a channel that is closed when the running search has ended, or
// nil.
func (s *session) Searched() <-chan struct{} {
	if s.task == nil {
		return nil
	}
	return s.task.Done()
}

// Conclude handles the waiting commands after a search.
func (s *session) Conclude() {
	s.task = nil
	s.catchUp()
}

// Reject reports a line that cannot be read.
func (s *session) Reject(err error) { s.reportError(err) }

// catchUp handles waiting commands up to the next one that starts a search.
func (s *session) catchUp() {
	for s.task == nil && len(s.waiting) > 0 {
		name, rest := word(s.waiting[0])
		s.waiting = s.waiting[1:]
		commands[name].do(s, rest)
	}
}

// Finish completes the running search and the waiting commands.
func (s *session) Finish() {
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

// halt stops the running search, if any, and waits until it has written its
// best move.
func (s *session) halt() {
	if s.task != nil {
		s.task.Stop()
		s.task = nil
	}
}

// begin notes a task that was started.
func (s *session) begin(t *engine.Task, finite, afterHit bool) {
	s.task, s.finite, s.afterHit = t, finite, afterHit
}

// word returns the first word of a line and the rest.
func word(line string) (first, rest string) {
	line = strings.TrimLeft(line, " ")
	first, rest, _ = strings.Cut(line, " ")
	return first, strings.TrimLeft(rest, " ")
}
