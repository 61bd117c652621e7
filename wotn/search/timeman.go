package search

import (
	"sync/atomic"
	"time"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// timeManager decides when a search ends because of time or nodes.
type timeManager struct {
	limits engine.Limits
	start  time.Time
	// pondering is true until the expected move is played; ponderEnd is the
	// time of that, in nanoseconds since start.
	pondering atomic.Bool
	ponderEnd atomic.Int64
	// After soft no new iteration should begin; after hard the search stops at
	// once. 0 means never. Both count from the end of pondering.
	soft, hard time.Duration
	threads    int
}

// begin starts the clock and plans the time for a move of the side turn.
func (t *timeManager) begin(l engine.Limits, turn wotn.Color, overhead time.Duration, threads int) {
	t.start = time.Now()
	t.limits, t.threads = l, threads
	t.soft, t.hard = 0, 0
	t.ponderEnd.Store(0)
	t.pondering.Store(l.PonderHit != nil)
	if l.Infinite {
		return
	}
	if l.Clock[turn] > 0 {
		t.soft, t.hard = plan(l.Clock[turn], l.Increment[turn], l.MovesToGo, overhead)
	}
	if l.MoveTime > 0 {
		// The move time is a deadline, so a little is kept for the delay until
		// the clock is read next.
		given := max(l.MoveTime-2*time.Millisecond, l.MoveTime*9/10, 1)
		if t.hard == 0 || given < t.hard {
			t.hard = given
		}
		t.soft = min(t.soft, given)
	}
}

// plan returns the time for a usual move (soft) and at most (hard).
func plan(remaining, increment time.Duration, movesToGo int, overhead time.Duration) (soft, hard time.Duration) {
	// The rest of a game is about 40 moves; increments are spent as they come.
	moves := 28
	if movesToGo > 0 {
		moves = min(movesToGo, moves)
	}
	// The overhead of all those moves is not available for searching, unless
	// increments cover it.
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

// elapsed returns the time since the search began.
func (t *timeManager) elapsed() time.Duration { return time.Since(t.start) }

// used returns the time since the search began or pondering ended.
func (t *timeManager) used() time.Duration { return t.elapsed() - time.Duration(t.ponderEnd.Load()) }

// followPonderHit ends pondering when Limits.PonderHit is closed. The returned
// function stops waiting for that.
func (t *timeManager) followPonderHit() (stop func()) {
	hit := t.limits.PonderHit
	if hit == nil {
		return func() {}
	}
	over, left := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(left)
		select {
		case <-hit:
			t.ponderEnd.Store(int64(t.elapsed()))
			t.pondering.Store(false)
		case <-over:
		}
	}()
	return func() {
		close(over)
		<-left
	}
}

// mustStop reports whether the search must end now.
func (t *timeManager) mustStop(s *shared) bool {
	if t.limits.Nodes > 0 && t.threads > 1 && s.nodes() >= t.limits.Nodes {
		return !t.pondering.Load()
	}
	return t.hard > 0 && !t.pondering.Load() && t.used() >= t.hard
}

// endsDeepening reports whether no further iteration should start. share is the part of
// the nodes spent on the best move, and steady the number of iterations in which it has
// been the best. drop is how much its score fell in the last iteration, and moves the
// number of root moves.
func (t *timeManager) endsDeepening(share float64, steady, drop, moves int) bool {
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
