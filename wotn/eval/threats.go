package eval

import "tafelrunde/wotn"

// threats returns the value of c's threats to capture and to promote.
func (e *Evaluator) threats(t *tables, p *wotn.Position, c wotn.Color) (score packed) {
	c &= 1
	turn := 0
	if p.ToMove() == c {
		turn = 1
	}
	own, enemy := &e.sides[c], &e.sides[c^1]
	free := ^own.pieces &^ enemy.pawnAttacks
	steps := stepOf(c, own.pawns) &^ p.Occupied()
	promoting := steps & t.promotionSquares[c][wotn.Pawn] &^ enemy.pawnAttacks
	score = t.promotionByRank[turn][wotn.Pawn] * packed(promoting.Count())
	var victims wotn.Bitboard // of promoting captures by pawns
	for targets := own.pawnAttacks & enemy.pieces; targets != 0; targets &= targets - 1 {
		victim := p.At(targets.First()&63).Kind & 31
		score += t.pawnAttacks[turn][victim]
		if t.promotingVictims[wotn.Pawn]>>victim&1 != 0 {
			score += t.promotionByCapture[turn][wotn.Pawn]
			victims |= targets & -targets
		}
	}
	r := &e.relations
	r.RankPromoters |= stepOf(c^1, promoting) & own.pawns
	r.CapturePromoters |= attacksOf(c^1, victims) & own.pawns
	safe := steps &^ enemy.pawnAttacks & (own.all | ^enemy.all)
	score += t.pushThreats[turn] * packed((attacksOf(c, safe) & enemy.pieces &^ enemy.pawns &^ own.pawnAttacks).Count())

	var attacked wotn.Bitboard
	for i := range own.count {
		attacks, kind := own.attacks[i&63], own.kinds[i&63]&31
		if attacks&free&t.promotionSquares[c][kind] != 0 {
			score += t.promotionByRank[turn][kind]
			r.RankPromoters |= own.squares[i&63].Bitboard()
		}
		for targets := attacks & enemy.pieces; targets != 0; targets &= targets - 1 {
			s := targets.First() & 63
			victim := p.At(s).Kind & 31
			if t.promotingVictims[kind]>>victim&1 != 0 {
				score += t.promotionByCapture[turn][kind]
				r.CapturePromoters |= own.squares[i&63].Bitboard()
			}
			if t.moreValuable[kind]>>victim&1 != 0 {
				attacked |= s.Bitboard()
			}
		}
	}
	hanging := own.all & enemy.pieces &^ enemy.all
	r.Attacked |= attacked | own.pawnAttacks&enemy.pieces
	r.Hanging |= hanging
	for ; attacked != 0; attacked &= attacked - 1 {
		score += t.attacked[turn][p.At(attacked.First()&63).Kind&31]
	}
	for ; hanging != 0; hanging &= hanging - 1 {
		score += t.hanging[turn][p.At(hanging.First()&63).Kind&31]
	}
	for pressed := own.twice & enemy.pieces & enemy.all &^ enemy.twice &^ enemy.pawnAttacks; pressed != 0; pressed &= pressed - 1 {
		score += t.pressed[turn][p.At(pressed.First()&63).Kind&31]
	}
	supported := enemy.pawnAttacks | enemy.twice&^own.twice
	return score + t.contested*packed((own.all&enemy.all&^supported).Count())
}
