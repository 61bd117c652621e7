package lessons

import (
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// courseBudget bounds the number of moves played to find out whether success is
// still possible.
const courseBudget = 50_000

// cause returns an atom that explains why a condition does not have the value that
// is wanted.
func (e *Exercise) cause(r run, c *condition, wanted bool) Cause {
	a, wanted := c.culprit(func(a atom) bool { return r.holds(a, false) }, wanted)
	return Cause{Name: a.name, Args: a.args, Not: !wanted, Value: r.value(a)}
}

// culprit returns an atom because of which a condition does not have the value
// that is wanted, and the value that the atom should have.
func (c *condition) culprit(holds func(atom) bool, wanted bool) (atom, bool) {
	switch c.op {
	case "":
		return c.atom, wanted
	case "not":
		return c.parts[0].culprit(holds, !wanted)
	}
	for i := range c.parts {
		if c.parts[i].holds(holds) != wanted {
			return c.parts[i].culprit(holds, wanted)
		}
	}
	return c.parts[0].culprit(holds, wanted)
}

// explain sets the fact of a failure, and a refutation if there is a simple one.
func (e *Exercise) explain(state *State, r run) {
	switch r := r.(type) {
	case *wotnRun:
		e.explainWotn(state, r)
	case *lancelotRun:
		e.explainLancelot(state, r)
	}
	if state.Fact == NoFact {
		state.Fact, state.Cause = Unmet, e.cause(r, &e.success, true)
	}
}

func (e *Exercise) explainLancelot(state *State, r *lancelotRun) {
	if state.Fact != NoFact || state.Lancelot.Len() == 0 {
		return
	}
	cause := e.cause(r, &e.success, true)
	step := state.Lancelot.Step(state.Lancelot.Len() - 1)
	switch {
	case (cause.Name == "captured" || cause.Name == "captures") && !cause.Not && len(step.Captures()) == 0:
		state.Fact = CapturesNothing
	case cause.Name == "exposed" && cause.Not:
		// The capture is shown if that seat is to act.
		if _, by, square := r.threat(seatOf(cause.Args[0])); r.position.ToMove() == by {
			state.Refutation = []string{lancelot.StoneTurn(square).String()}
		}
	}
}

func (e *Exercise) explainWotn(state *State, r *wotnRun) {
	last := r.last
	own, victim := int(last.Kind().Level()), int(last.Captured().Level())
	if (state.Fact == NoFact || state.Fact == TooManyMoves || state.Fact == OffCourse) &&
		last.Captured() != wotn.NoKind && last.Promotion() == wotn.NoKind &&
		last.Kind() != wotn.King && 2*victim < own && r.position.ToMove() != r.learner {
		state.Fact, state.Levels = WeakVictim, [2]int{own, victim}
		return
	}
	if state.Fact != NoFact || r.over() || r.position.ToMove() == r.learner {
		return
	}
	if move := r.recapture(); move != wotn.NoMove {
		state.Fact, state.Refutation = Recaptured, []string{move.String()}
	} else if move := r.promotion(); move != wotn.NoMove {
		state.Fact, state.Refutation = Promotes, []string{move.String()}
	}
}

// recapture returns the cheapest capture of the piece that has moved, NoMove if it
// loses nothing.
func (r *wotnRun) recapture() wotn.Move {
	square := r.last.To()
	best, piece := wotn.NoMove, r.position.At(square).Kind
	for move := range r.position.Moves() {
		if move.CaptureSquare() == square && (best == wotn.NoMove || move.Kind().Level() < best.Kind().Level()) {
			best = move
		}
	}
	if best == wotn.NoMove {
		return wotn.NoMove
	}
	after := r.position
	after.PlayInto(&after, best)
	if best.Kind().Level() < piece.Level() || after.AttackersOf(best.To(), r.learner).IsEmpty() {
		return best
	}
	return wotn.NoMove
}

// promotion returns the opponent's promotion with the highest victim, NoMove if
// there is none.
func (r *wotnRun) promotion() wotn.Move {
	best := wotn.NoMove
	for move := range r.position.Moves() {
		if move.Promotion() != wotn.NoKind && (best == wotn.NoMove || move.Captured().Level() > best.Captured().Level()) {
			best = move
		}
	}
	return best
}

// value returns the number that an atom compares.
func (r *wotnRun) value(a atom) int {
	switch a.name {
	case "captures":
		return r.captures[wotnSide(a.args[0])]
	case "experience":
		return r.position.Experience(wotnSide(a.args[0]))
	case "kings":
		return r.position.Pieces(wotnSide(a.args[0]), wotn.King).Count()
	}
	return 0
}

// value returns the number that an atom compares.
func (r *lancelotRun) value(a atom) int {
	switch a.name {
	case "lead":
		if line, ok := lineNamed(&r.position, a.args[1]); ok {
			return r.position.Lead(seatOf(a.args[0]), line)
		}
	case "captures":
		return r.captures[seatOf(a.args[0])]
	case "exposed":
		return r.exposed(seatOf(a.args[0]))
	}
	return 0
}
