package cli

import (
	"errors"
	"fmt"
	"strings"

	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// PlayMoves plays moves in coordinates or SAN, with or without move numbers.
func PlayMoves(game *wotn.Game, text string) error {
	ply := 0
	for _, word := range strings.Fields(text) {
		word = withoutNumber(word)
		if word == "" {
			continue
		}
		ply++
		p := game.Position()
		m, err := p.ParseMove(word)
		var unreadable *wotn.SyntaxError
		if errors.As(err, &unreadable) {
			m, err = p.ParseSAN(word)
		}
		if err == nil {
			err = game.PlayOn(m)
		}
		if err != nil {
			if errors.As(err, &unreadable) {
				return fmt.Errorf("move %d, %q: %w", ply, word, err)
			}
			return fmt.Errorf("move %d: %w", ply, err)
		}
	}
	return nil
}

// withoutNumber removes the move number from "12.Nf3", "12...Nf6" or "12.".
func withoutNumber(word string) string {
	digits := strings.TrimLeft(word, "0123456789")
	if len(digits) < len(word) && strings.HasPrefix(digits, ".") {
		return strings.TrimLeft(digits, ".")
	}
	return word
}

// PlayTurns returns a game with turns, which are separated by spaces.
func PlayTurns(start lancelot.Position, turns string) (*lancelot.Game, error) {
	game := lancelot.NewGame(start)
	for i, word := range strings.Fields(turns) {
		if err := game.PlayText(word); err != nil {
			return nil, fmt.Errorf("turn %d, %q: %w", i+1, word, err)
		}
	}
	return game, nil
}
