package eval

import "tafelrunde/wotn"

// sure is what chances returns where an advantage counts in full.
const sure = 16

// share returns how much of an advantage of v counts in p.
func (e *Evaluator) share(p *wotn.Position, v int) float64 {
	return float64(e.chances(p, v)*fresh(p)) / (sure * fading)
}

// After fading quiet half-moves nothing would be left of an advantage: one that
// nothing has come of for long counts less, so that something is tried in time.
const fading = 220

func fresh(p *wotn.Position) int { return fading - min(p.HalfmoveClock(), 100) }

// chances returns how many sixteenths of an advantage of v can be hoped to be won
// in orthodox chess, where many endings with more pawns or men are drawn. (In Way
// of the Knight every man may still rise.) What self-play won of them is in
// docs/measurements/wotn-tuning.md.
func (e *Evaluator) chances(p *wotn.Position, v int) int {
	if p.Variant() != wotn.Chess {
		return sure
	}
	better := p.Turn()
	if v < 0 {
		better = better.Other()
	}
	own, enemy := &e.sides[better&1], &e.sides[better.Other()&1]
	if own.count > 3 && enemy.count > 3 {
		return sure
	}
	pawns := own.pawns.Count()
	switch {
	case pawns == 0:
		return withoutPawns(p, better)
	case own.wrongCorner(p, better, enemy.king):
		return 1
	case own.count == 2 && enemy.count == 2:
		return e.oneManEach(p, better)
	case pawns == 1 && worthOf(p, better) <= worthOf(p, better.Other()) &&
		p.Pieces(better.Other(), wotn.Knight)|p.Pieces(better.Other(), wotn.Bishop) != 0:
		return 8 // a man is given for the last pawn
	case unlikeBishops(p):
		return 14
	}
	return sure
}

// worthOf is the usual worth, in pawns, of a side's men but the pawns.
func worthOf(p *wotn.Position, c wotn.Color) (worth int) {
	for k := wotn.Knight; k <= wotn.Queen; k++ {
		worth += pawnsOf[k] * p.Pieces(c, k).Count()
	}
	return worth
}

// pawnsOf is the usual worth of orthodox men in pawns.
var pawnsOf = [wotn.NumKinds]int{wotn.Knight: 3, wotn.Bishop: 3, wotn.Rook: 5, wotn.Queen: 9}

// withoutPawns is for a side that has to win with its men alone: it needs enough
// more of them to mate.
func withoutPawns(p *wotn.Position, better wotn.Color) int {
	own, enemy := worthOf(p, better), worthOf(p, better.Other())
	switch {
	case own-enemy < 4:
		return 2
	case own == pawnsOf[wotn.Rook] && p.Pieces(better.Other(), wotn.Pawn) != 0:
		return 8
	}
	return sure
}

// wrongCorner tells whether s has nothing but pawns on one edge and bishops that do
// not rule the corner they go to, with the enemy king there already.
func (s *side) wrongCorner(p *wotn.Position, c wotn.Color, enemy wotn.Square) bool {
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

// unlikeBishops tells whether each side has one bishop, and they never meet.
func unlikeBishops(p *wotn.Position) bool {
	white, black := p.Pieces(wotn.White, wotn.Bishop), p.Pieces(wotn.Black, wotn.Bishop)
	return white.Count() == 1 && black.Count() == 1 && (white&darkSquares == 0) != (black&darkSquares == 0)
}

// oneManEach is for one man on each side beside kings and pawns.
func (e *Evaluator) oneManEach(p *wotn.Position, better wotn.Color) int {
	pawns, enemy := e.sides[better&1].pawns.Count(), e.sides[better.Other()&1].pawns.Count()
	more := pawns - enemy
	worth, other := worthOf(p, better), worthOf(p, better.Other())
	switch {
	case unlikeBishops(p):
		if more >= 2 {
			return 5
		}
		return 3
	case worth == other && worth == pawnsOf[wotn.Rook]:
		if more >= 2 {
			return min(10+2*pawns, sure)
		}
		return min(6+2*pawns, 12)
	case worth == other && worth == pawnsOf[wotn.Queen]:
		if more >= 2 {
			return 12
		}
		return 6
	case worth == other && pawns == 1:
		return 3 // the other man is given for the pawn
	case worth == other && more == 1:
		return 11
	case worth == pawnsOf[wotn.Rook] && pawns == 1 && (more <= 0 || p.Pieces(better.Other(), wotn.Bishop) != 0):
		return 8
	}
	return sure
}
