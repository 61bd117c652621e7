package lancelot

import "strings"

// IllegalCode identifies why a turn, or a part of one, is illegal.
type IllegalCode string

// The reasons. The fields of [IllegalTurnError] that a code uses are in
// parentheses.
const (
	// The turn is [NoTurn] or not well-formed.
	IllegalNoTurn IllegalCode = "no-turn"
	// The game is over.
	IllegalOver IllegalCode = "over"
	// The square is off the field. (Square)
	IllegalOffField IllegalCode = "off-field"
	// Excalibur must be placed before the first stone. (Seat)
	IllegalExcaliburFirst IllegalCode = "excalibur-first"
	// Excalibur is not in this game.
	IllegalNoExcalibur IllegalCode = "no-excalibur"
	// The seat has used its Excalibur turn. (Seat)
	IllegalNoExcaliburTurn IllegalCode = "no-excalibur-turn"
	// The turn has no stone, although Excalibur is on the field.
	IllegalNoStone IllegalCode = "no-stone"
	// Excalibur is moved to its own square. (Square)
	IllegalUnmoved IllegalCode = "unmoved"
	// The square is occupied. (Square, Cell)
	IllegalOccupied IllegalCode = "occupied"
	// The seat's lead would exceed two on one line or more. (Seat, Square, Lines,
	// Excalibur)
	IllegalChivalry IllegalCode = "chivalry"
	// After Excalibur has moved there, no stone could be put. (Square)
	IllegalNoStoneAfter IllegalCode = "no-stone-after"
)

// IllegalTurnError is the reason why a turn is illegal. If both actions are
// illegal, it is the reason for the first.
type IllegalTurnError struct {
	Turn      Turn
	Code      IllegalCode
	Seat      Seat   // to act
	Square    Square // NoSquare where none belongs to the code
	Cell      Cell   // content of Square
	Excalibur bool   // Excalibur, not the stone, is illegal on Square
	Lines     []Line // closed by the rule of chivalry
}

// Args returns the particulars of the error by name, as strings and ints. Lines
// have the form of [Line.String] and are separated by a comma and a space.
func (e *IllegalTurnError) Args() map[string]any {
	args := map[string]any{"turn": e.Turn.String(), "seat": int(e.Seat)}
	if e.Square != NoSquare {
		args["square"] = e.Square.String()
	}
	switch e.Code {
	case IllegalOccupied:
		args["cell"] = e.Cell.String()
	case IllegalChivalry:
		args["lines"] = e.lines()
		args["what"] = e.what()
	}
	return args
}

func (e *IllegalTurnError) lines() string {
	names := make([]string, len(e.Lines))
	for i, line := range e.Lines {
		names[i] = line.String()
	}
	return strings.Join(names, ", ")
}

// what returns what is illegal on the square: stone or excalibur.
func (e *IllegalTurnError) what() string {
	if e.Excalibur {
		return "excalibur"
	}
	return "stone"
}

func (e *IllegalTurnError) Error() string {
	return e.Turn.String() + " cannot be played: " + e.reason()
}

func (e *IllegalTurnError) reason() string {
	seat := "seat " + e.Seat.String()
	switch e.Code {
	case IllegalNoTurn:
		return "it is not a turn"
	case IllegalOver:
		return "the game is over"
	case IllegalOffField:
		return e.Square.String() + " is off the field"
	case IllegalExcaliburFirst:
		return seat + " must place Excalibur first"
	case IllegalNoExcalibur:
		return "Excalibur is not in this game"
	case IllegalNoExcaliburTurn:
		return seat + " has used the king's power"
	case IllegalNoStone:
		return "a turn needs a stone"
	case IllegalUnmoved:
		return "Excalibur must move to another square than " + e.Square.String()
	case IllegalOccupied:
		if owner, ok := e.Cell.Seat(); ok {
			return "a stone of seat " + owner.String() + " stands on " + e.Square.String()
		}
		return "Excalibur stands on " + e.Square.String()
	case IllegalChivalry:
		what := "a stone on "
		if e.Excalibur {
			what = "Excalibur on "
		}
		return what + e.Square.String() + " would give " + seat + " a lead above two on " + e.lines()
	case IllegalNoStoneAfter:
		return "no stone could follow Excalibur on " + e.Square.String()
	}
	return string(e.Code)
}

// refusal returns why the turn is illegal, or nil.
func (p *Position) refusal(t Turn) error {
	if p.IsLegal(t) {
		return nil
	}
	e := &IllegalTurnError{Turn: t, Seat: p.toAct, Square: NoSquare}
	switch kind := t.Kind(); {
	case !t.wellFormed():
		e.Code = IllegalNoTurn
	case p.reason != Running || p.seats == 0:
		e.Code = IllegalOver
	case kind != ExcaliburOnly && !p.OnField(t.Stone()):
		e.Code, e.Square = IllegalOffField, t.Stone()
	case kind != StoneOnly && !p.OnField(t.Excalibur()):
		e.Code, e.Square = IllegalOffField, t.Excalibur()
	case p.PlacesExcalibur():
		// Every square is free then.
		e.Code = IllegalExcaliburFirst
	case kind != StoneOnly && !p.excalibur:
		e.Code = IllegalNoExcalibur
	case kind == ExcaliburOnly:
		e.Code = IllegalNoStone
	case kind != StoneOnly && !p.HasExcaliburTurn(p.toAct):
		e.Code = IllegalNoExcaliburTurn
	case kind != StoneOnly && t.Excalibur() == p.Excalibur():
		e.Code, e.Square = IllegalUnmoved, t.Excalibur()
	default:
		p.refuseActions(t, e)
	}
	return e
}

// refuseActions finds the illegal action of the turn.
func (p *Position) refuseActions(t Turn, e *IllegalTurnError) {
	stone, _ := p.indexOf(t.Stone())
	excalibur, _ := p.indexOf(t.Excalibur())
	board := *p
	if t.Kind() == ExcaliburThenStone {
		board.liftExcalibur()
		if !board.refuseSquare(p.toAct, excalibur, e) {
			board.moveExcalibur(p.toAct, excalibur)
			board.refuseSquare(p.toAct, stone, e)
			return
		}
		e.Excalibur = true
		return
	}
	if board.refuseSquare(p.toAct, stone, e) {
		return
	}
	board.playStone(p.toAct, stone)
	board.liftExcalibur()
	board.refuseSquare(p.toAct, excalibur, e)
	e.Excalibur = true
}

// refuseSquare reports whether the seat must not use a square of this board, and
// stores the reason in e.
func (p *Position) refuseSquare(seat Seat, i uint8, e *IllegalTurnError) bool {
	if !p.free.Has(i) {
		e.Code, e.Square, e.Cell = IllegalOccupied, p.field().plan[i], p.cell(i)
		return true
	}
	for _, line := range p.through(i) {
		if p.closed[seat][line>>6]>>(line&63)&1 != 0 {
			e.Code, e.Square = IllegalChivalry, p.field().plan[i]
			e.Lines = append(e.Lines, p.field().line[line])
		}
	}
	return e.Lines != nil
}
