package wotn

// NullMoveInto sets dst to p with the other side to move, as if a turn could be
// passed: searches ask what a threat is worth so. The side to move must not be
// in check, else dst's opponent could be taken. The counters go on as after a
// halfmoveClock move. dst may be p itself.
func (p *Position) NullMoveInto(dst *Position) {
	*dst = *p
	if dst.enPassant != NoSquare {
		dst.key ^= enPassantKeys[dst.enPassant&7]
		dst.enPassant = NoSquare
	}
	dst.moveNumber += uint16(dst.turn)
	dst.turn = dst.turn.Other()
	dst.key ^= turnKey
	dst.halfmoveClock++
}
