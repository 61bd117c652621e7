package wotn

import "math/bits"

// The generator makes legal moves directly, in stages: scan gathers, for
// each man, the set of squares that he may move to, in begin as far as checks, pins
// and pawns go and in finish the rest; append writes them out as
// moves, count only counts them.
//
// What may leave the only king attacked is known before any man is looked at:
// the men that give check, the squares that answer them, and the line each
// pinned man must stay on. A nightrider's line pins and is blocked only on the
// squares it lands on. A Lord Chancellor that rises to King is bound by none of
// this: afterwards his side has two kings.

// pieceMoves is where one man may go.
type pieceMoves struct {
	to   Bitboard
	from Square
	kind Kind
}

// scan is the first stage's result and scratch memory. It is filled anew by
// each call of fill and may be reused.
type scan struct {
	pieces [16]pieceMoves // men other than unpinned pawns
	count  int

	// Targets of the unpinned pawns, by what they do.
	push, double, west, east Bitboard

	// takers are the pawns that may take en passant.
	takers Bitboard
	// castles has bit i if castlingPaths[turn][i] may be used.
	castles uint8

	// promotes holds, by a man's level, the squares on which a move raises him.
	promotes [MaxLevel + 1]Bitboard

	// checkers are the men that give check to an only king, snipers those on
	// lines to him, bound the men that may be pinned or are bound by nothing.
	checkers, snipers, bound Bitboard
	// answers are the squares that a man other than an only king may move to.
	answers Bitboard
	// finished tells that men, takers and castles are filled in.
	finished bool

	theirs attackers
}

func (g *scan) add(from Square, man Kind, to Bitboard) {
	if to != 0 {
		g.pieces[g.count&15] = pieceMoves{to, from, man}
		g.count++
	}
}

// fillPromotions computes rises: where the victim's level is at least half the
// man's own, or on the rank of his level + 5.
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

// fill computes where every man of the side to move may go.
func (g *scan) fill(p *Position) {
	g.begin(p)
	g.finish(p)
}

