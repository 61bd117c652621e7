package people

import (
	"context"
	"errors"
	"net/http"
	"regexp"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// MaxExercises is the largest number of exercises for which the server keeps a
// result of a person.
const MaxExercises = 500

// exerciseName matches the names of exercises, "stage/exercise", and their places,
// "stage/number".
var exerciseName = regexp.MustCompile(`^[a-z0-9-]{1,40}/[a-z0-9-]{1,40}$`)

// LessonProgress is what a person has learned in the lessons.
type LessonProgress struct {
	Person string                    `json:"person" maxLength:"64" doc:"the account whose progress it is"`
	Solved map[string]SolvedExercise `json:"solved" maxProperties:"500" doc:"the best results by stage/exercise"`
	Chess  *LessonAnswer             `json:"chess,omitempty" doc:"whether the person plays chess, missing if the question was not answered"`
	Last   *LessonPlace              `json:"last,omitempty" doc:"the exercise that was open last, missing if none was"`
}

// SolvedExercise is the best result of an exercise.
type SolvedExercise struct {
	Moves int `json:"moves" minimum:"1" maximum:"10000" doc:"the smallest number of moves"`
	Stars int `json:"stars" minimum:"1" maximum:"3"`
	// Repetition is that of the last time it was solved.
	Repetition *Repetition `json:"repetition,omitempty" doc:"the last time it was solved, missing if that is not known"`
}

// Repetition is a time at which an exercise was solved, and when to solve it again.
type Repetition struct {
	At   match.Moment `json:"at" minimum:"1" doc:"when it was solved"`
	Step int          `json:"step" minimum:"0" maximum:"20" doc:"the index of the time until it is due again"`
}

// LessonAnswer is the answer to the question whether somebody plays chess.
type LessonAnswer struct {
	Yes bool         `json:"yes"`
	At  match.Moment `json:"at" minimum:"1" doc:"when it was given"`
}

// LessonPlace is an exercise by its number in its stage.
type LessonPlace struct {
	Place string       `json:"place" maxLength:"81" doc:"stage/number"`
	At    match.Moment `json:"at" minimum:"1" doc:"when it was opened"`
}

type lessonsResponse struct{ Body LessonProgress }

func (a *API) registerLessons(routes huma.API) {
	core.Register(routes, core.Read, huma.Operation{OperationID: "getLessons", Method: http.MethodGet, Path: "/api/me/lessons", Summary: "The progress of the requester in the lessons"},
		func(ctx context.Context, _ *struct{}) (*lessonsResponse, error) {
			p, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			return a.lessons(ctx, p.ID)
		})
	core.Register(routes, core.Change, huma.Operation{OperationID: "putLessons", Method: http.MethodPut, Path: "/api/me/lessons", Summary: "Merge progress into that of the requester; returns what is stored then"},
		func(ctx context.Context, in *struct{ Body LessonProgress }) (*lessonsResponse, error) {
			p, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			if in.Body.Person != p.ID {
				return nil, core.NewProblem(http.StatusConflict, "lessons-person", "this is the progress of somebody else")
			}
			progress, err := in.Body.progress(a.Now())
			if err != nil {
				return nil, err
			}
			err = a.store.MergeProgress(ctx, p.ID, progress, MaxExercises)
			if errors.Is(err, store.ErrTooMany) {
				return nil, core.NewProblem(http.StatusUnprocessableEntity, "lessons-many", "an account has the results of at most 500 exercises").With("most", MaxExercises)
			}
			if err != nil {
				return nil, a.ofMember(err)
			}
			return a.lessons(ctx, p.ID)
		})
}

// ofMember converts an error about the requester, who may have been deleted
// meanwhile.
func (a *API) ofMember(err error) error {
	if core.IsNotFound(err) {
		err = core.NoSession
	}
	return a.ProblemOf(err)
}

// progress returns the progress as it is stored. No moment is later than now: a clock
// that is fast must not prevent later changes.
func (p *LessonProgress) progress(now match.Moment) (store.Progress, error) {
	invalid := func(name string) error {
		return core.NewProblem(http.StatusUnprocessableEntity, "lessons-name", "exercises are written stage/exercise, in small letters, digits and hyphens").With("name", name)
	}
	out := store.Progress{Solved: make(map[string]store.Solved, len(p.Solved))}
	for name, s := range p.Solved {
		if !exerciseName.MatchString(name) {
			return out, invalid(name)
		}
		solved := store.Solved{Moves: s.Moves, Stars: s.Stars}
		if r := s.Repetition; r != nil {
			solved.Repetition = store.Repetition{At: min(r.At, now), Step: r.Step}
		}
		out.Solved[name] = solved
	}
	if p.Chess != nil {
		out.Chess = store.ChessAnswer{Yes: p.Chess.Yes, At: min(p.Chess.At, now)}
	}
	if p.Last != nil {
		if !exerciseName.MatchString(p.Last.Place) {
			return out, invalid(p.Last.Place)
		}
		out.Last = store.OpenExercise{Place: p.Last.Place, At: min(p.Last.At, now)}
	}
	return out, nil
}

func (a *API) lessons(ctx context.Context, person string) (*lessonsResponse, error) {
	progress, err := a.lessonProgress(ctx, person)
	return &lessonsResponse{progress}, a.ofMember(err)
}

func (a *API) lessonProgress(ctx context.Context, person string) (LessonProgress, error) {
	stored, err := a.store.Progress(ctx, person)
	p := LessonProgress{Person: person, Solved: make(map[string]SolvedExercise, len(stored.Solved))}
	for name, s := range stored.Solved {
		solved := SolvedExercise{Moves: s.Moves, Stars: s.Stars}
		if s.Repetition.At > 0 {
			solved.Repetition = (*Repetition)(&s.Repetition)
		}
		p.Solved[name] = solved
	}
	if stored.Chess.At > 0 {
		p.Chess = &LessonAnswer{stored.Chess.Yes, stored.Chess.At}
	}
	if stored.Last.At > 0 {
		p.Last = &LessonPlace{stored.Last.Place, stored.Last.At}
	}
	return p, err
}
