package lancelot

import "strconv"

// SyntaxCode says why a text cannot be read.
type SyntaxCode string

// The reasons. Those about a number or a list name what was expected in
// [SyntaxError.Want] where it is a count.
const (
	// The text ends too early, or is empty.
	SyntaxEnd SyntaxCode = "end"
	// Something follows a complete text.
	SyntaxTrailing SyntaxCode = "trailing"
	// The position has not seven fields. (Want 7)
	SyntaxFields SyntaxCode = "fields"
	// There are more than 14 rows. (Want 14)
	SyntaxRows SyntaxCode = "rows"
	// A row has more than 14 squares. (Want 14)
	SyntaxRow SyntaxCode = "row"
	// Neither a to e, nor *, nor a number of free squares.
	SyntaxCell SyntaxCode = "cell"
	// No letter of a seat.
	SyntaxSeat SyntaxCode = "seat"
	// Not a number of one or two digits without a leading zero.
	SyntaxNumber SyntaxCode = "number"
	// The list has not 2 to 5 numbers, or not as many as the one before.
	SyntaxList SyntaxCode = "list"
	// Neither "-" nor letters of seats, each once.
	SyntaxExcaliburTurns SyntaxCode = "excalibur-turns"
	// Neither basic nor diagonals nor excalibur nor diagonals+excalibur.
	SyntaxRules SyntaxCode = "rules"
	// No column a to n.
	SyntaxColumn SyntaxCode = "column"
	// No row 1 to 14.
	SyntaxRowNumber SyntaxCode = "row-number"
	// Two stones or two Excaliburs in a turn.
	SyntaxTwice SyntaxCode = "twice"
)

// SyntaxError is why a text cannot be read, and where.
type SyntaxError struct {
	Code SyntaxCode
	// Offset counts bytes from the beginning of the text; at its length the text
	// ends too early.
	Offset int
	// Found is the offending character or field, "" at the end.
	Found string
	// Want is a count that was expected, for codes that name it; else 0.
	Want int
}

// Args are the error's particulars by name, as strings and ints.
func (e *SyntaxError) Args() map[string]any {
	args := map[string]any{"found": e.Found}
	if e.Want != 0 {
		args["want"] = e.Want
	}
	return args
}

func (e *SyntaxError) Error() string {
	text := e.Reason() + " (offset " + strconv.Itoa(e.Offset)
	if e.Found != "" {
		text += ", found " + strconv.Quote(e.Found)
	}
	return text + ")"
}

// Reason is why the text cannot be read, without the place.
func (e *SyntaxError) Reason() string {
	switch e.Code {
	case SyntaxEnd:
		return "the text ends too early"
	case SyntaxTrailing:
		return "nothing may follow here"
	case SyntaxFields:
		return "a position has " + strconv.Itoa(e.Want) + " fields: field, seat to act, captured, in hand, powers, rules, target"
	case SyntaxRows:
		return "more than " + strconv.Itoa(e.Want) + " rows"
	case SyntaxRow:
		return "more than " + strconv.Itoa(e.Want) + " squares in a row"
	case SyntaxCell:
		return "a square is a to e, * or a number of free squares"
	case SyntaxSeat:
		return "a seat is a to e"
	case SyntaxNumber:
		return "a number has one or two digits and no leading zero"
	case SyntaxList:
		if e.Want != 0 {
			return "the list needs " + strconv.Itoa(e.Want) + " numbers like the one before"
		}
		return "the list needs 2 to 5 numbers"
	case SyntaxExcaliburTurns:
		return "powers are - or letters of seats, each once"
	case SyntaxRules:
		return "rules are basic, diagonals, excalibur or diagonals+excalibur"
	case SyntaxColumn:
		return "a column is a to n"
	case SyntaxRowNumber:
		return "a row is 1 to 14"
	case SyntaxTwice:
		return "a turn has one stone and Excalibur at most once"
	}
	return string(e.Code)
}

// reader reads a text from left to right; at is the offset of what comes next.
type reader struct {
	text string
	at   int
}

// fail is an error at the reader's place.
func (r *reader) fail(code SyntaxCode) *SyntaxError {
	e := &SyntaxError{Code: code, Offset: r.at}
	if r.at >= len(r.text) {
		if code != SyntaxList && code != SyntaxFields {
			e.Code = SyntaxEnd
		}
		return e
	}
	for i, c := range r.text[r.at:] {
		if i == 0 {
			e.Found = string(c)
		}
	}
	return e
}

// peek is the next byte, 0 at the end.
func (r *reader) peek() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

func (r *reader) spaces() {
	for r.peek() == ' ' {
		r.at++
	}
}

// number reads one or two digits.
func (r *reader) number() (int, *SyntaxError) {
	begin, n := r.at, 0
	for c := r.peek(); c >= '0' && c <= '9'; c = r.peek() {
		n = n*10 + int(c-'0')
		r.at++
		if r.at-begin > 2 || r.at-begin == 2 && r.text[begin] == '0' {
			return 0, &SyntaxError{Code: SyntaxNumber, Offset: begin, Found: r.text[begin:r.at]}
		}
	}
	if r.at == begin {
		return 0, r.fail(SyntaxNumber)
	}
	return n, nil
}

// seat reads a seat's letter.
func (r *reader) seat() (Seat, *SyntaxError) {
	c := r.peek()
	if c < 'a' || c > 'e' {
		return 0, r.fail(SyntaxSeat)
	}
	r.at++
	return Seat(c - 'a'), nil
}

// square reads a square's name, its letter small or capital.
func (r *reader) square() (Square, *SyntaxError) {
	c := r.peek() | 0x20
	if c < 'a' || c >= 'a'+BoardSize {
		return NoSquare, r.fail(SyntaxColumn)
	}
	r.at++
	begin := r.at
	row, err := r.number()
	if err != nil {
		if err.Code == SyntaxNumber {
			err.Code = SyntaxRowNumber
		}
		return NoSquare, err
	}
	if row < 1 || row > BoardSize {
		return NoSquare, &SyntaxError{Code: SyntaxRowNumber, Offset: begin, Found: r.text[begin:r.at]}
	}
	return SquareAt(int(c-'a'), row), nil
}
