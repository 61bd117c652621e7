package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/alecthomas/kong"

	"tafelrunde/internal/cli"
)

// version is set by the linker; see the Makefile.
var version string

// versionCommand prints the version.
type versionCommand struct{}

func (versionCommand) Run(term cli.Terminal) error {
	printVersion(term.Out)
	return nil
}

// versionFlag is the flag --version, which does the same as the command.
type versionFlag bool

// BeforeReset is called by kong when the flag is on the command line.
func (versionFlag) BeforeReset(app *kong.Kong) error {
	printVersion(app.Stdout)
	app.Exit(cli.StatusDone)
	return nil
}

func printVersion(out io.Writer) {
	fmt.Fprintf(out, "tafelrunde %s %s %s/%s\n", versionText(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
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
