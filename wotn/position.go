package wotn

// Position is a playable position: variant, pieces, side to move, castling
// rights, en-passant square, halfmove clock and move number. It is a value
// without pointers: assignment copies it, and == compares everything, including
// the counters. [Position.Repeats] compares what counts for repetition.
//
// Positions result from [ParsePosition], [Setup.Position], [Start] and from
// playing moves. The zero Position is not playable.
type Position struct {
	kinds         [NumKinds]Bitboard // by kind, both colors; NoKind is unused
	colors        [NumColors]Bitboard
	board         [64]Kind
	key           uint64
	halfmoveClock uint16
	moveNumber    uint16
	variant       Variant
	turn          Color
	castling      Castling
	enPassant     Square
}

// Piece is a piece of either side. The zero Piece is a free square.
type Piece struct {
	Kind  Kind
	Color Color
}

// String returns the piece's letter as in FEN, "N" for White and "n" for Black,
// or "-" for the zero Piece.
func (p Piece) String() string {
	if p.Kind == NoKind {
		return "-"
	}
	return string(rune(p.letter()))
}

func (p Piece) letter() byte {
	if p.Color == Black {
		return p.Kind.Letter() + 'a' - 'A'
	}
	return p.Kind.Letter()
}

// Variant returns the variant.
func (p *Position) Variant() Variant { return p.variant }

// ToMove returns the side to move.
func (p *Position) ToMove() Color { return p.turn }

// Castling returns the castling rights.
func (p *Position) Castling() Castling { return p.castling }

// EnPassant returns the square on which an en-passant capture is legal now, or
// NoSquare.
func (p *Position) EnPassant() Square { return p.enPassant }

// HalfmoveClock returns the number of plies since the last capture, pawn move
// or promotion.
func (p *Position) HalfmoveClock() int { return int(p.halfmoveClock) }

// MoveNumber returns the number of the current move. It starts at 1 and
// increases after Black's moves.
func (p *Position) MoveNumber() int { return int(p.moveNumber) }

// Key returns a 64-bit hash of everything that counts for repetition.
func (p *Position) Key() uint64 { return p.key }

// At returns the piece on a square, or the zero Piece.
func (p *Position) At(s Square) Piece {
	if s >= NoSquare || p.board[s] == NoKind {
		return Piece{}
	}
	return Piece{p.board[s], p.colorOn(s)}
}

// OccupiedBy returns the squares of the pieces of one side.
func (p *Position) OccupiedBy(c Color) Bitboard { return p.colors[c] }

// Pieces returns the squares of the pieces of one side and kind.
func (p *Position) Pieces(c Color, k Kind) Bitboard { return p.colors[c] & p.kinds[k] }

// Occupied returns the squares of all pieces.
func (p *Position) Occupied() Bitboard { return p.colors[White] | p.colors[Black] }

// Repeats reports whether p and q are the same position for repetition: the
// same variant, pieces, side to move, castling rights and en-passant capture.
func (p *Position) Repeats(q *Position) bool {
	return p.key == q.key && p.board == q.board && p.colors == q.colors && p.turn == q.turn &&
		p.castling == q.castling && p.enPassant == q.enPassant && p.variant == q.variant
}

// Differences returns the squares on which p and q have different pieces.
func (p *Position) Differences(q *Position) Bitboard {
	differ := (p.colors[White] ^ q.colors[White]) | (p.colors[Black] ^ q.colors[Black])
	for k := range p.kinds {
		differ |= p.kinds[k] ^ q.kinds[k]
	}
	return differ
}

func (p *Position) colorOn(s Square) Color { return Color(p.colors[Black] >> (s & 63) & 1) }

func (p *Position) put(s Square, piece Piece) {
	p.kinds[piece.Kind] |= s.Bitboard()
	p.colors[piece.Color] |= s.Bitboard()
	p.board[s] = piece.Kind
}

