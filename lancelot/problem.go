package lancelot

import (
	"strconv"
	"strings"
)

// SetupCode is the reason why a setup is not playable. Its text is stable.
type SetupCode string

// The reasons. The fields of [SetupProblem] that a code uses are in parentheses.
const (
	// The number of seats is not 2 to 5. (Count)
	SetupSeats SetupCode = "seats"
	// The number of rows is not [StandardSize] or, with PositionOnAnyBoard, not 4 to
	// 14. (Count; Want, 0 with PositionOnAnyBoard)
	SetupBoardSize SetupCode = "board-size"
	// A row has too many or too few squares. (Row counted from 1 at the top, Count,
	// Want)
	SetupRowLength SetupCode = "row-length"
	// A cell is invalid, or its stone belongs to a seat that does not play.
	// (Square, Seat)
	SetupStone SetupCode = "stone"
	// The seat to act does not play. (Seat)
	SetupToMove SetupCode = "to-act"
	// A seat that does not play has stones, captured stones or an Excalibur turn.
	// (Seat)
	SetupAbsent SetupCode = "absent-seat"
	// The number of stones in hand is negative. (Seat, Count)
	SetupInHand SetupCode = "in-hand"
	// A seat has more than 30 stones on the board and in hand. (Seat, Count)
	SetupTooManyStones SetupCode = "too-many-stones"
	// The number of captured stones is negative. (Seat, Count)
	SetupCaptured SetupCode = "captured"
	// The total of captured stones is not the total of missing stones. (Count
	// captured, Want missing)
	SetupCapturedSum SetupCode = "captured-sum"
	// The target is not 1 to 60. (Count)
	SetupTarget SetupCode = "target"
	// A seat has already reached the target. (Seat, Count, Want)
	SetupTargetReached SetupCode = "target-reached"
	// Excalibur is on the board, but the rules do not include it. (Square)
	SetupExcaliburRule SetupCode = "excalibur-without-rule"
	// A seat has an Excalibur turn, but the rules do not include it. (Seat)
	SetupExcaliburTurnRule SetupCode = "excalibur-turn-without-rule"
	// Excalibur is on several squares. (Count)
	SetupExcaliburTwice SetupCode = "excalibur-twice"
	// Excalibur is not on the board, but stones have been placed.
	SetupExcaliburMissing SetupCode = "excalibur-missing"
)

// SetupProblem is a reason why a setup is not playable. The comments of the codes
// say which fields a code uses.
type SetupProblem struct {
	Code   SetupCode
	Seat   Seat   // the seat concerned
	Square Square // the square concerned, or NoSquare
	Row    int    // the row concerned, counted from 1 at the top
	Count  int    // the number found
	Want   int    // the number required
}

// String returns the problem in English, as a sentence.
func (p SetupProblem) String() string {
	count, want, seat := strconv.Itoa(p.Count), strconv.Itoa(p.Want), "seat "+p.Seat.String()
	switch p.Code {
	case SetupSeats:
		if p.Count == 1 {
			return "there is 1 seat, not 2 to 5"
		}
		return "there are " + count + " seats, not 2 to 5"
	case SetupBoardSize:
		if p.Want == 0 {
			return "the board has " + count + " rows, not 4 to 14"
		}
		return "the board has " + count + " rows, not " + want
	case SetupRowLength:
		return "row " + strconv.Itoa(p.Row) + " from the top has " + count + " squares, not " + want
	case SetupStone:
		return "the stone on " + p.Square.String() + " belongs to " + seat + ", which does not play"
	case SetupToMove:
		return seat + " is to act, but does not play"
	case SetupAbsent:
		return seat + " does not play, but has stones or the king's power"
	case SetupInHand:
		return seat + " has " + count + " stones in hand"
	case SetupTooManyStones:
		return seat + " has " + count + " stones on the board and in hand, more than 30"
	case SetupCaptured:
		return seat + " has captured " + count + " stones"
	case SetupCapturedSum:
		return count + " stones are captured, but " + want + " are missing"
	case SetupTarget:
		return "the target is " + count + ", not 1 to 60"
	case SetupTargetReached:
		return seat + " has captured " + count + " stones and reached the target of " + want
	case SetupExcaliburRule:
		return "Excalibur is on " + p.Square.String() + ", but the rules do not include it"
	case SetupExcaliburTurnRule:
		return seat + " has the king's power, but the rules do not include Excalibur"
	case SetupExcaliburTwice:
		return "there are " + count + " Excaliburs"
	case SetupExcaliburMissing:
		return "Excalibur is not on the board, but stones have been placed"
	}
	return string(p.Code)
}

// SetupError is the error for a setup that is not playable. Problems has all
// reasons.
type SetupError struct{ Problems []SetupProblem }

// Error returns all problems as sentences.
func (e *SetupError) Error() string {
	texts := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		texts[i] = p.String()
	}
	return strings.Join(texts, "; ")
}

// Has reports whether a problem has the code.
func (e *SetupError) Has(code SetupCode) bool {
	for _, p := range e.Problems {
		if p.Code == code {
			return true
		}
	}
	return false
}

