package eval

import (
	"math"

	"tafelrunde/wotn"
)

// mobilityCurve is how much a number of squares counts: the first ones most.
var mobilityCurve = func() (t [64]int) {
	for n := range t {
		t[n] = int(math.Round(4*math.Sqrt(float64(n)))) - 8
	}
	return t
}()

// both is a Pair in one word, so that both halves are added at once: Full in
// the upper half, Bare in the lower.
type both int64

func (p Pair) both() both { return both(p.Full)<<32 + both(p.Bare) }

func (b both) full() int { return int((b + 1<<31) >> 32) }

func (b both) bare() int { return int(int32(b)) }

// tables are weights made ready for adding up.
type tables struct {
	men          [wotn.NumColors][32][64]both // material and place
	byKing       [2][32][kingPlaces]both      // own and enemy king, by kind and toKing
	mobility     [32][64]both                 // by kind and number of squares
	center       [32][64]both                 // likewise
	shelter      [4][8]both
	storm        [8]both
	stormBlocked [8]both
	several      both
	doubled      both
	isolated     both
	exposed      both
	backward     both
	blocked      both
	protected    [8]both
	phalanx      [8]both
	candidate    [8]both
	free         [8]both
	stopped      [8]both
	safeStep     [8]both
	safePath     [8]both
	escorted     [8]both
	ownKing      both
	enemyKing    both
	runner       both
	// Of threats, the second row is for those of the side to move.
	danger       [2][dangerSteps]both
	riseByRank   [2][32]both
	riseByTaking [2][32]both
	pawnAttacks  [2][32]both
	attacked     [2][32]both
	hanging      [2][32]both
	pressed      [2][32]both
	outpost      [32]both
	pushes       [2]both
	contested    both
	twoBishops   both
	ownColor     both
	openLine     both
	halfOpenLine both
	space        both
	pawnsCount   [16]both
	withPawns    [32][16]both
	second       [32]both
	tempo        both
	values       [32]int
	// raises holds, by kind, the kinds whose capture raises it; dearer those of
	// a higher value, the king left out.
	raises, dearer [32]uint32
	// climbs holds, by colour and kind, the squares whose rank raises it.
	climbs [wotn.NumColors][32]wotn.Bitboard
}

