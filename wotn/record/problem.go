package record

import (
	"errors"
	"strconv"

	"tafelrunde/wotn"
)

// Code names a problem for programs.
type Code string

// The problems with moves. In the game itself they are errors, in notes they
// are reported and the rest of the note is kept as a comment.
const (
	UnreadableMove   Code = "unreadable-move"   // not a move in Betza's notation
	IllegalMove      Code = "illegal-move"      // no man can make this move
	AmbiguousMove    Code = "ambiguous-move"    // several men can make this move
	PromotionMissing Code = "promotion-missing" // the man rises and several kinds may follow; in the game itself only
	GameOver         Code = "game-over"         // a move after the game had ended; in the game itself only
	TooManyKinds     Code = "too-many-kinds"    // rises left open allow more positions than are followed; in notes only
)

// The problems with the text around the moves.
const (
	TagText        Code = "tag-text"        // a bracket that holds no tag such as [Event "name"]
	RepeatedTag    Code = "repeated-tag"    // a tag that the game already has; the first is kept
	UnknownVariant Code = "unknown-variant" // a variant that this program does not play
	FENMissing     Code = "fen-missing"     // [SetUp "1"] without a FEN
	NoSuchPiece    Code = "no-such-piece"   // a man of a kind that the side has none of, in a game without a FEN: that of a handicap may be missing
	FENRefused     Code = "fen-refused"     // a FEN that cannot be read or played; Err has the reasons
	OpenComment    Code = "open-comment"    // a comment that is never closed
	OpenVariation  Code = "open-variation"  // a variation that is never closed
	StrayClose     Code = "stray-close"     // a bracket that closes nothing
	StrayVariation Code = "stray-variation" // a variation before the first move; kept as a comment
	StrayMark      Code = "stray-mark"      // a mark before the first move; dropped
	MarkText       Code = "mark-text"       // no known mark and no NAG from $0 to $255
	TooDeep        Code = "too-deep"        // more variations within variations than are followed
	ResultDiffers  Code = "result-differs"  // the tag and the end of the moves give different results; the end is kept
	NoGame         Code = "no-game"         // the text holds neither a move nor a tag
	MoreGames      Code = "more-games"      // the text goes on after the one game asked for
)

var codeTexts = map[Code]string{
	UnreadableMove:   "not a move in Betza's notation",
	IllegalMove:      "no man can make this move",
	AmbiguousMove:    "several men can make this move",
	PromotionMissing: "the man rises, and the move does not say to what",
	GameOver:         "the game has ended before this move",
	TooManyKinds:     "too many rises are left open",
	TagText:          "not a tag",
	RepeatedTag:      "the tag is given twice",
	UnknownVariant:   "not a variant that is played here",
	FENMissing:       "the game has a set-up, but no FEN",
	NoSuchPiece:      "the side has no such man; a game with handicap begins with its start, [FEN \"…\"]",
	FENRefused:       "the FEN is refused",
	OpenComment:      "a comment is not closed",
	OpenVariation:    "a variation is not closed",
	StrayClose:       "a closing bracket without an opening one",
	StrayVariation:   "a variation before the first move",
	StrayMark:        "a mark before the first move",
	MarkText:         "not a mark of a move",
	TooDeep:          "too many variations within variations",
	ResultDiffers:    "the result differs from the tag",
	NoGame:           "no game in this text",
	MoreGames:        "more than one game in this text",
}

// Problem says what in a text is wrong, and where.
type Problem struct {
	Code Code
	// Offset is the byte offset in the text.
	Offset int
	// Ply is the number of half-moves before the move concerned, counted from
	// the start of the game; -1 if no move is concerned.
	Ply int
	// MoveNumber is the move's number as in the text, "4" or "4...", for a move.
	MoveNumber string
	// Text is the text of the move, the tag or whatever else is concerned.
	Text string
	// InVariation tells that it happened in a variation.
	InVariation bool
	// Err is the error of the rules that lies behind it, or nil.
	Err error
}

// Error names the place and the reason, for instance "4.Nxd5: no man can make
// this move (at offset 31)".
func (p *Problem) Error() string {
	at := " (at offset " + strconv.Itoa(p.Offset) + ")"
	var refused *wotn.MoveError
	if errors.As(p.Err, &refused) {
		return p.MoveNumber + p.Err.Error() + at
	}
	text := codeTexts[p.Code]
	if p.Text != "" {
		text = p.MoveNumber + p.Text + ": " + text
	}
	if p.Err != nil && p.Ply < 0 {
		text += ": " + p.Err.Error()
	}
	return text + at
}

// Unwrap returns the error of the rules that lies behind the problem, if any:
// for a FEN a *wotn.SyntaxError or *wotn.SetupError.
func (p *Problem) Unwrap() error { return p.Err }
