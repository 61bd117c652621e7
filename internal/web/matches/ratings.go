package matches

import (
	"context"

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

// RatingChange is what the finished game changed of the rating of the player in a seat.
type RatingChange struct {
	_      struct{} `nullable:"true"`
	Before int      `json:"before" doc:"as shown in ratings"`
	After  int      `json:"after" doc:"as shown in ratings"`
}

// ratingChanges returns what the finished game of a view changed, by seat. It is nil
// unless the game was rated.
func (a *Access) ratingChanges(ctx context.Context, v *MatchView) ([]*RatingChange, error) {
	if v.Phase != match.Finished || !v.Settings.Rated || v.Outcome.Reason == match.ByAbort {
		return nil, nil
	}
	people := make([]string, len(v.Seats))
	for i := range v.Seats {
		people[i] = v.Seats[i].Player.ID
	}
	// The turn of a finished game began when it ended, as in its summary.
	found, err := a.store.RatingChanges(ctx, store.Pool(&v.Settings), v.TurnAt, people)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	changes := make([]*RatingChange, len(people))
	for i, id := range people {
		if c, ok := found[id]; ok {
			changes[i] = &RatingChange{Before: c.Before, After: c.After}
		}
	}
	return changes, nil
}

// AddRatings sets the ratings of a view of a match, and what its finished game changed.
func (a *Access) AddRatings(ctx context.Context, v *MatchView) error {
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
	v.RatingChanges, err = a.ratingChanges(ctx, v)
	return err
}
