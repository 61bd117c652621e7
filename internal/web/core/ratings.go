package core

import (
	"context"
	"sync"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// SeatRating is the rating of the player in a seat, in the pool of the match.
type SeatRating struct {
	_           struct{} `nullable:"true"`
	Rating      float64  `json:"rating"`
	Shown       int      `json:"shown" doc:"the rating on a scale that starts at 1500 in every pool"`
	Provisional bool     `json:"provisional"`
}

// ratingCache caches people's ratings for ratingsCachedFor.
type ratingCache struct {
	mu sync.Mutex
	of map[string]cachedRatings
}

type cachedRatings struct {
	list  []store.Rating
	until time.Time
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
	now := time.Now()
	a.ratings.mu.Lock()
	for _, id := range people {
		if r, ok := a.ratings.of[id]; ok && now.Before(r.until) {
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
	found, err := a.Store.RatingsOf(ctx, missing)
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
		a.ratings.of[id] = cachedRatings{found[id], now.Add(ratingsCachedFor)}
	}
	return all, nil
}

// SeatRatings returns the ratings of the players at a table by seat, in the pool
// of the table. They are nil for players without a rating there.
func SeatRatings(all map[string][]store.Rating, s *match.Settings, players []match.Player) []*SeatRating {
	pool, list := store.Pool(s), make([]*SeatRating, len(players))
	for i, p := range players {
		for _, r := range all[p.ID] {
			if p.ID != "" && r.Pool == pool {
				list[i] = &SeatRating{Rating: r.A, Shown: r.Shown(), Provisional: r.Provisional()}
			}
		}
	}
	return list
}

// AddRatings sets the ratings of a view of a match.
func (a *App) AddRatings(ctx context.Context, v *MatchView) error {
	var people []string
	players := make([]match.Player, len(v.Seats))
	for i := range v.Seats {
		players[i] = v.Seats[i].Player
		if players[i].Account {
			people = append(people, players[i].ID)
		}
	}
	ratings, err := a.RatingsOf(ctx, people)
	if err != nil {
		return err
	}
	v.Ratings = SeatRatings(ratings, &v.Settings, players)
	return nil
}

// ForgetRatings removes the ratings of a person from the cache.
func (a *App) ForgetRatings(person string) { a.ratings.forget(person) }
