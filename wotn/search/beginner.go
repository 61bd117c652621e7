package search

import (
	"slices"

	"tafelrunde/internal/engines"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// beginner describes how a beginner plays. It looks at each of its moves and at
// the captures that the opponent then has, no further, and overlooks some of both.
// Its oversights depend on the position, the seed and the number of moves played,
// never on time.
type beginner struct {
	// careless is the probability of playing any move, in thousandths.
	careless int
	// capture and threat are the probabilities of overlooking an own capture or
	// promotion, and one of the opponent, in thousandths. Long moves are overlooked
	// more often.
	capture, threat int
	// noise is the greatest error of the evaluation of a move, in centipawns.
	noise int
}

// beginners are the beginners from the weakest on, by variant. They differ so that
// the steps between them are even in each variant.
var beginners = [wotn.NumVariants][engines.Beginners]beginner{
	wotn.Standard: {
		{careless: 700, capture: 520, threat: 900, noise: 300},
		{careless: 480, capture: 470, threat: 770, noise: 285},
		{careless: 350, capture: 410, threat: 660, noise: 260},
		{careless: 215, capture: 325, threat: 540, noise: 220},
		{careless: 110, capture: 250, threat: 415, noise: 185},
		{careless: 40, capture: 175, threat: 305, noise: 150},
		{careless: 0, capture: 70, threat: 135, noise: 90},
	},
	wotn.Alternative: {
		{careless: 700, capture: 520, threat: 900, noise: 300},
		{careless: 500, capture: 477, threat: 783, noise: 288},
		{careless: 332, capture: 400, threat: 644, noise: 258},
		{careless: 180, capture: 305, threat: 510, noise: 215},
		{careless: 75, capture: 215, threat: 365, noise: 170},
		{careless: 15, capture: 120, threat: 220, noise: 120},
		{careless: 0, capture: 40, threat: 80, noise: 70},
	},
	wotn.Chess: {
		{careless: 700, capture: 520, threat: 900, noise: 300},
		{careless: 510, capture: 480, threat: 790, noise: 290},
		{careless: 350, capture: 410, threat: 660, noise: 260},
		{careless: 230, capture: 335, threat: 555, noise: 225},
		{careless: 115, capture: 250, threat: 425, noise: 185},
		{careless: 35, capture: 170, threat: 300, noise: 150},
		{careless: 5, capture: 75, threat: 150, noise: 95},
	},
}

// Purposes of random numbers.
const (
	purposeCareless = iota + 1
	purposeChoice
	purposeCapture
	purposeThreat
	purposeNoise
)

// chance reports whether an event with a probability of perMille thousandths occurs.
// The same arguments give the same result.
func chance(seed uint64, purpose uint64, what uint64, perMille int) bool {
	return int(mix(mix(seed+purpose)^what*0x9e3779b97f4a7c15)%1000) < perMille
}

// playBeginner scores the root moves as a beginner does, and sorts them.
func (w *worker) playBeginner(b *beginner, seed uint64) {
	p := &w.at(0).position
	seed = mix(mix(seed^p.Key()) + uint64(w.root))
	if chance(seed, purposeCareless, 0, b.careless) {
		i := int(mix(seed+purposeChoice) % uint64(len(w.rootMoves)))
		w.scoreBeginner(&w.rootMoves[i], b, seed)
		for j := range w.rootMoves {
			if j != i {
				w.rootMoves[j].score = -maxEval
			}
		}
	} else {
		for i := range w.rootMoves {
			w.scoreBeginner(&w.rootMoves[i], b, seed)
		}
	}
	slices.SortStableFunc(w.rootMoves, func(a, b rootMove) int { return b.score - a.score })
	w.published.Store(w.nodes)
}

// scoreBeginner sets the score of a root move.
func (w *worker) scoreBeginner(r *rootMove, b *beginner, seed uint64) {
	before := w.nodes
	r.score = max(-maxEval, min(maxEval, w.beginnersScore(r.move, b, seed)))
	r.bound, r.selDepth, r.pv = engine.Exact, 1, append(r.pv[:0], r.move)
	r.nodes = w.nodes - before
}

// beginnersScore returns the evaluation of a root move: that of the position after
// it, less the largest loss by a capture or promotion that the beginner notices.
func (w *worker) beginnersScore(m wotn.Move, b *beginner, seed uint64) int {
	w.nodes++
	n := mix(mix(seed+purposeNoise) ^ uint64(m)*0x9e3779b97f4a7c15)
	// The sum of two uniform numbers makes small errors more frequent.
	noise := (int(n&0xffff) + int(n>>16&0xffff) - 0xffff) * b.noise / 0xffff
	overlooked := isNoisy(m) && chance(seed, purposeCapture, uint64(m), b.capture*sight(m)/4)
	if overlooked {
		return noise - maxEval/2
	}
	after := &w.at(1).position
	w.at(0).position.PlayInto(after, m)
	replies := after.AppendMoves(nil)
	if len(replies) == 0 {
		if after.Checkers() == 0 {
			return noise // stalemate
		}
		if chance(seed, purposeCapture, uint64(m), b.capture) {
			return noise
		}
		return maxEval
	}
	loss := 0
	for _, reply := range replies {
		if !isNoisy(reply) {
			continue
		}
		w.nodes++
		// The same threat is noticed after all own moves or after none.
		route := uint64(reply.From())<<6 | uint64(reply.To())
		if !chance(seed, purposeThreat, route, b.threat*sight(reply)/4) {
			loss = max(loss, w.see.value(after, reply))
		}
	}
	return noise - loss - w.evaluator.Evaluate(after)
}

// sight returns how difficult a move is to see: 3 to 5, with 4 for a usual one.
func sight(m wotn.Move) int {
	switch hardness(m) {
	case 0:
		return 3
	case 1:
		return 4
	}
	return 5
}
