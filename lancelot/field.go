package lancelot

// MinFieldSize is the smallest number of squares along a side of a field. Games
// by the rules have the sizes of [StandardSize]; for other sizes see
// [Setup.PositionOnAnyField].
const MinFieldSize = 4

// minDiagonal is the shortest length of a diagonal that is a line.
const minDiagonal = 4

// maxLines is the number of lines of the whole board with diagonals.
const maxLines = 2*BoardSize + 2*(2*BoardSize-1-2*(minDiagonal-1))

// fieldTable holds the constants of a field of one size. Lines are numbered: rows
// from below, columns from the left, rising diagonals, falling diagonals. The
// basic game uses the first 2×size lines.
type fieldTable struct {
	size     uint8
	squares  uint8
	lines    uint8         // with diagonals
	plan     [196]Square   // square of the board by index
	index    [196]uint8    // index by square of the board, noIndex off the field
	through  [196][4]uint8 // lines through a square: row, column, diagonals
	count    [196][2]uint8 // number of lines through a square, without and with diagonals
	mask     [maxLines]Set // squares of a line
	len      [maxLines]uint8
	line     [maxLines]Line
	all      Set          // every square
	lineMask [2][2]uint64 // set of lines, without and with diagonals
}

const noIndex = 255

var fieldTables = makeFieldTables()

func makeFieldTables() *[BoardSize + 1]fieldTable {
	tables := new([BoardSize + 1]fieldTable)
	for size := MinFieldSize; size <= BoardSize; size++ {
		tables[size].make(size)
	}
	return tables
}

// origin returns the column of the field's left edge, counted from 0, which is also
// one less than the row of its lower edge. Fields lie in the middle of the board.
func origin(size int) int { return (BoardSize - size) / 2 }

func (f *fieldTable) make(size int) {
	f.size, f.squares = uint8(size), uint8(size*size)
	for i := range f.index {
		f.index[i] = noIndex
	}
	for row := range size {
		for column := range size {
			i := row*size + column
			square := SquareAt(origin(size)+column, origin(size)+row+1)
			f.plan[i], f.index[square] = square, uint8(i)
			f.all.Add(uint8(i))
		}
	}
	for row := range size {
		f.add(Row, 0, row, 1, 0)
	}
	for column := range size {
		f.add(Column, column, 0, 0, 1)
	}
	for d := -size + 1; d < size; d++ {
		f.add(Rising, max(0, d), max(0, -d), 1, 1)
	}
	for d := range 2*size - 1 {
		f.add(Falling, max(0, d-size+1), min(d, size-1), 1, -1)
	}
	for l := range int(f.lines) {
		if l < 2*size {
			f.lineMask[0][l>>6] |= 1 << (l & 63)
		}
		f.lineMask[1][l>>6] |= 1 << (l & 63)
	}
}

// add adds the line that begins at (column, row), unless it is too short.
func (f *fieldTable) add(kind LineKind, column, row, right, up int) {
	size := int(f.size)
	var squares []uint8
	for c, r := column, row; c >= 0 && c < size && r >= 0 && r < size; c, r = c+right, r+up {
		squares = append(squares, uint8(r*size+c))
	}
	if len(squares) < minDiagonal {
		return
	}
	l := f.lines
	f.lines++
	f.line[l] = Line{Kind: kind, First: f.plan[squares[0]], Last: f.plan[squares[len(squares)-1]]}
	f.len[l] = uint8(len(squares))
	for _, i := range squares {
		f.mask[l].Add(i)
		n := f.count[i][1]
		f.through[i][n] = l
		f.count[i][1]++
		if kind == Row || kind == Column {
			f.count[i][0]++
		}
	}
}
