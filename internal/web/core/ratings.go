package core

import (
	"context"
	"sync"
	"time"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// ratingCache caches people's ratings for ratingsCachedFor.
type ratingCache struct {
	mu sync.Mutex
	of map[string]cachedRatings
}

type cachedRatings struct {
	list   []store.Rating
	until  time.Time
	readAt match.Moment
}

const ratingsCachedFor = 20 * time.Second

func (k *ratingCache) forget(id string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.of, id)
}

// RatingsOf returns the ratings of people, by person.
func (a *App) RatingsOf(ctx context.Context, people []string) (map[string][]store.Rating, error) {
	all := make(map[string][]store.Rating, len(people))
	var missing []string
	now, readAt := time.Now(), a.Now()
	a.ratings.mu.Lock()
	for _, id := range people {
		if r, ok := a.ratings.of[id]; ok && now.Before(r.until) && !host.Outdated(ctx, r.readAt) {
			all[id] = r.list
		} else if _, twice := all[id]; !twice {
			all[id] = nil
			missing = append(missing, id)
		}
	}
	a.ratings.mu.Unlock()
	if len(missing) == 0 {
		return all, nil
	}
	found, err := a.store.RatingsOf(ctx, missing)
	if err != nil {
		return nil, err
	}
	a.ratings.mu.Lock()
	defer a.ratings.mu.Unlock()
	if a.ratings.of == nil || len(a.ratings.of) > CacheSize {
		a.ratings.of = make(map[string]cachedRatings)
	}
	for _, id := range missing {
		all[id] = found[id]
		a.ratings.of[id] = cachedRatings{found[id], now.Add(ratingsCachedFor), readAt}
	}
	return all, nil
}

// ForgetRatings removes the ratings of a person from the cache.
func (a *App) ForgetRatings(person string) { a.ratings.forget(person) }
