package search

import (
	"cmp"
	"slices"

	"tafelrunde/internal/searchclock"
	"tafelrunde/lancelot"
)

// The king's power makes up to tens of thousands of turns. Those worth a look
// are found by lines: what a stone or Excalibur takes on a line, and what the
// line is then worth to all seats, does not depend on the other action unless
// both lie on it. So for each first action the second is judged by sums over the
// lines through each square, and only the most promising turns are played out.

// powerPool is how many turns with Excalibur are played out to be judged in
// full, checkEvery how many of them between two looks at the time.
const poolSize, checkEvery = 256, 32

// winValue is more than the worth of anything but reaching the target.
const winValue = 1 << 24

// promising is a turn and what it promises.
type ratedTurn struct {
	turn     lancelot.Turn
	score    int32 // by sums over lines
	logOdds  int32 // once played out
	captures int32
}

// power finds turns with Excalibur. It keeps its buffers from one use to the
// next.
type excaliburTurns struct {
	weights *Weights
	pool    []ratedTurn
	// clock ends the work when it is late; nil if nothing does. The clock is only
	// asked, so that several may ask it at once.
	clock *searchclock.Clock
	// late tells that the time was over before all turns had been rated and the
	// most promising ones played out.
	late bool
	// rated counts the turns rated and played out so far.
	rated int

	p       *lancelot.Position
	seat    lancelot.Seat
	seats   int
	needed  int
	later   *weights
	buckets *bucketTable
	// share is how much each other seat counts, in 256ths.
	share    [lancelot.MaxSeats]int32
	score    [70]int32 // of each line of the board
	gain     [70]int32 // by putting the second action's stone or sword there
	captures [70]int32 // stones taken by it
}

// append appends at most n turns with Excalibur of the seat to act, the most
// promising first. The seat must hold the power. When it is late, they are those
// found so far, or none.
func (w *excaliburTurns) append(dst []lancelot.Turn, p *lancelot.Position, n int) []lancelot.Turn {
	w.p, w.seat, w.seats = p, p.ToAct(), p.Seats()
	w.needed = p.Target() - p.Captured(w.seat)
	w.later, w.buckets = w.weights.forGame(p), freeBucketsOf(p)
	s := w.weights.winShares(p)
	for other := range w.seats {
		w.share[other] = int32(256 * s[other] / max(1-s[w.seat], 1e-6))
	}
	w.pool, w.late = w.pool[:0], false
	w.addStoneFirst()
	w.addExcaliburFirst()

	var after lancelot.Position
	for i := range w.pool {
		if i%checkEvery == 0 && w.checkTime() {
			break
		}
		w.rated++
		p.PlayInto(&after, w.pool[i].turn)
		w.pool[i].logOdds = w.logOddsAfter(&after)
		w.pool[i].captures = int32(after.Captured(w.seat) - p.Captured(w.seat))
	}
	if w.late {
		slices.SortStableFunc(w.pool, func(a, b ratedTurn) int { return cmp.Compare(b.score, a.score) })
	} else {
		slices.SortStableFunc(w.pool, func(a, b ratedTurn) int { return cmp.Compare(b.logOdds, a.logOdds) })
		// A quarter of the places is for those that take most.
		rest := w.pool[min(n-n/4, len(w.pool)):]
		slices.SortStableFunc(rest, func(a, b ratedTurn) int { return cmp.Compare(b.captures, a.captures) })
	}
	for _, c := range w.pool[:min(n, len(w.pool))] {
		dst = append(dst, c.turn)
	}
	return dst
}

// look looks at the time and tells whether it is over.
func (w *excaliburTurns) checkTime() bool {
	if !w.late && w.clock != nil {
		w.late = w.clock.Late()
	}
	return w.late
}

// logOddsAfter is the logarithm of the odds of the seat, or plus or minus winValue if
// the game is over.
func (w *excaliburTurns) logOddsAfter(p *lancelot.Position) int32 {
	if o := p.Outcome(); o.Over() {
		switch share := o.WinShare(w.seat); {
		case share == 1:
			return winValue
		case share == 0:
			return -winValue
		}
		return 0
	}
	v := w.weights.evaluate(p)
	return int32(v.logOddsOf(w.seat, p.Seats()))
}

