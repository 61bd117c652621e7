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

// Program starts an engine. Each call gives a new one.
type Program func() (*Conversation, error)

// Conversation is a running engine that is spoken to by lines.
type Conversation struct {
	in    io.WriteCloser
	lines chan string
	end   func()
}

// ErrGone is the error of an engine that has ended or does not listen.
var ErrGone = errors.New("the engine has gone")

// NewConversation returns the conversation with an engine that reads from in
// and writes to out. end, called once, makes it end.
func NewConversation(in io.WriteCloser, out io.Reader, end func()) *Conversation {
	c := &Conversation{in: in, lines: make(chan string, 1000), end: sync.OnceFunc(end)}
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

// Command returns a program that is run by its name and arguments. What it says
// on its standard error is dropped.
func Command(name string, args ...string) Program {
	return func() (*Conversation, error) {
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
		return NewConversation(in, out, func() {
			in.Close()
			timer := time.AfterFunc(2*time.Second, func() { command.Process.Kill() })
			defer timer.Stop()
			command.Wait()
		}), nil
	}
}

// InProcess returns a program that is a function of this process, which reads
// commands until they end.
func InProcess(serve func(in io.Reader, out io.Writer) error) Program {
	return func() (*Conversation, error) {
		in, send := io.Pipe()
		heard, out := io.Pipe()
		go func() {
			err := serve(in, out)
			in.CloseWithError(ErrGone)
			out.CloseWithError(err)
		}()
		return NewConversation(send, heard, func() { send.Close(); heard.Close() }), nil
	}
}

// say sends a line.
func (c *Conversation) say(format string, args ...any) error {
	if _, err := io.WriteString(c.in, fmt.Sprintf(format, args...)+"\n"); err != nil {
		return ErrGone
	}
	return nil
}

// hear returns the next line.
func (c *Conversation) hear(ctx context.Context) (string, error) {
	select {
	case line, open := <-c.lines:
		if !open {
			return "", ErrGone
		}
		return line, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// close ends the engine. What it still says is passed over.
func (c *Conversation) close() {
	go func() {
		for range c.lines {
		}
	}()
	c.end()
}
