package eval

import (
	"math"

	"tafelrunde/wotn"
)

// mobilityCurve maps a number of squares to the factor of the mobility weight.
// The first squares count most.
var mobilityCurve = func() (t [64]int) {
	for n := range t {
		t[n] = int(math.Round(4*math.Sqrt(float64(n)))) - 8
	}
	return t
}()

// packed is a Pair in one word, so that both halves are added at once: Midgame
// in the upper half, Endgame in the lower.
type packed int64

func (p Pair) pack() packed { return packed(p.Midgame)<<32 + packed(p.Endgame) }

func (b packed) midgame() int { return int((b + 1<<31) >> 32) }

func (b packed) endgame() int { return int(int32(b)) }

// tables are weights in the form that evaluation needs.
type tables struct {
	pieceSquare   [wotn.NumColors][32][64]packed // material and square
	byKing        [2][32][kingRelations]packed   // own and enemy king; by kind and kingRelationOf
	mobility      [32][64]packed                 // by kind and number of squares
	center        [32][64]packed                 // by kind and number of squares
	shelter       [4][8]packed
	storm         [8]packed
	stormBlocked  [8]packed
	severalKings  packed
	doubled       packed
	isolated      packed
	exposed       packed
	backward      packed
	blocked       packed
	protected     [8]packed
	phalanx       [8]packed
	candidate     [8]packed
	passed        [8]packed
	passedBlocked [8]packed
	safeStep      [8]packed
	safePath      [8]packed
	escorted      [8]packed
	ownKing       packed
	enemyKing     packed
	unstoppable   packed
	// Of threats, the second row is for those of the side to move.
	danger             [2][dangerSteps]packed
	promotionByRank    [2][32]packed
	promotionByCapture [2][32]packed
	pawnAttacks        [2][32]packed
	attacked           [2][32]packed
	hanging            [2][32]packed
	pressed            [2][32]packed
	outpost            [32]packed
	pushThreats        [2]packed
	contested          packed
	bishopPair         packed
	bishopPawns        packed
	openFile           packed
	halfOpenFile       packed
	space              packed
	pawnsCount         [16]packed
	withPawns          [32][16]packed
	second             [32]packed
	tempo              packed
	values             [32]int
	// promotingVictims holds, by kind, the set of kinds whose capture promotes
	// it; moreValuable the set of kinds with a higher value, except the king.
	promotingVictims, moreValuable [32]uint32
	// promotionSquares holds, by color and kind, the squares on its promotion
	// rank.
	promotionSquares [wotn.NumColors][32]wotn.Bitboard
}

