package main

import (
	"errors"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/search"
	"tafelrunde/wotn/uci"
	"tafelrunde/wotn/xboard"
)

// engineCommand is the engine for chess user interfaces.
type engineCommand struct {
	Xboard bool `help:"Speak XBoard's protocol from the start."`
}

const authors = "the Tafelrunde authors"

func (c *engineCommand) Run(term terminal) error {
	// A user interface that has gone is the end, but no failure.
	signal.Ignore(syscall.SIGPIPE)
	leaveRoom(1)
	return serveEngine(os.Stdin, term.out, c.Xboard)
}

// leaveRoom lets Go run more goroutines at once than there are search threads.
// Otherwise searches that use all processors keep the command stop waiting
// until they are preempted, which takes tens of milliseconds.
func leaveRoom(threads int) {
	const spare = 4 // reading, writing, timing, collecting garbage
	runtime.GOMAXPROCS(max(runtime.NumCPU(), threads) + spare)
}

// roomySearch is the search with leaveRoom called for its number of threads.
type roomySearch struct{ *search.Engine }

func (s roomySearch) SetOption(name, value string) error {
	if name == "Threads" {
		threads, _ := strconv.Atoi(value) // which engine.Option.Parse has checked
		leaveRoom(threads)
	}
	return s.Engine.SetOption(name, value)
}

// serveEngine speaks the protocol that the first line is of.
func serveEngine(in io.Reader, out io.Writer, xboardSpoken bool) error {
	if !xboardSpoken {
		first, err := firstLine(in)
		if err != nil {
			return err
		}
		word, _, _ := strings.Cut(strings.TrimSpace(first), " ")
		xboardSpoken = word == "xboard" || word == "protover"
		in = io.MultiReader(strings.NewReader(first), in)
	}
	name := "Tafelrunde " + versionText()
	searcher := roomySearch{search.New(search.Config{NewEvaluator: newEvaluator})}
	var err error
	if xboardSpoken {
		err = xboard.Serve(in, out, name, searcher)
	} else {
		err = uci.Serve(in, out, uci.Identity{Name: name, Author: authors}, searcher)
	}
	if isClosed(err) {
		return nil
	}
	return err
}

// firstLine reads up to the end of the first line that is not empty, and
// nothing beyond.
func firstLine(in io.Reader) (string, error) {
	var line []byte
	var next [1]byte
	for len(line) < engine.MaxLine {
		n, err := in.Read(next[:])
		if n > 0 {
			line = append(line, next[0])
			if next[0] == '\n' && strings.TrimSpace(string(line)) != "" {
				break
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return "", err
		}
	}
	return string(line), nil
}

// isClosed tells that an error is of a pipe whose other end has gone.
func isClosed(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) || errors.Is(err, os.ErrClosed)
}
