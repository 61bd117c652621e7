package search

import (
	"math"

	"tafelrunde/lancelot"
)

// A seat's prospects are a sum of learned worths: of each line as the seat sees
// it, of the stones that it has yet to take, of its best captures, its hand and
// its power. The chances to win are in proportion to e to the power of these sums
// (multinomial logistic regression), so that the difference of two seats' sums is
// the logarithm of their odds.
//
// All worths depend on when the seat acts: now, next or later.

// unit is one in the logarithm of odds; worths are whole numbers of its parts.
const unit = 256

// values are the seats' prospects.
type evaluation [lancelot.MaxSeats]int32

// The features of one seat, by their place among the weights for one of the
// three turnDistances of acting.
const (
	leadBuckets    = 7 // -3 or less to 3 or more
	otherBuckets   = 8 // stones to take: 0 to 7 or more
	freeBuckets    = 6 // free squares: 0 to 2, or 3 and more of at least 8, of 6 or 7, of 4 or 5
	lineFeatures   = leadBuckets * otherBuckets * freeBuckets
	captureBuckets = 10 // stones to take at once: 0 to 9 or more
	targetBuckets  = 16 // stones to the target: up to 15 or more
	handBuckets    = 8  // stones in hand: 0 to 7 or more

	atLine      = 0
	atBest      = atLine + lineFeatures
	atSecond    = atBest + captureBuckets
	atTarget    = atSecond + captureBuckets
	atReach     = atTarget + targetBuckets // the best capture reaches the target
	atHand      = atReach + 1
	atExcalibur = atHand + handBuckets
	perDistance = atExcalibur + 1

	turnDistances = 3 // now, next, later
)

// weights are the worths of all features for one kind of game.
type weights [turnDistances * perDistance]int32

// turnDistance is when the seat acts, if all can: 0 now, 1 next, 2 later.
func turnDistance(seat, toAct, seats int) int {
	turns := seat - toAct
	if turns < 0 {
		turns += seats
	}
	return min(turns, turnDistances-1)
}

// bucketTable are the buckets of free squares, by how many there are and how long the
// line is. Where few are free, the stones tell the length. Only diagonals differ in
// length on one field, so that in the basic game all lines are alike.
type bucketTable [lancelot.BoardSize + 1][lancelot.BoardSize + 1]uint8

var anyLength, byLength = func() (alike, lengths bucketTable) {
	for length := range lengths {
		for free := range lengths[length] {
			few := uint8(min(free, 3))
			alike[length][free] = few
			switch {
			case few < 3 || length >= 8:
			case length >= 6:
				few = 4
			default:
				few = 5
			}
			lengths[length][free] = few
		}
	}
	return alike, lengths
}()

func freeBucketsOf(p *lancelot.Position) *bucketTable {
	if p.Rules().Diagonals {
		return &byLength
	}
	return &anyLength
}

// view is the feature of a line with that lead, so many stones that the seat
// could take and that view of its free squares.
func lineFeature(lead, others int, room uint8) int {
	return ((max(-3, min(lead, 3))+3)*otherBuckets+min(others, otherBuckets-1))*freeBuckets + int(room)
}

// swordLines marks the lines through Excalibur.
func excaliburLines(p *lancelot.Position) (marks [70]int8) {
	if excalibur := p.Excalibur(); excalibur != lancelot.NoSquare {
		var lines [4]int
		for _, line := range p.AppendLinesThrough(lines[:0], excalibur) {
			marks[line] = 1
		}
	}
	return marks
}

// prospects sums up the worths of all seats' features.
func (w *Weights) evaluate(p *lancelot.Position) evaluation { return w.forGame(p).evaluate(p) }

func (w *weights) evaluate(p *lancelot.Position) (v evaluation) {
	seats, toAct := p.Seats(), int(p.ToAct())
	buckets := freeBucketsOf(p)
	var marks [70]int8
	if p.Rules().Excalibur {
		marks = excaliburLines(p)
	}
	open := p.Open()
	var at [lancelot.MaxSeats]int // of the seat's weights
	var best, second [lancelot.MaxSeats]int
	for seat := range seats {
		at[seat] = turnDistance(seat, toAct, seats) * perDistance
	}
	for line := range p.LineCount() {
		state := p.LineState(line)
		occupied := state.Occupied()
		length := p.LineLen(line)
		free := length - occupied
		few := int(buckets[length][free])
		excalibur := int(marks[line])
		for seat := range seats {
			lead := state.Lead(lancelot.Seat(seat))
			others := (occupied-lead)/2 - excalibur
			v[seat] += w[at[seat]+((max(-3, min(lead, 3))+3)*otherBuckets+min(others, otherBuckets-1))*freeBuckets+few]
			if lead == 1 && others > second[seat] && free > 0 {
				if seat == toAct {
					squares := p.LineSquares(line)
					if room := open.And(&squares); !room.Any() {
						continue
					}
				}
				if others > best[seat] {
					best[seat], second[seat] = others, best[seat]
				} else {
					second[seat] = others
				}
			}
		}
	}
	for seat := range seats {
		w := w[at[seat]:][:perDistance]
		s := lancelot.Seat(seat)
		hand := p.InHand(s)
		if hand == 0 {
			best[seat], second[seat] = 0, 0
		}
		needed := p.Target() - p.Captured(s)
		v[seat] += w[atBest+min(best[seat], captureBuckets-1)] + w[atSecond+min(second[seat], captureBuckets-1)] +
			w[atTarget+max(0, min(needed, targetBuckets-1))] + w[atHand+min(hand, handBuckets-1)]
		if best[seat] >= needed {
			v[seat] += w[atReach]
		}
		if p.HasExcaliburTurn(s) {
			v[seat] += w[atExcalibur]
		}
	}
	return v
}

