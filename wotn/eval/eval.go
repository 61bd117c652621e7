package eval

import (
	"math"

	"tafelrunde/wotn"
)

// fullBoard is the phase of the start position in orthodox chess and above: the
// sum of the men's phases at which only the weights for a full board count.
const fullBoard = 32

// phaseOf is how much a man fills the board.
var phaseOf = func() (t [wotn.NumKinds]int) {
	for k := wotn.Squire; k < wotn.King; k++ {
		t[k] = 1 + int(k.Level())/3
	}
	return t
}()

// dangerSteps is the number of steps in the force of an attack on a king.
const dangerSteps = 24

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

// Evaluator judges positions of all rule sets. It is no more than its tables
// and scratch memory; a thread needs its own.
type Evaluator struct {
	tables [wotn.NumWays]*tables
	values [wotn.NumWays][wotn.NumKinds]int
	sides  [wotn.NumColors]side
}

// tables are weights made ready for adding up.
type tables struct {
	men          [wotn.NumColors][32][64]both // material and place
	mobility     [32]both
	danger       [dangerSteps]both
	shelter      [4]both
	several      both
	doubled      both
	isolated     both
	protected    both
	blocked      both
	free         [8]both
	stopped      [8]both
	ownKing      both
	enemyKing    both
	riseByRank   [32]both
	riseByTaking [32]both
	attacked     [32]both
	hanging      [32]both
	twoBishops   both
	openLine     both
	tempo        both
	values       [32]int
	// raises holds, by kind, the kinds whose capture raises it.
	raises [32]uint32
	// climbs holds, by colour and kind, the squares whose rank raises it.
	climbs [wotn.NumColors][32]wotn.Bitboard
}

// side is what is found out about one side.
type side struct {
	men, pawns, pawnAttacks wotn.Bitboard
	// all are the squares attacked; near those around an only king.
	all, near wotn.Bitboard
	// of holds what each man attacks, in the order of the men's squares.
	of    [16]wotn.Bitboard
	kinds [16]wotn.Kind
	force int
	// king is the only king's square; it means nothing if near is empty.
	king wotn.Square
}

// New returns an evaluator with the weights tuned for each rule set.
func New() *Evaluator {
	e := &Evaluator{}
	for ways, t := range tuned {
		e.tables[ways] = t
		for k := range e.values[ways] {
			e.values[ways][k] = t.values[k]
		}
	}
	return e
}

// NewWith returns an evaluator that judges one rule set by other weights.
func NewWith(ways wotn.Ways, w *Weights) *Evaluator {
	e := New()
	e.tables[ways] = newTables(ways, w)
	for k := range e.values[ways] {
		e.values[ways][k] = e.tables[ways].values[k]
	}
	return e
}

// Values returns what men are worth in exchanges, in centipawns.
func (e *Evaluator) Values(ways wotn.Ways) [wotn.NumKinds]int { return e.values[ways] }

func newTables(ways wotn.Ways, w *Weights) *tables {
	t := &tables{
		several: w.SeveralKings.both(), doubled: w.Doubled.both(), isolated: w.Isolated.both(),
		protected: w.Protected.both(), blocked: w.Blocked.both(), twoBishops: w.TwoBishops.both(),
		ownKing: w.OwnKing.both(), enemyKing: w.EnemyKing.both(), openLine: w.OpenLine.both(), tempo: w.Tempo.both(),
	}
	for i := range t.danger {
		t.danger[i] = w.Danger[i].both()
	}
	for i := range t.shelter {
		t.shelter[i] = w.Shelter[i].both()
	}
	for i := range t.free {
		t.free[i], t.stopped[i] = w.Free[i].both(), w.Stopped[i].both()
	}
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		t.mobility[k], t.riseByRank[k], t.riseByTaking[k] = w.Mobility[k].both(), w.RiseByRank[k].both(), w.RiseByTaking[k].both()
		t.attacked[k], t.hanging[k] = w.Attacked[k].both(), w.Hanging[k].both()
		t.values[k] = (w.Material[k].Full + w.Material[k].Bare) / 2
		for s := wotn.Square(0); s < wotn.NoSquare; s++ {
			for c := wotn.White; c <= wotn.Black; c++ {
				rank := relativeRank(c, s)
				t.men[c][k][s] = w.Material[k].both() + w.Rank[k][rank].both() + w.File[k][min(s.File(), 7-s.File())].both()
				if rank+1 == ways.RisesOnRank(k) {
					t.climbs[c][k] |= s.Bitboard()
				}
			}
		}
		if least := ways.RisesByTaking(k); least > 0 {
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
		for _, next := range ways.Successors(k) {
			if ways != wotn.Orthodox {
				t.values[next] = max(t.values[next], t.values[k]+10)
			}
		}
	}
	return t
}

