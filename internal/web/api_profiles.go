package web

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// historySize is how many games a page of somebody's history has.
const historySize = 50

// Profile is what everybody may know of a person.
type Profile struct {
	Person
	Since   match.Moment `json:"since"`
	Ratings []RatingView `json:"ratings"`
	Blocked bool         `json:"blocked" doc:"whether who asks keeps the person away"`
}

func ratingViews(list []store.Rating) []RatingView {
	views := []RatingView{}
	for _, r := range list {
		views = append(views, RatingView{r.Pool, r.A, r.B, r.Games, r.Provisional()})
	}
	return views
}

func (a *API) registerProfiles(routes huma.API) {
	type personPath struct {
		ID string `path:"id" maxLength:"64"`
	}
	type profileAnswer struct{ Body Profile }
	huma.Register(routes, huma.Operation{OperationID: "getPerson", Method: http.MethodGet, Path: "/api/people/{id}", Summary: "A person"},
		func(ctx context.Context, in *personPath) (*profileAnswer, error) {
			p, err := a.store.Person(ctx, in.ID)
			if err != nil {
				return nil, a.problemOf(err)
			}
			ratings, err := a.store.Ratings(ctx, p.ID)
			if err != nil {
				return nil, a.problemOf(err)
			}
			out := &profileAnswer{Profile{Person: personOf(p), Since: p.Since, Ratings: ratingViews(ratings)}}
			if me := asker(ctx); me.ID != "" {
				out.Body.Blocked, err = a.store.BlockedBy(ctx, p.ID, []string{me.ID})
			}
			return out, a.problemOf(err)
		})
	type historyRequest struct {
		ID   string `path:"id" maxLength:"64"`
		Skip int    `query:"skip" minimum:"0" maximum:"1000000"`
	}
	type historyAnswer struct {
		Body struct {
			Games []store.PlayedGame `json:"games"`
			More  bool               `json:"more"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "getGamesOf", Method: http.MethodGet, Path: "/api/people/{id}/games", Summary: "A person's finished games, the newest first; those of private tables are for oneself alone"},
		func(ctx context.Context, in *historyRequest) (*historyAnswer, error) {
			if _, err := a.store.Person(ctx, in.ID); err != nil {
				return nil, a.problemOf(err)
			}
			out := &historyAnswer{}
			list, err := a.store.GamesOf(ctx, in.ID, asker(ctx).ID == in.ID, in.Skip, historySize+1)
			out.Body.More = len(list) > historySize
			out.Body.Games = list[:min(len(list), historySize)]
			return out, a.problemOf(err)
		})
}

// SeatRating is how strong who sits in a seat is at what is played there.
type SeatRating struct {
	_           struct{} `nullable:"true"`
	Rating      float64  `json:"rating"`
	Provisional bool     `json:"provisional"`
}

// TableView is a table in a list, with the ratings of those who sit there.
type TableView struct {
	store.Summary
	Ratings []*SeatRating `json:"ratings" doc:"by seat; null for who has none there"`
}

// knownRatings remembers people's ratings for a short time.
type knownRatings struct {
	mu sync.Mutex
	of map[string]knownRating
}

type knownRating struct {
	list  []store.Rating
	until time.Time
}

const ratingsKnownFor = 20 * time.Second

func (k *knownRatings) forget(id string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.of, id)
}

// ratingsOf gives the ratings of people, by person.
func (a *API) ratingsOf(ctx context.Context, people []string) (map[string][]store.Rating, error) {
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
	found, err := a.store.RatingsOf(ctx, missing)
	if err != nil {
		return nil, err
	}
	a.ratings.mu.Lock()
	defer a.ratings.mu.Unlock()
	if a.ratings.of == nil || len(a.ratings.of) > knownAtMost {
		a.ratings.of = make(map[string]knownRating)
	}
	for _, id := range missing {
		all[id] = found[id]
		a.ratings.of[id] = knownRating{found[id], now.Add(ratingsKnownFor)}
	}
	return all, nil
}

// seatRatings gives the ratings of those who sit at a table in the pool in which
// it would be rated.
func seatRatings(all map[string][]store.Rating, s *match.Settings, players []match.Player) []*SeatRating {
	pool, list := store.Pool(s), make([]*SeatRating, len(players))
	for i, p := range players {
		for _, r := range all[p.ID] {
			if p.ID != "" && r.Pool == pool {
				list[i] = &SeatRating{Rating: r.A, Provisional: r.Provisional()}
			}
		}
	}
	return list
}

func (a *API) tableViews(ctx context.Context, lists ...[]store.Summary) ([][]TableView, error) {
	var people []string
	for _, list := range lists {
		for _, s := range list {
			for _, p := range s.Seats {
				if p.Account {
					people = append(people, p.ID)
				}
			}
		}
	}
	ratings, err := a.ratingsOf(ctx, people)
	if err != nil {
		return nil, err
	}
	views := make([][]TableView, len(lists))
	for i, list := range lists {
		views[i] = make([]TableView, len(list))
		for j, s := range list {
			views[i][j] = TableView{s, seatRatings(ratings, &s.Settings, s.Seats)}
		}
	}
	return views, nil
}

// withRatings adds to a view of a match how strong its players are.
func (a *API) withRatings(ctx context.Context, v *MatchView) error {
	var people []string
	players := make([]match.Player, len(v.Seats))
	for i := range v.Seats {
		players[i] = v.Seats[i].Player
		if players[i].Account {
			people = append(people, players[i].ID)
		}
	}
	ratings, err := a.ratingsOf(ctx, people)
	if err != nil {
		return err
	}
	v.Ratings = seatRatings(ratings, &v.Settings, players)
	return nil
}
