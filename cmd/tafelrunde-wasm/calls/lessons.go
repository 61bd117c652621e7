package calls

import (
	"errors"

	"tafelrunde/internal/lessons"
	"tafelrunde/wotn"
)

// LessonState is the state of an exercise after some moves.
type LessonState struct {
	// Learner is the learner's side: 0 for White, 1 for Black, or the number of the seat.
	Learner int            `json:"learner"`
	Status  lessons.Status `json:"status"`
	// Moves is the number of the learner's moves.
	Moves int `json:"moves"`
	// Next is the scripted reply that follows, or "".
	Next string `json:"next"`
	// EngineMoves says that the engine is to reply.
	EngineMoves bool `json:"engineMoves"`
	// Wrong is the index of the explained wrong move that was played, or -1.
	Wrong int `json:"wrong"`
	// Refutation has moves that show why the last one was wrong.
	Refutation []string `json:"refutation"`
	// Fact is the visible fault of a wrong move that the exercise does not explain; "" if there is
	// none.
	Fact lessons.Fact `json:"fact"`
	// Cause is the condition that does not hold as success needs it, for unmet, or that fails the
	// exercise, for reached.
	Cause LessonCause `json:"cause"`
	// Levels are those of the moving and the captured piece, for weak-victim.
	Levels [2]int `json:"levels"`
	// Wotn or Lancelot is the game to show, that of the exercise; the other is null.
	Wotn     *WotnState     `json:"wotn"`
	Lancelot *LancelotState `json:"lancelot"`
}

// LessonCause is a condition of docs/formats/lessons.md.
type LessonCause struct {
	Name string   `json:"name"`
	Args []string `json:"args"`
	// Not says that it holds, but should not.
	Not bool `json:"not"`
	// Value is the lead, or the number of captures, kings or exposed stones.
	Value int `json:"value"`
}

// lesson checks an exercise.
func lesson(source lessons.Source) (*lessons.Exercise, Problems) {
	exercise, err := lessons.New(source)
	var field *lessons.FieldError
	if errors.As(err, &field) {
		return nil, refusal("exercise", Args{"field": field.Field, "reason": field.Reason}, err.Error())
	}
	return exercise, nil
}

// illegalAnswer is the problem of an illegal move in an exercise.
func illegalAnswer(err error) Problems { return refusal("exercise-move", nil, err.Error()) }

// lessonState returns the state after moves, replies included. extra are moves that follow only
// to be shown, such as a refutation. pending is that of a game of Lancelot. Problems: exercise
// {field, reason}, exercise-move.
func lessonState(exercise lessons.Source, moves, extra []string, pending string) (LessonState, Problems) {
	checked, wrong := lesson(exercise)
	if wrong != nil {
		return LessonState{}, wrong
	}
	state, err := checked.State(moves, extra)
	if err != nil {
		return LessonState{}, illegalAnswer(err)
	}
	shown := LessonState{
		Learner:     state.Learner,
		Status:      state.Status,
		Moves:       state.Moves,
		Next:        state.Next,
		EngineMoves: state.EngineMoves,
		Wrong:       state.Wrong,
		Refutation:  state.Refutation,
		Fact:        state.Fact,
		Cause:       LessonCause(state.Cause),
		Levels:      state.Levels,
	}
	if state.Lancelot != nil {
		view, wrong := lancelotState(state.Lancelot, pending)
		shown.Lancelot = &view
		return shown, wrong
	}
	view := wotnState(state.Wotn)
	if state.Last != wotn.NoMove {
		view.Played = []WotnMove{wotnMove(&state.Before, state.Last)}
	}
	shown.Wotn = &view
	return shown, nil
}

// lessonReply returns the engine's move, the same on every machine; "" if the engine is not to
// move.
func lessonReply(exercise lessons.Source, moves []string) (string, Problems) {
	checked, wrong := lesson(exercise)
	if wrong != nil {
		return "", wrong
	}
	reply, err := checked.Reply(moves)
	if err != nil {
		return "", illegalAnswer(err)
	}
	return reply, nil
}

// lessonHint returns a good move for the learner, or "".
func lessonHint(exercise lessons.Source, moves []string) (string, Problems) {
	checked, wrong := lesson(exercise)
	if wrong != nil {
		return "", wrong
	}
	hint, err := checked.Hint(moves)
	if err != nil {
		return "", illegalAnswer(err)
	}
	return hint, nil
}
