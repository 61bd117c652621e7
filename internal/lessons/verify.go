package lessons

import (
	"errors"
	"fmt"
	"slices"
)

// verifyBudget bounds the moves that Verify plays on boards to answer one question: whether
// a first move leads to success, and whether fewer moves do.
const verifyBudget = 3_000_000

// ErrUnproved matches the error of [Exercise.Verify] for an exercise with too many lines
// to examine.
var ErrUnproved = errors.New("not proved: there are too many lines to examine")

// Verify plays the exercise and returns what is wrong with it: the solution has to
// succeed with exactly the move number Par, each wrong move has to fail for its
// reason, and no other first move may lead to success in Par moves unless it is
// listed. A mini-game may have other solutions. What Verify cannot decide is an error that
// matches [ErrUnproved].
func (e *Exercise) Verify() error { return e.verify(verifyBudget) }

// verify is Verify with a budget for each question.
func (e *Exercise) verify(budget int) error {
	if err := e.verifySolution(); err != nil {
		return err
	}
	for i, wrong := range e.source.Wrong {
		field := fmt.Sprintf("wrong[%d]", i)
		state, err := e.State(wrong.Moves, wrong.Refutation)
		if err != nil {
			return &FieldError{field, err.Error()}
		}
		if state.Status != Failed || state.Wrong != i {
			return &FieldError{field, fmt.Sprintf("the exercise is %s after %q", state.Status, wrong.Moves)}
		}
		holds, err := e.reasonHolds(i)
		if err != nil {
			return &FieldError{field, err.Error()}
		}
		if !holds {
			return &FieldError{field, fmt.Sprintf("%q does not hold after %q %q", wrong.Reason, wrong.Moves, wrong.Refutation)}
		}
	}
	if e.source.Engine != nil { // a mini-game
		return nil
	}
	return e.verifyFirstMoves(budget)
}

func (e *Exercise) verifySolution() error {
	line := e.source.Solution
	for ply := range line {
		state, err := e.State(line[:ply], nil)
		if err != nil {
			return &FieldError{"solution", err.Error()}
		}
		if state.Status != Open {
			return &FieldError{"solution", fmt.Sprintf("the exercise is %s after %q", state.Status, line[:ply])}
		}
		if !state.EngineMoves {
			continue
		}
		reply, err := e.Reply(line[:ply])
		if err != nil || reply != line[ply] {
			return &FieldError{"solution", fmt.Sprintf("after %q the engine plays %s, not %s (%v)", line[:ply], reply, line[ply], err)}
		}
	}
	state, err := e.State(line, nil)
	if err != nil {
		return &FieldError{"solution", err.Error()}
	}
	if state.Status != Solved {
		return &FieldError{"solution", fmt.Sprintf("the exercise is %s at its end", state.Status)}
	}
	if state.Moves != e.source.Par {
		return &FieldError{"par", fmt.Sprintf("is %d, the solution needs %d", e.source.Par, state.Moves)}
	}
	return nil
}

func (e *Exercise) verifyFirstMoves(budget int) error {
	r := e.start()
	listed := append([]string{e.source.Solution[0]}, e.source.Also...)
	for _, move := range listed {
		left := budget
		if slices.Contains(r.legal(), move) && e.forces(r, move, e.source.Par, &left) {
			continue
		}
		if left < 0 {
			return unproved("also", "%s leads to success in %d moves", move, e.source.Par)
		}
		return &FieldError{"also", fmt.Sprintf("%s does not lead to success in %d moves", move, e.source.Par)}
	}
	var others []string
	for _, move := range r.legal() {
		if slices.Contains(listed, move) {
			continue
		}
		left := budget
		switch {
		case e.forces(r, move, e.source.Par, &left):
			others = append(others, move)
		case left < 0:
			return unproved("also", "%s does not lead to success in %d moves", move, e.source.Par)
		}
	}
	if len(others) > 0 {
		return &FieldError{"also", fmt.Sprintf("%q lead to success in %d moves too", others, e.source.Par)}
	}
	if fewer := e.source.Par - 1; fewer > 0 {
		left := budget
		if e.forcesAny(r, fewer, &left) {
			return &FieldError{"par", fmt.Sprintf("success is possible in %d moves", fewer)}
		}
		if left < 0 {
			return unproved("par", "success is not possible in %d moves", fewer)
		}
	}
	return nil
}

// unproved returns the error for a statement about a field that the budget does not
// suffice to prove.
func unproved(field, statement string, args ...any) error {
	return fmt.Errorf("%s: that %s is %w", field, fmt.Sprintf(statement, args...), ErrUnproved)
}
