package lancelot_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"tafelrunde/lancelot"
)

// twin plays Lancelot by the text of the rules: it has a plain array and
// recomputes everything from it. It shares no code with the package.
type twin struct {
	seats, size, target  int
	diagonals, excalibur bool
	at                   [14][14]byte // by column and row; 0 off the board, '.' free
	toAct                int
	captured, inHand     [5]int
	excaliburTurn        [5]bool
	excaliburOf          int // seat whose stone Excalibur counts as, -1 outside its turn
	over                 string
}

// newTwin parses the text of a valid position.
func newTwin(text string) *twin {
	t := &twin{excaliburOf: -1}
	f := strings.Fields(text)
	rows := strings.Split(f[0], "/")
	t.size = len(rows)
	t.seats = len(strings.Split(f[2], ","))
	edge := (14 - t.size) / 2
	for r, row := range rows {
		c := 0
		for i := 0; i < len(row); {
			j := i
			for j < len(row) && row[j] >= '0' && row[j] <= '9' {
				j++
			}
			if j == i {
				t.at[edge+c][edge+t.size-1-r] = row[i]
				i, c = i+1, c+1
				continue
			}
			n, _ := strconv.Atoi(row[i:j])
			for range n {
				t.at[edge+c][edge+t.size-1-r] = '.'
				c++
			}
			i = j
		}
	}
	t.toAct = int(f[1][0] - 'a')
	for s := range t.seats {
		t.captured[s], _ = strconv.Atoi(strings.Split(f[2], ",")[s])
		t.inHand[s], _ = strconv.Atoi(strings.Split(f[3], ",")[s])
		t.excaliburTurn[s] = strings.ContainsRune(f[4], rune('a'+s))
	}
	t.diagonals = strings.Contains(f[5], "diagonals")
	t.excalibur = strings.Contains(f[5], "excalibur")
	t.target, _ = strconv.Atoi(f[6])
	t.findTurn()
	return t
}

type place struct{ column, row int }

func (p place) String() string { return string(rune('a'+p.column)) + strconv.Itoa(p.row+1) }

func placeOf(text string) place {
	row, _ := strconv.Atoi(text[1:])
	return place{int(text[0] - 'a'), row - 1}
}

func (t *twin) board() []place {
	var all []place
	for row := range 14 {
		for column := range 14 {
			if t.at[column][row] != 0 {
				all = append(all, place{column, row})
			}
		}
	}
	return all
}

func (t *twin) onBoard(p place) bool {
	return p.column >= 0 && p.column < 14 && p.row >= 0 && p.row < 14 && t.at[p.column][p.row] != 0
}

// lines returns the lines through p, each as its squares.
func (t *twin) lines(p place) [][]place {
	var lines [][]place
	for _, step := range []place{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		diagonal := step.column != 0 && step.row != 0
		if diagonal && !t.diagonals {
			continue
		}
		first := p
		for t.onBoard(place{first.column - step.column, first.row - step.row}) {
			first = place{first.column - step.column, first.row - step.row}
		}
		var line []place
		for q := first; t.onBoard(q); q = (place{q.column + step.column, q.row + step.row}) {
			line = append(line, q)
		}
		if diagonal && len(line) < 4 {
			continue
		}
		lines = append(lines, line)
	}
	return lines
}

// lead returns the number of own stones on the line minus all others.
func (t *twin) lead(seat int, line []place) int {
	lead := 0
	for _, q := range line {
		switch c := t.at[q.column][q.row]; {
		case c == '.':
		case c == '*' && t.excaliburOf == seat, c == byte('a'+seat):
			lead++
		default:
			lead--
		}
	}
	return lead
}

