package matchplay

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Program starts a new instance of an engine.
type Program func() (*Connection, error)

// Connection exchanges lines with a running engine.
type Connection struct {
	in    io.WriteCloser
	lines chan string
	end   func()
}

// ErrExited is returned when the engine has exited or closed its input.
var ErrExited = errors.New("the engine has exited")

// NewConnection returns a connection to an engine. in is its standard input, out its
// standard output. end stops the engine; it is called once.
func NewConnection(in io.WriteCloser, out io.Reader, end func()) *Connection {
	c := &Connection{in: in, lines: make(chan string, 1000), end: sync.OnceFunc(end)}
	go func() {
		defer close(c.lines)
		lines := bufio.NewReader(out)
		for {
			line, err := lines.ReadString('\n')
			if line = strings.TrimSpace(line); line != "" {
				c.lines <- line
			}
			if err != nil {
				return
			}
		}
	}()
	return c
}

// Command returns a Program that runs an executable with arguments. Its standard
// error is discarded.
func Command(name string, args ...string) Program {
	return func() (*Connection, error) {
		command := exec.Command(name, args...)
		in, err := command.StdinPipe()
		if err != nil {
			return nil, err
		}
		out, err := command.StdoutPipe()
		if err != nil {
			return nil, err
		}
		if err := command.Start(); err != nil {
			return nil, err
		}
		return NewConnection(in, out, func() {
			in.Close()
			timer := time.AfterFunc(2*time.Second, func() { command.Process.Kill() })
			defer timer.Stop()
			command.Wait()
		}), nil
	}
}

// InProcess returns a Program that runs serve in a goroutine. serve reads commands
// until the end of in.
func InProcess(serve func(in io.Reader, out io.Writer) error) Program {
	return func() (*Connection, error) {
		in, send := io.Pipe()
		receive, out := io.Pipe()
		go func() {
			err := serve(in, out)
			in.CloseWithError(ErrExited)
			out.CloseWithError(err)
		}()
		return NewConnection(send, receive, func() { send.Close(); receive.Close() }), nil
	}
}

// send sends one line.
func (c *Connection) send(format string, args ...any) error {
	if _, err := io.WriteString(c.in, fmt.Sprintf(format, args...)+"\n"); err != nil {
		return ErrExited
	}
	return nil
}

// receive returns the next line that is not empty.
func (c *Connection) receive(ctx context.Context) (string, error) {
	select {
	case line, open := <-c.lines:
		if !open {
			return "", ErrExited
		}
		return line, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// close stops the engine and discards its remaining output.
func (c *Connection) close() {
	go func() {
		for range c.lines {
		}
	}()
	c.end()
}
