package tables

import (
	"context"

	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// TableView is a table in a list, with the ratings of its players.
type TableView struct {
	store.Summary
	Ratings []*matches.SeatRating `json:"ratings" doc:"by seat; null for players without a rating in the pool"`
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
	ratings, err := a.RatingsOf(ctx, people)
	if err != nil {
		return nil, err
	}
	views := make([][]TableView, len(lists))
	for i, list := range lists {
		views[i] = make([]TableView, len(list))
		for j, s := range list {
			views[i][j] = TableView{s, matches.SeatRatings(ratings, &s.Settings, s.Seats)}
		}
	}
	return views, nil
}

// invitedNames returns a list of invited names with the spelling of their
// accounts.
func (a *API) invitedNames(ctx context.Context, list []string) ([]string, error) {
	invited := make([]string, 0, len(list))
	for _, name := range list {
		p, err := a.MemberNamed(ctx, name)
		switch {
		case err == nil:
			name = p.Name
		case !core.IsNotFound(err):
			return nil, err
		default:
			if name, err = core.CheckName(name); err != nil {
				return nil, err
			}
		}
		invited = append(invited, name)
	}
	return invited, nil
}
