package wotn

// Setup is a position that may not be playable, for example one that is being
// edited or was parsed from text. Its fields can be set freely, and == compares
// them all. [Setup.Position] checks it and returns a [Position].
type Setup struct {
	Variant Variant
	// Board holds the piece on each square.
	Board    [64]Piece
	ToMove   Color // the side to move
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

// SetupCode is the reason why a setup is not playable. Its text is stable.
type SetupCode string

// The reasons, in the order in which they are reported. The fields of
// [SetupProblem] that a code uses are in parentheses.
const (
	// A side has no king. (Color)
	SetupNoKing SetupCode = "no-king"
	// A side has several kings, in chess. (Color)
	SetupTooManyKings SetupCode = "too-many-kings"
	// A side has more than 16 pieces. (Color)
	SetupTooManyPieces SetupCode = "too-many-pieces"
	// The variant does not have the kind of a piece. (Color, Square, Kind)
	SetupUnknownKind SetupCode = "unknown-kind"
	// A pawn is outside its 2nd to 5th rank, in chess outside its 2nd to 7th.
	// (Color, Square, Kind)
	SetupPawnRank SetupCode = "pawn-rank"
	// A side is not to move, and its only king is in check. (Color, Square, Kind)
	SetupOpponentInCheck SetupCode = "opponent-in-check"
	// A side has a castling right but no king on its square. (Color, Square, Kind)
	SetupCastlingKing SetupCode = "castling-king"
	// There is a castling right but no piece in the corner that is or can have
	// been a rook, that is, a rook or a kind of level 6 or more. (Color, Square,
	// Kind)
	SetupCastlingCorner SetupCode = "castling-corner"
	// No pawn can just have passed over the en-passant square. (Color, Square)
	SetupEnPassant SetupCode = "en-passant-square"
	// The halfmove clock is outside 0 to 9999, or the move number outside 1 to
	// 9999.
	SetupCounter SetupCode = "counter-range"
)

// SetupProblem is a reason why a setup is not playable.
type SetupProblem struct {
	Code   SetupCode
	Color  Color  // the side concerned
	Square Square // the square concerned, or NoSquare
	Kind   Kind   // the kind concerned, or NoKind
}

// String returns the problem in English, as a sentence.
func (p SetupProblem) String() string {
	side, opponent := "White", "Black"
	if p.Color == Black {
		side, opponent = opponent, side
	}
	switch p.Code {
	case SetupNoKing:
		return side + " has no king"
	case SetupTooManyKings:
		return side + " has more than one king, which is not possible in chess"
	case SetupTooManyPieces:
		return side + " has more than 16 pieces"
	case SetupUnknownKind:
		return "the " + p.Kind.Name() + " on " + p.Square.String() + " does not exist in this variant"
	case SetupPawnRank:
		return side + "'s pawn on " + p.Square.String() + " is on a rank where no pawn can be"
	case SetupOpponentInCheck:
		return side + "'s king on " + p.Square.String() + " is in check, but it is " + opponent + "'s move"
	case SetupCastlingKing:
		return side + " has a castling right, but no king on " + p.Square.String()
	case SetupCastlingCorner:
		return side + " has a castling right, but no piece on " + p.Square.String() + " that is or can have been a rook"
	case SetupEnPassant:
		return "no pawn can just have passed over " + p.Square.String()
	}
	return "the halfmove clock or the move number is out of range"
}

// SetupError is the error for a setup that is not playable. Problems has all
// reasons.
type SetupError struct{ Problems []SetupProblem }

// Error returns all problems as sentences.
func (e *SetupError) Error() string {
	text := ""
	for i, p := range e.Problems {
		if i > 0 {
			text += "; "
		}
		text += p.String()
	}
	return text
}

// Has reports whether a problem has the code.
func (e *SetupError) Has(code SetupCode) bool {
	for _, p := range e.Problems {
		if p.Code == code {
			return true
		}
	}
	return false
}

// maxCounter bounds the counters of a setup, so that those of a Position cannot
// overflow in a game.
const maxCounter = 9999

// Position returns the playable position. The error is a [*SetupError] with all
// problems. Position accepts all positions that can occur in a game, and others. An
// en-passant square on which no capture is legal is dropped. In chess, impossible
// castling rights and an impossible en-passant square are dropped too; see
// [Setup.Dropped].
func (s Setup) Position() (Position, error) {
	lineTables.Do(fillLineTables)
	if s.Variant == Chess {
		s.Castling &= s.PossibleCastling()
		if !s.enPassantPossible() {
			s.EnPassant = NoSquare
		}
	}
	p := Position{
		variant: s.Variant, turn: s.ToMove & 1, castling: s.Castling & allCastling, enPassant: NoSquare,
		halfmoveClock: uint16(s.HalfmoveClock), moveNumber: uint16(s.MoveNumber),
	}
	for sq, piece := range s.Board {
		if piece.Kind != NoKind && piece.Kind < NumKinds {
			p.put(Square(sq), Piece{piece.Kind, piece.Color & 1})
		}
	}
	problems := s.pieceProblems(&p)
	problems = append(problems, s.rightsProblems()...)
	if s.HalfmoveClock < 0 || s.HalfmoveClock > maxCounter || s.MoveNumber < 1 || s.MoveNumber > maxCounter {
		problems = append(problems, SetupProblem{Code: SetupCounter, Square: NoSquare})
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

// Dropped returns the castling rights and the en-passant square that
// [Setup.Position] drops in chess because they are impossible: problems with the
// codes SetupCastlingKing, SetupCastlingCorner and SetupEnPassant. Programs for chess
// often write such rights. In the other variants they are errors, and Dropped
// returns nil.
func (s Setup) Dropped() []SetupProblem {
	if s.Variant != Chess {
		return nil
	}
	return s.rightsProblems()
}

// rightsProblems returns the problems of the castling rights and of the en-passant
// square.
func (s *Setup) rightsProblems() []SetupProblem {
	problems := s.castlingProblems()
	if s.EnPassant != NoSquare && !s.enPassantPossible() {
		problems = append(problems, SetupProblem{Code: SetupEnPassant, Color: s.ToMove, Square: s.EnPassant})
	}
	return problems
}

func (s *Setup) pieceProblems(p *Position) (problems []SetupProblem) {
	for c := White; c <= Black; c++ {
		kings := p.Pieces(c, King)
		if kings == 0 {
			problems = append(problems, SetupProblem{Code: SetupNoKing, Color: c, Square: NoSquare})
		}
		if s.Variant == Chess && kings.Count() > 1 {
			problems = append(problems, SetupProblem{Code: SetupTooManyKings, Color: c, Square: NoSquare})
		}
		if p.OccupiedBy(c).Count() > 16 {
			problems = append(problems, SetupProblem{Code: SetupTooManyPieces, Color: c, Square: NoSquare})
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
			problems = append(problems, SetupProblem{SetupUnknownKind, piece.Color, sq, piece.Kind})
		case piece.Kind == Pawn && (rank < 2 || rank > last):
			problems = append(problems, SetupProblem{SetupPawnRank, piece.Color, sq, Pawn})
		}
	}
	if waiting := p.turn.Other(); p.checkersOf(waiting) != 0 {
		problems = append(problems, SetupProblem{SetupOpponentInCheck, waiting, p.Pieces(waiting, King).First(), King})
	}
	return problems
}

func (s *Setup) castlingProblems() (problems []SetupProblem) {
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
			problems = append(problems, SetupProblem{SetupCastlingKing, c, home, King})
		}
		if piece := s.Board[corner]; piece.Color != c || !s.Variant.cornerKind(piece.Kind) {
			problems = append(problems, SetupProblem{SetupCastlingCorner, c, corner, piece.Kind})
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
	if ep > NoSquare || ep.relativeTo(s.ToMove&1).Rank() != 5 {
		return false
	}
	pawn, from := ep^8, ep.relativeTo(s.ToMove&1)+8
	return s.Board[pawn] == Piece{Pawn, s.ToMove.Other()} &&
		s.Board[ep].Kind == NoKind && s.Board[from.relativeTo(s.ToMove&1)].Kind == NoKind
}

// StartText is the FEN of the start position, the same for all variants.
const StartText = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// Start returns the start position of a game without handicap.
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

// ParsePosition parses a FEN, like [ParseSetup] followed by [Setup.Position]. The
// error is a [*SyntaxError] or a [*SetupError].
func ParsePosition(v Variant, text string) (Position, error) {
	s, err := ParseSetup(v, text)
	if err != nil {
		return Position{}, err
	}
	return s.Position()
}
