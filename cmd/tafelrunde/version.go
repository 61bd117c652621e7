package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is set by the linker; see the Makefile.
var version string

type versionCommand struct{}

func (versionCommand) Run(term terminal) error {
	fmt.Fprintf(term.out, "tafelrunde %s %s %s/%s\n", versionText(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
}

// versionText is what the linker set, else what the Go tool recorded.
func versionText() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
