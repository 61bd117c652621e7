package search

import (
	"sync/atomic"
	"time"

	"tafelrunde/wotn"
)

// watch decides when a search has used its time.
type watch struct {
	limits Limits
	start  time.Time
	// pondering is true until the opponent has made the move expected; ended is
	// when that was, in nanoseconds since start.
	pondering atomic.Bool
	ended     atomic.Int64
	// soft is when no new iteration should begin, hard when to stop at once; 0
	// is never. Both count from the end of pondering.
	soft, hard time.Duration
	threads    int
}

// set plans the time for a move of turn.
func (t *watch) set(l Limits, turn wotn.Color, overhead time.Duration, threads int) {
	t.limits, t.threads = l, threads
	t.soft, t.hard = 0, 0
	t.ended.Store(0)
	t.pondering.Store(l.Ponder)
	if l.Infinite {
		return
	}
	if l.Clock != nil {
		t.soft, t.hard = plan(l.Clock.Remaining[turn], l.Clock.Increment[turn], l.Clock.MovesToGo, overhead)
	}
	if l.MoveTime > 0 {
		// A deadline given is a deadline to keep: a little is left for the
		// last look at the clock.
		given := max(l.MoveTime-2*time.Millisecond, l.MoveTime*9/10)
		if t.hard == 0 || given < t.hard {
			t.hard = given
		}
		t.soft = min(t.soft, given)
	}
}

// plan shares a clock out: soft for the usual move, hard for the hardest.
func plan(remaining, increment time.Duration, movesToGo int, overhead time.Duration) (soft, hard time.Duration) {
	// Games last about 40 moves from anywhere; what comes in by increments is
	// spent as it comes.
	moves := 28
	if movesToGo > 0 {
		moves = min(movesToGo, moves)
	}
	// What reaching the clock costs on all those moves is not there to be
	// thought with, unless increments pay for it.
	left := remaining - overhead - max(0, overhead-increment)*time.Duration(moves-1)
	left = max(left, (remaining-overhead)/10)
	if left < time.Millisecond {
		return time.Microsecond, time.Millisecond
	}
	total := left + max(0, increment-overhead)*time.Duration(moves-1)
	soft = total / time.Duration(moves)
	hard = min(soft*5, left*4/10)
	if movesToGo == 1 {
		soft, hard = left*8/10, left*9/10
	}
	soft = min(soft, hard)
	return soft, max(hard, time.Millisecond/2)
}

// elapsed is the time since the search began, used the part of it that counts.
func (t *watch) elapsed() time.Duration { return time.Since(t.start) }

func (t *watch) used() time.Duration { return t.elapsed() - time.Duration(t.ended.Load()) }

// hit ends pondering.
func (t *watch) hit() {
	if t.pondering.Load() {
		t.ended.Store(int64(t.elapsed()))
		t.pondering.Store(false)
	}
}

// mustStop tells whether the search must end now.
func (t *watch) mustStop(s *shared) bool {
	if t.limits.Nodes > 0 && t.threads > 1 && s.nodes() >= t.limits.Nodes {
		return !t.pondering.Load()
	}
	return t.hard > 0 && !t.pondering.Load() && t.used() >= t.hard
}

// enough tells whether another iteration is not worth beginning: share is the
// part of the nodes that went into the best move, steady the number of
// iterations for which it has been the best, drop by how much its score fell.
func (t *watch) enough(share float64, steady, drop, moves int) bool {
	if t.soft == 0 || t.pondering.Load() {
		return false
	}
	scale := 1.35 - 0.08*float64(min(steady, 7))
	scale *= 1.6 - 0.9*share
	scale *= 1 + float64(max(0, min(drop, 120)))/120
	if moves == 1 {
		scale = 0.05
	}
	return float64(t.used()) >= float64(t.soft)*scale
}
