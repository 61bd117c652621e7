package eval

import "tafelrunde/wotn"

// fullBoard is the phase of the initial position of chess. From this phase on,
// only the midgame weights count.
const fullBoard = 32

// phaseOf holds how much a piece of each kind adds to the phase.
var phaseOf = func() (t [32]int) {
	for k := wotn.Squire; k < wotn.King; k++ {
		t[k] = 1 + int(k.Level())/3
	}
	return t
}()

// Evaluator evaluates positions of all variants. It has scratch memory and a
// pawn table, so each thread needs its own.
type Evaluator struct {
	tables    [wotn.NumVariants]*tables // nil until the variant is evaluated; see tablesOf
	sides     [wotn.NumColors]side
	pawnTable [1 << pawnBits]pawnEntry
	relations Relations
}

// side holds what is computed about one side during an evaluation.
type side struct {
	pieces, pawns, pawnAttacks wotn.Bitboard
	// all are the squares attacked, others those attacked by a piece other than
	// the king, twice those attacked by at least two pieces. kingZone is an
	// only king's square and those around it.
	all, others, twice, kingZone wotn.Bitboard
	// The pieces without pawns: their number, attacks, kinds and squares.
	count   int
	attacks [64]wotn.Bitboard
	kinds   [64]wotn.Kind
	squares [64]wotn.Square
	// attackForce is the force of the attack on the enemy's only king.
	attackForce int
	// king is the only king's square; undefined if kingZone is empty.
	king wotn.Square
	// kingAndPawns is true if the side has only one king and pawns.
	kingAndPawns bool
}

// New returns an evaluator with the tuned weights of each variant.
func New() *Evaluator { return &Evaluator{} }

// NewWith returns an evaluator that uses other weights for one variant.
func NewWith(variant wotn.Variant, w *Weights) *Evaluator {
	e := New()
	e.tables[variant] = newTables(variant, w)
	return e
}

// tablesOf returns the tables of a variant, which are those of the tuned weights
// unless the evaluator has others.
func (e *Evaluator) tablesOf(variant wotn.Variant) *tables {
	if t := e.tables[variant]; t != nil {
		return t
	}
	e.tables[variant] = tunedOf(variant).tables
	return e.tables[variant]
}

// Values returns the exchange value of each kind, in centipawns.
func (e *Evaluator) Values(variant wotn.Variant) (values [wotn.NumKinds]int) {
	copy(values[:], e.tablesOf(variant).values[:])
	return values
}

// Evaluate returns the static evaluation of p for the side to move, in
// centipawns.
func (e *Evaluator) Evaluate(p *wotn.Position) int { return e.Scaled(p, e.Unscaled(p)) }

// Unscaled returns the static evaluation before [Evaluator.Scaled].
func (e *Evaluator) Unscaled(p *wotn.Position) int {
	score, phase := e.sum(p)
	return blend(score, phase)
}

// Scaled scales v, an unscaled evaluation of the position that was evaluated last, down after moves without progress and in
// endings of chess that are often drawn.
func (e *Evaluator) Scaled(p *wotn.Position, v int) int {
	return v * e.scaleFactor(p, v) * fiftyMoveScale(p) / (fullScale * fiftyMoveFull)
}

func blend(score packed, phase int) int {
	return (score.midgame()*phase + score.endgame()*(fullBoard-phase)) / fullBoard
}

// sum returns the weighted sum of all features for the side to move, which is
// linear in every weight, and the phase.
func (e *Evaluator) sum(p *wotn.Position) (score packed, phase int) {
	t := e.tablesOf(p.Variant())
	white, black := &e.sides[wotn.White], &e.sides[wotn.Black]
	e.relations = Relations{}
	white.begin(p, wotn.White)
	black.begin(p, wotn.Black)
	score = e.pieces(t, p, wotn.White, &phase) - e.pieces(t, p, wotn.Black, &phase)
	s := e.pawnStructure(t, p)
	score += s.score
	score += e.passedPawns(t, p, wotn.White, s.passed[wotn.White]) - e.passedPawns(t, p, wotn.Black, s.passed[wotn.Black])
	score += e.king(t, p, wotn.White) - e.king(t, p, wotn.Black)
	score += e.threats(t, p, wotn.White) - e.threats(t, p, wotn.Black)
	if p.ToMove() == wotn.Black {
		score = -score
	}
	return score + t.tempo, min(phase, fullBoard)
}

// Phase returns the phase of the game, from 0 with only kings and pawns to 32
// with all pieces of chess or more.
func Phase(p *wotn.Position) int {
	phase := 0
	for k := wotn.Squire; k < wotn.King; k++ {
		phase += phaseOf[k] * (p.Pieces(wotn.White, k) | p.Pieces(wotn.Black, k)).Count()
	}
	return min(phase, fullBoard)
}

// begin initializes the fields that the evaluation of either side reads.
func (s *side) begin(p *wotn.Position, c wotn.Color) {
	s.pieces = p.OccupiedBy(c)
	s.pawns = p.Pieces(c, wotn.Pawn)
	s.pawnAttacks = attacksOf(c, s.pawns)
	s.all, s.others = s.pawnAttacks, s.pawnAttacks
	if c == wotn.White {
		s.twice = s.pawns &^ fileA << 7 & (s.pawns &^ fileH << 9)
	} else {
		s.twice = s.pawns &^ fileA >> 9 & (s.pawns &^ fileH >> 7)
	}
	s.kingZone, s.attackForce, s.count = 0, 0, 0
	kings := p.Pieces(c, wotn.King)
	if kings&(kings-1) == 0 {
		s.king = kings.First()
		s.kingZone = wotn.Leaps(wotn.King, s.king) | kings
	}
	s.kingAndPawns = s.pieces == s.pawns|kings
}
