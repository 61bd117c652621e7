package lancelot

import "slices"

// Position is a playable position or one in which the game is finished: board,
// captured stones, stones in hand, the seat to act and the rules. It is a value
// without pointers of about 900 bytes: assignment copies it, and == reports whether
// everything is the same that matters for the rest of the game. Equal positions
// have equal texts and keys.
//
// Positions result from [ParsePosition], [Setup.Position], [Start] and from playing
// turns. The zero Position has no seats and no legal turn.
type Position struct {
	// lead holds the leads of all seats on each line. Each seat has a lane of one
	// byte, seat a the lowest. A lane is the lead plus leadZero, so that its top bit
	// is set if and only if the lead is two or more and the line is closed:
	//
	//	lead  -2   -1    0   +1   +2   +3
	//	lane 124  125  126  127  128  129
	//
	// The bits from 48 on hold the number of occupied squares of the line.
	lead [maxLines]uint64
	// closed holds for each seat the set of lines that are closed to it.
	closed [MaxSeats][2]uint64

	stones [MaxSeats]Set
	free   Set // without a stone or Excalibur
	// open holds the squares where the seat to act may place a stone or, before the
	// first stone, Excalibur.
	open Set

	key uint64

	captured       [MaxSeats]uint8
	inHand         [MaxSeats]uint8
	excaliburTurns uint8 // bit set of seats
	toAct          Seat
	excaliburAt    Square // NoSquare if Excalibur is not on the board
	reason         Reason

	size, seats, target  uint8
	diagonals, excalibur bool
}

// leadZero is the lane of a lead of zero.
const leadZero = 126

// capturing is the lane of a lead of two.
const capturing = leadZero + 2

// closedBits are the top bits of the lanes.
const closedBits = 0x8080808080

// occupiedOne counts one occupied square of a line.
const occupiedOne = 1 << 48

// ones has a one in the lane of each seat, by the number of seats.
var ones = [MaxSeats + 1]uint64{2: 0x0101, 3: 0x010101, 4: 0x01010101, 5: 0x0101010101}

func (p *Position) board() *boardTable { return &boardTables[p.size] }

// through returns the lines through a square of the board.
func (p *Position) through(at Square) []int {
	f := p.board()
	if p.diagonals {
		return f.through[at][:f.count[at][1]]
	}
	return f.through[at][:2]
}

// cell returns the content of a square of the board.
func (p *Position) cell(at Square) Cell {
	if p.free.Has(at) {
		return Free
	}
	for seat := range p.stones {
		if p.stones[seat].Has(at) {
			return StoneOf(Seat(seat))
		}
	}
	return Excalibur
}

// Seats returns the number of seats.
func (p *Position) Seats() int { return int(p.seats) }

// Size returns the number of squares along a side of the board.
func (p *Position) Size() int { return int(p.size) }

// Rules returns the expert rules in use.
func (p *Position) Rules() Rules { return Rules{Diagonals: p.diagonals, Excalibur: p.excalibur} }

// Target returns the number of captured stones that wins the game.
func (p *Position) Target() int { return int(p.target) }

// ToMove returns the seat to act. If the game is finished, it returns the next seat in
// order.
func (p *Position) ToMove() Seat { return p.toAct }

// Captured returns the number of stones that the seat has captured.
func (p *Position) Captured(seat Seat) int { return int(p.captured[seat]) }

// InHand returns the number of stones in the seat's hand.
func (p *Position) InHand(seat Seat) int { return int(p.inHand[seat]) }

// HasExcaliburTurn reports whether the seat still has its Excalibur turn, the
// king's power of the rules.
func (p *Position) HasExcaliburTurn(seat Seat) bool { return p.excaliburTurns>>seat&1 != 0 }

// PlacesExcalibur reports whether the seat to act has to place Excalibur on the
// board before the first stone.
func (p *Position) PlacesExcalibur() bool { return p.excalibur && p.excaliburAt == NoSquare }

// Excalibur returns the square of Excalibur, or [NoSquare] if it is not on the
// board.
func (p *Position) Excalibur() Square {
	if !p.excalibur {
		return NoSquare
	}
	return p.excaliburAt
}

// OnBoard reports whether the square is part of the board.
func (p *Position) OnBoard(square Square) bool { return p.board().all.Has(square) }

// Squares returns the squares of the board, row by row from below.
func (p *Position) Squares() []Square { return slices.Clone(p.board().plan) }

// Open returns the squares where the seat to act may place a stone as its first
// action or, before the first stone, Excalibur. The set is empty if and only if
// the game is finished.
func (p *Position) Open() Set { return p.open }

// Stones returns the squares with a stone of the seat.
func (p *Position) Stones(seat Seat) Set { return p.stones[seat] }

// FreeSquares returns the squares without a stone or Excalibur.
func (p *Position) FreeSquares() Set { return p.free }

// LineSquares returns the squares of the line.
func (p *Position) LineSquares(line int) Set { return p.board().mask[line] }

// At returns the content of a square. Squares off the board are free.
func (p *Position) At(square Square) Cell {
	if p.OnBoard(square) {
		return p.cell(square)
	}
	return Free
}

// openTo returns the free squares on no line closed to the seat.
func (p *Position) openTo(seat Seat) Set {
	f := p.board()
	open := p.free
	for w, set := range p.closed[seat] {
		for ; set != 0; set &= set - 1 {
			open.removeAll(&f.mask[w<<6+trailingZeros(set)])
		}
	}
	return open
}
