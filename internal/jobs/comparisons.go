package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// maxComparisonAttempts is how often a comparison is begun before it has failed.
const maxComparisonAttempts = 3

// ComparisonStore is what a worker reads and writes.
type ComparisonStore interface {
	store.Comparisons
	Events(ctx context.Context, id string, after int64) ([]match.Event, error)
	GamesOf(ctx context.Context, q store.GameQuery) ([]store.PlayedGame, error)
}

// ComparisonWorker makes comparisons that moderators have requested, one at a time, when no
// game needs the engine. NewComparisonWorker returns one.
type ComparisonWorker struct {
	store ComparisonStore
	log   *slog.Logger
	now   func() match.Moment
	// idle reports whether no game needs the engine.
	idle func(ctx context.Context) bool
}

// NewComparisonWorker returns a worker. now is the time of the store.
func NewComparisonWorker(s ComparisonStore, log *slog.Logger, now func() match.Moment, idle func(ctx context.Context) bool) *ComparisonWorker {
	return &ComparisonWorker{store: s, log: log, now: now, idle: idle}
}

// Next makes one comparison and reports whether there was one.
func (w *ComparisonWorker) Next(ctx context.Context) bool {
	if !w.idle(ctx) {
		return false
	}
	now := w.now()
	c, err := w.store.LeaseComparison(ctx, now, LeasedUntil(now))
	if err != nil {
		if !errors.Is(err, store.ErrNotFound) && !errors.Is(err, store.ErrUnavailable) && ctx.Err() == nil {
			w.log.Error("reading the requested comparisons failed", "error", err)
		}
		return false
	}
	failure := errComparisonTooOften
	if c.Attempts <= maxComparisonAttempts {
		failure = w.run(ctx, &c)
	}
	switch {
	case failure == nil || ctx.Err() != nil || errors.Is(failure, store.ErrNotFound):
		return ctx.Err() == nil
	case errors.Is(failure, store.ErrUnavailable):
		return false // the lease expires
	}
	w.log.Error("comparing games with the engine failed", "attempt", c.Attempts, "error", failure)
	if c.Attempts >= maxComparisonAttempts {
		c.Failed, c.FinishedAt = true, w.now()
		if err := w.store.KeepComparison(ctx, c); err != nil && ctx.Err() == nil && !errors.Is(err, store.ErrNotFound) {
			w.log.Error("recording a failed comparison failed", "error", err)
		}
	}
	return false
}

// errComparisonTooOften: all attempts ended without a result, for example because the program
// was stopped.
var errComparisonTooOften = errors.New("the comparison was begun too often without a result")

// run makes a comparison and stores it after every game. It converts panics of engines
// to errors. The error is store.ErrNotFound if the comparison was requested again or the
// person was deleted.
func (w *ComparisonWorker) run(ctx context.Context, c *store.Comparison) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("%v\n%s", value, debug.Stack())
		}
	}()
	played, err := w.gamesOf(ctx, c.Person)
	if err != nil {
		return err
	}
	keep := func(ctx context.Context) error {
		c.LeasedUntil = LeasedUntil(w.now())
		return w.store.KeepComparison(ctx, *c)
	}
	by := &comparer{pause: NewPacer(w.idle, keep).Wait}
	list := []ComparedGame{}
	for i := range played {
		g, err := w.game(ctx, by, &played[i], c.Person)
		if err != nil {
			return err
		}
		list = append(list, g)
		if err := setResult(c, summarise(list, len(played))); err != nil {
			return err
		}
		if err := keep(ctx); err != nil {
			return err
		}
	}
	if len(played) == 0 {
		if err := setResult(c, summarise(list, 0)); err != nil {
			return err
		}
	}
	c.FinishedAt = w.now()
	return w.store.KeepComparison(ctx, *c)
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
