package puzzles

import (
	"context"
	"maps"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/puzzles"
	"tafelrunde/internal/store"
)

// ratingCache has the ratings of the puzzles that were attempted. It reads those that have changed
// every ratingsCachedFor.
type ratingCache struct {
	reading sync.Mutex
	last    atomic.Pointer[ratingsRead]
}

// ratingsRead is not changed after it was stored.
type ratingsRead struct {
	by map[string]store.RatedPuzzle
	// next is when the ratings are read again, since from when they may have changed then.
	next  time.Time
	since match.Moment
}

const (
	ratingsCachedFor = 20 * time.Second
	// clockError is how much the clocks of servers may differ.
	clockError = match.Minute
)

// get returns the ratings by puzzle.
func (c *ratingCache) get(ctx context.Context, a *API) (map[string]store.RatedPuzzle, error) {
	last := c.last.Load()
	if last != nil && (time.Now().Before(last.next) || !c.reading.TryLock()) {
		return last.by, nil
	}
	if last == nil {
		c.reading.Lock()
		last = c.last.Load()
	}
	defer c.reading.Unlock()
	if last == nil {
		last = &ratingsRead{}
	} else if time.Now().Before(last.next) {
		return last.by, nil
	}
	now := a.Now()
	changed, err := a.store.RatedPuzzles(ctx, last.since)
	if err != nil {
		return nil, err
	}
	read := &ratingsRead{by: maps.Clone(last.by), next: time.Now().Add(ratingsCachedFor), since: now.After(-clockError)}
	if read.by == nil {
		read.by = make(map[string]store.RatedPuzzle, len(changed))
	}
	for _, p := range changed {
		read.by[p.ID] = p
	}
	c.last.Store(read)
	return read.by, nil
}

// ratingOf returns the rating of a puzzle and the number of its rated attempts.
func ratingOf(rated map[string]store.RatedPuzzle, p *puzzles.Puzzle) (value, plays int) {
	r, ok := rated[p.ID]
	if !ok {
		return p.Rating, 0
	}
	return int(math.Round(r.Rating)), r.Plays
}

// ratingIn returns the rating of a person as a solver of puzzles of a game.
func (a *API) ratingIn(ctx context.Context, person, game string) (store.PuzzleRating, error) {
	list, err := a.store.PuzzleRatings(ctx, person)
	for _, r := range list {
		if r.Game == game {
			return r, err
		}
	}
	return store.NewPuzzleRating(game), err
}
