package main

import (
	"os"
	"os/signal"
	"syscall"

	"tafelrunde/lancelot/search"
	"tafelrunde/lancelot/ugi"
)

// lancelotEngineCommand is the engine for user interfaces; the protocol is in
// docs/formats/lancelot-engine.md.
type lancelotEngineCommand struct{}

func (lancelotEngineCommand) Run(term terminal) error {
	// A user interface that has gone is the end, but no failure.
	signal.Ignore(syscall.SIGPIPE)
	err := ugi.Serve(os.Stdin, term.out, ugi.Identity{Name: "Tafelrunde " + versionText(), Author: authors}, &search.Engine{})
	if isClosed(err) {
		return nil
	}
	return err
}