func newTables(variant wotn.Variant, w *Weights) *tables {
	t := &tables{
		severalKings: w.SeveralKings.pack(), doubled: w.Doubled.pack(), isolated: w.Isolated.pack(), exposed: w.Exposed.pack(),
		backward: w.Backward.pack(), blocked: w.Blocked.pack(), ownKing: w.OwnKing.pack(), enemyKing: w.EnemyKing.pack(),
		unstoppable: w.Unstoppable.pack(), pushThreats: [2]packed{w.PushThreats.pack(), w.PushThreats.pack() + w.PushThreatsToMove.pack()}, contested: w.Contested.pack(), bishopPair: w.BishopPair.pack(),
		bishopPawns: w.BishopPawns.pack(), openFile: w.OpenFile.pack(), halfOpenFile: w.HalfOpenFile.pack(), space: w.Space.pack(),
		tempo: w.Tempo.pack(),
	}
	for n := range w.Pawns {
		t.pawnsCount[n] = w.Pawns[n].pack()
		for k := wotn.Squire; k < wotn.King; k++ {
			t.withPawns[k][n] = w.WithPawns[k].pack() * packed(n-4)
		}
	}
	for k := wotn.Squire; k < wotn.King; k++ {
		t.second[k] = w.Second[k].pack()
	}
	for i := range w.Danger {
		t.danger[0][i] = w.Danger[i].pack()
		t.danger[1][i] = t.danger[0][i] + w.DangerToMove[i].pack()
	}
	for i := range t.shelter {
		for r := range t.shelter[i] {
			t.shelter[i][r] = w.Shelter[i][r].pack()
		}
	}
	for r := range 8 {
		t.storm[r], t.stormBlocked[r] = w.Storm[r].pack(), w.StormBlocked[r].pack()
		t.protected[r], t.phalanx[r], t.candidate[r] = w.Protected[r].pack(), w.Phalanx[r].pack(), w.Candidate[r].pack()
		t.passed[r], t.passedBlocked[r], t.escorted[r] = w.Passed[r].pack(), w.PassedBlocked[r].pack(), w.Escorted[r].pack()
		t.safeStep[r], t.safePath[r] = w.SafeStep[r].pack(), w.SafePath[r].pack()
	}
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		for i := range kingRelations {
			t.byKing[0][k][i], t.byKing[1][k][i] = w.ByOwnKing[k][i].pack(), w.ByEnemyKing[k][i].pack()
		}
		for n := range t.mobility[k] {
			t.mobility[k][n] = w.Mobility[k].pack()*packed(mobilityCurve[n]) + w.Cramped[k].pack()*packed(max(0, 3-n))
			t.center[k][n] = w.Center[k].pack() * packed(n)
		}
		t.promotionByRank[0][k], t.promotionByCapture[0][k] = w.PromotionByRank[k].pack(), w.PromotionByCapture[k].pack()
		t.promotionByRank[1][k] = t.promotionByRank[0][k] + w.PromotionByRankToMove[k].pack()
		t.promotionByCapture[1][k] = t.promotionByCapture[0][k] + w.PromotionByCaptureToMove[k].pack()
		t.pawnAttacks[0][k], t.attacked[0][k], t.hanging[0][k] = w.PawnAttacks[k].pack(), w.Attacked[k].pack(), w.Hanging[k].pack()
		t.pawnAttacks[1][k] = t.pawnAttacks[0][k] + w.PawnAttacksToMove[k].pack()
		t.attacked[1][k] = t.attacked[0][k] + w.AttackedToMove[k].pack()
		t.hanging[1][k] = t.hanging[0][k] + w.HangingToMove[k].pack()
		t.pressed[0][k] = w.Pressed[k].pack()
		t.pressed[1][k] = t.pressed[0][k] + w.PressedToMove[k].pack()
		t.outpost[k] = w.Outpost[k].pack()
		t.values[k] = (w.Material[k].Midgame + w.Material[k].Endgame) / 2
		for s := wotn.Square(0); s < wotn.NoSquare; s++ {
			for c := wotn.White; c <= wotn.Black; c++ {
				rank, file := relativeRank(c, s), edgeFile(s)
				t.pieceSquare[c][k][s] = w.Material[k].pack() + w.Rank[k][rank].pack() + w.File[k][file].pack() + w.Square[k][rank*4+file].pack()
				if rank+1 == variant.PromotionRank(k) {
					t.promotionSquares[c][k] |= s.Bitboard()
				}
			}
		}
		if least := variant.PromotesOnCaptureFrom(k); least > 0 {
			for v := wotn.Pawn; v < wotn.NumKinds; v++ {
				if v.Level() >= least {
					t.promotingVictims[k] |= 1 << v
				}
			}
		}
	}
	// The exchange value of a kind must exceed that of the kinds that promote
	// to it. Otherwise the search would take promotions for losses.
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		for _, next := range variant.Promotions(k) {
			if variant != wotn.Chess {
				t.values[next] = max(t.values[next], t.values[k]+10)
			}
		}
	}
	t.compare()
	return t
}

// compare derives moreValuable from values.
func (t *tables) compare() {
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		t.moreValuable[k] = 0
		for v := wotn.Pawn; v < wotn.King; v++ {
			if t.values[k] < t.values[v] {
				t.moreValuable[k] |= 1 << v
			}
		}
	}
}