// Setup returns the position as a setup. [Setup.Position] returns an equal
// position.
func (p *Position) Setup() Setup {
	s := Setup{
		Variant: p.variant, ToMove: p.turn, Castling: p.castling, EnPassant: p.enPassant,
		HalfmoveClock: int(p.halfmoveClock), MoveNumber: int(p.moveNumber),
	}
	for sq := range s.Board {
		s.Board[sq] = p.At(Square(sq))
	}
	return s
}

// String returns the position as FEN.
func (p Position) String() string { return p.Setup().String() }

// PlayInto sets dst to the position after m. It does not check m: the result is
// undefined if m is not legal in p. dst may be p.
func (p *Position) PlayInto(dst *Position, m Move) {
	*dst = *p
	us, them := dst.turn, dst.turn.Other()
	from, to, kind := m.From(), m.To(), m.Kind()
	key := dst.key ^ turnKey
	if dst.enPassant != NoSquare {
		key ^= enPassantKeys[dst.enPassant&7]
		dst.enPassant = NoSquare
	}
	if dst.castling != 0 {
		remaining := dst.castling & castlingMask[from] & castlingMask[to]
		key ^= castlingKeys[dst.castling&15] ^ castlingKeys[remaining&15]
		dst.castling = remaining
	}
	dst.halfmoveClock++
	if captured := m.Captured(); captured != NoKind {
		victim := to
		if m.IsEnPassant() {
			victim ^= 8
			dst.board[victim&63] = NoKind
		}
		dst.kinds[captured] ^= victim.Bitboard()
		dst.colors[them] ^= victim.Bitboard()
		key ^= pieceKeys[them][captured][victim&63]
		dst.halfmoveClock = 0
	}
	placed := kind
	if promotion := m.Promotion(); promotion != NoKind {
		placed = promotion
		dst.halfmoveClock = 0
	}
	dst.board[from] = NoKind
	dst.board[to] = placed
	dst.kinds[kind] ^= from.Bitboard()
	dst.kinds[placed] ^= to.Bitboard()
	dst.colors[us] ^= from.Bitboard() | to.Bitboard()
	key ^= pieceKeys[us][kind][from] ^ pieceKeys[us][placed][to]
	dst.turn = them
	dst.moveNumber += uint16(us)
	dst.key = key
	switch {
	case kind == Pawn:
		dst.halfmoveClock = 0
		if from^to == 16 {
			dst.setEnPassant((from + to) / 2)
		}
	case m.IsCastling():
		dst.moveCorner(us, to)
	}
}

// moveCorner moves the piece in the corner after the king has castled to a
// square.
func (p *Position) moveCorner(us Color, king Square) {
	from, to := cornerOf(king)
	kind := p.board[from]
	p.board[from], p.board[to] = NoKind, kind
	p.kinds[kind] ^= from.Bitboard() | to.Bitboard()
	p.colors[us] ^= from.Bitboard() | to.Bitboard()
	p.key ^= pieceKeys[us][kind][from] ^ pieceKeys[us][kind][to]
}

// setEnPassant sets the en-passant square if a capture on it is legal.
func (p *Position) setEnPassant(s Square) {
	pawns := pawnAttacks[p.turn.Other()][s] & p.kinds[Pawn] & p.colors[p.turn]
	for ; pawns != 0; pawns &= pawns - 1 {
		if p.enPassantLegal(pawns.First(), s) {
			p.enPassant = s
			p.key ^= enPassantKeys[s&7]
			return
		}
	}
}

// enPassantLegal reports whether an en-passant capture from one square to
// another leaves the side's only king safe.
func (p *Position) enPassantLegal(from, s Square) bool {
	kings := p.kinds[King] & p.colors[p.turn]
	if kings&(kings-1) != 0 {
		return true
	}
	victim := (s ^ 8).Bitboard()
	var a attackers
	a.set(p, p.turn.Other(), p.colors[p.turn.Other()]&^victim)
	return !a.attack(kings.First(), p.Occupied()&^from.Bitboard()&^victim|s.Bitboard())
}
