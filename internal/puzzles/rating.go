package puzzles

import "tafelrunde/internal/match/rating"

// Deviation is the deviation of [Puzzle.Rating], which is estimated with engines and can be wrong by
// a few hundred points for people. In the simulation of TestRatingsOfPuzzles, where the estimates are
// wrong by 200, fifty attempts reduce the error to 55 to 70 with a deviation of 200, 72 to 74 with 100
// and 79 to 109 with 500.
const Deviation = 200

// Glicko returns the rating of a puzzle before the first rated attempt.
func (p *Puzzle) Glicko() rating.Glicko {
	g := rating.NewGlicko()
	g.Rating, g.Deviation = float64(p.Rating), Deviation
	return g
}

// Rate returns the ratings of a person and of a puzzle after an attempt. days is the time since the
// person's previous attempt. The deviation of a puzzle does not grow with time.
func Rate(person, puzzle rating.Glicko, solved bool, days float64) (rating.Glicko, rating.Glicko) {
	score := 0.0
	if solved {
		score = 1
	}
	return person.After(rating.GlickoResult{Opponent: puzzle, Score: score}, days),
		puzzle.After(rating.GlickoResult{Opponent: person, Score: 1 - score}, 0)
}
