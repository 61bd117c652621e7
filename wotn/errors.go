package wotn

import "errors"

// Errors in the text of a move or a name.
const (
	SyntaxMove     SyntaxCode = "move-text"    // not coordinate notation such as e2e4 or d4e5d
	SyntaxSAN      SyntaxCode = "san-text"     // not a move in algebraic notation
	SyntaxSANBetza SyntaxCode = "san-betza"    // no kind with the movement in brackets or after the slash
	SyntaxName     SyntaxCode = "unknown-name" // not the name of a square, kind, color or variant
)

// Errors that a *MoveError matches with errors.Is.
var (
	// ErrIllegalMove matches every MoveError except an ambiguous one.
	ErrIllegalMove = errors.New("illegal move")
	// ErrAmbiguousMove matches an ambiguous move.
	ErrAmbiguousMove = errors.New("ambiguous move")
)

// MoveCode is the reason why a move is not legal. Its text is stable.
type MoveCode string

// The reasons.
const (
	MoveNoPiece          MoveCode = "no-piece"          // no piece on the square of origin
	MoveNotYours         MoveCode = "not-yours"         // the piece belongs to the opponent
	MoveOwnPiece         MoveCode = "own-piece"         // a piece of the same side on the target square
	MoveCannotReach      MoveCode = "cannot-reach"      // the piece does not move this way
	MoveLeavesKing       MoveCode = "leaves-king"       // the side's only king could be captured
	MoveNoCastling       MoveCode = "no-castling"       // castling is not possible now
	MovePromotionMissing MoveCode = "promotion-missing" // the piece promotes to one of several kinds
	MovePromotionWrong   MoveCode = "promotion-wrong"   // the piece cannot promote to this kind
	MovePromotionNone    MoveCode = "promotion-none"    // the move does not promote the piece
	MoveAmbiguous        MoveCode = "ambiguous"         // several pieces can make the move
	MoveGameOver         MoveCode = "game-over"         // the game is finished
	MoveNotClaimable     MoveCode = "not-claimable"     // the draw cannot be claimed now
)

var moveTexts = map[MoveCode]string{
	MoveNoPiece:          "there is no piece on the square of origin",
	MoveNotYours:         "the piece belongs to the opponent",
	MoveOwnPiece:         "there is a piece of the same side on the target square",
	MoveCannotReach:      "the piece does not move this way",
	MoveLeavesKing:       "the move leaves the king in check",
	MoveNoCastling:       "castling is not possible now",
	MovePromotionMissing: "the move must name the kind that the piece promotes to",
	MovePromotionWrong:   "the piece cannot promote to this kind",
	MovePromotionNone:    "the move does not promote the piece",
	MoveAmbiguous:        "several pieces can make this move",
	MoveGameOver:         "the game is finished",
	MoveNotClaimable:     "this draw cannot be claimed now",
}

// MoveError is the error for a move that is not legal. It matches
// ErrIllegalMove or ErrAmbiguousMove.
type MoveError struct {
	Code MoveCode
	// Text is the move as it was given.
	Text string
	// Position is the position as FEN.
	Position string
	// Choices are the moves between which an ambiguous move does not decide, or
	// the moves with the possible promotions.
	Choices []Move
}

// Error returns the move, the reason and the choices.
func (e *MoveError) Error() string {
	text := quotation(e.Text) + ": " + moveTexts[e.Code]
	for i, m := range e.Choices {
		if i == 0 {
			text += ": "
		} else {
			text += ", "
		}
		text += m.String()
	}
	return text
}

// Args returns the particulars of the error by name, as strings, for messages in
// other languages: the move.
func (e *MoveError) Args() map[string]any { return map[string]any{"move": quotation(e.Text)} }

// quotation returns the beginning of a text, for messages.
func quotation(text string) string {
	const longest = 60
	if len(text) <= longest {
		return text
	}
	end := longest
	for end > 0 && text[end]&0xc0 == 0x80 {
		end--
	}
	return text[:end] + "…"
}

// Is reports whether target is ErrIllegalMove or ErrAmbiguousMove, whichever
// applies.
func (e *MoveError) Is(target error) bool {
	if e.Code == MoveAmbiguous {
		return target == ErrAmbiguousMove
	}
	return target == ErrIllegalMove
}

func (p *Position) moveError(code MoveCode, text string, choices ...Move) *MoveError {
	return &MoveError{Code: code, Text: text, Position: p.String(), Choices: choices}
}
