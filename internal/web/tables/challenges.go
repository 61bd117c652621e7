package tables

import (
	"context"
	"math/rand/v2"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// challengesShown is the largest number of challenges in a list.
const challengesShown = 50

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
	huma.Register(routes, huma.Operation{OperationID: "challenge", Method: http.MethodPost, Path: "/api/people/{id}/challenge", Summary: "Open a private table for the requester and another person", DefaultStatus: http.StatusCreated},
		func(ctx context.Context, in *challengeRequest) (*challengeResponse, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			other, err := a.Store.Person(ctx, in.ID)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			switch {
			case other.ID == p.ID:
				return nil, core.NewProblem(http.StatusConflict, "challenge-self", "you cannot challenge yourself")
			case !other.Account() || other.DeletedAs != "":
				return nil, core.NewProblem(http.StatusConflict, "challenge-guest", "only people with accounts can be challenged")
			}
			if blocked, err := a.Store.BlockedBy(ctx, p.ID, []string{other.ID}); err != nil {
				return nil, a.ProblemOf(err)
			} else if blocked {
				return nil, core.NewProblem(http.StatusForbidden, "challenge-blocked", "this person has blocked you")
			}
			settings := (&SettingsRequest{
				Game: in.Body.Game, Variant: in.Body.Variant, Seats: 2, First: in.Body.First, Clock: in.Body.Clock, Rated: in.Body.Rated,
				Takebacks: !in.Body.Rated, Handicap: in.Body.Handicap, Visibility: string(match.Private), Invited: []string{other.Name},
			}).settings()
			out := &challengeResponse{}
			out.Body.Match = core.IDFor(ctx)
			if core.ResumedSince(ctx) > 0 { // it may have been opened already
				if s, err := a.Host.State(ctx, out.Body.Match); err == nil && s.Owner.ID == p.ID {
					return out, nil
				}
			}
			_, err = a.Do(ctx, out.Body.Match, match.New(), match.Command{At: a.Now(), By: p.ID, Do: match.Open{
				Settings: settings, Owner: core.PlayerOf(p), OwnerSeat: 0, Seed: rand.Uint64(),
			}})
			return out, a.ProblemOf(err)
		})

	type challengesResponse struct {
		Body struct {
			Challenges []TableView `json:"challenges" doc:"the newest 50"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "myChallenges", Method: http.MethodGet, Path: "/api/me/challenges", Summary: "The waiting private tables that invite the requester"},
		func(ctx context.Context, _ *struct{}) (*challengesResponse, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			list, err := a.challengesOf(ctx, p)
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

// challengesOf returns the waiting private tables that invite a person, without
// those of people whom the person blocks and those where the person sits.
func (a *API) challengesOf(ctx context.Context, p store.Person) ([]store.Summary, error) {
	if !p.Account() {
		return nil, nil
	}
	all, err := a.Store.InvitedTo(ctx, p.Name, challengesShown)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	blocks, err := a.Store.Blocks(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	blocked := make(map[string]bool, len(blocks))
	for _, other := range blocks {
		blocked[other.ID] = true
	}
	var list []store.Summary
	for i := range all {
		if v := &all[i]; v.Owner.ID != p.ID && !blocked[v.Owner.ID] && seatOf(v, p.ID) < 0 {
			list = append(list, *v)
		}
	}
	return list, nil
}
