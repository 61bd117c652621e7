package main

import (
	"io"
	"time"

	"tafelrunde/lancelot/search"
	"tafelrunde/lancelot/ugi"
)

// serveLancelot serves Lancelot's engine by the Universal Game Interface; see
// docs/formats/lancelot-engine.md.
func serveLancelot(in io.Reader, out io.Writer) error {
	engine := search.New(uint64(time.Now().UnixNano()))
	err := ugi.Serve(in, out, ugi.Identity{Name: "Tafelrunde " + versionText(), Author: authors}, engine)
	if isClosed(err) {
		return nil
	}
	return err
}
