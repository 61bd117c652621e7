package main

import (
	"errors"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/engines"
	lancelotsearch "tafelrunde/lancelot/search"
	"tafelrunde/lancelot/ugi"
	"tafelrunde/wotn/net"
	"tafelrunde/wotn/search"
	"tafelrunde/wotn/uci"
	"tafelrunde/wotn/xboard"
)

// engineCommand runs an engine for user interfaces.
type engineCommand struct {
	cli.GameFlag

	Xboard bool `group:"wotn" help:"Expect XBoard's protocol without waiting for the first command."`
}

func (c *engineCommand) Run(term cli.Terminal) error {
	// If the user interface closes its end of the pipe, the command ends
	// without an error.
	signal.Ignore(syscall.SIGPIPE)
	if c.Game == cli.LancelotGame {
		return serveLancelot(os.Stdin, term.Out)
	}
	cli.SetGOMAXPROCS(1)
	return serveEngine(os.Stdin, term.Out, c.Xboard)
}

// engineSearcher is a search.Engine that adapts GOMAXPROCS to its threads.
type engineSearcher struct{ *search.Engine }

func (s engineSearcher) SetOption(name, value string) error {
	if name == "Threads" {
		threads, _ := strconv.Atoi(value) // checked by engine.Option.Parse
		cli.SetGOMAXPROCS(threads)
	}
	return s.Engine.SetOption(name, value)
}

// serveEngine runs the protocol that the first line of the input belongs to.
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
	searcher := engineSearcher{search.New(net.Config())}
	var err error
	if xboardSpoken {
		err = xboard.Serve(in, out, name, searcher)
	} else {
		err = uci.Serve(in, out, uci.Identity{Name: name, Author: cli.Authors}, searcher)
	}
	if isClosed(err) {
		return nil
	}
	return err
}

// serveLancelot serves Lancelot's engine by the Universal Game Interface; see
// docs/formats/lancelot-engine.md.
func serveLancelot(in io.Reader, out io.Writer) error {
	engine := lancelotsearch.New(uint64(time.Now().UnixNano()))
	err := ugi.Serve(in, out, ugi.Identity{Name: "Tafelrunde " + versionText(), Author: cli.Authors}, engine)
	if isClosed(err) {
		return nil
	}
	return err
}

// firstLine reads up to the end of the first line that is not empty, and no
// further.
func firstLine(in io.Reader) (string, error) {
	var line []byte
	var next [1]byte
	for len(line) < engines.MaxLine {
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

// isClosed reports whether an error means that the other end of a pipe is
// closed.
func isClosed(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) || errors.Is(err, os.ErrClosed)
}
