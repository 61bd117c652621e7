package lancelot

import "strconv"

// LineKind is the direction of a line.
type LineKind uint8

// The kinds of lines.
const (
	Row LineKind = iota
	Column
	Rising  // diagonal, up to the right
	Falling // diagonal, down to the right
)

// String is the kind's name: row, column, rising or falling.
func (k LineKind) String() string {
	return [...]string{"row", "column", "rising", "falling"}[k&3]
}

// Line is one line of a field. Two lines are the same line if they are equal.
type Line struct {
	Kind LineKind
	// First and Last are its ends: the left one first, of a column the lower
	// one.
	First, Last Square
}

// Len is the number of the line's squares.
func (l Line) Len() int {
	return max(l.Last.Column()-l.First.Column(), l.Last.Row()-l.First.Row()) + 1
}

// Squares are the line's squares from first to last.
func (l Line) Squares() []Square {
	step := [...]int{Row: 1, Column: BoardSize, Rising: BoardSize + 1, Falling: 1 - BoardSize}[l.Kind&3]
	squares := make([]Square, l.Len())
	for i := range squares {
		squares[i] = Square(int(l.First) + i*step)
	}
	return squares
}

// String names the line as people are shown it: "row 6", "column G",
// "diagonal D4-K11".
func (l Line) String() string {
	switch l.Kind {
	case Row:
		return "row " + strconv.Itoa(l.First.Row())
	case Column:
		return "column " + string(rune('A'+l.First.Column()))
	}
	return "diagonal " + l.First.Display() + "-" + l.Last.Display()
}

// Lines are the lines of the game: rows from below, columns from the left,
// rising diagonals from the upper left, falling ones from the lower left. An
// index into them is what other methods call a line.
func (p *Position) Lines() []Line {
	return append([]Line(nil), p.field().line[:p.LineCount()]...)
}

// LineCount is the number of lines.
func (p *Position) LineCount() int {
	if p.diagonals {
		return int(p.field().lines)
	}
	return 2 * int(p.size)
}

// Line is the line of that index; it must be below [Position.LineCount].
func (p *Position) Line(line int) Line { return p.field().line[:p.LineCount()][line] }

// AppendLinesThrough appends the indices of the lines through the square: its
// row, its column and, with the rule, its diagonals; none off the field.
func (p *Position) AppendLinesThrough(dst []int, square Square) []int {
	i, ok := p.indexOf(square)
	if !ok {
		return dst
	}
	for _, l := range p.through(i) {
		dst = append(dst, int(l))
	}
	return dst
}

// Lead is the seat's lead on the line: its own stones there less those of all
// other seats and Excalibur. The seat and the line must be of this game.
func (p *Position) Lead(seat Seat, line int) int {
	return int(p.lead[:p.LineCount()][line]>>(8*seat)&0xff) - leadZero
}

// LineState is the leads of all seats on one line and how full it is, in one
// word: for programs that look at millions of lines. Two states are equal (==) if
// all of that is.
type LineState uint64

// Lead is the seat's lead on the line, as by [Position.Lead].
func (s LineState) Lead(seat Seat) int { return int(s>>(8*seat)&0xff) - leadZero }

// Occupied is the number of squares with a stone or Excalibur.
func (s LineState) Occupied() int { return int(s / occupiedOne) }

// WithStone is the state with one more stone of the seat on a free square.
func (s LineState) WithStone(seat Seat, seats int) LineState {
	return s + 2<<(8*seat) - LineState(ones[seats]) + occupiedOne
}

// WithExcalibur is the state with Excalibur, as everyone's opponent, on a free
// square.
func (s LineState) WithExcalibur(seats int) LineState {
	return s - LineState(ones[seats]) + occupiedOne
}

// ExcaliburReturned is the state of a line on which Excalibur counted as the seat's
// own stone, once it counts against everyone again.
func (s LineState) ExcaliburReturned(seat Seat) LineState { return s - 2<<(8*seat) }

// LineState is the state of the line; it must be below [Position.LineCount].
func (p *Position) LineState(line int) LineState { return LineState(p.lead[line]) }

// LineLen is the number of squares of the line.
func (p *Position) LineLen(line int) int { return int(p.field().len[line]) }

// OpenTo are the squares on which the seat might put a stone if it were to act:
// free and on no line closed to it. Whether it has one in hand is not asked.
func (p *Position) OpenTo(seat Seat) Set { return p.openTo(seat) }

// LinesThrough are the indices of the lines through the square that has the
// number i on the field. The slice must not be changed.
func (p *Position) LinesThrough(i uint8) []uint8 { return p.through(i) }
