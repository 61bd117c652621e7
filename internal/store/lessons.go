package store

import (
	"context"

	"tafelrunde/internal/match"
)

// Lessons stores what people with accounts have learned in the lessons.
type Lessons interface {
	// Progress returns the progress of a person, or ErrNotFound if there is no such
	// person.
	Progress(ctx context.Context, person string) (Progress, error)
	// MergeProgress merges progress into that of a person, as [Progress.Merge] does. It
	// returns ErrNotFound if there is no such person with an account, and ErrTooMany
	// without storing anything if more than limit exercises would be stored.
	MergeProgress(ctx context.Context, person string, p Progress, limit int) error
}

// Progress is what a person has learned in the lessons. The server does not know
// the exercises.
type Progress struct {
	// Solved has the best results by the names of the exercises.
	Solved map[string]Solved
	// Chess is the answer to the question whether the person plays chess.
	Chess ChessAnswer
	// Last is the exercise that was open last.
	Last OpenExercise
}

// Solved is the best result of an exercise.
type Solved struct {
	// Moves is the smallest number of moves.
	Moves int
	// Stars is the largest number of stars, from 1.
	Stars int
	// Repetition is that of the last time it was solved.
	Repetition Repetition
}

// Repetition is when an exercise was solved, 0 if that is not known, and the index of the
// time until it should be solved again.
type Repetition struct {
	At   match.Moment
	Step int
}

// ChessAnswer is an answer with its time, 0 for none.
type ChessAnswer struct {
	Yes bool
	At  match.Moment
}

// OpenExercise is a place in the lessons, and when it was opened, 0 for never.
type OpenExercise struct {
	Place string
	At    match.Moment
}

// Merge returns the union of p and q: of each exercise the fewest moves, the most stars
// and the later repetition, the later answer and the place opened later. Of two at the
// same time it takes the greater step, "yes", and the place that is later in the
// alphabet. So the order and the number of merges do not matter.
func (p Progress) Merge(q Progress) Progress {
	all := Progress{Solved: make(map[string]Solved, len(p.Solved)), Chess: p.Chess, Last: p.Last}
	for name, s := range p.Solved {
		all.Solved[name] = s
	}
	for name, s := range q.Solved {
		if known, ok := all.Solved[name]; ok {
			last := s.Repetition
			if r := known.Repetition; r.At > last.At || r.At == last.At && r.Step > last.Step {
				last = r
			}
			s = Solved{min(known.Moves, s.Moves), max(known.Stars, s.Stars), last}
		}
		all.Solved[name] = s
	}
	if q.Chess.At > p.Chess.At || q.Chess.At == p.Chess.At && q.Chess.Yes {
		all.Chess = q.Chess
	}
	if q.Last.At > p.Last.At || q.Last.At == p.Last.At && q.Last.Place > p.Last.Place {
		all.Last = q.Last
	}
	return all
}
