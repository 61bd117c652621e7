package eval

import "tafelrunde/wotn"

// pieces returns the value of material, squares and mobility of side c, and
// notes attacks.
func (e *Evaluator) pieces(t *tables, p *wotn.Position, c wotn.Color, phase *int) (score packed) {
	own, enemy := &e.sides[c&1], &e.sides[c.Other()&1]
	for b := own.pawns; b != 0; b &= b - 1 {
		s := b.First() & 63
		score += t.pieceSquare[c&1][wotn.Pawn][s] + e.kingRelation(t, c, wotn.Pawn, s)
	}
	occupied := p.Occupied()
	open := ^own.pieces &^ enemy.pawnAttacks
	supported := own.pawnAttacks & lowOutposts
	if c == wotn.Black {
		supported = own.pawnAttacks & highOutposts
	}
	bishops := 0
	pawns := &t.withPawns
	count := own.pawns.Count() & 15
	score += t.pawnsCount[count]
	var met uint32
	for b := own.pieces &^ own.pawns; b != 0; b &= b - 1 {
		s := b.First() & 63
		kind := p.At(s).Kind & 31
		score += t.pieceSquare[c&1][kind][s]
		*phase += phaseOf[kind]
		attacks := p.Attacks(kind, c, s, occupied)
		own.attacks[own.count&63], own.kinds[own.count&63], own.squares[own.count&63] = attacks, kind, s
		own.count++
		own.twice |= own.all & attacks
		own.all |= attacks
		if kind == wotn.King {
			continue
		}
		own.others |= attacks
		score += e.kingRelation(t, c, kind, s)
		score += pawns[kind][count]
		if met>>kind&1 != 0 {
			score += t.second[kind]
		}
		met |= 1 << kind
		mobility := (attacks & open).Count() & 63
		e.relations.Mobility[s] = uint8(mobility)
		score += t.mobility[kind][mobility] + t.center[kind][(attacks&middle).Count()&63]
		if kingZone := attacks & enemy.kingZone; kingZone != 0 {
			own.attackForce += 2 + kingZone.Count() + int(kind.Level())/4
		}
		if supported.Has(s) && span[c&1][s]&beside[s]&enemy.pawns == 0 {
			score += t.outpost[kind]
		}
		switch kind {
		case wotn.Bishop:
			bishops++
			color := darkSquares
			if !color.Has(s) {
				color = ^color
			}
			score += t.bishopPawns * packed((own.pawns & color).Count())
		case wotn.Archbishop:
			bishops++
		case wotn.Rook, wotn.Chancellor, wotn.LordChancellor:
			if file := fileA << s.File(); own.pawns&file == 0 {
				if enemy.pawns&file == 0 {
					score += t.openFile
				} else {
					score += t.halfOpenFile
				}
			}
		}
	}
	if bishops >= 2 {
		score += t.bishopPair
	}
	region := lowMiddle
	if c == wotn.Black {
		region = highMiddle
	}
	return score + t.space*packed((region&^own.pawns&^enemy.pawnAttacks).Count())
}

// kingRelation returns the value of a piece's place relative to only kings.
func (e *Evaluator) kingRelation(t *tables, c wotn.Color, kind wotn.Kind, s wotn.Square) (score packed) {
	own, enemy := &e.sides[c&1], &e.sides[c.Other()&1]
	relations := &kingRelationOf[c&1][s&63]
	if own.kingZone != 0 {
		score = t.byKing[0][kind&31][relations[own.king&63]&(kingRelations-1)]
	}
	if enemy.kingZone != 0 {
		score += t.byKing[1][kind&31][relations[enemy.king&63]&(kingRelations-1)]
	}
	return score
}
