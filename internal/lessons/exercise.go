package lessons

import (
	"fmt"
	"slices"

	"tafelrunde/internal/engines"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// Source is an exercise as written in a file. Moves are in the text form of their
// game, conditions as docs/formats/lessons.md describes them.
type Source struct {
	Game     string       `json:"game"`              // "wotn" or "lancelot"
	Variant  wotn.Variant `json:"variant,omitempty"` // of wotn
	Position string       `json:"position"`
	// Previous is the opponent's move in Position that leads to the exercise, or "". The
	// replies of such an exercise are scripted.
	Previous string `json:"previous,omitempty"`
	// Par is the number of the learner's moves that the solution needs.
	Par int `json:"par"`
	// Limit is the number of the learner's moves after which the exercise has
	// failed. 0 is Par, or no limit in a mini-game.
	Limit int `json:"limit,omitempty"`
	// Success solves the exercise. Failure, if not "", fails it.
	Success string `json:"success"`
	Failure string `json:"failure,omitempty"`
	// Solution are the moves that solve it, with the replies, if there are any.
	Solution []string `json:"solution"`
	// Also are other first moves that lead to success in Par moves.
	Also []string `json:"also,omitempty"`
	// Accepted are, for each of the learner's moves of Solution, other moves that finish
	// the exercise at once.
	Accepted [][]string `json:"accepted,omitempty"`
	// Scripted says that the opponent plays the replies of Solution. Without it and
	// without Engine the learner moves again and again.
	Scripted bool `json:"scripted,omitempty"`
	// Engine makes the exercise a mini-game: the engine plays the replies.
	Engine *Opponent `json:"engine,omitempty"`
	Wrong  []Wrong   `json:"wrong,omitempty"`
}

// Opponent is an engine that plays the same moves on every machine.
type Opponent struct {
	Level int    `json:"level"` // the code of a level
	Nodes int    `json:"nodes"` // of each search
	Seed  uint64 `json:"seed"`
}

// Wrong is a wrong move that is explained.
type Wrong struct {
	// Moves are those from the start of the exercise to the wrong move.
	Moves []string `json:"moves"`
	// Refutation is what follows. The opponent moves first.
	Refutation []string `json:"refutation,omitempty"`
	// Reason is the condition that holds after the refutation.
	Reason string `json:"reason"`
	// Text is the key of the explanation.
	Text string `json:"text"`
}

// FieldError is an error in a field of a [Source].
type FieldError struct {
	Field  string
	Reason string
}

// Error returns the field and the reason.
func (e *FieldError) Error() string { return e.Field + ": " + e.Reason }

// Exercise is a valid exercise.
type Exercise struct {
	source           Source
	wotn             wotn.Position     // the position of the source, if the game is wotn
	lancelot         lancelot.Position // else
	begin            run               // before the learner's first move
	accepted         [][]string        // by the ply of the solution
	success, failure condition
	fails            bool // there is a condition of failure
	reasons          []condition
	limit            int
}

// New checks a source. The error is a *FieldError.
func New(s Source) (*Exercise, error) {
	e := &Exercise{source: s}
	switch s.Game {
	case "wotn":
		position, err := wotn.ParsePosition(s.Variant, s.Position)
		if err != nil {
			return nil, &FieldError{"position", err.Error()}
		}
		e.wotn, e.begin = position, newWotnRun(position)
	case "lancelot":
		position, err := lancelot.ParsePosition(s.Position)
		if err != nil {
			return nil, &FieldError{"position", err.Error()}
		}
		e.lancelot, e.begin = position, newLancelotRun(position)
	default:
		return nil, &FieldError{"game", fmt.Sprintf("%q is not a game", s.Game)}
	}
	if s.Previous != "" {
		if !s.Scripted {
			return nil, &FieldError{"previous", "the replies are not scripted"}
		}
		if err := e.playPrevious(); err != nil {
			return nil, &FieldError{"previous", err.Error()}
		}
	}
	if e.start().over() {
		return nil, &FieldError{"position", "the game is over"}
	}
	for _, c := range []struct {
		field, text string
		parsed      *condition
	}{{"success", s.Success, &e.success}, {"failure", s.Failure, &e.failure}} {
		if c.text == "" && c.field == "failure" {
			continue
		}
		parsed, err := parseCondition(s.Game, c.text)
		if err != nil {
			return nil, &FieldError{c.field, err.Error()}
		}
		*c.parsed = parsed
	}
	e.fails = s.Failure != ""
	for i, wrong := range s.Wrong {
		reason, err := parseCondition(s.Game, wrong.Reason)
		if err != nil {
			return nil, &FieldError{fmt.Sprintf("wrong[%d].reason", i), err.Error()}
		}
		e.reasons = append(e.reasons, reason)
	}
	switch {
	case s.Par < 1:
		return nil, &FieldError{"par", "must be at least 1"}
	case len(s.Solution) == 0:
		return nil, &FieldError{"solution", "is missing"}
	case len(s.Accepted) > 0 && !s.Scripted:
		return nil, &FieldError{"accepted", "the replies are not scripted"}
	case s.Scripted && s.Engine != nil:
		return nil, &FieldError{"engine", "the replies are scripted"}
	case s.Engine != nil && !engines.ValidLevel(s.Engine.Level):
		return nil, &FieldError{"engine", fmt.Sprintf("there is no level %d", s.Engine.Level)}
	case s.Engine != nil && (s.Engine.Nodes < 1 || s.Engine.Seed == 0):
		return nil, &FieldError{"engine", "needs a number of nodes and a seed"}
	case s.Limit != 0 && s.Limit < s.Par:
		return nil, &FieldError{"limit", "is less than par"}
	}
	if len(s.Accepted) > 0 {
		if err := e.accept(); err != nil {
			return nil, &FieldError{"solution", err.Error()}
		}
	}
	e.limit = s.Limit
	if e.limit == 0 && s.Engine == nil {
		e.limit = s.Par
	}
	return e, nil
}

// accept finds the plies of the accepted moves.
func (e *Exercise) accept() error {
	r := e.start()
	for _, move := range e.source.Solution {
		if made := r.made(); r.learnersTurn() && made < len(e.source.Accepted) {
			e.accepted = append(e.accepted, e.source.Accepted[made])
		} else {
			e.accepted = append(e.accepted, nil)
		}
		if err := r.play(move); err != nil {
			return err
		}
	}
	return nil
}

// playPrevious lets the exercise begin after the move Previous.
func (e *Exercise) playPrevious() error {
	if err := e.begin.play(e.source.Previous); err != nil {
		return err
	}
	switch r := e.begin.(type) {
	case *wotnRun:
		e.begin = newWotnRun(r.position)
	case *lancelotRun:
		e.begin = newLancelotRun(r.position)
	}
	return nil
}

// start returns the exercise before the first move.
func (e *Exercise) start() run { return e.begin.clone() }

// line returns the moves to show: Previous, if there is one, and the moves.
func (e *Exercise) line(moves []string) []string {
	if e.source.Previous == "" {
		return moves
	}
	return append([]string{e.source.Previous}, moves...)
}

// alone reports whether the learner makes all moves.
func (e *Exercise) alone() bool { return !e.source.Scripted && e.source.Engine == nil }

// Status says how an exercise stands.
type Status string

// The values of Status.
const (
	Open   Status = "open"
	Solved Status = "solved"
	Failed Status = "failed"
)

// Fact is an observation about the last move of a failed exercise whose mistake the
// file does not explain.
type Fact string

// The facts.
const (
	NoFact          Fact = ""
	WeakVictim      Fact = "weak-victim"      // the victim's level is too low to promote
	Recaptured      Fact = "recaptured"       // the opponent captures the piece (State.Refutation)
	Promotes        Fact = "promotes"         // the opponent is promoted (State.Refutation), perhaps by a capture
	GivesCheck      Fact = "gives-check"      // the opponent would have to answer a check
	CapturesNothing Fact = "captures-nothing" // the stone captures nothing, and the task is a capture
	Unmet           Fact = "unmet"            // State.Cause does not hold as success needs it
	Reached         Fact = "reached"          // State.Cause fails the exercise
	OffCourse       Fact = "off-course"       // success would need more moves than are left
	TooManyMoves    Fact = "too-many-moves"
	GameOver        Fact = "game-over" // in another way than success needs
)

// Cause is a condition that explains a failure.
type Cause struct {
	Name string // of the condition, such as "lead"
	Args []string
	Not  bool // it holds, but should not
	// Value is the lead, the number of captures or of exposed stones, if the
	// condition is about one.
	Value int
}

// State is the state of an exercise after some moves.
type State struct {
	// Learner is the learner's side: 0 for White, 1 for Black, or the number of the seat.
	Learner int
	Status  Status
	// Moves is the number of the learner's moves.
	Moves int
	// Next is the scripted reply that follows, or "".
	Next string
	// EngineMoves reports that the engine is to reply.
	EngineMoves bool
	// Wrong is the index of the explained wrong move that was played, or -1.
	Wrong int
	// Refutation are the moves that show why the move was wrong.
	Refutation []string
	Fact       Fact
	// Cause is for Unmet and Reached.
	Cause Cause
	// Levels are those of the moving and the captured piece, for WeakVictim.
	Levels [2]int

	// Wotn or Lancelot is the game to show, with the moves of the call.
	Wotn     *wotn.Game
	Lancelot *lancelot.Game
	// Last is the last move, in Before, if Wotn starts after it: the learner moves
	// again.
	Last   wotn.Move
	Before wotn.Position
}

// State returns the state after moves, replies included. extra are moves that
// follow only to be shown: a refutation. The error names the illegal move.
func (e *Exercise) State(moves, extra []string) (State, error) {
	r := e.start()
	state := State{Learner: r.side(), Status: Open, Wrong: -1}
	for ply, text := range moves {
		if e.alone() {
			if err := r.pass(); err != nil {
				return state, fmt.Errorf("move %d, %s: %w", ply+1, text, err)
			}
		}
		if err := r.play(text); err != nil {
			return state, fmt.Errorf("move %d, %s: %w", ply+1, text, err)
		}
	}
	state.Moves = r.made()
	if err := e.show(&state, r, moves); err != nil {
		return state, err
	}
	e.evaluate(&state, r, moves)
	return state, e.finish(&state, r, extra)
}

// show sets the game to show after moves.
func (e *Exercise) show(state *State, r run, moves []string) error {
	switch r := r.(type) {
	case *wotnRun:
		if e.alone() && r.last != wotn.NoMove {
			state.Wotn = wotn.NewGame(r.before)
			return state.Wotn.Play(r.last)
		}
		state.Wotn = wotn.NewGame(e.wotn)
		for _, text := range e.line(moves) {
			move, err := state.Wotn.Position().ParseMove(text)
			if err == nil {
				err = state.Wotn.Play(move)
			}
			if err != nil {
				return err
			}
		}
		// Draws by repetition and by the number of moves.
		r.outcome = state.Wotn.Outcome()
	case *lancelotRun:
		state.Lancelot = lancelot.NewGame(e.lancelot)
		for ply, text := range e.line(moves) {
			if e.alone() && ply > 0 {
				if err := state.Lancelot.SkipTo(r.learner); err != nil {
					return err
				}
			}
			if err := state.Lancelot.PlayText(text); err != nil {
				return err
			}
		}
	}
	return nil
}

// evaluate sets Status and the fields that depend on it.
func (e *Exercise) evaluate(state *State, r run, moves []string) {
	if len(moves) == 0 {
		state.EngineMoves = e.source.Engine != nil && !r.learnersTurn()
		return
	}
	finished := e.finished(moves)
	holds := func(a atom) bool { return r.holds(a, finished) }
	if e.success.holds(holds) {
		state.Status = Solved
		return
	}
	fail := func(fact Fact) {
		state.Status, state.Fact = Failed, fact
		e.explain(state, r)
	}
	for i := range e.source.Wrong {
		if slices.Equal(e.source.Wrong[i].Moves, moves) {
			state.Status, state.Wrong = Failed, i
			state.Refutation = e.source.Wrong[i].Refutation
			return
		}
	}
	switch {
	case r.over():
		fail(GameOver)
	case e.fails && e.failure.holds(holds):
		state.Cause = e.cause(r, &e.failure, false)
		fail(Reached)
	case e.limit > 0 && r.made() >= e.limit && (e.alone() || !r.learnersTurn() || r.made() > e.limit):
		fact := NoFact
		if e.limit > 1 {
			fact = TooManyMoves
		}
		fail(fact)
	case e.alone():
		next := r.clone()
		if err := next.pass(); err != nil {
			fail(GivesCheck)
		} else if budget := courseBudget; !e.forcesAny(next, e.limit-r.made(), &budget) && budget >= 0 {
			fail(OffCourse)
		}
	case e.source.Engine != nil && r.learnersTurn():
	case e.source.Engine != nil:
		state.EngineMoves = true
	default:
		next := e.after(moves)
		if next == "" {
			fail(NoFact)
		} else if !r.learnersTurn() {
			state.Next = next
		}
	}
}

// after returns the move of the solution after the moves, or "".
func (e *Exercise) after(moves []string) string {
	line := e.source.Solution
	if len(moves) < len(line) && slices.Equal(line[:len(moves)], moves) {
		return line[len(moves)]
	}
	return ""
}

// finished reports whether the moves are the whole solution, or lead to an accepted move in
// place of one of it.
func (e *Exercise) finished(moves []string) bool {
	last := len(moves) - 1
	return slices.Equal(e.source.Solution, moves) ||
		last < len(e.accepted) && e.after(moves[:last]) != "" && slices.Contains(e.accepted[last], moves[last])
}

// finish plays the extra moves, or gives the move back to the learner.
func (e *Exercise) finish(state *State, r run, extra []string) error {
	for _, text := range extra {
		if err := e.playShown(state, text); err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
	}
	if len(extra) > 0 || state.Status != Open || !e.alone() || r.learnersTurn() {
		return nil
	}
	switch r := r.(type) {
	case *wotnRun:
		state.Before, state.Last = r.before, r.last
		if err := r.pass(); err != nil {
			return err
		}
		state.Wotn = wotn.NewGame(r.position)
	case *lancelotRun:
		return state.Lancelot.SkipTo(r.learner)
	}
	return nil
}

func (e *Exercise) playShown(state *State, text string) error {
	if state.Lancelot != nil {
		return state.Lancelot.PlayText(text)
	}
	move, err := state.Wotn.Position().ParseMove(text)
	if err != nil {
		return err
	}
	return state.Wotn.Play(move)
}

// Holds reports whether the reason of a wrong move holds after its refutation.
func (e *Exercise) reasonHolds(i int) (bool, error) {
	wrong := e.source.Wrong[i]
	r := e.start()
	for ply, text := range wrong.Moves {
		if e.alone() && ply > 0 {
			if err := r.pass(); err != nil {
				return false, err
			}
		}
		if err := r.play(text); err != nil {
			return false, err
		}
	}
	for _, text := range wrong.Refutation {
		if err := r.play(text); err != nil {
			return false, err
		}
	}
	return e.reasons[i].holds(func(a atom) bool { return r.holds(a, false) }), nil
}
