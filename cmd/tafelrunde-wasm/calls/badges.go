package calls

import (
	"tafelrunde/internal/badges"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// wotnBadges returns the badges that a side has earned in a finished game. winners are the colors
// that have won, 0 for White.
func wotnBadges(variant wotn.Variant, start string, moves []string, side Player, winners []int) ([]badges.Earned, Problems) {
	game, wrong := wotnPlay(variant, start, moves)
	if wrong != nil {
		return nil, wrong
	}
	won := len(winners) == 1 && winners[0] == int(side)
	return badges.FindWotn(game, wotn.Color(side), won), nil
}

// lancelotBadges returns the badges that a seat has earned in a finished game.
func lancelotBadges(start string, turns []string, seat int, winners []int) ([]badges.Earned, Problems) {
	game, wrong := lancelotPlay(start, turns)
	if wrong != nil {
		return nil, wrong
	}
	return badges.FindLancelot(game, lancelot.Seat(seat), values(winners, func(w int) lancelot.Seat { return lancelot.Seat(w) })), nil
}