// relativeRank returns the rank, 0 to 7, as seen from a side.
func relativeRank(c wotn.Color, s wotn.Square) int {
	if c == wotn.Black {
		return 7 - s.Rank()
	}
	return s.Rank()
}

// Evaluate returns the worth of p to the side to move, in centipawns.
func (e *Evaluator) Evaluate(p *wotn.Position) int {
	v := e.sum(p)
	if p.Ways() == wotn.Orthodox && e.hardToWin(p, v) {
		v /= 8
	}
	return v
}

// sum adds up all features; it is linear in every weight.
func (e *Evaluator) sum(p *wotn.Position) int {
	t := e.tables[p.Ways()]
	white, black := &e.sides[wotn.White], &e.sides[wotn.Black]
	var score both
	phase := 0
	white.begin(p, wotn.White)
	black.begin(p, wotn.Black)
	score += e.men(t, p, wotn.White, &phase) - e.men(t, p, wotn.Black, &phase)
	score += e.pawns(t, p, wotn.White) - e.pawns(t, p, wotn.Black)
	score += e.king(t, p, wotn.White) - e.king(t, p, wotn.Black)
	score += e.threats(t, p, wotn.White) - e.threats(t, p, wotn.Black)
	if p.Turn() == wotn.Black {
		score = -score
	}
	score += t.tempo
	phase = min(phase, fullBoard)
	return (score.full()*phase + score.bare()*(fullBoard-phase)) / fullBoard
}

// hardToWin tells whether the side that is judged better in orthodox chess has
// no pawn and not enough more in men to mate without. (In Way of the Knight
// every man may still rise.)
func (e *Evaluator) hardToWin(p *wotn.Position, v int) bool {
	better := p.Turn()
	if v < 0 {
		better = better.Other()
	}
	if e.sides[better].pawns != 0 {
		return false
	}
	more := 0
	for k := wotn.Knight; k <= wotn.Queen; k++ {
		more += pawnsOf[k] * (p.Of(better, k).Count() - p.Of(better.Other(), k).Count())
	}
	return more < 4
}

// pawnsOf is the usual worth of orthodox men in pawns.
var pawnsOf = [wotn.NumKinds]int{wotn.Knight: 3, wotn.Bishop: 3, wotn.Rook: 5, wotn.Queen: 9}

// Phase returns how full the board is, from 0 for kings and pawns to 32.
func Phase(p *wotn.Position) int {
	phase := 0
	for k := wotn.Squire; k < wotn.King; k++ {
		phase += phaseOf[k] * (p.Of(wotn.White, k) | p.Of(wotn.Black, k)).Count()
	}
	return min(phase, fullBoard)
}

// begin notes what must be known of both sides before men are looked at.
func (s *side) begin(p *wotn.Position, c wotn.Color) {
	s.men = p.Men(c)
	s.pawns = p.Of(c, wotn.Pawn)
	if c == wotn.White {
		s.pawnAttacks = s.pawns&^fileA<<7 | s.pawns&^fileH<<9
	} else {
		s.pawnAttacks = s.pawns&^fileA>>9 | s.pawns&^fileH>>7
	}
	s.all = s.pawnAttacks
	s.near, s.force = 0, 0
	if kings := p.Of(c, wotn.King); kings&(kings-1) == 0 {
		s.king = kings.First()
		s.near = wotn.Leaps(wotn.King, s.king) | kings
	}
}

const (
	fileA wotn.Bitboard = 0x0101010101010101
	fileH wotn.Bitboard = 0x8080808080808080
)

// men adds up material, place and mobility, and notes what is attacked.
func (e *Evaluator) men(t *tables, p *wotn.Position, c wotn.Color, phase *int) (score both) {
	own, enemy := &e.sides[c], &e.sides[c.Other()]
	occupied := p.Occupied()
	open := ^own.men &^ enemy.pawnAttacks
	bishops := 0
	i := 0
	for b := own.men; b != 0; b &= b - 1 {
		s := b.First() & 63
		kind := p.At(s).Kind & 31
		score += t.men[c&1][kind][s]
		*phase += phaseOf[kind]
		attacks := wotn.Attacks(kind, c, s, occupied)
		own.of[i&15], own.kinds[i&15] = attacks, kind
		i++
		own.all |= attacks
		if kind != wotn.Pawn && kind != wotn.King {
			score += t.mobility[kind] * both(mobilityCurve[(attacks&open).Count()&63])
		}
		if near := attacks & enemy.near; near != 0 && kind != wotn.King && kind != wotn.Pawn {
			own.force += 1 + near.Count() + int(kind.Level())/4
		}
		switch kind {
		case wotn.Bishop, wotn.Archbishop:
			bishops++
		case wotn.Rook, wotn.Chancellor, wotn.LordChancellor:
			if own.pawns&(fileA<<s.File()) == 0 {
				score += t.openLine
			}
		}
	}
	if bishops >= 2 {
		score += t.twoBishops
	}
	return score
}

