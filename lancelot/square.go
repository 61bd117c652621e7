package lancelot

import "strconv"

// PlanSize is the number of squares along a side of the whole plan. A game is
// played on the board in its middle.
const PlanSize = 14

// Square is a square of the whole plan, numbered row by row from below,
// whatever the size of the board: A1 is 0, N1 is 13, N14 is 195.
type Square uint8

// NoSquare means no square, for example if Excalibur is not on the board.
const NoSquare Square = 255

// NewSquare returns the square in a column, counted from 0 (a), and a row, counted
// from 0 (row 1). It returns [NoSquare] off the plan.
func NewSquare(column, row int) Square {
	if column < 0 || column >= PlanSize || row < 0 || row >= PlanSize {
		return NoSquare
	}
	return Square(row*PlanSize + column)
}

// Column returns the column, 0 (a) to 13 (n).
func (s Square) Column() int { return int(s) % PlanSize }

// Row returns the row, 0 (row 1) to 13 (row 14). That of [NoSquare] is 18.
func (s Square) Row() int { return int(s) / PlanSize }

// String returns the square's name, for example "g8", or "-" for
// [NoSquare].
func (s Square) String() string {
	if s >= PlanSize*PlanSize {
		return "-"
	}
	return string(rune('a'+s.Column())) + strconv.Itoa(s.Row()+1)
}

// ParseSquare parses a square's name, for example "g8" or "G8", with a lower-case or upper-case letter. The
// error is a [*SyntaxError].
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

// Cell is the content of a square: [Free], [Excalibur] or a stone.
type Cell uint8

// The cells without a stone. For stones see [StoneOf].
const (
	Free      Cell = 0
	Excalibur Cell = 1 + MaxSeats
)

// StoneOf returns the cell with a stone of the seat.
func StoneOf(s Seat) Cell { return Cell(s) + 1 }

// Seat returns the owner of the stone. ok is false if the cell has no stone.
func (c Cell) Seat() (seat Seat, ok bool) {
	if c >= 1 && c <= MaxSeats {
		return Seat(c - 1), true
	}
	return 0, false
}

// String returns the cell's letter: a to e for a stone, * for Excalibur, . for a
// free square.
func (c Cell) String() string {
	if s, ok := c.Seat(); ok {
		return s.String()
	}
	if c == Excalibur {
		return "*"
	}
	return "."
}
