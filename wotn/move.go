package wotn

// Move is a move as one comparable word. It holds all that playing it needs:
//
//	bits  0- 5  from
//	bits  6-11  to
//	bits 12-16  kind of the man that moves
//	bits 17-21  kind of the man it takes, or NoKind
//	bits 22-26  kind it rises to, or NoKind
//	bits 27-28  special: 1 en passant, 2 castling
//
// In one position, equal moves and equal texts are the same thing. The zero
// Move is [NoMove].
type Move uint32

// NoMove is no move.
const NoMove Move = 0

const (
	enPassantFlag Move = 1 << 27
	castlingFlag  Move = 2 << 27
)

func newMove(from, to Square, man, taken, into Kind) Move {
	return Move(from) | Move(to)<<6 | Move(man)<<12 | Move(taken)<<17 | Move(into)<<22
}

// From returns the square the man leaves.
func (m Move) From() Square { return Square(m & 63) }

// To returns the square the man reaches; in castling, the king's.
func (m Move) To() Square { return Square(m >> 6 & 63) }

// Kind returns the kind of the man that moves, as it was before the move.
func (m Move) Kind() Kind { return Kind(m >> 12 & 31) }

// Captured returns the kind of the man taken, or NoKind.
func (m Move) Captured() Kind { return Kind(m >> 17 & 31) }

// Promotion returns the kind that the man rises to, or NoKind if it stays as it is.
func (m Move) Promotion() Kind { return Kind(m >> 22 & 31) }

// IsEnPassant tells whether a pawn takes another en passant.
func (m Move) IsEnPassant() bool { return m&enPassantFlag != 0 }

// IsCastling tells whether the king castles.
func (m Move) IsCastling() bool { return m&castlingFlag != 0 }

// CaptureSquare returns the square of the man taken, which en passant is not To, or
// NoSquare.
func (m Move) CaptureSquare() Square {
	switch {
	case m.IsEnPassant():
		return m.To() ^ 8
	case m.Captured() != NoKind:
		return m.To()
	}
	return NoSquare
}

// Corner returns where the corner man stands and goes when the move castles.
func (m Move) Corner() (from, to Square, ok bool) {
	if !m.IsCastling() {
		return NoSquare, NoSquare, false
	}
	from, to = cornerOf(m.To())
	return from, to, true
}

// cornerOf returns where the corner man stands and goes when a king castles to
// a square.
func cornerOf(king Square) (from, to Square) {
	if king.File() == g1.File() {
		return king + 1, king - 1
	}
	return king - 2, king + 1
}

// String returns the move's coordinates: "e2e4"; a rise adds the new kind's
// letter in lower case, "d4e5d"; castling is the king's step, "e1g1". NoMove is
// "0000".
func (m Move) String() string {
	if m == NoMove {
		return "0000"
	}
	text := m.From().String() + m.To().String()
	if into := m.Promotion(); into != NoKind {
		text += string(rune(into.Letter() + 'a' - 'A'))
	}
	return text
}
