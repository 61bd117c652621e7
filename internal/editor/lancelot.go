package editor

import (
	"strings"

	"tafelrunde/lancelot"
)

// MaxCount is the largest number that the text of a position can contain.
const MaxCount = 99

// ReadLancelot parses the text of a position; "" is the start of a basic game for
// two. The error is that of [lancelot.ParsePosition]. If the text cannot be parsed, the
// setup has all that can be read: the beginnings of rows and of other fields. What is
// missing is that of a start. The board of the setup has the size of its number of
// seats; other rows and columns are left out.
func ReadLancelot(text string) (lancelot.Setup, error) {
	if strings.TrimSpace(text) == "" {
		return lancelot.Options{Seats: lancelot.MinSeats}.Setup(), nil
	}
	s, err := lancelot.ParseSetup(text)
	if err != nil {
		return fitted(recoverLancelot(text)), err
	}
	_, err = s.Position()
	return fitted(s), err
}

// recoverLancelot reads the fields of a text each for itself.
func recoverLancelot(text string) lancelot.Setup {
	given := strings.Fields(text)
	seats := seatsOf(given)
	fields := strings.Fields(lancelot.Options{Seats: seats}.Setup().String())
	rows := strings.Split(fields[0], "/")
	parsed := func() (lancelot.Setup, error) {
		fields[0] = strings.Join(rows, "/")
		return lancelot.ParseSetup(strings.Join(fields, " "))
	}
	replace := func(part *string, by string) {
		longestPrefix(by, func(prefix string) bool {
			before := *part
			*part = prefix
			_, err := parsed()
			if err != nil {
				*part = before
			}
			return err == nil
		})
	}
	for i, field := range given {
		switch {
		case i == 0:
			for i, row := range strings.SplitN(field, "/", len(rows)+1) {
				if i < len(rows) {
					replace(&rows[i], row)
				}
			}
		case i < len(fields):
			replace(&fields[i], field)
		}
	}
	s, _ := parsed()
	return s
}

// seatsOf returns the number of seats of a text by the length of its lists, or by its
// number of rows.
func seatsOf(fields []string) int {
	rows := 0
	for i, field := range fields {
		switch n := strings.Count(field, ",") + 1; {
		case i == 0:
			rows = strings.Count(field, "/") + 1
		case i <= 3 && n >= lancelot.MinSeats && n <= lancelot.MaxSeats:
			return n
		}
	}
	for seats := lancelot.MinSeats; seats <= lancelot.MaxSeats; seats++ {
		if lancelot.StandardSize(seats) == rows {
			return seats
		}
	}
	return lancelot.MinSeats
}

// fitted returns the setup on a board of the size of its number of seats. Cells keep
// their row from the top and their column from the left. Seats that do not play have no
// Excalibur turn, which a text can give them, but Setup.String does not write.
func fitted(s lancelot.Setup) lancelot.Setup {
	size := lancelot.StandardSize(s.Seats)
	var cells [lancelot.PlanSize][lancelot.PlanSize]lancelot.Cell
	for row := range min(size, s.Height) {
		copy(cells[row][:size], s.Cells[row][:min(size, s.Widths[row])])
	}
	s.Cells, s.Height, s.Widths = cells, size, [lancelot.PlanSize]int{}
	for row := range size {
		s.Widths[row] = size
	}
	clear(s.ExcaliburTurn[s.Seats:])
	return s
}

// LancelotField returns the field that a problem of a setup concerns.
func LancelotField(code lancelot.SetupCode) Field {
	switch code {
	case lancelot.SetupSeats:
		return Seats
	case lancelot.SetupToMove:
		return Turn
	case lancelot.SetupInHand, lancelot.SetupTooManyStones:
		return InHand
	case lancelot.SetupCaptured, lancelot.SetupCapturedSum, lancelot.SetupTargetReached:
		return Captured
	case lancelot.SetupTarget:
		return Target
	case lancelot.SetupExcaliburRule:
		return Rules
	case lancelot.SetupExcaliburTurnRule:
		return ExcaliburTurns
	}
	return Board
}

