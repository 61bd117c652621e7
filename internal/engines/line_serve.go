package engines

import (
	"errors"
	"io"
)

// Session is a conversation that reads commands while a search runs. All its methods
// are called from the goroutine of [Serve].
type Session interface {
	// Searched returns a channel that is closed when the running search has ended,
	// or nil if there is no search or its end does not matter yet.
	Searched() <-chan struct{}
	// Conclude is called after the channel of Searched is closed.
	Conclude()
	// Take handles a command. It reports whether the session is over.
	Take(line string) (quit bool)
	// Reject reports that a line cannot be read.
	Reject(err error)
	// Finish completes the running search at the end of the input.
	Finish()
}

// Serve reads commands from in for a session that writes to out, until the input
// ends, a command ends the session, or a write error. It returns the read or write
// error, and nil after the end of the session or of the input.
func Serve(in io.Reader, out *Output, s Session) error {
	stop := make(chan struct{})
	defer close(stop)
	lines := NewReader(in).Start(stop)
	for {
		select {
		case <-s.Searched():
			s.Conclude()
		case <-out.Failed():
			return out.Err()
		case line := <-lines:
			switch {
			case line.Err == nil:
				if s.Take(line.Text) {
					return nil
				}
			case errors.Is(line.Err, ErrLineTooLong):
				s.Reject(line.Err)
			default:
				s.Finish()
				if line.Err == io.EOF {
					return nil
				}
				return line.Err
			}
		}
	}
}
