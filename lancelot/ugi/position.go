package ugi

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tafelrunde/internal/excerpt"
	"tafelrunde/lancelot"
)

// positionFields is the number of words in the text of a position.
const positionFields = 7

// setPosition executes position. After an error the game is unchanged.
func (s *session) setPosition(words []string) error {
	if len(words) == 0 {
		return errors.New("a position is startpos, start SEATS RULES, or fen and a position's seven fields")
	}
	kind, rest := words[0], words[1:]
	var start lancelot.Position
	var err error
	switch {
	case kind == "startpos":
		start, err = lancelot.Start(lancelot.Options{Seats: 2})
	case kind == "start" && len(rest) >= 2:
		o := lancelot.Options{}
		if o.Seats, err = strconv.Atoi(rest[0]); err != nil {
			return fmt.Errorf("%q is not a number of seats", excerpt.Of(rest[0]))
		}
		if o.Rules, err = lancelot.ParseRules(rest[1]); err != nil {
			return err
		}
		start, err = lancelot.Start(o)
		rest = rest[2:]
	case kind == "fen" && len(rest) >= positionFields:
		start, err = lancelot.ParsePosition(strings.Join(rest[:positionFields], " "))
		rest = rest[positionFields:]
	default:
		return fmt.Errorf("unknown position %q; want startpos, start SEATS RULES, or fen and the seven fields of a position", excerpt.Of(strings.Join(words, " ")))
	}
	if err != nil {
		return err
	}
	game := lancelot.NewGame(start)
	if len(rest) > 0 && rest[0] != "moves" {
		return fmt.Errorf("expected moves after the position, got %q", excerpt.Of(rest[0]))
	}
	for i := 1; i < len(rest); i++ {
		if err := game.PlayText(rest[i]); err != nil {
			return fmt.Errorf("turn %d, %q: %w", i, excerpt.Of(rest[i]), err)
		}
	}
	s.game = game
	return nil
}
