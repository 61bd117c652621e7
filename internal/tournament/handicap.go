package tournament

import (
	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
)

// MatchSettings returns the settings of the game of a board in the tournament with an ID. Seat 0
// begins, and has the handicap points.
func (s *State) MatchSettings(id string, b *Board) match.Settings {
	set := s.Settings.MatchSettings(id, len(b.Entries))
	for seat := range b.Entries {
		if points := s.handicap(b, seat); points > 0 {
			set.Points = make([]int, len(b.Entries))
			set.Points[seat] = points
		}
	}
	return set
}

// handicap returns the handicap points of a seat of a board. Games with a computer, which has no rating, have none.
func (s *State) handicap(b *Board, seat int) int {
	if !s.Settings.Handicap || len(b.Entries) != 2 {
		return 0
	}
	self, other := &s.Entries[b.Entries[seat]-1], &s.Entries[b.Entries[1-seat]-1]
	if self.Player.Engine > 0 || other.Player.Engine > 0 {
		return 0
	}
	difference := other.Rating - self.Rating
	return games.HandicapPoints(s.Settings.Games.Variant, float64(difference))
}

// weakerFirst gives the first seat of each board to the player with handicap points, who has White by the rules. So
// later rounds count the colours that were played.
func (s *State) weakerFirst(boards []Board) []Board {
	for i := range boards {
		if b := &boards[i]; s.handicap(b, 1) > 0 {
			b.Entries = []int{b.Entries[1], b.Entries[0]}
			if r := b.Result; r != nil { // of a walkover
				r.Points = []Points{r.Points[1], r.Points[0]}
				for k := range r.Absent {
					r.Absent[k] = 1 - r.Absent[k]
				}
			}
		}
	}
	return boards
}
