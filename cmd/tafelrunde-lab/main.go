// Command tafelrunde-lab makes and measures the engines, and measures the server: matches,
// tuning, the games of the explorer, puzzles, proofs on small boards, speed, load.
//
// The commands are the fields of [program]. Each has a file of its own: it parses
// flags, calls a package of folder lab and writes the result.
package main

import (
	"os"

	"tafelrunde/internal/cli"
)

// program is the command line. Each field is a command with a file of its own.
type program struct {
	Match    matchCommand    `cmd:"" help:"Play engines against each other."`
	Tune     tuneCommand     `cmd:"" help:"Tune an engine's evaluation by self-play."`
	Train    trainCommand    `cmd:"" help:"Train a network that evaluates positions of Way of the Knight and chess."`
	Solve    solveCommand    `cmd:"" help:"Prove who wins Lancelot between two seats on a small board with perfect play."`
	Selfplay selfplayCommand `cmd:"" help:"Play the engines against themselves until a file has enough games, and pack the most frequent positions into a table of the explorer. An interrupted run is continued."`
	Puzzles  puzzlesCommand  `cmd:"" help:"Make collections of puzzles from games, and check them."`
	Load     loadCommand     `cmd:"" help:"Measure a server on this machine with many guests who play each other."`
	Bench    benchCommand    `cmd:"" help:"Search fixed positions: prints a fingerprint of the engine's play and its speed."`
	Seats    seatsCommand    `cmd:"" help:"Measure how often each seat wins among equal engines."`
	Handicap handicapCommand `cmd:"" help:"Measure how much handicap points help level 7 against itself."`

	Tournaments tournamentsCommand `cmd:"" help:"Simulate tournaments of players with known strengths: rank correlation, illegal rounds, time of pairing."`
}

func main() {
	os.Exit(run(os.Args[1:], cli.Terminal{Out: os.Stdout, Notes: os.Stderr}))
}

// run executes one command line and returns the exit status.
func run(args []string, term cli.Terminal) int {
	p := cli.Program{
		Name:        "tafelrunde-lab",
		Description: "What makes and measures the engines of Tafelrunde, and measures its server.",
		Commands:    &program{},
	}
	return p.Run(args, term)
}
