package lancelot

import (
	"strconv"
	"strings"
)

// SetupCode says why a set-up is refused.
type SetupCode string

// The reasons, with the fields of [SetupProblem] that belong to each.
const (
	// Seats are not 2 to 5. (Count)
	SetupSeats SetupCode = "seats"
	// The field has not the size that its number of seats plays on, or on any
	// field not 4 to 14. (Count rows, Want; Want 0 on any field)
	SetupFieldSize SetupCode = "field-size"
	// A row, counted from 1 at the top, has too many or too few squares.
	// (Row, Count, Want)
	SetupRowLength SetupCode = "row-length"
	// A cell is neither free nor a stone of a seat nor Excalibur; or a stone
	// belongs to a seat that does not play. (Square, Seat)
	SetupStone SetupCode = "stone"
	// A seat that does not play is to act. (Seat)
	SetupToAct SetupCode = "to-act"
	// A seat that does not play holds captured stones, stones or the power.
	// (Seat)
	SetupAbsent SetupCode = "absent-seat"
	// The stones in a seat's hand are fewer than 0. (Seat, Count)
	SetupInHand SetupCode = "in-hand"
	// A seat has more than 30 stones on the field and in hand. (Seat, Count)
	SetupTooManyStones SetupCode = "too-many-stones"
	// A seat has captured fewer than 0 stones. (Seat, Count)
	SetupCaptured SetupCode = "captured"
	// The stones captured by all are not just those missing of all.
	// (Count captured, Want missing)
	SetupCapturedSum SetupCode = "captured-sum"
	// The target is not 1 to 60. (Count)
	SetupTarget SetupCode = "target"
	// A seat has already reached the target, so that the game is over.
	// (Seat, Count, Want)
	SetupTargetReached SetupCode = "target-reached"
	// Excalibur is on the field without its rule. (Square)
	SetupExcaliburRule SetupCode = "excalibur-without-rule"
	// A seat holds the king's power without the rule. (Seat)
	SetupExcaliburTurnRule SetupCode = "excalibur-turn-without-rule"
	// There is more than one Excalibur. (Count)
	SetupExcaliburTwice SetupCode = "excalibur-twice"
	// Excalibur is not on the field, though stones have been put.
	SetupExcaliburMissing SetupCode = "excalibur-missing"
)

// SetupProblem is one reason why a set-up is refused.
type SetupProblem struct {
	Code   SetupCode
	Seat   Seat
	Square Square // NoSquare where none belongs to the code
	Row    int
	Count  int
	Want   int
}

// Args are the problem's particulars by name, as strings and ints, for a
// program that words it in another language.
func (p SetupProblem) Args() map[string]any {
	square, seat := p.Square.String(), int(p.Seat)
	switch p.Code {
	case SetupSeats, SetupTarget, SetupExcaliburTwice:
		return map[string]any{"count": p.Count}
	case SetupFieldSize, SetupCapturedSum:
		return map[string]any{"count": p.Count, "want": p.Want}
	case SetupRowLength:
		return map[string]any{"row": p.Row, "count": p.Count, "want": p.Want}
	case SetupStone:
		return map[string]any{"square": square, "seat": seat}
	case SetupToAct, SetupAbsent, SetupExcaliburTurnRule:
		return map[string]any{"seat": seat}
	case SetupInHand, SetupTooManyStones, SetupCaptured:
		return map[string]any{"seat": seat, "count": p.Count}
	case SetupTargetReached:
		return map[string]any{"seat": seat, "count": p.Count, "want": p.Want}
	case SetupExcaliburRule:
		return map[string]any{"square": square}
	}
	return map[string]any{}
}

// String is the problem in English.
func (p SetupProblem) String() string {
	count, want, seat := strconv.Itoa(p.Count), strconv.Itoa(p.Want), "seat "+p.Seat.String()
	switch p.Code {
	case SetupSeats:
		if p.Count == 1 {
			return "there is 1 seat, not 2 to 5"
		}
		return "there are " + count + " seats, not 2 to 5"
	case SetupFieldSize:
		if p.Want == 0 {
			return "the field has " + count + " rows, not 4 to 14"
		}
		return "the field has " + count + " rows, not " + want
	case SetupRowLength:
		return "row " + strconv.Itoa(p.Row) + " from the top has " + count + " squares, not " + want
	case SetupStone:
		return "what stands on " + p.Square.String() + " belongs to " + seat + ", which does not play"
	case SetupToAct:
		return seat + " is to act, but does not play"
	case SetupAbsent:
		return seat + " does not play, but has stones or the king's power"
	case SetupInHand:
		return seat + " has " + count + " stones in hand"
	case SetupTooManyStones:
		return seat + " has " + count + " stones on the field and in hand, more than 30"
	case SetupCaptured:
		return seat + " has captured " + count + " stones"
	case SetupCapturedSum:
		return count + " stones are captured, but " + want + " are missing"
	case SetupTarget:
		return "the target is " + count + ", not 1 to 60"
	case SetupTargetReached:
		return seat + " has captured " + count + " stones and so reached the target of " + want
	case SetupExcaliburRule:
		return "Excalibur stands on " + p.Square.String() + ", but its rule is not in use"
	case SetupExcaliburTurnRule:
		return seat + " holds the king's power, but the rule of Excalibur is not in use"
	case SetupExcaliburTwice:
		return "there are " + count + " Excaliburs"
	case SetupExcaliburMissing:
		return "Excalibur is not on the field, but stones have been put"
	}
	return string(p.Code)
}

