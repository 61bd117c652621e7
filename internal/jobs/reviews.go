package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/metrics"
	"tafelrunde/internal/store"
)

// keepEvery is how often results are stored, so that a worker that is killed loses
// little.
const keepEvery = time.Second

// reviewRetryAfter are the pauses after attempts that failed without a new result. After
// the last one the review has failed.
var reviewRetryAfter = []match.Millis{10 * match.Second, match.Minute, 5 * match.Minute}

// ReviewStore is what a worker reads and writes.
type ReviewStore interface {
	store.Reviews
	Events(ctx context.Context, id string, after int64) ([]match.Event, error)
}

// ReviewWorker makes reviews that people have requested, one at a time, when no game needs the
// engine. NewReviewWorker returns one.
type ReviewWorker struct {
	spareWorker
	store   ReviewStore
	engines reviewSearchers
	// Finished, unless nil, is called with the person who requested a review that is done.
	Finished func(person string)
	// search is that of engines; tests replace it.
	search func(ctx context.Context, g *ReviewGame, place, nodes int) (any, error)
	// keepEvery is the constant; tests replace it.
	keepEvery time.Duration
}

// NewReviewWorker returns a worker. now is the time of the store; idle reports whether no
// game needs the engine.
func NewReviewWorker(s ReviewStore, log *slog.Logger, now func() match.Moment, idle func(ctx context.Context) bool) *ReviewWorker {
	w := &ReviewWorker{store: s, keepEvery: keepEvery}
	w.spareWorker = spareWorker{
		worker: worker{name: "reviewing a game", log: log, now: now, retryAfter: reviewRetryAfter},
		idle:   idle, next: w.nextReview,
	}
	w.search = w.engines.search
	return w
}

// nextReview leases a review.
func (w *ReviewWorker) nextReview(ctx context.Context, now, until match.Moment) (job, error) {
	r, err := w.store.LeaseReview(ctx, now, until)
	if err != nil {
		return nil, err
	}
	if r.BeganAt == now {
		metrics.ReviewWaitSeconds.Observe(seconds(r.BeganAt.Since(r.RequestedAt)))
	}
	return &review{worker: w, Review: r}, nil
}

func seconds(d match.Millis) float64 { return float64(max(0, d)) / float64(match.Second) }

// review is a leased review. It is the [job] of a ReviewWorker.
type review struct {
	worker *ReviewWorker
	store.Review
	// fresh are results that are not stored, kept is when results were last stored.
	fresh []store.ReviewResult
	kept  time.Time
}

func (r *review) lease() *store.Lease { return &r.Lease }

func (r *review) about() []any { return []any{"match", r.Match, "game", r.Game} }

func (r *review) dropEngines() { r.worker.engines = reviewSearchers{} }

func (r *review) release(ctx context.Context, due match.Moment, failed bool) error {
	return r.worker.store.ReleaseReview(ctx, r.Review, due, failed)
}

func (r *review) giveUp(ctx context.Context) error {
	metrics.ReviewsFailed.Inc()
	r.Failed, r.FinishedAt, r.Running = true, r.worker.now(), false
	return r.worker.store.KeepReview(ctx, r.Review, nil)
}

// keep stores the fresh results and renews the lease, or finishes the review.
func (r *review) keep(ctx context.Context) error {
	next := r.Review
	next.DueAt = r.worker.leaseEnd()
	if len(r.fresh) > 0 {
		next.Attempts, next.Done = 1, r.Done+len(r.fresh)
	}
	if next.Done == next.All {
		next.FinishedAt, next.Running = r.worker.now(), false
	}
	if err := r.worker.store.KeepReview(ctx, next, r.fresh); err != nil {
		return err
	}
	r.Review, r.fresh, r.kept = next, nil, time.Now()
	if next.FinishedAt > 0 && r.worker.Finished != nil {
		r.worker.Finished(next.Person)
	}
	return nil
}

// do runs the searches of the review whose results are not stored. The error is
// store.ErrNotFound if the review was cancelled.
func (r *review) do(ctx context.Context) (err error) {
	defer func() { // also after a panic
		if len(r.fresh) == 0 || errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrUnavailable) {
			return
		}
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
		defer cancel()
		if lost := r.keep(last); lost != nil {
			err = errors.Join(lost, err)
		}
	}()
	events, err := r.worker.store.Events(ctx, r.Match, 0)
	if err != nil {
		return err
	}
	g, err := finishedGame(events, r.Game)
	if err != nil {
		return err
	}
	results, err := r.worker.store.ReviewResults(ctx, r.Match, r.Game)
	if err != nil {
		return err
	}
	if r.Engine != g.Engine() { // a review has results of one engine
		r.Engine, results = g.Engine(), nil
	}
	stored := make(map[int]bool)
	for _, result := range results {
		stored[result.Place] = true
	}
	r.Done, r.All, r.kept = len(stored), g.Searches(), time.Now()
	pacer := r.worker.pacer(r.keep)
	for place := r.All - 1; place >= 0; place-- {
		if stored[place] {
			continue
		}
		if err := pacer.wait(ctx); err != nil {
			return err
		}
		found, err := r.worker.search(ctx, g, place, r.Nodes)
		if err != nil {
			return err
		}
		body, err := json.Marshal(found)
		if err != nil {
			return err
		}
		r.fresh = append(r.fresh, store.ReviewResult{Place: place, Body: string(body)})
		if time.Since(r.kept) >= r.worker.keepEvery {
			if err := r.keep(ctx); err != nil {
				return err
			}
		}
	}
	if r.FinishedAt == 0 {
		if err := r.keep(ctx); err != nil {
			return err
		}
	}
	metrics.ReviewSeconds.Observe(seconds(r.FinishedAt.Since(r.BeganAt)))
	return nil
}
