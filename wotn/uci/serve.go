package uci

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"sync"

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
	lines := make(chan read)
	stop := make(chan struct{})
	defer close(stop)
	go readAll(engine.NewLines(in), lines, stop)

	for {
		var searched <-chan struct{}
		if s.thought != nil {
			searched = s.thought.Done()
		}
		select {
		case <-searched:
			s.thought = nil
			s.catchUp()
		case <-s.out.broken:
			return s.out.err()
		case r := <-lines:
			switch {
			case r.err == nil:
				if s.take(r.line) {
					return nil
				}
			case errors.Is(r.err, engine.ErrLineTooLong):
				s.complain(r.err)
			default:
				s.finish()
				if r.err == io.EOF {
					return nil
				}
				return r.err
			}
		}
	}
}

// read is one line, or why there is none.
type read struct {
	line string
	err  error
}

func readAll(lines *engine.Lines, to chan<- read, stop <-chan struct{}) {
	for {
		line, err := lines.Next()
		select {
		case to <- read{line, err}:
		case <-stop:
			return
		}
		if err != nil && !errors.Is(err, engine.ErrLineTooLong) {
			return
		}
	}
}

// session is one conversation. Its fields but out belong to the goroutine that
// takes commands.
type session struct {
	out      *output
	id       Identity
	searcher engine.Searcher
	options  []engine.Option

	ways    wotn.Ways
	game    *wotn.Game
	debug   bool
	showWDL bool

	// thought is the search going on, or nil. waiting are the commands that
	// came meanwhile and need it to be over.
	thought *engine.Thought
	// finite tells that the search ends of itself, afterHit that it does once
	// the move pondered on is played.
	finite, afterHit bool
	waiting          []string
}

func newSession(out io.Writer, id Identity, searcher engine.Searcher) *session {
	s := &session{
		out:      newOutput(out),
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
	case s.thought != nil && !c.anytime:
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
	for s.thought == nil && len(s.waiting) > 0 {
		name, rest := word(s.waiting[0])
		s.waiting = s.waiting[1:]
		commands[name].do(s, rest)
	}
}

// finish lets what was asked for come to its end.
func (s *session) finish() {
	for s.thought != nil {
		if s.finite {
			select {
			case <-s.thought.Done():
			case <-s.out.broken:
			}
		}
		s.halt()
		s.catchUp()
	}
}

// halt ends the search going on, if any, and waits for its last words.
func (s *session) halt() {
	if s.thought != nil {
		s.thought.Stop()
		s.thought = nil
	}
}

// begin takes note of work that was started beside the reading of commands.
func (s *session) begin(t *engine.Thought, finite, afterHit bool) {
	s.thought, s.finite, s.afterHit = t, finite, afterHit
}

// output writes whole lines from several goroutines. Closed broken means that
// nothing can be written any more.
type output struct {
	mu     sync.Mutex
	to     *bufio.Writer
	broken chan struct{}
	failed error
}

func newOutput(to io.Writer) *output {
	return &output{to: bufio.NewWriter(to), broken: make(chan struct{})}
}

// say writes lines at once.
func (o *output) say(lines ...string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failed != nil {
		return
	}
	for _, line := range lines {
		o.to.WriteString(line)
		o.to.WriteByte('\n')
	}
	if err := o.to.Flush(); err != nil {
		o.failed = err
		close(o.broken)
	}
}

func (o *output) err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.failed
}

// word splits off the first word of a line.
func word(line string) (first, rest string) {
	line = strings.TrimLeft(line, " ")
	first, rest, _ = strings.Cut(line, " ")
	return first, strings.TrimLeft(rest, " ")
}
