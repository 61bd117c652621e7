package lancelot

// Reason is why a game is over by the rules.
type Reason uint8

// The reasons.
const (
	Running       Reason = iota // it is not over
	TargetReached               // a seat has taken as many stones as agreed
	NoLegalTurn                 // no seat has a legal turn
)

// String is the reason's name: "", "target" or "no-turn".
func (r Reason) String() string {
	return [...]string{"", "target", "no-turn", ""}[r&3]
}

// Outcome is how a game stands by the rules. Two outcomes are equal (==) if they
// say the same.
type Outcome struct {
	Reason  Reason
	seats   uint8
	winners uint8 // bit set of seats
}

// Outcome is how the game stands: first whether a seat has reached the target,
// then whether anyone can act; if nobody can, those with most captured stones
// win together.
func (p *Position) Outcome() Outcome {
	o := Outcome{Reason: p.over, seats: p.seats}
	if p.over == Running {
		return o
	}
	most := uint8(0)
	for seat := range p.seats {
		switch n := p.captured[seat]; {
		case n > most:
			most, o.winners = n, 1<<seat
		case n == most:
			o.winners |= 1 << seat
		}
	}
	return o
}

// Over tells whether the game is over.
func (o Outcome) Over() bool { return o.Reason != Running }

// Winners are the seats that have won or share the win, in order; none while
// the game runs.
func (o Outcome) Winners() []Seat {
	var winners []Seat
	for seat := range Seat(o.seats) {
		if o.Wins(seat) {
			winners = append(winners, seat)
		}
	}
	return winners
}

// Wins tells whether the seat has won or shares the win.
func (o Outcome) Wins(seat Seat) bool { return o.winners>>seat&1 != 0 }

// WinShare is the seat's share of the win: 1 if it has won alone, 1/k if it shares
// the win with k in all, else 0. Over all seats the shares of a finished game add
// up to 1.
func (o Outcome) WinShare(seat Seat) float64 {
	if !o.Wins(seat) {
		return 0
	}
	shares := 0
	for w := o.winners; w != 0; w &= w - 1 {
		shares++
	}
	return 1 / float64(shares)
}
