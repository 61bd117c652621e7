package wotn

// Setup is a position that may not be playable, for example one that is being
// edited or was parsed from text. Its fields can be set freely, and == compares
// them all. [Setup.Position] checks it and returns a [Position].
type Setup struct {
	Variant Variant
	// Board holds the piece on each square.
	Board    [64]Piece
	Turn     Color
	Castling Castling
	// EnPassant is the square passed over by a pawn's double step on the last
	// move, or NoSquare.
	EnPassant Square
	// HalfmoveClock is the number of plies since the last capture, pawn move or
	// promotion.
	HalfmoveClock int
	// MoveNumber starts at 1 and increases after Black's moves.
	MoveNumber int
}

// ProblemCode is a reason why a setup is not playable.
type ProblemCode uint8

// The reasons, in the order in which they are reported.
const (
	// NoKing: Color has no king.
	NoKing ProblemCode = iota
	// TooManyKings: Color has several kings, in chess.
	TooManyKings
	// TooManyPieces: Color has more than 16 pieces.
	TooManyPieces
	// UnknownKind: the piece on Square is of a kind that the variant does not
	// have.
	UnknownKind
	// PawnRank: the pawn on Square is outside its 2nd to 5th rank, in chess
	// outside its 2nd to 7th.
	PawnRank
	// OpponentInCheck: Color is not to move, and its only king, on Square, is
	// in check.
	OpponentInCheck
	// CastlingKing: Color has a castling right but no king on Square.
	CastlingKing
	// CastlingCorner: there is a castling right but no piece of Color on Square
	// that is or can have been a rook, that is, a rook or a kind of level 6 or
	// more.
	CastlingCorner
	// EnPassantSquare: no pawn can just have passed over Square.
	EnPassantSquare
	// CounterRange: the halfmove clock is outside 0 to 9999, or the move number
	// outside 1 to 9999.
	CounterRange
)

var problemNames = [...]string{
	NoKing: "no-king", TooManyKings: "too-many-kings", TooManyPieces: "too-many-pieces", UnknownKind: "unknown-kind",
	PawnRank: "pawn-rank", OpponentInCheck: "opponent-in-check", CastlingKing: "castling-king",
	CastlingCorner: "castling-corner", EnPassantSquare: "en-passant-square", CounterRange: "counter-range",
}

// String returns the stable name of the reason, for example "no-king".
func (c ProblemCode) String() string { return problemNames[c] }

// Problem is a reason why a setup is not playable.
type Problem struct {
	Code   ProblemCode
	Color  Color  // the side concerned
	Square Square // the square concerned, or NoSquare
	Kind   Kind   // the kind concerned, or NoKind
}

// Error returns the problem as a sentence.
func (p Problem) Error() string {
	side, opponent := "White", "Black"
	if p.Color == Black {
		side, opponent = opponent, side
	}
	switch p.Code {
	case NoKing:
		return side + " has no king"
	case TooManyKings:
		return side + " has more than one king, which is not possible in chess"
	case TooManyPieces:
		return side + " has more than 16 pieces"
	case UnknownKind:
		return "the " + p.Kind.EnglishName() + " on " + p.Square.String() + " does not exist in this variant"
	case PawnRank:
		return side + "'s pawn on " + p.Square.String() + " is on a rank where no pawn can be"
	case OpponentInCheck:
		return side + "'s king on " + p.Square.String() + " is in check, but it is " + opponent + "'s move"
	case CastlingKing:
		return side + " has a castling right, but no king on " + p.Square.String()
	case CastlingCorner:
		return side + " has a castling right, but no piece on " + p.Square.String() + " that is or can have been a rook"
	case EnPassantSquare:
		return "no pawn can just have passed over " + p.Square.String()
	}
	return "the halfmove clock or the move number is out of range"
}

// SetupError is the error for a setup that is not playable. It holds all
// reasons.
type SetupError struct{ Problems []Problem }

// Error returns all problems as sentences.
func (e *SetupError) Error() string {
	text := ""
	for i, p := range e.Problems {
		if i > 0 {
			text += "; "
		}
		text += p.Error()
	}
	return text
}

// maxCounter bounds the counters of a setup, so that those of a Position cannot
// overflow in a game.
const maxCounter = 9999

