package wotn

import (
	"errors"

	"tafelrunde/internal/excerpt"
)

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

// The reasons. In parentheses are the fields of MoveError that a code uses besides Kind.
// The later ones are about the text of a move, or the game.
const (
	MoveNoPiece         MoveCode = "no-piece"         // no piece on the square of origin
	MoveNotYours        MoveCode = "not-yours"        // the piece belongs to the other side (Square, Other)
	MoveOwnPiece        MoveCode = "own-piece"        // an own piece on the target square (Square, Other)
	MoveCannotReach     MoveCode = "cannot-reach"     // the kind does not move this way
	MoveBlocked         MoveCode = "blocked"          // a piece is in between (Square, Other)
	MovePawnStraight    MoveCode = "pawn-straight"    // pawns do not capture forward (Square, Other)
	MovePawnDiagonal    MoveCode = "pawn-diagonal"    // nothing to capture (Square: the target)
	MovePawnDouble      MoveCode = "pawn-double"      // the pawn is not on its starting rank
	MovePinned          MoveCode = "pinned"           // another piece would attack the king (Square, Other)
	MoveInCheck         MoveCode = "in-check"         // the check goes on (Square, Other)
	MoveKingAttacked    MoveCode = "king-attacked"    // the king would be attacked (Square, Other)
	MoveCastlingLost    MoveCode = "castling-lost"    // the king or the piece in the corner has moved (Square: the corner)
	MoveCastlingBlocked MoveCode = "castling-blocked" // a piece is in between (Square, Other)
	MoveCastlingCheck   MoveCode = "castling-check"   // the king is in check (Square, Other)
	MoveCastlingThrough MoveCode = "castling-through" // the king would pass an attacked square (Square: that one)
	MoveNoMoves         MoveCode = "no-moves"         // the piece cannot move at all; only from WhyIllegal

	MovePromotionMissing MoveCode = "promotion-missing" // the piece promotes to one of several kinds (Choices)
	MovePromotionWrong   MoveCode = "promotion-wrong"   // the piece cannot promote to this kind (Choices)
	MovePromotionNone    MoveCode = "promotion-none"    // the move does not promote the piece (Choices)
	MoveAmbiguous        MoveCode = "ambiguous"         // several pieces can make the move (Choices)
	MoveGameOver         MoveCode = "game-over"         // the game is finished, or there is no legal move
	MoveNotClaimable     MoveCode = "not-claimable"     // the draw cannot be claimed now
)

var moveTexts = map[MoveCode]string{
	MoveNoPiece:          "there is no piece on the square of origin",
	MoveNotYours:         "the piece belongs to the opponent",
	MoveOwnPiece:         "there is a piece of the same side on the target square",
	MoveCannotReach:      "the piece does not move this way",
	MoveBlocked:          "a piece is in the way",
	MovePawnStraight:     "a pawn does not capture forward",
	MovePawnDiagonal:     "a pawn moves diagonally only to capture",
	MovePawnDouble:       "only a pawn on its starting rank moves two squares",
	MovePinned:           "the piece is pinned: the move leaves the king in check",
	MoveInCheck:          "the move leaves the king in check",
	MoveKingAttacked:     "the king would be in check there",
	MoveCastlingLost:     "the king or the piece in the corner has moved",
	MoveCastlingBlocked:  "a piece is in the way of castling",
	MoveCastlingCheck:    "the king must not castle out of check",
	MoveCastlingThrough:  "the king must not castle through check",
	MoveNoMoves:          "the piece has no legal move",
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
	// Kind is the kind of the piece that would move, or NoKind if it is not known.
	Kind Kind
	// Square is the square of the reason, or NoSquare.
	Square Square
	// Other is the kind of the piece on Square, or NoKind.
	Other Kind
	// Choices are the moves between which an ambiguous move does not decide, or
	// the moves with the possible promotions.
	Choices []Move
}

// Error returns the move, the reason and the choices.
func (e *MoveError) Error() string {
	text := excerpt.Of(e.Text) + ": " + moveTexts[e.Code]
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

// Is reports whether target is ErrIllegalMove or ErrAmbiguousMove, whichever
// applies.
func (e *MoveError) Is(target error) bool {
	if e.Code == MoveAmbiguous {
		return target == ErrAmbiguousMove
	}
	return target == ErrIllegalMove
}

func (p *Position) moveError(code MoveCode, text string, choices ...Move) *MoveError {
	return &MoveError{Code: code, Text: text, Position: p.String(), Square: NoSquare, Choices: choices}
}
