package lancelot

import (
	"strconv"

	"tafelrunde/internal/excerpt"
)

// SyntaxCode is the reason why a text cannot be parsed. Its text is stable.
type SyntaxCode string

// Errors in the text of a position or a turn. In parentheses is what
// [SyntaxError.Want] counts.
const (
	// The text ends too early, or is empty.
	SyntaxEnd SyntaxCode = "end"
	// There is more text after the end.
	SyntaxTrailing SyntaxCode = "trailing"
	// The position has not seven fields. (Want 7)
	SyntaxFields SyntaxCode = "fields"
	// There are more than 14 rows. (Want 14)
	SyntaxRows SyntaxCode = "rows"
	// A row has more than 14 squares. (Want 14)
	SyntaxRow SyntaxCode = "row"
	// A square is not a to e, * or a number of free squares.
	SyntaxCell SyntaxCode = "cell"
	// A seat is not a to e.
	SyntaxSeat SyntaxCode = "seat"
	// A number does not have one or two digits, or has a leading zero.
	SyntaxNumber SyntaxCode = "number"
	// A list does not have 2 to 5 numbers, or not as many as the list before. (Want)
	SyntaxList SyntaxCode = "list"
	// The field is not "-" or letters of seats, each once.
	SyntaxExcaliburTurns SyntaxCode = "excalibur-turns"
	// The rules are not basic, diagonals, excalibur or diagonals+excalibur.
	SyntaxRules SyntaxCode = "rules"
	// A column is not a to n.
	SyntaxColumn SyntaxCode = "column"
	// A row is not 1 to 14.
	SyntaxRowNumber SyntaxCode = "row-number"
	// A turn has two stones or moves Excalibur twice.
	SyntaxTwice SyntaxCode = "twice"
)

// SyntaxError is the error for text that cannot be parsed.
type SyntaxError struct {
	// Code is the reason.
	Code SyntaxCode
	// Offset is the byte offset of the error in the text. It is the length of the text
	// if the text ends too early.
	Offset int
	// Text is the invalid character or field, or "" at the end of the text.
	Text string
	// Want is the expected number of elements for codes that use it, otherwise 0.
	Want int
}

// Error returns the reason, the invalid text and its offset.
func (e *SyntaxError) Error() string {
	text := e.Reason()
	if e.Text != "" {
		text += ": " + strconv.Quote(excerpt.Of(e.Text))
	}
	return text + " (at offset " + strconv.Itoa(e.Offset) + ")"
}

// Reason returns the reason in English, without the text and its offset.
func (e *SyntaxError) Reason() string {
	switch e.Code {
	case SyntaxEnd:
		return "the text ends too early"
	case SyntaxTrailing:
		return "nothing may follow here"
	case SyntaxFields:
		return "a position has " + strconv.Itoa(e.Want) + " fields: board, seat to act, captured, in hand, Excalibur turns, rules, target"
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
		return "Excalibur turns are - or letters of seats, each once"
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

// reader reads a text from left to right; at is the offset of the next byte.
type reader struct {
	text string
	at   int
}

// fail returns an error at the reader's place.
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
			e.Text = string(c)
		}
	}
	return e
}

// peek returns the next byte, or 0 at the end.
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
			return 0, &SyntaxError{Code: SyntaxNumber, Offset: begin, Text: r.text[begin:r.at]}
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

// square reads the name of a square.
func (r *reader) square() (Square, *SyntaxError) {
	c := r.peek() | 0x20
	if c < 'a' || c >= 'a'+PlanSize {
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
	if row < 1 || row > PlanSize {
		return NoSquare, &SyntaxError{Code: SyntaxRowNumber, Offset: begin, Text: r.text[begin:r.at]}
	}
	return NewSquare(int(c-'a'), row-1), nil
}
