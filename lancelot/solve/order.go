package solve

import "math/bits"

// What the solver knows of a turn when it decides which to look at next: how many
// lines there are of each kind, and these. "Own" is the seat that acted. A safe
// square is one where a stone gives away no line, that is, lets no lead of the
// other seat fall to one.
const (
	termTaken       = iota // stones taken
	termExposed            // the most stones that the other can take next by one line
	termAllExposed         // the stones that it can take by some line
	termThreat             // the most stones that a second turn could take by one line
	termAllThreats         // the stones that it could take by some line
	termOpen               // squares that the other may put a stone on
	termOwnOpen            // squares that the seat may
	termSafe               // safe ones of those that the other may
	termOwnSafe            // safe ones of those that the seat may
	termFewSafe            // 3 if termSafe is more
	termFewOwnSafe         // 3 if termOwnSafe is more
	termAnySafe            // 1 if termSafe is more
	termAnyOwnSafe         // 1 if termOwnSafe is more
	termTakes              // squares from which the other can take
	termOwnTakes           // squares from which the seat could
	termParries            // squares from which the other can spoil a line of termAllThreats
	termOwnParries         // squares from which the seat could spoil one of termAllExposed
	termAnyParry           // 1 if termParries is more
	termAnyOwnParry        // 1 if termOwnParries is more
	termPower              // 1 if the king's power was used
	termPowerFar           // the stones missing from the target before that
	termAgain              // 1 if the seat is to act again
	termCount
)

// turnTerms are those of a turn.
type turnTerms [termCount]int16

// lineKinds are by own stones, 8 more for the sword, and the other's stones, by 16,
// on a line. What is no line is as one without stones.
const lineKinds = 128

// turnWorths are what each adds to the worth of a turn. The numbers of nodes in
// docs/lab/lancelot-small-fields.md depend on them, what is proved does
// not.
type turnWorths struct {
	lines [lineKinds]int16
	terms turnTerms
}

// worthUnit is what worths add to a turn that takes e times fewer nodes than another
// or does with odds e times as great.
const worthUnit = 256

// nearTarget is how many stones a seat has yet to take at most where a target is
// called near.
const nearTarget = 2

// worthsOf is which of learnedOrder holds in a position.
func (f *smallField) worthsOf(b *small) (set int) {
	if f.powers > 1 {
		set = 2
	}
	if min(b.toTake, b.otherTake) <= nearTarget {
		set++
	}
	return set
}

// openToOther are the squares that the other seat than the one that acted may put a
// stone on.
func (f *smallField) openToOther(after *small) uint32 {
	if after.otherHand == 0 {
		return 0
	}
	sword := f.on[bits.TrailingZeros32(after.sword)]
	return f.open(leads(after.otherLines, after.ownLines+sword), after.own|after.other|after.sword)
}

// openToOwn are the squares that the seat that acted may put a stone on.
func (f *smallField) openToOwn(after *small) uint32 {
	if after.hand == 0 {
		return 0
	}
	sword := f.on[bits.TrailingZeros32(after.sword)]
	return f.open(leads(after.ownLines, after.otherLines+sword), after.own|after.other|after.sword)
}

// terms finds those of a turn and answers the lines, eight bits each, as lineKinds.
func (f *smallField) terms(b *small, t *smallTurn, x *turnTerms) (lines [2]uint64) {
	after := &t.next
	var flipped small
	if !t.again {
		flipped = t.next.flipped()
		after = &flipped
	}
	sword := f.on[bits.TrailingZeros32(after.sword)]
	other, own := f.openToOther(after), f.openToOwn(after)
	otherLead, lead := leads(after.otherLines, after.ownLines+sword), leads(after.ownLines, after.otherLines+sword)
	*x = turnTerms{termTaken: int16(b.toTake - after.toTake)}
	exposed, threats := f.takable(otherLead, after.ownLines), f.takable(lead, after.otherLines)
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
	x[termTakes], x[termOwnTakes] = n(other&exposed), n(own&threats)
	x[termParries], x[termOwnParries] = n(other&threats), n(own&exposed)
	x[termAnyParry], x[termAnyOwnParry] = min(1, x[termParries]), min(1, x[termOwnParries])
	if after.power != b.power {
		x[termPower], x[termPowerFar] = 1, int16(b.toTake)
	}
	if t.again {
		x[termAgain] = 1
	}
	const even = 0x0f0f0f0f0f0f0f0f
	own4, other4 := after.ownLines|sword<<3, after.otherLines
	return [2]uint64{own4&even | other4&even<<4, own4>>4&even | other4&^even}
}

// takable are the squares of the lines by which a seat that leads like this takes
// some of the other's stones.
func (f *smallField) takable(leads, others uint64) uint32 {
	return f.covers(leadsBy(leads, 1) & (others | others>>1 | others>>2))
}

// of is the worth of a turn.
func (w *turnWorths) of(f *smallField, b *small, t *smallTurn) int32 {
	var x turnTerms
	lines := f.terms(b, t, &x)
	return w.sum(&x, lines)
}

// sum is the worth of a turn with such terms and lines.
func (w *turnWorths) sum(x *turnTerms, lines [2]uint64) (sum int32) {
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
