package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"
)

// Exit statuses. A wrong command line is told apart from work that failed.
const (
	statusDone   = 0
	statusFailed = 1
	statusMisuse = 2
)

// program is the command line.
type program struct {
	Serve   serveCommand   `cmd:"" default:"withargs" help:"Serve the games to the browser (the default)."`
	Perft   perftCommand   `cmd:"" help:"Count the sequences of legal moves from a position, or check a suite of such counts."`
	Engine  engineCommand  `cmd:"" help:"Play Way of the Knight or chess for a user interface that speaks UCI or XBoard's protocol (Lancelot: --game lancelot)."`
	Bench   benchCommand   `cmd:"" help:"Search fixed positions: prints a node count that changes with the engine's play, and the speed (of Lancelot: --game lancelot)."`
	Analyse analyseCommand `cmd:"" help:"Show the best moves of a position of Way of the Knight or chess, with their values (Lancelot: --game lancelot)."`
	Match   matchCommand   `cmd:"" help:"Play engines against each other."`
	Solve   solveCommand   `cmd:"" help:"Find out who wins Lancelot between two seats on a small field if both play perfectly."`
	Tune    tuneCommand    `cmd:"" help:"Tune the evaluation of Way of the Knight from games against itself (of Lancelot: --game lancelot)."`
	Store   storeCommand   `cmd:"" help:"Look after the database of a server."`
	Backup  backupCommand  `cmd:"" help:"Write a backup of the database, also of a running server."`
	Restore restoreCommand `cmd:"" help:"Put a backup into the data folder. Stop the server first."`
	Worker  workerCommand  `cmd:"" help:"Think for the engines at the tables of servers that share a PostgreSQL database."`
	Load    loadCommand    `cmd:"" help:"Measure a server on this machine with many guests who play each other."`
	Version versionCommand `cmd:"" help:"Print the version."`
}

// terminal is where a command writes: results to out, everything about how
// the work goes to notes.
type terminal struct {
	out, notes io.Writer
}

func main() {
	os.Exit(run(os.Args[1:], terminal{out: os.Stdout, notes: os.Stderr}))
}

// run carries out one command line and returns the exit status.
func run(args []string, term terminal) int {
	asked := false
	var line any = &program{}
	ofLancelot, args, err := chosenGame(args)
	if err != nil {
		complain(term, err)
		return statusMisuse
	}
	ofGame := ""
	if ofLancelot {
		line, ofGame = &lancelotProgram{}, " --game lancelot"
	}
	parser, err := kong.New(line,
		kong.Name("tafelrunde"),
		kong.Description("Way of the Knight and Lancelot, to play in the browser. Without a command it serves them: see tafelrunde serve --help."),
		kong.Writers(term.out, term.notes),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.ExplicitGroups(gameGroups),
		kong.Exit(func(int) { asked = true }),
	)
	if err != nil {
		panic("the command line is declared wrongly: " + err.Error())
	}
	command, err := parser.Parse(args)
	if asked {
		return statusDone // --help, already printed
	}
	if err != nil {
		more := "tafelrunde"
		if ofLancelot {
			more += " " + args[0] + ofGame
		}
		complain(term, fmt.Errorf("%w (see %s --help)", err, more))
		return statusMisuse
	}
	if err = errors.Join(emptyValue(command), checkGame(command)); err == nil {
		err = command.Run(term)
	}
	var mistake *misuse
	switch {
	case err == nil:
		return statusDone
	case errors.As(err, &mistake):
		complain(term, fmt.Errorf("%w (see %s%s --help)", err, command.Selected().FullPath(), ofGame))
		return statusMisuse
	case errors.Is(err, errReported):
		return statusFailed
	default:
		complain(term, err)
		return statusFailed
	}
}

// complain writes one line for each thing that is wrong. What is called off is
// called off by a signal.
func complain(term terminal, err error) {
	for _, line := range strings.Split(strings.TrimSpace(err.Error()), "\n") {
		if line == context.Canceled.Error() {
			line = "interrupted"
		}
		fmt.Fprintf(term.notes, "tafelrunde: %s\n", printable(line))
	}
}

// misuse is an error in how a command was called.
type misuse struct{ reason string }

func (m *misuse) Error() string { return m.reason }

// errReported is the error of a command that has already said what failed.
var errReported = errors.New("failed, as reported")
