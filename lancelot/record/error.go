package record

import (
	"errors"
	"strconv"

	"tafelrunde/lancelot"
)

// Code says why a record cannot be read.
type Code string

// The reasons.
const (
	// A tag is not of the form [Name "value"].
	BadTag Code = "tag"
	// A tag stands twice.
	TagTwice Code = "tag-twice"
	// There is no Position tag.
	NoStart Code = "no-start"
	// The Position tag holds no position; Err says why.
	BadStart Code = "start"
	// A comment is not closed, or nothing was open.
	BadComment Code = "comment"
	// The number of a turn is wrong; Want is the right one.
	BadNumber Code = "number"
	// The turn cannot be read or may not be played; Err says why.
	BadTurn Code = "turn"
	// The result is not that of the rules or of the Result tag; Want is the
	// right one.
	BadResult Code = "result"
	// Something follows a complete game where one game was to be read.
	Trailing Code = "trailing"
)

// Error is why a record cannot be read, and where.
type Error struct {
	Code Code
	// Offset counts bytes from the beginning of the text.
	Offset int
	// Turn is the number, from 1, of the turn that was due; 0 before the turns.
	Turn int
	// Found is the offending word, Want what should stand in its place, where the
	// code knows it.
	Found, Want string
	// Err is the reason given by the rules, nil if they have none: a
	// *lancelot.SyntaxError, *lancelot.SetupError or *lancelot.IllegalTurnError.
	Err error
}

// Unwrap is the reason given by the rules.
func (e *Error) Unwrap() error { return e.Err }

// Args are the error's particulars by name, as strings and ints.
func (e *Error) Args() map[string]any {
	return map[string]any{"turn": e.Turn, "found": e.Found, "want": e.Want}
}

func (e *Error) Error() string {
	var text string
	switch e.Code {
	case BadTag:
		text = `a tag is [Name "value"]`
	case TagTwice:
		text = "the tag stands twice"
	case NoStart:
		text = "there is no " + PositionTag + " tag"
	case BadStart, BadTurn:
		text = e.Err.Error()
		var syntax *lancelot.SyntaxError
		if errors.As(e.Err, &syntax) {
			text = syntax.Reason()
		}
	case BadComment:
		text = "a comment begins with { and ends with }"
	case BadNumber:
		text = "this is turn " + e.Want
	case BadResult:
		text = "the result is " + e.Want
	case Trailing:
		text = "nothing may follow the game"
	default:
		text = string(e.Code)
	}
	where := "offset " + strconv.Itoa(e.Offset)
	if e.Turn > 0 {
		where = "turn " + strconv.Itoa(e.Turn) + ", " + where
	}
	if e.Found != "" {
		text += ", found " + strconv.Quote(e.Found)
	}
	return where + ": " + text
}
