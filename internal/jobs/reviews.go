package jobs

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
	"tafelrunde/internal/store"
)

const (
	// keepEvery is how often results are stored, so that a worker that is killed loses
	// little.
	keepEvery = time.Second
	// stopTimeout is how long storing the last results may take when the server stops.
	stopTimeout = 3 * time.Second
)

// reviewRetryAfter are the pauses after attempts that failed without a new result. After the
// last one the review has failed.
var reviewRetryAfter = [...]match.Millis{10 * match.Second, match.Minute, 5 * match.Minute}

// ReviewStore is what a worker reads and writes.
type ReviewStore interface {
	store.Reviews
	Events(ctx context.Context, id string, after int64) ([]match.Event, error)
}

// ReviewWorker makes reviews that people have requested, one at a time, when no game needs the
// engine. NewReviewWorker returns one.
type ReviewWorker struct {
	store ReviewStore
	log   *slog.Logger
	now   func() match.Moment
	// idle reports whether no game needs the engine.
	idle    func(ctx context.Context) bool
	engines reviewSearchers
	// search is that of engines; tests replace it.
	search func(ctx context.Context, g *ReviewGame, place, nodes int) (any, error)
	// keepEvery is the constant; tests replace it.
	keepEvery time.Duration
}

// NewReviewWorker returns a worker. now is the time of the store.
func NewReviewWorker(s ReviewStore, log *slog.Logger, now func() match.Moment, idle func(ctx context.Context) bool) *ReviewWorker {
	w := &ReviewWorker{store: s, log: log, now: now, idle: idle, keepEvery: keepEvery}
	w.search = w.engines.search
	return w
}

// Next makes one review and reports whether there was one. When ctx is done, it stores
// what it has found and ends its lease, so that the review continues elsewhere or later.
func (w *ReviewWorker) Next(ctx context.Context) bool {
	if !w.idle(ctx) {
		return false
	}
	now := w.now()
	r, err := w.store.LeaseReview(ctx, now, LeasedUntil(now))
	if err != nil {
		if !errors.Is(err, store.ErrNotFound) && !errors.Is(err, store.ErrUnavailable) && ctx.Err() == nil {
			w.log.Error("reading the requested reviews failed", "error", err)
		}
		return false
	}
	if r.BeganAt == now {
		metrics.ReviewWaitSeconds.Observe(seconds(r.BeganAt.Since(r.RequestedAt)))
	}
	failure := errReviewTooOften
	if r.Attempts <= 1+len(reviewRetryAfter) {
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
	if r.Attempts <= len(reviewRetryAfter) {
		w.release(ctx, &r, w.now().After(reviewRetryAfter[r.Attempts-1]))
		return true
	}
	metrics.ReviewsFailed.Inc()
	r.Failed, r.FinishedAt = true, w.now()
	w.release(ctx, &r, r.FinishedAt)
	return true
}

// errReviewTooOften: all attempts ended without a result, for example because the program
// crashed.
var errReviewTooOften = errors.New("the review was begun too often without a result")

func seconds(d match.Millis) float64 { return float64(max(0, d)) / float64(match.Second) }

// release ends the lease of a review. Workers may take it from a moment on.
func (w *ReviewWorker) release(ctx context.Context, r *store.Review, due match.Moment) {
	ctx, cancel := context.WithTimeout(ctx, stopTimeout)
	defer cancel()
	r.Running, r.DueAt = false, due
	if err := w.store.KeepReview(ctx, *r, nil); err != nil && !errors.Is(err, store.ErrNotFound) {
		w.log.Error("releasing a review failed; its lease will expire", "match", r.Match, "game", r.Game, "error", err)
	}
}

// run runs the searches of a review whose results are not stored. It converts panics of
// engines to errors. The error is store.ErrNotFound if the review was cancelled.
func (w *ReviewWorker) run(ctx context.Context, r *store.Review) (err error) {
	var fresh []store.ReviewResult
	kept := time.Now()
	keep := func(ctx context.Context) error {
		next := *r
		next.DueAt = LeasedUntil(w.now())
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
			w.engines = reviewSearchers{}
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
	pacer := NewPacer(w.idle, keep)
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
