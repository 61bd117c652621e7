package eval

import "tafelrunde/wotn"

// threats adds up what c's men could take, and where they could rise.
func (e *Evaluator) threats(t *tables, p *wotn.Position, c wotn.Color) (score both) {
	c &= 1
	turn := 0
	if p.Turn() == c {
		turn = 1
	}
	own, enemy := &e.sides[c], &e.sides[c^1]
	free := ^own.men &^ enemy.pawnAttacks
	steps := stepOf(c, own.pawns) &^ p.Occupied()
	score = t.riseByRank[turn][wotn.Pawn] * both((steps & t.climbs[c][wotn.Pawn] &^ enemy.pawnAttacks).Count())
	for targets := own.pawnAttacks & enemy.men; targets != 0; targets &= targets - 1 {
		victim := p.At(targets.First()&63).Kind & 31
		score += t.pawnAttacks[turn][victim]
		if t.raises[wotn.Pawn]>>victim&1 != 0 {
			score += t.riseByTaking[turn][wotn.Pawn]
		}
	}
	safe := steps &^ enemy.pawnAttacks & (own.all | ^enemy.all)
	score += t.pushes[turn] * both((attacksOf(c, safe) & enemy.men &^ enemy.pawns &^ own.pawnAttacks).Count())

	var attacked wotn.Bitboard
	for i := range own.count {
		attacks, kind := own.of[i&63], own.kinds[i&63]&31
		if attacks&free&t.climbs[c][kind] != 0 {
			score += t.riseByRank[turn][kind]
		}
		for targets := attacks & enemy.men; targets != 0; targets &= targets - 1 {
			s := targets.First() & 63
			victim := p.At(s).Kind & 31
			if t.raises[kind]>>victim&1 != 0 {
				score += t.riseByTaking[turn][kind]
			}
			if t.dearer[kind]>>victim&1 != 0 {
				attacked |= s.Bitboard()
			}
		}
	}
	for ; attacked != 0; attacked &= attacked - 1 {
		score += t.attacked[turn][p.At(attacked.First()&63).Kind&31]
	}
	for hanging := own.all & enemy.men &^ enemy.all; hanging != 0; hanging &= hanging - 1 {
		score += t.hanging[turn][p.At(hanging.First()&63).Kind&31]
	}
	for pressed := own.twice & enemy.men & enemy.all &^ enemy.twice &^ enemy.pawnAttacks; pressed != 0; pressed &= pressed - 1 {
		score += t.pressed[turn][p.At(pressed.First()&63).Kind&31]
	}
	held := enemy.pawnAttacks | enemy.twice&^own.twice
	return score + t.contested*both((own.all&enemy.all&^held).Count())
}
