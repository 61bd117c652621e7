package tournaments

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/store"
	"tafelrunde/internal/tournament"
	"tafelrunde/internal/web/core"
)

func (a *API) registerEntries(routes huma.API) {
	core.Register(routes, core.Change.ByPerson(core.TournamentChanges), huma.Operation{OperationID: "enterTournament", Method: http.MethodPost, Path: "/api/tournaments/{id}/entry", Summary: "Enter a tournament, or the next season of a league"},
		func(ctx context.Context, in *struct {
			TournamentPath
			Body struct {
				Code string `json:"code,omitempty" maxLength:"80" doc:"the entry code, if one is needed"`
				Club string `json:"club,omitempty" maxLength:"64" doc:"of a match between clubs the one for which to play, for members of both"`
			}
		}) (*wholeResponse, error) {
			return a.do(ctx, in.ID, func(p store.Person) (tournament.Action, error) {
				s, err := a.Tournaments.State(ctx, in.ID)
				if err != nil {
					return nil, err
				}
				rating, err := a.ratingOf(ctx, p.ID, s)
				if err != nil {
					return nil, err
				}
				club, err := a.clubOf(ctx, p.ID, in.Body.Club, s)
				return tournament.Enter{Player: core.PlayerOf(p), Rating: rating, Code: in.Body.Code, Club: club}, err
			})
		})
	core.Register(routes, core.Change.ByPerson(core.TournamentChanges), huma.Operation{OperationID: "leaveTournament", Method: http.MethodDelete, Path: "/api/tournaments/{id}/entry", Summary: "Withdraw from a tournament; running games in it are resigned, or pause in its next round"},
		func(ctx context.Context, in *struct {
			TournamentPath
			Pause bool `query:"pause" doc:"whether to leave out the next round only, of the Swiss system and of tables"`
		}) (*wholeResponse, error) {
			return a.do(ctx, in.ID, func(store.Person) (tournament.Action, error) {
				return tournament.Withdraw{Pause: in.Pause}, nil
			})
		})
}

// ratingOf returns the rating of a person in the pool of a tournament's games, as shown; that of
// newcomers if the person has none.
func (a *API) ratingOf(ctx context.Context, person string, s *tournament.State) (int, error) {
	all, err := a.RatingsOf(ctx, []string{person})
	if err != nil {
		return 0, err
	}
	pool := store.Pool(&s.Settings.Games)
	for _, r := range all[person] {
		if r.Pool == pool {
			return r.Shown(), nil
		}
	}
	return newcomer, nil
}

// newcomer is the rating with which every pool begins.
const newcomer = 1500
