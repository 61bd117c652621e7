package engine

import "tafelrunde/wotn"

// drawMoveNumber is the first move number at which engines agree to a draw.
const drawMoveNumber = 20

// AcceptsDraw reports whether an engine agrees to a draw after its move in p, given
// the score of that move. It agrees from move 20 on, if the score is not positive.
func AcceptsDraw(p *wotn.Position, score Score) bool {
	return p.MoveNumber() >= drawMoveNumber && score <= 0
}