// place adds a stone or Excalibur ('*') of the seat to act and captures. It
// returns false if chivalry forbids it or the square is not free.
func (t *twin) place(what byte, p place) (captured []place, ok bool) {
	if !t.onBoard(p) || t.at[p.column][p.row] != '.' {
		return nil, false
	}
	t.at[p.column][p.row] = what
	var gone []place
	for _, line := range t.lines(p) {
		lead := t.lead(t.toAct, line)
		if lead > 2 {
			t.at[p.column][p.row] = '.'
			return nil, false
		}
		if lead == 2 {
			gone = append(gone, line...)
		}
	}
	for _, q := range gone {
		if c := t.at[q.column][q.row]; c != '.' && c != '*' && c != byte('a'+t.toAct) {
			t.at[q.column][q.row] = '.'
			captured = append(captured, q)
		}
	}
	t.captured[t.toAct] += len(captured)
	return captured, true
}

func (t *twin) excaliburPlace() (place, bool) {
	for _, p := range t.board() {
		if t.at[p.column][p.row] == '*' {
			return p, true
		}
	}
	return place{}, false
}

// do plays a turn action by action and returns the captured stones. It returns
// false for an illegal turn; t is then invalid.
func (t *twin) do(text string) (captured []place, ok bool) {
	stones, excaliburs := 0, 0
	for action := range strings.SplitSeq(text, ",") {
		square, isExcalibur := strings.CutPrefix(action, "X")
		p := placeOf(square)
		from, set := t.excaliburPlace()
		switch {
		case !isExcalibur:
			stones++
			if t.inHand[t.toAct] == 0 || t.excalibur && !set {
				return nil, false
			}
			gone, ok := t.place(byte('a'+t.toAct), p)
			if !ok {
				return nil, false
			}
			t.inHand[t.toAct]--
			captured = append(captured, gone...)
		case !t.excalibur:
			return nil, false
		case !set:
			if !t.onBoard(p) || t.at[p.column][p.row] != '.' {
				return nil, false
			}
			t.at[p.column][p.row] = '*'
			return nil, text == action
		default:
			excaliburs++
			if !t.excaliburTurn[t.toAct] || p == from {
				return nil, false
			}
			t.at[from.column][from.row] = '.'
			t.excaliburOf = t.toAct
			gone, ok := t.place('*', p)
			if !ok {
				return nil, false
			}
			captured = append(captured, gone...)
		}
	}
	if excaliburs > 0 {
		t.excaliburTurn[t.toAct] = false
		t.excaliburOf = -1
	}
	return captured, stones == 1 && excaliburs <= 1
}

func (t *twin) legal(text string) bool {
	try := *t
	_, ok := try.do(text)
	return ok
}

// turns returns all legal turns of the seat to act.
func (t *twin) turns() []string {
	if t.over != "" {
		return nil
	}
	var turns []string
	add := func(text string) {
		if t.legal(text) {
			turns = append(turns, text)
		}
	}
	board := t.board()
	_, set := t.excaliburPlace()
	for _, p := range board {
		add(p.String())
		if t.excalibur && !set {
			add("X" + p.String())
		}
	}
	if set && t.excaliburTurn[t.toAct] {
		for _, p := range board {
			for _, q := range board {
				add(p.String() + ",X" + q.String())
				add("X" + p.String() + "," + q.String())
			}
		}
	}
	return turns
}

// canAct reports whether the seat to act has a legal turn.
func (t *twin) canAct() bool {
	board := t.board()
	_, set := t.excaliburPlace()
	for _, p := range board {
		if t.legal(p.String()) || t.legal("X"+p.String()) {
			return true
		}
	}
	if set && t.excaliburTurn[t.toAct] {
		for _, p := range board {
			// Without a legal stone, only a turn that moves Excalibur first can be legal.
			first := *t
			from, _ := first.excaliburPlace()
			first.at[from.column][from.row] = '.'
			first.excaliburOf = t.toAct
			if _, ok := first.place('*', p); !ok || p == from {
				continue
			}
			for _, q := range board {
				second := first
				if _, ok := second.place(byte('a'+t.toAct), q); ok && t.inHand[t.toAct] > 0 {
					return true
				}
			}
		}
	}
	return false
}

