package wotn

// NullMoveInto sets dst to p with the other side to move. The side to move must
// not be in check, or the result is not playable. The counters advance as after
// a quiet move. dst may be p.
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
