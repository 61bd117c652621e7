package calls

import (
	"tafelrunde/internal/lessons"
	"tafelrunde/internal/match/rating"
	"tafelrunde/internal/puzzles/run"
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

// puzzleSequence returns the IDs of the puzzles of a run, at most 60, with ratings that do not fall.
// They are the same for the same puzzles and seed.
func puzzleSequence(items []run.Item, seed int) ([]string, Problems) {
	return run.Sequence(items, uint64(seed)), nil
}

// puzzleRun returns the state of a run after results, and after moves right moves in the puzzle that
// follows them, at a moment like those of the results. The problem is puzzle-run if this is impossible.
func puzzleRun(kind run.Kind, results []run.Result, moves, now int) (run.State, Problems) {
	state, err := run.Play(kind, results, moves, now)
	if err != nil {
		return run.State{}, refusal("puzzle-run", nil, err.Error())
	}
	return state, nil
}
