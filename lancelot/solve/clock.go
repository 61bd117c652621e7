package solve

import (
	"context"
	"time"
)

// clock ends a search. It compares the time with the deadline itself, since in a
// browser no timer fires during a search.
type clock struct {
	ctx      context.Context
	deadline time.Time
	timed    bool
	limit    uint64 // nodes; 0 for no limit
	nodes    uint64
	next     uint64 // the node before which the time is compared next
	over     bool
}

// timeEvery is the number of nodes between two comparisons with the deadline.
const timeEvery = 64

func startClock(ctx context.Context, nodes uint64) clock {
	c := clock{ctx: ctx, limit: nodes}
	c.deadline, c.timed = ctx.Deadline()
	return c
}

// late reports whether the context has ended or its deadline has passed.
func (c *clock) late() bool {
	return c.ctx.Err() != nil || c.timed && !time.Now().Before(c.deadline)
}

// tick counts a node and reports whether the search must stop.
func (c *clock) tick() bool {
	c.nodes++
	if c.over {
		return true
	}
	if c.limit != 0 && c.nodes >= c.limit {
		c.over = true
	} else if c.nodes >= c.next {
		c.next = c.nodes + timeEvery
		c.over = c.late()
	}
	return c.over
}
