package wotn

// IllegalCode is the reason why a piece cannot move to a square. Its text is stable.
type IllegalCode string

// The reasons. The fields of IllegalReason that a code uses besides Kind are in parentheses.
const (
	IllegalNoPiece         IllegalCode = "no-piece"         // no piece on the square of origin
	IllegalNotYours        IllegalCode = "not-yours"        // the piece belongs to the other side (Square, Other)
	IllegalOwnPiece        IllegalCode = "own-piece"        // an own piece on the target square (Square, Other)
	IllegalCannotReach     IllegalCode = "cannot-reach"     // the kind does not move this way
	IllegalBlocked         IllegalCode = "blocked"          // a piece is in between (Square, Other)
	IllegalPawnStraight    IllegalCode = "pawn-straight"    // pawns do not capture forward (Square, Other)
	IllegalPawnDiagonal    IllegalCode = "pawn-diagonal"    // nothing to capture (Square: the target)
	IllegalPawnDouble      IllegalCode = "pawn-double"      // the pawn is not on its starting rank
	IllegalPinned          IllegalCode = "pinned"           // another piece would attack the king (Square, Other)
	IllegalInCheck         IllegalCode = "in-check"         // the check goes on (Square, Other)
	IllegalKingAttacked    IllegalCode = "king-attacked"    // the king would be attacked (Square, Other)
	IllegalCastlingLost    IllegalCode = "castling-lost"    // the king or the piece in the corner has moved (Square: the corner)
	IllegalCastlingBlocked IllegalCode = "castling-blocked" // a piece is in between (Square, Other)
	IllegalCastlingCheck   IllegalCode = "castling-check"   // the king is in check (Square, Other)
	IllegalCastlingThrough IllegalCode = "castling-through" // the king would pass an attacked square (Square: that one)
	IllegalNoMoves         IllegalCode = "no-moves"         // the piece cannot move at all
)

// IllegalReason is the reason why a piece cannot move to a square.
type IllegalReason struct {
	Code IllegalCode
	// Kind is the kind of the piece that would move, or NoKind without one.
	Kind Kind
	// Square is the square of the reason, or NoSquare.
	Square Square
	// Other is the kind of the piece on Square, or NoKind.
	Other Kind
}

// WhyIllegal returns the reason why the side to move cannot move a piece between two
// squares. ok is false if it can: if a legal move has these squares. If both squares are
// the same, it returns the reason why the piece cannot move at all. There is no piece on
// [NoSquare], and none can reach it.
func (p *Position) WhyIllegal(from, to Square) (r IllegalReason, ok bool) {
	piece := p.At(from)
	r = IllegalReason{Kind: piece.Kind, Square: NoSquare}
	switch {
	case piece.Kind == NoKind:
		r.Code = IllegalNoPiece
		return r, true
	case piece.Color != p.turn:
		return p.illegalWith(r, IllegalNotYours, from), true
	}
	var buffer [MaxMoves]Move
	for _, m := range p.AppendMoves(buffer[:0]) {
		if m.From() == from && (m.To() == to || from == to) {
			return IllegalReason{}, false
		}
	}
	if from == to {
		return p.illegalToAll(r, from), true
	}
	return p.illegalTo(r, from, to), true
}

// illegalWith returns a reason with the piece on a square.
func (p *Position) illegalWith(r IllegalReason, code IllegalCode, s Square) IllegalReason {
	r.Code, r.Square, r.Other = code, s, p.At(s).Kind
	return r
}

// illegalToAll returns why a piece of the side to move has no legal move: what attacks
// the king after the first of the moves that it makes, or that it makes none.
func (p *Position) illegalToAll(r IllegalReason, from Square) IllegalReason {
	reached := p.reaches(from)
	if reached == 0 {
		r.Code = IllegalNoMoves
		return r
	}
	return p.illegalExposed(r, from, reached.First())
}