// findTurn gives the turn to the first seat from toAct on that has a legal turn.
func (t *twin) findTurn() {
	for range t.seats {
		if t.canAct() {
			return
		}
		t.toAct = (t.toAct + 1) % t.seats
	}
	t.over = "no-turn"
}

// play plays a legal turn and returns the captured stones.
func (t *twin) play(text string) []place {
	captured, _ := t.do(text)
	target := t.captured[t.toAct] >= t.target
	t.toAct = (t.toAct + 1) % t.seats
	if target {
		t.over = "target"
	} else {
		t.findTurn()
	}
	return captured
}

func (t *twin) winners() []lancelot.Seat {
	if t.over == "" {
		return nil
	}
	var winners []lancelot.Seat
	most := slices.Max(t.captured[:t.seats])
	for s := range t.seats {
		if t.captured[s] == most {
			winners = append(winners, lancelot.Seat(s))
		}
	}
	return winners
}

// String returns the text of the position.
func (t *twin) String() string {
	var b strings.Builder
	edge := (14 - t.size) / 2
	for r := range t.size {
		if r > 0 {
			b.WriteString("/")
		}
		free := 0
		for c := range t.size + 1 {
			cell := byte(0)
			if c < t.size {
				cell = t.at[edge+c][edge+t.size-1-r]
			}
			if cell == '.' {
				free++
				continue
			}
			if free > 0 {
				b.WriteString(strconv.Itoa(free))
				free = 0
			}
			if cell != 0 {
				b.WriteByte(cell)
			}
		}
	}
	var captured, inHand []string
	excaliburTurns := ""
	for s := range t.seats {
		captured = append(captured, strconv.Itoa(t.captured[s]))
		inHand = append(inHand, strconv.Itoa(t.inHand[s]))
		if t.excaliburTurn[s] {
			excaliburTurns += string(rune('a' + s))
		}
	}
	if excaliburTurns == "" {
		excaliburTurns = "-"
	}
	rules := map[[2]bool]string{
		{false, false}: "basic", {true, false}: "diagonals",
		{false, true}: "excalibur", {true, true}: "diagonals+excalibur",
	}[[2]bool{t.diagonals, t.excalibur}]
	return strings.Join([]string{b.String(), string(rune('a' + t.toAct)), strings.Join(captured, ","),
		strings.Join(inHand, ","), excaliburTurns, rules, strconv.Itoa(t.target)}, " ")
}

// TestTwinCounts compares counts of the twin with those of an independent
// program, for small depths.
func TestTwinCounts(t *testing.T) {
	for _, row := range []struct {
		text   string
		counts []int
	}{
		{"8/2b1a3/3a1aa1/4a3/3bb3/abbb4/3a1b2/2b5 a 1,2 21,21 - basic 7", []int{44, 1570}},
		{"1a1aa3/1aa5/a1*a1b2/8/2b1bb2/4b1b1/b1a5/3b4 a 1,1 21,21 ab diagonals+excalibur 7", []int{1615}},
		{"1b2abb1/b4bb1/2aa2a1/4a1a1/b1abb3/1a1a2a1/6ba/3bb1b1 a 4,6 13,13 - basic 7", []int{20, 315, 5622}},
		{"2a2dc1dab1/8d1d1/b2ab1d2d2/7c1b1a/c2a1cc5/4bb1b2c1/3a1db5/d1b2b5a/7a2a1/1ac3a4a/4b1c1d3/6b2b1b a 4,8,2,3 15,15,15,15 - diagonals 9", []int{63, 3537}},
	} {
		for i, want := range row.counts {
			if got := newTwin(row.text).perft(i + 1); got != want {
				t.Errorf("%s: perft(%d) = %d, want %d", row.text, i+1, got, want)
			}
		}
	}
}

func (t *twin) perft(depth int) int {
	turns := t.turns()
	if depth == 1 {
		return len(turns)
	}
	n := 0
	for _, text := range turns {
		after := *t
		after.play(text)
		n += after.perft(depth - 1)
	}
	return n
}
