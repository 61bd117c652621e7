package people

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// Profile is the public data of a person.
type Profile struct {
	Person
	Since   match.Moment `json:"since"`
	Motto   string       `json:"motto,omitempty" doc:"a line of the person's about themselves"`
	Ratings []RatingView `json:"ratings"`
	Online  bool         `json:"online" doc:"whether the person has a page or a program connected; always false if the person hides it or has blocked the requester"`
	Blocked bool         `json:"blocked" doc:"whether the requester has blocked the person"`
	Follows bool         `json:"follows" doc:"whether the requester follows the person"`
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

// historyPoints is the largest number of points of a [PoolHistory].
const historyPoints = 200

// PoolHistory is how a person's rating in a pool changed.
type PoolHistory struct {
	Pool   string        `json:"pool"`
	Points []RatingPoint `json:"points" doc:"at most 200 in the order of the games, with the first and the last"`
}

// RatingPoint is a rating after a game.
type RatingPoint struct {
	Games int          `json:"games" doc:"number of rated games in the pool"`
	Shown int          `json:"shown" doc:"the rating on a scale that starts at 1500 in every pool"`
	At    match.Moment `json:"at"`
}

// poolHistories groups points by pool. Of more than historyPoints it keeps the first,
// the last, and others at equal distances.
func poolHistories(points []store.RatingPoint) []PoolHistory {
	pools := []PoolHistory{}
	for len(points) > 0 {
		pool := points[0].Pool
		n := 0
		for n < len(points) && points[n].Pool == pool {
			n++
		}
		h := PoolHistory{Pool: pool}
		kept := min(n, historyPoints)
		for i := range kept {
			p := points[i]
			if n > historyPoints {
				p = points[i*(n-1)/(kept-1)]
			}
			h.Points = append(h.Points, RatingPoint{p.Games, p.Shown, p.At})
		}
		pools, points = append(pools, h), points[n:]
	}
	return pools
}

// Known returns the person with an ID. It returns [store.ErrNotFound] if there is none.
func (a *API) Known(ctx context.Context, id string) (store.Person, error) {
	return a.store.Person(ctx, id)
}

// addRelation adds to a profile what concerns the requester.
func (a *API) addRelation(ctx context.Context, p *Profile) (err error) {
	me := core.Requester(ctx)
	if me.ID == "" || me.ID == p.ID {
		return nil
	}
	if p.Blocked, err = a.store.BlockedBy(ctx, p.ID, []string{me.ID}); err != nil {
		return err
	}
	if p.Follows, err = a.store.IsFollowing(ctx, me.ID, p.ID); err != nil || !p.Online {
		return err
	}
	hidden, err := a.store.BlockedBy(ctx, me.ID, []string{p.ID})
	p.Online = !hidden
	return err
}

func (a *API) registerProfiles(routes huma.API) {
	type personPath struct {
		ID string `path:"id" maxLength:"64"`
	}
	type profileResponse struct{ Body Profile }
	core.Register(routes, core.Read, huma.Operation{OperationID: "getPerson", Method: http.MethodGet, Path: "/api/people/{id}", Summary: "A person"},
		func(ctx context.Context, in *personPath) (*profileResponse, error) {
			p, err := a.store.Person(ctx, in.ID)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			ratings, err := a.store.Ratings(ctx, p.ID)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			out := &profileResponse{Profile{Person: personOf(p), Since: p.Since, Motto: p.Motto, Ratings: ratingViews(ratings)}}
			if out.Body.Online, err = a.IsOnline(ctx, p); err != nil {
				return nil, a.ProblemOf(err)
			}
			return out, a.ProblemOf(a.addRelation(ctx, &out.Body))
		})
	type ratingHistoryResponse struct {
		Body struct {
			Pools []PoolHistory `json:"pools"`
		}
	}
	core.Register(routes, core.Read, huma.Operation{OperationID: "getRatingHistory", Method: http.MethodGet, Path: "/api/people/{id}/ratings/history", Summary: "How a person's ratings changed, by pool; of many games only some"},
		func(ctx context.Context, in *personPath) (*ratingHistoryResponse, error) {
			if _, err := a.store.Person(ctx, in.ID); err != nil {
				return nil, a.ProblemOf(err)
			}
			points, err := a.store.RatingHistory(ctx, in.ID)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			out := &ratingHistoryResponse{}
			out.Body.Pools = poolHistories(points)
			return out, nil
		})
	type badgesResponse struct {
		Body struct {
			Badges []store.Badge `json:"badges" maxItems:"100" doc:"each badge at most once, the first earned first"`
		}
	}
	core.Register(routes, core.Read, huma.Operation{OperationID: "getBadges", Method: http.MethodGet, Path: "/api/people/{id}/badges", Summary: "The badges that a person has earned in games online; only the person sees the matches of private tables"},
		func(ctx context.Context, in *personPath) (*badgesResponse, error) {
			if _, err := a.store.Person(ctx, in.ID); err != nil {
				return nil, a.ProblemOf(err)
			}
			out := &badgesResponse{}
			var err error
			out.Body.Badges, err = a.store.BadgesOf(ctx, in.ID, core.Requester(ctx).ID == in.ID)
			return out, a.ProblemOf(err)
		})
}
