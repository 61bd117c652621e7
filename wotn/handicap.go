package wotn

// Handicap holds the handicap points of players 0 and 1 in a series of games.
// The zero Handicap starts a series.
type Handicap [2]int

// NoPlayer is the winner of a draw in [Handicap.After], and the previous White
// player before the first game in [Handicap.White].
const NoPlayer = -1

// After returns the points after a game. A winner with points loses one;
// otherwise the loser gains one. A draw changes nothing.
func (h Handicap) After(winner int) Handicap {
	switch {
	case winner != 0 && winner != 1:
	case h[winner] > 0:
		h[winner]--
	default:
		h[1-winner]++
	}
	return h
}

// White returns the player who has White in the next game: the player with
// points, otherwise the one who had Black before. previous is the player who
// had White before, or NoPlayer.
func (h Handicap) White(previous int) int {
	switch {
	case h[0] > 0:
		return 0
	case h[1] > 0 || previous == 0:
		return 1
	}
	return 0
}

// Series is the state of a series of games between players 0 and 1. The zero
// Series has no games.
type Series struct {
	Points Handicap // the handicap points for the next game
	Won    [2]int   // the games that each player has won
	Drawn  int      // the drawn games
}

// After returns the series after another game, which winner has won. A draw has
// the winner [NoPlayer].
func (s Series) After(winner int) Series {
	s.Points = s.Points.After(winner)
	if winner == NoPlayer {
		s.Drawn++
	} else {
		s.Won[winner]++
	}
	return s
}

// HandicapCode is the reason why a handicap promotion is not possible. Its text
// is stable.
type HandicapCode string

// The reasons.
const (
	HandicapNoPiece HandicapCode = "handicap-no-piece" // no piece of the side on the square
	HandicapKing    HandicapCode = "handicap-king"     // kings cannot be promoted
	HandicapKind    HandicapCode = "handicap-kind"     // the piece cannot become this kind
	HandicapVariant HandicapCode = "handicap-variant"  // chess has no handicap
)

// HandicapError is the error for a handicap promotion that is not possible.
type HandicapError struct {
	Code      HandicapCode
	Square    Square
	Promotion Kind
}

// Error returns the reason.
func (e *HandicapError) Error() string {
	switch e.Code {
	case HandicapNoPiece:
		return "there is no piece of this side on " + e.Square.String()
	case HandicapKing:
		return "a king cannot be promoted"
	case HandicapVariant:
		return "chess has no handicap"
	}
	return "the piece on " + e.Square.String() + " cannot become " + e.Promotion.String()
}

// HandicapPromotions returns the kinds that the piece on sq can become for one
// handicap point. There are none for a king or a free square. The caller must
// not change the slice.
func (s Setup) HandicapPromotions(sq Square) []Kind {
	if sq >= NoSquare || s.Variant == Chess {
		return nil
	}
	return s.Variant.Promotions(s.Board[sq].Kind)
}

// HandicapPromote spends one handicap point of side c: the piece on sq becomes
// a kind of the next level and keeps its castling right. The setup need not be
// playable until all points are spent; see [Setup.Position]. The error is a
// [*HandicapError]; the setup is then unchanged.
func (s *Setup) HandicapPromote(c Color, sq Square, promotion Kind) error {
	switch {
	case s.Variant == Chess:
		return &HandicapError{HandicapVariant, sq, promotion}
	case sq >= NoSquare || s.Board[sq].Kind == NoKind || s.Board[sq].Color != c:
		return &HandicapError{HandicapNoPiece, sq, promotion}
	case s.Board[sq].Kind == King:
		return &HandicapError{HandicapKing, sq, promotion}
	}
	for _, k := range s.HandicapPromotions(sq) {
		if k == promotion {
			s.Board[sq].Kind = promotion
			return nil
		}
	}
	return &HandicapError{HandicapKind, sq, promotion}
}
