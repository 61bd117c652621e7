package lancelot

// MinBoardSize is the smallest number of squares along a side of a board. Games
// by the rules have the sizes of [StandardSize]; for other sizes see
// [Setup.PositionOnAnyBoard].
const MinBoardSize = 4

// minDiagonal is the shortest length of a diagonal that is a line.
const minDiagonal = 4

// maxLines is the number of lines of the whole plan with diagonals.
const maxLines = 2*PlanSize + 2*(2*PlanSize-1-2*(minDiagonal-1))

// boardTable holds the constants of a board of one size. Lines are numbered: rows
// from below, columns from the left, rising diagonals, falling diagonals. The
// basic game uses the first 2×size lines.
type boardTable struct {
	size     uint8
	lines    uint8         // with diagonals
	plan     []Square      // the squares in their order
	index    [256]uint8    // place of a square in plan
	through  [256][4]int   // lines through a square: row, column, diagonals
	count    [256][2]uint8 // number of lines through a square, without and with diagonals; 0 off the board
	mask     [maxLines]Set // squares of a line
	len      [maxLines]uint8
	line     [maxLines]Line
	all      Set          // every square
	lineMask [2][2]uint64 // set of lines, without and with diagonals
}

var boardTables = makeBoardTables()

func makeBoardTables() *[PlanSize + 1]boardTable {
	tables := new([PlanSize + 1]boardTable)
	for size := MinBoardSize; size <= PlanSize; size++ {
		tables[size].make(size)
	}
	return tables
}

// origin returns the column of the board's left edge, which is also the row of its
// lower edge. Boards lie in the middle of the plan.
func origin(size int) int { return (PlanSize - size) / 2 }

func (f *boardTable) make(size int) {
	f.size = uint8(size)
	for row := range size {
		for column := range size {
			square := NewSquare(origin(size)+column, origin(size)+row)
			f.index[square] = uint8(len(f.plan))
			f.plan = append(f.plan, square)
			f.all.Add(square)
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
func (f *boardTable) add(kind LineKind, column, row, right, up int) {
	size := int(f.size)
	var squares []Square
	for c, r := column, row; c >= 0 && c < size && r >= 0 && r < size; c, r = c+right, r+up {
		squares = append(squares, f.plan[r*size+c])
	}
	if len(squares) < minDiagonal {
		return
	}
	l := f.lines
	f.lines++
	f.line[l] = Line{Kind: kind, First: squares[0], Last: squares[len(squares)-1]}
	f.len[l] = uint8(len(squares))
	for _, at := range squares {
		f.mask[l].Add(at)
		n := f.count[at][1]
		f.through[at][n] = int(l)
		f.count[at][1]++
		if kind == Row || kind == Column {
			f.count[at][0]++
		}
	}
}