// problems returns all problems, or nil. It skips sums of invalid counts, so that
// one fault is not reported twice.
func (s *Setup) problems(anyBoard bool) []SetupProblem {
	var found []SetupProblem
	report := func(p SetupProblem) { found = append(found, p) }

	seats := min(max(s.Seats, 0), MaxSeats)
	if s.Seats < MinSeats || s.Seats > MaxSeats {
		report(SetupProblem{Code: SetupSeats, Count: s.Seats, Square: NoSquare})
	}
	size := s.Height
	if want := StandardSize(s.Seats); anyBoard {
		if size < MinBoardSize || size > PlanSize {
			report(SetupProblem{Code: SetupBoardSize, Count: size, Square: NoSquare})
		}
	} else if want != 0 {
		if size != want {
			report(SetupProblem{Code: SetupBoardSize, Count: size, Want: want, Square: NoSquare})
		}
		size = want
	}
	onBoard, excaliburs := s.boardProblems(size, seats, report)
	s.seatProblems(seats, onBoard, report)
	if s.Target < MinTarget || s.Target > MaxTarget {
		report(SetupProblem{Code: SetupTarget, Count: s.Target, Square: NoSquare})
	}
	switch n := len(excaliburs); {
	case n > 0 && !s.Rules.Excalibur:
		report(SetupProblem{Code: SetupExcaliburRule, Square: excaliburs[n-1]})
	case n > 1:
		report(SetupProblem{Code: SetupExcaliburTwice, Count: n, Square: NoSquare})
	case n == 0 && s.Rules.Excalibur && s.begun():
		report(SetupProblem{Code: SetupExcaliburMissing, Square: NoSquare})
	}
	return found
}

// boardProblems reports rows of another size and stones of seats that do not play. It returns
// the numbers of stones on the board, and the squares with Excalibur.
func (s *Setup) boardProblems(size, seats int, report func(SetupProblem)) (onBoard [MaxSeats]int, excaliburs []Square) {
	for row := range min(max(s.Height, 0), PlanSize) {
		if s.Widths[row] != size {
			report(SetupProblem{Code: SetupRowLength, Row: row + 1, Count: s.Widths[row], Want: size, Square: NoSquare})
		}
		for column := range min(max(s.Widths[row], 0), PlanSize) {
			cell := s.Cells[row][column]
			square := NewSquare(origin(s.Height)+column, origin(s.Height)+s.Height-1-row)
			switch seat, ok := cell.Seat(); {
			case cell == Free:
			case cell == Excalibur:
				excaliburs = append(excaliburs, square)
			case !ok || int(seat) >= seats:
				report(SetupProblem{Code: SetupStone, Square: square, Seat: Seat(cell) - 1})
			default:
				onBoard[seat]++
			}
		}
	}
	return onBoard, excaliburs
}

// seatProblems reports what is wrong with the seat to act and with the stones of the seats.
// onBoard are the numbers of their stones on the board.
func (s *Setup) seatProblems(seats int, onBoard [MaxSeats]int, report func(SetupProblem)) {
	if known := s.Seats >= MinSeats && s.Seats <= MaxSeats; known && int(s.ToMove) >= seats {
		report(SetupProblem{Code: SetupToMove, Seat: s.ToMove, Square: NoSquare})
	}
	for seat := seats; seat < MaxSeats; seat++ {
		if s.Captured[seat] != 0 || s.InHand[seat] != 0 || s.ExcaliburTurn[seat] {
			report(SetupProblem{Code: SetupAbsent, Seat: Seat(seat), Square: NoSquare})
		}
	}
	captured, missing, countable := 0, 0, true
	for seat := range seats {
		p := SetupProblem{Seat: Seat(seat), Square: NoSquare}
		inHand, all := s.InHand[seat], s.InHand[seat]+onBoard[seat]
		if inHand < 0 {
			p.Code, p.Count = SetupInHand, inHand
			report(p)
			countable = false
		}
		if all > StonesPerSeat || inHand > StonesPerSeat {
			p.Code, p.Count = SetupTooManyStones, all
			report(p)
			countable = false
		}
		if s.Captured[seat] < 0 {
			p.Code, p.Count = SetupCaptured, s.Captured[seat]
			report(p)
			countable = false
		}
		if s.Target >= MinTarget && s.Captured[seat] >= s.Target {
			p.Code, p.Count, p.Want = SetupTargetReached, s.Captured[seat], s.Target
			report(p)
		}
		if s.ExcaliburTurn[seat] && !s.Rules.Excalibur {
			p.Code = SetupExcaliburTurnRule
			report(p)
		}
		captured += s.Captured[seat]
		missing += StonesPerSeat - all
	}
	if countable && captured != missing {
		report(SetupProblem{Code: SetupCapturedSum, Count: captured, Want: missing, Square: NoSquare})
	}
}

// begun reports whether a stone has been placed.
func (s *Setup) begun() bool {
	for seat := range min(max(s.Seats, 0), MaxSeats) {
		if s.InHand[seat] < StonesPerSeat || s.Captured[seat] > 0 {
			return true
		}
	}
	for row := range s.Cells {
		for _, cell := range s.Cells[row] {
			if _, ok := cell.Seat(); ok {
				return true
			}
		}
	}
	return false
}