// add puts a turn into the pool, which is kept as a heap with the least
// promising on top.
func (w *excaliburTurns) add(turn lancelot.Turn, score int32) {
	w.rated++
	if len(w.pool) < poolSize {
		w.pool = append(w.pool, ratedTurn{turn: turn, score: score})
		for i := len(w.pool) - 1; i > 0; {
			up := (i - 1) / 2
			if w.pool[up].score <= w.pool[i].score {
				break
			}
			w.pool[up], w.pool[i] = w.pool[i], w.pool[up]
			i = up
		}
		return
	}
	if score <= w.pool[0].score {
		return
	}
	w.pool[0] = ratedTurn{turn: turn, score: score}
	for i := 0; ; {
		least := i
		for down := 2*i + 1; down <= 2*i+2 && down < len(w.pool); down++ {
			if w.pool[down].score < w.pool[least].score {
				least = down
			}
		}
		if least == i {
			return
		}
		w.pool[least], w.pool[i] = w.pool[i], w.pool[least]
		i = least
	}
}

// takenWorth is the worth of so many stones taken in all.
func (w *excaliburTurns) captureScore(captures int32) int32 {
	if int(captures) >= w.needed {
		return winValue
	}
	part := w.later[(turnDistances-1)*perDistance+atTarget:]
	gain := part[min(w.needed-int(captures), targetBuckets-1)] - part[min(w.needed, targetBuckets-1)]
	return max(gain, 0) + captures*unit/4
}

// lineWorth is what a line is worth to the seat, less what it is worth to the
// others, when the turn is over.
func (w *excaliburTurns) lineScore(state lancelot.LineState, length, excalibur int) int32 {
	occupied := state.Occupied()
	room := w.buckets[length][length-occupied]
	score := int32(0)
	for seat := range w.seats {
		time := turnDistance(seat, (int(w.seat)+1)%w.seats, w.seats)
		lead := state.Lead(lancelot.Seat(seat))
		others := (occupied-lead)/2 - excalibur
		x := w.later[time*perDistance+lineFeature(lead, others, room)]
		if lancelot.Seat(seat) == w.seat {
			score += 256 * x
		} else {
			score -= w.share[seat] * x
		}
	}
	return score / 256
}

// addStoneFirst adds the turns in which Excalibur follows the stone.
func (w *excaliburTurns) addStoneFirst() {
	p := w.p
	var board lancelot.Position
	for stones := p.Open(); stones.Any() && !w.checkTime(); {
		stone := stones.Pop()
		targets := p.ExcaliburSquares(&board, stone)
		base := int32(0)
		for line := range p.LineCount() {
			state, length := board.LineState(line), p.LineLen(line)
			w.score[line] = w.lineScore(state, length, 0)
			base += w.score[line]
			w.gain[line], w.captures[line] = 0, 0
			if state.Occupied() < length {
				w.gain[line] = w.lineScore(state.WithExcalibur(w.seats), length, 1) - w.score[line]
				if state.Lead(w.seat) == 1 {
					w.captures[line] = int32(state.Occupied()-1) / 2
				}
			}
		}
		captured := int32(board.Captured(w.seat) - p.Captured(w.seat))
		first := p.Square(stone)
		for targets.Any() {
			excalibur := targets.Pop()
			sum, captures := base, captured
			for _, line := range p.LinesThrough(excalibur) {
				sum += w.gain[line]
				captures += w.captures[line]
			}
			w.add(lancelot.StoneExcaliburTurn(first, p.Square(excalibur)), sum+w.captureScore(captures))
		}
	}
}

// swordFirst adds the turns in which the stone follows Excalibur.
func (w *excaliburTurns) addExcaliburFirst() {
	p := w.p
	var lifted, board lancelot.Position
	for targets := p.LiftExcalibur(&lifted); targets.Any() && !w.checkTime(); {
		excalibur := targets.Pop()
		stones := p.StoneSquares(&board, &lifted, excalibur)
		if !stones.Any() {
			continue
		}
		marks := excaliburLines(&board)
		base := int32(0)
		for line := range p.LineCount() {
			state, length, mark := board.LineState(line), p.LineLen(line), int(marks[line])
			w.captures[line], w.gain[line] = 0, 0
			if state.Lead(w.seat) == 1 {
				// Excalibur counts among the seat's own here.
				w.captures[line] = int32(state.Occupied()-1) / 2
			}
			if mark != 0 {
				state = state.ExcaliburReturned(w.seat)
			}
			w.score[line] = w.lineScore(state, length, mark)
			base += w.score[line]
			if state.Occupied() < length {
				w.gain[line] = w.lineScore(state.WithStone(w.seat, w.seats), length, mark) - w.score[line]
			}
		}
		captured := int32(board.Captured(w.seat) - p.Captured(w.seat))
		first := p.Square(excalibur)
		for stones.Any() {
			stone := stones.Pop()
			sum, captures := base, captured
			for _, line := range p.LinesThrough(stone) {
				sum += w.gain[line]
				captures += w.captures[line]
			}
			w.add(lancelot.ExcaliburStoneTurn(first, p.Square(stone)), sum+w.captureScore(captures))
		}
	}
}
