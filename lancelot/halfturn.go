package lancelot

// The methods in this file store positions between the two actions of an Excalibur
// turn, for engines that examine tens of thousands of such turns. Only LineState,
// LineSquares, LinesThrough and Captured are valid for these positions.

// ExcaliburSquares stores the position after the stone of the seat to act, with
// Excalibur lifted, in board. It returns the squares to which Excalibur may then
// move. The stone must be in [Position.Open], and the seat must have its Excalibur
// turn.
func (p *Position) ExcaliburSquares(board *Position, stone uint8) Set {
	return p.excaliburAfterStone(board, stone)
}

// LiftExcalibur stores the position with Excalibur lifted in board. It returns the
// squares to which Excalibur may move as the first action, including those after
// which no stone could be put. The seat to act must have its Excalibur turn.
func (p *Position) LiftExcalibur(board *Position) Set {
	*board = *p
	board.liftExcalibur()
	return p.excaliburSquares(board)
}

// StoneSquares stores the position of lifted, from [Position.LiftExcalibur], after
// Excalibur has moved to a square, captures included, in board. It returns the
// squares where the stone may then be put.
func (p *Position) StoneSquares(board, lifted *Position, excalibur uint8) Set {
	*board = *lifted
	board.moveExcalibur(p.toAct, excalibur)
	return board.openTo(p.toAct)
}
