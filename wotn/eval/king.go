package eval

import (
	"math/bits"

	"tafelrunde/wotn"
)

// dangerSteps is the number of steps in the force of an attack on a king.
const dangerSteps = 48

// king adds up the safety of c's king, or what several kings are worth.
//
// The force of an attack on an only king is, for each man that attacks squares
// around him, 2, a quarter of the man's level and the number of those squares; one for each of them attacked by a pawn
// or attacked and defended by nobody but the king; and for each man that could give
// check without being taken, 6.
func (e *Evaluator) king(t *tables, p *wotn.Position, c wotn.Color) (score both) {
	c &= 1
	own, enemy := &e.sides[c], &e.sides[c^1]
	if own.near == 0 {
		return t.several
	}
	weak := own.near & enemy.all &^ own.others
	force := enemy.force + weak.Count() + (own.near & enemy.pawnAttacks).Count()
	safe := ^enemy.men & (^own.all | weak&enemy.twice)
	occupied := own.men | enemy.men
	var checks wotn.Bitboard
	last := wotn.NoKind
	for i := range enemy.count {
		kind := enemy.kinds[i&63]
		if kind == wotn.King || enemy.of[i&63]&safe == 0 {
			continue
		}
		if kind != last {
			checks = wotn.Attacks(kind, c, own.king, occupied) & safe
			last = kind
		}
		if enemy.of[i&63]&checks != 0 {
			force += 6
		}
	}
	turn := 1
	if p.Turn() == c {
		turn = 0
	}
	return score - t.danger[turn][min(force, dangerSteps-1)] + e.shelter(t, c)
}

// shelter adds up the pawns of both sides before c's only king.
func (e *Evaluator) shelter(t *tables, c wotn.Color) (score both) {
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

// nearest returns the lowest rank, as c sees it, of men on a file; 0 for none.
func nearest(c wotn.Color, men wotn.Bitboard) int {
	switch {
	case men == 0:
		return 0
	case c == wotn.White:
		return men.First().Rank()
	}
	return bits.LeadingZeros64(uint64(men)) / 8
}
