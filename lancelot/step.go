package lancelot

// Capture is a stone that is taken, or would be.
type Capture struct {
	Square Square
	Seat   Seat // its owner
}

// Action is one of the one or two things that a turn does: a stone put, or
// Excalibur put or moved.
type Action struct {
	Excalibur bool
	// From is where Excalibur stood; [NoSquare] for a stone and for the placement
	// of Excalibur.
	From, To Square
	// Lines are the indices of the lines on which the seat's lead became two, so
	// that it took all other stones there, if there were any.
	Lines []int
	// Captures are the stones taken, by square.
	Captures []Capture
}

// Step is what a turn does, in data.
type Step struct {
	Turn    Turn
	Seat    Seat // that acted
	Actions []Action
	// Skipped are the seats passed over after the turn because they have no legal
	// turn; none if the game is over.
	Skipped []Seat
	// Outcome is how the game stands after the turn.
	Outcome Outcome
}

// Captures are the stones that the turn took, in the order of its actions.
func (s *Step) Captures() []Capture {
	var takes []Capture
	for _, a := range s.Actions {
		takes = append(takes, a.Captures...)
	}
	return takes
}

// Explain says what a turn does, or why it may not be played; the error is an
// [*IllegalTurnError].
func (p *Position) Explain(t Turn) (Step, error) {
	if err := p.refusal(t); err != nil {
		return Step{}, err
	}
	return p.explain(t), nil
}

func (p *Position) explain(t Turn) Step {
	step := Step{Turn: t, Seat: p.toAct}
	stone, _ := p.indexOf(t.Stone())
	sword, _ := p.indexOf(t.Excalibur())
	board := *p
	switch t.Kind() {
	case StoneOnly:
		step.Actions = []Action{board.actStone(stone)}
	case StoneThenExcalibur:
		step.Actions = []Action{board.actStone(stone), board.actSword(sword)}
	case ExcaliburThenStone:
		step.Actions = []Action{board.actSword(sword), board.actStone(stone)}
	case ExcaliburOnly:
		step.Actions = []Action{board.actSword(sword)}
	}
	var after Position
	p.PlayInto(&after, t)
	step.Outcome = after.Outcome()
	if !step.Outcome.Over() {
		for seat := p.toAct.next(p.seats); seat != after.toAct; seat = seat.next(p.seats) {
			step.Skipped = append(step.Skipped, seat)
		}
	}
	return step
}

// actStone does the part of a turn that puts a stone.
func (p *Position) actStone(i uint8) Action {
	a := Action{From: NoSquare, To: p.field().plan[i], Lines: p.takingLines(i)}
	owners := *p
	a.Captures = owners.taken(p.playStone(p.toAct, i))
	return a
}

// actSword does the part of a turn that puts Excalibur for the first time or
// moves it.
func (p *Position) actSword(i uint8) Action {
	a := Action{Excalibur: true, From: p.Excalibur(), To: p.field().plan[i]}
	if p.sword == noIndex {
		p.putSword(i)
		return a
	}
	p.liftSword()
	a.Lines = p.takingLines(i)
	owners := *p
	a.Captures = owners.taken(p.playSword(p.toAct, i))
	return a
}

// takingLines are the lines through a square on which something put there by
// the seat to act would make its lead two.
func (p *Position) takingLines(i uint8) []int {
	var lines []int
	for _, line := range p.through(i) {
		if uint8(p.lead[line]>>(8*p.toAct)) == taking-1 {
			lines = append(lines, int(line))
		}
	}
	return lines
}

// taken lists the stones of a set of squares by the board on which they stood.
func (p *Position) taken(set Set) []Capture {
	var takes []Capture
	for set.Any() {
		i := set.Pop()
		owner, _ := p.cell(i).Seat()
		takes = append(takes, Capture{Square: p.field().plan[i], Seat: owner})
	}
	return takes
}