// appendFeatures appends the features of the seat, which is what
// [weights.prospects] adds up, found one by one.
func appendFeatures(dst []int32, p *lancelot.Position, seat lancelot.Seat) []int32 {
	at := turnDistance(int(seat), int(p.ToAct()), p.Seats()) * perDistance
	add := func(feature int) { dst = append(dst, int32(at+feature)) }
	free, open, own := p.FreeSquares(), p.Open(), p.Stones(seat)
	best, second := 0, 0
	for line := range p.LineCount() {
		squares := p.LineSquares(line)
		room, mine := free.And(&squares), own.And(&squares)
		others := squares.Len() - room.Len() - mine.Len()
		for _, square := range p.Line(line).Squares() {
			if square == p.Excalibur() {
				others--
			}
		}
		lead := p.Lead(seat, line)
		add(atLine + lineFeature(lead, others, freeBucketsOf(p)[squares.Len()][room.Len()]))
		if lead != 1 || !room.Any() {
			continue
		}
		if seat == p.ToAct() {
			if room = open.And(&squares); !room.Any() {
				continue
			}
		}
		if others > best {
			best, second = others, best
		} else {
			second = max(second, others)
		}
	}
	hand := p.InHand(seat)
	if hand == 0 {
		best, second = 0, 0
	}
	needed := p.Target() - p.Captured(seat)
	add(atBest + min(best, captureBuckets-1))
	add(atSecond + min(second, captureBuckets-1))
	add(atTarget + max(0, min(needed, targetBuckets-1)))
	add(atHand + min(hand, handBuckets-1))
	if best >= needed {
		add(atReach)
	}
	if p.HasExcaliburTurn(seat) {
		add(atExcalibur)
	}
	return dst
}

// shares are the seats' chances to win, which add up to one.
type shares [lancelot.MaxSeats]float32

// shares makes chances of prospects.
func (v *evaluation) shares(seats int) (s shares) {
	if seats == 2 {
		s[0] = 1 / (1 + exp(v[1]-v[0]))
		s[1] = 1 - s[0]
		return s
	}
	most := v[0]
	for _, x := range v[1:seats] {
		most = max(most, x)
	}
	sum := float32(0)
	for seat := range seats {
		s[seat] = exp(v[seat] - most)
		sum += s[seat]
	}
	for seat := range seats {
		s[seat] /= sum
	}
	return s
}

// exp is e to the power of so many units of the logarithm of odds, by tables:
// quicker than the library's, and the same to the last bit everywhere.
func exp(x int32) float32 {
	x = max(-mostUnits*unit, min(x, mostUnits*unit-1))
	// Rounded before anything is added, lest a machine fuse the two.
	return float32(oddsWhole[x>>8+mostUnits] * oddsPart[x&(unit-1)])
}

const mostUnits = 40

// oddsWhole are the powers of e, oddsPart those of e to the power of 1/unit.
var oddsWhole, oddsPart = func() (whole [2 * mostUnits]float32, part [unit]float32) {
	const root = 1.0039138893383475734436096039034 // e to the power of 1/256
	x := 1.0
	for i := range part {
		part[i] = float32(x)
		x = float64(x * root)
	}
	y := 1.0
	for i := range mostUnits {
		whole[mostUnits+i] = float32(y)
		y = float64(y * math.E)
		whole[mostUnits-1-i] = float32(1 / y)
	}
	return whole, part
}()

// outcomeWinShares are the shares of the win in a game that is over.
func outcomeWinShares(o lancelot.Outcome, seats int) (s shares) {
	for seat := range seats {
		s[seat] = float32(o.WinShare(lancelot.Seat(seat)))
	}
	return s
}

// sharesOf are the seats' chances: those of the outcome if the game is over,
// else by their prospects.
func (w *Weights) winShares(p *lancelot.Position) shares {
	if o := p.Outcome(); o.Over() {
		return outcomeWinShares(o, p.Seats())
	}
	v := w.evaluate(p)
	return v.shares(p.Seats())
}

// logOddsOf is the logarithm of the odds of the seat against all others together.
func (v *evaluation) logOddsOf(seat lancelot.Seat, seats int) int {
	if seats == 2 {
		return int(v[seat] - v[1-seat])
	}
	most := int32(math.MinInt32)
	for other := range seats {
		if other != int(seat) {
			most = max(most, v[other])
		}
	}
	sum := 0.0
	for other := range seats {
		if other != int(seat) {
			sum += math.Exp(float64(v[other]-most) / unit)
		}
	}
	return int(v[seat]-most) - int(unit*math.Log(sum))
}

// scoreOfLogOdds is the chance that belongs to the logarithm of odds.
func scoreOfLogOdds(odds int) Score {
	return Score(math.Round(1000 / (1 + math.Exp(-float64(odds)/unit))))
}

// scoreOf is a share as a score.
func scoreOf(share float32) Score { return Score(math.Round(1000 * float64(share))) }
