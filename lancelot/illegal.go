package lancelot

import "strings"

// TurnCode is the reason why a turn, or a part of one, is not legal. Its text is
// stable.
type TurnCode string

// The reasons. The fields of [TurnError] that a code uses are in
// parentheses.
const (
	// The turn is [NoTurn] or not well-formed.
	TurnMissing TurnCode = "no-turn"
	// The game is finished.
	TurnGameOver TurnCode = "game-over"
	// The square is off the board. (Square)
	TurnOffBoard TurnCode = "off-board"
	// Excalibur must be placed before the first stone. (Seat)
	TurnExcaliburFirst TurnCode = "excalibur-first"
	// Excalibur is not in this game.
	TurnNoExcalibur TurnCode = "no-excalibur"
	// The seat has used its Excalibur turn. (Seat)
	TurnNoExcaliburTurn TurnCode = "no-excalibur-turn"
	// The turn has no stone, although Excalibur is on the board.
	TurnNoStone TurnCode = "no-stone"
	// Excalibur is moved to its own square. (Square)
	TurnUnmoved TurnCode = "unmoved"
	// The square is occupied. (Square, Cell)
	TurnOccupied TurnCode = "occupied"
	// The seat's lead would exceed two on one line or more. (Seat, Square, Lines,
	// Excalibur)
	TurnChivalry TurnCode = "chivalry"
	// After Excalibur has moved there, no stone could be placed. (Square)
	TurnNoStoneAfter TurnCode = "no-stone-after"
)

// TurnError is the error for a turn that is not legal. If both actions are not
// legal, it is the error for the first.
type TurnError struct {
	Turn      Turn
	Code      TurnCode
	Seat      Seat   // the seat to act
	Square    Square // the square concerned, or NoSquare
	Cell      Cell   // the content of Square
	Excalibur bool   // whether Excalibur, not the stone, cannot be placed on Square
	Lines     []Line // the lines closed by the rule of chivalry
}

func (e *TurnError) lines() string {
	names := make([]string, len(e.Lines))
	for i, line := range e.Lines {
		names[i] = line.String()
	}
	return strings.Join(names, ", ")
}

// Error returns the turn and the reason.
func (e *TurnError) Error() string {
	return e.Turn.String() + " cannot be played: " + e.reason()
}

func (e *TurnError) reason() string {
	seat := "seat " + e.Seat.String()
	switch e.Code {
	case TurnMissing:
		return "it is not a turn"
	case TurnGameOver:
		return "the game is finished"
	case TurnOffBoard:
		return e.Square.String() + " is off the board"
	case TurnExcaliburFirst:
		return seat + " must place Excalibur first"
	case TurnNoExcalibur:
		return "Excalibur is not in this game"
	case TurnNoExcaliburTurn:
		return seat + " has used the king's power"
	case TurnNoStone:
		return "a turn needs a stone"
	case TurnUnmoved:
		return "Excalibur must move to another square than " + e.Square.String()
	case TurnOccupied:
		if owner, ok := e.Cell.Seat(); ok {
			return "a stone of seat " + owner.String() + " stands on " + e.Square.String()
		}
		return "Excalibur stands on " + e.Square.String()
	case TurnChivalry:
		what := "a stone on "
		if e.Excalibur {
			what = "Excalibur on "
		}
		return what + e.Square.String() + " would give " + seat + " a lead above two on " + e.lines()
	case TurnNoStoneAfter:
		return "no stone could follow Excalibur on " + e.Square.String()
	}
	return string(e.Code)
}

// refusal returns why the turn is illegal, or nil.
func (p *Position) refusal(t Turn) error {
	if p.IsLegal(t) {
		return nil
	}
	e := &TurnError{Turn: t, Seat: p.toAct, Square: NoSquare}
	switch kind := t.Kind(); {
	case !t.wellFormed():
		e.Code = TurnMissing
	case p.reason != Running || p.seats == 0:
		e.Code = TurnGameOver
	case kind != ExcaliburOnly && !p.OnBoard(t.Stone()):
		e.Code, e.Square = TurnOffBoard, t.Stone()
	case kind != StoneOnly && !p.OnBoard(t.Excalibur()):
		e.Code, e.Square = TurnOffBoard, t.Excalibur()
	case p.PlacesExcalibur():
		// Every square is free then.
		e.Code = TurnExcaliburFirst
	case kind != StoneOnly && !p.excalibur:
		e.Code = TurnNoExcalibur
	case kind == ExcaliburOnly:
		e.Code = TurnNoStone
	case kind != StoneOnly && !p.HasExcaliburTurn(p.toAct):
		e.Code = TurnNoExcaliburTurn
	case kind != StoneOnly && t.Excalibur() == p.Excalibur():
		e.Code, e.Square = TurnUnmoved, t.Excalibur()
	default:
		p.refuseActions(t, e)
	}
	return e
}

// refuseActions finds the illegal action of the turn.
func (p *Position) refuseActions(t Turn, e *TurnError) {
	stone, excalibur := t.Stone(), t.Excalibur()
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
func (p *Position) refuseSquare(seat Seat, at Square, e *TurnError) bool {
	if !p.free.Has(at) {
		e.Code, e.Square, e.Cell = TurnOccupied, at, p.cell(at)
		return true
	}
	for _, line := range p.through(at) {
		if p.closed[seat][line>>6]>>(line&63)&1 != 0 {
			e.Code, e.Square = TurnChivalry, at
			e.Lines = append(e.Lines, p.board().line[line])
		}
	}
	return e.Lines != nil
}
