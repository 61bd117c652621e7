package lancelot

import (
	"strconv"
	"strings"
)

// String returns the setup as text, seven fields separated by spaces:
//
//	10/10/4a5/10/10/10/10/10/10/10 b 0,0,0 29,30,30 - basic 8
//
// The fields are the rows of the board from the top, the seat to act, captured
// stones by seat, stones in hand by seat, seats with an Excalibur turn, rules and
// target. [ParseSetup] returns the same setup if all numbers have at most two
// digits and seats beyond Seats have nothing.
func (s Setup) String() string {
	var b strings.Builder
	for row := range min(max(s.Height, 0), PlanSize) {
		if row > 0 {
			b.WriteByte('/')
		}
		free := 0
		for column := range min(max(s.Widths[row], 0), PlanSize) {
			cell := s.Cells[row][column]
			if cell == Free {
				free++
				continue
			}
			writeRun(&b, free)
			free = 0
			b.WriteString(cell.String())
		}
		writeRun(&b, free)
	}
	b.WriteByte(' ')
	b.WriteString(s.ToMove.String())
	seats := min(max(s.Seats, 0), MaxSeats)
	for _, list := range [][MaxSeats]int{s.Captured, s.InHand} {
		for seat := range seats {
			b.WriteByte(" ,"[min(seat, 1)])
			b.WriteString(strconv.Itoa(list[seat]))
		}
	}
	b.WriteByte(' ')
	holders := b.Len()
	for seat := range seats {
		if s.ExcaliburTurn[seat] {
			b.WriteString(Seat(seat).String())
		}
	}
	if b.Len() == holders {
		b.WriteByte('-')
	}
	b.WriteByte(' ')
	b.WriteString(s.Rules.String())
	b.WriteByte(' ')
	b.WriteString(strconv.Itoa(s.Target))
	return b.String()
}

func writeRun(b *strings.Builder, free int) {
	if free > 0 {
		b.WriteString(strconv.Itoa(free))
	}
}

// String returns the position as text, like [Setup.String].
func (p Position) String() string { return p.Setup().String() }

// ParseSetup parses a setup in the form of [Setup.String]. The result need not be
// playable; see [Setup.Position]. The error is a [*SyntaxError].
func ParseSetup(text string) (Setup, error) {
	r := reader{text: text}
	s, err := r.setup()
	if err != nil {
		return Setup{}, err
	}
	return s, nil
}

// ParsePosition parses a position in the form of [Setup.String], like [ParseSetup]
// followed by [Setup.Position]. The error is a [*SyntaxError] or a [*SetupError].
func ParsePosition(text string) (Position, error) {
	s, err := ParseSetup(text)
	if err != nil {
		return Position{}, err
	}
	return s.Position()
}

func (r *reader) setup() (s Setup, err *SyntaxError) {
	r.spaces()
	if err = r.rows(&s); err != nil {
		return s, err
	}
	if err = r.nextField(); err != nil {
		return s, err
	}
	if s.ToMove, err = r.seat(); err != nil {
		return s, err
	}
	if err = r.nextField(); err != nil {
		return s, err
	}
	if s.Captured, s.Seats, err = r.list(0); err != nil {
		return s, err
	}
	if err = r.nextField(); err != nil {
		return s, err
	}
	if s.InHand, _, err = r.list(s.Seats); err != nil {
		return s, err
	}
	if err = r.nextField(); err != nil {
		return s, err
	}
	if s.ExcaliburTurn, err = r.excaliburTurns(); err != nil {
		return s, err
	}
	if err = r.nextField(); err != nil {
		return s, err
	}
	begin := r.at
	word := r.word()
	var unknown error
	if s.Rules, unknown = ParseRules(word); unknown != nil {
		return s, &SyntaxError{Code: SyntaxRules, Offset: begin, Text: word}
	}
	if err = r.nextField(); err != nil {
		return s, err
	}
	if s.Target, err = r.number(); err != nil {
		return s, err
	}
	r.spaces()
	if r.at < len(r.text) {
		return s, r.fail(SyntaxTrailing)
	}
	return s, nil
}

// nextField skips the spaces before a field.
func (r *reader) nextField() *SyntaxError {
	begin := r.at
	r.spaces()
	if r.at >= len(r.text) {
		e := r.fail(SyntaxFields)
		e.Want = 7
		return e
	}
	if r.at == begin {
		return r.fail(SyntaxTrailing)
	}
	return nil
}

// word reads up to the next space.
func (r *reader) word() string {
	begin := r.at
	for r.at < len(r.text) && r.text[r.at] != ' ' {
		r.at++
	}
	return r.text[begin:r.at]
}

// rows reads the first field.
func (r *reader) rows(s *Setup) *SyntaxError {
	for {
		if s.Height == PlanSize {
			e := r.fail(SyntaxRows)
			e.Want = PlanSize
			return e
		}
		if err := r.row(s, s.Height); err != nil {
			return err
		}
		s.Height++
		if r.peek() != '/' {
			return nil
		}
		r.at++
	}
}

func (r *reader) row(s *Setup, row int) *SyntaxError {
	column := 0
	for {
		begin, run, cell := r.at, 1, Free
		switch c := r.peek(); {
		case c >= 'a' && c <= 'e':
			cell = StoneOf(Seat(c - 'a'))
			r.at++
		case c == '*':
			cell = Excalibur
			r.at++
		case c >= '1' && c <= '9':
			var err *SyntaxError
			if run, err = r.number(); err != nil {
				return err
			}
		case column > 0 && (c == '/' || c == ' ' || r.at == len(r.text)):
			s.Widths[row] = column
			return nil
		default:
			return r.fail(SyntaxCell)
		}
		if column+run > PlanSize {
			return &SyntaxError{Code: SyntaxRow, Offset: begin, Text: r.text[begin:r.at], Want: PlanSize}
		}
		s.Cells[row][column] = cell
		column += run
	}
}

// list reads numbers separated by commas: want numbers, or 2 to 5 if want is 0.
func (r *reader) list(want int) (list [MaxSeats]int, seats int, err *SyntaxError) {
	for {
		if seats == MaxSeats || want != 0 && seats == want {
			e := r.fail(SyntaxList)
			e.Want = want
			return list, seats, e
		}
		if list[seats], err = r.number(); err != nil {
			return list, seats, err
		}
		seats++
		if r.peek() != ',' {
			break
		}
		r.at++
	}
	if seats < MinSeats || want != 0 && seats != want {
		e := r.fail(SyntaxList)
		e.Want = want
		return list, seats, e
	}
	return list, seats, nil
}

// excaliburTurns reads "-" or seats.
func (r *reader) excaliburTurns() (available [MaxSeats]bool, err *SyntaxError) {
	if r.peek() == '-' {
		r.at++
		return available, nil
	}
	for first := true; first || r.peek() != ' ' && r.at < len(r.text); first = false {
		c := r.peek()
		if c < 'a' || c > 'e' || available[c-'a'] {
			return available, r.fail(SyntaxExcaliburTurns)
		}
		available[c-'a'] = true
		r.at++
	}
	return available, nil
}
