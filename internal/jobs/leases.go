package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// job is a piece of work that this process has leased.
type job interface {
	// lease returns the lease. It changes when do renews it.
	lease() *store.Lease
	// do does the work. It returns store.ErrNotFound if the lease is lost. If it fails
	// or panics, its results so far are stored.
	do(ctx context.Context) error
	// release ends the lease; see [store.Lease].
	release(ctx context.Context, due match.Moment, failed bool) error
	// giveUp stores that the work has failed for good.
	giveUp(ctx context.Context) error
	// dropEngines is called after a panic in do.
	dropEngines()
	// about returns attributes for the log.
	about() []any
}

// worker makes attempts at leased work of one kind.
type worker struct {
	// name is the kind of work, for the log.
	name string
	log  *slog.Logger
	now  func() match.Moment
	// retryAfter are the pauses after failed attempts. After the last one the work is
	// given up.
	retryAfter []match.Millis
}

const (
	// unavailablePause is the pause if the store was unavailable.
	unavailablePause = match.Second
	// stopTimeout is how long storing the state may take when the program stops.
	stopTimeout = 3 * time.Second
)

// errTooOften: the work was leased too often, by workers that ended without reporting
// an error, for example because the program crashed.
var errTooOften = errors.New("all workers that leased it ended without a result")

// attempt makes an attempt at a job and ends its lease. It reports whether the worker can
// go on with other work at once.
//
// A job that fails is due again after a pause, for any worker; after the last attempt it
// is given up. Failures of the store and the end of the program do not count as attempts.
func (w *worker) attempt(ctx context.Context, j job) bool {
	err := errTooOften
	if j.lease().Attempts <= 1+len(w.retryAfter) {
		err = try(ctx, j)
	}
	attempt := j.lease().Attempts
	log := w.log.With(append(j.about(), "attempt", attempt, "error", err)...)
	switch {
	case err == nil, errors.Is(err, store.ErrNotFound): // done, or another worker has it, or it was deleted
		return ctx.Err() == nil
	case ctx.Err() != nil:
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
		defer cancel()
		w.release(ctx, j, w.now(), false)
		return false
	case errors.Is(err, store.ErrUnavailable):
		// If this fails too, the lease expires.
		_ = j.release(ctx, w.now().After(unavailablePause), false)
		return false
	case attempt <= len(w.retryAfter):
		log.Error(w.name + " failed; it will be tried again")
		w.release(ctx, j, w.now().After(w.retryAfter[attempt-1]), true)
		return true
	}
	log.Error(w.name + " failed; it is given up")
	if err := j.giveUp(ctx); err != nil && !errors.Is(err, store.ErrNotFound) && ctx.Err() == nil {
		w.log.Error("recording that "+w.name+" failed", append(j.about(), "error", err)...)
		rest := match.Day
		if errors.Is(err, store.ErrUnavailable) {
			rest = unavailablePause
		}
		w.release(ctx, j, w.now().After(rest), true)
	}
	return true
}

// release ends a lease. If this fails, the lease expires.
func (w *worker) release(ctx context.Context, j job, due match.Moment, failed bool) {
	if err := j.release(ctx, due, failed); err != nil && !errors.Is(err, store.ErrNotFound) && ctx.Err() == nil {
		w.log.Error("ending a lease failed; it will expire: "+w.name, append(j.about(), "error", err)...)
	}
}

// try does a job. It converts panics of engines to errors.
func try(ctx context.Context, j job) (err error) {
	defer func() {
		if value := recover(); value != nil {
			j.dropEngines()
			err = fmt.Errorf("%v\n%s", value, debug.Stack())
		}
	}()
	return j.do(ctx)
}

// spareLease is how long a review or a comparison belongs to a worker that does not renew the
// lease.
const spareLease = time.Minute

const (
	// renewEvery is how often a lease is renewed.
	renewEvery = spareLease / 4
	// lookEvery is how often a pause looks whether games still need the engine.
	lookEvery = 200 * time.Millisecond
)

// spareWorker makes work that waits for games, one piece at a time.
type spareWorker struct {
	worker
	// idle reports whether no game needs the engine.
	idle func(ctx context.Context) bool
	// next leases a piece of work until a moment, or returns store.ErrNotFound.
	next func(ctx context.Context, now, until match.Moment) (job, error)
}

// Next makes one piece of work and reports whether the worker can go on with the next one
// at once. When ctx is done, it stores what it has found and ends its lease, so that the
// work continues elsewhere or later.
func (w *spareWorker) Next(ctx context.Context) bool {
	if !w.idle(ctx) {
		return false
	}
	j, err := w.next(ctx, w.now(), w.leaseEnd())
	if err != nil {
		if !errors.Is(err, store.ErrNotFound) && !errors.Is(err, store.ErrUnavailable) && ctx.Err() == nil {
			w.log.Error("leasing work failed: "+w.name, "error", err)
		}
		return false
	}
	return w.attempt(ctx, j)
}

// leaseEnd returns the end of a lease that is taken or renewed now.
func (w *spareWorker) leaseEnd() match.Moment {
	return w.now().After(match.Millis(spareLease.Milliseconds()))
}

// pacer paces the searches of a job whose lease has just begun. renew stores what is done
// and renews the lease.
func (w *spareWorker) pacer(renew func(ctx context.Context) error) *pacer {
	return &pacer{w.idle, renew, time.Now()}
}

// pacer makes a job wait for games, and renews its lease.
type pacer struct {
	idle    func(ctx context.Context) bool
	renew   func(ctx context.Context) error
	renewed time.Time
}

// wait returns when no game needs the engine, with the error of ctx if it is done, or
// with an error of renew. It must be called before each search: it calls renew when the
// work has to pause, and whenever the lease is due to be renewed.
func (p *pacer) wait(ctx context.Context) error {
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
