package lessons

// run is an exercise in progress: a position and what conditions need to know of
// the moves that led to it. It is changed by play and pass; clone copies it.
type run interface {
	clone() run
	// learnersTurn reports whether the learner is to move.
	side() int // of the learner
	learnersTurn() bool
	// legal returns the legal moves as text.
	legal() []string
	// play plays a move.
	play(move string) error
	// pass gives the move back to the learner. It fails if the rules do not allow
	// such a position, for example because the opponent is in check.
	pass() error
	// passTo gives the move to a side. It fails like pass.
	passTo(side int) error
	// opponents are the sides of the opponents.
	opponents() []int
	// over reports whether the game is over by the position alone.
	over() bool
	// holds reports whether an atom holds. finished answers that atom.
	holds(a atom, finished bool) bool
	// value returns the number that an atom compares, 0 if there is none.
	value(a atom) int
	// made returns the number of the learner's moves.
	made() int
}
