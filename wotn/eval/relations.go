package eval

import "tafelrunde/wotn"

// Relations are how the pieces of a position stand to each other.
type Relations struct {
	// Attacked are the pieces that a pawn or a less valuable piece attacks. Hanging are those that are attacked and
	// not defended.
	Attacked, Hanging wotn.Bitboard
	// Capturers are the pieces that attack a piece whose capture promotes them. Climbers are those that attack,
	// and pawns that can step to, a square on which they are promoted and which no pawn of the enemy guards.
	Capturers, Climbers wotn.Bitboard
	// Mobility is, by square, the number of squares that a piece attacks on which no piece of its side stands and which no pawn of
	// the enemy guards. It is 0 for pawns and kings.
	Mobility [64]uint8
}

// Relations returns those of the position that was evaluated last. They are valid until the next evaluation.
func (e *Evaluator) Relations() *Relations { return &e.relations }
