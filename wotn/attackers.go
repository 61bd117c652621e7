package wotn

// attackers holds the pieces of one side, grouped by the leaps and lines of
// their attacks, so that a query for a square costs one table lookup per group.
type attackers struct {
	color            Color
	fairy            bool // whether the side has kinds that chess does not have
	pawn, king       Bitboard
	rook, bish, ride Bitboard
	n, w, f, d, v    Bitboard
	a, c             Bitboard
}

// set fills a with the pieces of a side, without those outside the squares of
// pieces.
func (a *attackers) set(p *Position, side Color, pieces Bitboard) {
	k := &p.kinds
	a.color = side
	a.pawn, a.king = k[Pawn]&pieces, k[King]&pieces
	a.rook, a.bish, a.n = (k[Rook]|k[Queen])&pieces, (k[Bishop]|k[Queen])&pieces, k[Knight]&pieces
	a.fairy = pieces&^(a.pawn|a.king|a.rook|a.bish|a.n) != 0
	if !a.fairy {
		a.ride = 0
		return
	}
	a.rook |= (k[Chancellor] | k[LordChancellor]) & pieces
	a.bish |= (k[Archbishop] | k[Cardinal] | k[Giraffe] | k[Lord]) & pieces
	a.ride = (k[Nightrider] | k[Lord] | k[LordChancellor]) & pieces
	a.n |= (k[Baron] | k[Earl] | k[Cannon] | k[Cardinal] | k[Chancellor]) & pieces
	a.w = (k[Squire] | k[Baron] | k[Guard] | k[Earl] | k[Watchtower]) & pieces
	a.f = (k[Guard] | k[Ship] | k[Watchtower] | k[Fool]) & pieces
	a.d = (k[Priest] | k[Guard] | k[Archbishop] | k[Ship] | k[Watchtower] | k[Fool] | k[Cannon]) & pieces
	a.v = (k[Squire] | k[Earl]) & pieces
	a.a = (k[Priest] | k[Ship] | k[Watchtower] | k[Cannon]) & pieces
	a.c = (k[Fool] | k[Giraffe]) & pieces
}

// leaping returns the pieces that attack s by a leap. Leaps cannot be blocked.
func (a *attackers) leaping(s Square) Bitboard {
	s &= 63
	set := pawnAttacks[a.color^1][s]&a.pawn | leapAttacks[King][s]&a.king | atomAttacks[atomN][s]&a.n
	if a.fairy {
		set |= atomAttacks[atomW][s]&a.w | atomAttacks[atomF][s]&a.f | atomAttacks[atomD][s]&a.d |
			atomAttacks[atomV][s]&a.v | atomAttacks[atomA][s]&a.a | atomAttacks[atomC][s]&a.c
	}
	return set
}

// onLines returns the pieces that attack s along a line, where the squares of
// occupied block lines.
func (a *attackers) onLines(s Square, occupied Bitboard) Bitboard {
	set := rookAttacks(s, occupied)&a.rook | bishopAttacks(s, occupied)&a.bish
	if a.ride != 0 {
		set |= riderAttacks(s, occupied) & a.ride
	}
	return set
}

// attack reports whether a piece attacks s.
func (a *attackers) attack(s Square, occupied Bitboard) bool {
	return a.leaping(s) != 0 || a.onLines(s, occupied) != 0
}

// AttackersOf returns the pieces of a side that attack s, that is, that could
// capture a piece on s. Nothing attacks [NoSquare].
func (p *Position) AttackersOf(s Square, by Color) Bitboard {
	if s >= NoSquare {
		return 0
	}
	var a attackers
	a.set(p, by, p.colors[by])
	return a.leaping(s) | a.onLines(s, p.Occupied())
}

// Checkers returns the pieces that give check: the attackers of the king of the
// side to move. It is empty if that side has several kings.
func (p *Position) Checkers() Bitboard { return p.checkersOf(p.turn) }

func (p *Position) checkersOf(c Color) Bitboard {
	kings := p.kinds[King] & p.colors[c]
	if kings == 0 || kings&(kings-1) != 0 {
		return 0
	}
	return p.AttackersOf(kings.First(), c.Other())
}
