package reviewer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/metrics"
	"tafelrunde/internal/spare"
	"tafelrunde/internal/store"
)

const (
	// keepEvery is how often results are stored, so that a worker that is killed loses
	// little.
	keepEvery = time.Second
	// stopTimeout is how long storing the last results may take when the server stops.
	stopTimeout = 3 * time.Second
)

// retryAfter are the pauses after attempts that failed without a new result. After the
// last one the review has failed.
var retryAfter = [...]match.Millis{10 * match.Second, match.Minute, 5 * match.Minute}

// Store is what a worker reads and writes.
type Store interface {
	store.Reviews
	Events(ctx context.Context, id string, after int64) ([]match.Event, error)
}

// Worker makes reviews that people have requested, one at a time, when no game needs the
// engine. New returns one.
type Worker struct {
	store Store
	log   *slog.Logger
	now   func() match.Moment
	// idle reports whether no game needs the engine.
	idle    func(ctx context.Context) bool
	engines engines
	// search is that of engines; tests replace it.
	search func(ctx context.Context, g *Game, place, nodes int) (any, error)
	// keepEvery is the constant; tests replace it.
	keepEvery time.Duration
}

// New returns a worker. now is the time of the store.
func New(s Store, log *slog.Logger, now func() match.Moment, idle func(ctx context.Context) bool) *Worker {
	w := &Worker{store: s, log: log, now: now, idle: idle, keepEvery: keepEvery}
	w.search = w.engines.search
	return w
}

// Next makes one review and reports whether there was one. When ctx is done, it stores
// what it has found and ends its lease, so that the review continues elsewhere or later.
func (w *Worker) Next(ctx context.Context) bool {
	if !w.idle(ctx) {
		return false
	}
	now := w.now()
	r, err := w.store.LeaseReview(ctx, now, spare.LeasedUntil(now))
	if err != nil {
		if !errors.Is(err, store.ErrNotFound) && !errors.Is(err, store.ErrUnavailable) && ctx.Err() == nil {
			w.log.Error("reading the requested reviews failed", "error", err)
		}
		return false
	}
	if r.BeganAt == now {
		metrics.ReviewWaitSeconds.Observe(seconds(r.BeganAt.Since(r.RequestedAt)))
	}
	failure := errTooOften
	if r.Attempts <= 1+len(retryAfter) {
		failure = w.run(ctx, &r)
	}
	switch {
	case failure == nil:
		metrics.ReviewSeconds.Observe(seconds(r.FinishedAt.Since(r.BeganAt)))
		return true
	case errors.Is(failure, store.ErrNotFound): // cancelled, or the match was deleted
		return true
	case ctx.Err() != nil:
		r.Attempts--
		w.release(context.WithoutCancel(ctx), &r, w.now())
		return false
	case errors.Is(failure, store.ErrUnavailable):
		return false // the lease expires
	}
	w.log.Error("reviewing a game failed", "match", r.Match, "game", r.Game, "attempt", r.Attempts, "error", failure)
	if r.Attempts <= len(retryAfter) {
		w.release(ctx, &r, w.now().After(retryAfter[r.Attempts-1]))
		return true
	}
	metrics.ReviewsFailed.Inc()
	r.Failed, r.FinishedAt = true, w.now()
	w.release(ctx, &r, r.FinishedAt)
	return true
}

// errTooOften: all attempts ended without a result, for example because the program
// crashed.
var errTooOften = errors.New("the review was begun too often without a result")

func seconds(d match.Millis) float64 { return float64(max(0, d)) / float64(match.Second) }

// release ends the lease of a review. Workers may take it from a moment on.
func (w *Worker) release(ctx context.Context, r *store.Review, due match.Moment) {
	ctx, cancel := context.WithTimeout(ctx, stopTimeout)
	defer cancel()
	r.Running, r.DueAt = false, due
	if err := w.store.KeepReview(ctx, *r, nil); err != nil && !errors.Is(err, store.ErrNotFound) {
		w.log.Error("releasing a review failed; its lease will expire", "match", r.Match, "game", r.Game, "error", err)
	}
}

// run runs the searches of a review whose results are not stored. It converts panics of
// engines to errors. The error is store.ErrNotFound if the review was cancelled.
func (w *Worker) run(ctx context.Context, r *store.Review) (err error) {
	var fresh []store.ReviewResult
	kept := time.Now()
	keep := func(ctx context.Context) error {
		next := *r
		next.DueAt = spare.LeasedUntil(w.now())
		if len(fresh) > 0 {
			next.Attempts, next.Done = 1, r.Done+len(fresh)
		}
		if next.Done == next.All {
			next.FinishedAt, next.Running = w.now(), false
		}
		if err := w.store.KeepReview(ctx, next, fresh); err != nil {
			return err
		}
		*r, fresh, kept = next, nil, time.Now()
		return nil
	}
	defer func() {
		if value := recover(); value != nil {
			w.engines = engines{}
			err = fmt.Errorf("%v\n%s", value, debug.Stack())
		}
		if err == nil || len(fresh) == 0 || errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrUnavailable) {
			return
		}
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
		defer cancel()
		if lost := keep(last); lost != nil {
			err = errors.Join(lost, err)
		}
	}()
	events, err := w.store.Events(ctx, r.Match, 0)
	if err != nil {
		return err
	}
	g, err := finishedGame(events, r.Game)
	if err != nil {
		return err
	}
	results, err := w.store.ReviewResults(ctx, r.Match, r.Game)
	if err != nil {
		return err
	}
	stored := make(map[int]bool)
	for _, result := range results {
		stored[result.Place] = true
	}
	r.Done, r.All = len(stored), g.Searches()
	pacer := spare.New(w.idle, keep)
	for place := r.All - 1; place >= 0; place-- {
		if stored[place] {
			continue
		}
		if err := pacer.Wait(ctx); err != nil {
			return err
		}
		found, err := w.search(ctx, g, place, r.Nodes)
		if err != nil {
			return err
		}
		body, err := json.Marshal(found)
		if err != nil {
			return err
		}
		fresh = append(fresh, store.ReviewResult{Place: place, Body: string(body)})
		if time.Since(kept) >= w.keepEvery {
			if err := keep(ctx); err != nil {
				return err
			}
		}
	}
	if r.FinishedAt > 0 {
		return nil
	}
	return keep(ctx)
}
