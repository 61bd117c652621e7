package botseat

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// Worker takes turns of engines. Make one with New.
type Worker struct {
	host  *host.Host
	store store.Store
	log   *slog.Logger
	// threads is how many turns it thinks about at once.
	threads int
}

// Bounds of thinking. A turn is given to another worker after lease.
const (
	thinkAtMost = 2 * time.Second
	lease       = 5 * match.Second
	// lookEvery is how often turns are looked for when nobody tells of one:
	// those that other workers have given up.
	lookEvery = time.Second
)

// New makes a worker that thinks in so many threads.
func New(h *host.Host, s store.Store, log *slog.Logger, threads int) *Worker {
	return &Worker{host: h, store: s, log: log, threads: threads}
}

// Run takes turns until ctx is done; those begun are finished without thinking
// on.
func (w *Worker) Run(ctx context.Context) {
	wake := make(chan struct{}, w.threads)
	var work sync.WaitGroup
	for range w.threads {
		work.Go(func() { w.work(ctx, wake) })
	}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			work.Wait()
			return
		case <-w.host.Turns():
		case <-tick.C:
		}
		select {
		case wake <- struct{}{}:
		default: // as many as there are threads already wait
		}
	}
}

// work takes turns whenever it is woken, as long as there are any.
func (w *Worker) work(ctx context.Context, wake chan struct{}) {
	var e engines
	for {
		select {
		case <-ctx.Done():
			return
		case <-wake:
		}
		for ctx.Err() == nil {
			turn, err := w.store.TakeTurn(ctx, w.host.Now(), lease)
			if errors.Is(err, store.ErrNotFound) {
				break
			}
			if err != nil {
				if ctx.Err() == nil && w.host.StoreAnswers() {
					w.log.Error("turns of engines cannot be read", "error", err)
				}
				break
			}
			// There may be more than one for each who was woken.
			select {
			case wake <- struct{}{}:
			default:
			}
			if err := w.answer(ctx, &e, turn); err != nil && ctx.Err() == nil {
				w.log.Error("an engine could not move", "match", turn.Match, "error", err)
			}
		}
	}
}

// answer thinks about a turn and moves. An engine that breaks is not the end of
// the program; the turn is tried again when its lease is over.
func (w *Worker) answer(ctx context.Context, e *engines, turn store.Turn) (err error) {
	defer func() {
		if broken := recover(); broken != nil {
			*e = engines{}
			err = fmt.Errorf("%v\n%s", broken, debug.Stack())
		}
	}()
	s, err := w.host.State(ctx, turn.Match)
	if err != nil {
		return err
	}
	seat, level := s.EngineToMove()
	if seat < 0 {
		return nil // the match has gone on
	}
	text, err := e.think(ctx, s, level)
	if err != nil {
		return err
	}
	_, err = w.host.Do(ctx, turn.Match, match.Command{At: w.host.Now(), Do: match.Move{
		Seat: seat, Text: text, Ply: len(s.Moves), Game: s.Game,
	}})
	var refusal *match.Refusal
	if errors.As(err, &refusal) {
		switch refusal.Code {
		case "stale", "not-your-turn", "not-playing", "not-yours":
			return nil // it came too late
		}
	}
	return err
}
