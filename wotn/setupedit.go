package wotn

// PossibleEnPassant returns the squares that [Setup.Position] accepts as
// EnPassant: those that a pawn of the side that is not to move can just have
// passed over.
func (s Setup) PossibleEnPassant() (squares Bitboard) {
	for s.EnPassant = 0; s.EnPassant < NoSquare; s.EnPassant++ {
		if s.enPassantPossible() {
			squares |= s.EnPassant.Bitboard()
		}
	}
	return squares
}

// PossibleCastling returns the castling rights that [Setup.Position] accepts:
// those with the king on its square and, in the corner, a piece that is or can
// have been a rook.
func (s Setup) PossibleCastling() (rights Castling) {
	for right := WhiteShort; right <= BlackLong; right <<= 1 {
		s.Castling = right
		if s.castlingProblems() == nil {
			rights |= right
		}
	}
	return rights
}

// Mirror returns the setup with the colors exchanged and the board turned upside
// down: the side to move has the same moves, reflected. The counters stay.
func (s Setup) Mirror() Setup {
	m := s
	for i := range s.Board {
		piece := s.Board[i^56]
		if piece.Kind != NoKind {
			piece.Color = piece.Color.Other()
		}
		m.Board[i] = piece
	}
	m.ToMove = s.ToMove.Other()
	m.Castling = s.Castling>>2&3 | s.Castling&3<<2
	if s.EnPassant < NoSquare {
		m.EnPassant = s.EnPassant ^ 56
	}
	return m
}
