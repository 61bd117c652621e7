package main

import (
	"os"

	"github.com/alecthomas/kong"

	"tafelrunde/internal/cli"
)

// program is the command line. Each field is a command with a file of its own.
type program struct {
	Serve    serveCommand    `cmd:"" default:"withargs" help:"Serve the games to the browser (the default)."`
	Perft    perftCommand    `cmd:"" help:"Count sequences of legal moves from a position, or check a suite of such counts."`
	Engine   engineCommand   `cmd:"" help:"Run an engine for a user interface with UCI, XBoard's protocol or, for Lancelot, UGI."`
	Analyse  analyseCommand  `cmd:"" help:"Show the best moves of a position with their scores."`
	Check    checkCommand    `cmd:"" help:"Read files with games and report what is right, what needs a remark and what is refused, by cause."`
	Diagram  diagramCommand  `cmd:"" help:"Write a position with marks as an SVG picture."`
	Animate  animateCommand  `cmd:"" help:"Write a recorded game as an animated GIF."`
	Explorer explorerCommand `cmd:"" help:"Read tables of the explorer: what was played in a position."`
	Puzzles  puzzlesCommand  `cmd:"" help:"Write the puzzles of the program as records, values or positions."`
	Store    storeCommand    `cmd:"" help:"Maintain the database of a server."`
	Admin    adminCommand    `cmd:"" help:"Administer a site, including a running one: accounts, roles, lost passwords, the audit log."`
	Backup   backupCommand   `cmd:"" help:"Write a backup of the database, even while the server runs."`
	Restore  restoreCommand  `cmd:"" help:"Restore a backup into the data folder. Stop the server first."`
	Config   configCommand   `cmd:"" help:"Check the settings of the server, or print an example of a settings file."`
	Health   healthCommand   `cmd:"" help:"Ask a running server whether it is ready: status 0 if it is."`
	Worker   workerCommand   `cmd:"" help:"Run engines for servers that share a PostgreSQL database."`
	Version  versionCommand  `cmd:"" help:"Print the version."`

	ShowVersion versionFlag `name:"version" help:"Print the version."`
}

func main() {
	os.Exit(run(os.Args[1:], cli.Terminal{Out: os.Stdout, Notes: os.Stderr}))
}

// run executes one command line and returns the exit status.
func run(args []string, term cli.Terminal) int {
	sources := &settings{}
	p := cli.Program{
		Name:        "tafelrunde",
		Description: "Way of the Knight and Lancelot, to play in the browser. Without a command it serves them: see tafelrunde serve --help.",
		Commands:    &program{},
		Options:     []kong.Option{kong.Resolvers(sources), kong.Bind(sources), kong.ValueFormatter(helpOf)},
		Prepare:     func(root *kong.Node) { describeEnvironment(root, settingsOf(root)) },
		Explain:     sources.explain,
	}
	return p.Run(args, term)
}
