package lancelot

// Reason is the rule that finished a game. Resignations, agreed draws and forfeits
// are not decided by the rules and have no Reason.
type Reason uint8

// The reasons.
const (
	Running       Reason = iota // the game is not finished
	TargetReached               // a seat has captured the target number of stones
	NoLegalTurn                 // no seat has a legal turn
)

// String returns the reason's name in file formats and the API, "target" or
// "no-turn", or "" for [Running].
func (r Reason) String() string {
	return [...]string{"", "target", "no-turn", ""}[r&3]
}

// Outcome is the state of a game by the rules: running, or finished for a reason
// with winners. The zero Outcome is a running game. Outcomes can be compared with
// ==.
type Outcome struct {
	// Reason is Running until the game is finished.
	Reason  Reason
	seats   uint8
	winners uint8 // bit set of seats
}

// Outcome returns the outcome of the position. If no seat has a legal turn, the
// seats with the most captured stones share the win.
func (p *Position) Outcome() Outcome {
	o := Outcome{Reason: p.reason, seats: p.seats}
	if p.reason == Running {
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

// Over reports whether the game is finished.
func (o Outcome) Over() bool { return o.Reason != Running }

// Draw reports whether the game is finished and all seats share the win.
func (o Outcome) Draw() bool { return o.Over() && o.winners == 1<<o.seats-1 }

// Winners returns the seats that have won or share the win, in order. It returns
// nil for a running game.
func (o Outcome) Winners() []Seat {
	var winners []Seat
	for seat := range Seat(o.seats) {
		if o.Wins(seat) {
			winners = append(winners, seat)
		}
	}
	return winners
}

// Wins reports whether the seat has won or shares the win.
func (o Outcome) Wins(seat Seat) bool { return o.winners>>seat&1 != 0 }

// WinShare returns the seat's share of the win: 1 if it has won alone, 1/k if k
// seats share the win, otherwise 0. The shares of a finished game add up to 1.
func (o Outcome) WinShare(seat Seat) float64 {
	if !o.Wins(seat) {
		return 0
	}
	winners := 0
	for w := o.winners; w != 0; w &= w - 1 {
		winners++
	}
	return 1 / float64(winners)
}
