package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// comparisonRetryAfter are the pauses after failed attempts. After the last one the
// comparison has failed.
var comparisonRetryAfter = []match.Millis{match.Minute, match.Minute}

// ComparisonStore is what a worker reads and writes.
type ComparisonStore interface {
	store.Comparisons
	Events(ctx context.Context, id string, after int64) ([]match.Event, error)
	GamesOf(ctx context.Context, q store.GameQuery) ([]store.PlayedGame, error)
}

// ComparisonWorker makes comparisons that moderators have requested, one at a time, when no
// game needs the engine. NewComparisonWorker returns one.
type ComparisonWorker struct {
	spareWorker
	store ComparisonStore
}

// NewComparisonWorker returns a worker. now is the time of the store; idle reports whether
// no game needs the engine.
func NewComparisonWorker(s ComparisonStore, log *slog.Logger, now func() match.Moment, idle func(ctx context.Context) bool) *ComparisonWorker {
	w := &ComparisonWorker{store: s}
	w.spareWorker = spareWorker{
		worker: worker{name: "comparing games with the engine", log: log, now: now, retryAfter: comparisonRetryAfter},
		idle:   idle, next: w.nextComparison,
	}
	return w
}

// nextComparison leases a comparison.
func (w *ComparisonWorker) nextComparison(ctx context.Context, now, until match.Moment) (job, error) {
	c, err := w.store.LeaseComparison(ctx, now, until)
	if err != nil {
		return nil, err
	}
	return &comparison{worker: w, Comparison: c}, nil
}

// comparison is a leased comparison. It is the [job] of a ComparisonWorker.
type comparison struct {
	worker *ComparisonWorker
	store.Comparison
}

func (c *comparison) lease() *store.Lease { return &c.Lease }

func (c *comparison) about() []any { return nil }

func (c *comparison) dropEngines() {} // each attempt has engines of its own

func (c *comparison) release(ctx context.Context, due match.Moment, failed bool) error {
	return c.worker.store.ReleaseComparison(ctx, c.Comparison, due, failed)
}

func (c *comparison) giveUp(ctx context.Context) error {
	c.Failed, c.FinishedAt = true, c.worker.now()
	return c.worker.store.KeepComparison(ctx, c.Comparison)
}

// keep stores the result and renews the lease.
func (c *comparison) keep(ctx context.Context) error {
	next := c.Comparison
	next.DueAt = c.worker.leaseEnd()
	if err := c.worker.store.KeepComparison(ctx, next); err != nil {
		return err
	}
	c.Comparison = next
	return nil
}

// do makes the comparison and stores it after every game. The error is store.ErrNotFound
// if the comparison was requested again or the person was deleted.
func (c *comparison) do(ctx context.Context) error {
	played, err := c.worker.gamesOf(ctx, c.Person)
	if err != nil {
		return err
	}
	by := &comparer{pause: c.worker.pacer(c.keep).wait}
	list := []ComparedGame{}
	for i := range played {
		g, err := c.worker.game(ctx, by, &played[i], c.Person)
		if err != nil {
			return err
		}
		list = append(list, g)
		if err := setResult(&c.Comparison, summarise(list, len(played))); err != nil {
			return err
		}
		if err := c.keep(ctx); err != nil {
			return err
		}
	}
	if len(played) == 0 {
		if err := setResult(&c.Comparison, summarise(list, 0)); err != nil {
			return err
		}
	}
	c.FinishedAt = c.worker.now()
	return c.worker.store.KeepComparison(ctx, c.Comparison)
}

// setResult puts a report into a comparison.
func setResult(c *store.Comparison, r Findings) error {
	text, err := json.Marshal(r)
	c.Result = string(text)
	return err
}

// gamesOf returns the newest finished games of a person that have moves.
func (w *ComparisonWorker) gamesOf(ctx context.Context, person string) ([]store.PlayedGame, error) {
	list, err := w.store.GamesOf(ctx, store.GameQuery{Person: person, Private: true, Limit: 2 * MaxComparedGames})
	if err != nil {
		return nil, err
	}
	var found []store.PlayedGame
	for _, g := range list {
		if g.Outcome.Reason != match.ByAbort && len(found) < MaxComparedGames {
			found = append(found, g)
		}
	}
	return found, nil
}

// game compares one game.
func (w *ComparisonWorker) game(ctx context.Context, by *comparer, played *store.PlayedGame, person string) (ComparedGame, error) {
	g := ComparedGame{Match: played.Match, Game: played.Number, EndedAt: played.EndedAt, Rules: played.Settings.Game, Variant: played.Settings.Variant, Seat: -1}
	for seat, p := range played.Players {
		if p.ID == person {
			g.Seat = seat
		}
	}
	events, err := w.store.Events(ctx, played.Match, 0)
	if err != nil {
		return g, err
	}
	r, err := replayOf(events, played.Number)
	if err != nil {
		return g, fmt.Errorf("match %s: %w", played.Match, err)
	}
	if g.Moves, err = by.compare(ctx, r, g.Seat); err != nil {
		return g, fmt.Errorf("match %s, game %d: %w", played.Match, played.Number, err)
	}
	g.Summary = Summarise(g.Moves)
	return g, nil
}
