package eval

import (
	"math/bits"

	"tafelrunde/wotn"
)

// dangerSteps is the number of steps in the force of an attack on a king.
const dangerSteps = 48

// king returns the king safety of side c, or the value of having several kings.
//
// The force of an attack on an only king is the sum of: for each piece that
// attacks the king zone, 2, a quarter of its level, and the number of zone
// squares attacked; 1 for each zone square attacked by a pawn; 1 for each zone
// square attacked, but defended by the king only; 6 for each piece that can
// give check on a safe square.
func (e *Evaluator) king(t *tables, p *wotn.Position, c wotn.Color) (score packed) {
	c &= 1
	own, enemy := &e.sides[c], &e.sides[c^1]
	if own.kingZone == 0 {
		return t.severalKings
	}
	weak := own.kingZone & enemy.all &^ own.others
	force := enemy.attackForce + weak.Count() + (own.kingZone & enemy.pawnAttacks).Count()
	safe := ^enemy.pieces & (^own.all | weak&enemy.twice)
	occupied := own.pieces | enemy.pieces
	var checks wotn.Bitboard
	last := wotn.NoKind
	for i := range enemy.count {
		kind := enemy.kinds[i&63]
		if kind == wotn.King || enemy.attacks[i&63]&safe == 0 {
			continue
		}
		if kind != last {
			checks = p.Attacks(kind, c, own.king, occupied) & safe
			last = kind
		}
		if enemy.attacks[i&63]&checks != 0 {
			force += 6
		}
	}
	turn := 1
	if p.ToMove() == c {
		turn = 0
	}
	return score - t.danger[turn][min(force, dangerSteps-1)] + e.shelter(t, c)
}

// shelter returns the value of the pawns of both sides in front of c's only
// king.
func (e *Evaluator) shelter(t *tables, c wotn.Color) (score packed) {
	own, enemy := &e.sides[c], &e.sides[c^1]
	region := front[c][own.king&63] | edgeToEdge<<(8*own.king.Rank())
	middle := max(1, min(6, own.king.File()))
	for f := middle - 1; f <= middle+1; f++ {
		file := fileA << f & region
		pawn, attacker := nearest(c, own.pawns&file), nearest(c, enemy.pawns&file)
		score += t.shelter[min(f, 7-f)&3][pawn&7]
		if pawn > 0 && attacker == pawn+1 {
			score += t.stormBlocked[attacker&7]
		} else {
			score += t.storm[attacker&7]
		}
	}
	return score
}

// nearest returns the lowest rank of some pawns on a file, from c's point of
// view; 0 if there are none.
func nearest(c wotn.Color, pawns wotn.Bitboard) int {
	switch {
	case pawns == 0:
		return 0
	case c == wotn.White:
		return pawns.First().Rank()
	}
	return bits.LeadingZeros64(uint64(pawns)) / 8
}
