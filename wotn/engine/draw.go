package engine

import "tafelrunde/wotn"

// drawMoveNumber is the first move number at which engines agree to a draw.
const drawMoveNumber = 20

// AcceptsDraw reports whether an engine agrees to a draw after its move in p, which
// it has given a score: late in the game, and if it does not expect to win.
func AcceptsDraw(p *wotn.Position, score Score) bool {
	return p.MoveNumber() >= drawMoveNumber && score <= 0
}
