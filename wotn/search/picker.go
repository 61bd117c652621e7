package search

import "tafelrunde/wotn"

// picker returns a node's moves, the likely best first, and generates them in
// stages:
//
//	stage 1  the hash move
//	stage 2  captures and promotions with SEE >= 0, best gain first
//	stage 3  killers and the countermove
//	stage 4  other quiet moves, best history first
//	stage 5  captures and promotions with SEE < 0
//
// In a quiescence search it ends after stage 2, which then includes losing
// captures that are not pruned.
type picker struct {
	stage      uint8
	checksOnly bool // return only quiet moves that give check
	hash       wotn.Move
	special    [3]wotn.Move
	next       int
	count      int
	bad        int
	// moves holds entries score<<32 | move: captures first, losing ones moved
	// to the front when they come up, then quiet moves.
	moves [wotn.MaxMoves]int64
	made  [wotn.MaxMoves]wotn.Move
}

// The stages.
const (
	pickHash uint8 = iota
	generateNoisy
	pickNoisy
	pickSpecial
	generateQuiet
	pickQuiet
	pickBad
	pickNone
)

// startPicker starts the move loop at ply. The frame's generator has scanned
// the position.
func (w *worker) startPicker(ply int, hash wotn.Move) {
	f := w.at(ply)
	k := &f.picker
	k.stage, k.checksOnly, k.next, k.count, k.bad = generateNoisy, false, 0, 0, 0
	k.hash, k.special = wotn.NoMove, [3]wotn.Move{}
	if w.using(HashMove) && f.generator.IsLegal(&f.position, hash) {
		k.stage, k.hash = pickHash, hash
	}
	if w.using(Killers) {
		k.special[0], k.special[1] = f.killers[0], f.killers[1]
	}
	if w.using(CounterMoves) {
		if before := w.at(ply - 1).move; before != wotn.NoMove {
			k.special[2] = w.h.counter[f.position.ToMove()&1][before.Kind()&31][before.To()&63]
		}
	}
}

// nextMove returns the next move at ply, or NoMove after the last.
func (w *worker) nextMove(ply int, onlyNoisy bool) wotn.Move {
	f := w.at(ply)
	k := &f.picker
	for {
		switch k.stage {
		case pickHash:
			k.stage = generateNoisy
			return k.hash
		case generateNoisy:
			w.generateNoisy(f)
			k.stage = pickNoisy
		case pickNoisy:
			if m := w.pickNoisy(f, onlyNoisy); m != wotn.NoMove {
				return m
			}
			k.stage, k.next = pickSpecial, 0
			if onlyNoisy {
				k.stage = pickNone
			}
		case pickSpecial:
			if m := k.pickSpecial(f); m != wotn.NoMove {
				return m
			}
			k.stage = generateQuiet
		case generateQuiet:
			w.generateQuiet(ply)
			k.stage, k.next = pickQuiet, k.bad
		case pickQuiet:
			if m := k.best(); m != wotn.NoMove {
				return m
			}
			k.stage, k.next = pickBad, 0
		case pickBad:
			if k.next < k.bad {
				k.next++
				return wotn.Move(uint32(k.moves[k.next-1]))
			}
			k.stage = pickNone
		default:
			return wotn.NoMove
		}
	}
}

func (w *worker) generateNoisy(f *frame) {
	k := &f.picker
	turn := f.position.ToMove()
	useHistory := w.using(CaptureHistory)
	for _, m := range f.generator.AppendTactical(&f.position, k.made[:0]) {
		if m == k.hash {
			continue
		}
		score := 7*w.see.gain(m) - w.see.values[m.Kind()]/8
		if useHistory {
			score += int(*w.h.noisy(turn, m)) / 6
		}
		k.moves[k.count] = int64(score)<<32 | int64(m)
		k.count++
	}
}

// pickNoisy returns the best capture or promotion left. Losing captures are set
// aside for stage 5.
func (w *worker) pickNoisy(f *frame, onlyNoisy bool) wotn.Move {
	k := &f.picker
	for {
		m := k.best()
		if m == wotn.NoMove || onlyNoisy || !w.using(Exchange) || !w.see.loses(&f.position, m, 0) {
			return m
		}
		k.moves[k.bad] = int64(m)
		k.bad++
	}
}

func (k *picker) pickSpecial(f *frame) wotn.Move {
	for k.next < len(k.special) {
		m := k.special[k.next]
		k.next++
		if m == wotn.NoMove || m == k.hash || k.next > 1 && m == k.special[0] || k.next > 2 && m == k.special[1] {
			continue
		}
		if f.generator.IsLegal(&f.position, m) && !isNoisy(m) {
			return m
		}
		k.special[k.next-1] = wotn.NoMove
	}
	return wotn.NoMove
}

func (w *worker) generateQuiet(ply int) {
	f := w.at(ply)
	k := &f.picker
	k.count = k.bad
	for _, m := range f.generator.AppendQuiet(&f.position, k.made[:0]) {
		if m == k.hash || m == k.special[0] || m == k.special[1] || m == k.special[2] {
			continue
		}
		k.moves[k.count] = int64(w.quietScore(ply, m))<<32 | int64(m)
		k.count++
	}
}

// dropLateQuiets drops the remaining quiet moves that do not give check, before
// time is spent on sorting them, and returns their number.
func (w *worker) dropLateQuiets(f *frame) (dropped int) {
	k := &f.picker
	k.checksOnly = true
	kept := k.next
	for i := k.next; i < k.count; i++ {
		if f.checks.GivesCheck(&f.position, wotn.Move(uint32(k.moves[i]))) {
			k.moves[kept] = k.moves[i]
			kept++
		}
	}
	dropped = k.count - kept
	k.count = kept
	return dropped
}

// best removes and returns the move with the highest score.
func (k *picker) best() wotn.Move {
	if k.next >= k.count {
		return wotn.NoMove
	}
	left := k.moves[k.next:k.count]
	// Branch-free, because the comparisons are unpredictable.
	best, m := 0, left[0]
	for i, entry := range left {
		if entry > m {
			best = i
		}
		m = max(m, entry)
	}
	left[best] = left[0]
	left[0] = m
	k.next++
	return wotn.Move(uint32(m))
}
