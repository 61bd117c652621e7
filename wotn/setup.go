package wotn

// Setup is a position as somebody wrote it down: it may be nonsense. Its fields
// are free to set, and == compares them all. [Setup.Position] is the one door
// from here to a playable [Position].
type Setup struct {
	Variant Variant
	// Board holds the man on each square, the zero Man where there is none.
	Board    [64]Piece
	Turn     Color
	Castling Castling
	// EnPassant is the square passed over by the double step just made, or
	// NoSquare.
	EnPassant Square
	// HalfmoveClock counts moves of either side since the last capture, pawn move or
	// rise.
	HalfmoveClock int
	// MoveNumber starts at 1 and grows after Black's moves.
	MoveNumber int
}

// ProblemCode is a reason why a set-up cannot be played.
type ProblemCode uint8

// The reasons, in the order in which they are reported.
const (
	// NoKing: the side Color has no king.
	NoKing ProblemCode = iota
	// TooManyKings: the side Color has several kings, which only Way of the
	// Knight allows.
	TooManyKings
	// TooManyMen: the side Color has more than 16 men.
	TooManyPieces
	// UnknownKind: the man on Square is of a kind that the ways in use do not
	// know.
	UnknownKind
	// PawnRank: the pawn on Square is off the ranks where a pawn can stand:
	// its own 2nd to 5th, in orthodox chess 2nd to 7th.
	PawnRank
	// OpponentInCheck: the side Color is not to move, and its only king, on
	// Square, can be taken.
	OpponentInCheck
	// CastlingKing: a castling right of Color without its king on Square.
	CastlingKing
	// CastlingCorner: a castling right without a man of Color on the corner
	// Square that is or has been a rook: a rook or a kind of level 6 or more.
	CastlingCorner
	// EnPassantSquare: no double step just made can have passed over Square.
	EnPassantSquare
	// CounterRange: the count of quiet moves or the move number is negative,
	// zero where it starts at one, or above 9999.
	CounterRange
)

var problemNames = [...]string{
	NoKing: "no-king", TooManyKings: "too-many-kings", TooManyPieces: "too-many-pieces", UnknownKind: "unknown-kind",
	PawnRank: "pawn-rank", OpponentInCheck: "opponent-in-check", CastlingKing: "castling-king",
	CastlingCorner: "castling-corner", EnPassantSquare: "en-passant-square", CounterRange: "counter-range",
}

// String returns the reason's name for programs, for instance "no-king".
func (c ProblemCode) String() string { return problemNames[c] }

// Problem is one reason why a set-up cannot be played, and where.
type Problem struct {
	Code   ProblemCode
	Color  Color  // the side concerned
	Square Square // the square concerned, or NoSquare
	Kind   Kind   // the kind concerned, or NoKind
}

// Error says the problem in words.
func (p Problem) Error() string {
	side, opponent := "White", "Black"
	if p.Color == Black {
		side, opponent = opponent, side
	}
	switch p.Code {
	case NoKing:
		return side + " has no king"
	case TooManyKings:
		return side + " has more than one king, which orthodox chess does not allow"
	case TooManyPieces:
		return side + " has more than 16 men"
	case UnknownKind:
		return "the " + p.Kind.EnglishName() + " on " + p.Square.String() + " does not exist in the ways in use"
	case PawnRank:
		return side + "'s pawn on " + p.Square.String() + " stands where no pawn can stand"
	case OpponentInCheck:
		return side + "'s only king on " + p.Square.String() + " can be taken, but it is " + opponent + "'s move"
	case CastlingKing:
		return side + " has a castling right, but no king on " + p.Square.String()
	case CastlingCorner:
		return side + " has a castling right, but on " + p.Square.String() + " no man that is or can have been a rook"
	case EnPassantSquare:
		return "no double step just made can have passed over " + p.Square.String()
	}
	return "the count of quiet moves or the move number is out of range"
}

// SetupError is returned when a set-up cannot be played. It holds every reason.
type SetupError struct{ Problems []Problem }

// Error lists all reasons.
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

// maxCounter leaves a game room to go on: no game is so long that the counters
// of a Position overflow.
const maxCounter = 9999

// Position returns the playable position, or a *SetupError with every reason
// why there is none. All positions that can come about in a game are accepted;
// not every accepted position can. An en-passant square on which no capture is
// legal is accepted and dropped.
func (s *Setup) Position() (Position, error) {
	p := Position{
		variant: s.Variant, turn: s.Turn & 1, castling: s.Castling & allCastling, enPassant: NoSquare,
		halfmoveClock: uint16(s.HalfmoveClock), moveNumber: uint16(s.MoveNumber),
	}
	for sq, man := range s.Board {
		if man.Kind != NoKind && man.Kind < NumKinds {
			p.put(Square(sq), Piece{man.Kind, man.Color & 1})
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
	for i, man := range s.Board {
		sq := Square(i)
		switch rank := Square(sq.relativeTo(man.Color&1).Rank() + 1); {
		case man.Kind == NoKind:
		case !s.Variant.HasKind(man.Kind):
			problems = append(problems, Problem{UnknownKind, man.Color, sq, man.Kind})
		case man.Kind == Pawn && (rank < 2 || rank > last):
			problems = append(problems, Problem{PawnRank, man.Color, sq, Pawn})
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
		if man := s.Board[corner]; man.Color != c || !s.Variant.cornerKind(man.Kind) {
			problems = append(problems, Problem{CastlingCorner, c, corner, man.Kind})
		}
	}
	return problems
}

// cornerKind tells whether a man of kind k can be or have been a rook that has
// not moved.
func (w Variant) cornerKind(k Kind) bool {
	return k == Rook || w != Chess && k < NumKinds && k.Level() >= 6
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

// StartText is the FEN of the start position, the same in all ways.
const StartText = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// Start returns the start position without handicap.
func Start(w Variant) Position {
	s, err := ParseSetup(w, StartText)
	if err != nil {
		panic(err)
	}
	p, err := s.Position()
	if err != nil {
		panic(err)
	}
	return p
}

// ParsePosition reads a FEN and returns the position: [ParseSetup] and
// [Setup.Position] in one.
func ParsePosition(w Variant, text string) (Position, error) {
	s, err := ParseSetup(w, text)
	if err != nil {
		return Position{}, err
	}
	return s.Position()
}
