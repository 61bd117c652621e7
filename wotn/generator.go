package wotn

// Generator generates the legal moves of a position in stages: tactical moves,
// quiet moves, or a test of one move. It is meant for searches, which rarely
// need all moves of a position. Call Scan first. A Generator is scratch memory;
// a search keeps one for each ply. The zero Generator is ready to use.
type Generator struct {
	scan    scan
	variant Variant
}

// Scan prepares the generator for p. The other methods expect the same position
// again.
func (g *Generator) Scan(p *Position) {
	if g.variant != p.variant {
		g.scan, g.variant = scan{}, p.variant
	}
	g.scan.begin(p)
}

// Checkers returns the pieces that give check, like [Position.Checkers].
func (g *Generator) Checkers() Bitboard { return g.scan.checkers }

// Count returns the number of legal moves.
func (g *Generator) Count(p *Position) int {
	g.scan.finish(p)
	return g.scan.moves(p)
}

// HasMoves reports whether there is a legal move.
func (g *Generator) HasMoves(p *Position) bool {
	s := &g.scan
	if s.push|s.west|s.east != 0 {
		return true
	}
	s.finish(p)
	return s.count != 0 || s.push|s.double|s.west|s.east|s.enPassantPawns != 0 || s.castles != 0
}

// AppendAll appends all legal moves to dst, in the order of
// [Position.AppendMoves].
func (g *Generator) AppendAll(p *Position, dst []Move) []Move {
	g.scan.finish(p)
	return g.scan.append(p, dst)
}

// AppendTactical appends the captures and promotions to dst.
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
	for b := s.enPassantPawns; b != 0; b &= b - 1 {
		m := newMove(b.First(), p.enPassant, Pawn, Pawn, NoKind) | enPassantFlag
		dst = s.appendPromotions(p, dst, m, p.variant != Chess)
	}
	enemy := p.colors[p.turn&1^1]
	for i := range s.pieces[:s.count] {
		m := &s.pieces[i]
		promotes := s.promotes[levelOf[m.kind&31]]
		for b := m.to & (enemy | promotes); b != 0; b &= b - 1 {
			to := b.First() & 63
			dst = s.appendPromotions(p, dst, newMove(m.from, to, m.kind, p.board[to], NoKind), b&-b&promotes != 0)
		}
	}
	return dst
}

// AppendQuiet appends the moves that neither capture nor promote to dst.
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

// IsLegal reports whether m is legal.
func (g *Generator) IsLegal(p *Position, m Move) bool {
	s := &g.scan
	from, to, kind := m.From(), m.To(), m.Kind()
	if m == NoMove || p.board[from] != kind || !p.colors[p.turn&1].Has(from) {
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
		return s.enPassantPawns.Has(from) && m&^(31<<22) == plain && p.promotionFits(m, p.variant != Chess)
	}
	if m != newMove(from, to, kind, p.board[to], m.Promotion()) || !p.promotionFits(m, s.promotes[levelOf[kind&31]].Has(to)) {
		return false
	}
	for i := range s.pieces[:s.count] {
		if s.pieces[i].from == from {
			return s.pieces[i].to.Has(to)
		}
	}
	if kind != Pawn {
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
	// A target square belongs to one pawn only, so a pinned pawn is not found
	// here.
	if west := step == 7; west == (p.turn == White) && (west || step == 9) {
		return s.west.Has(to)
	}
	return (step == 7 || step == 9) && s.east.Has(to)
}

// promotionFits reports whether m names a promotion exactly if it promotes, and
// one to a possible kind.
func (p *Position) promotionFits(m Move, promotes bool) bool {
	promotion := m.Promotion()
	if !promotes {
		return promotion == NoKind
	}
	for _, k := range promotions[p.variant][m.Kind()] {
		if k == promotion {
			return true
		}
	}
	return false
}

// MoveBetween returns the move of the piece on from to another square, with a
// promotion or NoKind. The other fields of the Move are filled in from the
// position. The move need not be legal. It is [NoMove] if one of the squares is
// [NoSquare].
func (p *Position) MoveBetween(from, to Square, promotion Kind) Move {
	if from >= NoSquare || to >= NoSquare {
		return NoMove
	}
	kind, captured := p.board[from], p.board[to]
	m := newMove(from, to, kind, captured, promotion)
	switch {
	case kind == Pawn && to == p.enPassant && from.File() != to.File():
		return m | Move(Pawn)<<17 | enPassantFlag
	case kind == King && from.Rank() == to.Rank() && (from.File()-to.File() == 2 || to.File()-from.File() == 2):
		return m | castlingFlag
	}
	return m
}
