package wotn

// CheckInfo determines which moves of a position give check, without making
// them. Set must be called first.
type CheckInfo struct {
	king      Square // the only king of the side not to move, or NoSquare
	rook      Bitboard
	bish      Bitboard
	ride      Bitboard
	shielders Bitboard // pieces of the side to move that may give discovered check
}

// Set prepares c for the moves of p.
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

// GivesCheck reports whether m gives check. p must be the position of the last
// Set, and m must be legal.
func (c *CheckInfo) GivesCheck(p *Position, m Move) bool {
	if m.Captured() == King {
		return c.givesCheckSlow(p, m)
	}
	if c.king == NoSquare {
		return false
	}
	from, to := m.From(), m.To()
	if c.shielders.Has(from) || m.IsEnPassant() || m.IsCastling() {
		return c.givesCheckSlow(p, m)
	}
	kind := m.Kind()
	if promotion := m.Promotion(); promotion != NoKind {
		kind = promotion
	}
	if kind == Pawn {
		return pawnAttacks[p.turn&1][to].Has(c.king)
	}
	king := c.king & 63
	set := leapAttacks[kind&31][king]
	mv := &movements[kind]
	if mv.rook {
		set |= c.rook
	}
	if mv.bishop {
		set |= c.bish
	}
	if mv.rider {
		set |= c.ride
	}
	return set.Has(to) || c.throughOrigin(p, m, kind)
}

// throughOrigin reports whether a line piece attacks the king across the square
// that it leaves.
func (c *CheckInfo) throughOrigin(p *Position, m Move, kind Kind) bool {
	if mv := &movements[kind]; !mv.rook && !mv.bishop && !mv.rider {
		return false
	}
	from, to := m.From(), m.To()
	if !between[c.king&63][to].Has(from) {
		return false
	}
	occupied := (p.colors[White]|p.colors[Black])&^from.Bitboard() | to.Bitboard()
	return attacks(kind, p.turn, to, occupied).Has(c.king)
}

// givesCheckSlow makes the move.
func (c *CheckInfo) givesCheckSlow(p *Position, m Move) bool {
	var next Position
	p.PlayInto(&next, m)
	return next.Checkers() != 0
}
