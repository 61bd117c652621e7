package calls

import (
	"tafelrunde/internal/lessons"
	"tafelrunde/internal/match/rating"
)

// puzzleDeviation is the deviation of the rating that a puzzle begins with, as for the server.
const puzzleDeviation = 200

// puzzleExercise returns a puzzle as an exercise. The problem is puzzle if its position or its
// moves are illegal.
func puzzleExercise(puzzle lessons.Puzzle) (lessons.Source, Problems) {
	source, err := lessons.FromPuzzle(&puzzle)
	if err != nil {
		return lessons.Source{}, refusal("puzzle", nil, err.Error())
	}
	return source, nil
}

// PuzzleRating is a rating by Glicko-2.
type PuzzleRating struct {
	Rating     float64 `json:"rating"`
	Deviation  float64 `json:"deviation"`
	Volatility float64 `json:"volatility"`
}

// puzzleRate returns the rating of a person after an attempt at a puzzle. days is the time since
// the attempt before.
func puzzleRate(person PuzzleRating, puzzle int, solved bool, days float64) (PuzzleRating, Problems) {
	opponent := rating.NewGlicko()
	opponent.Rating, opponent.Deviation = float64(puzzle), puzzleDeviation
	result := rating.GlickoResult{Opponent: opponent}
	if solved {
		result.Score = 1
	}
	return PuzzleRating(rating.Glicko(person).After(result, days)), nil
}
