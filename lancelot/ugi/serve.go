package ugi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"tafelrunde/internal/engines"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
)

// Identity is the engine's name and author in the answer to "ugi".
type Identity struct{ Name, Author string }

// Serve reads commands from in and answers them on out until the input ends, a
// command is quit, or writing fails. When the input ends, a search with limits is
// finished first; an infinite search is stopped.
//
// The error is that of reading or writing; it is nil for quit and the end of the
// input.
func Serve(in io.Reader, out io.Writer, id Identity, searcher engine.Searcher) error {
	s, err := newSession(out, id, searcher)
	if err != nil {
		return err
	}
	defer s.stopSearch()
	lines := engines.NewReader(in)
	for {
		line, err := lines.Next()
		switch {
		case errors.Is(err, engines.ErrLineTooLong):
			s.reject("line-too-long", err)
			continue
		case err == io.EOF:
			if s.infinite {
				s.stopSearch()
			}
			s.waitForSearch()
			return s.out.Err()
		case err != nil:
			return err
		}
		quit := s.execute(strings.Fields(line))
		if err := s.out.Err(); err != nil || quit {
			return err
		}
	}
}

// session is one connection to a user interface.
type session struct {
	out      *engines.Output
	id       Identity
	searcher engine.Searcher
	game     *lancelot.Game
	refused  bool // the last position was invalid; game is the one before

	stop     context.CancelFunc // ends the running search; nil if none is running
	done     chan struct{}      // closed when the search has written its answer
	infinite bool               // the running search ends only by stop
	// answered is set before bestmove is written. Without it, a user interface
	// that reads bestmove and sends a command at once could receive "busy".
	answered atomic.Bool
}

func newSession(out io.Writer, id Identity, searcher engine.Searcher) (*session, error) {
	start, err := lancelot.Start(lancelot.Options{Seats: 2})
	if err != nil {
		return nil, err
	}
	return &session{out: engines.NewOutput(out), id: id, searcher: searcher, game: lancelot.NewGame(start)}, nil
}

// printf writes one line.
func (s *session) printf(format string, args ...any) {
	s.out.WriteLines(fmt.Sprintf(format, args...))
}

// reject reports why a command had no effect.
func (s *session) reject(code string, err error) {
	s.printf("error %s %s", code, strings.Join(strings.Fields(err.Error()), " "))
}

// stopSearch ends the running search, if any, and waits for its answer.
func (s *session) stopSearch() {
	if s.stop != nil {
		s.stop()
		s.waitForSearch()
	}
}

// waitForSearch waits until the running search, if any, has ended.
func (s *session) waitForSearch() {
	if s.done != nil {
		<-s.done
		s.stop()
		s.stop, s.done, s.infinite = nil, nil, false
	}
}

// searching reports whether a search is running.
func (s *session) searching() bool {
	if s.done == nil {
		return false
	}
	select {
	case <-s.done:
	default:
		if !s.answered.Load() {
			return true
		}
	}
	s.waitForSearch()
	return false
}
