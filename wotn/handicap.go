package wotn

// Handicap holds the points of the two players of a series, who are 0 and 1
// whatever their colours. The zero Handicap begins a series.
type Handicap [2]int

// NoPlayer stands for a draw in [Handicap.After] and for no previous game in
// [Handicap.White].
const NoPlayer = -1

// After returns the points after a game won by a player, or drawn: the winner's
// fall by one if he has any, otherwise the loser's rise by one.
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

// White returns which player is White in the next game: the one with points; if
// nobody has any, whoever was Black before, and player 0 in the first game.
func (h Handicap) White(previous int) int {
	switch {
	case h[0] > 0:
		return 0
	case h[1] > 0 || previous == 0:
		return 1
	}
	return 0
}

// HandicapCode is a reason why a handicap point cannot be spent so.
type HandicapCode string

// The reasons.
const (
	HandicapNoPiece HandicapCode = "handicap-no-piece" // no man of that side on the square
	HandicapKing    HandicapCode = "handicap-king"     // kings cannot be raised
	HandicapKind    HandicapCode = "handicap-kind"     // the man cannot become this kind
	HandicapVariant HandicapCode = "handicap-variant"  // orthodox chess has no handicap
)

// HandicapError is returned when a handicap point cannot be spent.
type HandicapError struct {
	Code      HandicapCode
	Square    Square
	Promotion Kind
}

// Error says why the point cannot be spent.
func (e *HandicapError) Error() string {
	switch e.Code {
	case HandicapNoPiece:
		return "no man of this side on " + e.Square.String()
	case HandicapKing:
		return "a king cannot be raised"
	case HandicapVariant:
		return "orthodox chess has no handicap points"
	}
	return "the man on " + e.Square.String() + " cannot become " + e.Promotion.String()
}

// HandicapPromotions returns the kinds that the man on a square may become for one
// handicap point; none for a king or a free square. The slice must not be
// changed.
func (s *Setup) HandicapPromotions(sq Square) []Kind {
	if sq >= NoSquare || s.Variant == Chess {
		return nil
	}
	return s.Variant.Promotions(s.Board[sq].Kind)
}

// HandicapPromote spends one handicap point of a side: the man on a square becomes a kind
// of the next level. It keeps its castling right. Whether the result can be
// played, [Setup.Position] says; on the way to more points it need not be. A
// *HandicapError is returned, and nothing changed, if the point cannot be spent
// so.
func (s *Setup) HandicapPromote(c Color, sq Square, into Kind) error {
	switch {
	case s.Variant == Chess:
		return &HandicapError{HandicapVariant, sq, into}
	case sq >= NoSquare || s.Board[sq].Kind == NoKind || s.Board[sq].Color != c:
		return &HandicapError{HandicapNoPiece, sq, into}
	case s.Board[sq].Kind == King:
		return &HandicapError{HandicapKing, sq, into}
	}
	for _, k := range s.HandicapPromotions(sq) {
		if k == into {
			s.Board[sq].Kind = into
			return nil
		}
	}
	return &HandicapError{HandicapKind, sq, into}
}
