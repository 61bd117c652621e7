package lancelot

// Generator generates the Excalibur turns of a position action by action and
// gives access to the board between the two actions. It is meant for searches,
// which examine tens of thousands of such turns. A Generator is scratch memory;
// the zero Generator is ready to use. The game must not be finished, Excalibur
// must be on the board, and the seat to act must have its Excalibur turn.
type Generator struct {
	lifted Position // the position without Excalibur
	board  Position // after the first action
}

// AfterStone places a stone on a square of [Position.Open] as the first action. It
// returns the squares to which Excalibur may move as the second action. Until
// then Excalibur is off the board.
func (g *Generator) AfterStone(p *Position, stone Square) Set {
	return p.excaliburAfterStone(&g.board, stone)
}

// Excaliburs returns the squares to which Excalibur may move as the first action,
// including those after which no stone can be placed.
func (g *Generator) Excaliburs(p *Position) Set {
	g.lifted = *p
	g.lifted.liftExcalibur()
	return p.excaliburSquares(&g.lifted)
}

// AfterExcalibur moves Excalibur to a square of [Generator.Excaliburs] as the
// first action. It returns the squares on which the stone may be placed.
func (g *Generator) AfterExcalibur(p *Position, excalibur Square) Set {
	g.board = g.lifted
	g.board.moveExcalibur(p.toAct, excalibur)
	return g.board.openTo(p.toAct)
}

// LineState returns the state of a line after the first action. If Excalibur has
// moved, it counts as a stone of the seat to act.
func (g *Generator) LineState(line int) LineState { return LineState(g.board.lead[line]) }

// Captured returns the number of stones that the seat has captured after the first
// action.
func (g *Generator) Captured(seat Seat) int { return int(g.board.captured[seat]) }
