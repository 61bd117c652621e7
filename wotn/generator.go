package wotn

// Generator makes a position's legal moves in stages, for programs that look
// for a good move first and seldom need them all: Scan once, then ask for the
// noisy moves, the quiet moves, or whether one move is legal. It is scratch
// memory; one of each kept for every depth of a search saves clearing it. The
// zero Generator is ready to use.
type Generator struct {
	scan    scan
	variant Variant
}

// Scan looks at checks, pins and pawns of p's side to move. The other methods
// speak of the position scanned last, which must be passed to them again; they
// look at the other men when they have to.
func (g *Generator) Scan(p *Position) {
	if g.variant != p.variant {
		g.scan, g.variant = scan{}, p.variant
	}
	g.scan.begin(p)
}

// Checkers returns the men that give check, as [Position.Checkers] does.
func (g *Generator) Checkers() Bitboard { return g.scan.checkers }

// Count returns the number of legal moves.
func (g *Generator) Count(p *Position) int {
	g.scan.finish(p)
	return g.scan.moves(p)
}

// HasMoves tells whether there is a legal move.
func (g *Generator) HasMoves(p *Position) bool {
	s := &g.scan
	if s.push|s.west|s.east != 0 {
		return true
	}
	s.finish(p)
	return s.count != 0 || s.push|s.double|s.west|s.east|s.takers != 0 || s.castles != 0
}

// AppendAll appends all legal moves, in the order of [Position.AppendMoves].
func (g *Generator) AppendAll(p *Position, dst []Move) []Move {
	g.scan.finish(p)
	return g.scan.append(p, dst)
}

// AppendTactical appends the legal moves that take or raise.
func (g *Generator) AppendTactical(p *Position, dst []Move) []Move {
	s := &g.scan
	s.finish(p)
	up := 8
	if p.turn == Black {
		up = -8
	}
	dst = s.appendPawns(p, dst, s.push&s.promotes[1], up)
	dst = s.appendPawns(p, dst, s.west, up-1)
	dst = s.appendPawns(p, dst, s.east, up+1)
	for b := s.takers; b != 0; b &= b - 1 {
		m := newMove(b.First(), p.enPassant, Pawn, Pawn, NoKind) | enPassantFlag
		dst = s.appendPromotions(p, dst, m, p.variant != Chess)
	}
	enemy := p.colors[p.turn&1^1]
	for i := range s.pieces[:s.count] {
		m := &s.pieces[i]
		rises := s.promotes[levelOf[m.kind&31]]
		for b := m.to & (enemy | rises); b != 0; b &= b - 1 {
			to := b.First() & 63
			dst = s.appendPromotions(p, dst, newMove(m.from, to, m.kind, p.board[to], NoKind), b&-b&rises != 0)
		}
	}
	return dst
}

// AppendQuiet appends the legal moves that neither take nor raise.
func (g *Generator) AppendQuiet(p *Position, dst []Move) []Move {
	s := &g.scan
	s.finish(p)
	up := 8
	if p.turn == Black {
		up = -8
	}
	for b := s.push &^ s.promotes[1]; b != 0; b &= b - 1 {
		to := b.First() & 63
		dst = append(dst, newMove(Square(int(to)-up), to, Pawn, NoKind, NoKind))
	}
	for b := s.double; b != 0; b &= b - 1 {
		to := b.First() & 63
		dst = append(dst, newMove(Square(int(to)-2*up), to, Pawn, NoKind, NoKind))
	}
	enemy := p.colors[p.turn&1^1]
	for i := range s.pieces[:s.count] {
		m := &s.pieces[i]
		for b := m.to &^ (enemy | s.promotes[levelOf[m.kind&31]]); b != 0; b &= b - 1 {
			dst = append(dst, newMove(m.from, b.First()&63, m.kind, NoKind, NoKind))
		}
	}
	for i := range castlingPaths[p.turn&1] {
		if s.castles>>i&1 != 0 {
			path := &castlingPaths[p.turn&1][i]
			dst = append(dst, newMove(path.king, path.to, King, NoKind, NoKind)|castlingFlag)
		}
	}
	return dst
}

// IsLegal tells whether m is among the legal moves.
func (g *Generator) IsLegal(p *Position, m Move) bool {
	s := &g.scan
	from, to, man := m.From(), m.To(), m.Kind()
	if m == NoMove || p.board[from] != man || !p.colors[p.turn&1].Has(from) {
		return false
	}
	s.finish(p)
	switch {
	case m.IsCastling():
		for i := range castlingPaths[p.turn&1] {
			path := &castlingPaths[p.turn&1][i]
			if s.castles>>i&1 != 0 && m == newMove(path.king, path.to, King, NoKind, NoKind)|castlingFlag {
				return true
			}
		}
		return false
	case m.IsEnPassant():
		plain := newMove(from, p.enPassant, Pawn, Pawn, NoKind) | enPassantFlag
		return s.takers.Has(from) && m&^(31<<22) == plain && p.succeeds(m, p.variant != Chess)
	}
	if m != newMove(from, to, man, p.board[to], m.Promotion()) || !p.succeeds(m, s.promotes[levelOf[man&31]].Has(to)) {
		return false
	}
	for i := range s.pieces[:s.count] {
		if s.pieces[i].from == from {
			return s.pieces[i].to.Has(to)
		}
	}
	if man != Pawn {
		return false
	}
	step := int(to) - int(from)
	if p.turn == Black {
		step = -step
	}
	switch step {
	case 8:
		return s.push.Has(to)
	case 16:
		return s.double.Has(to)
	}
	// Each target belongs to one pawn, so a bound one is not found here.
	if west := step == 7; west == (p.turn == White) && (west || step == 9) {
		return s.west.Has(to)
	}
	return (step == 7 || step == 9) && s.east.Has(to)
}

// succeeds tells whether m names a kind to rise to if and only if it rises, and
// one that may follow.
func (p *Position) succeeds(m Move, rises bool) bool {
	into := m.Promotion()
	if !rises {
		return into == NoKind
	}
	for _, k := range promotions[p.variant][m.Kind()] {
		if k == into {
			return true
		}
	}
	return false
}

// MoveBetween returns the move that the man on a square would make by going to
// another and rising to into (NoKind if it does not), with all that a Move
// holds filled in from the position. It need not be legal.
func (p *Position) MoveBetween(from, to Square, into Kind) Move {
	man, taken := p.board[from&63], p.board[to&63]
	m := newMove(from&63, to&63, man, taken, into)
	switch {
	case man == Pawn && to == p.enPassant && from.File() != to.File():
		return m | Move(Pawn)<<17 | enPassantFlag
	case man == King && from.Rank() == to.Rank() && (from.File()-to.File() == 2 || to.File()-from.File() == 2):
		return m | castlingFlag
	}
	return m
}
