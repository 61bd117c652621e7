package wotn

// CheckInfo tells which moves give check before they are made. Fill it once for a
// position. The zero Checks must not be asked.
type CheckInfo struct {
	king      Square // the only king of the side not to move, or NoSquare
	rook      Bitboard
	bish      Bitboard
	ride      Bitboard
	shielders Bitboard // men of the side to move whose leaving may discover check
}

// Set looks at the king of the side that is not to move.
func (c *CheckInfo) Set(p *Position) {
	us, them := p.turn&1, p.turn&1^1
	kings := p.kinds[King] & p.colors[them]
	c.king, c.shielders = NoSquare, 0
	if kings == 0 || kings&(kings-1) != 0 {
		return
	}
	king := kings.First() & 63
	occupied := p.colors[White] | p.colors[Black]
	c.king = king
	c.rook, c.bish, c.ride = rookAttacks(king, occupied), bishopAttacks(king, occupied), riderAttacks(king, occupied)
	var a attackers
	a.set(p, us, p.colors[us])
	without := p.colors[them]
	snipers := rookAttacks(king, without)&a.rook&^c.rook | bishopAttacks(king, without)&a.bish&^c.bish
	if a.ride != 0 {
		snipers |= riderAttacks(king, without) & a.ride &^ c.ride
	}
	for b := snipers; b != 0; b &= b - 1 {
		if line := between[king][b.First()&63] & occupied; line&(line-1) == 0 {
			c.shielders |= line
		}
	}
}

// GivesCheck tells whether m, a legal move of the position filled in, gives check.
func (c *CheckInfo) GivesCheck(p *Position, m Move) bool {
	if m.Captured() == King {
		return c.givesAlone(p, m)
	}
	if c.king == NoSquare {
		return false
	}
	from, to := m.From(), m.To()
	if c.shielders.Has(from) || m.IsEnPassant() || m.IsCastling() {
		return c.givesAlone(p, m)
	}
	man := m.Kind()
	if into := m.Promotion(); into != NoKind {
		man = into
	}
	if man == Pawn {
		return pawnAttacks[p.turn&1][to].Has(c.king)
	}
	king := c.king & 63
	set := leapAttacks[man&31][king]
	way := &movements[man]
	if way.rook {
		set |= c.rook
	}
	if way.bishop {
		set |= c.bish
	}
	if way.rider {
		set |= c.ride
	}
	return set.Has(to) || c.throughOrigin(p, m, man)
}

// throughOrigin tells whether a line man attacks the king over the square that
// he has just left.
func (c *CheckInfo) throughOrigin(p *Position, m Move, man Kind) bool {
	if way := &movements[man]; !way.rook && !way.bishop && !way.rider {
		return false
	}
	from, to := m.From(), m.To()
	if !between[c.king&63][to].Has(from) {
		return false
	}
	occupied := (p.colors[White]|p.colors[Black])&^from.Bitboard() | to.Bitboard()
	return Attacks(man, p.turn, to, occupied).Has(c.king)
}

// givesAlone answers by making the move.
func (c *CheckInfo) givesAlone(p *Position, m Move) bool {
	var next Position
	p.PlayInto(&next, m)
	return next.Checkers() != 0
}
