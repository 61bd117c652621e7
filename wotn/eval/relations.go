package eval

import "tafelrunde/wotn"

// Relations are attacks between the pieces of a position, and what the pieces can do.
type Relations struct {
	// Attacked are the pieces that a pawn or a less valuable piece attacks. Hanging are those that are attacked and
	// not defended.
	Attacked, Hanging wotn.Bitboard
	// CapturePromoters are the pieces that attack a piece whose capture promotes them. RankPromoters are those that attack,
	// or as pawns can step to, a square that promotes them and that no pawn of the enemy guards.
	CapturePromoters, RankPromoters wotn.Bitboard
	// Mobility is, by square, the number of squares that a piece attacks on which no piece of its side stands and which no pawn of
	// the enemy guards. It is 0 for pawns and kings.
	Mobility [64]uint8
}

// Relations returns those of the position that was evaluated last. They are valid until the next evaluation.
func (e *Evaluator) Relations() *Relations { return &e.relations }
