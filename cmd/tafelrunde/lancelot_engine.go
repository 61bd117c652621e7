package main

import (
	"io"

	"tafelrunde/lancelot/search"
	"tafelrunde/lancelot/ugi"
)

// serveLancelot serves Lancelot's engine by the Universal Game Interface; see
// docs/formats/lancelot-engine.md.
func serveLancelot(in io.Reader, out io.Writer) error {
	engine := new(search.Engine)
	engine.SetOption("Seed", 0) // a fresh one
	err := ugi.Serve(in, out, ugi.Identity{Name: "Tafelrunde " + versionText(), Author: authors}, engine)
	if isClosed(err) {
		return nil
	}
	return err
}
