package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is set by the linker; see the Makefile.
var version string

// versionCommand prints the version.
type versionCommand struct{}

func (versionCommand) Run(term terminal) error {
	fmt.Fprintf(term.out, "tafelrunde %s %s %s/%s\n", versionText(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
}

// versionText returns the version set by the linker, or the one recorded by the go
// command.
func versionText() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
