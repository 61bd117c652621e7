package eval

import "tafelrunde/wotn"

// fullBoard is the phase of the start position in orthodox chess and above: the
// sum of the men's phases at which only the weights for a full board count.
const fullBoard = 32

// phaseOf is how much a man fills the board.
var phaseOf = func() (t [32]int) {
	for k := wotn.Squire; k < wotn.King; k++ {
		t[k] = 1 + int(k.Level())/3
	}
	return t
}()

// Evaluator judges positions of all rule sets. It is no more than its tables,
// scratch memory and what it remembers of pawns; a thread needs its own.
type Evaluator struct {
	tables [wotn.NumVariants]*tables
	values [wotn.NumVariants][wotn.NumKinds]int
	sides  [wotn.NumColors]side
	known  [1 << pawnBits]structure
}

// side is what is found out about one side.
type side struct {
	men, pawns, pawnAttacks wotn.Bitboard
	// all are the squares attacked, others those attacked by any but the king,
	// twice those attacked by two men; near those around an only king.
	all, others, twice, near wotn.Bitboard
	// What each man but the pawns attacks.
	count int
	of    [64]wotn.Bitboard
	kinds [64]wotn.Kind
	// force of the attack on the enemy's only king.
	force int
	// king is the only king's square; it means nothing if near is empty.
	king wotn.Square
	// bare tells that the side has nothing but an only king and pawns.
	bare bool
}

// New returns an evaluator with the weights tuned for each rule set.
func New() *Evaluator {
	e := &Evaluator{}
	for ways, t := range tuned {
		e.use(wotn.Variant(ways), t)
	}
	return e
}

// NewWith returns an evaluator that judges one rule set by other weights.
func NewWith(ways wotn.Variant, w *Weights) *Evaluator {
	e := New()
	e.use(ways, newTables(ways, w))
	return e
}

func (e *Evaluator) use(ways wotn.Variant, t *tables) {
	e.tables[ways] = t
	copy(e.values[ways][:], t.values[:])
}

// Values returns what men are worth in exchanges, in centipawns.
func (e *Evaluator) Values(ways wotn.Variant) [wotn.NumKinds]int { return e.values[ways] }

// Evaluate returns the worth of p to the side to move, in centipawns.
func (e *Evaluator) Evaluate(p *wotn.Position) int {
	score, phase := e.sum(p)
	v := blend(score, phase)
	return v * e.chances(p, v) * fresh(p) / (sure * fading)
}

func blend(score both, phase int) int {
	return (score.full()*phase + score.bare()*(fullBoard-phase)) / fullBoard
}

// sum adds up all features, from the view of the side to move; it is linear in
// every weight. phase is how full the board is.
func (e *Evaluator) sum(p *wotn.Position) (score both, phase int) {
	t := e.tables[p.Variant()]
	white, black := &e.sides[wotn.White], &e.sides[wotn.Black]
	white.begin(p, wotn.White)
	black.begin(p, wotn.Black)
	score = e.men(t, p, wotn.White, &phase) - e.men(t, p, wotn.Black, &phase)
	s := e.structure(t, p)
	score += s.score
	score += e.free(t, p, wotn.White, s.free[wotn.White]) - e.free(t, p, wotn.Black, s.free[wotn.Black])
	score += e.king(t, p, wotn.White) - e.king(t, p, wotn.Black)
	score += e.threats(t, p, wotn.White) - e.threats(t, p, wotn.Black)
	if p.Turn() == wotn.Black {
		score = -score
	}
	return score + t.tempo, min(phase, fullBoard)
}

// Phase returns how full the board is, from 0 for kings and pawns to 32.
func Phase(p *wotn.Position) int {
	phase := 0
	for k := wotn.Squire; k < wotn.King; k++ {
		phase += phaseOf[k] * (p.Pieces(wotn.White, k) | p.Pieces(wotn.Black, k)).Count()
	}
	return min(phase, fullBoard)
}

// begin notes what must be known of both sides before men are looked at.
func (s *side) begin(p *wotn.Position, c wotn.Color) {
	s.men = p.OccupiedBy(c)
	s.pawns = p.Pieces(c, wotn.Pawn)
	s.pawnAttacks = attacksOf(c, s.pawns)
	s.all, s.others = s.pawnAttacks, s.pawnAttacks
	if c == wotn.White {
		s.twice = s.pawns &^ fileA << 7 & (s.pawns &^ fileH << 9)
	} else {
		s.twice = s.pawns &^ fileA >> 9 & (s.pawns &^ fileH >> 7)
	}
	s.near, s.force, s.count = 0, 0, 0
	kings := p.Pieces(c, wotn.King)
	if kings&(kings-1) == 0 {
		s.king = kings.First()
		s.near = wotn.Leaps(wotn.King, s.king) | kings
	}
	s.bare = s.men == s.pawns|kings
}
