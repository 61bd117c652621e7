package engine

import (
	"context"
	"sync"

	"tafelrunde/wotn"
)

// Thought is work, mostly a search, that goes on while commands are read.
type Thought struct {
	cancel context.CancelFunc
	hit    func()
	done   chan struct{}
}

// Think starts a search. It calls report for what the search finds and finish
// at its end, both from another goroutine. With pondering, the limits count
// only from Thought.PonderHit on. finish is not called before that, nor, for an
// infinite search, before Thought.Stop, even if the search has nothing left to
// look for.
func Think(s Searcher, game *wotn.Game, limits Limits, pondering bool, report func(Info), finish func(Choice)) *Thought {
	hit := make(chan struct{})
	if pondering {
		limits.PonderHit = hit
	}
	t := Run(func(ctx context.Context) {
		choice := s.Search(ctx, game, limits, report)
		switch {
		case limits.Infinite:
			<-ctx.Done()
		case pondering:
			select {
			case <-ctx.Done():
			case <-hit:
			}
		}
		finish(choice)
	})
	t.hit = sync.OnceFunc(func() { close(hit) })
	return t
}

// Run starts any work that takes a while.
func Run(work func(ctx context.Context)) *Thought {
	ctx, cancel := context.WithCancel(context.Background())
	t := &Thought{cancel: cancel, hit: func() {}, done: make(chan struct{})}
	go func() {
		defer close(t.done)
		defer cancel()
		work(ctx)
	}()
	return t
}

// PonderHit tells the search that the move expected was played.
func (t *Thought) PonderHit() { t.hit() }

// Stop ends the work and waits for that.
func (t *Thought) Stop() {
	t.cancel()
	<-t.done
}

// Done is closed when the work is over.
func (t *Thought) Done() <-chan struct{} { return t.done }
