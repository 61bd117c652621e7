package tables

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/web/core"
)

// ChallengeRequest contains the settings of a game to which a person is challenged.
type ChallengeRequest struct {
	Game     string       `json:"game" enum:"wotn,lancelot"`
	Variant  string       `json:"variant" maxLength:"40"`
	First    *int         `json:"first,omitempty" doc:"the seat that moves first: 0 the challenger's, 1 the other; missing or -1 for a random one"`
	Clock    ClockRequest `json:"clock"`
	Rated    bool         `json:"rated,omitempty"`
	Handicap bool         `json:"handicap,omitempty"`
}

func (a *API) registerChallenges(routes huma.API) {
	type challengeRequest struct {
		ID   string `path:"id" maxLength:"64"`
		Body ChallengeRequest
	}
	type challengeResponse struct {
		Body struct {
			Match string `json:"match"`
		}
	}
	core.Register(routes, core.Create.ByPerson(core.NewTables), huma.Operation{OperationID: "challenge", Method: http.MethodPost, Path: "/api/people/{id}/challenge", Summary: "Open a private table for the requester and another person", DefaultStatus: http.StatusCreated},
		func(ctx context.Context, in *challengeRequest) (*challengeResponse, error) {
			p, err := a.RequireNamed(ctx)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			other, err := a.store.Person(ctx, in.ID)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			settings := (&SettingsRequest{
				Game: in.Body.Game, Variant: in.Body.Variant, Seats: 2, First: in.Body.First, Clock: in.Body.Clock, Rated: in.Body.Rated,
				Takebacks: !in.Body.Rated, Handicap: in.Body.Handicap,
			}).settings()
			out := &challengeResponse{}
			out.Body.Match, err = a.matches.OpenChallenge(ctx, p, other, settings)
			return out, a.ProblemOf(err)
		})

	type challengesResponse struct {
		Body struct {
			Challenges []TableView `json:"challenges" doc:"the newest 50"`
		}
	}
	core.Register(routes, core.Read, huma.Operation{OperationID: "myChallenges", Method: http.MethodGet, Path: "/api/me/challenges", Summary: "The waiting private tables that invite the requester"},
		func(ctx context.Context, _ *struct{}) (*challengesResponse, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			list, err := a.matches.ChallengesOf(ctx, p)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			views, err := a.tableViews(ctx, list)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			out := &challengesResponse{}
			out.Body.Challenges = views[0]
			return out, nil
		})
}
