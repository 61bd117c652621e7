package engines

import (
	"context"
	"time"
)

// NodesPerCheck is the number of nodes between two comparisons with the deadline.
const NodesPerCheck = 64

// Clock counts the nodes of a search and reports when the search must stop. It
// compares the time with the deadline itself, since in a browser no timer fires
// during a search. The zero value cannot be used; [StartClock] returns a Clock.
type Clock struct {
	// Nodes is the number of nodes counted so far, and Limit their maximum; 0 for
	// no limit.
	Nodes, Limit uint64
	// Over is true from the moment at which the search must stop.
	Over bool

	ctx      context.Context
	deadline time.Time
	timed    bool
	next     uint64 // the node at which the time is compared next
}

// StartClock returns a clock for a search within a number of nodes, 0 for no limit, and
// the deadline of the context.
func StartClock(ctx context.Context, nodes uint64) Clock {
	c := Clock{ctx: ctx, Limit: nodes}
	c.deadline, c.timed = ctx.Deadline()
	return c
}

// SetContext replaces the context but not the deadline. If the previous context
// ended, the search may continue.
func (c *Clock) SetContext(ctx context.Context) {
	c.ctx, c.Over = ctx, c.Over && c.ctx.Err() == nil
}

// Late reports whether the context has ended or its deadline has passed. Several
// goroutines may call it at once.
func (c *Clock) Late() bool {
	return c.ctx.Err() != nil || c.timed && !time.Now().Before(c.deadline)
}

// Tick counts a node and reports whether the search must stop. It compares the
// time at every [NodesPerCheck]th node only.
func (c *Clock) Tick() bool {
	c.Nodes++
	if c.Over {
		return true
	}
	if c.Limit != 0 && c.Nodes >= c.Limit {
		c.Over = true
	} else if c.Nodes >= c.next {
		c.next = c.Nodes + NodesPerCheck
		c.Over = c.Late()
	}
	return c.Over
}
