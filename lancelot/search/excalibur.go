package search

import (
	"cmp"
	"slices"

	"tafelrunde/internal/engines"
	"tafelrunde/lancelot"
)

// A position can have tens of thousands of Excalibur turns. The promising ones are
// found by lines. On a line that contains only one of the two actions, its captures
// and the value of the line afterwards do not depend on the other action. So for
// each first action, the second action gets a score by sums over the lines through
// its square, and only the turns with the highest scores are played and evaluated.

// poolSize is the maximum number of Excalibur turns that are played and evaluated,
// and checkEvery how many of them between two comparisons of the time.
const poolSize, checkEvery = 256, 32

// winValue is larger than the log-odds of any position.
const winValue = 1 << 24

// ratedTurn is an Excalibur turn with its score.
type ratedTurn struct {
	turn     lancelot.Turn
	score    int32 // by sums over lines
	logOdds  int32 // by static evaluation after the turn
	captures int32
}

// excaliburTurns finds promising Excalibur turns. It keeps its buffers from one
// use to the next.
type excaliburTurns struct {
	weights *Weights
	pool    []ratedTurn
	// clock stops the generation when it is late; nil for no limit. Several
	// goroutines may share it, since only Late is called.
	clock *engines.Clock
	// late reports that the generation was stopped.
	late bool
	// rated counts the turns that got a score or were evaluated.
	rated int

	p       *lancelot.Position
	seat    lancelot.Seat
	seats   int
	needed  int // stones to the target
	set     *weights
	buckets *bucketTable
	// share is the weight of each other seat, in 256ths.
	share    [lancelot.MaxSeats]int32
	score    [70]int32 // of each line of the board after the first action
	gain     [70]int32 // of score if the second action is on the line
	captures [70]int32 // on the line if the second action is on it
}

// append appends at most n turns with a stone and Excalibur of the seat to act,
// which must have its Excalibur turn, the most promising first. If the clock is
// late, they are those found so far, possibly none.
func (w *excaliburTurns) append(dst []lancelot.Turn, p *lancelot.Position, n int) []lancelot.Turn {
	w.p, w.seat, w.seats = p, p.ToMove(), p.Seats()
	w.needed = p.Target() - p.Captured(w.seat)
	w.set, w.buckets = w.weights.forGame(p), freeBucketsOf(p)
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
		// A quarter of the turns are those with the largest captures.
		rest := w.pool[min(n-n/4, len(w.pool)):]
		slices.SortStableFunc(rest, func(a, b ratedTurn) int { return cmp.Compare(b.captures, a.captures) })
	}
	for _, c := range w.pool[:min(n, len(w.pool))] {
		dst = append(dst, c.turn)
	}
	return dst
}

// checkTime compares the time and reports whether the clock is late.
func (w *excaliburTurns) checkTime() bool {
	if !w.late && w.clock != nil {
		w.late = w.clock.Late()
	}
	return w.late
}

// logOddsAfter returns the log-odds of the seat in a position, or ±winValue if
// the game is won or lost.
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

// add adds a turn to the pool, a heap with the lowest score at the top.
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

// captureScore returns the score of a number of captured stones.
func (w *excaliburTurns) captureScore(captures int32) int32 {
	if int(captures) >= w.needed {
		return winValue
	}
	part := w.set[(turnDistances-1)*perDistance+atTarget:]
	gain := part[min(w.needed-int(captures), targetBuckets-1)] - part[min(w.needed, targetBuckets-1)]
	return max(gain, 0) + captures*unit/4
}

// lineScore returns the value of a line for the seat minus the weighted values for
// the others, after the turn.
func (w *excaliburTurns) lineScore(state lancelot.LineState, length, excalibur int) int32 {
	occupied := state.Occupied()
	room := w.buckets[length][length-occupied]
	score := int32(0)
	for seat := range w.seats {
		time := turnDistance(seat, (int(w.seat)+1)%w.seats, w.seats)
		lead := state.Lead(lancelot.Seat(seat))
		others := (occupied-lead)/2 - excalibur
		x := w.set[time*perDistance+lineFeature(lead, others, room)]
		if lancelot.Seat(seat) == w.seat {
			score += 256 * x
		} else {
			score -= w.share[seat] * x
		}
	}
	return score / 256
}

// addStoneFirst adds the turns that place the stone before they move Excalibur.
func (w *excaliburTurns) addStoneFirst() {
	p := w.p
	var g lancelot.Generator
	for stones := p.Open(); !stones.IsEmpty() && !w.checkTime(); {
		stone := stones.Pop()
		targets := g.AfterStone(p, stone)
		base := int32(0)
		for line := range p.LineCount() {
			state, length := g.LineState(line), p.LineLen(line)
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
		captured := int32(g.Captured(w.seat) - p.Captured(w.seat))
		for !targets.IsEmpty() {
			excalibur := targets.Pop()
			sum, captures := base, captured
			for _, line := range p.LinesThrough(excalibur) {
				sum += w.gain[line]
				captures += w.captures[line]
			}
			w.add(lancelot.StoneExcaliburTurn(stone, excalibur), sum+w.captureScore(captures))
		}
	}
}

// addExcaliburFirst adds the turns that move Excalibur before they place the stone.
func (w *excaliburTurns) addExcaliburFirst() {
	p := w.p
	var g lancelot.Generator
	for targets := g.Excaliburs(p); !targets.IsEmpty() && !w.checkTime(); {
		excalibur := targets.Pop()
		stones := g.AfterExcalibur(p, excalibur)
		if stones.IsEmpty() {
			continue
		}
		marks := excaliburLines(p, excalibur)
		base := int32(0)
		for line := range p.LineCount() {
			state, length, mark := g.LineState(line), p.LineLen(line), int(marks[line])
			w.captures[line], w.gain[line] = 0, 0
			if state.Lead(w.seat) == 1 {
				// Excalibur counts as one of the seat's own stones here.
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
		captured := int32(g.Captured(w.seat) - p.Captured(w.seat))
		for !stones.IsEmpty() {
			stone := stones.Pop()
			sum, captures := base, captured
			for _, line := range p.LinesThrough(stone) {
				sum += w.gain[line]
				captures += w.captures[line]
			}
			w.add(lancelot.ExcaliburStoneTurn(excalibur, stone), sum+w.captureScore(captures))
		}
	}
}
