package engines

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestClockLimit(t *testing.T) {
	c := StartClock(t.Context(), 10)
	for range 9 {
		if c.Tick() {
			t.Fatalf("over after %d nodes of 10", c.Nodes)
		}
	}
	if !c.Tick() || !c.Over || !c.Tick() || c.Nodes != 11 {
		t.Errorf("after 11 nodes of 10: %+v", c)
	}
}

// TestDeadline: the search stops at most NodesPerCheck nodes after its deadline, although no
// timer has fired.
func TestClockDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		c := StartClock(ctx, 0)
		for range 1000 {
			if c.Tick() {
				t.Fatalf("over after %d nodes", c.Nodes)
			}
		}
		if c.Late() {
			t.Error("late before the deadline")
		}
		time.Sleep(time.Second)
		if !c.Late() {
			t.Error("not late at the deadline")
		}
		nodes := 0
		for !c.Tick() {
			nodes++
		}
		if nodes > NodesPerCheck {
			t.Errorf("%d nodes after the deadline", nodes)
		}
	})
}

// TestSetContext: the end of a context does not end the search with the next one; a
// limit of nodes does.
func TestClockContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := StartClock(ctx, 100)
	cancel()
	if !c.Tick() {
		t.Fatal("not over after the end of the context")
	}
	if c.SetContext(t.Context()); c.Over || c.Tick() {
		t.Error("over with a new context")
	}
	for !c.Tick() {
	}
	if c.SetContext(t.Context()); !c.Over || c.Nodes != 100 {
		t.Errorf("after the limit: %+v", c)
	}
}
