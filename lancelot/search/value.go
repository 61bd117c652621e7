package search

import (
	"math"

	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
)

// The static evaluation of a seat is a sum of trained weights: of each line as the
// seat sees it, of the stones missing to the target, of its two largest possible
// captures, of its stones in hand and of its Excalibur turn. Win shares are the
// softmax of these sums (multinomial logistic regression), so that the difference
// of the sums of two seats is the logarithm of their odds.
//
// All weights depend on the number of turns until the seat acts: none, one or more.

// unit is the weight of one in log-odds.
const unit = 256

// evaluation is the sums of all seats, in log-odds times unit.
type evaluation [lancelot.MaxSeats]int32

// The features of one seat: the sizes of the groups, and their offsets among the
// weights for one turn distance.
const (
	leadBuckets    = 7 // -3 or less to 3 or more
	otherBuckets   = 8 // stones to capture on the line: 0 to 7 or more
	freeBuckets    = 6 // free squares: 0 to 2, or 3 and more by the length of the line, see byLength
	lineFeatures   = leadBuckets * otherBuckets * freeBuckets
	captureBuckets = 10 // stones of a capture: 0 to 9 or more
	targetBuckets  = 16 // stones missing to the target: up to 15 or more
	handBuckets    = 8  // stones in hand: 0 to 7 or more

	atLine      = 0
	atBest      = atLine + lineFeatures     // the largest capture
	atSecond    = atBest + captureBuckets   // the second largest capture
	atTarget    = atSecond + captureBuckets // the stones missing to the target
	atReach     = atTarget + targetBuckets  // the largest capture reaches the target
	atHand      = atReach + 1               // the stones in hand
	atExcalibur = atHand + handBuckets      // the seat has its Excalibur turn
	perDistance = atExcalibur + 1

	turnDistances = 3 // the seat acts now, next, later
)

// weights are the weights of all features for one kind of game.
type weights [turnDistances * perDistance]int32

// turnDistance returns the number of turns until the seat acts if all seats can
// act, at most 2.
func turnDistance(seat, toAct, seats int) int {
	turns := seat - toAct
	if turns < 0 {
		turns += seats
	}
	return min(turns, turnDistances-1)
}

// bucketTable is the bucket of a number of free squares, by the length of the
// line and that number.
type bucketTable [lancelot.PlanSize + 1][lancelot.PlanSize + 1]uint8

// anyLength ignores the length of lines: it is for games without diagonals, where
// all lines have the same length. byLength distinguishes three classes of
// lengths: 8 or more, 6 or 7, less. With at most two free squares the number of
// stones determines the length.
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

// freeBucketsOf returns the table for the game of p.
func freeBucketsOf(p *lancelot.Position) *bucketTable {
	if p.Rules().Diagonals {
		return &byLength
	}
	return &anyLength
}

// lineFeature returns the feature of a line: by the lead of the seat, the number
// of stones that it could capture and the bucket of the free squares.
func lineFeature(lead, others int, room uint8) int {
	return ((max(-3, min(lead, 3))+3)*otherBuckets+min(others, otherBuckets-1))*freeBuckets + int(room)
}

// excaliburLines returns 1 for each line through the square of Excalibur.
// NoSquare is on no line.
func excaliburLines(p *lancelot.Position, excalibur lancelot.Square) (marks [70]int8) {
	for _, line := range p.LinesThrough(excalibur) {
		marks[line] = 1
	}
	return marks
}

// evaluate returns the static evaluation of a position that is not over.
func (w *Weights) evaluate(p *lancelot.Position) evaluation { return w.forGame(p).evaluate(p) }

func (w *weights) evaluate(p *lancelot.Position) (v evaluation) {
	seats, toAct := p.Seats(), int(p.ToMove())
	buckets := freeBucketsOf(p)
	var marks [70]int8
	if p.Rules().Excalibur {
		marks = excaliburLines(p, p.Excalibur())
	}
	open := p.Open()
	var at [lancelot.MaxSeats]int // offset of the seat's weights
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
					if room := open.Intersection(squares); room.IsEmpty() {
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

// appendFeatures appends the features of a seat, whose weights [weights.evaluate]
// sums. It is used for training.
func appendFeatures(dst []int32, p *lancelot.Position, seat lancelot.Seat) []int32 {
	at := turnDistance(int(seat), int(p.ToMove()), p.Seats()) * perDistance
	add := func(feature int) { dst = append(dst, int32(at+feature)) }
	free, open, own := p.FreeSquares(), p.Open(), p.Stones(seat)
	best, second := 0, 0
	for line := range p.LineCount() {
		squares := p.LineSquares(line)
		room, mine := free.Intersection(squares), own.Intersection(squares)
		others := squares.Count() - room.Count() - mine.Count()
		for _, square := range p.Line(line).Squares() {
			if square == p.Excalibur() {
				others--
			}
		}
		lead := p.Lead(seat, line)
		add(atLine + lineFeature(lead, others, freeBucketsOf(p)[squares.Count()][room.Count()]))
		if lead != 1 || room.IsEmpty() {
			continue
		}
		if seat == p.ToMove() {
			if room = open.Intersection(squares); room.IsEmpty() {
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

// shares are win shares, which sum to 1.
type shares [lancelot.MaxSeats]float32

// shares returns the win shares of an evaluation.
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

// exp returns e to the power of x/unit. It uses tables: this is faster than
// math.Exp, and the result is the same to the last bit everywhere.
func exp(x int32) float32 {
	x = max(-mostUnits*unit, min(x, mostUnits*unit-1))
	// The conversion prevents a fused multiply-add with a later addition.
	return float32(oddsWhole[x>>8+mostUnits] * oddsPart[x&(unit-1)])
}

const mostUnits = 40

// oddsWhole are the integer powers of e, and oddsPart those of e to the power of
// 1/unit.
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

// outcomeWinShares returns the win shares of a finished game.
func outcomeWinShares(o lancelot.Outcome, seats int) (s shares) {
	for seat := range seats {
		s[seat] = float32(o.WinShare(lancelot.Seat(seat)))
	}
	return s
}

// winShares returns the static win shares, or those of the outcome if the game is
// over.
func (w *Weights) winShares(p *lancelot.Position) shares {
	if o := p.Outcome(); o.Over() {
		return outcomeWinShares(o, p.Seats())
	}
	v := w.evaluate(p)
	return v.shares(p.Seats())
}

// logOddsOf returns the log-odds of a seat against all others together, times
// unit.
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

// scoreOfLogOdds converts log-odds times unit to a score.
func scoreOfLogOdds(odds int) engine.Score {
	return engine.Score(math.Round(1000 / (1 + math.Exp(-float64(odds)/unit))))
}

// scoreOf converts a win share to a score.
func scoreOf(share float32) engine.Score { return engine.Score(math.Round(1000 * float64(share))) }
