package wotn

// Siege follows an exchange on one square: which men of both sides attack it,
// and who joins in along a line when one before him has left.
type Siege struct {
	square           Square
	occupied         Bitboard
	rook, bish, ride Bitboard
	leap             Bitboard
}

// Set finds the men that attack s in p once the men of gone have left their
// squares. A man on s itself does not matter.
func (x *Siege) Set(p *Position, s Square, gone Bitboard) {
	k := &p.kinds
	x.square = s & 63
	x.occupied = (p.colors[White] | p.colors[Black]) &^ gone
	x.rook = k[Rook] | k[Queen] | k[Chancellor] | k[LordChancellor]
	x.bish = k[Bishop] | k[Queen] | k[Archbishop] | k[Cardinal] | k[Giraffe] | k[Lord]
	x.ride = k[Nightrider] | k[Lord] | k[LordChancellor]
	x.leap = 0
	var a attackers
	for c := White; c <= Black; c++ {
		a.set(p, c, p.colors[c])
		x.leap |= a.leaping(x.square)
	}
}

// Attackers returns the men of both sides that attack the square now.
func (x *Siege) Attackers() Bitboard {
	set := x.leap | rookAttacks(x.square, x.occupied)&x.rook | bishopAttacks(x.square, x.occupied)&x.bish
	if x.ride != 0 {
		set |= riderAttacks(x.square, x.occupied) & x.ride
	}
	return set & x.occupied &^ x.square.Bitboard()
}

// Remove takes a man away: he has moved to the square and lives there or is
// gone.
func (x *Siege) Remove(s Square) { x.occupied &^= s.Bitboard() }
