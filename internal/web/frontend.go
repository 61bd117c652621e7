package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// FrontEnd returns the files of the embedded front end. If built is false, the
// program was built by `go build` alone, and the only page explains how to build
// the front end.
func FrontEnd() (files fs.FS, built bool) {
	if app, err := fs.Sub(dist, "dist/app"); err == nil {
		if _, err := fs.Stat(app, "index.html"); err == nil {
			return app, true
		}
	}
	placeholder, err := fs.Sub(dist, "dist")
	if err != nil {
		panic("web: the embedded folder dist is missing: " + err.Error())
	}
	return placeholder, false
}
