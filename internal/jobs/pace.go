package jobs

import (
	"context"
	"time"

	"tafelrunde/internal/match"
)

// Lease is how long work belongs to a worker that does not renew the lease.
const Lease = time.Minute

const (
	// renewEvery is how often a lease is renewed.
	renewEvery = Lease / 4
	// lookEvery is how often a pause looks whether games still need the engine.
	lookEvery = 200 * time.Millisecond
)

// LeasedUntil returns the end of a lease that is taken or renewed at a moment.
func LeasedUntil(now match.Moment) match.Moment {
	return now.After(match.Millis(Lease.Milliseconds()))
}

// Pacer paces the searches of leased work. NewPacer returns one.
type Pacer struct {
	idle    func(ctx context.Context) bool
	renew   func(ctx context.Context) error
	renewed time.Time
}

// NewPacer returns the pacer of work whose lease has just begun. idle reports whether no game
// needs the engine; renew stores what is done and renews the lease.
func NewPacer(idle func(ctx context.Context) bool, renew func(ctx context.Context) error) *Pacer {
	return &Pacer{idle, renew, time.Now()}
}

// Wait returns when no game needs the engine, with the error of ctx if it is done, or
// with an error of renew. It must be called before each search: it calls renew when the
// work has to pause, and whenever the lease is due to be renewed.
func (p *Pacer) Wait(ctx context.Context) error {
	for paused := false; ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		idle := p.idle(ctx)
		if !idle && !paused || time.Since(p.renewed) >= renewEvery {
			if err := p.renew(ctx); err != nil {
				return err
			}
			p.renewed = time.Now()
		}
		if idle {
			return nil
		}
		paused = true
		timer := time.NewTimer(lookEvery)
		select {
		case <-ctx.Done():
			timer.Stop()
		case <-timer.C:
		}
	}
}
