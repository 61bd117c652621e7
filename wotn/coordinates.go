package wotn

// Play returns the position after m, or a *MoveError if m is not legal.
func (p *Position) Play(m Move) (Position, error) {
	if !p.IsLegal(m) {
		return Position{}, p.refusal(m.String(), m.From(), m.To(), m.Promotion())
	}
	var next Position
	p.PlayInto(&next, m)
	return next, nil
}

// ParseMove reads a move's coordinates: from, to, and the letter in lower case
// of the kind it rises to. It returns a *SyntaxError for text that is no move
// and a *MoveError for a move that is not legal, with the reason.
func (p *Position) ParseMove(text string) (Move, error) {
	if len(text) != 4 && len(text) != 5 {
		return NoMove, &SyntaxError{MoveText, 0, text}
	}
	from, ok := ParseSquare(text[:2])
	if !ok {
		return NoMove, &SyntaxError{MoveText, 0, text}
	}
	to, ok := ParseSquare(text[2:4])
	if !ok {
		return NoMove, &SyntaxError{MoveText, 2, text}
	}
	into := NoKind
	if len(text) == 5 {
		if c := text[4]; c >= 'a' && c <= 'z' {
			into = KindOfLetter(c - 'a' + 'A')
		}
		if into == NoKind {
			return NoMove, &SyntaxError{MoveText, 4, text}
		}
	}
	var buffer [MaxMoves]Move
	for _, m := range p.AppendMoves(buffer[:0]) {
		if m.From() == from && m.To() == to && m.Promotion() == into {
			return m, nil
		}
	}
	return NoMove, p.refusal(text, from, to, into)
}

// refusal says why no legal move has this form.
func (p *Position) refusal(text string, from, to Square, into Kind) *MoveError {
	var alike []Move
	for _, m := range p.AppendMoves(nil) {
		if m.From() == from && m.To() == to {
			alike = append(alike, m)
		}
	}
	if alike != nil {
		return p.promotionError(text, into, alike)
	}
	switch man := p.At(from); {
	case man.Kind == NoKind:
		return p.moveError(NoPiece, text)
	case man.Color != p.turn:
		return p.moveError(NotYours, text)
	case man.Kind == King && castlingShape(from, to):
		return p.moveError(NoCastling, text)
	case p.colors[p.turn].Has(to):
		return p.moveError(OwnPiece, text)
	case !p.reaches(from).Has(to):
		return p.moveError(CannotReach, text)
	}
	return p.moveError(LeavesKing, text)
}

// promotionError says what is wrong with a rise when the moves alike are legal.
func (p *Position) promotionError(text string, into Kind, alike []Move) *MoveError {
	switch {
	case alike[0].Promotion() == NoKind:
		return p.moveError(PromotionNone, text, alike...)
	case into == NoKind:
		return p.moveError(PromotionMissing, text, alike...)
	}
	return p.moveError(PromotionWrong, text, alike...)
}

// castlingShape tells whether a king's move has the form of castling.
func castlingShape(from, to Square) bool {
	for c := range castlingPaths {
		for _, path := range castlingPaths[c] {
			if from == path.king && to == path.to {
				return true
			}
		}
	}
	return false
}

// reaches returns where the man on s may move if his king does not matter,
// castling apart.
func (p *Position) reaches(s Square) Bitboard {
	man := p.At(s)
	to := Attacks(man.Kind, man.Color, s, p.Occupied())
	if man.Kind == Pawn {
		enemy := p.colors[man.Color.Other()]
		if p.enPassant != NoSquare {
			enemy |= p.enPassant.Bitboard()
		}
		to = to&enemy | pawnPushes(man.Color, s, p.Occupied())
	}
	return to &^ p.colors[man.Color]
}
