package wotn

import (
	"iter"
	"math/bits"
)

// The move generator generates legal moves directly. The first stage, scan,
// computes the set of target squares of each piece: begin handles checks, pins
// and pawns, finish the rest. The second stage, append, writes the moves out;
// moves only counts them.
//
// begin finds what could leave the only king attacked: the checkers, the
// squares on which a move answers the check, and the line of each pinned piece.
// On a nightrider's line only the landing squares matter. The promotion of a
// Lord Chancellor to King is exempt, because the side then has two kings.

// pieceMoves holds the target squares of one piece.
type pieceMoves struct {
	to   Bitboard
	from Square
	kind Kind
}

// scan is the result of the first stage. It can be reused for other positions
// of the same variant.
type scan struct {
	pieces [16]pieceMoves // all pieces except unpinned pawns
	count  int

	// Target squares of the unpinned pawns, by type of move.
	push, double, west, east Bitboard

	// enPassantPawns are the pawns that can capture en passant.
	enPassantPawns Bitboard
	// castles has bit i set if castlingPaths[turn][i] is legal.
	castles uint8

	// promotes holds for each level the squares on which a move promotes a
	// piece.
	promotes [MaxLevel + 1]Bitboard

	// checkers are the pieces that check an only king, snipers the enemy pieces
	// on lines to it, bound the pinned pieces and Lord Chancellors.
	checkers, snipers, bound Bitboard
	// answers are the squares that pieces other than an only king can move to.
	answers Bitboard
	// finished is true after finish.
	finished bool

	theirs attackers
}

func (g *scan) add(from Square, kind Kind, to Bitboard) {
	if to != 0 {
		g.pieces[g.count&15] = pieceMoves{to, from, kind}
		g.count++
	}
}

// fillPromotions computes promotes: the squares of enemy pieces with at least
// half the piece's level, and the promotion rank.
func (g *scan) fillPromotions(p *Position) {
	us := p.turn
	if p.variant == Chess {
		g.promotes[1] = rankMask(us, 8)
		return
	}
	k := &p.kinds
	least1 := p.colors[us.Other()]
	least2 := least1 &^ k[Pawn]
	least3 := least2 &^ (k[Squire] | k[Priest])
	least4 := least3 &^ (k[Knight] | k[Bishop])
	least5 := least4 &^ (k[Baron] | k[Guard] | k[Archbishop])
	g.promotes = [MaxLevel + 1]Bitboard{
		1: least1 | rankMask(us, 6), 2: least1 | rankMask(us, 7), 3: least2 | rankMask(us, 8),
		4: least2, 5: least3, 6: least3, 7: least4, 8: least4, 9: least5, 10: least5,
	}
}

// fill computes the target squares of all pieces of the side to move.
func (g *scan) fill(p *Position) {
	g.begin(p)
	g.finish(p)
}

// begin computes checks and pins against the side to move, and the target
// squares of its unpinned pawns.
func (g *scan) begin(p *Position) {
	us := p.turn & 1
	them := us ^ 1
	own, enemy := p.colors[us], p.colors[them]
	k := &p.kinds
	g.count, g.finished = 0, false
	g.enPassantPawns, g.castles = 0, 0
	g.checkers, g.bound, g.snipers = 0, 0, 0

	kings := k[King] & own
	g.answers = ^own
	pawns := k[Pawn] & own
	if kings&(kings-1) == 0 {
		g.theirs.set(p, them, enemy)
		king := kings.First() & 63
		checkers := g.theirs.leaping(king)
		answer := checkers
		// A line to the king with one own piece pins it. A line with none gives
		// check.
		snipers := rookAttacks(king, enemy)&g.theirs.rook | bishopAttacks(king, enemy)&g.theirs.bish
		if g.theirs.ride != 0 {
			snipers |= riderAttacks(king, enemy) & g.theirs.ride
		}
		var pinned Bitboard
		for b := snipers; b != 0; b &= b - 1 {
			sniper := b.First() & 63
			line := between[king][sniper]
			shields := line & own
			if shields == 0 {
				checkers |= sniper.Bitboard()
				answer |= line | sniper.Bitboard()
			} else if shields&(shields-1) == 0 {
				pinned |= shields
			}
		}
		if checkers != 0 {
			g.answers = answer
			if checkers&(checkers-1) != 0 {
				g.answers = 0
			}
		}
		g.checkers, g.snipers = checkers, snipers
		g.bound = pinned | own&k[LordChancellor]
		pawns &^= pinned
	}
	g.scanPawns(p, pawns, g.answers, own|enemy)
}

