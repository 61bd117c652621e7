package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"
)

// Exit statuses. An invalid command line has a status of its own.
const (
	statusDone   = 0
	statusFailed = 1
	statusMisuse = 2
)

// program is the command line. Each field is a command with a file of its own.
type program struct {
	Serve    serveCommand    `cmd:"" default:"withargs" help:"Serve the games to the browser (the default)."`
	Perft    perftCommand    `cmd:"" help:"Count sequences of legal moves from a position, or check a suite of such counts."`
	Engine   engineCommand   `cmd:"" help:"Run an engine for a user interface with UCI, XBoard's protocol or, for Lancelot, UGI."`
	Bench    benchCommand    `cmd:"" help:"Search fixed positions: prints a fingerprint of the engine's play and its speed."`
	Analyse  analyseCommand  `cmd:"" help:"Show the best moves of a position with their scores."`
	Match    matchCommand    `cmd:"" help:"Play engines against each other."`
	Diagram  diagramCommand  `cmd:"" help:"Write a position with marks as an SVG picture."`
	Animate  animateCommand  `cmd:"" help:"Write a recorded game as an animated GIF."`
	Solve    solveCommand    `cmd:"" help:"Prove who wins Lancelot between two seats on a small board with perfect play."`
	Tune     tuneCommand     `cmd:"" help:"Tune an engine's evaluation by self-play."`
	Explorer explorerCommand `cmd:"" help:"Make and read tables of the explorer: what was played in a position."`
	Store    storeCommand    `cmd:"" help:"Maintain the database of a server."`
	Admin    adminCommand    `cmd:"" help:"Administer a site, including a running one: accounts, roles, lost passwords, the audit log."`
	Backup   backupCommand   `cmd:"" help:"Write a backup of the database, even while the server runs."`
	Restore  restoreCommand  `cmd:"" help:"Restore a backup into the data folder. Stop the server first."`
	Config   configCommand   `cmd:"" help:"Check the settings of the server, or print an example of a settings file."`
	Health   healthCommand   `cmd:"" help:"Ask a running server whether it is ready: status 0 if it is."`
	Worker   workerCommand   `cmd:"" help:"Run engines for servers that share a PostgreSQL database."`
	Load     loadCommand     `cmd:"" help:"Measure a server on this machine with many guests who play each other."`
	Version  versionCommand  `cmd:"" help:"Print the version."`

	ShowVersion versionFlag `name:"version" help:"Print the version."`
}

// terminal holds the outputs of a command: out for results, notes for progress and
// errors.
type terminal struct {
	out, notes io.Writer
}

func main() {
	os.Exit(run(os.Args[1:], terminal{out: os.Stdout, notes: os.Stderr}))
}

// run executes one command line and returns the exit status.
func run(args []string, term terminal) int {
	helped := false
	sources := &settings{}
	parser, err := kong.New(&program{},
		kong.Name("tafelrunde"),
		kong.Description("Way of the Knight and Lancelot, to play in the browser. Without a command it serves them: see tafelrunde serve --help."),
		kong.Writers(term.out, term.notes),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.ExplicitGroups(gameGroups),
		kong.Exit(func(int) { helped = true }),
		kong.Resolvers(sources),
		kong.Bind(sources),
		kong.ValueFormatter(helpOf),
		kong.KindMapper(reflect.Slice, wholeLists),
	)
	if err != nil {
		panic("invalid declaration of the command line: " + err.Error())
	}
	describeEnvironment(parser.Model.Node, settingsOf(parser.Model.Node))
	command, err := parser.Parse(args)
	if helped {
		return statusDone
	}
	if err = sources.explain(err); err != nil {
		complain(term, fmt.Errorf("%w (see tafelrunde --help)", err))
		return statusMisuse
	}
	if err = emptyValue(command); err == nil {
		err = chooseVariant(command)
	}
	if err == nil {
		err = checkGame(command)
	}
	if err == nil {
		err = command.Run(term)
	}
	var mistake *misuse
	switch {
	case err == nil:
		return statusDone
	case errors.As(err, &mistake):
		complain(term, fmt.Errorf("%w (see %s --help)", err, commandPath(command.Selected())))
		return statusMisuse
	case errors.Is(err, errReported):
		return statusFailed
	default:
		complain(term, err)
		return statusFailed
	}
}

// commandPath returns the words that call a command, without its aliases.
func commandPath(node *kong.Node) string {
	if node.Parent == nil {
		return node.Name
	}
	return commandPath(node.Parent) + " " + node.Name
}

// complain writes each line of an error. A cancelled context means an interrupt.
func complain(term terminal, err error) {
	for _, line := range strings.Split(strings.TrimSpace(err.Error()), "\n") {
		if line == context.Canceled.Error() {
			line = "interrupted"
		}
		fmt.Fprintf(term.notes, "tafelrunde: %s\n", printable(line))
	}
}

// misuse is an error of the command line.
type misuse struct{ reason string }

func (m *misuse) Error() string { return m.reason }

// errReported is returned by a command that has written its errors itself.
var errReported = errors.New("failed, as reported")
