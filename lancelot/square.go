package lancelot

import "strconv"

// BoardSize is the number of squares along a side of the whole plan, of which
// the field of a game is the middle part.
const BoardSize = 14

// Square is a square of the whole plan, whatever the field in use: row by row
// from below, A1 is 0, N1 is 13, N14 is 195.
type Square uint8

// NoSquare is no square.
const NoSquare Square = 255

// SquareAt is the square in the column counted from 0 (A) and the row counted
// from 1, or [NoSquare] off the plan.
func SquareAt(column, row int) Square {
	if column < 0 || column >= BoardSize || row < 1 || row > BoardSize {
		return NoSquare
	}
	return Square((row-1)*BoardSize + column)
}

// Column is the column counted from 0, which is A.
func (s Square) Column() int { return int(s) % BoardSize }

// Row is the row counted from 1, the lowest.
func (s Square) Row() int { return int(s)/BoardSize + 1 }

// String is the square's name as texts have it, "g8"; "-" for no square of the
// plan.
func (s Square) String() string {
	if s >= BoardSize*BoardSize {
		return "-"
	}
	return string(rune('a'+s.Column())) + strconv.Itoa(s.Row())
}

// Display is the square's name as people are shown it, "G8".
func (s Square) Display() string {
	if s >= BoardSize*BoardSize {
		return "-"
	}
	return string(rune('A'+s.Column())) + strconv.Itoa(s.Row())
}

// ParseSquare reads a square's name with a small or capital letter. The error
// is a [*SyntaxError].
func ParseSquare(text string) (Square, error) {
	r := reader{text: text}
	q, err := r.square()
	if err != nil {
		return NoSquare, err
	}
	if r.at < len(text) {
		return NoSquare, r.fail(SyntaxTrailing)
	}
	return q, nil
}

// Cell is what stands on a square.
type Cell uint8

// The cells besides stones, for which see [StoneOf].
const (
	Free      Cell = 0
	Excalibur Cell = 1 + MaxSeats
)

// StoneOf is a stone of the seat.
func StoneOf(s Seat) Cell { return Cell(s) + 1 }

// Seat is the owner of the stone, and whether the cell is a stone.
func (c Cell) Seat() (Seat, bool) {
	if c >= 1 && c <= MaxSeats {
		return Seat(c - 1), true
	}
	return 0, false
}

// String is the cell's letter in texts: a to e, *, or . for a free square.
func (c Cell) String() string {
	if s, ok := c.Seat(); ok {
		return s.String()
	}
	if c == Excalibur {
		return "*"
	}
	return "."
}