// finish computes the target squares of the other pieces, once.
func (g *scan) finish(p *Position) {
	if g.finished {
		return
	}
	g.finished = true
	g.fillPromotions(p)
	us := p.turn & 1
	own := p.colors[us]
	occupied := own | p.colors[us^1]
	k := &p.kinds
	answers := g.answers
	kings := k[King] & own
	free := own &^ kings
	if kings&(kings-1) != 0 {
		g.scanFreeKings(p, kings)
	} else {
		king := kings.First() & 63
		g.scanKing(p, king, occupied)
		if g.checkers == 0 && p.castling != 0 {
			g.scanCastling(p, occupied, true)
		}
		if g.bound != 0 {
			g.scanBound(p, king, g.bound&free, g.snipers, answers, occupied)
			free &^= g.bound
		}
	}
	if p.enPassant != NoSquare {
		g.scanEnPassant(p)
	}
	if answers == 0 {
		return
	}

	rook, bish := k[Rook], k[Bishop]
	queens := k[Queen] & free
	lines := rook | bish | k[Queen]
	pieces := free &^ k[Pawn]
	if fairy := pieces &^ (lines | k[Knight]); fairy != 0 {
		for b := fairy & (k[Nightrider] | k[Lord] | k[LordChancellor]); b != 0; b &= b - 1 {
			s := b.First() & 63
			kind := p.board[s]
			to := riderAttacks(s, occupied)
			switch kind {
			case Lord:
				to |= bishopAttacks(s, occupied)
			case LordChancellor:
				to |= rookAttacks(s, occupied)
			}
			g.add(s, kind, to&answers)
		}
		rook |= k[Chancellor]
		bish |= k[Archbishop] | k[Cardinal] | k[Giraffe]
		lines |= rook | bish | k[Nightrider] | k[Lord] | k[LordChancellor]
	}
	for b := pieces &^ lines; b != 0; b &= b - 1 {
		s := b.First() & 63
		kind := p.board[s]
		g.add(s, kind, leapAttacks[kind&31][s]&answers)
	}
	for b := bish & free; b != 0; b &= b - 1 {
		s := b.First() & 63
		kind := p.board[s]
		g.add(s, kind, (bishopAttacks(s, occupied)|leapAttacks[kind&31][s])&answers)
	}
	for b := rook & free; b != 0; b &= b - 1 {
		s := b.First() & 63
		kind := p.board[s]
		g.add(s, kind, (rookAttacks(s, occupied)|leapAttacks[kind&31][s])&answers)
	}
	for b := queens; b != 0; b &= b - 1 {
		s := b.First() & 63
		g.add(s, Queen, (rookAttacks(s, occupied)|bishopAttacks(s, occupied))&answers)
	}
}

// scanKing adds the moves of an only king to squares that are not attacked once
// it has left its own.
func (g *scan) scanKing(p *Position, king Square, occupied Bitboard) {
	without := occupied &^ king.Bitboard()
	var to Bitboard
	for b := leapAttacks[King][king&63] &^ p.colors[p.turn&1]; b != 0; b &= b - 1 {
		if !g.theirs.attack(b.First(), without) {
			to |= b & -b
		}
	}
	g.add(king, King, to)
}

// scanFreeKings adds the moves of several kings, which can move to attacked
// squares.
func (g *scan) scanFreeKings(p *Position, kings Bitboard) {
	own := p.colors[p.turn&1]
	for b := kings; b != 0; b &= b - 1 {
		g.add(b.First(), King, leapAttacks[King][b.First()&63]&^own)
	}
	if p.castling != 0 {
		g.scanCastling(p, p.Occupied(), false)
	}
}