// pawns adds up what pawns are to each other and to their way.
func (e *Evaluator) pawns(t *tables, p *wotn.Position, c wotn.Color) (score both) {
	own, enemy := &e.sides[c], &e.sides[c.Other()]
	occupied := p.Occupied()
	for b := own.pawns; b != 0; b &= b - 1 {
		s := b.First() & 63
		file := fileA << s.File()
		beside := file&^fileA>>1 | file&^fileH<<1
		front := frontOf(c, s)
		if own.pawns&file&front != 0 {
			score += t.doubled
		}
		if own.pawns&beside == 0 {
			score += t.isolated
		}
		if own.pawnAttacks.Has(s) {
			score += t.protected
		}
		step := stepOf(c, b&-b)
		if occupied&step != 0 {
			score += t.blocked
		}
		if enemy.pawns&(file|beside)&front == 0 && own.pawns&file&front == 0 {
			rank := relativeRank(c, s)
			if occupied&step != 0 {
				score += t.stopped[rank]
			} else {
				score += t.free[rank]
			}
			if rank >= 3 {
				if own.near != 0 {
					score += t.ownKing * both(distance(own.king, s))
				}
				if enemy.near != 0 {
					score += t.enemyKing * both(distance(enemy.king, s))
				}
			}
		}
	}
	return score
}

// distance returns the number of steps a king needs from a to b.
func distance(a, b wotn.Square) int {
	files, ranks := a.File()-b.File(), a.Rank()-b.Rank()
	return max(files, -files, ranks, -ranks)
}

// frontOf returns all squares on the ranks before s as its side sees it.
func frontOf(c wotn.Color, s wotn.Square) wotn.Bitboard {
	if c == wotn.White {
		return wotn.Bitboard(0xffffffffffffff00) << (8 * s.Rank())
	}
	return 1<<(8*s.Rank()) - 1
}

// king adds up the safety of c's king and what several kings are worth.
func (e *Evaluator) king(t *tables, p *wotn.Position, c wotn.Color) (score both) {
	own, enemy := &e.sides[c], &e.sides[c.Other()]
	if own.near == 0 {
		return t.several
	}
	before := frontOf(c, own.king) & own.near
	score += t.shelter[min(3, (own.pawns&before).Count())]
	force := enemy.force
	if weak := own.near & enemy.all &^ own.all; weak != 0 {
		force += weak.Count()
	}
	return score - t.danger[min(force, dangerSteps-1)]
}

// threats adds up what c's men could take, and where they could rise.
func (e *Evaluator) threats(t *tables, p *wotn.Position, c wotn.Color) (score both) {
	own, enemy := &e.sides[c], &e.sides[c.Other()]
	free := ^own.men &^ enemy.pawnAttacks
	i := 0
	for b := own.men; b != 0; b &= b - 1 {
		attacks, kind := own.of[i&15], own.kinds[i&15]&31
		i++
		if climbs := t.climbs[c&1][kind]; climbs != 0 {
			to := attacks & free
			if kind == wotn.Pawn {
				to = stepOf(c, b&-b) &^ p.Occupied() &^ enemy.pawnAttacks
			}
			if to&climbs != 0 {
				score += t.riseByRank[kind]
			}
		}
		for targets := attacks & enemy.men; targets != 0; targets &= targets - 1 {
			s := targets.First() & 63
			victim := p.At(s).Kind & 31
			if t.raises[kind]>>victim&1 != 0 {
				score += t.riseByTaking[kind]
			}
			if t.values[kind] < t.values[victim] && victim != wotn.King {
				score += t.attacked[victim]
			}
			if !enemy.all.Has(s) {
				score += t.hanging[victim]
			}
		}
	}
	return score
}

// stepOf returns the square right before a pawn.
func stepOf(c wotn.Color, pawn wotn.Bitboard) wotn.Bitboard {
	if c == wotn.White {
		return pawn << 8
	}
	return pawn >> 8
}
