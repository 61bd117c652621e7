package lancelot

// PartialTurn is the board in the middle of the turn of the seat to act, before or
// after the first of its actions: what a player sees while he makes up his mind.
// It is a plain value like [Position].
type PartialTurn struct {
	before, now Position
	part        Turn
	takes       Set
}

// Placement is what putting a stone or Excalibur on a free square would mean
// for the seat to act.
type Placement struct {
	Square Square
	// Code is why it may not be put there, "" if it may: [IllegalChivalry] or
	// [IllegalNoStoneAfter].
	Code IllegalCode
	// ClosedBy are the indices of the lines that chivalry closes the square
	// through.
	ClosedBy []int
	// CapturesOn are the indices of the lines on which the lead would become two and
	// Captures the stones that would be taken, by square; none where it may not be
	// put.
	CapturesOn []int
	Captures   []Capture
}

// Legal tells whether it may be put there.
func (p *Placement) Legal() bool { return p.Code == "" }

// PartialTurn is the board after a part of a turn: [NoTurn] for nothing done yet; a
// [StoneTurn] for a stone that Excalibur may follow; a [ExcaliburTurn] for Excalibur
// moved first, with a stone to follow, or put for the first time. The error is
// an [*IllegalTurnError].
func (p *Position) PartialTurn(part Turn) (PartialTurn, error) {
	m := PartialTurn{before: *p, now: *p, part: part}
	switch {
	case part == NoTurn:
		return m, nil
	case part.Kind() == ExcaliburOnly && p.over == Running && !p.PlacesExcalibur() && p.OnField(part.Excalibur()):
		if err := p.refuseSword(part); err != nil {
			return PartialTurn{}, err
		}
		i, _ := p.indexOf(part.Excalibur())
		m.now.liftSword()
		m.takes = m.now.playSword(p.toAct, i)
	case part.Kind() == ExcaliburOnly || part.Kind() == StoneOnly:
		if err := p.refusal(part); err != nil {
			return PartialTurn{}, err
		}
		if i, ok := p.indexOf(part.Stone()); ok {
			m.takes = m.now.playStone(p.toAct, i)
		} else {
			i, _ = p.indexOf(part.Excalibur())
			m.now.putSword(i)
		}
	default:
		return PartialTurn{}, &IllegalTurnError{Turn: part, Code: IllegalNoTurn, Seat: p.toAct, Square: NoSquare}
	}
	return m, nil
}

// refuseSword is why Excalibur may not be moved as the first part of a turn.
func (p *Position) refuseSword(part Turn) error {
	e := &IllegalTurnError{Turn: part, Seat: p.toAct, Square: NoSquare}
	i, _ := p.indexOf(part.Excalibur())
	switch {
	case !p.excalibur:
		e.Code = IllegalNoExcalibur
		return e
	case !p.HasExcaliburTurn(p.toAct):
		e.Code = IllegalNoExcaliburTurn
		return e
	case i == p.sword:
		e.Code, e.Square = IllegalUnmoved, part.Excalibur()
		return e
	}
	board := *p
	board.liftSword()
	if board.refuseSquare(p.toAct, i, e) {
		e.Excalibur = true
		return e
	}
	board.playSword(p.toAct, i)
	if stones := board.openTo(p.toAct); !stones.Any() {
		e.Code, e.Square = IllegalNoStoneAfter, part.Excalibur()
		return e
	}
	return nil
}

// Part is the part of the turn already done.
func (m *PartialTurn) Part() Turn { return m.part }

// Cell is what now stands on a square; a square off the field is free.
func (m *PartialTurn) Cell(square Square) Cell { return m.now.Cell(square) }

// Excalibur is where Excalibur now stands, [NoSquare] if it is not on the field.
func (m *PartialTurn) Excalibur() Square { return m.now.Excalibur() }

// Captured is the number of stones that the seat has now taken.
func (m *PartialTurn) Captured(seat Seat) int { return m.now.Captured(seat) }

// InHand is the number of stones that the seat now has in hand.
func (m *PartialTurn) InHand(seat Seat) int { return m.now.InHand(seat) }

// Lead is the seat's lead on a line as it now counts: Excalibur moved in this
// turn counts as a stone of the seat to act.
func (m *PartialTurn) Lead(seat Seat, line int) int { return m.now.Lead(seat, line) }

// Captures are the stones that the part already done has taken, by square.
func (m *PartialTurn) Captures() []Capture { return m.before.taken(m.takes) }

// CanFinish tells whether the part already done is a whole turn in itself.
func (m *PartialTurn) CanFinish() bool { return m.part != NoTurn && m.before.IsLegal(m.part) }

// StoneDue tells whether a stone may be put now, were there a square for it.
func (m *PartialTurn) StoneDue() bool {
	return m.before.over == Running && !m.before.PlacesExcalibur() && m.part.Stone() == NoSquare
}

// ExcaliburDue tells whether Excalibur may be put or moved now, were there a square
// for it.
func (m *PartialTurn) ExcaliburDue() bool {
	return m.before.over == Running && m.part.Excalibur() == NoSquare &&
		(m.before.PlacesExcalibur() || m.before.HasExcaliburTurn(m.before.toAct))
}

// StonePlacements are all free squares and what a stone put there now would mean; none
// if no stone is due.
func (m *PartialTurn) StonePlacements() []Placement {
	if !m.StoneDue() {
		return nil
	}
	return m.now.placements(m.now.free, func(after *Position, i uint8) Set {
		return after.playStone(after.toAct, i)
	})
}

// ExcaliburPlacements are all free squares and what Excalibur put there now would mean; none
// if it may not be put or moved now. The square it stands on is not among them.
func (m *PartialTurn) ExcaliburPlacements() []Placement {
	if !m.ExcaliburDue() {
		return nil
	}
	board := m.now
	if board.PlacesExcalibur() {
		return board.placements(board.free, func(*Position, uint8) Set { return Set{} })
	}
	squares := board.free
	board.liftSword()
	swords := board.placements(squares, func(after *Position, i uint8) Set {
		return after.playSword(after.toAct, i)
	})
	if m.StoneDue() {
		m.needStone(&board, swords)
	}
	return swords
}

// needStone marks the squares after which no stone could follow Excalibur.
func (m *PartialTurn) needStone(lifted *Position, swords []Placement) {
	f := lifted.field()
	for s := range swords {
		if !swords[s].Legal() {
			continue
		}
		after := *lifted
		after.playSword(after.toAct, f.index[swords[s].Square])
		if stones := after.openTo(after.toAct); !stones.Any() {
			swords[s] = Placement{Square: swords[s].Square, Code: IllegalNoStoneAfter}
		}
	}
}

// placements are the given free squares and what something put there by the
// seat to act would mean; play puts it and answers what it takes.
func (p *Position) placements(squares Set, play func(after *Position, i uint8) Set) []Placement {
	f, seat := p.field(), p.toAct
	list := make([]Placement, 0, squares.Len())
	for squares.Any() {
		i := squares.Pop()
		found := Placement{Square: f.plan[i]}
		for _, line := range p.through(i) {
			if p.closed[seat][line>>6]>>(line&63)&1 != 0 {
				found.Code = IllegalChivalry
				found.ClosedBy = append(found.ClosedBy, int(line))
			}
		}
		if found.Legal() {
			after := *p
			found.CapturesOn = p.takingLines(i)
			found.Captures = p.taken(play(&after, i))
		}
		list = append(list, found)
	}
	return list
}