// scanCastling finds the legal castling moves of a side that is not in check.
func (g *scan) scanCastling(p *Position, occupied Bitboard, onlyKing bool) {
	for i := range castlingPaths[p.turn&1] {
		path := &castlingPaths[p.turn&1][i]
		if p.castling&path.right == 0 || occupied&path.empty != 0 {
			continue
		}
		if onlyKing && (g.theirs.attack(path.over, occupied) || g.theirs.attack(path.to, occupied)) {
			continue
		}
		g.castles |= 1 << i
	}
}

// scanBound adds the moves of pinned pieces and of Lord Chancellors.
func (g *scan) scanBound(p *Position, king Square, pieces, snipers, answers, occupied Bitboard) {
	us := p.turn & 1
	for b := pieces; b != 0; b &= b - 1 {
		s := b.First() & 63
		kind := p.board[s]
		line := ^Bitboard(0)
		for c := snipers; c != 0; c &= c - 1 {
			if l := between[king&63][c.First()&63]; l&p.colors[us] == s.Bitboard() {
				line = l | c&-c
			}
		}
		to := attacks(kind, us, s, occupied)
		switch kind {
		case Pawn:
			to = to&p.colors[us^1] | pawnPushes(us, s, occupied)
			g.add(s, kind, to&answers&line)
		case LordChancellor:
			g.add(s, kind, to&(answers&line|g.promotes[kind.Level()]&^p.colors[us]))
		default:
			g.add(s, kind, to&answers&line)
		}
	}
}

// pawnPushes returns the squares that a pawn can advance to.
func pawnPushes(c Color, s Square, occupied Bitboard) Bitboard {
	b := s.Bitboard()
	if c == White {
		to := b << 8 &^ occupied
		return to | to&(rank1<<16)<<8&^occupied
	}
	to := b >> 8 &^ occupied
	return to | to&(rank1<<40)>>8&^occupied
}

// scanPawns computes the target squares of all unpinned pawns at once.
func (g *scan) scanPawns(p *Position, pawns, answers, occupied Bitboard) {
	if p.turn == White {
		enemy := p.colors[Black]
		push := pawns << 8 &^ occupied
		g.double = push & (rank1 << 16) << 8 &^ occupied & answers
		g.push = push & answers
		g.west = pawns &^ fileA << 7 & enemy & answers
		g.east = pawns &^ fileH << 9 & enemy & answers
		return
	}
	enemy := p.colors[White]
	push := pawns >> 8 &^ occupied
	g.double = push & (rank1 << 40) >> 8 &^ occupied & answers
	g.push = push & answers
	g.west = pawns &^ fileA >> 9 & enemy & answers
	g.east = pawns &^ fileH >> 7 & enemy & answers
}

// scanEnPassant finds the pawns that can capture en passant. The case is rare,
// so each capture is tried.
func (g *scan) scanEnPassant(p *Position) {
	pawns := pawnAttacks[p.turn^1][p.enPassant&63] & p.kinds[Pawn] & p.colors[p.turn&1]
	for ; pawns != 0; pawns &= pawns - 1 {
		if p.enPassantLegal(pawns.First(), p.enPassant) {
			g.enPassantPawns |= pawns & -pawns
		}
	}
}

// moves returns the number of legal moves.
func (g *scan) moves(p *Position) int {
	extra := &extraChoices[p.variant]
	n := bits.OnesCount64(uint64(g.push)) + bits.OnesCount64(uint64(g.double)) +
		bits.OnesCount64(uint64(g.west)) + bits.OnesCount64(uint64(g.east)) +
		bits.OnesCount64(uint64(g.enPassantPawns)) + bits.OnesCount8(g.castles)
	promotes := g.promotes[1]
	if promoting := g.push&promotes | g.west&promotes | g.east&promotes; promoting != 0 || g.enPassantPawns != 0 {
		n += int(extra[Pawn]) * (bits.OnesCount64(uint64(g.push&promotes)) + bits.OnesCount64(uint64(g.west&promotes)) +
			bits.OnesCount64(uint64(g.east&promotes)) + bits.OnesCount64(uint64(g.enPassantPawns&^g.plainEnPassant(p))))
	}
	for i := range g.pieces[:g.count] {
		m := &g.pieces[i]
		n += bits.OnesCount64(uint64(m.to))
		if e := extra[m.kind&31]; e != 0 {
			n += int(e) * bits.OnesCount64(uint64(m.to&g.promotes[levelOf[m.kind&31]]))
		}
	}
	return n
}

