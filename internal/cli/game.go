package cli

import (
	"fmt"

	"github.com/alecthomas/kong"

	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// The values of --game.
const (
	WotnGame     = "wotn"
	LancelotGame = "lancelot"
)

// GameFlag is the flag --game of a command that works for both games. The name of a
// variant stands for Way of the Knight with that variant; see chooseVariant.
type GameFlag struct {
	Game string `default:"wotn" enum:"wotn,lancelot,wotn-alternative,chess" placeholder:"GAME" help:"Game: wotn (Way of the Knight and chess, the default) or lancelot."`
}

// gameGroups are the groups of flags and commands that belong to one game. The keys
// are the values of --game.
var gameGroups = []kong.Group{
	{Key: WotnGame, Title: "With --game wotn:"},
	{Key: LancelotGame, Title: "With --game lancelot:"},
}

// VariantFlag is the flag --variant of a command for Way of the Knight.
type VariantFlag struct {
	Variant string `default:"wotn" group:"wotn" placeholder:"VARIANT" help:"Variant: wotn (the default), wotn-alternative or chess."`
}

// chooseVariant replaces --game chess by --game wotn --variant chess, and likewise
// for the other variants. It returns an error if the command has no variants or
// --variant names another one.
func chooseVariant(command *kong.Context) error {
	var game, variant *kong.Flag
	for _, flag := range command.Flags() {
		switch flag.Name {
		case "game":
			game = flag
		case "variant":
			variant = flag
		}
	}
	if game == nil {
		return nil
	}
	name := game.Target.String()
	if name == WotnGame || name == LancelotGame {
		return nil
	}
	if variant == nil {
		return &Misuse{Reason: fmt.Sprintf("--game is wotn or lancelot for this command, not %s", name)}
	}
	for _, path := range command.Path {
		if path.Flag == variant && variant.Target.String() != name {
			return &Misuse{Reason: fmt.Sprintf("--game %s excludes --variant %s", name, variant.Target.String())}
		}
	}
	game.Target.SetString(WotnGame)
	variant.Target.SetString(name)
	return nil
}

// checkGame returns an error if the command line has a flag or a command of another
// game than the one that --game names.
func checkGame(command *kong.Context) error {
	chosen := ""
	for _, flag := range command.Flags() {
		if flag.Name == "game" {
			chosen = flag.Target.String()
		}
	}
	for _, path := range command.Path {
		var group *kong.Group
		var name string
		switch {
		case path.Resolved:
		case path.Flag != nil:
			group, name = path.Flag.Group, "--"+path.Flag.Name
		case path.Command != nil:
			group, name = path.Command.Group, path.Command.Name
		}
		if group != nil && group.Key != chosen {
			return &Misuse{Reason: fmt.Sprintf("%s is for --game %s, not %s", name, group.Key, chosen)}
		}
	}
	return nil
}

// ParseVariant parses the value of --variant.
func ParseVariant(name string) (wotn.Variant, error) {
	variant, err := wotn.ParseVariant(name)
	if err != nil {
		return 0, &Misuse{Reason: fmt.Sprintf("unknown variant %q; want wotn, wotn-alternative or chess", name)}
	}
	return variant, nil
}

// ParseRules parses the value of --rules.
func ParseRules(name string) (lancelot.Rules, error) {
	rules, err := lancelot.ParseRules(name)
	if err != nil {
		return rules, &Misuse{Reason: err.Error()}
	}
	return rules, nil
}
