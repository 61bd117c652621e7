package lancelot

// Limits of the published game.
const (
	MinSeats      = 2
	MaxSeats      = 5
	StonesPerSeat = 30 // at the start
	MinTarget     = 1
	MaxTarget     = 60
)

// Seat is a player, counted clockwise from 0. Its letter is a for 0 to e for 4.
type Seat uint8

// String returns the seat's letter.
func (s Seat) String() string { return string(rune('a' + s)) }

// next returns the seat after s in a game for so many seats.
func (s Seat) next(seats uint8) Seat {
	if s++; uint8(s) >= seats {
		return 0
	}
	return s
}

// StandardTarget returns the number of stones to capture: 7 for two seats, one
// more for each further seat. It returns 0 for an invalid number of seats.
func StandardTarget(seats int) int {
	if seats < MinSeats || seats > MaxSeats {
		return 0
	}
	return 5 + seats
}

// StandardSize returns the number of squares along a side of the board: 8, 10, 12
// or 14 for two to five seats. It returns 0 for an invalid number of seats.
func StandardSize(seats int) int {
	if seats < MinSeats || seats > MaxSeats {
		return 0
	}
	return 4 + 2*seats
}
