package wotn

// Square is a square of the board, numbered rank by rank: a1 is 0, b1 is 1, h8
// is 63.
type Square uint8

// NoSquare means no square, for example if there is no en-passant square.
const NoSquare Square = 64

// Squares used in castling.
const (
	a1 Square = 0
	c1 Square = 2
	d1 Square = 3
	e1 Square = 4
	f1 Square = 5
	g1 Square = 6
	h1 Square = 7
	a8 Square = 56
	e8 Square = 60
	h8 Square = 63
)

// NewSquare returns the square on a file, counted from 0 (a), and a rank, counted
// from 0 (first). It returns [NoSquare] off the board.
func NewSquare(file, rank int) Square {
	if uint(file|rank) > 7 {
		return NoSquare
	}
	return Square(rank<<3 | file)
}

// File returns the file, 0 (a) to 7 (h).
func (s Square) File() int { return int(s & 7) }

// Rank returns the rank, 0 (first) to 7 (eighth). That of [NoSquare] is 8.
func (s Square) Rank() int { return int(s >> 3) }

// Bitboard returns the set that contains only s. It is empty for [NoSquare].
func (s Square) Bitboard() Bitboard { return 1 << s }

// relativeTo returns s from c's side: for Black the ranks are reversed.
func (s Square) relativeTo(c Color) Square { return s ^ Square(c)*56 }

// String returns the square's name, for example "e4", or "-" for NoSquare.
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)})
}

// ParseSquare parses a square's name, for example "e4". The error is a
// *SyntaxError.
func ParseSquare(text string) (Square, error) {
	if s, ok := parseSquare(text); ok {
		return s, nil
	}
	return NoSquare, unknownName(text)
}

func parseSquare(text string) (Square, bool) {
	if len(text) != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8' {
		return NoSquare, false
	}
	return NewSquare(int(text[0]-'a'), int(text[1]-'1')), true
}