// SetupError is why a set-up is no position: every problem, at least one.
type SetupError struct {
	Problems []SetupProblem
}

func (e *SetupError) Error() string {
	texts := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		texts[i] = p.String()
	}
	return strings.Join(texts, "; ")
}

// Has tells whether a problem of that code is among them.
func (e *SetupError) Has(code SetupCode) bool {
	for _, p := range e.Problems {
		if p.Code == code {
			return true
		}
	}
	return false
}

// problems are all reasons why s is no position, nil if it is one. A count is
// judged only where it can be made, so that one fault is not told twice.
func (s *Setup) problems(anyField bool) []SetupProblem {
	var found []SetupProblem
	tell := func(p SetupProblem) { found = append(found, p) }

	seats := min(max(s.Seats, 0), MaxSeats)
	if s.Seats < MinSeats || s.Seats > MaxSeats {
		tell(SetupProblem{Code: SetupSeats, Count: s.Seats, Square: NoSquare})
	}
	size := s.Height
	if want := StandardSize(s.Seats); anyField {
		if size < MinFieldSize || size > BoardSize {
			tell(SetupProblem{Code: SetupFieldSize, Count: size, Square: NoSquare})
		}
	} else if want != 0 {
		if size != want {
			tell(SetupProblem{Code: SetupFieldSize, Count: size, Want: want, Square: NoSquare})
		}
		size = want
	}

	var onField [MaxSeats]int
	swords, swordAt := 0, NoSquare
	for row := range min(max(s.Height, 0), BoardSize) {
		if s.Widths[row] != size {
			tell(SetupProblem{Code: SetupRowLength, Row: row + 1, Count: s.Widths[row], Want: size, Square: NoSquare})
		}
		for column := range min(max(s.Widths[row], 0), BoardSize) {
			cell := s.Cells[row][column]
			square := SquareAt(origin(s.Height)+column, origin(s.Height)+s.Height-row)
			if cell == Free {
				continue
			}
			if cell == Excalibur {
				swords++
				swordAt = square
				continue
			}
			seat, ok := cell.Seat()
			if !ok || int(seat) >= seats {
				tell(SetupProblem{Code: SetupStone, Square: square, Seat: Seat(cell) - 1})
				continue
			}
			onField[seat]++
		}
	}

	if known := s.Seats >= MinSeats && s.Seats <= MaxSeats; known && int(s.ToAct) >= seats {
		tell(SetupProblem{Code: SetupToAct, Seat: s.ToAct, Square: NoSquare})
	}
	for seat := seats; seat < MaxSeats; seat++ {
		if s.Captured[seat] != 0 || s.InHand[seat] != 0 || s.ExcaliburTurn[seat] {
			tell(SetupProblem{Code: SetupAbsent, Seat: Seat(seat), Square: NoSquare})
		}
	}
	captured, missing, countable := 0, 0, true
	for seat := range seats {
		p := SetupProblem{Seat: Seat(seat), Square: NoSquare}
		inHand, all := s.InHand[seat], s.InHand[seat]+onField[seat]
		if inHand < 0 {
			p.Code, p.Count = SetupInHand, inHand
			tell(p)
			countable = false
		}
		if all > StonesPerSeat || inHand > StonesPerSeat {
			p.Code, p.Count = SetupTooManyStones, all
			tell(p)
			countable = false
		}
		if s.Captured[seat] < 0 {
			p.Code, p.Count = SetupCaptured, s.Captured[seat]
			tell(p)
			countable = false
		}
		if s.Target >= MinTarget && s.Captured[seat] >= s.Target {
			p.Code, p.Count, p.Want = SetupTargetReached, s.Captured[seat], s.Target
			tell(p)
		}
		if s.ExcaliburTurn[seat] && !s.Rules.Excalibur {
			p.Code = SetupExcaliburTurnRule
			tell(p)
		}
		captured += s.Captured[seat]
		missing += StonesPerSeat - all
	}
	if countable && captured != missing {
		tell(SetupProblem{Code: SetupCapturedSum, Count: captured, Want: missing, Square: NoSquare})
	}
	if s.Target < MinTarget || s.Target > MaxTarget {
		tell(SetupProblem{Code: SetupTarget, Count: s.Target, Square: NoSquare})
	}

	switch {
	case swords > 0 && !s.Rules.Excalibur:
		tell(SetupProblem{Code: SetupExcaliburRule, Square: swordAt})
	case swords > 1:
		tell(SetupProblem{Code: SetupExcaliburTwice, Count: swords, Square: NoSquare})
	case swords == 0 && s.Rules.Excalibur && s.begun():
		tell(SetupProblem{Code: SetupExcaliburMissing, Square: NoSquare})
	}
	return found
}

// begun tells whether a stone has been put.
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
