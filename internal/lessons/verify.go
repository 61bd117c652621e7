package lessons

import (
	"fmt"
	"slices"
)

// verifyBudget bounds the moves that Verify plays on boards to examine one first move.
const verifyBudget = 3_000_000

// Verify plays the exercise and returns what is wrong with it: the solution has to
// succeed with exactly the move number Par, each wrong move has to fail for its
// reason, and no other first move may lead to success in Par moves unless it is
// listed. A mini-game may have other solutions.
func (e *Exercise) Verify() error {
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
	return e.verifyFirstMoves()
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

func (e *Exercise) verifyFirstMoves() error {
	r := e.start()
	listed := append([]string{e.source.Solution[0]}, e.source.Also...)
	for _, move := range listed {
		budget := verifyBudget
		if !slices.Contains(r.legal(), move) || !e.forces(r, move, e.source.Par, &budget) {
			return &FieldError{"also", fmt.Sprintf("%s does not lead to success in %d moves", move, e.source.Par)}
		}
	}
	var others []string
	for _, move := range r.legal() {
		if slices.Contains(listed, move) {
			continue
		}
		budget := verifyBudget
		if e.forces(r, move, e.source.Par, &budget) {
			others = append(others, move)
		}
		if budget < 0 {
			return &FieldError{"par", fmt.Sprintf("too many moves to verify %s", move)}
		}
	}
	if len(others) > 0 {
		return &FieldError{"also", fmt.Sprintf("%q lead to success in %d moves too", others, e.source.Par)}
	}
	if e.source.Par > 1 {
		if r := e.start(); e.solvableWithin(r, e.source.Par-1) {
			return &FieldError{"par", fmt.Sprintf("success is possible in %d moves", e.source.Par-1)}
		}
	}
	return nil
}

// solvableWithin reports whether the learner can reach success within depth of the
// learner's moves. It returns false if the budget is exhausted.
func (e *Exercise) solvableWithin(r run, depth int) bool {
	budget := verifyBudget
	return e.forcesAny(r, depth, &budget)
}
