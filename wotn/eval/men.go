package eval

import "tafelrunde/wotn"

// men adds up material, place and mobility, and notes what is attacked.
func (e *Evaluator) men(t *tables, p *wotn.Position, c wotn.Color, phase *int) (score both) {
	own, enemy := &e.sides[c&1], &e.sides[c.Other()&1]
	for b := own.pawns; b != 0; b &= b - 1 {
		s := b.First() & 63
		score += t.men[c&1][wotn.Pawn][s] + e.byKings(t, c, wotn.Pawn, s)
	}
	occupied := p.Occupied()
	open := ^own.men &^ enemy.pawnAttacks
	held := own.pawnAttacks & lowOutposts
	if c == wotn.Black {
		held = own.pawnAttacks & highOutposts
	}
	bishops := 0
	pawns := &t.withPawns
	count := own.pawns.Count() & 15
	score += t.pawnsCount[count]
	var met uint32
	for b := own.men &^ own.pawns; b != 0; b &= b - 1 {
		s := b.First() & 63
		kind := p.At(s).Kind & 31
		score += t.men[c&1][kind][s]
		*phase += phaseOf[kind]
		attacks := wotn.Attacks(kind, c, s, occupied)
		own.of[own.count&63], own.kinds[own.count&63] = attacks, kind
		own.count++
		own.twice |= own.all & attacks
		own.all |= attacks
		if kind == wotn.King {
			continue
		}
		own.others |= attacks
		score += e.byKings(t, c, kind, s)
		score += pawns[kind][count]
		if met>>kind&1 != 0 {
			score += t.second[kind]
		}
		met |= 1 << kind
		score += t.mobility[kind][(attacks&open).Count()&63] + t.center[kind][(attacks&middle).Count()&63]
		if near := attacks & enemy.near; near != 0 {
			own.force += 2 + near.Count() + int(kind.Level())/4
		}
		if held.Has(s) && span[c&1][s]&beside[s]&enemy.pawns == 0 {
			score += t.outpost[kind]
		}
		switch kind {
		case wotn.Bishop:
			bishops++
			color := darkSquares
			if !color.Has(s) {
				color = ^color
			}
			score += t.ownColor * both((own.pawns & color).Count())
		case wotn.Archbishop:
			bishops++
		case wotn.Rook, wotn.Chancellor, wotn.LordChancellor:
			if file := fileA << s.File(); own.pawns&file == 0 {
				if enemy.pawns&file == 0 {
					score += t.openLine
				} else {
					score += t.halfOpenLine
				}
			}
		}
	}
	if bishops >= 2 {
		score += t.twoBishops
	}
	region := lowMiddle
	if c == wotn.Black {
		region = highMiddle
	}
	return score + t.space*both((region&^own.pawns&^enemy.pawnAttacks).Count())
}

// byKings returns what it is worth how a man stands to the only kings.
func (e *Evaluator) byKings(t *tables, c wotn.Color, kind wotn.Kind, s wotn.Square) (score both) {
	own, enemy := &e.sides[c&1], &e.sides[c.Other()&1]
	places := &toKing[c&1][s&63]
	if own.near != 0 {
		score = t.byKing[0][kind&31][places[own.king&63]&(kingPlaces-1)]
	}
	if enemy.near != 0 {
		score += t.byKing[1][kind&31][places[enemy.king&63]&(kingPlaces-1)]
	}
	return score
}