// begin finds what binds the men of the side to move, and where its unbound
// pawns may go; the rest is left to finish.
func (g *scan) begin(p *Position) {
	us := p.turn & 1
	them := us ^ 1
	own, enemy := p.colors[us], p.colors[them]
	k := &p.kinds
	g.count, g.finished = 0, false
	g.takers, g.castles = 0, 0
	g.checkers, g.bound, g.snipers = 0, 0, 0

	kings := k[King] & own
	g.answers = ^own
	pawns := k[Pawn] & own
	if kings&(kings-1) == 0 {
		g.theirs.set(p, them, enemy)
		king := kings.First() & 63
		checkers := g.theirs.leaping(king)
		answer := checkers
		// OccupiedBy of ours that stand alone on a line to the king are pinned; a
		// line with none gives check.
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

// finish computes where the men may go whom begin left out; once is enough.
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
	men := free &^ k[Pawn]
	if fairy := men &^ (lines | k[Knight]); fairy != 0 {
		for b := fairy & (k[Nightrider] | k[Lord] | k[LordChancellor]); b != 0; b &= b - 1 {
			s := b.First() & 63
			man := p.board[s]
			to := riderAttacks(s, occupied)
			switch man {
			case Lord:
				to |= bishopAttacks(s, occupied)
			case LordChancellor:
				to |= rookAttacks(s, occupied)
			}
			g.add(s, man, to&answers)
		}
		rook |= k[Chancellor]
		bish |= k[Archbishop] | k[Cardinal] | k[Giraffe]
		lines |= rook | bish | k[Nightrider] | k[Lord] | k[LordChancellor]
	}
	for b := men &^ lines; b != 0; b &= b - 1 {
		s := b.First() & 63
		man := p.board[s]
		g.add(s, man, leapAttacks[man&31][s]&answers)
	}
	for b := bish & free; b != 0; b &= b - 1 {
		s := b.First() & 63
		man := p.board[s]
		g.add(s, man, (bishopAttacks(s, occupied)|leapAttacks[man&31][s])&answers)
	}
	for b := rook & free; b != 0; b &= b - 1 {
		s := b.First() & 63
		man := p.board[s]
		g.add(s, man, (rookAttacks(s, occupied)|leapAttacks[man&31][s])&answers)
	}
	for b := queens; b != 0; b &= b - 1 {
		s := b.First() & 63
		g.add(s, Queen, (rookAttacks(s, occupied)|bishopAttacks(s, occupied))&answers)
	}
}

// scanKing gathers the moves of an only king to squares that nobody attacks
// once he has left his.
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

// scanFreeKings gathers the moves of several kings, which nothing binds.
func (g *scan) scanFreeKings(p *Position, kings Bitboard) {
	own := p.colors[p.turn&1]
	for b := kings; b != 0; b &= b - 1 {
		g.add(b.First(), King, leapAttacks[King][b.First()&63]&^own)
	}
	if p.castling != 0 {
		g.scanCastling(p, p.Occupied(), false)
	}
}

// scanCastling finds the ways of castling open to a side that is not in check.
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

// scanBound gathers the moves of pinned men and of Lord Chancellors.
func (g *scan) scanBound(p *Position, king Square, men, snipers, answers, occupied Bitboard) {
	us := p.turn & 1
	for b := men; b != 0; b &= b - 1 {
		s := b.First() & 63
		man := p.board[s]
		line := ^Bitboard(0)
		for c := snipers; c != 0; c &= c - 1 {
			if l := between[king&63][c.First()&63]; l&p.colors[us] == s.Bitboard() {
				line = l | c&-c
			}
		}
		to := Attacks(man, us, s, occupied)
		switch man {
		case Pawn:
			to = to&p.colors[us^1] | pawnPushes(us, s, occupied)
			g.add(s, man, to&answers&line)
		case LordChancellor:
			g.add(s, man, to&(answers&line|g.promotes[man.Level()]&^p.colors[us]))
		default:
			g.add(s, man, to&answers&line)
		}
	}
}

// pawnPushes returns the squares that a pawn may step to.
func pawnPushes(c Color, s Square, occupied Bitboard) Bitboard {
	b := s.Bitboard()
	if c == White {
		to := b << 8 &^ occupied
		return to | to&(rank1<<16)<<8&^occupied
	}
	to := b >> 8 &^ occupied
	return to | to&(rank1<<40)>>8&^occupied
}

// scanPawns gathers the moves of all unpinned pawns at once.
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

// scanEnPassant finds the pawns that may take en passant. It happens so seldom
// that each is tried out.
func (g *scan) scanEnPassant(p *Position) {
	pawns := pawnAttacks[p.turn^1][p.enPassant&63] & p.kinds[Pawn] & p.colors[p.turn&1]
	for ; pawns != 0; pawns &= pawns - 1 {
		if p.enPassantLegal(pawns.First(), p.enPassant) {
			g.takers |= pawns & -pawns
		}
	}
}

// moves returns the number of legal moves.
func (g *scan) moves(p *Position) int {
	extra := &extraChoices[p.variant]
	n := bits.OnesCount64(uint64(g.push)) + bits.OnesCount64(uint64(g.double)) +
		bits.OnesCount64(uint64(g.west)) + bits.OnesCount64(uint64(g.east)) +
		bits.OnesCount64(uint64(g.takers)) + bits.OnesCount8(g.castles)
	rises := g.promotes[1]
	if raised := g.push&rises | g.west&rises | g.east&rises; raised != 0 || g.takers != 0 {
		n += int(extra[Pawn]) * (bits.OnesCount64(uint64(g.push&rises)) + bits.OnesCount64(uint64(g.west&rises)) +
			bits.OnesCount64(uint64(g.east&rises)) + bits.OnesCount64(uint64(g.takers&^g.lastRanks(p))))
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

// lastRanks is where taking en passant does not raise: everywhere in orthodox
// chess, nowhere in Way of the Knight.
func (g *scan) lastRanks(p *Position) Bitboard {
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
	for b := g.takers; b != 0; b &= b - 1 {
		m := newMove(b.First(), p.enPassant, Pawn, Pawn, NoKind) | enPassantFlag
		dst = g.appendPromotions(p, dst, m, p.variant != Chess)
	}
	for i := range g.pieces[:g.count] {
		m := &g.pieces[i]
		rises := g.promotes[levelOf[m.kind&31]]
		for b := m.to; b != 0; b &= b - 1 {
			to := b.First() & 63
			dst = g.appendPromotions(p, dst, newMove(m.from, to, m.kind, p.board[to], NoKind), b&-b&rises != 0)
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

// appendPromotions appends a move, once for each kind that the man may become if it
// rises.
func (g *scan) appendPromotions(p *Position, dst []Move, m Move, rises bool) []Move {
	if !rises {
		return append(dst, m)
	}
	for _, into := range promotions[p.variant][m.Kind()] {
		dst = append(dst, m|Move(into)<<22)
	}
	return dst
}

// AppendMoves appends all legal moves to dst and returns it. Each way of rising
// is a move of its own. With room in dst nothing is allocated; MaxMoves is room
// enough for any position met in practice.
func (p *Position) AppendMoves(dst []Move) []Move {
	var g scan
	g.fill(p)
	return g.append(p, dst)
}

// MaxMoves is a size for move buffers that no known position outgrows.
const MaxMoves = 512

// CountMoves returns the number of legal moves without making them.
func (p *Position) CountMoves() int {
	var g scan
	g.fill(p)
	return g.moves(p)
}

// HasMoves tells whether the side to move has a legal move.
func (p *Position) HasMoves() bool { return p.CountMoves() != 0 }

// IsLegal tells whether m is among the legal moves.
func (p *Position) IsLegal(m Move) bool {
	var buffer [MaxMoves]Move
	for _, l := range p.AppendMoves(buffer[:0]) {
		if l == m {
			return true
		}
	}
	return false
}
