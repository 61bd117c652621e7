package games

import (
	"fmt"

	"tafelrunde/internal/match"
	"tafelrunde/lancelot"
)

// SeatKinds returns the settings of all kinds of games whose seats have different chances: one
// for each variant of rated games and each number of seats, with the usual target.
func SeatKinds() []match.Settings {
	var kinds []match.Settings
	for _, variant := range []string{"wotn", "wotn-alternative"} {
		kinds = append(kinds, match.Settings{Game: Wotn, Variant: variant, Seats: 2})
	}
	for _, variant := range []string{"basic", "diagonals", "excalibur", "diagonals+excalibur"} {
		for seats := lancelot.MinSeats; seats <= lancelot.MaxSeats; seats++ {
			kinds = append(kinds, match.Settings{Game: Lancelot, Variant: variant, Seats: seats})
		}
	}
	return kinds
}

// SeatKind returns the name of the kind of games at a table: game, variant and number of seats, as in
// "lancelot basic 3", and the number of handicap points of the seat that moves first, if there are any.
func SeatKind(s *match.Settings) string {
	name := fmt.Sprintf("%s %s %d", s.Game, s.Variant, s.Seats)
	if len(s.Points) > 0 && s.Points[0] > 0 {
		name += fmt.Sprintf(" points %d", s.Points[0])
	}
	return name
}
