package tournaments

import (
	"context"
	"math"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/tournament"
	"tafelrunde/internal/web/core"
)

// registerDirector adds the routes for the director of a tournament and moderators.
func (a *API) registerDirector(routes huma.API) {
	bounds := core.Change.ByPerson(core.TournamentChanges)
	core.Register(routes, bounds, huma.Operation{OperationID: "startTournament", Method: http.MethodPost, Path: "/api/tournaments/{id}/start", Summary: "Begin a tournament before its time, for its director"},
		func(ctx context.Context, in *TournamentPath) (*wholeResponse, error) {
			return a.do(ctx, in.ID, func(store.Person) (tournament.Action, error) {
				return tournament.Start{NewID: core.NewID}, nil
			})
		})
	core.Register(routes, bounds, huma.Operation{OperationID: "closeTournament", Method: http.MethodPost, Path: "/api/tournaments/{id}/close", Summary: "End a tournament, for its director and moderators; unfinished games do not count"},
		func(ctx context.Context, in *struct {
			TournamentPath
			Body struct {
				Reason string `json:"reason" maxLength:"400" doc:"which everybody sees"`
			}
		}) (*wholeResponse, error) {
			return a.do(ctx, in.ID, func(p store.Person) (tournament.Action, error) {
				return tournament.Close{Note: in.Body.Reason}, a.checkReason(&p, in.Body.Reason)
			})
		})
	core.Register(routes, bounds, huma.Operation{OperationID: "expelFromTournament", Method: http.MethodPost, Path: "/api/tournaments/{id}/expel", Summary: "Remove a player from a tournament, for its director and moderators"},
		func(ctx context.Context, in *struct {
			TournamentPath
			Body struct {
				Entry int `json:"entry" minimum:"1" doc:"number of the player"`
			}
		}) (*wholeResponse, error) {
			return a.do(ctx, in.ID, func(store.Person) (tournament.Action, error) {
				return tournament.Expel{Entry: in.Body.Entry}, nil
			})
		})
	core.Register(routes, bounds, huma.Operation{OperationID: "correctTournament", Method: http.MethodPost, Path: "/api/tournaments/{id}/correct", Summary: "Correct the result of a game of a tournament, for its director and moderators; ratings do not change"},
		func(ctx context.Context, in *struct {
			TournamentPath
			Body struct {
				Board  int       `json:"board" minimum:"1" doc:"number of the game"`
				Points []float64 `json:"points" maxItems:"5" doc:"by seat: 1 for a win, 0.5 for a draw"`
				Reason string    `json:"reason" maxLength:"400" doc:"which everybody sees"`
			}
		}) (*wholeResponse, error) {
			return a.do(ctx, in.ID, func(p store.Person) (tournament.Action, error) {
				points, r := exactPoints(in.Body.Points)
				if r != nil {
					return nil, r
				}
				return tournament.Correct{Board: in.Body.Board, Points: points, Note: in.Body.Reason}, a.checkReason(&p, in.Body.Reason)
			})
		})
}

// checkReason returns a problem if a person may not write a reason, which everybody sees, because of a
// sanction.
func (a *API) checkReason(p *store.Person, reason string) error {
	if match.CleanText(reason) == "" {
		return nil
	}
	return a.CheckMayWrite(p)
}

// exactPoints converts points, or refuses those that are no 24ths.
func exactPoints(list []float64) ([]tournament.Points, error) {
	points := make([]tournament.Points, len(list))
	for i, p := range list {
		exact := math.Round(p * float64(tournament.Full))
		// Thirds are not exact.
		if !(exact >= 0 && exact <= float64(tournament.Full)) || math.Abs(exact-p*float64(tournament.Full)) > 1e-6 {
			return nil, match.Refuse("tournament-points", "these points are not possible")
		}
		points[i] = tournament.Points(exact)
	}
	return points, nil
}
