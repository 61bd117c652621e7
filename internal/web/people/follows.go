package people

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// maxFollows is how many people a person follows at most.
const maxFollows = 200

// FollowedPerson is a person whom the requester follows.
type FollowedPerson struct {
	Person
	Since   match.Moment `json:"since" doc:"since when the requester follows the person"`
	Online  bool         `json:"online" doc:"whether the person has a page or a program connected; always false if the person hides it"`
	Playing string       `json:"playing,omitempty" doc:"a public match in which the person plays with a real-time clock; missing for none, and if the person hides when they are online"`
}

type followsResponse struct {
	Body struct {
		People []FollowedPerson `json:"people" maxItems:"200" doc:"the latest first"`
	}
}

// registerFollows adds the routes for following people.
func (a *API) registerFollows(routes huma.API) {
	core.Register(routes, core.Read, huma.Operation{OperationID: "getFollows", Method: http.MethodGet, Path: "/api/me/follows", Summary: "The people whom the requester follows, with those who are online or playing"},
		func(ctx context.Context, _ *struct{}) (*followsResponse, error) {
			p, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			out := &followsResponse{}
			out.Body.People, err = a.follows(ctx, p.ID)
			return out, a.ProblemOf(err)
		})
	core.Register(routes, core.Change.ByPerson(core.Follows), huma.Operation{OperationID: "follow", Method: http.MethodPut, Path: "/api/me/follows/{id}", Summary: "Follow a person with an account, who is not told; at most 200 people", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *otherPath) (*struct{}, error) {
			p, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			if in.ID == p.ID {
				return nil, core.NewProblem(http.StatusUnprocessableEntity, "yourself", "you cannot do this to yourself")
			}
			err = a.store.Follow(ctx, p.ID, in.ID, a.Now(), maxFollows)
			switch {
			case errors.Is(err, store.ErrTooMany):
				err = core.NewProblem(http.StatusConflict, "follows-many", "you follow as many people as possible; unfollow one first").With("most", maxFollows)
			case errors.Is(err, store.ErrConflict):
				err = core.NewProblem(http.StatusConflict, "follow-blocked", "you have blocked this person; unblock the person first")
			case err == nil:
				a.Host.NotificationsChanged(p.ID)
			}
			return nil, a.ProblemOf(err)
		})
	core.Register(routes, core.Change, huma.Operation{OperationID: "unfollow", Method: http.MethodDelete, Path: "/api/me/follows/{id}", Summary: "Unfollow a person", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *otherPath) (*struct{}, error) {
			p, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			err = a.store.Unfollow(ctx, p.ID, in.ID)
			if err == nil {
				a.Host.NotificationsChanged(p.ID)
			}
			return nil, a.ProblemOf(err)
		})
}

// follows returns the people whom a person follows.
func (a *API) follows(ctx context.Context, person string) ([]FollowedPerson, error) {
	list, err := a.store.Following(ctx, person)
	if err != nil {
		return nil, err
	}
	var seen []string
	for i := range list {
		if !list[i].Unseen {
			seen = append(seen, list[i].Person.ID)
		}
	}
	online, err := a.PeopleOnline(ctx, seen)
	if err != nil {
		return nil, err
	}
	games, err := a.store.PlayingOf(ctx, seen)
	if err != nil {
		return nil, err
	}
	out := []FollowedPerson{}
	for i := range list {
		p := &list[i].Person
		f := FollowedPerson{Person: personOf(*p), Since: list[i].Since}
		if !list[i].Unseen {
			f.Online, f.Playing = online[p.ID], liveGame(games, p.ID)
		}
		out = append(out, f)
	}
	return out, nil
}

// liveGame returns the newest of some matches in which a person plays with a real-time clock,
// "" for none.
func liveGame(games []store.Summary, person string) string {
	for i := range games {
		g := &games[i]
		if seat := g.SeatOf(person); seat >= 0 && g.Settings.Clock.Kind == match.RealTime && !slices.Contains(g.Left, seat) {
			return g.Match
		}
	}
	return ""
}
