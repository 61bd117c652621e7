package record

import (
	"errors"
	"strconv"

	"tafelrunde/lancelot"
)

// Code is the reason of an [Error].
type Code string

const (
	// BadTag: a tag is not of the form [Name "value"]. It is left out and reported in
	// Game.Problems, unless it is a Position tag.
	BadTag Code = "tag"
	// DuplicateTag: a tag occurs twice. The first counts; it is reported in Game.Problems.
	DuplicateTag Code = "tag-twice"
	// NoStart: there is neither a Position tag nor a turn.
	NoStart Code = "no-start"
	// AssumedStart: there is no Position tag, and the usual start that fits the turns
	// is used, which is Want. It is among the problems of a game that was read.
	AssumedStart Code = "assumed-start"
	// BadStart: the Position tag has no valid position. Err is the reason.
	BadStart Code = "start"
	// BadComment: a comment is not closed and ends with the game, or a closing brace has no
	// opening one and is left out. It is reported in Game.Problems.
	BadComment Code = "comment"
	// BadNAG: a symbol such as $1 is not a number up to 255, or precedes the first
	// turn. The symbol is dropped and reported in Game.Problems.
	BadNAG Code = "nag"
	// BadVariation: a variation precedes the first turn, contains no turn, is not closed
	// and ends with the game, or is nested too deep, or a closing bracket has no opening one
	// and is left out. No error in a variation ends reading: the part that cannot be read is
	// kept as a comment, and its first problem, with any code, is among those of the game.
	BadVariation Code = "variation"
	// BadNumber: the number of a turn is wrong. Want is the correct one.
	BadNumber Code = "number"
	// BadTurn: a turn cannot be parsed or is illegal. Err is the reason.
	BadTurn Code = "turn"
	// BadResult: the result contradicts that of the rules, or the Result tag that
	// after the turns. The result that is used is Want. It is among the problems of a
	// game that was read.
	BadResult Code = "result"
	// Trailing: the text continues after the game.
	Trailing Code = "trailing"
)

// Error is a problem in a record. Read and Reader return those that end a game; the
// others are in Game.Problems.
type Error struct {
	Code Code
	// Offset is the offset in the text in bytes.
	Offset int
	// Turn is the number of the next turn, from 1; 0 before the turns.
	Turn int
	// Found is the word with the problem, and Want the expected text, or "".
	Found, Want string
	// Commented reports that the problem is in a variation, whose rest is kept as a comment.
	Commented bool
	// Err is the error of package lancelot, or nil: a *lancelot.SyntaxError,
	// *lancelot.SetupError or *lancelot.TurnError.
	Err error
}

// Unwrap returns the error of package lancelot, or nil.
func (e *Error) Unwrap() error { return e.Err }

// Error returns the turn, the offset and the problem in English.
func (e *Error) Error() string {
	var text string
	switch e.Code {
	case BadTag:
		text = `a tag is [Name "value"]`
	case DuplicateTag:
		text = "duplicate tag"
	case NoStart:
		text = "there is neither a " + PositionTag + " tag nor a turn"
	case AssumedStart:
		text = "there is no " + PositionTag + " tag; assumed " + e.Want
	case BadStart, BadTurn:
		text = e.Err.Error()
		var syntax *lancelot.SyntaxError
		if errors.As(e.Err, &syntax) {
			text = syntax.Reason()
		}
	case BadComment:
		text = "a comment begins with { and ends with }"
	case BadNAG:
		text = "a symbol follows a turn and is $0 to $255"
	case BadVariation:
		text = "a variation follows a turn, contains turns and ends with )"
	case BadNumber:
		text = "this is turn " + e.Want
	case BadResult:
		text = "the result is " + e.Want
	case Trailing:
		text = "text after the end of the game"
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
