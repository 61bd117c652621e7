package search

import "tafelrunde/wotn"

// histories hold how well moves have done in this game's searches so far:
// moves that refuted something gain, those tried before them lose. Entries stay
// within their bounds because each change is the smaller the nearer they are
// (the history gravity of https://www.chessprogramming.org/History_Heuristic).
type histories struct {
	quiet   [wotn.NumColors][64 * 64]int16
	capture [wotn.NumColors][32][64][32]int16 // man, to, taken
	counter [wotn.NumColors][32][64]wotn.Move // answer to a man's coming to a square
	follow  [places][places]int16             // place of a move before and of this
	rises   [wotn.NumColors][32][64]int16     // kind risen to, where
	// How far judgements were off: with these pawns, after this move.
	pawns [wotn.NumColors][1 << pawnBits]int16
	last  [places]int16
}

// Corrections are kept in 1/correctionUnit of a centipawn, for 1<<pawnBits pawn
// structures.
const (
	pawnBits       = 13
	correctionUnit = 32
	maxCorrection  = 48 * correctionUnit
)

// The greatest entries of histories, by which they also fade: the smaller, the
// sooner new experience counts more than old.
const (
	maxQuiet  = 5500
	maxNoisy  = 1 << 14
	maxFollow = 21000
)

// places is the number of colours, men and squares to come to.
const places = int(wotn.NumColors) * 32 * 64

func (h *histories) clear() { *h = histories{} }

// age lets what other positions taught fade before a new search.
func (h *histories) age() {
	for c := range h.quiet {
		for i := range h.quiet[c] {
			h.quiet[c][i] /= 2
		}
	}
}

func (h *histories) continuation(c wotn.Color, k wotn.Kind, to wotn.Square) *[places]int16 {
	return &h.follow[placeOf(c, k, to)]
}

func placeOf(c wotn.Color, k wotn.Kind, to wotn.Square) int {
	return int(c&1)<<11 | int(k&31)<<6 | int(to&63)
}

func place(c wotn.Color, m wotn.Move) int { return placeOf(c, m.Kind(), m.To()) }

func fromTo(m wotn.Move) int { return int(m.From()&63)<<6 | int(m.To()&63) }

// corrections returns the entries that correct the judgement of the position at
// a ply.
func (w *worker) corrections(ply int) (pawns, last *int16) {
	p := &w.at(ply).position
	turn := p.Turn() & 1
	before := place(turn, wotn.NoMove)
	if m := w.at(ply - 1).move; m != wotn.NoMove {
		before = place(turn, m)
	}
	return &w.h.pawns[turn][p.PawnKey()>>(64-pawnBits)], &w.h.last[before]
}

// corrected returns a judgement of the position at a ply, corrected by how far
// such judgements were off.
func (w *worker) corrected(ply, judgement int) int {
	if !w.using(Correction) || judgement <= -maxEval/2 || judgement >= maxEval/2 {
		return judgement
	}
	pawns, last := w.corrections(ply)
	return judgement + (int(*pawns)*2+int(*last))/(3*correctionUnit)
}

// learnCorrection notes that the position at a ply was found to be worth score.
func (w *worker) learnCorrection(ply, depth, score int) {
	off := max(-200, min(200, score-w.at(ply).judged)) * correctionUnit
	weight := min(depth+1, 16)
	pawns, last := w.corrections(ply)
	for _, entry := range [...]*int16{pawns, last} {
		changed := (int(*entry)*(256-weight) + off*weight) / 256
		*entry = int16(max(-maxCorrection, min(maxCorrection, changed)))
	}
}

// bonus is what a move gains in the histories by deciding a search of a depth.
func bonus(depth int) int { return max(0, min(15*depth*depth+300*depth-340, 1650)) }

func learn(entry *int16, bonus, most int) {
	*entry += int16(bonus - int(*entry)*max(bonus, -bonus)/most)
}

// noisy returns the entry of a capture or rise.
func (h *histories) noisy(c wotn.Color, m wotn.Move) *int16 {
	if taken := m.Captured(); taken != wotn.NoKind {
		return &h.capture[c&1][m.Kind()&31][m.To()&63][taken&31]
	}
	return &h.rises[c&1][m.Promotion()&31][m.To()&63]
}

// quietScore sums up how a quiet move at a ply has done before.
func (w *worker) quietScore(ply int, m wotn.Move) int {
	score := 0
	turn := w.at(ply).position.Turn() & 1
	if w.using(History) {
		score += 9 * int(w.h.quiet[turn][fromTo(m)])
	}
	if w.using(Continuation) {
		i := place(turn, m)
		score += 3*(int(w.at(ply - 1).after[i])+int(w.at(ply - 2).after[i])) + 4*int(w.at(ply - 4).after[i])
	}
	return score / 4
}

// learnQuiet changes what is thought of a quiet move at a ply.
func (w *worker) learnQuiet(ply int, m wotn.Move, bonus int) {
	turn := w.at(ply).position.Turn() & 1
	learn(&w.h.quiet[turn][fromTo(m)], bonus, maxQuiet)
	w.learnFollow(ply, m, bonus)
}

// learnFollow changes what is thought of a quiet move at a ply after the moves
// before it.
func (w *worker) learnFollow(ply int, m wotn.Move, bonus int) {
	i := place(w.at(ply).position.Turn()&1, m)
	for _, back := range [...]int{1, 2, 4} {
		if f := w.at(ply - back); f.move != wotn.NoMove {
			learn(&f.after[i], bonus, maxFollow)
		}
	}
}

// learnFrom rewards the move that refuted a position and blames those tried
// before it.
func (w *worker) learnFrom(ply, depth int, best wotn.Move, quiets, noisies []wotn.Move) {
	f := w.at(ply)
	bonus := bonus(depth)
	blame := bonus * 4 / 3
	turn := f.position.Turn()
	if isNoisy(best) {
		learn(w.h.noisy(turn, best), bonus, maxNoisy)
	} else {
		if f.killers[0] != best {
			f.killers[1], f.killers[0] = f.killers[0], best
		}
		if before := w.at(ply - 1).move; before != wotn.NoMove {
			w.h.counter[turn&1][before.Kind()&31][before.To()&63] = best
		}
		w.learnQuiet(ply, best, bonus)
		for _, m := range quiets {
			if m != best {
				w.learnQuiet(ply, m, -blame)
			}
		}
	}
	for _, m := range noisies {
		if m != best {
			learn(w.h.noisy(turn, m), -blame, maxNoisy)
		}
	}
}

// isNoisy tells whether a move takes or raises.
func isNoisy(m wotn.Move) bool { return m.Captured() != wotn.NoKind || m.Promotion() != wotn.NoKind }
