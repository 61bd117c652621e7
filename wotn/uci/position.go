package uci

import (
	"errors"
	"fmt"
	"strings"

	"tafelrunde/internal/excerpt"
	"tafelrunde/wotn"
)

// position handles "position startpos|fen FEN [moves M…]". After an invalid position
// there is nothing to search until the next valid one.
func (s *session) position(rest string) {
	game, err := s.readGame(rest)
	if s.refused = err != nil; s.refused {
		s.reportError(fmt.Errorf("position refused: %w", err))
		return
	}
	s.game = game
}

func (s *session) readGame(text string) (*wotn.Game, error) {
	words := strings.Fields(text)
	moves := len(words)
	for i, w := range words {
		if w == "moves" {
			moves = i
			break
		}
	}
	start := wotn.Start(s.variant)
	switch {
	case moves > 0 && words[0] == "startpos":
		if moves > 1 {
			return nil, fmt.Errorf("%q after startpos, want moves", excerpt.Of(words[1]))
		}
	case moves > 1 && words[0] == "fen":
		setup, err := wotn.ParseSetup(s.variant, strings.Join(words[1:moves], " "))
		if err == nil {
			start, err = setup.Position()
		}
		if err != nil {
			return nil, err
		}
		for _, p := range setup.Dropped() {
			s.out.WriteLines("info string position: dropped: " + p.String())
		}
	default:
		return nil, errors.New("want startpos or fen FEN, optionally moves and a list of moves")
	}
	game := wotn.NewGame(start)
	for i, w := range words[min(len(words), moves+1):] {
		if err := play(&game, w); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return game, nil
}

// play plays a move in the game. User interfaces may continue where repetition,
// the move count or material has ended the game; a new game without past then
// starts there.
func play(game **wotn.Game, text string) error {
	p := (*game).Position()
	m, err := p.ParseMove(text)
	if err != nil {
		return err
	}
	err = (*game).Play(m)
	var refused *wotn.MoveError
	if errors.As(err, &refused) && refused.Code == wotn.MoveGameOver {
		if p.HasMoves() {
			setup := p.Setup()
			setup.HalfmoveClock = 0
			fresh, err := setup.Position()
			if err != nil {
				return err
			}
			*game = wotn.NewGame(fresh)
			return (*game).PlayOn(m)
		}
	}
	return err
}
