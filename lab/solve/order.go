package solve

import "math/bits"

// The terms of the score by which the solver orders turns, besides the number of lines
// of each kind. "Own" is the seat that acted. A stone on a safe square does not reduce
// a lead of the other seat to one, so that the other could capture on the line.
const (
	termCaptured         = iota // stones captured
	termExposed                 // largest number of stones that the other can capture next on one line
	termAllExposed              // stones that it can capture on all such lines
	termThreat                  // largest number of stones that a second turn could capture on one line
	termAllThreats              // stones that it could capture on all such lines
	termOpen                    // squares open to the other
	termOwnOpen                 // squares open to the seat
	termSafe                    // safe squares open to the other
	termOwnSafe                 // safe squares open to the seat
	termFewSafe                 // 3 if termSafe is more
	termFewOwnSafe              // 3 if termOwnSafe is more
	termAnySafe                 // 1 if termSafe is more
	termAnyOwnSafe              // 1 if termOwnSafe is more
	termCaptures                // squares where the other can capture
	termOwnCaptures             // squares where the seat could capture
	termParries                 // squares where the other can parry a line of termAllThreats
	termOwnParries              // squares where the seat can parry a line of termAllExposed
	termAnyParry                // 1 if termParries is more
	termAnyOwnParry             // 1 if termOwnParries is more
	termExcaliburTurn           // 1 for an Excalibur turn
	termExcaliburTurnFar        // stones still to capture before it
	termAgain                   // 1 if the seat acts again
	termCount
)

// turnTerms are the terms of a turn.
type turnTerms [termCount]int16

// lineKinds is the number of kinds of lines. A kind is the number of own stones on
// the line, plus 8 with Excalibur, plus 16 times the number of the other seat's
// stones. Missing lines count as empty ones.
const lineKinds = 128

// orderWeights are the weights of a turn's score. The node counts in
// docs/lab/lancelot-small-boards.md depend on them; the proofs do not.
type orderWeights struct {
	lines [lineKinds]int16
	terms turnTerms
}

// weightUnit is the score of a turn that needs e times fewer nodes than another, or
// forces the goal with odds e times as high.
const weightUnit = 256

// nearTarget is the largest number of stones still to capture at which the weights
// for positions near the target apply.
const nearTarget = 2

// weightSet returns the index in trainedWeights for a position.
func (f *board) weightSet(b *state) (set int) {
	if f.excaliburStates > 1 {
		set = 2
	}
	if min(b.needs, b.otherNeeds) <= nearTarget {
		set++
	}
	return set
}

// openToOther returns the squares where the seat that did not act may place a stone.
func (f *board) openToOther(after *state) uint32 {
	if after.otherHand == 0 {
		return 0
	}
	excalibur := f.on[bits.TrailingZeros32(after.excalibur)]
	return f.open(leads(after.otherLines, after.ownLines+excalibur), after.own|after.other|after.excalibur)
}

// openToOwn returns the squares where the seat that acted may place a stone.
func (f *board) openToOwn(after *state) uint32 {
	if after.hand == 0 {
		return 0
	}
	excalibur := f.on[bits.TrailingZeros32(after.excalibur)]
	return f.open(leads(after.ownLines, after.otherLines+excalibur), after.own|after.other|after.excalibur)
}

// terms sets the terms of a turn and returns the kinds of all lines, eight bits
// each.
func (f *board) terms(b *state, t *candidate, x *turnTerms) (lines [2]uint64) {
	after := &t.next
	var flipped state
	if !t.again {
		flipped = t.next.flipped()
		after = &flipped
	}
	excalibur := f.on[bits.TrailingZeros32(after.excalibur)]
	other, own := f.openToOther(after), f.openToOwn(after)
	otherLead, lead := leads(after.otherLines, after.ownLines+excalibur), leads(after.ownLines, after.otherLines+excalibur)
	*x = turnTerms{termCaptured: int16(b.needs - after.needs)}
	exposed, threats := f.capturableLines(otherLead, after.ownLines), f.capturableLines(lead, after.otherLines)
	n := func(squares uint32) int16 { return int16(bits.OnesCount32(squares)) }
	x[termOpen], x[termOwnOpen] = n(other), n(own)
	most, all := f.threat(after.ownLines, otherLead, other)
	x[termExposed], x[termAllExposed] = int16(most), int16(all)
	most, all = f.threat(after.otherLines, lead, own)
	x[termThreat], x[termAllThreats] = int16(most), int16(all)
	safe := n(other &^ f.covers(leadsBy(lead, 2)))
	x[termSafe], x[termFewSafe], x[termAnySafe] = safe, min(3, safe), min(1, safe)
	safe = n(own &^ f.covers(leadsBy(otherLead, 2)))
	x[termOwnSafe], x[termFewOwnSafe], x[termAnyOwnSafe] = safe, min(3, safe), min(1, safe)
	x[termCaptures], x[termOwnCaptures] = n(other&exposed), n(own&threats)
	x[termParries], x[termOwnParries] = n(other&threats), n(own&exposed)
	x[termAnyParry], x[termAnyOwnParry] = min(1, x[termParries]), min(1, x[termOwnParries])
	if after.excaliburTurn != b.excaliburTurn {
		x[termExcaliburTurn], x[termExcaliburTurnFar] = 1, int16(b.needs)
	}
	if t.again {
		x[termAgain] = 1
	}
	const even = 0x0f0f0f0f0f0f0f0f
	own4, other4 := after.ownLines|excalibur<<3, after.otherLines
	return [2]uint64{own4&even | other4&even<<4, own4>>4&even | other4&^even}
}

// capturableLines returns the squares of the lines where a seat with these leads
// captures stones of the other seat, given by line.
func (f *board) capturableLines(leads, others uint64) uint32 {
	return f.covers(leadsBy(leads, 1) & (others | others>>1 | others>>2))
}

// of returns the score of a turn.
func (w *orderWeights) of(f *board, b *state, t *candidate) int32 {
	var x turnTerms
	lines := f.terms(b, t, &x)
	return w.sum(&x, lines)
}

// sum returns the score of a turn with these terms and kinds of lines.
func (w *orderWeights) sum(x *turnTerms, lines [2]uint64) (sum int32) {
	for _, l := range lines {
		for range 8 {
			sum += int32(w.lines[l%lineKinds])
			l >>= 8
		}
	}
	for i, v := range x {
		sum += int32(w.terms[i]) * int32(v)
	}
	return sum
}
