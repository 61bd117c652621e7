package lancelot

// Setup is what a table may look like: its fields are free to hold nonsense,
// and two set-ups are equal (==) if all fields are. What can be played is a
// [Position]; [Setup.Position] is the door.
type Setup struct {
	// Seats is the number of seats.
	Seats int
	// Height is the number of rows of the field and Widths the number of squares
	// of each, from the top row down.
	Height int
	Widths [BoardSize]int
	// Cells are the squares by row from the top and column from the left; those
	// beyond Height and Widths are not part of the set-up and should be free.
	Cells [BoardSize][BoardSize]Cell
	// ToAct is the seat to act.
	ToAct Seat
	// Captured is the number of stones that each seat has taken, InHand of those
	// that it has yet to put, and ExcaliburTurn whether it still holds the king's power.
	Captured, InHand [MaxSeats]int
	ExcaliburTurn    [MaxSeats]bool
	Rules            Rules
	// Target is the number of stones to take.
	Target int
}

// Options are what is agreed before a game.
type Options struct {
	Seats int
	Rules Rules
	// Target is the number of stones to take; 0 means [StandardTarget].
	Target int
	// First is the seat that puts the first stone. With Excalibur the seat
	// before it puts the sword first.
	First Seat
	// Size is the number of squares along a side; 0 means [StandardSize].
	Size int
}

// Setup is the start of a game. It is not checked here: options that make no
// sense make a set-up that is refused.
func (o Options) Setup() Setup {
	s := Setup{Seats: o.Seats, Height: o.Size, ToAct: o.First, Rules: o.Rules, Target: o.Target}
	// What is usual for no number of seats must not be told as further faults.
	usual := min(max(o.Seats, MinSeats), MaxSeats)
	if s.Height == 0 {
		s.Height = StandardSize(usual)
	}
	if s.Target == 0 {
		s.Target = StandardTarget(usual)
	}
	for row := range min(max(s.Height, 0), BoardSize) {
		s.Widths[row] = s.Height
	}
	for seat := range min(max(o.Seats, 0), MaxSeats) {
		s.InHand[seat] = StonesPerSeat
		s.ExcaliburTurn[seat] = o.Rules.Excalibur
	}
	if o.Rules.Excalibur && o.Seats > 0 && int(o.First) < o.Seats {
		s.ToAct = Seat((int(o.First) + o.Seats - 1) % o.Seats)
	}
	return s
}

// Cell is what stands on a square of the plan, taking the field to lie in its
// middle; a square off the field is free.
func (s *Setup) Cell(square Square) Cell {
	if row, column, ok := s.place(square); ok {
		return s.Cells[row][column]
	}
	return Free
}

// SetCell puts c on a square of the plan and reports whether it is on the
// field.
func (s *Setup) SetCell(square Square, c Cell) bool {
	row, column, ok := s.place(square)
	if ok {
		s.Cells[row][column] = c
	}
	return ok
}

// place is where a square of the plan is in the rows as written.
func (s *Setup) place(square Square) (row, column int, ok bool) {
	if square >= BoardSize*BoardSize || s.Height < 1 || s.Height > BoardSize {
		return 0, 0, false
	}
	row = origin(s.Height) + s.Height - square.Row()
	column = square.Column() - origin(s.Height)
	return row, column, row >= 0 && row < s.Height && column >= 0 && column < s.Widths[row] && column < BoardSize
}

// Position is the position of a game on its usual field, or a [*SetupError]
// with every reason why there is none. If the seat to act has no legal turn,
// the next that has one is to act.
//
// Every position that a game can reach is accepted unless a seat has reached
// the target there, for then the game is over. Not every position that no game
// can reach is refused: that would take more than counting.
func (s Setup) Position() (Position, error) { return s.position(false) }

// PositionOnAnyField is [Setup.Position] for fields of any size from
// [MinFieldSize] to [BoardSize], whatever the number of seats.
func (s Setup) PositionOnAnyField() (Position, error) { return s.position(true) }

func (s Setup) position(anyField bool) (Position, error) {
	if problems := s.problems(anyField); problems != nil {
		return Position{}, &SetupError{Problems: problems}
	}
	p := Position{
		size:      uint8(s.Height),
		seats:     uint8(s.Seats),
		target:    uint8(s.Target),
		diagonals: s.Rules.Diagonals,
		excalibur: s.Rules.Excalibur,
		sword:     noIndex,
	}
	f := p.field()
	p.free = f.all
	for l := range p.LineCount() {
		p.lead[l] = ones[p.seats] * leadZero
	}
	p.key = p.gameKey()
	for seat := range s.Seats {
		p.captured[seat] = uint8(s.Captured[seat])
		p.inHand[seat] = uint8(s.InHand[seat])
		p.key ^= p.countKey(Seat(seat))
		if s.ExcaliburTurn[seat] {
			p.powers |= 1 << seat
			p.key ^= keys.power[seat]
		}
	}
	for i := range f.squares {
		cell := s.Cells[f.size-1-i/f.size][i%f.size]
		if seat, ok := cell.Seat(); ok {
			p.put(seat, i)
		} else if cell == Excalibur {
			p.putSword(i)
		}
	}
	p.key ^= keys.toAct[0]
	p.giveTurn(s.ToAct)
	return p, nil
}

// Setup is the set-up of the position. Its [Setup.Position] is p again, unless
// the game is over because a seat has reached the target.
func (p *Position) Setup() Setup {
	s := Setup{
		Seats:  int(p.seats),
		Height: int(p.size),
		ToAct:  p.toAct,
		Rules:  p.Rules(),
		Target: int(p.target),
	}
	for row := range s.Height {
		s.Widths[row] = s.Height
		for column := range s.Height {
			s.Cells[row][column] = p.cell(uint8((s.Height-1-row)*s.Height + column))
		}
	}
	for seat := range s.Seats {
		s.Captured[seat] = int(p.captured[seat])
		s.InHand[seat] = int(p.inHand[seat])
		s.ExcaliburTurn[seat] = p.powers>>seat&1 != 0
	}
	return s
}
