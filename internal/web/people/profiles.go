package people

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// historySize is the largest number of games in one response of getGamesOf.
const historySize = 50

// Profile is the public data of a person.
type Profile struct {
	Person
	Since   match.Moment `json:"since"`
	Ratings []RatingView `json:"ratings"`
	Blocked bool         `json:"blocked" doc:"whether the requester has blocked the person"`
}

// RatingView is a person's rating in a pool.
type RatingView struct {
	Pool        string  `json:"pool"`
	Rating      float64 `json:"rating"`
	Shown       int     `json:"shown" doc:"the rating on a scale that starts at 1500 in every pool"`
	Deviation   float64 `json:"deviation"`
	Games       int     `json:"games"`
	Provisional bool    `json:"provisional"`
}

func ratingViews(list []store.Rating) []RatingView {
	views := []RatingView{}
	for _, r := range list {
		views = append(views, RatingView{r.Pool, r.A, r.Shown(), r.B, r.Games, r.Provisional()})
	}
	return views
}

func (a *API) registerProfiles(routes huma.API) {
	type personPath struct {
		ID string `path:"id" maxLength:"64"`
	}
	type profileResponse struct{ Body Profile }
	huma.Register(routes, huma.Operation{OperationID: "getPerson", Method: http.MethodGet, Path: "/api/people/{id}", Summary: "A person"},
		func(ctx context.Context, in *personPath) (*profileResponse, error) {
			p, err := a.Store.Person(ctx, in.ID)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			ratings, err := a.Store.Ratings(ctx, p.ID)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			out := &profileResponse{Profile{Person: personOf(p), Since: p.Since, Ratings: ratingViews(ratings)}}
			if me := core.Requester(ctx); me.ID != "" {
				out.Body.Blocked, err = a.Store.BlockedBy(ctx, p.ID, []string{me.ID})
			}
			return out, a.ProblemOf(err)
		})
	type historyRequest struct {
		ID   string `path:"id" maxLength:"64"`
		Skip int    `query:"skip" minimum:"0" maximum:"1000000"`
	}
	type historyResponse struct {
		Body struct {
			Games []store.PlayedGame `json:"games"`
			More  bool               `json:"more"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "getGamesOf", Method: http.MethodGet, Path: "/api/people/{id}/games", Summary: "A person's finished games, the newest first; only the person sees those of private tables"},
		func(ctx context.Context, in *historyRequest) (*historyResponse, error) {
			if _, err := a.Store.Person(ctx, in.ID); err != nil {
				return nil, a.ProblemOf(err)
			}
			out := &historyResponse{}
			list, err := a.Store.GamesOf(ctx, in.ID, core.Requester(ctx).ID == in.ID, in.Skip, historySize+1)
			out.Body.More = len(list) > historySize
			out.Body.Games = list[:min(len(list), historySize)]
			return out, a.ProblemOf(err)
		})
}
