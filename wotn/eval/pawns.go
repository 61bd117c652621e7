package eval

import "tafelrunde/wotn"

// An evaluator remembers 1<<pawnBits pawn structures.
const pawnBits = 12

// structure is what only depends on where the pawns are: White's worth less
// Black's, and the pawns that no pawn can stop.
type structure struct {
	ways  wotn.Variant
	pawns [wotn.NumColors]wotn.Bitboard
	free  [wotn.NumColors]wotn.Bitboard
	score both
}

// structure returns what is to be said of the pawns alone. The entry of no
// pawns at all is right from the start.
func (e *Evaluator) structure(t *tables, p *wotn.Position) *structure {
	white, black := e.sides[wotn.White].pawns, e.sides[wotn.Black].pawns
	s := &e.known[p.PawnKey()>>(64-pawnBits)]
	if s.pawns[wotn.White] == white && s.pawns[wotn.Black] == black && s.ways == p.Variant() {
		return s
	}
	*s = structure{ways: p.Variant(), pawns: [2]wotn.Bitboard{white, black}}
	s.score = s.judge(t, wotn.White) - s.judge(t, wotn.Black)
	return s
}

// judge adds up what c's pawns are to each other, and notes the free ones.
func (x *structure) judge(t *tables, c wotn.Color) (score both) {
	c &= 1
	own, enemy := x.pawns[c], x.pawns[c^1]
	held, denied := attacksOf(c, own), attacksOf(c.Other(), enemy)
	for b := own; b != 0; b &= b - 1 {
		s := b.First() & 63
		rank := relativeRank(c, s) & 7
		step := stepOf(c, b&-b)
		friends := own & beside[s]
		sentries := enemy & span[c][s]
		lonely := enemy&ahead[c][s] == 0
		if own&ahead[c][s] != 0 {
			score += t.doubled
		}
		switch {
		case friends == 0:
			score += t.isolated
			if lonely {
				score += t.exposed
			}
		case friends&^front[c][s] == 0 && denied&step != 0:
			score += t.backward
		}
		if held.Has(s) {
			score += t.protected[rank]
		}
		if (b&-b&^fileA>>1|b&-b&^fileH<<1)&own != 0 {
			score += t.phalanx[rank]
		}
		if own&ahead[c][s] != 0 || !lonely {
			continue
		}
		if sentries == 0 {
			x.free[c] |= s.Bitboard()
		} else if (friends &^ front[c][s]).Count() >= sentries.Count() {
			score += t.candidate[rank]
		}
	}
	return score
}

// free adds up the chances of c's free pawns, and what blocks all his pawns.
func (e *Evaluator) free(t *tables, p *wotn.Position, c wotn.Color, pawns wotn.Bitboard) (score both) {
	c &= 1
	own, enemy := &e.sides[c], &e.sides[c^1]
	occupied := p.Occupied()
	score = t.blocked * both((stepOf(c, own.pawns) & occupied).Count())
	for b := pawns; b != 0; b &= b - 1 {
		s := b.First() & 63
		rank := relativeRank(c, s) & 7
		step := stepOf(c, b&-b)
		way := ahead[c][s]
		if occupied&step != 0 {
			score += t.stopped[rank]
		} else {
			score += t.free[rank]
		}
		if enemy.all&step == 0 {
			score += t.safeStep[rank]
			if (enemy.all|occupied)&way == 0 {
				score += t.safePath[rank]
			}
		}
		if own.all&step != 0 {
			score += t.escorted[rank]
		}
		if rank < 3 || step == 0 {
			continue
		}
		beyond := both(rank - 2)
		if own.near != 0 {
			score += t.ownKing * beyond * both(distance(own.king, step.First()))
		}
		if enemy.near == 0 {
			continue
		}
		score += t.enemyKing * beyond * both(distance(enemy.king, step.First()))
		if enemy.bare && way&occupied == 0 {
			steps := 7 - rank
			if p.Turn() != c {
				steps++
			}
			if last := wotn.NewSquare(s.File(), 7*int(c^1)); distance(enemy.king, last) > steps {
				score += t.runner
			}
		}
	}
	return score
}
