package main

import (
	"fmt"

	"github.com/alecthomas/kong"

	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// The values of --game.
const (
	wotnGame     = "wotn"
	lancelotGame = "lancelot"
)

// gameFlag is the flag --game of a command that works for both games.
type gameFlag struct {
	Game string `default:"wotn" enum:"wotn,lancelot" placeholder:"GAME" help:"Game: wotn (Way of the Knight and chess, the default) or lancelot."`
}

// gameGroups are the groups of flags that belong to one game; the keys are the
// values of --game.
var gameGroups = []kong.Group{
	{Key: wotnGame, Title: "Flags for --game wotn:"},
	{Key: lancelotGame, Title: "Flags for --game lancelot:"},
}

// checkGame returns an error if the command line has a flag of another game than
// the one that --game names.
func checkGame(command *kong.Context) error {
	chosen := ""
	for _, flag := range command.Flags() {
		if flag.Name == "game" {
			chosen = flag.Target.String()
		}
	}
	for _, path := range command.Path {
		if path.Flag == nil || path.Flag.Group == nil || path.Resolved {
			continue
		}
		if game := path.Flag.Group.Key; game != chosen {
			return &misuse{fmt.Sprintf("--%s is a flag for --game %s, not %s", path.Flag.Name, game, chosen)}
		}
	}
	return nil
}

// parseVariant parses the value of --variant.
func parseVariant(name string) (wotn.Variant, error) {
	variant, known := wotn.ParseVariant(name)
	if !known {
		return 0, &misuse{fmt.Sprintf("unknown variant %q; known are wotn, wotn-alternative and chess", name)}
	}
	return variant, nil
}

// parseRules parses the value of --rules.
func parseRules(name string) (lancelot.Rules, error) {
	rules, err := lancelot.ParseRules(name)
	if err != nil {
		return rules, &misuse{err.Error()}
	}
	return rules, nil
}
