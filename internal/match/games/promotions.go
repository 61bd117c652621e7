package games

import (
	"strings"

	"tafelrunde/internal/match"
)

// Promotions returns the letters of the kinds to which the moves of each seat have promoted
// pieces in a game of Way of the Knight; nil if there was no promotion.
func Promotions(s *match.State) []string {
	if s.Settings.Game != "wotn" || s.Settings.Variant == "chess" {
		return nil
	}
	var by []string
	for _, m := range s.Moves {
		if len(m.Text) < len("e7e8s") {
			continue
		}
		if by == nil {
			by = make([]string, len(s.Seats))
		}
		by[m.Seat] += strings.ToUpper(m.Text[4:])
	}
	return by
}
