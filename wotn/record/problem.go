package record

import (
	"errors"
	"strconv"

	"tafelrunde/wotn"
)

// Code is the reason of a Problem. Its text is stable.
type Code string

// Problems with moves. In the main line they are errors. In variations they are
// reported, and the rest of the variation becomes a comment.
const (
	UnreadableMove   Code = "unreadable-move"   // not a move in algebraic or Betza's notation
	IllegalMove      Code = "illegal-move"      // no piece can make the move
	AmbiguousMove    Code = "ambiguous-move"    // several pieces can make the move
	PromotionMissing Code = "promotion-missing" // the promotion is missing and several are possible; main line only
	GameOver         Code = "game-over"         // a move after the end of the game; main line only
	PieceLetters     Code = "piece-letters"     // chess only: piece letters that are neither English nor German, or of both languages
	TooManyKinds     Code = "too-many-kinds"    // open promotions lead to too many positions; variations only
)

// Problems with the text around the moves.
const (
	TagText        Code = "tag-text"        // a bracket or line without a tag such as [Event "name"]; it is left out
	TagRepaired    Code = "tag-repaired"    // a tag with wrong quotation marks or without closing bracket; its value is kept
	RepeatedTag    Code = "repeated-tag"    // a second tag of the same name; the first is kept
	UnknownVariant Code = "unknown-variant" // an unsupported variant
	FENMissing     Code = "fen-missing"     // [SetUp "1"] without a FEN
	NoSuchPiece    Code = "no-such-piece"   // a move of a kind that the side does not have, in a game without FEN: the start position of a handicap game may be missing
	FENRefused     Code = "fen-refused"     // a FEN that is not valid or not playable; Err has the reasons
	FENRights      Code = "fen-rights"      // castling rights or an en-passant square in the FEN that are impossible in chess, and dropped; Err has them
	OpenComment    Code = "open-comment"    // a comment that is not closed; it ends with the game
	NestedComment  Code = "nested-comment"  // a comment with another one inside; both are one
	OpenVariation  Code = "open-variation"  // a variation that is not closed; it ends with the game
	StrayClose     Code = "stray-close"     // a closing bracket without an opening one; it is left out
	StrayResult    Code = "stray-result"    // a result between the moves; it counts if the game has no other
	StrayText      Code = "stray-text"      // words between the moves of a game of chess, or after the result; they become a comment
	GermanLetters  Code = "german-letters"  // chess only: German piece letters, read as the English ones
	ResultText     Code = "result-text"     // a Result tag with another value than the results of PGN; it is left out
	NullMove       Code = "null-move"       // a move that passes; the rest of the line becomes a comment
	PastDraw       Code = "past-draw"       // the moves go on after a position in which the rules end a game
	StrayVariation Code = "stray-variation" // a variation before the first move; it becomes a comment
	StrayMark      Code = "stray-mark"      // a NAG before the first move; it is dropped
	MarkText       Code = "mark-text"       // neither a known suffix nor a NAG from $0 to $255; it is dropped
	TooDeep        Code = "too-deep"        // variations nested too deeply
	ResultDiffers  Code = "result-differs"  // the Result tag differs from the result after the moves, which is kept
	WrongResult    Code = "wrong-result"    // the result contradicts the rules, which have ended the game; theirs is used
	AssumedChess   Code = "assumed-chess"   // a game without a Variant tag, read as orthodox chess and nothing in it is of Way of the Knight only
	NoGame         Code = "no-game"         // the text has neither a move nor a tag
	MoreGames      Code = "more-games"      // the text continues after the game
)

var codeTexts = map[Code]string{
	UnreadableMove:   "not a move in algebraic or Betza's notation",
	IllegalMove:      "no piece can make this move",
	AmbiguousMove:    "several pieces can make this move",
	PromotionMissing: "the move must name the kind that the piece promotes to",
	GameOver:         "the game has already ended",
	PieceLetters:     "piece letters are K, Q, R, B and N, or K, D, T, L and S, and not of both languages",
	TooManyKinds:     "too many open promotions",
	TagText:          "not a tag",
	RepeatedTag:      "the tag is repeated",
	UnknownVariant:   "the variant is not supported",
	FENMissing:       "the game has a SetUp tag but no FEN tag",
	NoSuchPiece:      "the side has no piece of this kind; a handicap game must start with its position, [FEN \"…\"]",
	FENRefused:       "the FEN is not playable",
	FENRights:        "impossible rights in the FEN are left out",
	TagRepaired:      "not a well-formed tag",
	StrayResult:      "a result between the moves",
	StrayText:        "words outside a comment",
	GermanLetters:    "German piece letters",
	ResultText:       "not a result",
	NullMove:         "a null move",
	PastDraw:         "the rules have ended the game before this move",
	OpenComment:      "a comment is not closed",
	NestedComment:    "a comment inside a comment",
	OpenVariation:    "a variation is not closed",
	StrayClose:       "a closing bracket without an opening one",
	StrayVariation:   "a variation before the first move",
	StrayMark:        "a NAG before the first move",
	MarkText:         "not a NAG",
	TooDeep:          "the variations are nested too deeply",
	ResultDiffers:    "the result differs from the Result tag",
	WrongResult:      "the result contradicts the last position",
	AssumedChess:     "no Variant tag: read as orthodox chess",
	NoGame:           "the text contains no game",
	MoreGames:        "the text contains more than one game",
}

// Problem is an error in a text, with its position.
type Problem struct {
	Code Code
	// Offset is the byte offset in the text.
	Offset int
	// Ply is the number of plies before the move concerned, or -1 if the
	// problem is not about a move.
	Ply int
	// MoveNumber is the number of the move as in the text, "4." or "4...", or
	// "".
	MoveNumber string
	// Text is the invalid part of the text.
	Text string
	// InVariation reports whether the problem is in a variation.
	InVariation bool
	// Err is the underlying error of package wotn, or nil.
	Err error
}

// Error returns the text, the reason and the offset, for example "4.Nxd5: no
// piece can make this move (at offset 31)".
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

// Unwrap returns Err, for a FEN a *wotn.SyntaxError or *wotn.SetupError.
func (p *Problem) Unwrap() error { return p.Err }
