package lancelot

// A Position in the middle of a turn with the king's power is none that could be
// played on, but programs that look at tens of thousands of such turns need its
// lines. The methods here write it; of what they write only LineState,
// LineSquares and LinesThrough may be asked.

// ExcaliburSquares writes to board the board after the stone of the seat to act,
// with Excalibur lifted, and answers the squares to which it may go then. The
// stone must be one of [Position.Open] and the seat must hold the power.
func (p *Position) ExcaliburSquares(board *Position, stone uint8) Set {
	return p.swordsAfter(board, stone)
}

// LiftExcalibur writes to board the board with Excalibur lifted and answers the squares
// to which it may go as the first action of the turn, were there one for the
// stone after it. The seat to act must hold the power.
func (p *Position) LiftExcalibur(board *Position) Set {
	*board = *p
	board.liftSword()
	return p.swordsFirst(board)
}

// StoneSquares writes to board what [Position.LiftExcalibur] wrote to lifted with
// Excalibur put on a square as the seat's own, captures included, and answers
// where the stone may go then.
func (p *Position) StoneSquares(board, lifted *Position, sword uint8) Set {
	*board = *lifted
	board.playSword(p.toAct, sword)
	return board.openTo(p.toAct)
}
