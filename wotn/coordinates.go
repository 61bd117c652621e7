package wotn

// Play returns the position after m, or a *MoveError if m is not legal.
func (p *Position) Play(m Move) (Position, error) {
	if m == NoMove {
		return Position{}, p.moveError(MoveNoPiece, m.String())
	}
	if !p.IsLegal(m) {
		return Position{}, p.refusal(m.String(), m.From(), m.To(), m.Promotion())
	}
	var next Position
	p.PlayInto(&next, m)
	return next, nil
}

// ParseMove parses a move in coordinate notation: from, to, and for a promotion
// the new kind's letter in lower case, for example "e2e4" or "d4e5d". It
// returns a *SyntaxError if text is not a move and a *MoveError if the move is
// not legal.
func (p *Position) ParseMove(text string) (Move, error) {
	if len(text) != 4 && len(text) != 5 {
		return NoMove, &SyntaxError{SyntaxMove, 0, text}
	}
	from, ok := parseSquare(text[:2])
	if !ok {
		return NoMove, &SyntaxError{SyntaxMove, 0, text}
	}
	to, ok := parseSquare(text[2:4])
	if !ok {
		return NoMove, &SyntaxError{SyntaxMove, 2, text}
	}
	promotion := NoKind
	if len(text) == 5 {
		if c := text[4]; c >= 'a' && c <= 'z' {
			promotion = KindOfLetter(c - 'a' + 'A')
		}
		if promotion == NoKind {
			return NoMove, &SyntaxError{SyntaxMove, 4, text}
		}
	}
	var buffer [MaxMoves]Move
	for _, m := range p.AppendMoves(buffer[:0]) {
		if m.From() == from && m.To() == to && m.Promotion() == promotion {
			return m, nil
		}
	}
	return NoMove, p.refusal(text, from, to, promotion)
}

// refusal returns the reason why no legal move has these squares and promotion.
func (p *Position) refusal(text string, from, to Square, promotion Kind) *MoveError {
	var alike []Move
	for _, m := range p.AppendMoves(nil) {
		if m.From() == from && m.To() == to {
			alike = append(alike, m)
		}
	}
	if alike != nil {
		return p.promotionError(text, promotion, alike)
	}
	return p.illegal(text, from, to)
}

// promotionError returns the reason why a promotion differs from those of
// alike, the legal moves with the same squares.
func (p *Position) promotionError(text string, promotion Kind, alike []Move) *MoveError {
	switch {
	case alike[0].Promotion() == NoKind:
		return p.moveError(MovePromotionNone, text, alike...)
	case promotion == NoKind:
		return p.moveError(MovePromotionMissing, text, alike...)
	}
	return p.moveError(MovePromotionWrong, text, alike...)
}

// reaches returns the squares that the piece on s can move to, apart from
// castling and without regard to checks.
func (p *Position) reaches(s Square) Bitboard {
	piece := p.At(s)
	to := attacks(piece.Kind, piece.Color, s, p.Occupied())
	if piece.Kind == Pawn {
		enemy := p.colors[piece.Color.Other()]
		if p.enPassant != NoSquare {
			enemy |= p.enPassant.Bitboard()
		}
		to = to&enemy | pawnPushes(piece.Color, s, p.Occupied())
	}
	return to &^ p.colors[piece.Color]
}
