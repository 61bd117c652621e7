package search

import "tafelrunde/wotn"

// histories record the success of moves in the searches of a game. A move that
// causes a cutoff gets a bonus, those tried before it a malus. Entries are
// bounded by history gravity
// (https://www.chessprogramming.org/History_Heuristic).
type histories struct {
	quiet        [wotn.NumColors][64 * 64]int16
	capture      [wotn.NumColors][32][64][32]int16 // kind, target, captured kind
	counter      [wotn.NumColors][32][64]wotn.Move // reply to a kind's move to a square
	continuation [pieceTos][pieceTos]int16         // pieceTo of an earlier move and of the move
	promotion    [wotn.NumColors][32][64]int16     // kind promoted to, target
	// Mean errors of the static evaluation, by pawn structure, by last move and by the last two moves.
	pawnCorrection [wotn.NumColors][1 << pawnBits]int16
	moveCorrection [pieceTos]int16
	pairCorrection [1 << pairBits]int16
}

// Corrections are in 1/correctionUnit centipawns. There are 1<<pawnBits entries
// for pawn structures and 1<<pairBits for pairs of moves.
const (
	pawnBits       = 13
	pairBits       = 14
	correctionUnit = 32
	maxCorrection  = 48 * correctionUnit
)

// Bounds of the entries. A smaller bound lets entries change faster.
const (
	maxQuiet        = 5500
	maxNoisy        = 1 << 14
	maxContinuation = 21000
)

// pieceTos is the number of values of pieceTo: color, kind and target square.
const pieceTos = int(wotn.NumColors) * 32 * 64

func (h *histories) clear() { *h = histories{} }

// decay halves the quiet history before a new search.
func (h *histories) decay() {
	for c := range h.quiet {
		for i := range h.quiet[c] {
			h.quiet[c][i] /= 2
		}
	}
}

func (h *histories) continuationOf(c wotn.Color, k wotn.Kind, to wotn.Square) *[pieceTos]int16 {
	return &h.continuation[pieceToOf(c, k, to)]
}

func pieceToOf(c wotn.Color, k wotn.Kind, to wotn.Square) int {
	return int(c&1)<<11 | int(k&31)<<6 | int(to&63)
}

func pieceTo(c wotn.Color, m wotn.Move) int { return pieceToOf(c, m.Kind(), m.To()) }

func fromTo(m wotn.Move) int { return int(m.From()&63)<<6 | int(m.To()&63) }

// corrections returns the correction entries of the position at ply.
func (w *worker) corrections(ply int) [3]*int16 {
	p := &w.at(ply).position
	turn := p.ToMove() & 1
	last := pieceTo(turn, w.at(ply-1).move)
	pair := uint64(last<<12|pieceTo(turn^1, w.at(ply-2).move)) * 0x9e3779b97f4a7c15
	return [...]*int16{
		&w.h.pawnCorrection[turn][p.PawnKey()>>(64-pawnBits)],
		&w.h.moveCorrection[last],
		&w.h.pairCorrection[pair>>(64-pairBits)],
	}
}

// corrected returns the raw evaluation at ply plus the learned correction.
func (w *worker) corrected(ply, raw int) int {
	if !w.using(Correction) || raw <= -maxEval/2 || raw >= maxEval/2 {
		return raw
	}
	c := w.corrections(ply)
	return raw + (2*int(*c[0])+int(*c[1])+int(*c[2]))*7/(24*correctionUnit)
}

// updateCorrection moves the correction entries at ply towards the error of the
// raw evaluation, given the score found at depth.
func (w *worker) updateCorrection(ply, depth, score int) {
	off := max(-200, min(200, score-w.at(ply).rawEval)) * correctionUnit
	weight := min(depth+1, 16)
	for _, entry := range w.corrections(ply) {
		changed := (int(*entry)*(256-weight) + off*weight) / 256
		*entry = int16(max(-maxCorrection, min(maxCorrection, changed)))
	}
}

// bonus returns the history bonus of a cutoff at a depth.
func bonus(depth int) int { return max(0, min(15*depth*depth+300*depth-340, 1650)) }

func update(entry *int16, bonus, most int) {
	*entry += int16(bonus - int(*entry)*max(bonus, -bonus)/most)
}

// noisy returns the history entry of a capture or promotion.
func (h *histories) noisy(c wotn.Color, m wotn.Move) *int16 {
	if captured := m.Captured(); captured != wotn.NoKind {
		return &h.capture[c&1][m.Kind()&31][m.To()&63][captured&31]
	}
	return &h.promotion[c&1][m.Promotion()&31][m.To()&63]
}

// quietScore returns the history score of a quiet move at ply.
func (w *worker) quietScore(ply int, m wotn.Move) int {
	score := 0
	turn := w.at(ply).position.ToMove() & 1
	if w.using(History) {
		score += 9 * int(w.h.quiet[turn][fromTo(m)])
	}
	if w.using(Continuation) {
		i := pieceTo(turn, m)
		score += 3*(int(w.at(ply - 1).continuation[i])+int(w.at(ply - 2).continuation[i])) + 4*int(w.at(ply - 4).continuation[i])
	}
	return score / 4
}

// updateQuiet adds a bonus to a quiet move's histories.
func (w *worker) updateQuiet(ply int, m wotn.Move, bonus int) {
	turn := w.at(ply).position.ToMove() & 1
	update(&w.h.quiet[turn][fromTo(m)], bonus, maxQuiet)
	w.updateContinuation(ply, m, bonus)
}

// updateContinuation adds a bonus to a quiet move's continuation histories.
func (w *worker) updateContinuation(ply int, m wotn.Move, bonus int) {
	i := pieceTo(w.at(ply).position.ToMove()&1, m)
	for _, back := range [...]int{1, 2, 4} {
		if f := w.at(ply - back); f.move != wotn.NoMove {
			update(&f.continuation[i], bonus, maxContinuation)
		}
	}
}

// updateHistories rewards the move that caused a cutoff and penalizes those
// tried before it.
func (w *worker) updateHistories(ply, depth int, best wotn.Move, quiets, noisies []wotn.Move) {
	f := w.at(ply)
	bonus := bonus(depth)
	malus := bonus * 4 / 3
	turn := f.position.ToMove()
	if isNoisy(best) {
		update(w.h.noisy(turn, best), bonus, maxNoisy)
	} else {
		if f.killers[0] != best {
			f.killers[1], f.killers[0] = f.killers[0], best
		}
		if before := w.at(ply - 1).move; before != wotn.NoMove {
			w.h.counter[turn&1][before.Kind()&31][before.To()&63] = best
		}
		w.updateQuiet(ply, best, bonus)
		for _, m := range quiets {
			if m != best {
				w.updateQuiet(ply, m, -malus)
			}
		}
	}
	for _, m := range noisies {
		if m != best {
			update(w.h.noisy(turn, m), -malus, maxNoisy)
		}
	}
}

// isNoisy reports whether a move captures or promotes.
func isNoisy(m wotn.Move) bool { return m.Captured() != wotn.NoKind || m.Promotion() != wotn.NoKind }
