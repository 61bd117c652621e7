package explorer

import (
	"bytes"

	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// keyBits is the number of bits of a key.
const keyBits = 40

// Place is a position as the statistics know it.
type Place struct {
	// Set is the kind of game.
	Set Set
	// Key identifies the position. Different positions have different keys, except for
	// one pair in 2^40.
	Key uint64

	wotn     wotn.Position
	lancelot lancelot.Position
	// symmetries are those that turn the position into its canonical form.
	symmetries []int
}

// PlaceOfWotn returns the place of a position of Way of the Knight or chess. The
// halfmove clock and the move number do not matter.
func PlaceOfWotn(p *wotn.Position) Place {
	set := SetOfVariant(p.Variant())
	text := append([]byte(set.Name), 0)
	for square := range wotn.Square(64) {
		piece := p.At(square)
		text = append(text, byte(piece.Kind)<<1|byte(piece.Color))
	}
	text = append(text, byte(p.ToMove()), byte(p.Castling()), byte(p.EnPassant()))
	return Place{Set: set, Key: keyOf(text), wotn: *p}
}

// PlaceOfLancelot returns the place of a position of Lancelot. ok is false if
// there are no statistics for it; see [SetOfLancelot].
func PlaceOfLancelot(p *lancelot.Position) (place Place, ok bool) {
	set, ok := SetOfLancelot(p)
	if !ok {
		return Place{}, false
	}
	place = Place{Set: set, lancelot: *p}
	mover := p.ToMove()
	var cells [boardSize * boardSize]byte
	for at := range cells {
		switch seat, stone := p.At(squareAt(at)).Seat(); {
		case stone && seat == mover:
			cells[at] = 'm'
		case stone:
			cells[at] = 'o'
		case p.At(squareAt(at)) == lancelot.Excalibur:
			cells[at] = 'x'
		default:
			cells[at] = '.'
		}
	}
	var least [boardSize * boardSize]byte
	for symmetry := range symmetries {
		var turned [boardSize * boardSize]byte
		for at, cell := range cells {
			turned[turn(at, symmetry)] = cell
		}
		order := bytes.Compare(turned[:], least[:])
		if symmetry == 0 || order < 0 {
			least, place.symmetries = turned, nil
		}
		if symmetry == 0 || order <= 0 {
			place.symmetries = append(place.symmetries, symmetry)
		}
	}
	text := append(append([]byte(set.Name), 0), least[:]...)
	for _, seat := range []lancelot.Seat{mover, 1 - mover} {
		text = append(text, byte(p.Captured(seat)), byte(p.InHand(seat)), 0)
		if p.HasExcaliburTurn(seat) {
			text[len(text)-1] = 1
		}
	}
	place.Key = keyOf(text)
	return place, true
}

// keyOf returns the key of a text: FNV-1a, mixed as in SplitMix64, of which the
// upper bits remain.
func keyOf(text []byte) uint64 {
	x := uint64(0xcbf29ce484222325)
	for _, b := range text {
		x = (x ^ uint64(b)) * 0x100000001b3
	}
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return (x ^ x>>31) >> (64 - keyBits)
}

// The board of Lancelot for two seats: its size, and the column and row of its lower
// left square.
const (
	boardSize   = 8
	boardOrigin = (lancelot.PlanSize - boardSize) / 2
	symmetries  = 8
)

// squareAt returns the square with an index: row by row from below.
func squareAt(at int) lancelot.Square {
	return lancelot.NewSquare(boardOrigin+at%boardSize, boardOrigin+at/boardSize)
}

// indexOf returns the index of a square of the board.
func indexOf(square lancelot.Square) int {
	return (square.Row()-boardOrigin)*boardSize + square.Column() - boardOrigin
}

// turn returns the index of a square after one of the symmetries of the board: bit
// 0 reflects the columns, bit 1 the rows, bit 2 exchanges columns and rows
// afterwards.
func turn(at, symmetry int) int {
	column, row := at%boardSize, at/boardSize
	if symmetry&1 != 0 {
		column = boardSize - 1 - column
	}
	if symmetry&2 != 0 {
		row = boardSize - 1 - row
	}
	if symmetry&4 != 0 {
		column, row = row, column
	}
	return row*boardSize + column
}

// turnBack reverses turn.
func turnBack(at, symmetry int) int {
	if symmetry&4 != 0 {
		at = at%boardSize*boardSize + at/boardSize
	}
	return turn(at, symmetry&3)
}

// The code of a move in files (docs/formats/explorer.md). In Way of the Knight: the square of origin, the
// target square times 2^6, and 2^12 times the place in the alphabet of the letter of
// the kind it promotes to, 0 without promotion. In Lancelot, on the canonical form of the
// position: the index of the stone, that of Excalibur times 2^6, and the kind of turn
// times 2^12. Equal moves of a symmetric position have the least of their codes.
const (
	stoneOnly = iota
	stoneThenExcalibur
	excaliburThenStone
	excaliburOnly
)

// Code returns the code of a move. ok is false if it is not legal.
func (p *Place) Code(text string) (code uint32, ok bool) {
	if !p.Set.Lancelot {
		m, err := p.wotn.ParseMove(text)
		if err != nil {
			return 0, false
		}
		code := uint32(m.From()) | uint32(m.To())<<6
		if m.Promotion() != wotn.NoKind {
			code |= uint32(m.Promotion().String()[0]-'A'+1) << 12
		}
		return code, true
	}
	t, err := p.lancelot.ParseTurn(text)
	if err != nil {
		return 0, false
	}
	for i, symmetry := range p.symmetries {
		next := turnCode(t, symmetry)
		if i == 0 || next < code {
			code = next
		}
	}
	return code, true
}

// turnCode returns the code of a turn after a symmetry.
func turnCode(t lancelot.Turn, symmetry int) uint32 {
	index := func(square lancelot.Square) uint32 {
		if square == lancelot.NoSquare {
			return 0
		}
		return uint32(turn(indexOf(square), symmetry))
	}
	return index(t.Stone()) | index(t.Excalibur())<<6 | uint32(t.Kind()-lancelot.StoneOnly)<<12
}

// text returns the move with a code. ok is false if it is not legal here, because
// the file is corrupt or another position has the same key.
func (p *Place) text(code uint32) (text string, ok bool) {
	if !p.Set.Lancelot {
		text = wotn.Square(code&63).String() + wotn.Square(code>>6&63).String()
		if letter := code >> 12; letter > 26 {
			return "", false
		} else if letter > 0 {
			text += string(rune('a' + letter - 1))
		}
		_, err := p.wotn.ParseMove(text)
		return text, err == nil
	}
	square := func(at uint32) lancelot.Square { return squareAt(turnBack(int(at&63), p.symmetries[0])) }
	stone, excalibur := square(code), square(code>>6)
	var t lancelot.Turn
	switch code >> 12 {
	case stoneOnly:
		t = lancelot.StoneTurn(stone)
	case stoneThenExcalibur:
		t = lancelot.StoneExcaliburTurn(stone, excalibur)
	case excaliburThenStone:
		t = lancelot.ExcaliburStoneTurn(excalibur, stone)
	case excaliburOnly:
		t = lancelot.ExcaliburTurn(excalibur)
	}
	return t.String(), p.lancelot.IsLegal(t)
}