func newTables(ways wotn.Variant, w *Weights) *tables {
	t := &tables{
		several: w.SeveralKings.both(), doubled: w.Doubled.both(), isolated: w.Isolated.both(), exposed: w.Exposed.both(),
		backward: w.Backward.both(), blocked: w.Blocked.both(), ownKing: w.OwnKing.both(), enemyKing: w.EnemyKing.both(),
		runner: w.Runner.both(), pushes: [2]both{w.Pushes.both(), w.Pushes.both() + w.PushesInTurn.both()}, contested: w.Contested.both(), twoBishops: w.TwoBishops.both(),
		ownColor: w.OwnColor.both(), openLine: w.OpenLine.both(), halfOpenLine: w.HalfOpenLine.both(), space: w.Space.both(),
		tempo: w.Tempo.both(),
	}
	for n := range w.Pawns {
		t.pawnsCount[n] = w.Pawns[n].both()
		for k := wotn.Squire; k < wotn.King; k++ {
			t.withPawns[k][n] = w.WithPawns[k].both() * both(n-4)
		}
	}
	for k := wotn.Squire; k < wotn.King; k++ {
		t.second[k] = w.Second[k].both()
	}
	for i := range w.Danger {
		t.danger[0][i] = w.Danger[i].both()
		t.danger[1][i] = t.danger[0][i] + w.DangerInTurn[i].both()
	}
	for i := range t.shelter {
		for r := range t.shelter[i] {
			t.shelter[i][r] = w.Shelter[i][r].both()
		}
	}
	for r := range 8 {
		t.storm[r], t.stormBlocked[r] = w.Storm[r].both(), w.StormBlocked[r].both()
		t.protected[r], t.phalanx[r], t.candidate[r] = w.Protected[r].both(), w.Phalanx[r].both(), w.Candidate[r].both()
		t.free[r], t.stopped[r], t.escorted[r] = w.Free[r].both(), w.Stopped[r].both(), w.Escorted[r].both()
		t.safeStep[r], t.safePath[r] = w.SafeStep[r].both(), w.SafePath[r].both()
	}
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		for i := range kingPlaces {
			t.byKing[0][k][i], t.byKing[1][k][i] = w.ByOwnKing[k][i].both(), w.ByEnemyKing[k][i].both()
		}
		for n := range t.mobility[k] {
			t.mobility[k][n] = w.Mobility[k].both()*both(mobilityCurve[n]) + w.Cramped[k].both()*both(max(0, 3-n))
			t.center[k][n] = w.Center[k].both() * both(n)
		}
		t.riseByRank[0][k], t.riseByTaking[0][k] = w.RiseByRank[k].both(), w.RiseByTaking[k].both()
		t.riseByRank[1][k] = t.riseByRank[0][k] + w.RiseByRankInTurn[k].both()
		t.riseByTaking[1][k] = t.riseByTaking[0][k] + w.RiseByTakingInTurn[k].both()
		t.pawnAttacks[0][k], t.attacked[0][k], t.hanging[0][k] = w.PawnAttacks[k].both(), w.Attacked[k].both(), w.Hanging[k].both()
		t.pawnAttacks[1][k] = t.pawnAttacks[0][k] + w.PawnAttacksInTurn[k].both()
		t.attacked[1][k] = t.attacked[0][k] + w.AttackedInTurn[k].both()
		t.hanging[1][k] = t.hanging[0][k] + w.HangingInTurn[k].both()
		t.pressed[0][k] = w.Pressed[k].both()
		t.pressed[1][k] = t.pressed[0][k] + w.PressedInTurn[k].both()
		t.outpost[k] = w.Outpost[k].both()
		t.values[k] = (w.Material[k].Full + w.Material[k].Bare) / 2
		for s := wotn.Square(0); s < wotn.NoSquare; s++ {
			for c := wotn.White; c <= wotn.Black; c++ {
				rank, file := relativeRank(c, s), edgeFile(s)
				t.men[c][k][s] = w.Material[k].both() + w.Rank[k][rank].both() + w.File[k][file].both() + w.Square[k][rank*4+file].both()
				if rank+1 == ways.PromotionRank(k) {
					t.climbs[c][k] |= s.Bitboard()
				}
			}
		}
		if least := ways.PromotesOnCaptureFrom(k); least > 0 {
			for v := wotn.Pawn; v < wotn.NumKinds; v++ {
				if v.Level() >= least {
					t.raises[k] |= 1 << v
				}
			}
		}
	}
	// A man is never worth less to take than the one he rose from, or the
	// search would think rising a loss.
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		for _, next := range ways.Promotions(k) {
			if ways != wotn.Chess {
				t.values[next] = max(t.values[next], t.values[k]+10)
			}
		}
	}
	t.compare()
	return t
}

// compare fills dearer from values.
func (t *tables) compare() {
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		t.dearer[k] = 0
		for v := wotn.Pawn; v < wotn.King; v++ {
			if t.values[k] < t.values[v] {
				t.dearer[k] |= 1 << v
			}
		}
	}
}

// relativeRank returns the rank, 0 to 7, as seen from a side.
func relativeRank(c wotn.Color, s wotn.Square) int {
	if c == wotn.Black {
		return 7 - s.Rank()
	}
	return s.Rank()
}

// edgeFile returns the distance of a square's file from the edge, 0 to 3.
func edgeFile(s wotn.Square) int { return min(s.File(), 7-s.File()) }

// kingPlaces is more than the greatest number in toKing.
const kingPlaces = 128

// toKing numbers, by colour, square and king's square, how a man stands to a
// king: 16 for each file between them, and by how many ranks he is ahead, as his side sees it, and 7.
var toKing = func() (t [wotn.NumColors][64][64]uint8) {
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

// masks of squares, by colour and square where it matters.
var (
	// front are all squares on the ranks before a square as its side sees it.
	front [wotn.NumColors][64]wotn.Bitboard
	// ahead is front on the same file, span on the same file and those beside.
	ahead, span [wotn.NumColors][64]wotn.Bitboard
	// beside are the files next to a square's file.
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

// distance returns the number of steps a king needs from a to b.
func distance(a, b wotn.Square) int {
	files, ranks := a.File()-b.File(), a.Rank()-b.Rank()
	return max(files, -files, ranks, -ranks)
}

// stepOf returns the squares right before some pawns.
func stepOf(c wotn.Color, pawns wotn.Bitboard) wotn.Bitboard {
	if c == wotn.White {
		return pawns << 8
	}
	return pawns >> 8
}

// attacksOf returns the squares that some pawns attack.
func attacksOf(c wotn.Color, pawns wotn.Bitboard) wotn.Bitboard {
	if c == wotn.White {
		return pawns&^fileA<<7 | pawns&^fileH<<9
	}
	return pawns&^fileA>>9 | pawns&^fileH>>7
}