// relativeRank returns the rank of a square from c's point of view, 0 to 7.
func relativeRank(c wotn.Color, s wotn.Square) int {
	if c == wotn.Black {
		return 7 - s.Rank()
	}
	return s.Rank()
}

// edgeFile returns the distance of a square's file from the edge, 0 to 3.
func edgeFile(s wotn.Square) int { return min(s.File(), 7-s.File()) }

// kingRelations is greater than every number in kingRelationOf.
const kingRelations = 128

// kingRelationOf holds numbers for the places of a piece relative to a king, by color,
// square and king's square. A number is 16 times the distance in files, plus the ranks in
// front of the king from the side's point of view, plus 7.
var kingRelationOf = func() (t [wotn.NumColors][64][64]uint8) {
	for s := wotn.Square(0); s < wotn.NoSquare; s++ {
		for k := wotn.Square(0); k < wotn.NoSquare; k++ {
			for c := wotn.White; c <= wotn.Black; c++ {
				files := s.File() - k.File()
				t[c][s][k] = uint8(16*max(files, -files) + relativeRank(c, s) - relativeRank(c, k) + 7)
			}
		}
	}
	return t
}()

// Masks of squares, by color where it matters, and square.
var (
	// front holds all squares on the ranks in front of a square, from the
	// side's point of view.
	front [wotn.NumColors][64]wotn.Bitboard
	// ahead is front on the same file; span on the same and adjacent files.
	ahead, span [wotn.NumColors][64]wotn.Bitboard
	// beside holds the files adjacent to a square's file.
	beside [64]wotn.Bitboard
)

const (
	fileA        wotn.Bitboard = 0x0101010101010101
	fileH        wotn.Bitboard = 0x8080808080808080
	darkSquares  wotn.Bitboard = 0xaa55aa55aa55aa55
	middleFiles  wotn.Bitboard = 0x3c3c3c3c3c3c3c3c
	middle       wotn.Bitboard = middleFiles & 0x0000ffffffff0000
	edgeToEdge   wotn.Bitboard = 0xff
	lowMiddle    wotn.Bitboard = middleFiles & 0x00000000ffffff00
	highMiddle   wotn.Bitboard = middleFiles & 0x00ffffff00000000
	lowOutposts  wotn.Bitboard = 0x0000ffffff000000
	highOutposts wotn.Bitboard = 0x000000ffffff0000
)

func init() {
	for s := wotn.Square(0); s < wotn.NoSquare; s++ {
		file := fileA << s.File()
		beside[s] = file&^fileA>>1 | file&^fileH<<1
		for r := s.Rank() + 1; r < 8; r++ {
			front[wotn.White][s] |= edgeToEdge << (8 * r)
		}
		for r := range s.Rank() {
			front[wotn.Black][s] |= edgeToEdge << (8 * r)
		}
		for c := wotn.White; c <= wotn.Black; c++ {
			ahead[c][s] = front[c][s] & file
			span[c][s] = front[c][s] & (file | beside[s])
		}
	}
}

// distance returns the number of king's moves from a to b.
func distance(a, b wotn.Square) int {
	files, ranks := a.File()-b.File(), a.Rank()-b.Rank()
	return max(files, -files, ranks, -ranks)
}

// stepOf returns the squares directly in front of pawns.
func stepOf(c wotn.Color, pawns wotn.Bitboard) wotn.Bitboard {
	if c == wotn.White {
		return pawns << 8
	}
	return pawns >> 8
}

// attacksOf returns the squares that pawns attack.
func attacksOf(c wotn.Color, pawns wotn.Bitboard) wotn.Bitboard {
	if c == wotn.White {
		return pawns&^fileA<<7 | pawns&^fileH<<9
	}
	return pawns&^fileA>>9 | pawns&^fileH>>7
}