// PutLancelot puts a stone or Excalibur on a square, or frees it. A stone comes from the
// hand of its seat, if it has one, and the stone that was there goes back. Excalibur
// leaves the square where it was. Squares off the board are ignored.
func PutLancelot(s *lancelot.Setup, square lancelot.Square, cell lancelot.Cell) {
	before := s.At(square)
	if !s.Set(square, lancelot.Free) {
		return
	}
	// A text may have stones of seats that do not play; these have no hand.
	if seat, ok := before.Seat(); ok && int(seat) < s.Seats {
		s.InHand[seat] = min(s.InHand[seat]+1, MaxCount)
	}
	if seat, ok := cell.Seat(); ok && int(seat) < s.Seats {
		s.InHand[seat] = max(s.InHand[seat]-1, 0)
	}
	if cell == lancelot.Excalibur {
		freeExcalibur(s)
	}
	s.Set(square, cell)
}

// MoveLancelot moves what is on a square to another. A stone there goes back to the hand
// of its seat. Squares off the board are ignored.
func MoveLancelot(s *lancelot.Setup, from, to lancelot.Square) {
	cell := s.At(from)
	if cell == lancelot.Free || from == to || !s.Set(to, s.At(to)) {
		return
	}
	PutLancelot(s, from, lancelot.Free)
	PutLancelot(s, to, cell)
}

func freeExcalibur(s *lancelot.Setup) {
	for row := range s.Cells {
		for column := range s.Cells[row] {
			if s.Cells[row][column] == lancelot.Excalibur {
				s.Cells[row][column] = lancelot.Free
			}
		}
	}
}

// ExcaliburRule switches the rule of Excalibur on, with an Excalibur turn for each seat, or
// off, with neither Excalibur nor its turns.
func ExcaliburRule(s *lancelot.Setup, on bool) {
	s.Rules.Excalibur = on
	for seat := range s.Seats {
		s.ExcaliburTurn[seat] = on
	}
	if !on {
		freeExcalibur(s)
	}
}

// ClearLancelot returns the setup to the start of a game with the same seats, rules and
// target.
func ClearLancelot(s *lancelot.Setup) {
	*s = lancelot.Options{Seats: s.Seats, Rules: s.Rules, Target: s.Target}.Setup()
}

// SeatsLancelot changes the number of seats and with it the board. Stones keep their
// squares; those that are no longer on the board go back to the hand, those of seats that
// no longer play are removed. A target that was the usual one becomes that of the new
// number. A board without stones and captures becomes that of a start.
func SeatsLancelot(s *lancelot.Setup, seats int) {
	o := lancelot.Options{Seats: seats, Rules: s.Rules}
	if s.Target != lancelot.StandardTarget(s.Seats) {
		o.Target = s.Target
	}
	old, next := *s, o.Setup()
	*s = next
	if !begun(old) {
		return
	}
	s.ToMove = 0
	if int(old.ToMove) < seats {
		s.ToMove = old.ToMove
	}
	for seat := range min(old.Seats, seats) {
		s.Captured[seat], s.InHand[seat], s.ExcaliburTurn[seat] = old.Captured[seat], old.InHand[seat], old.ExcaliburTurn[seat]
	}
	for square := range lancelot.Square(lancelot.PlanSize * lancelot.PlanSize) {
		cell := old.At(square)
		owner, stone := cell.Seat()
		if stone && int(owner) >= seats {
			continue
		}
		if !s.Set(square, cell) && stone {
			s.InHand[owner] = min(s.InHand[owner]+1, MaxCount)
		}
	}
}

// begun reports whether anything is on the board or captured.
func begun(s lancelot.Setup) bool {
	for row := range s.Cells {
		for _, cell := range s.Cells[row] {
			if cell != lancelot.Free {
				return true
			}
		}
	}
	return s.Captured != [lancelot.MaxSeats]int{}
}