// Position returns the playable position, or a *SetupError with all problems.
// It accepts all positions that can occur in a game, and others. An en-passant
// square on which no capture is legal is dropped.
func (s *Setup) Position() (Position, error) {
	p := Position{
		variant: s.Variant, turn: s.Turn & 1, castling: s.Castling & allCastling, enPassant: NoSquare,
		halfmoveClock: uint16(s.HalfmoveClock), moveNumber: uint16(s.MoveNumber),
	}
	for sq, piece := range s.Board {
		if piece.Kind != NoKind && piece.Kind < NumKinds {
			p.put(Square(sq), Piece{piece.Kind, piece.Color & 1})
		}
	}
	problems := s.pieceProblems(&p)
	problems = append(problems, s.castlingProblems()...)
	if s.EnPassant != NoSquare && !s.enPassantPossible() {
		problems = append(problems, Problem{Code: EnPassantSquare, Color: s.Turn, Square: s.EnPassant})
	}
	if s.HalfmoveClock < 0 || s.HalfmoveClock > maxCounter || s.MoveNumber < 1 || s.MoveNumber > maxCounter {
		problems = append(problems, Problem{Code: CounterRange, Square: NoSquare})
	}
	if problems != nil {
		return Position{}, &SetupError{problems}
	}
	p.key = p.computeKey()
	if s.EnPassant != NoSquare {
		p.setEnPassant(s.EnPassant)
	}
	return p, nil
}

func (s *Setup) pieceProblems(p *Position) (problems []Problem) {
	for c := White; c <= Black; c++ {
		kings := p.Pieces(c, King)
		if kings == 0 {
			problems = append(problems, Problem{Code: NoKing, Color: c, Square: NoSquare})
		}
		if s.Variant == Chess && kings.Count() > 1 {
			problems = append(problems, Problem{Code: TooManyKings, Color: c, Square: NoSquare})
		}
		if p.OccupiedBy(c).Count() > 16 {
			problems = append(problems, Problem{Code: TooManyPieces, Color: c, Square: NoSquare})
		}
	}
	last := Square(5)
	if s.Variant == Chess {
		last = 7
	}
	for i, piece := range s.Board {
		sq := Square(i)
		switch rank := Square(sq.relativeTo(piece.Color&1).Rank() + 1); {
		case piece.Kind == NoKind:
		case !s.Variant.HasKind(piece.Kind):
			problems = append(problems, Problem{UnknownKind, piece.Color, sq, piece.Kind})
		case piece.Kind == Pawn && (rank < 2 || rank > last):
			problems = append(problems, Problem{PawnRank, piece.Color, sq, Pawn})
		}
	}
	if waiting := p.turn.Other(); p.checkersOf(waiting) != 0 {
		problems = append(problems, Problem{OpponentInCheck, waiting, p.Pieces(waiting, King).First(), King})
	}
	return problems
}

func (s *Setup) castlingProblems() (problems []Problem) {
	kingMissing := [NumColors]bool{}
	for i, corner := range castlingCorner {
		if s.Castling>>i&1 == 0 {
			continue
		}
		c, home := White, e1
		if i >= 2 {
			c, home = Black, e8
		}
		if s.Board[home] != (Piece{King, c}) && !kingMissing[c] {
			kingMissing[c] = true
			problems = append(problems, Problem{CastlingKing, c, home, King})
		}
		if piece := s.Board[corner]; piece.Color != c || !s.Variant.cornerKind(piece.Kind) {
			problems = append(problems, Problem{CastlingCorner, c, corner, piece.Kind})
		}
	}
	return problems
}

// cornerKind reports whether a piece of kind k can be, or can have been, a rook
// that has not moved.
func (v Variant) cornerKind(k Kind) bool {
	return k == Rook || v != Chess && k < NumKinds && k.Level() >= 6
}

func (s *Setup) enPassantPossible() bool {
	ep := s.EnPassant
	if ep > NoSquare || ep.relativeTo(s.Turn&1).Rank() != 5 {
		return false
	}
	pawn, from := ep^8, ep.relativeTo(s.Turn&1)+8
	return s.Board[pawn] == Piece{Pawn, s.Turn.Other()} &&
		s.Board[ep].Kind == NoKind && s.Board[from.relativeTo(s.Turn&1)].Kind == NoKind
}

// StartText is the FEN of the start position, the same for all variants.
const StartText = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// Start returns the start position without handicap.
func Start(v Variant) Position {
	s, err := ParseSetup(v, StartText)
	if err != nil {
		panic(err)
	}
	p, err := s.Position()
	if err != nil {
		panic(err)
	}
	return p
}

// ParsePosition parses a FEN and returns the position, like [ParseSetup]
// followed by [Setup.Position].
func ParsePosition(v Variant, text string) (Position, error) {
	s, err := ParseSetup(v, text)
	if err != nil {
		return Position{}, err
	}
	return s.Position()
}
