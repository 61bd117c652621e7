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

// AddRatings sets the ratings of a view of a match.
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
	return nil
}
