package lancelot

// PartialTurn is the state before or after the first action of a turn, for user
// interfaces in which turns are entered square by square. It is a plain value.
type PartialTurn struct {
	before, now Position
	part        Turn
	captured    Set
}

// Placement describes the consequences for the seat to act of placing a stone or
// Excalibur on a free square.
type Placement struct {
	Square Square
	// Code is [TurnChivalry] or [TurnNoStoneAfter], or "" if the placement is
	// legal.
	Code TurnCode
	// ClosedBy are the indices of the lines that close the square by the rule of
	// chivalry.
	ClosedBy []int
	// CapturesOn are the indices of the lines on which the lead would become two.
	// It is empty if the placement is illegal.
	CapturesOn []int
	// Captures are the stones that would be captured, ordered by square. It is empty
	// if the placement is illegal.
	Captures []Capture
}

// Legal reports whether the placement is legal.
func (p Placement) Legal() bool { return p.Code == "" }

// PartialTurn returns the state after a part of a turn: [NoTurn] before the first
// action, a [StoneTurn] after the stone, an [ExcaliburTurn] after Excalibur. The
// error is a [*TurnError].
func (p *Position) PartialTurn(part Turn) (PartialTurn, error) {
	m := PartialTurn{before: *p, now: *p, part: part}
	switch {
	case part == NoTurn:
		return m, nil
	case part.Kind() == ExcaliburOnly && p.reason == Running && !p.PlacesExcalibur() && p.OnBoard(part.Excalibur()):
		if err := p.refuseExcalibur(part); err != nil {
			return PartialTurn{}, err
		}
		m.now.liftExcalibur()
		m.captured = m.now.moveExcalibur(p.toAct, part.Excalibur())
	case part.Kind() == ExcaliburOnly || part.Kind() == StoneOnly:
		if err := p.refusal(part); err != nil {
			return PartialTurn{}, err
		}
		if part.Kind() == StoneOnly {
			m.captured = m.now.playStone(p.toAct, part.Stone())
		} else {
			m.now.placeExcalibur(part.Excalibur())
		}
	default:
		return PartialTurn{}, &TurnError{Turn: part, Code: TurnMissing, Seat: p.toAct, Square: NoSquare}
	}
	return m, nil
}

// refuseExcalibur returns why Excalibur must not be moved as the first action, or
// nil.
func (p *Position) refuseExcalibur(part Turn) error {
	e := &TurnError{Turn: part, Seat: p.toAct, Square: NoSquare}
	at := part.Excalibur()
	switch {
	case !p.excalibur:
		e.Code = TurnNoExcalibur
		return e
	case !p.HasExcaliburTurn(p.toAct):
		e.Code = TurnNoExcaliburTurn
		return e
	case at == p.excaliburAt:
		e.Code, e.Square = TurnUnmoved, at
		return e
	}
	board := *p
	board.liftExcalibur()
	if board.refuseSquare(p.toAct, at, e) {
		e.Excalibur = true
		return e
	}
	board.moveExcalibur(p.toAct, at)
	if stones := board.openTo(p.toAct); stones.IsEmpty() {
		e.Code, e.Square = TurnNoStoneAfter, at
		return e
	}
	return nil
}

// Part returns the part of the turn already done.
func (m *PartialTurn) Part() Turn { return m.part }

// At returns the current content of a square; squares off the board are free.
func (m *PartialTurn) At(square Square) Cell { return m.now.At(square) }

// Excalibur returns the current square of Excalibur, or [NoSquare] if it is not on
// the board.
func (m *PartialTurn) Excalibur() Square { return m.now.Excalibur() }

// Captured returns the current number of stones captured by the seat.
func (m *PartialTurn) Captured(seat Seat) int { return m.now.Captured(seat) }

// InHand returns the current number of stones in the seat's hand.
func (m *PartialTurn) InHand(seat Seat) int { return m.now.InHand(seat) }

