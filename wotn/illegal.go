package wotn

// WhyIllegal returns the reason why the side to move cannot move a piece between two
// squares, or nil if a legal move has these squares. If both squares are the same, it
// returns the reason why the piece cannot move at all, or nil if it can. There is no
// piece on [NoSquare], and none can reach it. In a position without legal moves the reason
// is always MoveGameOver.
func (p *Position) WhyIllegal(from, to Square) *MoveError {
	var buffer [MaxMoves]Move
	own := p.colors[p.turn&1].Has(from)
	for _, m := range p.AppendMoves(buffer[:0]) {
		if own && m.From() == from && (m.To() == to || from == to) {
			return nil
		}
	}
	if own && from == to && p.HasMoves() {
		e := p.moveError(MoveNoMoves, from.String()+to.String())
		e.Kind = p.board[from]
		if reached := p.reaches(from); reached != 0 {
			p.exposes(e, from, reached.First())
		}
		return e
	}
	return p.illegal(from.String()+to.String(), from, to)
}

// illegal returns the reason why no legal move has these squares.
func (p *Position) illegal(text string, from, to Square) *MoveError {
	piece := p.At(from)
	e := p.moveError(MoveNoPiece, text)
	e.Kind = piece.Kind
	switch {
	case !p.HasMoves():
		e.Code = MoveGameOver
	case piece.Kind == NoKind:
	case piece.Color != p.turn:
		p.because(e, MoveNotYours, from)
	default:
		p.illegalTo(e, from, to)
	}
	return e
}

// because sets the reason, with the piece on a square.
func (p *Position) because(e *MoveError, code MoveCode, s Square) {
	e.Code, e.Square, e.Other = code, s, p.At(s).Kind
}

// illegalTo finds out why the side to move cannot move its piece to another square.
func (p *Position) illegalTo(e *MoveError, from, to Square) {
	if e.Kind == King {
		for i := range castlingPaths[p.turn&1] {
			if path := &castlingPaths[p.turn&1][i]; from == path.king && to == path.to {
				p.illegalCastling(e, path)
				return
			}
		}
	}
	switch {
	case p.colors[p.turn&1].Has(to):
		p.because(e, MoveOwnPiece, to)
		return
	case p.reaches(from).Has(to):
		p.exposes(e, from, to)
		return
	case e.Kind == Pawn:
		p.illegalPawn(e, from, to)
		return
	}
	e.Code = MoveCannotReach
	for _, line := range Lines(e.Kind, from) {
		blocker := NoSquare
		for _, s := range line {
			if s == to {
				p.because(e, MoveBlocked, blocker)
				return
			}
			if blocker == NoSquare && p.Occupied().Has(s) {
				blocker = s
			}
		}
	}
}

// illegalPawn finds out why a pawn does not reach a square.
func (p *Position) illegalPawn(e *MoveError, from, to Square) {
	up, home := 8, 1
	if p.turn == Black {
		up, home = -8, 6
	}
	switch ahead := Square(int(from) + up); {
	case pawnAttacks[p.turn&1][from].Has(to):
		e.Code, e.Square = MovePawnDiagonal, to
	case to == ahead:
		p.because(e, MovePawnStraight, to)
	case int(to) != int(from)+2*up:
		e.Code = MoveCannotReach
	case from.Rank() != home:
		e.Code = MovePawnDouble
	case p.Occupied().Has(ahead):
		p.because(e, MoveBlocked, ahead)
	default:
		p.because(e, MovePawnStraight, to)
	}
}

// exposes finds out what attacks the only king after a move that the piece makes, but
// that is not legal.
func (p *Position) exposes(e *MoveError, from, to Square) {
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
	case e.Kind == King:
		after.because(e, MoveKingAttacked, attackers.First())
	case p.Checkers()&attackers != 0:
		after.because(e, MoveInCheck, (p.Checkers() & attackers).First())
	default:
		after.because(e, MovePinned, attackers.First())
	}
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

// illegalCastling finds out why the king cannot castle.
func (p *Position) illegalCastling(e *MoveError, path *castlingPath) {
	us := p.turn & 1
	switch blockers := p.Occupied() & path.empty; {
	case p.castling&path.right == 0:
		e.Code = MoveCastlingLost
		e.Square = h1
		if path.to.File() < path.king.File() {
			e.Square = a1
		}
		e.Square += path.king &^ 7
	case blockers != 0:
		p.because(e, MoveCastlingBlocked, blockers.First())
	case p.Checkers() != 0:
		p.because(e, MoveCastlingCheck, p.Checkers().First())
	case p.AttackersOf(path.over, us^1) != 0:
		e.Code, e.Square = MoveCastlingThrough, path.over
	default:
		p.because(e, MoveKingAttacked, p.AttackersOf(path.to, us^1).First())
	}
}