// plainEnPassant returns the set of all squares if en-passant captures do not
// promote, as in chess, otherwise the empty set.
func (g *scan) plainEnPassant(p *Position) Bitboard {
	if p.variant == Chess {
		return ^Bitboard(0)
	}
	return 0
}

// append appends the legal moves to dst.
func (g *scan) append(p *Position, dst []Move) []Move {
	up := 8
	if p.turn == Black {
		up = -8
	}
	dst = g.appendPawns(p, dst, g.push, up)
	dst = g.appendPawns(p, dst, g.double, 2*up)
	dst = g.appendPawns(p, dst, g.west, up-1)
	dst = g.appendPawns(p, dst, g.east, up+1)
	for b := g.enPassantPawns; b != 0; b &= b - 1 {
		m := newMove(b.First(), p.enPassant, Pawn, Pawn, NoKind) | enPassantFlag
		dst = g.appendPromotions(p, dst, m, p.variant != Chess)
	}
	for i := range g.pieces[:g.count] {
		m := &g.pieces[i]
		promotes := g.promotes[levelOf[m.kind&31]]
		for b := m.to; b != 0; b &= b - 1 {
			to := b.First() & 63
			dst = g.appendPromotions(p, dst, newMove(m.from, to, m.kind, p.board[to], NoKind), b&-b&promotes != 0)
		}
	}
	for i := range castlingPaths[p.turn&1] {
		if g.castles>>i&1 != 0 {
			path := &castlingPaths[p.turn&1][i]
			dst = append(dst, newMove(path.king, path.to, King, NoKind, NoKind)|castlingFlag)
		}
	}
	return dst
}

func (g *scan) appendPawns(p *Position, dst []Move, targets Bitboard, step int) []Move {
	for b := targets; b != 0; b &= b - 1 {
		to := b.First() & 63
		m := newMove(Square(int(to)-step), to, Pawn, p.board[to], NoKind)
		dst = g.appendPromotions(p, dst, m, b&-b&g.promotes[1] != 0)
	}
	return dst
}

// appendPromotions appends a move, once for each kind that the piece can
// promote to if promotes is true.
func (g *scan) appendPromotions(p *Position, dst []Move, m Move, promotes bool) []Move {
	if !promotes {
		return append(dst, m)
	}
	for _, promotion := range promotions[p.variant][m.Kind()] {
		dst = append(dst, m|Move(promotion)<<22)
	}
	return dst
}

// Moves returns an iterator over the legal moves, in the order of AppendMoves.
// The moves are those of the position when the iteration starts.
func (p *Position) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		var buffer [MaxMoves]Move
		for _, m := range p.AppendMoves(buffer[:0]) {
			if !yield(m) {
				return
			}
		}
	}
}

// AppendMoves appends the legal moves to dst and returns the extended slice. A
// move that can promote to several kinds is appended once for each. AppendMoves
// allocates only if dst is too small; a capacity of MaxMoves is enough for every
// known position.
func (p *Position) AppendMoves(dst []Move) []Move {
	var g scan
	g.fill(p)
	return g.append(p, dst)
}

// MaxMoves is a buffer size sufficient for every known position.
const MaxMoves = 512

// CountMoves returns the number of legal moves.
func (p *Position) CountMoves() int {
	var g scan
	g.fill(p)
	return g.moves(p)
}

// HasMoves reports whether the side to move has a legal move.
func (p *Position) HasMoves() bool { return p.CountMoves() != 0 }

// IsLegal reports whether m is legal.
func (p *Position) IsLegal(m Move) bool {
	var buffer [MaxMoves]Move
	for _, l := range p.AppendMoves(buffer[:0]) {
		if l == m {
			return true
		}
	}
	return false
}
