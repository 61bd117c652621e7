package main

import (
	"fmt"
	"slices"
	"strings"
)

// lancelotProgram is the command line for what is done with Lancelot's engine:
// the commands of these names with --game lancelot.
type lancelotProgram struct {
	Engine  lancelotEngineCommand  `cmd:"" help:"Play Lancelot for a user interface, by a text protocol for several seats."`
	Bench   lancelotBenchCommand   `cmd:"" help:"Search fixed positions: prints a number that changes with the engine's play, and the speed."`
	Analyse lancelotAnalyseCommand `cmd:"" help:"Show the chances of all seats and what the best turns of a position do, or what a turn was worth."`
	Tune    lancelotTuneCommand    `cmd:"" help:"Learn the worths of Lancelot's lines from games of the engine against itself."`

	Game string `required:"" enum:"lancelot" placeholder:"GAME" help:"Game: lancelot."`
}

// commandsByGame are the commands that have other options for another game.
var commandsByGame = []string{"engine", "bench", "analyse", "tune"}

// chosenGame is the game that --game names for such a command, and the arguments
// without it if it is Way of the Knight, which these commands are for otherwise.
func chosenGame(args []string) (lancelot bool, rest []string, err error) {
	if len(args) == 0 || !slices.Contains(commandsByGame, args[0]) {
		return false, args, nil
	}
	for i, arg := range args {
		game, ok := strings.CutPrefix(arg, "--game=")
		after := i + 1
		if arg == "--game" {
			game, ok = "", true
			if after < len(args) {
				game = args[after]
				after++
			}
		}
		switch {
		case arg == "--":
			return false, args, nil
		case ok && game == "lancelot":
			return true, args, nil
		case ok && game == "wotn":
			return false, slices.Concat(args[:i], args[after:]), nil
		case ok:
			return false, args, fmt.Errorf("--game is wotn or lancelot, not %q (see tafelrunde %s --help)", game, args[0])
		}
	}
	return false, args, nil
}
