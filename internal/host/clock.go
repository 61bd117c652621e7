package host

import (
	"context"
	"sync"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// Clock is the time of a process. It follows the monotonic clock of the system:
// it never goes back and never jumps if the system time is set. It approaches its
// reference, by default the system time, by running 0.1 % faster or slower.
type Clock struct {
	// read returns the system's time and its monotonic clock.
	read func() (wall, mono time.Duration)

	mu sync.Mutex
	// ahead is the clock minus the monotonic clock, as of last.
	ahead, last time.Duration
	// reference is the reference minus the monotonic clock, if it is not the
	// system's time.
	reference  time.Duration
	referenced bool
}

const (
	// slewing is the inverse of the largest rate of correction: an hour takes six
	// weeks, and a minute on a game clock is off by at most 60 ms.
	slewing = 1000
	// slewEvery is the least time between two corrections, long enough that none
	// makes the clock go back.
	slewEvery = 2 * time.Millisecond
)

// NewClock returns a clock set to the system time.
func NewClock() *Clock {
	start := time.Now()
	return newClock(func() (wall, mono time.Duration) {
		now := time.Now()
		return time.Duration(now.UnixNano()), now.Sub(start)
	})
}

func newClock(read func() (wall, mono time.Duration)) *Clock {
	wall, mono := read()
	return &Clock{read: read, ahead: wall - mono, last: mono}
}

// Now returns the current time.
func (c *Clock) Now() match.Moment {
	wall, mono := c.read()
	c.mu.Lock()
	defer c.mu.Unlock()
	if passed := mono - c.last; passed >= slewEvery {
		target := wall - mono
		if c.referenced {
			target = c.reference
		}
		most := passed / slewing
		c.ahead += min(most, max(-most, target-c.ahead))
		c.last = mono
	}
	return momentOf(max(mono, c.last) + c.ahead)
}

func momentOf(d time.Duration) match.Moment { return match.Moment(d.Milliseconds()) }

// set sets the clock.
func (c *Clock) set(m match.Moment) {
	_, mono := c.read()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead, c.last = time.Duration(m)*time.Millisecond-mono, mono
}

// follow makes a clock that now shows m the reference.
func (c *Clock) follow(m match.Moment) {
	_, mono := c.read()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reference, c.referenced = time.Duration(m)*time.Millisecond-mono, true
}

// target returns the time of the reference.
func (c *Clock) target() match.Moment {
	wall, mono := c.read()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.referenced {
		wall = mono + c.reference
	}
	return momentOf(wall)
}

// Now returns the system time. Matches use [Host.Now] instead.
func Now() match.Moment { return match.Moment(time.Now().UnixMilli()) }

// Now returns the current time of all matches of the host.
func (h *Host) Now() match.Moment { return h.clock.Now() }

const (
	// followEvery is how often the clock of the database server is read.
	followEvery = 10 * time.Second
	// followWithin is how long a reading may take to be exact enough. There are
	// followTries attempts; at the start the fastest counts.
	followWithin = 20 * time.Millisecond
	followTries  = 5
	// aliveAfter is longer than the time between two heartbeats of a process.
	aliveAfter = 1500 * time.Millisecond
	// clockBehind is how far behind the recorded time the system time must be for a
	// warning.
	clockBehind = 2 * match.Second
)

// SetClock sets the clock of the host before its matches run. Processes that
// share a database server follow its clock. No clock starts before the latest
// recorded heartbeat: if the system time was set back since then, time continues
// from the heartbeat, so that no seat gains or loses time.
func (h *Host) SetClock(ctx context.Context) error {
	asking, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	own, recorded, err := h.readStoreClock(asking, true)
	if err != nil {
		return err
	}
	start := h.clock.target()
	if own && recorded != 0 && max(start.Since(recorded), recorded.Since(start)) >= store.MinDowntime {
		// Either no process was running, or the time of the database server has
		// jumped and running processes still use the old one.
		timer := time.NewTimer(aliveAfter)
		defer timer.Stop()
		select {
		case <-asking.Done():
			return asking.Err()
		case <-timer.C:
		}
		before := recorded
		if _, recorded, err = h.store.Clock(asking); err != nil {
			return err
		}
		if start = h.clock.target(); recorded > before {
			start = recorded
		}
	}
	if behind := recorded.Since(start); behind > 0 {
		if behind >= clockBehind {
			h.log.Warn("the system time is behind the recorded time; clocks continue from the recorded time and return slowly", "seconds", float64(behind)/1000)
		}
		start = recorded
	}
	if start != h.Now() {
		h.clock.set(start)
	}
	h.clockSet.Store(true)
	return nil
}

// readStoreClock reads the clock of the database server, if there is one, and
// makes it the reference if the reading was fast enough, or if anyway is true.
func (h *Host) readStoreClock(ctx context.Context, anyway bool) (own bool, recorded match.Moment, err error) {
	best := followWithin
	if anyway {
		best = storeTimeout
	}
	for range followTries {
		from := time.Now()
		var now match.Moment
		now, recorded, err = h.store.Clock(ctx)
		took := time.Since(from)
		if err != nil || now == 0 {
			return false, recorded, err
		}
		if took <= best {
			h.clock.follow(now.After(match.Millis(took.Milliseconds() / 2)))
			best = took
		}
		if took <= followWithin {
			break
		}
	}
	return true, recorded, nil
}

// followStore updates the reference from the database server.
func (h *Host) followStore(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	_, _, _ = h.readStoreClock(ctx, false) // the next call retries
}
