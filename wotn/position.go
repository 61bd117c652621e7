package wotn

// Position is a playable position: men, side to move, rights, the en-passant
// square if such a capture is legal, and the two counters of FEN. It is a value
// without pointers; copying it is forking the game, and == compares everything,
// counters included. [Position.Repeats] compares what counts for repetition.
//
// Positions come from [Setup.Position], [Start] and playing moves. The zero
// Position is not playable: it has no kings.
type Position struct {
	kinds         [NumKinds]Bitboard // by kind, both colours; NoKind unused
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

// Piece is a man of either side. The zero Piece is none.
type Piece struct {
	Kind  Kind
	Color Color
}

// String returns the man's letter as in FEN: "N" for White, "n" for Black.
func (m Piece) String() string {
	if m.Kind == NoKind {
		return "-"
	}
	return string(rune(m.letter()))
}

func (m Piece) letter() byte {
	if m.Color == Black {
		return m.Kind.Letter() + 'a' - 'A'
	}
	return m.Kind.Letter()
}

// Variant returns the rule set in use.
func (p *Position) Variant() Variant { return p.variant }

// Turn returns the side to move.
func (p *Position) Turn() Color { return p.turn }

// Castling returns the castling rights.
func (p *Position) Castling() Castling { return p.castling }

// EnPassant returns the square on which a pawn may now be taken en passant, or
// NoSquare. It is set only if such a capture is legal.
func (p *Position) EnPassant() Square { return p.enPassant }

// HalfmoveClock returns the number of moves of either side since the last capture, pawn
// move or rise, which fifty-move claims count.
func (p *Position) HalfmoveClock() int { return int(p.halfmoveClock) }

// MoveNumber returns FEN's move number, which starts at 1 and grows after
// Black's moves.
func (p *Position) MoveNumber() int { return int(p.moveNumber) }

// Key returns the position's 64-bit hash of what counts for repetition.
func (p *Position) Key() uint64 { return p.key }

// At returns the man on a square, or the zero Man.
func (p *Position) At(s Square) Piece {
	if s >= NoSquare || p.board[s] == NoKind {
		return Piece{}
	}
	return Piece{p.board[s], p.colorOn(s)}
}

// OccupiedBy returns the squares of all men of a side.
func (p *Position) OccupiedBy(c Color) Bitboard { return p.colors[c] }

// Pieces returns the squares of a side's men of one kind.
func (p *Position) Pieces(c Color, k Kind) Bitboard { return p.colors[c] & p.kinds[k] }

// Occupied returns the squares of all men.
func (p *Position) Occupied() Bitboard { return p.colors[White] | p.colors[Black] }

// Repeats tells whether p and q count as the same position for repetition: the
// same ways, men, side to move, rights and en-passant capture.
func (p *Position) Repeats(q *Position) bool {
	return p.key == q.key && p.board == q.board && p.colors == q.colors && p.turn == q.turn &&
		p.castling == q.castling && p.enPassant == q.enPassant && p.variant == q.variant
}

func (p *Position) colorOn(s Square) Color { return Color(p.colors[Black] >> (s & 63) & 1) }

func (p *Position) put(s Square, m Piece) {
	p.kinds[m.Kind] |= s.Bitboard()
	p.colors[m.Color] |= s.Bitboard()
	p.board[s] = m.Kind
}

// Setup returns the position as a set-up, from which Setup.Position gives an
// equal one.
func (p *Position) Setup() Setup {
	s := Setup{
		Variant: p.variant, Turn: p.turn, Castling: p.castling, EnPassant: p.enPassant,
		HalfmoveClock: int(p.halfmoveClock), MoveNumber: int(p.moveNumber),
	}
	for sq := range s.Board {
		s.Board[sq] = p.At(Square(sq))
	}
	return s
}

// String returns the position as FEN.
func (p *Position) String() string { s := p.Setup(); return s.String() }

// PlayInto sets dst to the position after m. It is the unchecked fast path: m
// must come from p's move list, else dst is anything. dst may be p itself.
func (p *Position) PlayInto(dst *Position, m Move) {
	*dst = *p
	us, them := dst.turn, dst.turn.Other()
	from, to, man := m.From(), m.To(), m.Kind()
	key := dst.key ^ turnKey
	if dst.enPassant != NoSquare {
		key ^= enPassantKeys[dst.enPassant&7]
		dst.enPassant = NoSquare
	}
	if dst.castling != 0 {
		kept := dst.castling & castlingKept[from] & castlingKept[to]
		key ^= castlingKeys[dst.castling&15] ^ castlingKeys[kept&15]
		dst.castling = kept
	}
	dst.halfmoveClock++
	if taken := m.Captured(); taken != NoKind {
		victim := to
		if m.IsEnPassant() {
			victim ^= 8
			dst.board[victim&63] = NoKind
		}
		dst.kinds[taken] ^= victim.Bitboard()
		dst.colors[them] ^= victim.Bitboard()
		key ^= pieceKeys[them][taken][victim&63]
		dst.halfmoveClock = 0
	}
	grown := man
	if into := m.Promotion(); into != NoKind {
		grown = into
		dst.halfmoveClock = 0
	}
	dst.board[from] = NoKind
	dst.board[to] = grown
	dst.kinds[man] ^= from.Bitboard()
	dst.kinds[grown] ^= to.Bitboard()
	dst.colors[us] ^= from.Bitboard() | to.Bitboard()
	key ^= pieceKeys[us][man][from] ^ pieceKeys[us][grown][to]
	dst.turn = them
	dst.moveNumber += uint16(us)
	dst.key = key
	switch {
	case man == Pawn:
		dst.halfmoveClock = 0
		if from^to == 16 {
			dst.setEnPassant((from + to) / 2)
		}
	case m.IsCastling():
		dst.moveCorner(us, to)
	}
}

// moveCorner completes castling: the king of us has just reached a square.
func (p *Position) moveCorner(us Color, king Square) {
	from, to := cornerOf(king)
	man := p.board[from]
	p.board[from], p.board[to] = NoKind, man
	p.kinds[man] ^= from.Bitboard() | to.Bitboard()
	p.colors[us] ^= from.Bitboard() | to.Bitboard()
	p.key ^= pieceKeys[us][man][from] ^ pieceKeys[us][man][to]
}

// setEnPassant sets the en-passant square if the side to move can legally take
// there.
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

// enPassantLegal tells whether the pawn on from may take en passant on s as far
// as its own king is concerned.
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