// Lead returns the current lead of the seat on a line. If Excalibur has been moved
// in this turn, it counts as a stone of the seat to act.
func (m *PartialTurn) Lead(seat Seat, line int) int { return m.now.Lead(seat, line) }

// LineStatus returns the effect that the seat's current lead on the line has on its
// next stone there.
func (m *PartialTurn) LineStatus(seat Seat, line int) LineStatus {
	return m.now.LineStatus(seat, line)
}

// OpenTo returns the squares that are now free and that no closed line forbids to the seat,
// as [Position.OpenTo] does.
func (m *PartialTurn) OpenTo(seat Seat) Set { return m.now.OpenTo(seat) }

// Captures returns the stones captured so far, ordered by square.
func (m *PartialTurn) Captures() []Capture { return m.before.captures(m.captured) }

// CanFinish reports whether the part already done is a complete turn.
func (m *PartialTurn) CanFinish() bool { return m.part != NoTurn && m.before.IsLegal(m.part) }

// StoneDue reports whether a stone is missing. There may be no legal square.
func (m *PartialTurn) StoneDue() bool {
	return m.before.reason == Running && !m.before.PlacesExcalibur() && m.part.Stone() == NoSquare
}

// ExcaliburDue reports whether Excalibur may be placed or moved. There may be no
// legal square.
func (m *PartialTurn) ExcaliburDue() bool {
	return m.before.reason == Running && m.part.Excalibur() == NoSquare &&
		(m.before.PlacesExcalibur() || m.before.HasExcaliburTurn(m.before.toAct))
}

// StonePlacements returns the consequences of a stone on each free square. It
// returns nil if no stone is due.
func (m *PartialTurn) StonePlacements() []Placement {
	if !m.StoneDue() {
		return nil
	}
	return m.now.placements(m.now.free, func(after *Position, at Square) Set {
		return after.playStone(after.toAct, at)
	})
}

// ExcaliburPlacements returns the consequences of Excalibur on each free square,
// without its current square. It returns nil if Excalibur is not due.
func (m *PartialTurn) ExcaliburPlacements() []Placement {
	if !m.ExcaliburDue() {
		return nil
	}
	board := m.now
	if board.PlacesExcalibur() {
		return board.placements(board.free, func(*Position, Square) Set { return Set{} })
	}
	squares := board.free
	board.liftExcalibur()
	targets := board.placements(squares, func(after *Position, at Square) Set {
		return after.moveExcalibur(after.toAct, at)
	})
	if m.StoneDue() {
		m.requireStone(&board, targets)
	}
	return targets
}

// requireStone marks the squares after which no stone could be placed as illegal.
func (m *PartialTurn) requireStone(lifted *Position, targets []Placement) {
	for s := range targets {
		if !targets[s].Legal() {
			continue
		}
		after := *lifted
		after.moveExcalibur(after.toAct, targets[s].Square)
		if stones := after.openTo(after.toAct); stones.IsEmpty() {
			targets[s] = Placement{Square: targets[s].Square, Code: TurnNoStoneAfter}
		}
	}
}

// placements returns the consequences for the given free squares; play places the
// stone or Excalibur and returns the captured squares.
func (p *Position) placements(squares Set, play func(after *Position, at Square) Set) []Placement {
	seat := p.toAct
	list := make([]Placement, 0, squares.Count())
	for !squares.IsEmpty() {
		at := squares.Pop()
		found := Placement{Square: at}
		for _, line := range p.through(at) {
			if p.closed[seat][line>>6]>>(line&63)&1 != 0 {
				found.Code = TurnChivalry
				found.ClosedBy = append(found.ClosedBy, line)
			}
		}
		if found.Legal() {
			after := *p
			found.CapturesOn = p.capturingLines(at)
			found.Captures = p.captures(play(&after, at))
		}
		list = append(list, found)
	}
	return list
}
