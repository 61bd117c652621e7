package lancelot

// Capture is a captured stone.
type Capture struct {
	Square Square
	Seat   Seat // its owner
}

// Action is a part of a turn: the placement of a stone, or the placement or move of Excalibur.
type Action struct {
	Excalibur bool
	// From is the square that Excalibur leaves, or [NoSquare] if a stone is placed or
	// Excalibur is placed for the first time.
	From, To Square
	// Lines are the indices of the lines on which the seat's lead became two.
	Lines []int
	// Captures are the captured stones, ordered by square.
	Captures []Capture
}

// Step is a turn with its consequences.
type Step struct {
	Turn    Turn
	Seat    Seat     // the seat that acted
	Actions []Action // in the order in which they were carried out
	// Skipped are the seats that have no legal turn and are skipped after the turn.
	// It is empty if the game is finished.
	Skipped []Seat
	// Outcome is the outcome after the turn.
	Outcome Outcome
}

// Captures returns the captured stones in the order of the actions.
func (s Step) Captures() []Capture {
	var captures []Capture
	for _, a := range s.Actions {
		captures = append(captures, a.Captures...)
	}
	return captures
}

// Explain returns the consequences of a turn. The error is a [*TurnError].
func (p *Position) Explain(t Turn) (Step, error) {
	if err := p.refusal(t); err != nil {
		return Step{}, err
	}
	return p.explain(t), nil
}

func (p *Position) explain(t Turn) Step {
	step := Step{Turn: t, Seat: p.toAct}
	stone, excalibur := t.Stone(), t.Excalibur()
	board := *p
	switch t.Kind() {
	case StoneOnly:
		step.Actions = []Action{board.stoneAction(stone)}
	case StoneThenExcalibur:
		step.Actions = []Action{board.stoneAction(stone), board.excaliburAction(excalibur)}
	case ExcaliburThenStone:
		step.Actions = []Action{board.excaliburAction(excalibur), board.stoneAction(stone)}
	case ExcaliburOnly:
		step.Actions = []Action{board.excaliburAction(excalibur)}
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

// stoneAction places a stone.
func (p *Position) stoneAction(at Square) Action {
	a := Action{From: NoSquare, To: at, Lines: p.capturingLines(at)}
	owners := *p
	a.Captures = owners.captures(p.playStone(p.toAct, at))
	return a
}

// excaliburAction places or moves Excalibur.
func (p *Position) excaliburAction(at Square) Action {
	a := Action{Excalibur: true, From: p.Excalibur(), To: at}
	if p.excaliburAt == NoSquare {
		p.placeExcalibur(at)
		return a
	}
	p.liftExcalibur()
	a.Lines = p.capturingLines(at)
	owners := *p
	a.Captures = owners.captures(p.moveExcalibur(p.toAct, at))
	return a
}

// capturingLines returns the lines through a square on which the lead of the seat
// to act becomes two if it places something there.
func (p *Position) capturingLines(at Square) []int {
	var lines []int
	for _, line := range p.through(at) {
		if uint8(p.lead[line]>>(8*p.toAct)) == capturing-1 {
			lines = append(lines, line)
		}
	}
	return lines
}

// captures returns the stones on a set of squares of this position.
func (p *Position) captures(set Set) []Capture {
	var captures []Capture
	for !set.IsEmpty() {
		at := set.Pop()
		owner, _ := p.cell(at).Seat()
		captures = append(captures, Capture{Square: at, Seat: owner})
	}
	return captures
}
