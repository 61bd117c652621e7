package wotn

// Exchange follows an exchange on one square: which men of both sides attack it,
// and who joins in along a line when one before him has left.
type Exchange struct {
	square           Square
	occupied         Bitboard
	rook, bish, ride Bitboard
	leap             Bitboard
}

// Set finds the men that attack s in p once the men of gone have left their
// squares. A man on s itself does not matter.
func (x *Exchange) Set(p *Position, s Square, gone Bitboard) {
	x.square = s & 63
	x.occupied = (p.colors[White] | p.colors[Black]) &^ gone
	var all attackers
	all.set(p, White, x.occupied)
	x.rook, x.bish, x.ride = all.rook, all.bish, all.ride
	x.leap = all.leaping(x.square)&^all.pawn |
		all.pawn&(pawnAttacks[Black][x.square]&p.colors[White]|pawnAttacks[White][x.square]&p.colors[Black])
}

// Attackers returns the men of both sides that attack the square now.
func (x *Exchange) Attackers() Bitboard {
	set := x.leap | rookAttacks(x.square, x.occupied)&x.rook | bishopAttacks(x.square, x.occupied)&x.bish
	if x.ride != 0 {
		set |= riderAttacks(x.square, x.occupied) & x.ride
	}
	return set & x.occupied &^ x.square.Bitboard()
}

// Remove takes a man away: he has moved to the square and lives there or is
// gone.
func (x *Exchange) Remove(s Square) { x.occupied &^= s.Bitboard() }
