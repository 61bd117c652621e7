package wotn

// Premove describes the moves that a piece may have after the opponent's next
// move. Pages offer them to players who enter a move in advance.
type Premove struct {
	From Square // the piece's square
	// To has the squares that the piece can reach after some move of the opponent,
	// or could if pieces between did not exist. Moves that only an unusual move of
	// the opponent permits are included; legal or not is known when the turn comes.
	To Bitboard
	// Promotes is the part of To on which the move promotes: on the promotion rank,
	// by a capture of the piece that is there now, or by a capture of a piece that
	// has captured there. A pawn's captures are included.
	Promotes Bitboard
}

// Premoves returns the premoves of all pieces of a side, in the order of their
// squares. It is meant for the side that is not to move.
func (p *Position) Premoves(c Color) []Premove {
	var all []Premove
	for from := range p.colors[c].Squares() {
		kind := p.At(from).Kind
		premove := Premove{From: from, To: p.premoveReach(from, kind, c)}
		if len(p.variant.Promotions(kind)) > 0 {
			premove.Promotes = p.premovePromotions(from, kind, c, premove.To)
		}
		all = append(all, premove)
	}
	return all
}

// premoveReach returns the squares that a piece reaches on an empty board, with
// those where a pawn captures and those of castling.
func (p *Position) premoveReach(from Square, kind Kind, c Color) Bitboard {
	if kind == Pawn {
		forward := 8
		if c == Black {
			forward = -8
		}
		to := Attacks(Pawn, c, from, 0)
		if one := int(from) + forward; one >= 0 && one < 64 {
			to |= Square(one).Bitboard()
		}
		if from.relativeTo(c).Rank() == 1 {
			to |= Square(int(from) + 2*forward).Bitboard()
		}
		return to
	}
	to := Attacks(kind, c, from, 0)
	if kind == King {
		to |= p.premoveCastling(from, c)
	}
	return to
}

// premoveCastling returns the squares of a king after castling with the rights that
// it has.
func (p *Position) premoveCastling(from Square, c Color) (to Bitboard) {
	for _, path := range castlingPaths[c] {
		if p.castling&path.right != 0 && path.king == from {
			to |= path.to.Bitboard()
		}
	}
	return to
}

// premovePromotions returns the squares of to on which a move promotes.
func (p *Position) premovePromotions(from Square, kind Kind, c Color, to Bitboard) (promotes Bitboard) {
	least := p.variant.PromotesOnCaptureFrom(kind)
	for s := range to.Squares() {
		victim := p.At(s)
		captures := least > 0 && (p.colors[c].Has(s) || p.colors[c.Other()].Has(s) && victim.Kind.Level() >= least)
		diagonal := least > 0 && kind == Pawn && s.File() != from.File()
		if captures || diagonal || s.relativeTo(c).Rank()+1 == p.variant.PromotionRank(kind) {
			promotes |= s.Bitboard()
		}
	}
	return promotes
}
