package engine

import (
	"context"
	"sync"

	"tafelrunde/wotn"
)

// Task is a search, or other long work, that runs while commands are read.
type Task struct {
	cancel    context.CancelFunc
	ponderHit func()
	done      chan struct{}
}

// StartSearch starts a search in a goroutine of its own, which calls report for
// each principal variation and finish at the end. If ponder is true, the limits
// count from Task.PonderHit on. finish is not called before PonderHit, nor,
// with Limits.Infinite, before Task.Stop, even if the search returns earlier.
func StartSearch(s Searcher, game *wotn.Game, limits Limits, ponder bool, report func(Info), finish func(Result)) *Task {
	hit := make(chan struct{})
	if ponder {
		limits.PonderHit = hit
	}
	return startWaiting(limits.Infinite, ponder, hit, func(ctx context.Context) func() {
		result := s.Search(ctx, game, limits, report)
		return func() { finish(result) }
	})
}

// StartNoSearch starts a task for a position in which there is nothing to search. It
// calls finish when [StartSearch] could call it at the earliest.
func StartNoSearch(infinite, ponder bool, finish func()) *Task {
	return startWaiting(infinite, ponder, make(chan struct{}), func(context.Context) func() { return finish })
}

// startWaiting starts work, waits until a user interface expects the result, and calls
// what work has returned.
func startWaiting(infinite, ponder bool, hit chan struct{}, work func(context.Context) (finish func())) *Task {
	t := StartTask(func(ctx context.Context) {
		finish := work(ctx)
		switch {
		case infinite:
			<-ctx.Done()
		case ponder:
			select {
			case <-ctx.Done():
			case <-hit:
			}
		}
		finish()
	})
	t.ponderHit = sync.OnceFunc(func() { close(hit) })
	return t
}

// StartTask runs work in a goroutine of its own. The work should end soon after
// its context is done.
func StartTask(work func(ctx context.Context)) *Task {
	ctx, cancel := context.WithCancel(context.Background())
	t := &Task{cancel: cancel, ponderHit: func() {}, done: make(chan struct{})}
	go func() {
		defer close(t.done)
		defer cancel()
		work(ctx)
	}()
	return t
}

// PonderHit signals a pondering search that the expected move was played. It does
// nothing for other tasks and when called again.
func (t *Task) PonderHit() { t.ponderHit() }

// Stop cancels the task's context and waits until the task has ended.
func (t *Task) Stop() {
	t.cancel()
	<-t.done
}

// Done returns a channel that is closed when the task has ended.
func (t *Task) Done() <-chan struct{} { return t.done }
