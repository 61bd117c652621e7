package search

import (
	"testing"
	"time"
)

// TestPlanKeepsTheClock checks that no clock runs out if every move takes the
// maximum time plus some overhead.
func TestPlanKeepsTheClock(t *testing.T) {
	const overhead = 10 * time.Millisecond
	for _, control := range []struct {
		base, increment time.Duration
		moves           int
	}{
		{time.Second, 10 * time.Millisecond, 0}, {100 * time.Millisecond, 20 * time.Millisecond, 0},
		{time.Minute, time.Second, 0}, {10 * time.Second, 0, 40}, {time.Hour, 30 * time.Second, 40},
	} {
		left := control.base
		for move := range 300 {
			toGo := 0
			if control.moves > 0 {
				toGo = control.moves - move%control.moves
				if move > 0 && toGo == control.moves {
					left += control.base
				}
			}
			soft, hard := plan(left, control.increment, toGo, overhead)
			if soft > hard || soft <= 0 {
				t.Fatalf("%v: soft %v, hard %v with %v left", control, soft, hard, left)
			}
			left -= hard + overhead/2
			if left <= 0 {
				t.Fatalf("%v: the flag fell on move %d: hard %v", control, move+1, hard)
			}
			left += control.increment
		}
	}
}

// TestPlanSpendsTheClock checks that 60 usual moves use most of the time.
func TestPlanSpendsTheClock(t *testing.T) {
	left := time.Minute
	for range 60 {
		soft, _ := plan(left, 0, 0, 10*time.Millisecond)
		left -= soft
	}
	if left > 20*time.Second {
		t.Errorf("%v of a minute left after 60 moves", left)
	}
}
