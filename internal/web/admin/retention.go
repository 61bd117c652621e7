package admin

import (
	"context"
	"errors"
	"time"

	"tafelrunde/internal/jobs"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

const (
	// batch is how many matches or guests are deleted at once.
	batch = 50
	// pause is the time between two batches, in which moves are stored.
	pause = 200 * time.Millisecond
)

// deleteOldGames deletes matches, chat and guests that are no longer kept.
func (a *API) deleteOldGames(ctx context.Context) error {
	var problems []error
	if a.keep.Matches > 0 {
		before := a.before(a.keep.Matches)
		problems = append(problems,
			a.inBatches(ctx, "deleted old matches", func() (int, bool, error) { return a.deleteMatches(ctx, before) }),
			jobs.DropComparedGames(ctx, a.store, before))
	}
	if a.keep.Chat > 0 {
		before := a.before(a.keep.Chat)
		problems = append(problems, a.inBatches(ctx, "deleted old chat messages", func() (int, bool, error) {
			n, err := a.store.DeleteOldChat(ctx, before, batch)
			return n, n == batch, err
		}))
	}
	if a.keep.Guests > 0 {
		before := a.before(a.keep.Guests)
		problems = append(problems, a.inBatches(ctx, "deleted guests without activity", func() (int, bool, error) { return a.deleteGuests(ctx, before) }))
	}
	return errors.Join(problems...)
}

// inBatches calls do, which deletes a batch and reports whether there may be more,
// until everything is deleted. It logs the number.
func (a *API) inBatches(ctx context.Context, message string, do func() (n int, more bool, err error)) error {
	deleted := 0
	for {
		n, more, err := do()
		if deleted += n; deleted > 0 && (err != nil || !more) {
			a.Log.Info(message, "number", deleted)
		}
		if err != nil || !more {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

func (a *API) deleteMatches(ctx context.Context, before match.Moment) (n int, more bool, err error) {
	ids, err := a.store.DeleteOldMatches(ctx, before, batch)
	for _, id := range ids {
		a.Host.Forget(id)
	}
	return len(ids), len(ids) == batch, err
}

// deleteGuests deletes guests. One whose deletion fails is deleted by
// [core.App.FinishDeletions].
func (a *API) deleteGuests(ctx context.Context, before match.Moment) (n int, more bool, err error) {
	list, err := a.store.IdleGuests(ctx, before, batch)
	if err != nil {
		return 0, false, err
	}
	for _, guest := range list {
		err := a.DeleteIdleGuest(ctx, guest, before)
		switch {
		case err == nil:
			n++
		case !errors.Is(err, store.ErrConflict): // the guest is back
			return n, false, err
		}
	}
	return n, len(list) == batch && n > 0, nil
}
