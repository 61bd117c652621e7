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

// String returns the name: row, column, rising or falling.
func (k LineKind) String() string {
	return [...]string{"row", "column", "rising", "falling"}[k&3]
}

// Line is a row, column or diagonal of a board. Lines can be compared with ==.
type Line struct {
	Kind LineKind
	// First is the left end, or the lower end of a column. Last is the other end.
	First, Last Square
}

// Len returns the number of squares.
func (l Line) Len() int {
	return max(l.Last.Column()-l.First.Column(), l.Last.Row()-l.First.Row()) + 1
}

// Squares returns the squares from First to Last.
func (l Line) Squares() []Square {
	step := [...]int{Row: 1, Column: PlanSize, Rising: PlanSize + 1, Falling: 1 - PlanSize}[l.Kind&3]
	squares := make([]Square, l.Len())
	for i := range squares {
		squares[i] = Square(int(l.First) + i*step)
	}
	return squares
}

// String returns the name for people: "row 6", "column g" or "diagonal d4-k11".
func (l Line) String() string {
	switch l.Kind {
	case Row:
		return "row " + strconv.Itoa(l.First.Row()+1)
	case Column:
		return "column " + string(rune('a'+l.First.Column()))
	}
	return "diagonal " + l.First.String() + "-" + l.Last.String()
}

// Name returns the part of the name that does not depend on the language, with
// letters as in [Square.String]: "6" for a row, "g" for a column, "d4–k11" for a
// diagonal.
func (l Line) Name() string {
	switch l.Kind {
	case Row:
		return strconv.Itoa(l.First.Row() + 1)
	case Column:
		return string(rune('a' + l.First.Column()))
	}
	return l.First.String() + "–" + l.Last.String()
}

// Lines returns the lines of the game: rows from below, columns from the left,
// rising diagonals from the upper left, falling diagonals from the lower left.
// Other methods refer to a line by its index in this slice.
func (p *Position) Lines() []Line {
	return append([]Line(nil), p.board().line[:p.LineCount()]...)
}

// LineCount returns the number of lines.
func (p *Position) LineCount() int {
	if p.diagonals {
		return int(p.board().lines)
	}
	return 2 * int(p.size)
}

// Line returns the line with an index below [Position.LineCount].
func (p *Position) Line(line int) Line { return p.board().line[:p.LineCount()][line] }

// LinesThrough returns the indices of the lines through the square: its row, its
// column and, if diagonals are lines, its diagonals. There are none through a square
// off the board. The caller must not change the slice.
func (p *Position) LinesThrough(square Square) []int {
	if p.board().count[square][0] == 0 {
		return nil
	}
	return p.through(square)
}

// Lead returns the seat's lead on the line: its own stones minus those of all
// other seats and Excalibur.
func (p *Position) Lead(seat Seat, line int) int {
	return int(p.lead[:p.LineCount()][line]>>(8*seat)&0xff) - leadZero
}

// LineStatus is the effect that a seat's lead on a line has on its next stone
// there.
type LineStatus uint8

// The effects.
const (
	LineOpen     LineStatus = iota // a stone can be placed and does not make the lead two
	LineCaptures                   // a stone makes the lead two and captures all stones of others
	LineClosed                     // no stone can be placed, because the lead would exceed two
)

// String returns "open", "captures" or "closed".
func (s LineStatus) String() string { return [...]string{"open", "captures", "closed", ""}[s&3] }

// LineStatus returns the effect that the seat's lead on the line has on its next
// stone there. It does not depend on free squares and other lines.
func (p *Position) LineStatus(seat Seat, line int) LineStatus {
	switch lead := p.Lead(seat, line); {
	case lead >= 2:
		return LineClosed
	case lead == 1:
		return LineCaptures
	}
	return LineOpen
}

// LineState packs the leads of all seats on a line and the number of occupied
// squares into one word, for engines. States can be compared with ==.
type LineState uint64

// Lead returns the seat's lead on the line, as [Position.Lead] does.
func (s LineState) Lead(seat Seat) int { return int(s>>(8*seat)&0xff) - leadZero }

// Occupied returns the number of squares with a stone or Excalibur.
func (s LineState) Occupied() int { return int(s / occupiedOne) }

// WithStone returns the state after a stone of the seat has been placed on the line
// in a game for so many seats.
func (s LineState) WithStone(seat Seat, seats int) LineState {
	return s + 2<<(8*seat) - LineState(ones[seats]) + occupiedOne
}

// WithExcalibur returns the state after Excalibur has been placed on the line. It
// counts against all seats.
func (s LineState) WithExcalibur(seats int) LineState {
	return s - LineState(ones[seats]) + occupiedOne
}

// ExcaliburReturned returns the state after Excalibur, which counted as a stone of
// the seat during its turn, counts against all seats again.
func (s LineState) ExcaliburReturned(seat Seat) LineState { return s - 2<<(8*seat) }

// LineState returns the state of the line.
func (p *Position) LineState(line int) LineState { return LineState(p.lead[line]) }

// LineLen returns the number of squares of the line.
func (p *Position) LineLen(line int) int { return int(p.board().len[line]) }

// OpenTo returns the free squares that no closed line forbids to the seat, whether
// or not it is to act or has a stone in hand.
func (p *Position) OpenTo(seat Seat) Set { return p.openTo(seat) }
