package wotn

// Exchange finds the pieces that attack one square during an exchange of
// captures on it. Removing a piece opens the lines behind it.
type Exchange struct {
	square           Square
	occupied         Bitboard
	rook, bish, ride Bitboard
	leap             Bitboard
}

// Set starts an exchange on s in position p, with the pieces on the squares of
// gone removed. A piece on s itself has no effect. Nothing attacks [NoSquare].
func (x *Exchange) Set(p *Position, s Square, gone Bitboard) {
	if s >= NoSquare {
		*x = Exchange{}
		return
	}
	x.square = s
	x.occupied = (p.colors[White] | p.colors[Black]) &^ gone
	var all attackers
	all.set(p, White, x.occupied)
	x.rook, x.bish, x.ride = all.rook, all.bish, all.ride
	x.leap = all.leaping(x.square)&^all.pawn |
		all.pawn&(pawnAttacks[Black][x.square]&p.colors[White]|pawnAttacks[White][x.square]&p.colors[Black])
}

// Attackers returns the pieces of both sides that attack the square.
func (x *Exchange) Attackers() Bitboard {
	set := x.leap | rookAttacks(x.square, x.occupied)&x.rook | bishopAttacks(x.square, x.occupied)&x.bish
	if x.ride != 0 {
		set |= riderAttacks(x.square, x.occupied) & x.ride
	}
	return set & x.occupied &^ x.square.Bitboard()
}

// Remove removes the piece on s, which has captured or is otherwise gone.
func (x *Exchange) Remove(s Square) { x.occupied &^= s.Bitboard() }
