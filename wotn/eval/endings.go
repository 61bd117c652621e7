package eval

import "tafelrunde/wotn"

// fullScale is the scale factor of an advantage that counts in full.
const fullScale = 16

// scale returns the factor, up to 1, by which Evaluate multiplies an advantage
// of v centipawns in p.
func (e *Evaluator) scale(p *wotn.Position, v int) float64 {
	return float64(e.scaleFactor(p, v)*fiftyMoveScale(p)) / (fullScale * fiftyMoveFull)
}

// Evaluate scales with (fiftyMoveFull - halfmove clock) / fiftyMoveFull. An
// advantage without progress shrinks, so the engine tries something before the
// fifty moves are over.
const fiftyMoveFull = 220

func fiftyMoveScale(p *wotn.Position) int { return fiftyMoveFull - min(p.HalfmoveClock(), 100) }

// scaleFactor returns the sixteenths of an advantage of v that count. It is
// less than fullScale only in chess, where many endings with more pawns or
// pieces are drawn; in Way of the Knight every piece may still promote. The
// factors follow the results of self-play in docs/lab/wotn-tuning.md.
func (e *Evaluator) scaleFactor(p *wotn.Position, v int) int {
	if p.Variant() != wotn.Chess {
		return fullScale
	}
	better := p.ToMove()
	if v < 0 {
		better = better.Other()
	}
	own, enemy := &e.sides[better&1], &e.sides[better.Other()&1]
	if own.count > 3 && enemy.count > 3 {
		return fullScale
	}
	pawns := own.pawns.Count()
	switch {
	case pawns == 0:
		return withoutPawns(p, better)
	case own.wrongBishop(p, better, enemy.king):
		return 1
	case own.count == 2 && enemy.count == 2:
		return e.onePieceEach(p, better)
	case pawns == 1 && pieceValue(p, better) <= pieceValue(p, better.Other()) &&
		p.Pieces(better.Other(), wotn.Knight)|p.Pieces(better.Other(), wotn.Bishop) != 0:
		return 8 // a piece is sacrificed for the last pawn
	case oppositeBishops(p):
		return 14
	}
	return fullScale
}

// pieceValue returns the value of a side's pieces without pawns, in pawns.
func pieceValue(p *wotn.Position, c wotn.Color) (value int) {
	for k := wotn.Knight; k <= wotn.Queen; k++ {
		value += pawnUnits[k] * p.Pieces(c, k).Count()
	}
	return value
}

// pawnUnits holds the usual values of chess pieces in pawns.
var pawnUnits = [wotn.NumKinds]int{wotn.Knight: 3, wotn.Bishop: 3, wotn.Rook: 5, wotn.Queen: 9}

// withoutPawns returns the scale factor for a better side without pawns, which
// needs enough more material to mate.
func withoutPawns(p *wotn.Position, better wotn.Color) int {
	own, enemy := pieceValue(p, better), pieceValue(p, better.Other())
	switch {
	case own-enemy < 4:
		return 2
	case own == pawnUnits[wotn.Rook] && p.Pieces(better.Other(), wotn.Pawn) != 0:
		return 8
	}
	return fullScale
}

// wrongBishop reports whether s has only pawns on one edge file and bishops
// that do not control the promotion corner, while the enemy king is near that
// corner.
func (s *side) wrongBishop(p *wotn.Position, c wotn.Color, enemy wotn.Square) bool {
	bishops := p.Pieces(c, wotn.Bishop)
	if s.count != 1+bishops.Count() {
		return false
	}
	file := 0
	switch {
	case s.pawns&^fileA == 0:
	case s.pawns&^fileH == 0:
		file = 7
	default:
		return false
	}
	corner := wotn.NewSquare(file, 7*int(1-c&1))
	ruled := darkSquares
	if !ruled.Has(corner) {
		ruled = ^ruled
	}
	return bishops&ruled == 0 && distance(enemy, corner) <= 2
}

// oppositeBishops reports whether each side has one bishop, and those are of
// opposite colors.
func oppositeBishops(p *wotn.Position) bool {
	white, black := p.Pieces(wotn.White, wotn.Bishop), p.Pieces(wotn.Black, wotn.Bishop)
	return white.Count() == 1 && black.Count() == 1 && (white&darkSquares == 0) != (black&darkSquares == 0)
}

// onePieceEach returns the scale factor where each side has kings, pawns and
// one piece.
func (e *Evaluator) onePieceEach(p *wotn.Position, better wotn.Color) int {
	pawns, enemy := e.sides[better&1].pawns.Count(), e.sides[better.Other()&1].pawns.Count()
	more := pawns - enemy
	value, other := pieceValue(p, better), pieceValue(p, better.Other())
	switch {
	case oppositeBishops(p):
		if more >= 2 {
			return 5
		}
		return 3
	case value == other && value == pawnUnits[wotn.Rook]:
		if more >= 2 {
			return min(10+2*pawns, fullScale)
		}
		return min(6+2*pawns, 12)
	case value == other && value == pawnUnits[wotn.Queen]:
		if more >= 2 {
			return 12
		}
		return 6
	case value == other && pawns == 1:
		return 3 // the other piece is sacrificed for the pawn
	case value == other && more == 1:
		return 11
	case value == pawnUnits[wotn.Rook] && pawns == 1 && (more <= 0 || p.Pieces(better.Other(), wotn.Bishop) != 0):
		return 8
	}
	return fullScale
}
