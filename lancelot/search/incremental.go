package search

import (
	"math/bits"

	"tafelrunde/lancelot"
)

// incremental evaluates the single stones of a position without playing them. A
// stone that captures nothing changes only the lines through its square, each
// independently of the others. So the evaluation after it is that of the position
// with the next seat to act, plus the changes of these lines.
type incremental struct {
	seats, mover, next int
	weights            *weights
	at                 [lancelot.MaxSeats]int // offsets of the seats' weights after the turn
	base               evaluation             // without the features of captures
	needed             [lancelot.MaxSeats]int
	inHand             [lancelot.MaxSeats]bool
	// captureCounts are for each seat the numbers of lines on which it can capture,
	// one byte for each number of stones. More than six would need a line of more
	// than fourteen squares.
	captureCounts [lancelot.MaxSeats]uint64
	lines         [70]incrementalLine
	blocked       bool // the next seat could capture on a line that has no open square
}

// incrementalLine is the change by a stone of the seat to act on a line.
type incrementalLine struct {
	gain          evaluation
	captureCounts [lancelot.MaxSeats]uint64
	// mustPlay reports that the stone must be played to be evaluated: it captures, or
	// it may open the line, which is closed to the next seat.
	mustPlay bool
	// opens reports that the stone opens the line to the next seat.
	opens bool
}

// begin prepares the evaluation of stones of the seat to act. It reports false if
// that is not possible: the seat places Excalibur, or the next seat could be
// without a legal turn.
func (g *incremental) begin(p *lancelot.Position, weights *Weights) bool {
	if p.PlacesExcalibur() {
		return false
	}
	g.seats, g.mover = p.Seats(), int(p.ToMove())
	g.next = g.mover + 1
	if g.next == g.seats {
		g.next = 0
	}
	next := lancelot.Seat(g.next)
	open := p.OpenTo(next)
	if p.InHand(next) == 0 || open.Count() < 2 {
		return false
	}
	free, closedTwice := p.FreeSquares(), g.closedTwice(p, next)
	mayOpen := free.Difference(closedTwice) // open to the next seat once a line less is closed to it
	var marks [70]int8
	if p.Rules().Excalibur {
		marks = excaliburLines(p, p.Excalibur())
	}
	w, buckets := weights.forGame(p), freeBucketsOf(p)
	g.weights, g.blocked = w, false
	g.beginSeats(p)
	for line := range p.LineCount() {
		state := p.LineState(line)
		occupied := state.Occupied()
		length := p.LineLen(line)
		room := length - occupied
		before, after := int(buckets[length][room]), int(buckets[length][max(room-1, 0)])
		excalibur := int(marks[line])
		l := &g.lines[line]
		l.mustPlay, l.opens = false, false
		for seat := range g.seats {
			lead := state.Lead(lancelot.Seat(seat))
			others := (occupied-lead)/2 - excalibur
			own := w[g.at[seat]:][:perDistance]
			score := own[((max(-3, min(lead, 3))+3)*otherBuckets+min(others, otherBuckets-1))*freeBuckets+before]
			g.base[seat] += score
			if room == 0 {
				continue
			}
			countBefore := uint64(0)
			if lead == 1 {
				countBefore = 1 << (8 * others & 63)
				if seat == g.next {
					if reach := open.Intersection(p.LineSquares(line)); reach.IsEmpty() {
						countBefore, g.blocked = 0, true
					}
				}
			}
			g.captureCounts[seat] += countBefore
			if seat == g.mover {
				l.mustPlay = l.mustPlay || lead == 1 && others > 0
				lead++
			} else {
				lead--
				others++
			}
			l.gain[seat] = own[((max(-3, min(lead, 3))+3)*otherBuckets+min(others, otherBuckets-1))*freeBuckets+after] - score
			countAfter := uint64(0)
			if lead == 1 && room > 1 {
				countAfter = 1 << (8 * others & 63)
				if seat == g.next {
					reach := mayOpen.Intersection(p.LineSquares(line))
					switch reach.Count() {
					case 0:
						countAfter = 0
					case 1:
						l.mustPlay = true // the stone may occupy that square
					default:
						l.opens = true
					}
				}
			}
			l.captureCounts[seat] = countAfter - countBefore
		}
	}
	return true
}

// beginSeats evaluates what does not depend on lines.
func (g *incremental) beginSeats(p *lancelot.Position) {
	g.base = evaluation{}
	for seat := range g.seats {
		s := lancelot.Seat(seat)
		hand := p.InHand(s)
		if seat == g.mover {
			hand--
		}
		g.at[seat] = turnDistance(seat, g.next, g.seats) * perDistance
		g.needed[seat] = p.Target() - p.Captured(s)
		g.inHand[seat] = hand > 0
		g.captureCounts[seat] = 0
		own := g.weights[g.at[seat]:][:perDistance]
		g.base[seat] = own[atTarget+max(0, min(g.needed[seat], targetBuckets-1))] + own[atHand+min(hand, handBuckets-1)]
		if p.HasExcaliburTurn(s) {
			g.base[seat] += own[atExcalibur]
		}
	}
}

// closedTwice returns the squares on two or more lines that are closed to the
// seat.
func (g *incremental) closedTwice(p *lancelot.Position, seat lancelot.Seat) (twice lancelot.Set) {
	var once lancelot.Set
	for line := range p.LineCount() {
		if p.LineState(line).Lead(seat) < 2 {
			continue
		}
		squares := p.LineSquares(line)
		for i := range squares {
			twice[i] |= once[i] & squares[i]
			once[i] |= squares[i]
		}
	}
	return twice
}

// stone returns the evaluation after a stone on the square. It returns false if the
// stone must be played.
func (g *incremental) stone(p *lancelot.Position, square lancelot.Square) (v evaluation, ok bool) {
	v = g.base
	captureCounts := g.captureCounts
	for _, line := range p.LinesThrough(square) {
		l := &g.lines[line]
		if l.mustPlay || l.opens && g.blocked {
			return v, false
		}
		for seat := range g.seats {
			v[seat] += l.gain[seat]
			captureCounts[seat] += l.captureCounts[seat]
		}
	}
	for seat := range g.seats {
		own := g.weights[g.at[seat]:][:perDistance]
		best, second := 0, 0
		if x := captureCounts[seat]; x != 0 && g.inHand[seat] {
			best = (bits.Len64(x) - 1) >> 3
			x -= 1 << (8 * best & 63)
			second = (bits.Len64(x|1) - 1) >> 3
		}
		v[seat] += own[atBest+best] + own[atSecond+second]
		if best >= g.needed[seat] {
			v[seat] += own[atReach]
		}
	}
	return v, true
}
