package wotn

// Move is a move encoded in 32 bits. It contains everything that playing it
// requires:
//
//	bits  0- 5  from
//	bits  6-11  to
//	bits 12-16  kind of the moving piece
//	bits 17-21  kind of the captured piece, or NoKind
//	bits 22-26  kind after promotion, or NoKind
//	bits 27-28  1 en passant, 2 castling
//
// Two moves of one position are equal if their texts are. The zero Move is
// [NoMove].
type Move uint32

// NoMove is no move.
const NoMove Move = 0

const (
	enPassantFlag Move = 1 << 27
	castlingFlag  Move = 2 << 27
)

func newMove(from, to Square, kind, captured, promotion Kind) Move {
	return Move(from) | Move(to)<<6 | Move(kind)<<12 | Move(captured)<<17 | Move(promotion)<<22
}

// From returns the square of origin.
func (m Move) From() Square { return Square(m & 63) }

// To returns the target square. In castling it is the king's.
func (m Move) To() Square { return Square(m >> 6 & 63) }

// Kind returns the kind of the moving piece before the move.
func (m Move) Kind() Kind { return Kind(m >> 12 & 31) }

// Captured returns the kind of the captured piece, or NoKind.
func (m Move) Captured() Kind { return Kind(m >> 17 & 31) }

// Promotion returns the kind of the moving piece after a promotion, or NoKind
// if the move does not promote it.
func (m Move) Promotion() Kind { return Kind(m >> 22 & 31) }

// IsEnPassant reports whether the move is an en-passant capture.
func (m Move) IsEnPassant() bool { return m&enPassantFlag != 0 }

// IsCastling reports whether the move is castling.
func (m Move) IsCastling() bool { return m&castlingFlag != 0 }

// CaptureSquare returns the square of the captured piece, or NoSquare. It
// differs from To en passant.
func (m Move) CaptureSquare() Square {
	switch {
	case m.IsEnPassant():
		return m.To() ^ 8
	case m.Captured() != NoKind:
		return m.To()
	}
	return NoSquare
}

// Corner returns the squares between which the piece in the corner moves in
// castling. ok is false for other moves.
func (m Move) Corner() (from, to Square, ok bool) {
	if !m.IsCastling() {
		return NoSquare, NoSquare, false
	}
	from, to = cornerOf(m.To())
	return from, to, true
}

// cornerOf returns the squares between which the piece in the corner moves when
// the king castles to a square.
func cornerOf(king Square) (from, to Square) {
	if king.File() == g1.File() {
		return king + 1, king - 1
	}
	return king - 2, king + 1
}

// String returns the move in coordinate notation: "e2e4", with a promotion
// "d4e5d", castling as the king's move "e1g1". NoMove is "0000".
func (m Move) String() string {
	if m == NoMove {
		return "0000"
	}
	text := m.From().String() + m.To().String()
	if promotion := m.Promotion(); promotion != NoKind {
		text += string(rune(promotion.Letter() + 'a' - 'A'))
	}
	return text
}
