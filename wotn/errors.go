package wotn

import "errors"

// Reasons why the text of a move cannot be read.
const (
	MoveText SyntaxCode = "move-text" // not coordinates such as e2e4 or d4e5d
	SANText  SyntaxCode = "san-text"  // not a move in short notation
	SANBetza SyntaxCode = "san-betza" // no kind of man between brackets or after a slash
)

// The two ways in which a readable move cannot be played, for errors.Is.
var (
	// ErrIllegalMove is matched by every MoveError but an ambiguous one.
	ErrIllegalMove = errors.New("illegal move")
	// ErrAmbiguousMove is matched when several men could make the move.
	ErrAmbiguousMove = errors.New("ambiguous move")
)

// MoveCode is a reason why a move that can be read cannot be played. The text
// is its name for programs.
type MoveCode string

// The reasons.
const (
	NoPiece          MoveCode = "no-piece"          // no man on the square left
	NotYours         MoveCode = "not-yours"         // the man there is the opponent's
	OwnPiece         MoveCode = "own-piece"         // the square reached holds a man of one's own
	CannotReach      MoveCode = "cannot-reach"      // no such man moves so
	LeavesKing       MoveCode = "leaves-king"       // the only king could be taken afterwards
	NoCastling       MoveCode = "no-castling"       // castling is not possible now
	PromotionMissing MoveCode = "promotion-missing" // the man rises, and several kinds can follow
	PromotionWrong   MoveCode = "promotion-wrong"   // the man rises, but not to this kind
	PromotionNone    MoveCode = "promotion-none"    // the man does not rise by this move
	Ambiguous        MoveCode = "ambiguous"         // several men could make the move
	GameOver         MoveCode = "game-over"         // the game has ended
	NotClaimable     MoveCode = "not-claimable"     // the draw cannot be claimed now
)

var moveTexts = map[MoveCode]string{
	NoPiece: "no man stands on the square it leaves", NotYours: "the man is the opponent's",
	OwnPiece: "a man of one's own stands on the square it reaches", CannotReach: "no such man can move so",
	LeavesKing: "the only king could be taken afterwards", NoCastling: "castling is not possible now",
	PromotionMissing: "the man rises, and the kind it becomes must be said", PromotionWrong: "the man rises, but not to this kind",
	PromotionNone: "the man does not rise by this move", Ambiguous: "several men could make this move",
	GameOver: "the game is over", NotClaimable: "no such draw can be claimed now",
}

// MoveError is returned for a move that can be read but not played. It matches
// ErrIllegalMove or ErrAmbiguousMove.
type MoveError struct {
	Code MoveCode
	// Text is the move as it was given.
	Text string
	// Position is the position it was given for, as FEN.
	Position string
	// Choices are the moves that it could mean, or the rises that are
	// possible, where that helps.
	Choices []Move
}

// Error says why the move cannot be played.
func (e *MoveError) Error() string {
	text := e.Text + ": " + moveTexts[e.Code]
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

// Is makes errors.Is(err, ErrIllegalMove) and ErrAmbiguousMove work.
func (e *MoveError) Is(target error) bool {
	if e.Code == Ambiguous {
		return target == ErrAmbiguousMove
	}
	return target == ErrIllegalMove
}

func (p *Position) moveError(code MoveCode, text string, choices ...Move) *MoveError {
	return &MoveError{Code: code, Text: text, Position: p.String(), Choices: choices}
}
