package lancelot

// Position is a game at one moment: always one that can be played on or is
// over. It is a plain value of about 900 bytes; two positions are equal (==) if
// everything that bears on the rest of the game is, so that equal positions have
// equal texts and keys.
//
// The zero Position is no game: it has no seats and no legal turn. Positions
// come from [Setup.Position] and from playing turns.
type Position struct {
	// lead holds for each line the leads of all seats, one byte lane each with
	// seat a lowest, raised by leadZero, so that the top bit of a lane is set just
	// where the lead is two or more and the line is closed to the seat:
	//
	//	lead  -2   -1    0   +1   +2   +3
	//	lane 124  125  126  127  128  129
	//
	// Above the lanes of five seats, from bit 48, is the number of squares of the
	// line that are not free.
	lead [maxLines]uint64
	// closed holds for each seat the set of lines whose lane has its top bit set.
	closed [MaxSeats][2]uint64

	stones [MaxSeats]Set
	free   Set // without a stone and without Excalibur
	// open holds the squares on which the seat to act may put a stone now; in
	// the placement of Excalibur, those for the sword.
	open Set

	key uint64

	captured [MaxSeats]uint8
	inHand   [MaxSeats]uint8
	powers   uint8 // bit set of seats
	toAct    Seat
	sword    uint8 // noIndex before it is put, and in games without it
	over     Reason

	size, seats, target  uint8
	diagonals, excalibur bool
}

// leadZero is the lane of a lead of zero.
const leadZero = 126

// taking is the lane of a lead of two.
const taking = leadZero + 2

// closedBits are the top bits of the lanes.
const closedBits = 0x8080808080

// occupiedOne is one occupied square of a line.
const occupiedOne = 1 << 48

// ones has a one in the lane of each seat, by the number of seats.
var ones = [MaxSeats + 1]uint64{2: 0x0101, 3: 0x010101, 4: 0x01010101, 5: 0x0101010101}

func (p *Position) field() *fieldTable { return &fieldTables[p.size] }

// through are the lines through a square of the field.
func (p *Position) through(i uint8) []uint8 {
	f := p.field()
	if p.diagonals {
		return f.through[i][:f.count[i][1]]
	}
	return f.through[i][:2]
}

// indexOf is the field's number of a square of the plan, and whether it is on
// the field.
func (p *Position) indexOf(square Square) (uint8, bool) {
	if square >= BoardSize*BoardSize || p.size == 0 {
		return noIndex, false
	}
	i := p.field().index[square]
	return i, i != noIndex
}

// cell is what stands on a square of the field.
func (p *Position) cell(i uint8) Cell {
	if p.free.Has(i) {
		return Free
	}
	for seat := range p.stones {
		if p.stones[seat].Has(i) {
			return StoneOf(Seat(seat))
		}
	}
	return Excalibur
}

// Seats is the number of seats.
func (p *Position) Seats() int { return int(p.seats) }

// Size is the number of squares along a side of the field.
func (p *Position) Size() int { return int(p.size) }

// Rules are the expert rules in use.
func (p *Position) Rules() Rules { return Rules{Diagonals: p.diagonals, Excalibur: p.excalibur} }

// Target is the number of stones to take.
func (p *Position) Target() int { return int(p.target) }

// ToAct is the seat to act. When the game is over it is the seat that would
// have followed.
func (p *Position) ToAct() Seat { return p.toAct }

// Captured is the number of stones that the seat has taken.
func (p *Position) Captured(seat Seat) int { return int(p.captured[seat]) }

// InHand is the number of stones that the seat has yet to put.
func (p *Position) InHand(seat Seat) int { return int(p.inHand[seat]) }

// HasExcaliburTurn tells whether the seat still holds the king's power.
func (p *Position) HasExcaliburTurn(seat Seat) bool { return p.powers>>seat&1 != 0 }

// PlacesExcalibur tells whether the seat to act has to put Excalibur on the field
// before the first stone.
func (p *Position) PlacesExcalibur() bool { return p.excalibur && p.sword == noIndex }

// Excalibur is where Excalibur stands, [NoSquare] if it is not on the field.
func (p *Position) Excalibur() Square {
	if p.sword == noIndex {
		return NoSquare
	}
	return p.field().plan[p.sword]
}

// OnField tells whether the square belongs to the field.
func (p *Position) OnField(square Square) bool {
	_, ok := p.indexOf(square)
	return ok
}

// Squares are the squares of the field, row by row from below.
func (p *Position) Squares() []Square {
	f := p.field()
	return append([]Square(nil), f.plan[:f.squares]...)
}

// Square is the square of the plan that has the number i on the field.
func (p *Position) Square(i uint8) Square { return p.field().plan[i] }

// Open are the squares of the field on which the seat to act may put a stone
// as the first action of its turn; in the placement of Excalibur those for the
// sword. There is one just if the game runs.
func (p *Position) Open() Set { return p.open }

// Stones are the squares of the field with a stone of the seat.
func (p *Position) Stones(seat Seat) Set { return p.stones[seat] }

// FreeSquares are the squares of the field on which nothing stands.
func (p *Position) FreeSquares() Set { return p.free }

// LineSquares are the squares of the line.
func (p *Position) LineSquares(line int) Set { return p.field().mask[line] }

// Cell is what stands on a square; a square off the field is free.
func (p *Position) Cell(square Square) Cell {
	if i, ok := p.indexOf(square); ok {
		return p.cell(i)
	}
	return Free
}

// openTo are the squares on which the seat might put a stone (or, on a field
// from which it has been lifted, Excalibur): free and on no line closed to it.
func (p *Position) openTo(seat Seat) Set {
	f := p.field()
	open := p.free
	for w, set := range p.closed[seat] {
		for ; set != 0; set &= set - 1 {
			open.andNot(&f.mask[w<<6+trailingZeros(set)])
		}
	}
	return open
}
