// Package cli holds what the command lines of the programs share: running a command,
// the flags that choose a game, moves in arguments, and output, such as what the engines
// found about a position as JSON, as tables and as sentences in English and German.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"
)

// Authors are the authors that engines name to user interfaces.
const Authors = "the Tafelrunde authors"

// Exit statuses. An invalid command line has a status of its own.
const (
	StatusDone   = 0
	StatusFailed = 1
	StatusMisuse = 2
)

// Terminal holds the outputs of a command: Out for results, Notes for progress and
// errors.
type Terminal struct {
	Out, Notes io.Writer
}

// Misuse is an error of the command line.
type Misuse struct{ Reason string }

func (m *Misuse) Error() string { return m.Reason }

// ErrReported is returned by a command that has written its errors itself.
var ErrReported = errors.New("failed, as reported")

// Program is a command line. The fields of the value that Commands points to are its
// commands; each has a method Run, to which kong passes a [Terminal].
type Program struct {
	Name, Description string
	Commands          any
	Options           []kong.Option
	// Prepare changes the commands before they are parsed, and Explain adds to an error
	// of parsing where the value came from. Both may be nil.
	Prepare func(root *kong.Node)
	Explain func(error) error
}

// Run executes one command line and returns the exit status.
func (p *Program) Run(args []string, term Terminal) int {
	helped := false
	parser, err := kong.New(p.Commands, append([]kong.Option{
		kong.Name(p.Name),
		kong.Description(p.Description),
		kong.Writers(term.Out, term.Notes),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.ExplicitGroups(gameGroups),
		kong.Exit(func(int) { helped = true }),
		kong.KindMapper(reflect.Slice, WholeLists),
	}, p.Options...)...)
	if err != nil {
		panic("invalid declaration of the command line: " + err.Error())
	}
	if p.Prepare != nil {
		p.Prepare(parser.Model.Node)
	}
	command, err := parser.Parse(args)
	if helped {
		return StatusDone
	}
	if p.Explain != nil {
		err = p.Explain(err)
	}
	if err != nil {
		Complain(term, p.Name, fmt.Errorf("%w (see %s --help)", err, p.Name))
		return StatusMisuse
	}
	if err = EmptyValue(command); err == nil {
		err = chooseVariant(command)
	}
	if err == nil {
		err = checkGame(command)
	}
	if err == nil {
		err = command.Run(term)
	}
	var mistake *Misuse
	switch {
	case err == nil:
		return StatusDone
	case errors.As(err, &mistake):
		Complain(term, p.Name, fmt.Errorf("%w (see %s --help)", err, CommandPath(command.Selected())))
		return StatusMisuse
	case errors.Is(err, ErrReported):
		return StatusFailed
	default:
		Complain(term, p.Name, err)
		return StatusFailed
	}
}

// CommandPath returns the words that call a command, without its aliases.
func CommandPath(node *kong.Node) string {
	if node.Parent == nil {
		return node.Name
	}
	return CommandPath(node.Parent) + " " + node.Name
}

// Complain writes each line of an error of a program. A cancelled context means an
// interrupt.
func Complain(term Terminal, program string, err error) {
	for _, line := range strings.Split(strings.TrimSpace(err.Error()), "\n") {
		if line == context.Canceled.Error() {
			line = "interrupted"
		}
		fmt.Fprintf(term.Notes, "%s: %s\n", program, Printable(line))
	}
}