// illegalTo returns why the side to move cannot move its piece to another square.
func (p *Position) illegalTo(r IllegalReason, from, to Square) IllegalReason {
	if r.Kind == King {
		for i := range castlingPaths[p.turn&1] {
			if path := &castlingPaths[p.turn&1][i]; from == path.king && to == path.to {
				return p.illegalCastling(r, path)
			}
		}
	}
	switch {
	case p.colors[p.turn&1].Has(to):
		return p.illegalWith(r, IllegalOwnPiece, to)
	case p.reaches(from).Has(to):
		return p.illegalExposed(r, from, to)
	case r.Kind == Pawn:
		return p.illegalPawn(r, from, to)
	}
	for _, line := range Lines(r.Kind, from) {
		blocker := NoSquare
		for _, s := range line {
			if s == to {
				return p.illegalWith(r, IllegalBlocked, blocker)
			}
			if blocker == NoSquare && p.Occupied().Has(s) {
				blocker = s
			}
		}
	}
	r.Code = IllegalCannotReach
	return r
}

// illegalPawn returns why a pawn does not reach a square.
func (p *Position) illegalPawn(r IllegalReason, from, to Square) IllegalReason {
	up, home := 8, 1
	if p.turn == Black {
		up, home = -8, 6
	}
	switch ahead := Square(int(from) + up); {
	case pawnAttacks[p.turn&1][from].Has(to):
		r.Code, r.Square = IllegalPawnDiagonal, to
	case to == ahead:
		return p.illegalWith(r, IllegalPawnStraight, to)
	case int(to) != int(from)+2*up:
		r.Code = IllegalCannotReach
	case from.Rank() != home:
		r.Code = IllegalPawnDouble
	case p.Occupied().Has(ahead):
		return p.illegalWith(r, IllegalBlocked, ahead)
	default:
		return p.illegalWith(r, IllegalPawnStraight, to)
	}
	return r
}

// illegalExposed returns what attacks the only king after a move that the piece makes,
// but that is not legal.
func (p *Position) illegalExposed(r IllegalReason, from, to Square) IllegalReason {
	promotion := NoKind
	if to := p.promotionsBetween(from, to); to != nil {
		promotion = to[0]
	}
	var after Position
	p.PlayInto(&after, p.MoveBetween(from, to, promotion))
	us := p.turn & 1
	king := after.Pieces(us, King).First()
	attackers := after.AttackersOf(king, us^1)
	switch {
	case r.Kind == King:
		return after.illegalWith(r, IllegalKingAttacked, attackers.First())
	case p.Checkers()&attackers != 0:
		return after.illegalWith(r, IllegalInCheck, (p.Checkers() & attackers).First())
	}
	return after.illegalWith(r, IllegalPinned, attackers.First())
}

// promotionsBetween returns the kinds that the piece on a square promotes to by moving
// to another one, or nil.
func (p *Position) promotionsBetween(from, to Square) []Kind {
	kind, victim := p.At(from).Kind, p.At(to).Kind
	if kind == Pawn && to == p.enPassant && from.File() != to.File() {
		victim = Pawn
	}
	least := p.variant.PromotesOnCaptureFrom(kind)
	byCapture := least > 0 && victim != NoKind && victim.Level() >= least
	if rank := p.variant.PromotionRank(kind); byCapture || rank > 0 && rankMask(p.turn, rank).Has(to) {
		return p.variant.Promotions(kind)
	}
	return nil
}

// illegalCastling returns why the king cannot castle.
func (p *Position) illegalCastling(r IllegalReason, path *castlingPath) IllegalReason {
	us := p.turn & 1
	switch blockers := p.Occupied() & path.empty; {
	case p.castling&path.right == 0:
		r.Code = IllegalCastlingLost
		r.Square = h1
		if path.to.File() < path.king.File() {
			r.Square = a1
		}
		r.Square += path.king &^ 7
		return r
	case blockers != 0:
		return p.illegalWith(r, IllegalCastlingBlocked, blockers.First())
	case p.Checkers() != 0:
		return p.illegalWith(r, IllegalCastlingCheck, p.Checkers().First())
	case p.AttackersOf(path.over, us^1) != 0:
		r.Code, r.Square = IllegalCastlingThrough, path.over
		return r
	}
	return p.illegalWith(r, IllegalKingAttacked, p.AttackersOf(path.to, us^1).First())
}
