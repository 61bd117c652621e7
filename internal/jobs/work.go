package jobs

import (
	"context"
	"log/slog"
	"time"

	"tafelrunde/internal/host"
	"tafelrunde/internal/store"
)

// Work returns the functions that use engines, each of which runs until its context is
// done: the turns of games, with up to threads searches at once, and after them reviews of
// games for players and comparisons for moderators. With 0 threads there are no reviews and
// comparisons.
func Work(h *host.Host, s store.Store, log *slog.Logger, threads int) []func(context.Context) {
	seats := NewTurnWorker(h, s, log, threads)
	work := []func(context.Context){seats.Run}
	if threads > 0 {
		reviews := NewReviewWorker(s, log, h.Now, seats.Idle)
		reviews.Finished = h.NotificationsChanged
		work = append(work, spareWork(reviews.Next, NewComparisonWorker(s, log, h.Now, seats.Idle).Next))
	}
	return work
}

// spareEvery is the interval of looking for work for engines that no game needs.
const spareEvery = 2 * time.Second

// spareWork does work of several kinds, one piece at a time and each kind in turn, until
// ctx is done. Each function does one piece, or reports that there is none.
func spareWork(next ...func(context.Context) bool) func(context.Context) {
	return func(ctx context.Context) {
		tick := time.NewTicker(spareEvery)
		defer tick.Stop()
		for {
			for done := true; done && ctx.Err() == nil; {
				done = false
				for _, do := range next {
					done = ctx.Err() == nil && do(ctx) || done
				}
			}
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	}
}
