package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// FrontEnd returns the files of the embedded front end, and whether it was
// built at all: a program built by `go build` alone carries only a page that
// says how to build the rest.
func FrontEnd() (files fs.FS, built bool) {
	if app, err := fs.Sub(dist, "dist/app"); err == nil {
		if _, err := fs.Stat(app, "index.html"); err == nil {
			return app, true
		}
	}
	placeholder, err := fs.Sub(dist, "dist")
	if err != nil {
		panic("web: the embedded folder dist has no name: " + err.Error())
	}
	return placeholder, false
}
