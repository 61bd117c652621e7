package tournament

import (
	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
)

// MatchSettings returns the settings of the game of a board in the tournament with an ID. Seat 0
// begins.
func (s *State) MatchSettings(id string, b *Board) match.Settings {
	set := s.Settings.MatchSettings(id, len(b.Entries))
	if !s.Settings.Handicap || len(b.Entries) != 2 {
		return set
	}
	difference := s.Entries[b.Entries[0]-1].Rating - s.Entries[b.Entries[1]-1].Rating
	weaker := 1
	if difference < 0 {
		weaker, difference = 0, -difference
	}
	if points := games.HandicapPoints(set.Variant, float64(difference)); points > 0 {
		set.Points = make([]int, 2)
		set.Points[weaker] = points
	}
	return set
}
