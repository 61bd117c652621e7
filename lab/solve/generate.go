package solve

import (
	"math/bits"
)

// add adds a candidate, given the state after it as the seat that acted sees it, and
// reports whether it is known to force the goal. Some candidates known not to are
// dropped here, the others by filter.
func (w *worker) add(n *node, after *state) (can bool) {
	f := &w.board
	if after.needs <= 0 {
		w.trivial = true
		return true
	}
	open := f.openToOther(after)
	otherLead := leads(after.otherLines, after.ownLines+f.on[bits.TrailingZeros32(after.excalibur)])
	if f.capturingSquares(after.ownLines, otherLead, open, int(after.otherNeeds)) != 0 {
		return false
	}
	if open == 0 && f.openToOwn(after) == 0 {
		return int(after.otherNeeds)-int(after.needs) >= n.goal
	}
	if f.forces(after, otherLead, open) {
		w.trivial = true
		return true
	}
	w.trivial = false
	w.added++
	w.turns = append(w.turns, candidate{})
	t := &w.turns[len(w.turns)-1]
	if open != 0 {
		t.next = after.flipped()
		t.at = w.table.slot(f.numberAfter(&n.images, n.b, after, &t.next))
	} else {
		t.next, t.again = *after, true
		t.at = w.table.slot(f.number(&t.next))
	}
	return len(w.turns)-w.probed == batch && w.filter(n)
}

// addTurns adds the turns of a kind, as add does.
func (w *worker) addTurns(n *node, turns int) (can bool) {
	switch turns {
	case placements:
		return w.addPlacements(n)
	case mainTurns:
		return w.addStones(n) || n.b.excaliburTurn && w.addExcaliburTurns(n, true)
	}
	return w.addExcaliburTurns(n, false)
}

// addPlacements adds the turns that place Excalibur at the beginning, as add does.
func (w *worker) addPlacements(n *node) (can bool) {
	for free := w.board.all &^ (n.b.own | n.b.other); free != 0; free &= free - 1 {
		after := *n.b
		after.excalibur, after.places = free&-free, false
		if w.add(n, &after) {
			return true
		}
	}
	return false
}

// addStones adds the turns with a stone only, as add does.
func (w *worker) addStones(n *node) (can bool) {
	f, b := &w.board, n.b
	excalibur := f.on[bits.TrailingZeros32(b.excalibur)]
	for open := f.open(leads(b.ownLines, b.otherLines+excalibur), b.own|b.other|b.excalibur); open != 0; open &= open - 1 {
		after := *b
		f.stone(&after, open&-open, excalibur)
		if w.add(n, &after) {
			return true
		}
	}
	return false
}

// addExcaliburTurns adds the Excalibur turns that capture something, or those that
// do not, as add does. Of two turns that capture nothing and place the same, one is
// added.
func (w *worker) addExcaliburTurns(n *node, capturing bool) (can bool) {
	f, b := &w.board, n.b
	occupied, excalibur := b.own|b.other|b.excalibur, f.on[bits.TrailingZeros32(b.excalibur)]
	var added [25]uint32 // by Excalibur's square, the stones placed
	for open := f.open(leads(b.ownLines, b.otherLines+excalibur), occupied); open != 0; open &= open - 1 {
		half := *b
		f.stone(&half, open&-open, excalibur)
		half.excaliburTurn = false
		// The placed Excalibur counts as the seat's own stone.
		leads := leads(half.ownLines, half.otherLines)
		excaliburs := f.open(leads, half.own|half.other|b.excalibur)
		excaliburs = w.capturing(excaliburs, capturing, half.needs < b.needs, leads, half.otherLines)
		for ; excaliburs != 0; excaliburs &= excaliburs - 1 {
			after := half
			after.excalibur = excaliburs & -excaliburs
			if capturing {
				f.capture(&after, leads, after.excalibur)
			} else {
				added[bits.TrailingZeros32(excaliburs)] |= open & -open
			}
			if w.add(n, &after) {
				return true
			}
		}
	}
	first := leads(b.ownLines, b.otherLines)
	for excaliburs := f.open(first, occupied); excaliburs != 0; excaliburs &= excaliburs - 1 {
		half := *b
		half.excalibur, half.excaliburTurn = excaliburs&-excaliburs, false
		f.capture(&half, first, half.excalibur)
		leads := leads(half.ownLines+f.on[bits.TrailingZeros32(half.excalibur)], half.otherLines)
		open := f.open(leads, half.own|half.other|half.excalibur) &^ added[bits.TrailingZeros32(excaliburs)]
		open = w.capturing(open, capturing, half.needs < b.needs, leads, half.otherLines)
		for ; open != 0; open &= open - 1 {
			after := half
			at := open & -open
			if capturing {
				f.capture(&after, leads, at)
			}
			after.own |= at
			after.ownLines += f.on[bits.TrailingZeros32(at)]
			after.hand--
			if w.add(n, &after) {
				return true
			}
		}
	}
	return false
}

// capturing returns those of some squares by which an Excalibur turn captures
// something, or nothing. has reports whether its first half captures; leads and
// others are the leads and the other seat's stones on each line after it.
func (w *worker) capturing(squares uint32, capturing, has bool, leads, others uint64) uint32 {
	switch {
	case has && capturing:
		return squares
	case has:
		return 0
	}
	capturable := w.board.capturableLines(leads, others)
	if capturing {
		return squares & capturable
	}
	return squares &^ capturable
}
