package eval

import "tafelrunde/wotn"

// The pawn table has 1<<pawnBits entries.
const pawnBits = 12

// pawnEntry is the evaluation of a pawn structure, White's less Black's, and
// the passed pawns.
type pawnEntry struct {
	variant wotn.Variant
	pawns   [wotn.NumColors]wotn.Bitboard
	passed  [wotn.NumColors]wotn.Bitboard
	score   packed
}

// pawnStructure returns the entry of p's pawns. An empty entry is correct for a
// position without pawns.
func (e *Evaluator) pawnStructure(t *tables, p *wotn.Position) *pawnEntry {
	white, black := e.sides[wotn.White].pawns, e.sides[wotn.Black].pawns
	s := &e.pawnTable[p.PawnKey()>>(64-pawnBits)]
	if s.pawns[wotn.White] == white && s.pawns[wotn.Black] == black && s.variant == p.Variant() {
		return s
	}
	*s = pawnEntry{variant: p.Variant(), pawns: [2]wotn.Bitboard{white, black}}
	s.score = s.evaluate(t, wotn.White) - s.evaluate(t, wotn.Black)
	return s
}

// evaluate returns the value of c's pawn structure and notes the passed pawns.
func (x *pawnEntry) evaluate(t *tables, c wotn.Color) (score packed) {
	c &= 1
	own, enemy := x.pawns[c], x.pawns[c^1]
	supported, denied := attacksOf(c, own), attacksOf(c.Other(), enemy)
	for b := own; b != 0; b &= b - 1 {
		s := b.First() & 63
		rank := relativeRank(c, s) & 7
		step := stepOf(c, b&-b)
		neighbors := own & beside[s]
		stoppers := enemy & span[c][s]
		noOpponent := enemy&ahead[c][s] == 0
		if own&ahead[c][s] != 0 {
			score += t.doubled
		}
		switch {
		case neighbors == 0:
			score += t.isolated
			if noOpponent {
				score += t.exposed
			}
		case neighbors&^front[c][s] == 0 && denied&step != 0:
			score += t.backward
		}
		if supported.Has(s) {
			score += t.protected[rank]
		}
		if (b&-b&^fileA>>1|b&-b&^fileH<<1)&own != 0 {
			score += t.phalanx[rank]
		}
		if own&ahead[c][s] != 0 || !noOpponent {
			continue
		}
		if stoppers == 0 {
			x.passed[c] |= s.Bitboard()
		} else if (neighbors &^ front[c][s]).Count() >= stoppers.Count() {
			score += t.candidate[rank]
		}
	}
	return score
}

// passedPawns returns the value of c's passed pawns, and of obstacles in front
// of all of c's pawns.
func (e *Evaluator) passedPawns(t *tables, p *wotn.Position, c wotn.Color, pawns wotn.Bitboard) (score packed) {
	c &= 1
	own, enemy := &e.sides[c], &e.sides[c^1]
	occupied := p.Occupied()
	score = t.blocked * packed((stepOf(c, own.pawns) & occupied).Count())
	for b := pawns; b != 0; b &= b - 1 {
		s := b.First() & 63
		rank := relativeRank(c, s) & 7
		step := stepOf(c, b&-b)
		path := ahead[c][s]
		if occupied&step != 0 {
			score += t.passedBlocked[rank]
		} else {
			score += t.passed[rank]
		}
		if enemy.all&step == 0 {
			score += t.safeStep[rank]
			if (enemy.all|occupied)&path == 0 {
				score += t.safePath[rank]
			}
		}
		if own.all&step != 0 {
			score += t.escorted[rank]
		}
		if rank < 3 || step == 0 {
			continue
		}
		beyond := packed(rank - 2)
		if own.kingZone != 0 {
			score += t.ownKing * beyond * packed(distance(own.king, step.First()))
		}
		if enemy.kingZone == 0 {
			continue
		}
		score += t.enemyKing * beyond * packed(distance(enemy.king, step.First()))
		if enemy.kingAndPawns && path&occupied == 0 {
			steps := 7 - rank
			if p.ToMove() != c {
				steps++
			}
			if last := wotn.NewSquare(s.File(), 7*int(c^1)); distance(enemy.king, last) > steps {
				score += t.unstoppable
			}
		}
	}
	return score
}
