package wotn

// attackers is one side's men sorted by the ways in which they attack, so that
// asking whether a square is attacked costs one look-up a way.
type attackers struct {
	color            Color
	fairy            bool // has any kind that chess does not know
	pawn, king       Bitboard
	rook, bish, ride Bitboard
	n, w, f, d, v    Bitboard
	a, c             Bitboard
}

// set sorts those men of a side that stand on the squares of men.
func (a *attackers) set(p *Position, side Color, men Bitboard) {
	k := &p.kinds
	a.color = side
	a.pawn, a.king = k[Pawn]&men, k[King]&men
	a.rook, a.bish, a.n = (k[Rook]|k[Queen])&men, (k[Bishop]|k[Queen])&men, k[Knight]&men
	a.fairy = men&^(a.pawn|a.king|a.rook|a.bish|a.n) != 0
	if !a.fairy {
		a.ride = 0
		return
	}
	a.rook |= (k[Chancellor] | k[LordChancellor]) & men
	a.bish |= (k[Archbishop] | k[Cardinal] | k[Giraffe] | k[Lord]) & men
	a.ride = (k[Nightrider] | k[Lord] | k[LordChancellor]) & men
	a.n |= (k[Baron] | k[Earl] | k[Cannon] | k[Cardinal] | k[Chancellor]) & men
	a.w = (k[Squire] | k[Baron] | k[Guard] | k[Earl] | k[Watchtower]) & men
	a.f = (k[Guard] | k[Ship] | k[Watchtower] | k[Fool]) & men
	a.d = (k[Priest] | k[Guard] | k[Archbishop] | k[Ship] | k[Watchtower] | k[Fool] | k[Cannon]) & men
	a.v = (k[Squire] | k[Earl]) & men
	a.a = (k[Priest] | k[Ship] | k[Watchtower] | k[Cannon]) & men
	a.c = (k[Fool] | k[Giraffe]) & men
}

// leaping returns the men that attack a square by a leap, which nothing between
// can stop.
func (a *attackers) leaping(s Square) Bitboard {
	s &= 63
	set := pawnAttacks[a.color^1][s]&a.pawn | leapAttacks[King][s]&a.king | atomAttacks[atomN][s]&a.n
	if a.fairy {
		set |= atomAttacks[atomW][s]&a.w | atomAttacks[atomF][s]&a.f | atomAttacks[atomD][s]&a.d |
			atomAttacks[atomV][s]&a.v | atomAttacks[atomA][s]&a.a | atomAttacks[atomC][s]&a.c
	}
	return set
}

// onLines returns the men that attack a square along a line when the squares of
// occupied hold men.
func (a *attackers) onLines(s Square, occupied Bitboard) Bitboard {
	set := rookAttacks(s, occupied)&a.rook | bishopAttacks(s, occupied)&a.bish
	if a.ride != 0 {
		set |= riderAttacks(s, occupied) & a.ride
	}
	return set
}

// attack tells whether any of the men attacks a square.
func (a *attackers) attack(s Square, occupied Bitboard) bool {
	return a.leaping(s) != 0 || a.onLines(s, occupied) != 0
}

// AttackersOf returns the men of a side that attack a square: those that could
// take a man standing there.
func (p *Position) AttackersOf(s Square, by Color) Bitboard {
	var a attackers
	a.set(p, by, p.colors[by])
	return a.leaping(s) | a.onLines(s, p.Occupied())
}

// Checkers returns the men that give check to the side to move: the attackers
// of its king if it has exactly one.
func (p *Position) Checkers() Bitboard { return p.checkersOf(p.turn) }

func (p *Position) checkersOf(c Color) Bitboard {
	kings := p.kinds[King] & p.colors[c]
	if kings == 0 || kings&(kings-1) != 0 {
		return 0
	}
	return p.AttackersOf(kings.First(), c.Other())
}
