package host

import (
	"context"
	"sync"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// Clock gives the moments of a process. It runs with the monotonic clock of the
// system, so that it never goes back and never jumps, whatever happens to the
// time of the system. It returns to the time of its reference, by default the
// system's, by running a thousandth faster or slower.
type Clock struct {
	// read returns the system's time and its monotonic clock.
	read func() (wall, mono time.Duration)

	mu sync.Mutex
	// ahead is the clock minus the monotonic clock when that showed last.
	ahead, last time.Duration
	// reference is the reference minus the monotonic clock, if it is not the
	// system's time.
	reference  time.Duration
	referenced bool
}

const (
	// slewing is which part of the time that passes is taken to return to the
	// reference: an hour takes six weeks, and a clock of a game with a minute is
	// wrong by 60 ms.
	slewing = 1000
	// slewEvery is the least time between two steps. It is long enough that no
	// step takes back what was shown since the last.
	slewEvery = 2 * time.Millisecond
)

// NewClock returns a clock that shows the time of the system.
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

// Now returns the present moment.
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

// set lets the clock show a moment.
func (c *Clock) set(m match.Moment) {
	_, mono := c.read()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead, c.last = time.Duration(m)*time.Millisecond-mono, mono
}

// follow makes a clock that shows m the reference instead of the system's time.
func (c *Clock) follow(m match.Moment) {
	_, mono := c.read()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reference, c.referenced = time.Duration(m)*time.Millisecond-mono, true
}

// target returns what the reference shows.
func (c *Clock) target() match.Moment {
	wall, mono := c.read()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.referenced {
		wall = mono + c.reference
	}
	return momentOf(wall)
}

// Now is the system's time. Matches run on the clock of their host instead; see
// [Host.Now].
func Now() match.Moment { return match.Moment(time.Now().UnixMilli()) }

// Now is the present moment of all matches of the host.
func (h *Host) Now() match.Moment { return h.clock.Now() }

const (
	// followEvery is how often a store's own clock is read.
	followEvery = 10 * time.Second
	// followWithin is how long that may take to be exact enough. It is tried
	// followTries times, and at the start the fastest counts.
	followWithin = 20 * time.Millisecond
	followTries  = 5
	// aliveAfter is how long a program that notes its beats needs for the next.
	aliveAfter = 1500 * time.Millisecond
	// clockBehind is how far behind the recorded time a system may be before it
	// is worth a warning.
	clockBehind = 2 * match.Second
)

// SetClock sets the clock of the host before its matches run. Programs that
// share a store follow the store's clock. No clock starts before the time that
// a program has recorded in the store: if the time of the system was set back
// since then, time goes on from there, so that no seat gains or loses by it.
func (h *Host) SetClock(ctx context.Context) error {
	asking, cancel := context.WithTimeout(ctx, storeWithin)
	defer cancel()
	own, recorded, err := h.readStoreClock(asking, true)
	if err != nil {
		return err
	}
	start := h.clock.target()
	if own && recorded != 0 && max(start.Since(recorded), recorded.Since(start)) >= store.MinDowntime {
		// Either nobody was here, or the time of the store has jumped since the
		// others have begun: they still have theirs.
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
			h.log.Warn("the system's time is behind the time in the store; clocks go on from that, and return slowly", "seconds", float64(behind)/1000)
		}
		start = recorded
	}
	if start != h.Now() {
		h.clock.set(start)
	}
	h.clockSet.Store(true)
	return nil
}

// readStoreClock reads the clock of the store, if it has one of its own, and
// makes it the reference: if it is read fast enough, or anyway.
func (h *Host) readStoreClock(ctx context.Context, anyway bool) (own bool, recorded match.Moment, err error) {
	best := followWithin
	if anyway {
		best = storeWithin
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

// followStore keeps the clock with that of the store.
func (h *Host) followStore(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, lookWithin)
	defer cancel()
	_, _, _ = h.readStoreClock(ctx, false) // an error is the store's, and tried again
}
