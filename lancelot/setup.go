package lancelot

import "slices"

// Setup is a position that may not be playable, for example one that is being
// edited or was parsed from text. Its fields can be set freely, and == compares
// them all. [Setup.Position] checks it and returns a [Position].
type Setup struct {
	// Seats is the number of seats.
	Seats int
	// Height is the number of rows of the board. Widths are the numbers of squares
	// of the rows, from the top.
	Height int
	Widths [PlanSize]int
	// Cells are the squares by row from the top and column from the left. Cells
	// beyond Height and Widths must be free.
	Cells [PlanSize][PlanSize]Cell
	// ToMove is the seat to act.
	ToMove Seat
	// Captured and InHand are the numbers of stones that each seat has captured and
	// has in hand. ExcaliburTurn reports whether it still has its Excalibur turn.
	Captured, InHand [MaxSeats]int
	ExcaliburTurn    [MaxSeats]bool
	Rules            Rules
	// Target is the number of captured stones that wins the game.
	Target int
}

// Options are the settings of a new game.
type Options struct {
	Seats int // 2 to 5
	Rules Rules
	// Target is the number of captured stones that wins; 0 means [StandardTarget].
	Target int
	// First is the seat that places the first stone. With Excalibur, the seat before
	// it places Excalibur.
	First Seat
	// Size is the number of squares along a side; 0 means [StandardSize].
	Size int
}

// Start returns the start position of a game. The error is a [*SetupError].
func Start(o Options) (Position, error) {
	if o.Size != 0 {
		return o.Setup().PositionOnAnyBoard()
	}
	return o.Setup().Position()
}

// Setup returns the start position of a game as a setup. After invalid options it
// is not playable.
func (o Options) Setup() Setup {
	s := Setup{Seats: o.Seats, Height: o.Size, ToMove: o.First, Rules: o.Rules, Target: o.Target}
	// An invalid number of seats must not cause further problems.
	usual := min(max(o.Seats, MinSeats), MaxSeats)
	if s.Height == 0 {
		s.Height = StandardSize(usual)
	}
	if s.Target == 0 {
		s.Target = StandardTarget(usual)
	}
	for row := range min(max(s.Height, 0), PlanSize) {
		s.Widths[row] = s.Height
	}
	for seat := range min(max(o.Seats, 0), MaxSeats) {
		s.InHand[seat] = StonesPerSeat
		s.ExcaliburTurn[seat] = o.Rules.Excalibur
	}
	if o.Rules.Excalibur && o.Seats > 0 && int(o.First) < o.Seats {
		s.ToMove = Seat((int(o.First) + o.Seats - 1) % o.Seats)
	}
	return s
}

// NextStart returns the start position of the next game of a series that began with
// start: the next seat places the first stone. A start that [Options] cannot describe was
// set up by hand and is returned unchanged.
func NextStart(start Position) Position {
	o := Options{Seats: start.Seats(), Rules: start.Rules(), Target: start.Target(), First: start.ToMove()}
	if o.Rules.Excalibur {
		// The seat before the first one places Excalibur.
		o.First = Seat((int(o.First) + 1) % o.Seats)
	}
	usual, err := o.Setup().Position()
	if err != nil || usual != start {
		return start
	}
	o.First = Seat((int(o.First) + 1) % o.Seats)
	next, err := o.Setup().Position()
	if err != nil {
		return start
	}
	return next
}

// Squares returns the squares of a board of Height rows, row by row from below. There
// are none for a height without a board.
func (s Setup) Squares() []Square {
	if s.Height < MinBoardSize || s.Height > PlanSize {
		return nil
	}
	return slices.Clone(boardTables[s.Height].plan)
}

// At returns the content of a square of the plan. Squares off the board are free.
// The board is in the middle of the plan.
func (s Setup) At(square Square) Cell {
	if row, column, ok := s.place(square); ok {
		return s.Cells[row][column]
	}
	return Free
}

// Set changes the content of a square of the plan and reports whether the square is on
// the board. The numbers of stones in hand stay.
func (s *Setup) Set(square Square, cell Cell) bool {
	row, column, ok := s.place(square)
	if ok {
		s.Cells[row][column] = cell
	}
	return ok
}

// place returns the row from the top and the column of a square of the plan.
func (s *Setup) place(square Square) (row, column int, ok bool) {
	if square >= PlanSize*PlanSize || s.Height < 1 || s.Height > PlanSize {
		return 0, 0, false
	}
	row = origin(s.Height) + s.Height - 1 - square.Row()
	column = square.Column() - origin(s.Height)
	return row, column, row >= 0 && row < s.Height && column >= 0 && column < s.Widths[row] && column < PlanSize
}

// Position returns the position on a board of [StandardSize]. If the seat to act
// has no legal turn, the next seat that has one is to act. The error is a
// [*SetupError] with all problems.
//
// Position accepts every state that a game can reach, except those in which a
// seat has reached the target. It also accepts some that no game can reach, because
// it checks only the numbers of stones.
func (s Setup) Position() (Position, error) { return s.position(false) }

// PositionOnAnyBoard is like [Setup.Position] for boards of any size from
// [MinBoardSize] to [PlanSize], independent of the number of seats.
func (s Setup) PositionOnAnyBoard() (Position, error) { return s.position(true) }

func (s Setup) position(anyBoard bool) (Position, error) {
	if problems := s.problems(anyBoard); problems != nil {
		return Position{}, &SetupError{Problems: problems}
	}
	p := Position{
		size:        uint8(s.Height),
		seats:       uint8(s.Seats),
		target:      uint8(s.Target),
		diagonals:   s.Rules.Diagonals,
		excalibur:   s.Rules.Excalibur,
		excaliburAt: NoSquare,
	}
	f := p.board()
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
			p.excaliburTurns |= 1 << seat
			p.key ^= keys.excaliburTurn[seat]
		}
	}
	for _, at := range f.plan {
		row, column, _ := s.place(at)
		cell := s.Cells[row][column]
		if seat, ok := cell.Seat(); ok {
			p.placeStone(seat, at)
		} else if cell == Excalibur {
			p.placeExcalibur(at)
		}
	}
	p.key ^= keys.toAct[0]
	p.passTurn(s.ToMove)
	return p, nil
}

// Setup returns the setup of the position. [Setup.Position] returns p again,
// unless a seat has reached the target.
func (p *Position) Setup() Setup {
	s := Setup{
		Seats:  int(p.seats),
		Height: int(p.size),
		ToMove: p.toAct,
		Rules:  p.Rules(),
		Target: int(p.target),
	}
	for row := range s.Height {
		s.Widths[row] = s.Height
	}
	for _, at := range p.board().plan {
		s.Set(at, p.cell(at))
	}
	for seat := range s.Seats {
		s.Captured[seat] = int(p.captured[seat])
		s.InHand[seat] = int(p.inHand[seat])
		s.ExcaliburTurn[seat] = p.excaliburTurns>>seat&1 != 0
	}
	return s
}
