package lancelot

// Bounds of the game as it is sold.
const (
	MinSeats      = 2
	MaxSeats      = 5
	StonesPerSeat = 30 // that each seat starts with
	MinTarget     = 1
	MaxTarget     = 60
)

// Seat is a place at the table, counted clockwise from 0. Its letter in texts
// is a for 0 to e for 4.
type Seat uint8

// String is the seat's letter.
func (s Seat) String() string { return string(rune('a' + s)) }

// next is the seat clockwise of s at a table of seats.
func (s Seat) next(seats uint8) Seat {
	if s++; uint8(s) >= seats {
		return 0
	}
	return s
}

// StandardTarget is the number of stones to take with so many seats: 7 with
// two, one more with each further seat. It is 0 for a number that cannot play.
func StandardTarget(seats int) int {
	if seats < MinSeats || seats > MaxSeats {
		return 0
	}
	return 5 + seats
}

// StandardSize is the number of squares along a side of the field with so many
// seats: 8, 10, 12 or 14. It is 0 for a number that cannot play.
func StandardSize(seats int) int {
	if seats < MinSeats || seats > MaxSeats {
		return 0
	}
	return 4 + 2*seats
}
